//! Paths that lead into archives: `game.jar!res/17`, and `games.zip!game.jar!res/17` in an archive in an archive.
//!
//! Names of files and of entries may have a `!`, too: a name that exists decides where it ends; of several, the longest
//! one.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use keitai_app::files;
use keitai_exchange::archive::{Archive, MOST_NESTED, MOST_TOTAL, normal};
use keitai_formats::Kind;

use super::{disk_kind, name, refuse};
use crate::budget;
use crate::error::Error;

/// Between the path of an archive and the name of an entry.
pub(crate) const MARK: char = '!';
/// Most marks of a path that may be those between names, counted from its end.
const MOST_MARKS: usize = 16;

/// Returns the archive and the name of the entry that a path leads to; `None` for a path of the disk.
pub(crate) fn split(path: &Path) -> Option<(PathBuf, String)> {
    let text = path.to_str()?;
    if !text.contains(MARK) || path.exists() {
        return None;
    }
    let is_archive = |(archive, _): &(&str, &str)| {
        let path = Path::new(archive);
        mounted(path).is_some() || path.is_file()
    };
    let (archive, entry) = marks(text).find(is_archive)?;
    let (archive, entry) = within(archive.into(), entry);
    let entry = normal(&entry);
    (!entry.is_empty()).then_some((archive, entry))
}

/// Returns the parts of a text before and after each `!`, from the last one on.
fn marks(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.rmatch_indices(MARK).take(MOST_MARKS).map(|(at, _)| (&text[..at], &text[at + MARK.len_utf8()..]))
}

/// Returns the archive and the name of the entry that the rest of a path leads to, after the name of an archive.
fn within(archive: PathBuf, rest: &str) -> (PathBuf, String) {
    // Most paths are decided without the archive, which takes long to open.
    let Some(last) = marks(rest).next() else { return (archive, rest.to_owned()) };
    let opened = open(&archive).ok();
    let holds = |name: &str| opened.as_ref().is_some_and(|opened| opened.contains(name));
    match marks(rest).find(|(inner, _)| holds(inner)) {
        _ if holds(rest) => (archive, rest.to_owned()),
        Some((inner, entry)) => within(join(&archive, &normal(inner)), entry),
        None => (join(&archive, &normal(last.0)), last.1.to_owned()),
    }
}

/// Returns the file of the disk or in memory that a path leads to or into.
pub(crate) fn outermost(path: &Path) -> PathBuf {
    split(path).map_or_else(|| path.to_owned(), |(archive, _)| outermost(&archive))
}

/// Returns the number of archives that a path leads into.
fn depth(path: &Path) -> usize {
    split(path).map_or(0, |(archive, _)| 1 + depth(&archive))
}

pub(crate) fn join(archive: &Path, entry: &str) -> PathBuf {
    format!("{}{MARK}{entry}", archive.display()).into()
}

/// Archives in memory that paths lead into as if they were on the disk.
static MOUNTED: Mutex<Vec<(PathBuf, Arc<Archive>)>> = Mutex::new(Vec::new());

/// Makes an archive known under a path, instead of the one known under it before. Paths lead into it as if it were on the
/// disk.
pub(crate) fn mount(path: PathBuf, archive: Archive) {
    unmount(&path);
    locked(&MOUNTED).push((path, Arc::new(archive)));
}

/// Forgets the archive in memory that is known under a path.
pub(crate) fn unmount(path: &Path) {
    locked(&MOUNTED).retain(|(own, _)| own != path);
    // Some may be in the archive that is forgotten.
    locked(&OPENED).clear();
}

/// Returns the value that a lock guards. A panic of another thread leaves the value whole.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the archive in memory that is known under a path.
fn mounted(path: &Path) -> Option<Arc<Archive>> {
    locked(&MOUNTED).iter().find(|(own, _)| own == path).map(|(_, archive)| Arc::clone(archive))
}

/// Returns a text without the names under which archives in memory are known: users did not give them.
pub(crate) fn without_mounts(text: &str) -> String {
    let mounted = locked(&MOUNTED);
    mounted.iter().fold(text.to_owned(), |text, (path, _)| text.replace(&format!("{}{MARK}", path.display()), ""))
}

/// Most bytes of opened archives that are kept besides the one in use and the one around it.
const MOST_KEPT: usize = 64 << 20;

/// Archives that were opened, the one that was used last at the end: commands read many entries of each.
static OPENED: Mutex<Vec<Opened>> = Mutex::new(Vec::new());

struct Opened {
    path: PathBuf,
    /// Time and size of the file on the disk, by which a change is noticed.
    state: Option<(SystemTime, u64)>,
    bytes: usize,
    archive: Arc<Archive>,
}

