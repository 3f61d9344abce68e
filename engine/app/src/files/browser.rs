//! Files of a program in a web page: texts that the browser keeps, in `localStorage`, under `keitai/` and their paths.
//!
//! The browser keeps them apart for each origin: scheme, host and port. The browser may keep nothing, for example in a private window: then
//! there are no files, and none can be written.

use std::io;
use std::path::{Path, PathBuf};

use web_sys::Storage;

use super::{FileFault, Overwrite};

/// Returns the bytes of a file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    let Some(text) = text(path) else { return Err(io::Error::from(io::ErrorKind::NotFound).into()) };
    let size = text.len() as u64;
    if size > limit { Err(FileFault::TooLarge { size, limit }) } else { Ok(text.into_bytes()) }
}

/// Writes a file.
///
/// # Errors
/// When the bytes are not UTF-8, when `path` is an input or there already under [`Overwrite::Refuse`], and when the browser keeps
/// nothing, or nothing more.
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), FileFault> {
    if inputs.iter().any(|input| input == path) {
        return Err(FileFault::IsInput);
    }
    if overwrite == Overwrite::Refuse && is_taken(path)? {
        return Err(FileFault::Exists);
    }
    let text = super::text(bytes.to_vec())?;
    let storage = storage().ok_or_else(refused)?;
    storage.set_item(&key(path), &text).map_err(|_| refused().into())
}

/// Calls `act`. Nothing else runs meanwhile.
pub fn locked<T>(_: &Path, act: impl FnOnce() -> T) -> Result<T, FileFault> {
    Ok(act())
}

pub(crate) fn remove_file(path: &Path) -> io::Result<()> {
    match storage() {
        Some(storage) => storage.remove_item(&key(path)).map_err(|_| refused()),
        None => Ok(()),
    }
}

pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let text = text(from).ok_or(io::ErrorKind::NotFound)?;
    storage().and_then(|storage| storage.set_item(&key(to), &text).ok()).ok_or_else(refused)?;
    remove_file(from)
}

pub(crate) fn is_taken(name: &Path) -> io::Result<bool> {
    Ok(text(name).is_some())
}

fn text(path: &Path) -> Option<String> {
    storage()?.get_item(&key(path)).ok()?
}

fn key(path: &Path) -> String {
    format!("keitai/{}", path.to_string_lossy())
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn refused() -> io::Error {
    io::Error::other("this browser keeps nothing for the page")
}
