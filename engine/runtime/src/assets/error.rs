//! What keeps a file from becoming an asset: which one, and why.

use std::sync::Arc;

use keitai_formats::Kind;

use super::AssetPath;

/// What can go wrong with an asset. Cheap enough to clone, so that a message can stay on the screen.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AssetError {
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
}

/// Shorthand.
pub type Result<T, E = AssetError> = std::result::Result<T, E>;

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

impl AssetError {
    /// The file that is to blame.
    pub fn path(&self) -> Option<&AssetPath> {
        match self {
            Self::NotFound { path, .. }
            | Self::TooLarge { path, .. }
            | Self::Extension { path, .. }
            | Self::Format { path, .. }
            | Self::Source { path, .. }
            | Self::Render { path, .. }
            | Self::Bones { actions: path, .. } => Some(path),
            Self::Path { .. } | Self::Io { .. } => None,
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
            Self::Source { source: keitai_convert::Error::Text { .. }, .. } => {
                Some("`keitai check` tells everything that was noticed".to_owned())
            }
            _ => None,
        }
    }
}
