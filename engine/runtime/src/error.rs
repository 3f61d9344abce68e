//! Errors of loading and running scenes.
//!
//! Every error names the file. Format errors add the offset, text errors the line and column. A program prints
//! [`Error::hint`] under the message.

use keitai_formats::text::{Position, nearest};

use crate::assets::{AssetError, AssetPath};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::SceneFault;

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of loading or running a scene. Cheap to clone, so that a message can stay on the screen.
#[derive(Debug, Clone, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// A file that does not exist or cannot be used.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// An asset in memory that cannot be written in its format.
    #[error("{path}: cannot be written: {source}")]
    Write {
        /// The file that the asset was loaded from.
        path: AssetPath,
        source: keitai_formats::Error,
    },
    /// A faulty scene, replay or file of controls.
    #[error("{path}:{line}:{column}: {fault}")]
    Text {
        /// The file; of scenes relative to the root, as [`AssetPath`] shows it.
        path: String,
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        fault: Box<SceneFault>,
    },
    /// A name that a game uses and the scene lacks.
    #[error("{scene}: there is no {what} \"{name}\"")]
    Missing {
        scene: AssetPath,
        /// Kind of the named thing, for instance `entity`.
        what: &'static str,
        name: String,
        similar: Option<String>,
    },
    /// A figure or an action that a game has made and that its format cannot hold.
    #[error("a shot cannot be recorded: {source}")]
    Record { source: keitai_render::Error },
    /// A world without room for another entity of a prefab and its children.
    #[error("{scene}: no room for \"{prefab}\", expected at most {MAX_ENTITIES} entities")]
    Full { scene: AssetPath, prefab: String },
}

impl Error {
    pub(crate) fn scene(path: &AssetPath, Position { line, column }: Position, fault: SceneFault) -> Self {
        Self::Text { path: path.to_string(), line, column, fault: Box::new(fault) }
    }

    pub(crate) fn text(path: &str, Position { line, column }: Position, fault: SceneFault) -> Self {
        Self::Text { path: path.to_owned(), line, column, fault: Box::new(fault) }
    }

    /// Returns the error for a name that a game looks for, among the names that the scene has.
    pub(crate) fn missing<'a>(
        scene: &AssetPath,
        what: &'static str,
        name: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Self {
        let similar = nearest(name, names).map(str::to_owned);
        Self::Missing { scene: scene.clone(), what, name: name.to_owned(), similar }
    }

    /// Returns advice that goes beyond the message.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Asset(error) => error.hint(),
            Self::Text { fault, .. } => fault.hint(),
            Self::Missing { similar, .. } => similar.as_ref().map(|name| format!("did you mean \"{name}\"?")),
            Self::Full { .. } => Some("remove entities, or give the prefab a `lifetime`".to_owned()),
            Self::Write { .. } | Self::Record { .. } => None,
        }
    }
}

/// The message, and the hint after it.
impl From<&Error> for String {
    fn from(error: &Error) -> Self {
        let hint = error.hint().map(|hint| format!("; {hint}"));
        format!("{error}{}", hint.unwrap_or_default())
    }
}
