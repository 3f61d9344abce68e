//! Renaming of damaged files of the user's own, and removal of files.

#[cfg(not(target_family = "wasm"))]
use std::fs::{remove_file, rename};
use std::io;
use std::path::{Path, PathBuf};

use super::FileFault;
#[cfg(target_family = "wasm")]
use super::browser::{is_taken, remove_file, rename};

/// Renames a file that cannot be read, before a new one is written: to the first free of `NAME.bak`, `NAME.bak2` and so on.
/// Returns that name; `None` when nothing is there.
pub(crate) fn keep_aside(path: &Path) -> Result<Option<PathBuf>, FileFault> {
    if !is_taken(path)? {
        return Ok(None);
    }
    for number in 1..=99 {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".bak".to_owned() } else { format!(".bak{number}") });
        let name = PathBuf::from(name);
        if !is_taken(&name)? {
            rename(path, &name)?;
            return Ok(Some(name));
        }
    }
    Err(io::Error::other("there are 99 older files with the ending .bak beside it").into())
}

pub(crate) fn remove(path: &Path) -> Result<(), FileFault> {
    match remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Returns whether a name is taken, by a file or by anything else; links are not followed.
#[cfg(not(target_family = "wasm"))]
fn is_taken(name: &Path) -> io::Result<bool> {
    match std::fs::symlink_metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        result => result.map(|_| true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_file_is_removed_and_one_that_is_not_there_is_no_error() {
        let (folder, file) = testing::place("a.ron");
        std::fs::write(&file, "").unwrap();
        remove(&file).unwrap();
        assert!(!file.exists());
        remove(&file).unwrap();
        assert!(remove(folder.path()).is_err(), "a folder");
    }

    #[test]
    fn older_files_stay() {
        let (folder, file) = testing::place("a.ron");
        assert_eq!(keep_aside(&file).unwrap(), None);
        for name in ["a.ron.bak", "a.ron.bak2"] {
            std::fs::write(&file, name).unwrap();
            assert_eq!(keep_aside(&file).unwrap(), Some(folder.path().join(name)));
        }
        assert_eq!(std::fs::read(folder.path().join("a.ron.bak")).unwrap(), b"a.ron.bak");
    }

    /// The path leads through a file, so the system cannot report whether it names anything.
    #[cfg(unix)]
    #[test]
    fn a_file_that_the_system_cannot_look_for_is_an_error() {
        let (_folder, file) = testing::place("a.ron");
        std::fs::write(&file, "").unwrap();
        assert_eq!(keep_aside(&file.join("b.ron")).unwrap_err().kind(), io::ErrorKind::NotADirectory);
    }
}
