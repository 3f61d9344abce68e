//! Folders of files, on the disk and in archives.

use std::fs::{DirEntry, FileType};
use std::path::{Path, PathBuf};

use keitai_app::folder_of;

use super::{Session, is_stdin};
use crate::error::Error;

/// Deepest folder that is searched.
pub(super) const DEEPEST: usize = 32;

/// Folders that cannot be read, and their errors.
type Unreadable = Vec<(PathBuf, Error)>;

/// Returns all files below a folder, in alphabetical order, and the folders that cannot be read. Those in a folder of
/// outputs further down are left out: an earlier run may have written them.
pub(crate) fn below(folder: &Path, outputs: Option<&Path>) -> (Vec<PathBuf>, Unreadable) {
    fn walk(
        folder: &Path,
        outputs: Option<&Path>,
        depth: usize,
        files: &mut Vec<PathBuf>,
        unreadable: &mut Unreadable,
    ) {
        let paths = match list(folder) {
            Ok(paths) => paths,
            Err(error) => return unreadable.push((folder.to_owned(), error)),
        };
        for (path, kind) in paths {
            // Links to folders may lead in circles.
            if kind.is_dir() && depth < DEEPEST {
                if outputs.is_none_or(|outputs| path.canonicalize().ok().as_deref() != Some(outputs)) {
                    walk(&path, outputs, depth + 1, files, unreadable);
                }
            } else if is_file(&path, kind) {
                files.push(path);
            }
        }
    }
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    let outputs = outputs.and_then(|outputs| outputs.canonicalize().ok());
    walk(folder, outputs.as_deref(), 0, &mut files, &mut unreadable);
    (files, unreadable)
}

impl Session {
    /// Returns the files in the folder of a file, in alphabetical order. Nothing is beside stdin.
    pub(crate) fn neighbours(&self, file: &Path) -> Result<Vec<PathBuf>, Error> {
        if is_stdin(file) {
            return Ok(Vec::new());
        }
        if let Some((archive, entry)) = self.split(file) {
            return self.entries_beside(&archive, &entry);
        }
        let paths = list(folder_of(file))?.into_iter().filter(|(path, kind)| is_file(path, *kind));
        // A bare name stays bare.
        Ok(paths.filter_map(|(path, _)| Some(file.with_file_name(path.file_name()?))).collect())
    }
}

/// Returns the paths in a folder and what they are, in alphabetical order.
fn list(folder: &Path) -> Result<Vec<(PathBuf, FileType)>, Error> {
    let refuse = |error: std::io::Error| Error::read(folder, error);
    let entries = std::fs::read_dir(folder).map_err(refuse)?;
    // A file that has just been removed has no type.
    let path = |entry: DirEntry| entry.file_type().ok().map(|kind| (entry.path(), kind));
    let mut paths = Vec::new();
    for entry in entries {
        paths.extend(path(entry.map_err(refuse)?));
    }
    paths.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(paths)
}

/// Returns whether a path is one of a regular file, or a link to one. A link that leads nowhere is a file that cannot be read.
fn is_file(path: &Path, kind: FileType) -> bool {
    kind.is_file() || kind.is_symlink() && path.metadata().map_or(true, |metadata| metadata.is_file())
}
