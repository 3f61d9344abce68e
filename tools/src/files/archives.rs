//! Paths that lead into archives: `game.jar!res/17`, and `games.zip!game.jar!res/17` in an archive in an archive.
//!
//! A file of the disk whose whole name has a `!` is that file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use keitai_app::Error as AppError;
use keitai_exchange::archive::{Archive, MOST_NESTED, MOST_TOTAL};
use keitai_files as files;
use keitai_formats::Kind;

use super::{disk_kind, name, refuse};
use crate::error::Error;

/// Between the path of an archive and the name of an entry.
const MARK: char = '!';

/// Returns the archive and the name of the entry that a path leads to; `None` for a path of the disk.
pub(crate) fn split(path: &Path) -> Option<(PathBuf, String)> {
    let text = path.to_str()?;
    if !text.contains(MARK) || path.exists() {
        return None;
    }
    let is_archive = |(at, _): &(usize, &str)| {
        let path = Path::new(&text[..*at]);
        mounted(path).is_some() || path.is_file()
    };
    text.match_indices(MARK).find(is_archive)?;
    let (archive, entry) = text.rsplit_once(MARK)?;
    (!entry.is_empty()).then(|| (archive.into(), entry.to_owned()))
}

/// Returns the file of the disk or in memory that a path leads to or into.
pub(crate) fn outermost(path: &Path) -> PathBuf {
    split(path).map_or_else(|| path.to_owned(), |(archive, _)| outermost(&archive))
}

/// Returns the number of archives that a path leads into.
fn depth(path: &Path) -> usize {
    split(path).map_or(0, |(archive, _)| 1 + depth(&archive))
}

/// Returns the path of an entry.
pub(crate) fn join(archive: &Path, entry: &str) -> PathBuf {
    format!("{}{MARK}{entry}", archive.display()).into()
}

/// Archives in memory that paths lead into as if they were on the disk.
static MOUNTED: Mutex<Vec<(PathBuf, Arc<Archive>)>> = Mutex::new(Vec::new());

/// Makes an archive known under a path, instead of the one known under it before. Paths lead into it as if it were on the
/// disk.
pub(crate) fn mount(path: PathBuf, archive: Archive) {
    let mut mounted = MOUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    mounted.retain(|(own, _)| *own != path);
    mounted.push((path, Arc::new(archive)));
    drop(mounted);
    // It may be one in the archive that was known before.
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Forgets the archive in memory that is known under a path.
pub(crate) fn unmount(path: &Path) {
    MOUNTED.lock().unwrap_or_else(PoisonError::into_inner).retain(|(own, _)| own != path);
    // It may be one in the archive that is forgotten.
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Returns the archive in memory that is known under a path.
fn mounted(path: &Path) -> Option<Arc<Archive>> {
    let mounted = MOUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    mounted.iter().find(|(own, _)| own == path).map(|(_, archive)| Arc::clone(archive))
}

/// Returns a text without the names under which archives in memory are known: users did not give them.
pub(crate) fn without_mounts(text: &str) -> String {
    let mounted = MOUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    mounted.iter().fold(text.to_owned(), |text, (path, _)| text.replace(&format!("{}{MARK}", path.display()), ""))
}

/// The archive that was opened last: commands read many entries of one.
static LAST: Mutex<Option<Opened>> = Mutex::new(None);

struct Opened {
    path: PathBuf,
    /// Time and size of the file on the disk, by which a change is noticed.
    state: Option<(SystemTime, u64)>,
    archive: Arc<Archive>,
}

/// Opens an archive of the disk, in memory or in another archive.
pub(crate) fn open(path: &Path) -> Result<Arc<Archive>, Error> {
    if let Some(archive) = mounted(path) {
        return Ok(archive);
    }
    let state = disk_state(path);
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(opened) = last().as_ref()
        && opened.path == path
        && opened.state == state
    {
        return Ok(Arc::clone(&opened.archive));
    }
    let bytes = match split(path) {
        Some((outer, entry)) => {
            if depth(path) >= MOST_NESTED {
                return Err(Error::read(path, format!("archives are read {MOST_NESTED} deep")));
            }
            open(&outer)?.read(&entry).map_err(|error| refuse_entry(&outer, &error))?
        }
        None => files::read(path, MOST_TOTAL).map_err(|fault| refuse(path, &fault))?,
    };
    let archive = Arc::new(Archive::open(bytes).map_err(|error| Error::read(path, error))?);
    *last() = Some(Opened { path: path.to_owned(), state, archive: Arc::clone(&archive) });
    Ok(archive)
}

/// Returns time and size of the file that a path leads to or into.
fn disk_state(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(outermost(path)).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Reads an entry.
pub(super) fn read(archive: &Path, entry: &str) -> Result<Vec<u8>, Error> {
    open(archive)?.read(entry).map_err(|error| refuse_entry(archive, &error))
}

fn refuse_entry(archive: &Path, error: &keitai_exchange::Error) -> Error {
    let hint = format!("`keitai info {}` lists what is inside", archive.display());
    AppError::Read { path: archive.to_owned(), reason: error.to_string(), hint: Some(hint) }.into()
}

/// Returns whether a path leads to an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    match split(path) {
        Some(_) => super::kind(path) == Some(Kind::Archive),
        None => mounted(path).is_some() || path.is_file() && disk_kind(path) == Some(Kind::Archive),
    }
}

/// Returns the paths of all entries, and of those of the archives inside.
pub(crate) fn entries(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let archive = open(path)?;
    let mut paths = Vec::new();
    let may_hold_archives = 1 + depth(path) < MOST_NESTED;
    for entry in archive.entries() {
        let inside = join(path, &entry.name);
        let nested = may_hold_archives
            && archive
                .read(&entry.name)
                .is_ok_and(|data| keitai_formats::recognise(&data).is_ok_and(|found| found.kind == Kind::Archive));
        if nested {
            // A damaged archive inside is an entry like any other.
            match entries(&inside) {
                Ok(more) => paths.extend(more),
                Err(_) => paths.push(inside),
            }
        } else {
            paths.push(inside);
        }
    }
    Ok(paths)
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
}
