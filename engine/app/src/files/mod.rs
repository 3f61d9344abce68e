//! Files of the file system: reading within a limit, and outputs that are whole or not there.
//!
//! | function | use |
//! |---|---|
//! | [`read`], [`read_text`] | an input; regular files only, at most `limit` bytes |
//! | [`read_stream`], [`text()`] | stdin, where a command takes it |
//! | [`ends`] | the first bytes and the last two, which tell the kind of a file |
//! | [`write()`] | one output whose bytes are at hand |
//! | [`write_all`] | several of them that appear together |
//! | [`StagedFile`], [`commit`] | outputs written bit by bit |
//! | [`locked`] | a file that two programs may change at once |
//! | [`keep_aside`] | a file of the user's own that cannot be read, before a new one is written |
//! | [`remove`] | a file that is not needed any more |
//!
//! A killed program leaves every output as it was or complete; of several outputs some may be old and some new. What is
//! not complete yet has no name on Linux, and goes away with the program. Elsewhere, and on file systems that cannot do
//! that, a kill that no program can catch leaves a hidden file behind, whose name starts with [`TEMPORARY_PREFIX`] and
//! which can be deleted.
//!
//! In a web page, [`read`], [`read_text`], [`write()`], [`locked`], [`keep_aside`] and [`remove`] work on texts that the browser
//! keeps; the other functions find no file.

mod aside;
#[cfg(target_family = "wasm")]
mod browser;
mod commit;
mod draft;
mod error;
#[cfg(not(target_family = "wasm"))]
mod lock;
mod place;
mod stage;
#[cfg(test)]
mod tests;

pub use aside::{keep_aside, remove};
#[cfg(target_family = "wasm")]
pub use browser::{locked, read, write};
pub use commit::{commit, faults, write_all};
pub use draft::TEMPORARY_PREFIX;
pub use error::FileError;
pub use keitai_runtime::files::{FileFault, ends, read_stream, text};
pub use place::Overwrite;
pub use stage::{StagedFile, check};
#[cfg(not(target_family = "wasm"))]
pub use {commit::write, keitai_runtime::files::read, lock::locked};

use std::path::Path;

/// Returns the text of a regular file of at most `limit` bytes.
///
/// # Errors
/// Those of [`read`], and when the bytes are not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileFault> {
    text(read(path, limit)?)
}
