//! The step that puts complete outputs in their places, all or none.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use tempfile::TempPath;

use super::draft::hidden;
use super::place::{folder_of, is_taken};
use super::stage::{Inputs, NewFolders, check_apart};
use super::{FileError, FileFault, Overwrite, StagedFile};

/// Writes one output whose bytes are at hand; see [`StagedFile::create`] for the rules.
///
/// # Errors
/// When the file cannot be written whole; the old one, if any, is unchanged then.
#[cfg(not(target_family = "wasm"))]
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), FileFault> {
    let mut staged = StagedFile::create(path, overwrite, inputs)?;
    staged.write_all(bytes)?;
    commit(vec![staged]).map_err(|error| error.fault)
}

/// Writes several outputs, given by their paths and bytes: all of them, or none when one of them fails.
///
/// # Errors
/// The first output that cannot be written, and why. All places are as before then.
pub fn write_all<'o>(
    outputs: impl IntoIterator<Item = (&'o Path, &'o [u8])>,
    overwrite: Overwrite,
    inputs: &[PathBuf],
) -> Result<(), FileError> {
    let outputs: Vec<_> = outputs.into_iter().collect();
    allow_open_files(outputs.len());
    let inputs = Inputs::new(inputs);
    let stage = |path, bytes| {
        let mut staged = StagedFile::create_apart(path, overwrite, &inputs)?;
        staged.write_all(bytes)?;
        Ok(staged)
    };
    let staged = outputs
        .into_iter()
        .map(|(path, bytes)| stage(path, bytes).map_err(|fault| FileError { path: path.to_owned(), fault }));
    commit(staged.collect::<Result<_, _>>()?)
}

/// Raises the number of files that this program may have open, as far as its user is allowed to. Every output is open until all
/// are complete, and systems start programs with as few as 256.
#[cfg(unix)]
fn allow_open_files(outputs: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// Files that may be open besides the outputs.
    const OTHERS: u64 = 64;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let needed = outputs as u64 + OTHERS;
    if current.is_some_and(|current| current < needed) {
        let current = Some(maximum.map_or(needed, |maximum| maximum.min(needed)));
        // Without success the output that is one too many tells it.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
    }
}

#[cfg(not(unix))]
fn allow_open_files(_: usize) {}

/// Returns the reasons why several outputs may not be written together, without writing anything: those of
/// [`check`](super::check), and outputs that have the place of another.
pub fn faults(paths: &[&Path], overwrite: Overwrite, inputs: &[PathBuf]) -> Vec<FileError> {
    let inputs = Inputs::new(inputs);
    let mut taken = BTreeSet::new();
    let fault = |path: &&Path| {
        let twice = !taken.insert(whole(path));
        let fault = check_apart(path, overwrite, &inputs).err().or(twice.then_some(FileFault::Twice))?;
        Some(FileError { path: path.to_path_buf(), fault })
    };
    paths.iter().filter_map(fault).collect()
}

/// Puts outputs in their places: all of them, or none when one of them fails. Every file is on the disk before the first
/// old one is replaced.
///
/// # Errors
/// The first output that cannot take its place, and why. All places are as before then.
pub fn commit(outputs: Vec<StagedFile>) -> Result<(), FileError> {
    let mut taken = BTreeSet::new();
    let refuse = |output: &StagedFile, fault| FileError { path: output.path.clone(), fault };
    if let Some(twice) = outputs.iter().find(|output| !taken.insert(whole(&output.place))) {
        return Err(refuse(twice, FileFault::Twice));
    }
    at_once(&outputs, |output| output.draft.file().sync_all().map_err(|error| refuse(output, error.into())))?;
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

/// Returns the folder and the name of a place; all ways to write one place have them in common.
fn whole(place: &Path) -> (PathBuf, Option<OsString>) {
    let folder = folder_of(place);
    (folder.canonicalize().unwrap_or_else(|_| folder.to_owned()), place.file_name().map(ToOwned::to_owned))
}

/// Brings the new names to the disk, where the system can do that. The files are there and whole in any case.
fn sync_folders<'a>(folders: impl Iterator<Item = &'a Path>) {
    if cfg!(unix) {
        let folders: Vec<&Path> = folders.collect::<BTreeSet<_>>().into_iter().collect();
        let _ = at_once(&folders, |folder| File::open(folder).and_then(|folder| folder.sync_all()));
    }
}

/// Brings files to the disk, several at once: a disk waits once for all that come together, and otherwise for each.
///
/// # Errors
/// The first error in the order of the files.
fn at_once<T: Sync, E: Send>(files: &[T], sync: impl Fn(&T) -> Result<(), E> + Sync) -> Result<(), E> {
    const THREADS: usize = 8;
    let sync_all = |files: &[T]| files.iter().try_for_each(&sync);
    let (own, others) = files.split_at(files.len().div_ceil(THREADS));
    thread::scope(|scope| {
        let others = others.chunks(own.len().max(1)).map(|files| scope.spawn(|| sync_all(files)));
        let others: Vec<_> = others.collect();
        let own = sync_all(own);
        others.into_iter().fold(own, |before, other| {
            let after = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            before.and(after)
        })
    })
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
