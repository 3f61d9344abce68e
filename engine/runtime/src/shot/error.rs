//! Errors of shots.

use keitai_formats::counted;
use keitai_formats::text::Position;

use crate::assets::AssetError;
use crate::ron_text::{SceneFault, parse_text};

/// An error of a shot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShotError {
    /// A text that is not a shot, or has a picture size out of range.
    #[error("{line}:{column}: {fault}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The fault.
        fault: Box<SceneFault>,
    },
    /// A name in a statement that is not declared.
    #[error("statement {statement}: {what} \"{name}\" is not declared")]
    Unknown {
        /// Position in the frame program, from 1.
        statement: usize,
        /// Kind of the named thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An action that its table does not have.
    #[error("statement {statement}: there is no action {action}, the table has {count}")]
    Action {
        /// Position in the frame program, from 1.
        statement: usize,
        /// Index of the action.
        action: usize,
        /// Actions of the table.
        count: usize,
    },
    /// An empty list of textures.
    #[error("statement {statement}: expected at least one texture")]
    NoTextures {
        /// Position in the frame program, from 1.
        statement: usize,
    },
    /// A texture that the figure's list does not have.
    #[error("statement {statement}: there is no texture {index}, the figure has {count} here")]
    Texture {
        /// Position in the frame program, from 1.
        statement: usize,
        /// Index of the texture.
        index: usize,
        /// Textures of the figure's list at this statement.
        count: usize,
    },
    /// An action table for another number of bones than the figure has.
    #[error("statement {statement}: actions for {}, but the figure has {expected}", counted(*found, "bone"))]
    Tracks {
        /// Position in the frame program, from 1.
        statement: usize,
        /// Bones of the action table.
        found: usize,
        /// Bones of the figure.
        expected: usize,
    },
    /// A number of matrices that differs from the figure's number of bones.
    #[error("statement {statement}: matrices: expected {expected}, one for each bone, found {found}")]
    Bones {
        /// Position in the frame program, from 1.
        statement: usize,
        /// Number of matrices.
        found: usize,
        /// Bones of the figure.
        expected: usize,
    },
    /// An alphabet that does not fit its texture.
    #[error("statement {statement}: {source}")]
    Font {
        /// Position in the frame program, from 1.
        statement: usize,
        /// The reason.
        source: keitai_render::Error,
    },
    /// More work per frame than any picture needs.
    #[error("statement {statement}: {found} {what} per frame up to here, expected at most {limit}")]
    Work {
        /// Position in the frame program, from 1.
        statement: usize,
        /// Unit of the work.
        what: &'static str,
        /// Work up to the statement.
        found: u64,
        /// The most work.
        limit: u64,
    },
    /// A file that cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The reason.
        source: std::io::Error,
    },
    /// A shot that cannot be written as text.
    #[error("{reason}")]
    Write {
        /// The reason.
        reason: String,
    },
    /// A path that leads out of the root, a file there that cannot be read, or one that is damaged or of another kind.
    #[error(transparent)]
    Asset(#[from] AssetError),
}

/// The statements of a shot with their places.
#[derive(serde::Deserialize)]
struct Frame<'a> {
    #[serde(borrow)]
    frame: Vec<&'a ron::value::RawValue>,
}

impl ShotError {
    /// Returns the place of the error in the text of the shot; `None` for an error outside that text.
    pub fn place(&self, text: &str) -> Option<Position> {
        let statement = match self {
            Self::Syntax { line, column, .. } => return Some(Position { line: *line, column: *column }),
            Self::Unknown { statement, .. }
            | Self::Action { statement, .. }
            | Self::NoTextures { statement }
            | Self::Texture { statement, .. }
            | Self::Tracks { statement, .. }
            | Self::Bones { statement, .. }
            | Self::Font { statement, .. }
            | Self::Work { statement, .. } => statement.saturating_sub(1),
            Self::Read { .. } | Self::Write { .. } | Self::Asset(_) => return None,
        };
        let Ok(Frame { frame }) = parse_text(text) else { return None };
        let start = frame.get(statement)?.trim().get_ron().as_ptr() as usize;
        Some(Position::of(text, start - text.as_ptr() as usize))
    }

    /// Returns advice that goes beyond the message.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Syntax { fault, .. } => fault.hint(),
            Self::Asset(error) => error.hint(),
            _ => None,
        }
    }
}
