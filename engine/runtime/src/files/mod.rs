//! Files of the file system: reading within a limit, and outputs that are whole or not there.
//!
//! | function | use |
//! |---|---|
//! | [`read`], [`read_text`] | an input; regular files only, at most `limit` bytes |
//! | [`write`] | one output whose bytes are at hand |
//! | [`StagedFile`], [`commit`] | outputs written bit by bit, or several that appear together |
//! | [`update`] | a file that two programs may change at once |
//!
//! A killed program leaves every output as it was or complete. Until then an output is a hidden file beside its place,
//! whose name starts with [`TEMPORARY_PREFIX`]; only a kill that no program can catch leaves one behind, and it can be
//! deleted.

mod commit;
mod error;
mod read;
mod stage;
mod update;

pub use commit::{commit, write};
pub use error::{FileError, FileFault};
pub use read::{read, read_text};
pub use stage::{Overwrite, StagedFile, TEMPORARY_PREFIX};
pub use update::update;
