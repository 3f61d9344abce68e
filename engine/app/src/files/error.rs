//! A file and the reason why it cannot be read or written.

use std::path::PathBuf;

use super::FileFault;

/// A fault and the file that has it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// Reason.
    #[source]
    pub fault: FileFault,
}