/// Opens an archive of the disk, in memory or in another archive.
pub(crate) fn open(path: &Path) -> Result<Arc<Archive>, Error> {
    if let Some(archive) = mounted(path) {
        return Ok(archive);
    }
    let inside = split(path);
    if inside.is_some() && depth(path) >= MOST_NESTED {
        return Err(Error::read(path, format!("archives are read {MOST_NESTED} deep")));
    }
    // The outer one is opened before the lock is taken, which both need.
    let outer = inside.as_ref().map(|(outer, _)| open(outer)).transpose()?;
    let state = disk_state(path);
    let mut kept = locked(&OPENED);
    if let Some(place) = kept.iter().position(|opened| opened.path == path) {
        let opened = kept.remove(place);
        if opened.state == state {
            let archive = Arc::clone(&opened.archive);
            kept.push(opened);
            return Ok(archive);
        }
    }
    let data = match (outer, &inside) {
        (Some(outer), Some((place, entry))) => outer.read(entry).map_err(|error| refuse_entry(place, &error))?,
        _ => files::read(path, MOST_TOTAL).map_err(|fault| refuse(path, &fault))?,
    };
    let bytes = data.len();
    let archive = Arc::new(Archive::open(data).map_err(|error| Error::read(path, error))?);
    kept.push(Opened { path: path.to_owned(), state, bytes, archive: Arc::clone(&archive) });
    let outer = inside.as_ref().map(|(outer, _)| outer.as_path());
    forget(&mut kept, |opened| opened.path == path || Some(opened.path.as_path()) == outer, MOST_KEPT);
    Ok(archive)
}

/// Forgets the archives that were not used for the longest time, until those not in use have at most `most` bytes.
fn forget(kept: &mut Vec<Opened>, in_use: impl Fn(&Opened) -> bool, most: usize) {
    let mut rest: usize = kept.iter().filter(|opened| !in_use(opened)).map(|opened| opened.bytes).sum();
    kept.retain(|opened| {
        let stays = in_use(opened) || rest <= most;
        rest -= if stays { 0 } else { opened.bytes };
        stays
    });
}

/// Returns time and size of the file that a path leads to or into.
fn disk_state(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(outermost(path)).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

pub(super) fn read(archive: &Path, entry: &str) -> Result<Vec<u8>, Error> {
    budget::check()?;
    let data = open(archive)?.read(entry).map_err(|error| refuse_entry(archive, &error))?;
    budget::spend(data.len())?;
    Ok(data)
}

fn refuse_entry(archive: &Path, error: &keitai_exchange::Error) -> Error {
    let hint = format!("`keitai info {}` lists what is inside", archive.display());
    Error::read_with_hint(archive, error, Some(hint))
}

pub(crate) fn is_archive(path: &Path) -> bool {
    match split(path) {
        Some(_) => super::kind(path) == Some(Kind::Archive),
        None => mounted(path).is_some() || path.is_file() && disk_kind(path) == Some(Kind::Archive),
    }
}

/// A file in an archive, or in an archive inside.
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    /// Kind, by the content or else by the name; the error of an entry, or of an archive inside, that cannot be read.
    pub(crate) kind: Result<Option<Kind>, Error>,
}

impl Entry {
    /// Returns whether the entry is a class of a program, which is never content.
    pub(crate) fn is_class(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == "class")
    }
}

/// Returns all entries, and those of the archives inside. Each is unpacked for its kind.
pub(crate) fn entries(path: &Path) -> Result<Vec<Entry>, Error> {
    let archive = open(path)?;
    let mut found = Vec::new();
    for entry in archive.entries() {
        let inside = join(path, &entry.name);
        let kind = match archive.read(&entry.name) {
            Ok(data) => {
                budget::spend(data.len())?;
                Ok(super::kind_of(&data, &inside))
            }
            Err(error) => Err(refuse_entry(path, &error)),
        };
        if !matches!(kind, Ok(Some(Kind::Archive))) {
            found.push(Entry { path: inside, kind });
            continue;
        }
        match entries(&inside) {
            Ok(inner) => found.extend(inner),
            Err(error @ Error::Budget { .. }) => return Err(error),
            // An archive inside that is damaged or too deep is an entry like any other.
            Err(error) => found.push(Entry { path: inside, kind: Err(error) }),
        }
    }
    Ok(found)
}

/// Returns the entries in the folder of an entry.
pub(super) fn companions(archive: &Path, entry: &str) -> Result<Vec<PathBuf>, Error> {
    let folder = |entry: &str| entry.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let opened = open(archive)?;
    let beside = opened.entries().iter().filter(|other| folder(&other.name) == folder(entry));
    let mut paths: Vec<PathBuf> = beside.map(|other| join(archive, &other.name)).collect();
    paths.sort();
    Ok(paths)
}

/// Returns the place of a file or an entry below a folder or an archive, with `/` between names and after archives, and without
/// names that are a dot.
pub(crate) fn below(root: &Path, path: &Path) -> Option<String> {
    let name = match split(path) {
        Some((archive, entry)) if archive == root => entry,
        Some((archive, entry)) => format!("{}/{entry}", below(root, &archive)?),
        None => path.strip_prefix(root).ok()?.to_string_lossy().into_owned(),
    };
    let name = name.replace('\\', "/");
    Some(name.split('/').filter(|part| *part != ".").collect::<Vec<_>>().join("/"))
}

