//! Errors of assets.

use std::sync::Arc;

use keitai_formats::Kind;
use keitai_formats::diagnostic::counted;

use super::AssetPath;
use super::bdf::FontFault;

/// An error of an asset. Cheap to clone, so that a message can stay on the screen.
#[derive(Debug, Clone, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum AssetError {
    /// The path leads outside the asset root, is absolute, or is empty.
    #[error("\"{path}\" {fault}")]
    Path { path: String, fault: PathFault },
    /// A file that does not exist.
    #[error("{path}: no such file")]
    NotFound {
        path: AssetPath,
        /// A file with a similar name in the same folder, or a path in another case.
        similar: Option<String>,
    },
    /// A file or folder that the system cannot read.
    #[error("{path}: {source}")]
    Io { path: String, source: Arc<std::io::Error> },
    /// A file that is too large.
    #[error("{path}: {size} bytes, expected at most {limit}")]
    TooLarge {
        path: AssetPath,
        /// The size, bytes; a lower bound when the file grows while it is read.
        size: u64,
        limit: u64,
    },
    /// A file that is damaged or of another kind.
    #[error("{path}: {kind}: {source}")]
    Format { path: AssetPath, kind: Kind, source: keitai_formats::Error },
    /// A source text or joint animation that cannot be converted.
    #[cfg(feature = "sources")]
    #[error("{path}:{}{source}", if source.is_placed() { "" } else { " " })]
    Source { path: AssetPath, source: keitai_convert::Error },
    /// A figure in another format that cannot be converted.
    #[error("{path}: {reason}")]
    Import { path: AssetPath, reason: String },
    /// A file of another kind than expected.
    #[error("{path}: expected {expected}, found {found}")]
    Kind {
        path: AssetPath,
        /// The kinds that are read. Others need the feature `sources`.
        expected: &'static str,
        found: Kind,
    },
    /// An asset that the renderer refuses.
    #[error("{path}: {source}")]
    Render { path: AssetPath, source: keitai_render::Error },
    /// A font that is damaged, too large, or of another character set.
    #[error("{path}:{source}")]
    Font { path: AssetPath, source: FontFault },
    /// A sound that is damaged or too large.
    #[error("{path}: {source}")]
    Sound { path: AssetPath, source: keitai_sound::Error },
    /// A PNG file, or a file in an archive, that cannot be read.
    #[cfg(any(feature = "archives", feature = "sources"))]
    #[error("{path}: {source}")]
    Exchange { path: AssetPath, source: keitai_exchange::Error },
    /// A figure and an action table have different numbers of bones.
    #[error("{actions}: made for {}, but {figure} has {expected}", counted(*found, "bone"))]
    Bones { actions: AssetPath, found: usize, figure: AssetPath, expected: usize },
}

pub(crate) type Result<T, E = AssetError> = std::result::Result<T, E>;

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathFault {
    /// The path is empty.
    #[error("is empty")]
    Empty,
    /// The path starts at a root or a drive.
    #[error("is absolute; paths are relative to the file that contains them")]
    Absolute,
    /// The path leads out of the root.
    #[error("leads outside the asset root")]
    Outside,
    /// The path does not mean the same on every system.
    #[error(
        "contains a character that not every system allows in a name (one of \\ : * ? \" < > | or a control character)"
    )]
    Character,
    /// The path is longer than any system allows.
    #[error("is longer than 1024 bytes")]
    Long,
}

impl AssetError {
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::Format { path, .. } | Self::Kind { path, .. } if path.is_model() => Some(path.conversion()),
            #[cfg(feature = "sources")]
            Self::Source { path, .. } if path.is_model() => Some(path.conversion()),
            Self::NotFound { similar: Some(similar), .. } => Some(format!("did you mean \"{similar}\"?")),
            Self::Path { fault: PathFault::Outside, .. } => {
                Some("the asset root is the folder above `scenes`, or else the folder of the scene or shot".to_owned())
            }
            Self::Path { fault: PathFault::Character, path } if path.contains('\\') => {
                Some(format!("write \"{}\"", path.replace('\\', "/")))
            }
            _ => None,
        }
    }
}
