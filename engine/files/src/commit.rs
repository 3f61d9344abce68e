//! The step that puts complete outputs in their places, all or none.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::draft::hidden;
use crate::place::{folder_of, is_taken};
use crate::stage::NewFolders;
use crate::{FileError, FileFault, Overwrite, StagedFile, check};

/// Writes one output whose bytes are at hand; see [`StagedFile::create`] for the rules.
///
/// # Errors
/// When the file cannot be written whole; the old one, if any, is unchanged then.
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), FileFault> {
    let mut staged = StagedFile::create(path, overwrite, inputs)?;
    staged.write_all(bytes)?;
    commit(vec![staged]).map_err(|error| error.fault)
}

/// Returns the reasons why several outputs may not be written together, without writing anything: those of [`check`], and
/// outputs that have the place of another.
pub fn faults(paths: &[&Path], overwrite: Overwrite, inputs: &[PathBuf]) -> Vec<FileError> {
    let fault = |(index, path): (usize, &&Path)| {
        let twice = paths[..index].iter().any(|other| is_same_place(other, path));
        let fault = check(path, overwrite, inputs).err().or(twice.then_some(FileFault::Twice))?;
        Some(FileError { path: path.to_path_buf(), fault })
    };
    paths.iter().enumerate().filter_map(fault).collect()
}

/// Puts outputs in their places: all of them, or none when one of them fails. Every file is on the disk before the first
/// old one is replaced.
///
/// # Errors
/// The first output that cannot take its place, and why. All places are as before then.
pub fn commit(outputs: Vec<StagedFile>) -> Result<(), FileError> {
    for (index, output) in outputs.iter().enumerate() {
        let refuse = |fault| FileError { path: output.path.clone(), fault };
        if outputs[..index].iter().any(|other| is_same_place(&other.place, &output.place)) {
            return Err(refuse(FileFault::Twice));
        }
        output.draft.file().sync_all().map_err(|error| refuse(error.into()))?;
    }
    let several = outputs.len() > 1;
    let mut placed: Vec<Placed> = Vec::new();
    // Folders are kept once everything is in place, and otherwise dropped last.
    let mut folders = Vec::new();
    for StagedFile { draft, place, path, overwrite, folders: new } in outputs {
        folders.push(new);
        let old = if several { keep_old(&place) } else { Ok(None) };
        let moved = old.and_then(|old| draft.place(&place, overwrite).map(|()| old));
        match moved {
            Ok(old) => placed.push(Placed { place, old }),
            Err(error) => {
                placed.into_iter().rev().for_each(Placed::undo);
                let exists = overwrite == Overwrite::Refuse && error.kind() == io::ErrorKind::AlreadyExists;
                let fault = if exists { FileFault::Exists } else { error.into() };
                return Err(FileError { path, fault });
            }
        }
    }
    folders.iter_mut().for_each(NewFolders::keep);
    sync_folders(placed.iter().map(|placed| folder_of(&placed.place)));
    Ok(())
}

/// An output in its place, and what stood there.
struct Placed {
    place: PathBuf,
    /// The old file under a hidden name; it is deleted when this is dropped.
    old: Option<TempPath>,
}

impl Placed {
    /// Brings back what stood in the place.
    fn undo(self) {
        // There is no better answer to a failure here than to go on with the others.
        let _ = match self.old {
            Some(old) => old.persist(&self.place).map_err(|failed| failed.error),
            None => std::fs::remove_file(&self.place),
        };
    }
}

/// Gives the file in a place a second, hidden name.
fn keep_old(place: &Path) -> io::Result<Option<TempPath>> {
    if !is_taken(place)? {
        return Ok(None);
    }
    hidden().make_in(folder_of(place), |name| link_or_copy(place, name)).map(|old| Some(old.into_temp_path()))
}

/// Gives a file a second name, or a copy with that name where the file system knows no hard links. A file that has the name
/// already is an error of the kind `AlreadyExists`, and stays as it is.
fn link_or_copy(place: &Path, name: &Path) -> io::Result<()> {
    match std::fs::hard_link(place, name) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => std::fs::copy(place, name).map(drop),
        done => done,
    }
}

/// Tells whether two places are one, however their folders are written.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let whole =
        |place: &Path| folder_of(place).canonicalize().map(|folder| (folder, place.file_name().map(ToOwned::to_owned)));
    one == other || matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// Brings the new names to the disk, where the system can do that. The files are there and whole in any case.
fn sync_folders<'a>(folders: impl Iterator<Item = &'a Path>) {
    if cfg!(unix) {
        let mut done: Vec<&Path> = Vec::new();
        for folder in folders {
            if !done.contains(&folder) {
                let _ = File::open(folder).and_then(|folder| folder.sync_all());
                done.push(folder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_the_second_name_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [place, free, theirs] = ["place", "free", "theirs"].map(|name| folder.path().join(name));
        std::fs::write(&place, "old").unwrap();
        std::fs::write(&theirs, "theirs").unwrap();
        link_or_copy(&place, &free).unwrap();
        assert_eq!(std::fs::read(&free).unwrap(), b"old");
        assert_eq!(link_or_copy(&place, &theirs).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&theirs).unwrap(), b"theirs");
    }
}
