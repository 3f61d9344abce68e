//! Errors of this crate.

use keitai_formats::Diagnostic;

/// Result of reading or writing a file of another format.
pub type Result<T> = std::result::Result<T, Error>;

/// A file cannot be read, or cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// A file has a fault that has a code.
    #[error("{0}")]
    Found(Box<Diagnostic>),
    /// A picture cannot be written as a PNG file.
    #[error("cannot write the picture: {0}")]
    Picture(String),
    /// A picture cannot be read.
    #[error("{format}: {reason}")]
    Decoded { format: &'static str, reason: String },
    /// An archive cannot be read or written.
    #[error("archive: {0}")]
    Archive(String),
    /// A file in an archive cannot be read.
    #[error("{name}: {fault}")]
    Entry { name: String, fault: EntryFault },
    /// A document of the phone formats cannot be read or written.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
}

/// Reason why a file in an archive cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum EntryFault {
    /// There is no such file.
    #[error("no such file in the archive{}", hint(.similar.as_deref()))]
    Missing { similar: Option<String> },
    /// The archive states a size above the limit. Both are in bytes.
    #[error("{size} bytes, expected at most {limit}")]
    TooLarge { size: u64, limit: u64 },
    #[error("is encrypted, which is not supported")]
    Encrypted,
    /// The file is neither stored nor deflated.
    #[error("is packed by a method other than deflate, which is not supported")]
    Method,
    /// The bytes do not unpack to the size and the check sum that the archive states.
    #[error("is damaged: its size or check sum is wrong")]
    Damaged,
}

fn hint(similar: Option<&str>) -> String {
    similar.map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Found(Box::new(diagnostic))
    }
}