/// Returns the name of a file or an entry, without folders and archives.
pub(crate) fn file_name(path: &Path) -> Option<String> {
    match split(path) {
        Some((_, entry)) => entry.rsplit('/').next().map(str::to_owned),
        None => name(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_into_an_archive_only_where_no_file_has_that_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("game.jar"), b"PK\x05\x06").unwrap();
        std::fs::write(path("wow!.mbac"), b"MB").unwrap();
        assert_eq!(split(&path("game.jar!res/17")), Some((path("game.jar"), "res/17".to_owned())));
        assert_eq!(split(&path("game.jar!a.zip!17")), Some((path("game.jar!a.zip"), "17".to_owned())));
        assert_eq!(split(&path("wow!.mbac")), None);
        assert_eq!(
            (split(&path("game.jar")), split(&path("game.jar!")), split(&path("none.jar!17"))),
            (None, None, None)
        );
        assert_eq!(file_name(&path("game.jar!17")).as_deref(), Some("17"));
        assert_eq!(file_name(&path("game.jar!res/17")).as_deref(), Some("17"));
        let deep = open(&path("game.jar!a.zip!b.zip")).unwrap_err().to_string();
        assert!(deep.ends_with("archives are read 2 deep"), "{deep}");
    }

    #[test]
    fn a_changed_archive_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.zip");
        // An archive without entries, and the same with a comment of two letters.
        let empty = [&b"PK\x05\x06"[..], &[0; 18]].concat();
        let mut longer = empty.clone();
        longer[20] = 2;
        longer.extend(b"hi");
        std::fs::write(&path, &empty).unwrap();
        let first = open(&path).unwrap();
        assert!(Arc::ptr_eq(&first, &open(&path).unwrap()));
        std::fs::write(&path, &longer).unwrap();
        assert!(!Arc::ptr_eq(&first, &open(&path).unwrap()));
    }

    fn pack(path: &Path, files: &[(&str, &[u8])]) {
        std::fs::write(path, Archive::pack(files).unwrap()).unwrap();
    }

    #[test]
    fn names_with_the_mark_are_found_where_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        pack(&path("a!b.jar"), &[("x!y.mbac", b""), ("17", b"")]);
        let inner = std::fs::read(path("a!b.jar")).unwrap();
        pack(&path("all.zip"), &[("a!b.jar", &inner), ("x!17", b"")]);
        let found = |text: &str| split(&path(text)).map(|(archive, entry)| (name(&archive).unwrap(), entry)).unwrap();
        for (text, archive, entry) in [
            ("a!b.jar!17", "a!b.jar", "17"),
            ("a!b.jar!x!y.mbac", "a!b.jar", "x!y.mbac"),
            ("all.zip!x!17", "all.zip", "x!17"),
            ("all.zip!a!b.jar", "all.zip", "a!b.jar"),
            ("all.zip!a!b.jar!17", "all.zip!a!b.jar", "17"),
            ("all.zip!a!b.jar!x!y.mbac", "all.zip!a!b.jar", "x!y.mbac"),
            ("all.zip!none.jar!17", "all.zip!none.jar", "17"),
        ] {
            assert_eq!(found(text), (archive.to_owned(), entry.to_owned()), "{text}");
        }
        let place = |text: &str| below(&path("all.zip"), &path(text));
        assert_eq!(place("all.zip!a!b.jar!x!y.mbac").as_deref(), Some("a!b.jar/x!y.mbac"));
        assert_eq!(below(folder.path(), &path("a!b.jar!17")).as_deref(), Some("a!b.jar/17"));
        assert_eq!(place("all.zip!./res\\./17").as_deref(), Some("res/17"));
        assert_eq!(place("a!b.jar"), None);
    }

    #[test]
    fn archives_in_an_archive_are_unpacked_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        pack(&path("one"), &[("17", b"")]);
        let inner = std::fs::read(path("one")).unwrap();
        pack(&path("all.zip"), &[("a.jar", &inner), ("b.jar", &inner)]);
        let opened = || ["all.zip", "all.zip!a.jar", "all.zip!b.jar"].map(|name| open(&path(name)).unwrap());
        let (before, after) = (opened(), opened());
        assert!(before.iter().zip(&after).all(|(before, after)| Arc::ptr_eq(before, after)));
    }

    #[test]
    fn archives_out_of_use_are_forgotten_from_the_oldest_on() {
        let archive = Arc::new(Archive::open(Archive::pack(&[("17", "")]).unwrap()).unwrap());
        let opened = |(name, bytes)| {
            let (path, archive) = (PathBuf::from(name), Arc::clone(&archive));
            Opened { path, state: None, bytes, archive }
        };
        let mut kept: Vec<Opened> = [("outer", 900), ("a", 40), ("b", 50), ("c", 30), ("now", 99)].map(opened).into();
        let in_use = |opened: &Opened| ["outer", "now"].iter().any(|name| opened.path == Path::new(name));
        let mut names = |most| {
            forget(&mut kept, in_use, most);
            kept.iter().map(|opened| opened.path.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(120), ["outer", "a", "b", "c", "now"]);
        assert_eq!(names(80), ["outer", "b", "c", "now"]);
        assert_eq!(names(0), ["outer", "now"]);
    }
}
