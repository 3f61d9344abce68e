//! Archives that are open: those of the disk, those in memory, and those in other archives.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use keitai_app::files;
use keitai_exchange::archive::{Archive, MOST_NESTED, MOST_TOTAL};
use keitai_exchange::error::EntryFault;
use keitai_exchange::{Bytes, Error as ExchangeError, SoundFormat};
use keitai_formats::{Ends, Kind, recognise, recognise_ends};
use keitai_sound::SoundKind;

use super::{Session, join, locked};
use crate::error::Error;

/// Most bytes of opened archives that are kept besides the one in use and the one around it.
const MOST_KEPT: usize = 16 << 20;

#[derive(Debug, Default)]
pub(super) struct Archives {
    /// Archives in memory. Paths lead into them as if they were on the disk.
    mounted: BTreeMap<PathBuf, Arc<Archive>>,
    /// Archives that were opened, the one that was used last at the end: commands read many entries of each.
    opened: Vec<OpenArchive>,
}

#[derive(Debug)]
struct OpenArchive {
    path: PathBuf,
    /// Time and size of the file on the disk, by which a change is noticed.
    state: Option<(SystemTime, u64)>,
    archive: Arc<Archive>,
}

/// A file in an archive, or in an archive inside.
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    /// Size, bytes.
    pub(crate) size: u64,
    /// Kind, by the content or else by the name; the error of an entry, or of an archive inside, that cannot be read.
    pub(crate) kind: Result<Option<Kind>, Error>,
    /// The content is not known; the kind is that of the name.
    pub(crate) is_named: bool,
    pub(crate) is_sound: bool,
}

impl Entry {
    /// Returns whether the entry is a class of a program, which is never content.
    pub(crate) fn is_class(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == "class")
    }
}

impl Archives {
    /// Returns an archive that was opened and has not changed since.
    fn take_up(&mut self, path: &Path, state: Option<(SystemTime, u64)>) -> Option<Arc<Archive>> {
        let place = self.opened.iter().position(|opened| opened.path == path)?;
        let opened = self.opened.remove(place);
        let archive = (opened.state == state).then(|| Arc::clone(&opened.archive))?;
        self.opened.push(opened);
        Some(archive)
    }

    /// Forgets the archives that were not used for the longest time, until those not in use have at most `most` bytes.
    fn forget(&mut self, is_in_use: impl Fn(&Path) -> bool, most: usize) {
        let unused = self.opened.iter().filter(|opened| !is_in_use(&opened.path));
        let mut rest: usize = unused.map(|opened| opened.archive.bytes()).sum();
        self.opened.retain(|opened| {
            let stays = is_in_use(&opened.path) || rest <= most;
            rest -= if stays { 0 } else { opened.archive.bytes() };
            stays
        });
    }
}

impl Session {
    /// Makes an archive known under a path, instead of the one known under it before.
    pub(crate) fn mount_archive(&self, path: &Path, archive: Vec<u8>) -> Result<(), Error> {
        self.unmount_archive(path);
        let data = self.0.budget.hold_input(path, archive).map_err(|fault| self.refuse(path, &fault))?;
        let archive = Archive::open(data).map_err(|error| Error::read(path, error))?;
        locked(&self.0.archives).mounted.insert(path.to_owned(), Arc::new(archive));
        Ok(())
    }

    /// Forgets the archive in memory that is known under a path.
    pub(crate) fn unmount_archive(&self, path: &Path) {
        let mut archives = locked(&self.0.archives);
        archives.mounted.remove(path);
        // Some may be in the archive that is forgotten.
        archives.opened.clear();
    }

    /// Returns the archive in memory that is known under a path.
    pub(super) fn mounted(&self, path: &Path) -> Option<Arc<Archive>> {
        locked(&self.0.archives).mounted.get(path).map(Arc::clone)
    }

    pub(super) fn mounts(&self) -> Vec<PathBuf> {
        locked(&self.0.archives).mounted.keys().cloned().collect()
    }

    /// Opens an archive of the disk, in memory or in another archive.
    pub(crate) fn open(&self, path: &Path) -> Result<Arc<Archive>, Error> {
        if let Some(archive) = self.mounted(path) {
            return Ok(archive);
        }
        let inside = self.split(path);
        if inside.is_some() && self.depth(path) >= MOST_NESTED {
            return Err(Error::read(path, format!("archives are read {MOST_NESTED} deep")));
        }
        let state = self.disk_state(path);
        if let Some(archive) = locked(&self.0.archives).take_up(path, state) {
            return Ok(archive);
        }
        let data = match &inside {
            Some((outer, entry)) => self.read_from(outer, entry)?,
            None => files::read(path, MOST_TOTAL)
                .and_then(|data| self.0.budget.hold_input(path, data))
                .map_err(|fault| self.refuse(path, &fault))?,
        };
        let archive = Arc::new(Archive::open(data).map_err(|error| Error::read(path, error))?);
        self.spend(path, archive.bytes())?;
        let mut archives = locked(&self.0.archives);
        archives.opened.push(OpenArchive { path: path.to_owned(), state, archive: Arc::clone(&archive) });
        let outer = inside.as_ref().map(|(outer, _)| outer.as_path());
        archives.forget(|key| key == path || Some(key) == outer, MOST_KEPT);
        Ok(archive)
    }

