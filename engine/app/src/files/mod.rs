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
mod output;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::path::Path;

pub(crate) use aside::{keep_aside, remove};
#[cfg(target_family = "wasm")]
pub use browser::{locked, read, write};
pub use keitai_runtime::files::{FileFault, ends, read_stream, text};
pub(crate) use output::StagedFile;
pub use output::{Overwrite, check, check_all};
#[cfg(not(target_family = "wasm"))]
pub use {keitai_runtime::files::read, lock::locked, output::write};

/// Returns what `parse` makes of the text of a file of the user's own; `None` where there is no such file. The error says why the
/// file cannot be used, and names it.
pub(crate) fn load<T>(
    path: &Path,
    limit: u64,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    match read_text(path, limit) {
        Ok(text) => parse(&text).map(Some),
        Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(None),
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
