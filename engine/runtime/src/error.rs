//! What can go wrong between a file's name and a running scene.
//!
//! Every error names the file; format errors add the offset, text errors line and column. [`Error::hint`] is what a
//! program prints under the message.

use std::sync::Arc;

use keitai_formats::Kind;

use crate::assets::AssetPath;
use crate::scene::SceneFault;

/// Result of a runtime call.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something cannot be loaded or run. Cheap to clone, so that a message can stay on the screen.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The path leads outside the asset root, is absolute, or is empty.
    #[error("\"{path}\" {fault}")]
    Path {
        /// As it was written.
        path: String,
        /// What is wrong with it.
        fault: PathFault,
    },
    /// There is no such file.
    #[error("{path}: no such file")]
    NotFound {
        /// The file.
        path: AssetPath,
        /// A file of almost the same name in the same folder.
        similar: Option<String>,
    },
    /// The system cannot read it.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system says.
        source: Arc<std::io::Error>,
    },
    /// Changes of files cannot be followed.
    #[error("{folder}: cannot be watched: {source}")]
    Watch {
        /// The folder, or the root.
        folder: AssetPath,
        /// What the system says.
        source: Arc<notify::Error>,
    },
    /// The file is larger than any of its kind needs to be.
    #[error("{path}: {size} bytes, expected at most {limit}")]
    TooLarge {
        /// The file.
        path: AssetPath,
        /// Its size, as far as it was looked at.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// The file's name ends as no file of the wanted kind does.
    #[error("{path}: expected {expected}")]
    Extension {
        /// The file.
        path: AssetPath,
        /// The endings that would do.
        expected: &'static str,
    },
    /// The file is damaged, or not of its kind.
    #[error("{path}: {kind}: {source}")]
    Format {
        /// The file.
        path: AssetPath,
        /// What it was read as.
        kind: Kind,
        /// What is wrong where.
        source: keitai_formats::Error,
    },
    /// A figure or actions cannot be made from what the file holds.
    #[error("{path}:{}{source}", if source.is_placed() { "" } else { " " })]
    Source {
        /// The file.
        path: AssetPath,
        /// What is wrong, and where.
        source: keitai_convert::Error,
    },
    /// The renderer refuses it.
    #[error("{path}: {source}")]
    Render {
        /// The file.
        path: AssetPath,
        /// What it refuses.
        source: keitai_render::Error,
    },
    /// What is in memory cannot be written in its format.
    #[error("{path}: cannot be written again: {source}")]
    Write {
        /// The file it came from.
        path: AssetPath,
        /// What stands in the way.
        source: keitai_formats::Error,
    },
    /// A figure and an action table have different numbers of bones.
    #[error("{actions}: made for {found} bones, but {figure} has {expected}")]
    Bones {
        /// The action table.
        actions: AssetPath,
        /// Its bones.
        found: usize,
        /// The figure.
        figure: AssetPath,
        /// Its bones.
        expected: usize,
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

/// What is wrong with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathFault {
    /// It names nothing.
    #[error("is empty")]
    Empty,
    /// It starts at a root or a drive.
    #[error("is absolute; paths are relative to the file they stand in")]
    Absolute,
    /// It climbs out of the root.
    #[error("leads outside the asset root")]
    Outside,
    /// It is not written in a way that means the same on every system.
    #[error(
        "holds a character that not every system allows in a name (one of \\ : * ? \" < > | or a control character)"
    )]
    Character,
    /// It is longer than any system allows.
    #[error("is longer than 1024 bytes")]
    Long,
}

impl Error {
    /// The file that is to blame.
    pub fn path(&self) -> Option<&AssetPath> {
        match self {
            Self::NotFound { path, .. }
            | Self::TooLarge { path, .. }
            | Self::Extension { path, .. }
            | Self::Format { path, .. }
            | Self::Source { path, .. }
            | Self::Render { path, .. }
            | Self::Write { path, .. }
            | Self::Scene { path, .. }
            | Self::Bones { actions: path, .. } => Some(path),
            Self::Path { .. } | Self::Io { .. } | Self::Watch { .. } | Self::Text { .. } => None,
        }
    }

    /// What to do about it, when that is more than the message says.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::NotFound { similar: Some(similar), .. } => Some(format!("did you mean \"{similar}\"?")),
            Self::Path { fault: PathFault::Outside, .. } => {
                Some("the asset root is the folder above `scenes`, or else the folder of the scene".to_owned())
            }
            Self::Path { fault: PathFault::Character, path } if path.contains('\\') => {
                Some(format!("write \"{}\"", path.replace('\\', "/")))
            }
            Self::Scene { fault, .. } | Self::Text { fault, .. } => fault.hint(),
            Self::Source { source: keitai_convert::Error::Text { .. }, .. } => {
                Some("`keitai check` tells everything that was noticed".to_owned())
            }
            _ => None,
        }
    }
}
