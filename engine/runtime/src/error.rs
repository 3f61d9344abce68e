//! What can go wrong between a file's name and a running scene.
//!
//! Every error names the file; format errors add the offset, text errors line and column. [`Error::hint`] is what a
//! program prints under the message.

use std::sync::Arc;

use crate::assets::{AssetError, AssetPath};
use crate::scene::fault::SceneFault;

/// Result of a runtime call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something cannot be loaded or run. Cheap to clone, so that a message can stay on the screen.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file is not there, or cannot be used.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// Changes of files cannot be followed.
    #[error("{folder}: cannot be watched: {source}")]
    Watch {
        /// The folder, or the root.
        folder: AssetPath,
        /// What the system says.
        source: Arc<notify::Error>,
    },
    /// What is in memory cannot be written in its format.
    #[error("{path}: cannot be written again: {source}")]
    Write {
        /// The file it came from.
        path: AssetPath,
        /// What stands in the way.
        source: keitai_formats::Error,
    },
    /// A replay or a file of controls is not as it should be.
    #[error("{path}:{line}:{column}: {fault}")]
    Text {
        /// The file.
        path: String,
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What is wrong there.
        fault: Box<SceneFault>,
    },
    /// A scene is not as it should be.
    #[error("{path}:{line}:{column}: {fault}")]
    Scene {
        /// The scene, or a file that it includes.
        path: AssetPath,
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What is wrong there.
        fault: Box<SceneFault>,
    },
}

impl Error {
    /// What to do about it, when that is more than the message says.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Asset(error) => error.hint(),
            Self::Scene { fault, .. } | Self::Text { fault, .. } => fault.hint(),
            Self::Watch { .. } | Self::Write { .. } => None,
        }
    }
}
