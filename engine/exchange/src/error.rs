//! Errors of this crate.

use keitai_formats::Diagnostic;

/// Result of reading or writing a file of another format.
pub type Result<T> = std::result::Result<T, Error>;

/// A file cannot be read, or cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file has a fault that has a code.
    #[error("{0}")]
    Found(Box<Diagnostic>),
    /// A picture cannot be written as a PNG file.
    #[error("cannot write the picture: {reason}")]
    Picture {
        /// Reason of the PNG encoder.
        reason: String,
    },
    /// A document of ours cannot be read or written.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Found(Box::new(diagnostic))
    }
}
