//! Reasons why a file cannot be read or written.

use std::io;

use keitai_formats::text::Position;

/// Reason why a file cannot be read or written. The message does not name the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path leads to something else than a regular file.
    #[error("{found}, expected a regular file")]
    NotRegular {
        /// The kind of what is there, with its article.
        found: &'static str,
    },
    /// The file is larger than its kind ever needs to be.
    #[error("{size} bytes, expected at most {limit}")]
    TooLarge {
        /// Size in bytes, as far as the file was read.
        size: u64,
        /// Largest size that is read, bytes.
        limit: u64,
    },
    /// The file should be a text and is not UTF-8.
    #[error("{at}: not UTF-8 from byte {offset} on")]
    NotUtf8 {
        /// Offset of the first byte that is not UTF-8.
        offset: usize,
        /// Line and column of that byte.
        at: Position,
    },
    /// The output is there already.
    #[error("already exists")]
    Exists,
    /// The output is a file that the same command reads.
    #[error("is an input of this command and is never overwritten")]
    IsInput,
    /// Two outputs of one command have the same place.
    #[error("would be written twice")]
    Twice,
    /// Another program has been changing the file for too long.
    #[error("is in use by another program")]
    InUse,
}

impl FileFault {
    /// Returns the system's word for the fault, when the system has one.
    pub fn kind(&self) -> io::ErrorKind {
        match self {
            Self::Io(error) => error.kind(),
            Self::NotRegular { .. } | Self::IsInput | Self::Twice => io::ErrorKind::InvalidInput,
            Self::TooLarge { .. } => io::ErrorKind::FileTooLarge,
            Self::NotUtf8 { .. } => io::ErrorKind::InvalidData,
            Self::Exists => io::ErrorKind::AlreadyExists,
            Self::InUse => io::ErrorKind::WouldBlock,
        }
    }
}