    /// Returns time and size of the file that a path leads to or into.
    fn disk_state(&self, path: &Path) -> Option<(SystemTime, u64)> {
        let metadata = std::fs::metadata(self.outermost(path)).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    }

    /// Reads an entry. Where the memory does not suffice, archives that are not in use are forgotten first.
    fn read_from(&self, archive: &Path, entry: &str) -> Result<Bytes, Error> {
        let opened = self.open(archive)?;
        let data = match opened.read(entry) {
            Err(ExchangeError::Entry { fault: EntryFault::TooLarge { .. }, .. }) => {
                let outer = self.split(archive).map(|(outer, _)| outer);
                locked(&self.0.archives).forget(|key| key == archive || Some(key) == outer.as_deref(), 0);
                opened.read(entry)
            }
            result => result,
        };
        data.map_err(|error| refuse_entry(archive, &error))
    }

    pub(super) fn read_entry(&self, archive: &Path, entry: &str) -> Result<Bytes, Error> {
        let path = join(archive, entry);
        self.0.budget.check(Some(&path))?;
        let data = self.read_from(archive, entry)?;
        self.spend(&path, data.len())?;
        Ok(data)
    }

    /// Calls a function with the blocks of an entry, which is not kept as a whole.
    pub(crate) fn each_block(&self, path: &Path, each: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        match self.split(path) {
            Some((archive, entry)) => {
                let opened = self.open(&archive)?;
                self.spend(path, opened.size(&entry).unwrap_or_default() as usize)?;
                opened.each_block(&entry, each).map_err(|error| refuse_entry(&archive, &error))
            }
            None => {
                each(&self.read(path)?);
                Ok(())
            }
        }
    }

    pub(crate) fn is_archive(&self, path: &Path) -> bool {
        match self.split(path) {
            Some(_) => self.kind(path) == Some(Kind::Archive),
            None => self.mounted(path).is_some() || path.is_file() && self.disk_kind(path) == Some(Kind::Archive),
        }
    }

    /// Returns the kind of an entry by its content, and whether it is a sound. The entry is unpacked, but only kept when its bytes may
    /// be swapped.
    fn tell(&self, archive: &Path, entry: &str) -> Result<(Option<Kind>, bool), Error> {
        let (head, tail) = self.entry_ends(archive, entry)?;
        let content = match recognise(&head) {
            Ok(format) if !format.swapped => Some(format.kind),
            _ if recognise_ends(&head, &tail) == Ends::MaybeSwapped => {
                recognise(&self.read_from(archive, entry)?).ok().map(|format| format.kind)
            }
            _ => None,
        };
        Ok((content, is_sound(&head)))
    }

