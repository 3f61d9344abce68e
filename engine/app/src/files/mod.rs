//! Files of the file system: reading within a limit, and outputs that are whole or not there.
//!
//! A killed program leaves every output as it was or complete. It may leave a hidden file behind, named `.keitai-*.tmp`,
//! which can be deleted. Several outputs are written one after the other.
//!
//! In a web page, [`read`], [`read_text`], [`write()`] and [`locked`] work on texts that the browser keeps; the other functions
//! find no file.

mod aside;
#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod lock;
#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use keitai_runtime::files::check_regular;
use tempfile::NamedTempFile;

use crate::error::Error;

pub(crate) use aside::{keep_aside, remove};
#[cfg(target_family = "wasm")]
pub use browser::{locked, read, write};
pub use keitai_runtime::files::{FileFault, ends, read_stream, text};
#[cfg(not(target_family = "wasm"))]
pub use {keitai_runtime::files::read, lock::locked};

/// Returns what `parse` makes of the text of a file of the user's own; `None` where there is no such file. The error says why the
/// file cannot be used, and names it.
pub(crate) fn load<T>(
    path: &Path,
    limit: u64,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    match read_text(path, limit) {
        Ok(text) => parse(&text).map(Some),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(format!("{}: {fault}", path.display())),
    }
}

/// Returns the text of a regular file of at most `limit` bytes.
///
/// # Errors
/// Those of [`read`], and when the bytes are not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileFault> {
    text(read(path, limit)?)
}

/// Returns the folder that a file is in; the current folder for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Decision about a file at the path of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Overwrite {
    /// Keep it, and fail.
    #[default]
    Refuse,
    /// Replace it.
    Force,
}

impl Overwrite {
    /// Returns the decision that an option `--force` stands for.
    pub fn forced(force: bool) -> Self {
        if force { Self::Force } else { Self::Refuse }
    }
}

/// An output that is being written to a hidden file beside its place. [`StagedFile::commit`] puts it there. An output
/// that is dropped before that leaves nothing but the folders made for it.
#[derive(Debug)]
pub(crate) struct StagedFile {
    file: NamedTempFile,
    /// The place, without links.
    place: PathBuf,
    overwrite: Overwrite,
}

impl StagedFile {
    /// Begins an output, as [`write()`] describes it.
    pub(crate) fn create(path: &Path, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<Self, FileFault> {
        let old = find(path, overwrite, |file| is_among(inputs, file))?;
        let place = if old.is_some() { path.canonicalize()? } else { path.to_owned() };
        let folder = folder_of(&place);
        std::fs::create_dir_all(folder)?;
        // Opened here, so that an error does not name the hidden file.
        let create = |name: &Path| File::options().read(true).write(true).create_new(true).open(name);
        let file = tempfile::Builder::new().prefix(".keitai-").suffix(".tmp").make_in(folder, create)?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { file, place, overwrite })
    }

    /// Puts the complete output in its place, once its bytes are on the disk. Fails when the disk is full, and when a
    /// file has appeared in the place under [`Overwrite::Refuse`].
    pub(crate) fn commit(self) -> Result<(), FileFault> {
        let Self { file, place, overwrite } = self;
        file.as_file().sync_all()?;
        let result = match overwrite {
            Overwrite::Force => file.persist(&place),
            Overwrite::Refuse => file.persist_noclobber(&place),
        };
        match result.map_err(|failed| failed.error) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(FileFault::Exists),
            result => result?,
        };
        if cfg!(unix) {
            // The file is whole with its old or its new name, whether the folder can be synced or not.
            let _ = File::open(folder_of(&place)).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file().flush()
    }
}

/// Writes an output. Missing folders are made. `inputs` are the files that the command reads.
///
/// A new file has the permissions that the umask leaves; one that replaces a file has that file's.
///
/// # Errors
/// Those of [`check`], and when the file cannot be written whole; the old one, if any, is unchanged then.
#[cfg(not(target_family = "wasm"))]
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), FileFault> {
    let mut output = StagedFile::create(path, overwrite, inputs)?;
    output.write_all(bytes)?;
    output.commit()
}

/// Checks whether an output may be written, without writing anything. `inputs` are the files that the command reads.
///
/// # Errors
/// When `path` is an input, anything but a regular file, or there already under [`Overwrite::Refuse`].
pub fn check(path: &Path, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), FileFault> {
    find(path, overwrite, |file| is_among(inputs, file)).map(|_| ())
}

/// Returns the errors of outputs that may not be written: those that [`check`] refuses, and those with the place of another.
pub fn check_all(paths: &[&Path], overwrite: Overwrite, inputs: &[PathBuf]) -> Vec<Error> {
    let inputs: LazyCell<BTreeSet<_>, _> =
        LazyCell::new(|| inputs.iter().filter_map(|input| identity(input)).collect());
    let mut places = BTreeSet::new();
    let faults = paths.iter().filter_map(|path| {
        let folder = folder_of(path);
        let is_second = !places.insert((folder.canonicalize().unwrap_or(folder.to_owned()), path.file_name()));
        let refused = find(path, overwrite, |file| inputs.contains(file)).err();
        let fault = refused.or(is_second.then_some(FileFault::Twice))?;
        Some(Error::output(path, fault))
    });
    faults.collect()
}

/// Returns what is known of the file that an output replaces.
fn find(
    path: &Path,
    overwrite: Overwrite,
    is_input: impl Fn(&Identity) -> bool,
) -> Result<Option<Metadata>, FileFault> {
    let old = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        Err(_) if path.is_symlink() => return Err(FileFault::NotRegular { found: "a link to a missing file" }),
        Err(_) => return Ok(None),
    };
    check_regular(&old)?;
    if identity(path).is_some_and(|number| is_input(&number)) {
        return Err(FileFault::IsInput);
    }
    if overwrite == Overwrite::Refuse {
        return Err(FileFault::Exists);
    }
    Ok(Some(old))
}

fn is_among(inputs: &[PathBuf], file: &Identity) -> bool {
    inputs.iter().any(|input| identity(input).as_ref() == Some(file))
}

/// Makes a file that grows beyond the limit of the shell (`ulimit -f`) a write error, like a full disk, instead of the
/// end of the program.
pub fn ignore_file_limit() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Identity of a file, the same for all paths to it, hard links included: the numbers of device and file.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Identity of a file, the same for all paths to it except hard links: its canonical path.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.canonicalize().ok()
}
