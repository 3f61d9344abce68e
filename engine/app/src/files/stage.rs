//! Outputs that wait beside their place until they are complete.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs::Metadata;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use keitai_runtime::files::check_regular;

use super::FileFault;
use super::draft::Draft;
use super::place::{Overwrite, folder_of};

/// Most symbolic links from an output to its file.
const MOST_LINKS: usize = 40;

/// An output that is being written. [`commit`](super::commit) puts it in its place; dropped before that, it leaves
/// nothing behind, the folders made for it included.
#[derive(Debug)]
pub struct StagedFile {
    pub(crate) draft: Draft,
    /// The place, without links.
    pub(crate) place: PathBuf,
    /// The place as the caller wrote it.
    pub(crate) path: PathBuf,
    pub(crate) overwrite: Overwrite,
    /// Dropped after the file in them.
    pub(crate) folders: NewFolders,
}

impl StagedFile {
    /// Begins an output. Missing folders are made. `inputs` are the files that the command reads.
    ///
    /// A new file has the permissions that the umask leaves; one that replaces a file has that file's.
    ///
    /// # Errors
    /// Those of [`check`], and when nothing can be written in the folder.
    pub fn create(path: &Path, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<Self, FileFault> {
        Self::create_apart(path, overwrite, &Inputs::new(inputs))
    }

    /// Begins one of several outputs of a command.
    pub(crate) fn create_apart(path: &Path, overwrite: Overwrite, inputs: &Inputs) -> Result<Self, FileFault> {
        let (place, old) = find(path, overwrite, inputs)?;
        let folders = NewFolders::create(folder_of(&place))?;
        let draft = Draft::create(&place)?;
        if let Some(old) = old {
            keep_owner(&draft, &old);
            draft.file().set_permissions(old.permissions())?;
        }
        Ok(Self { draft, place, path: path.to_owned(), overwrite, folders })
    }

    /// Returns the place of the output, as the caller wrote it.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.file().flush()
    }
}

/// Tells whether an output may be written, without writing anything. `inputs` are the files that the command reads.
///
/// # Errors
/// When `path` is an input, anything but a regular file, or there already under [`Overwrite::Refuse`].
pub fn check(path: &Path, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), FileFault> {
    check_apart(path, overwrite, &Inputs::new(inputs))
}

/// Tells whether one of several outputs of a command may be written.
pub(crate) fn check_apart(path: &Path, overwrite: Overwrite, inputs: &Inputs) -> Result<(), FileFault> {
    find(path, overwrite, inputs).map(drop)
}

/// Returns the place of an output, and what is known of the file in it.
fn find(path: &Path, overwrite: Overwrite, inputs: &Inputs) -> Result<(PathBuf, Option<Metadata>), FileFault> {
    let place = resolve(path)?;
    let old = match std::fs::metadata(&place) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((place, None)),
        Err(error) => return Err(error.into()),
    };
    check_regular(&old)?;
    if inputs.contain(&place) {
        return Err(FileFault::IsInput);
    }
    if overwrite == Overwrite::Refuse {
        return Err(FileFault::Exists);
    }
    Ok((place, Some(old)))
}

/// Gives a draft the owner of the file that it replaces. Only root may do that for others' files; nobody else needs to.
#[cfg(unix)]
fn keep_owner(draft: &Draft, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(draft.file(), Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Draft, _: &Metadata) {}

/// Follows symbolic links, so that the file behind them is replaced and not the link.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&place) {
            Ok(target) => place = folder_of(&place).join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The files that a command reads. Each is looked for once, however many outputs there are, and only when a file stands in the
/// place of one.
pub(crate) struct Inputs<'i> {
    paths: &'i [PathBuf],
    found: OnceCell<BTreeSet<Identity>>,
}

impl<'i> Inputs<'i> {
    pub(crate) fn new(paths: &'i [PathBuf]) -> Self {
        Self { paths, found: OnceCell::new() }
    }

    /// Tells whether a path leads to one of the files.
    fn contain(&self, path: &Path) -> bool {
        let found = self.found.get_or_init(|| self.paths.iter().filter_map(|input| identity(input)).collect());
        identity(path).is_some_and(|own| found.contains(&own))
    }
}

/// Identity of a file, the same for all paths to it, hard links included: the device and the number of the file.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

/// Identity of a file, the same for all paths to it: its canonical path. The standard library knows no other one here.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.canonicalize().ok()
}

/// Folders that were made for an output. Those that are still empty go away again when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Makes a folder and those above it that are missing.
    fn create(folder: &Path) -> io::Result<Self> {
        let missing: Vec<PathBuf> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .map(PathBuf::from)
            .collect();
        let mut new = Self::default();
        for folder in missing.into_iter().rev() {
            match std::fs::create_dir(&folder) {
                Ok(()) => new.0.push(folder),
                // Another output or program was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(new)
    }

    /// Keeps the folders.
    pub(crate) fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            // One that is not empty holds something of others, and stays.
            let _ = std::fs::remove_dir(folder);
        }
    }
}
