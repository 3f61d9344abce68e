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
    /// A PNG file cannot be read.
    #[error("PNG: {reason}")]
    Png {
        /// Reason of the PNG decoder.
        reason: String,
    },
    /// A picture of another kind cannot be read.
    #[error("{format}: {reason}")]
    Decoded {
        /// Kind of the picture.
        format: &'static str,
        /// Reason of the decoder.
        reason: String,
    },
    /// An archive cannot be read or written.
    #[error("archive: {reason}")]
    Archive {
        /// Fault of the archive or of its directory.
        reason: String,
    },
    /// A file in an archive cannot be read.
    #[error("{name}: {fault}")]
    Entry {
        /// Name of the file in the archive.
        name: String,
        /// Fault of the file.
        fault: EntryFault,
    },
    /// A document of the phone formats cannot be read or written.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
}

/// Reason why a file in an archive cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryFault {
    /// There is no such file.
    #[error("no such file in the archive{}", hint(.similar.as_deref()))]
    Missing {
        /// A file with a similar name.
        similar: Option<String>,
    },
    /// The file is too large.
    #[error("{size} bytes, expected at most {limit}")]
    TooLarge {
        /// Size that the archive states, bytes.
        size: u64,
        /// Largest size that is read, bytes.
        limit: u64,
    },
    /// The file is encrypted.
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