    /// Returns the first bytes of an entry, and its last two.
    pub(super) fn entry_ends(&self, archive: &Path, entry: &str) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let opened = self.open(archive)?;
        self.spend(&join(archive, entry), opened.size(entry).unwrap_or_default() as usize)?;
        opened.ends(entry, Ends::HEAD).map_err(|error| refuse_entry(archive, &error))
    }

    pub(super) fn entry_kind(&self, archive: &Path, entry: &str) -> Result<Option<Kind>, Error> {
        Ok(self.tell(archive, entry)?.0.or_else(|| self.named(Path::new(entry))))
    }

    /// Returns all entries, and those of the archives inside. Each is unpacked for its kind.
    pub(crate) fn entries(&self, path: &Path) -> Result<Vec<Entry>, Error> {
        let archive = self.open(path)?;
        let mut entries = Vec::new();
        for entry in archive.entries() {
            let (inside, size) = (join(path, &entry.name), entry.size);
            let (kind, is_named, is_sound) = match self.tell(path, &entry.name) {
                Ok((None, is_sound)) => (Ok(self.named(Path::new(&entry.name))), true, is_sound),
                Ok((content, is_sound)) => (Ok(content), false, is_sound),
                Err(error @ Error::Budget(_)) => return Err(error),
                Err(error) => (Err(error), true, false),
            };
            if !matches!(kind, Ok(Some(Kind::Archive))) {
                entries.push(Entry { path: inside, size, kind, is_named, is_sound });
                continue;
            }
            match self.entries(&inside) {
                Ok(inner) => entries.extend(inner),
                Err(error @ Error::Budget(_)) => return Err(error),
                // An archive inside that is damaged or too deep is an entry like any other.
                Err(error) => entries.push(Entry { path: inside, size, kind: Err(error), is_named, is_sound }),
            }
        }
        Ok(entries)
    }

    /// Returns the entries in the folder of an entry.
    pub(super) fn entries_beside(&self, archive: &Path, entry: &str) -> Result<Vec<PathBuf>, Error> {
        let folder = |entry: &str| entry.rsplit_once('/').map_or(0, |(folder, _)| folder.len());
        let parent = &entry[..folder(entry)];
        let opened = self.open(archive)?;
        let beside = opened.entries().iter().filter(|other| other.name[..folder(&other.name)] == *parent);
        let mut paths: Vec<PathBuf> = beside.map(|other| join(archive, &other.name)).collect();
        paths.sort();
        Ok(paths)
    }

    /// Returns the files in a folder or an archive that a path leads to or into, by folder and name in small letters.
    pub(super) fn names_in(&self, file: &Path) -> BTreeMap<(PathBuf, String), PathBuf> {
        let files = match self.split(file) {
            Some((archive, _)) => {
                let paths =
                    |opened: Arc<Archive>| opened.entries().iter().map(|entry| join(&archive, &entry.name)).collect();
                self.open(&archive).map(paths).unwrap_or_default()
            }
            None => self.neighbours(file).unwrap_or_default(),
        };
        files
            .into_iter()
            .map(|file| ((self.folder(&file), self.file_name(&file).unwrap_or_default().to_lowercase()), file))
            .collect()
    }
}

/// Returns whether a file with these first bytes is a sound, also of a format that is not read.
pub(crate) fn is_sound(head: &[u8]) -> bool {
    SoundKind::of(head).is_some() || SoundFormat::of(head).is_some()
}

fn refuse_entry(archive: &Path, error: &ExchangeError) -> Error {
    let hint = format!("`keitai info {}` lists what is inside", archive.display());
    Error::read_with_hint(archive, error, Some(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(path: &Path, files: &[(&str, &[u8])]) {
        std::fs::write(path, Archive::pack(files).unwrap()).unwrap();
    }

    #[test]
    fn a_changed_archive_is_opened_again() {
        let session = Session::default();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.zip");
        // An archive without entries, and the same with a comment of two letters.
        let empty = [&b"PK\x05\x06"[..], &[0; 18]].concat();
        let mut longer = empty.clone();
        longer[20] = 2;
        longer.extend(b"hi");
        std::fs::write(&path, &empty).unwrap();
        let first = session.open(&path).unwrap();
        assert!(Arc::ptr_eq(&first, &session.open(&path).unwrap()));
        std::fs::write(&path, &longer).unwrap();
        assert!(!Arc::ptr_eq(&first, &session.open(&path).unwrap()));
    }

    #[test]
    fn archives_in_an_archive_are_unpacked_once() {
        let session = Session::default();
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        pack(&path("one"), &[("17", b"")]);
        let inner = std::fs::read(path("one")).unwrap();
        pack(&path("all.zip"), &[("a.jar", &inner), ("b.jar", &inner)]);
        let opened = || ["all.zip", "all.zip!a.jar", "all.zip!b.jar"].map(|name| session.open(&path(name)).unwrap());
        let (before, after) = (opened(), opened());
        assert!(before.iter().zip(&after).all(|(before, after)| Arc::ptr_eq(before, after)));
    }

    #[test]
    fn archives_out_of_use_are_forgotten_from_the_oldest_on() {
        let opened = |(name, size): (&str, usize)| {
            let archive = Archive::open(Archive::pack(&[("17", vec![0; size])]).unwrap()).unwrap();
            OpenArchive { path: name.into(), state: None, archive: archive.into() }
        };
        let sizes = [("outer", 9000), ("a", 4000), ("b", 5000), ("c", 3000), ("now", 9900)];
        let mut archives = Archives { opened: sizes.map(opened).into(), ..Archives::default() };
        let mut names = |most| {
            archives.forget(|key| ["outer", "now"].iter().any(|name| key == Path::new(name)), most);
            archives.opened.iter().map(|opened| opened.path.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(13000), ["outer", "a", "b", "c", "now"]);
        assert_eq!(names(9000), ["outer", "b", "c", "now"]);
        assert_eq!(names(0), ["outer", "now"]);
    }
}
