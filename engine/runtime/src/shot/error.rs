//! Errors of shots.

use keitai_formats::text::Position;

use crate::assets::AssetError;
use crate::ron_text::{SceneFault, parse_text};

/// Why a shot cannot be read, drawn or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum ShotError {
    /// A text that is not a shot, or has a picture size out of range.
    #[error("{line}:{column}: {fault}")]
    Syntax { line: usize, column: usize, fault: Box<SceneFault> },
    /// A fault of a statement: a name that is not declared, what does not fit its figure, or too much work per frame.
    #[error("statement {statement}: {reason}")]
    Statement {
        /// Position in the frame program, from 1.
        statement: usize,
        reason: String,
    },
    /// A file that cannot be read.
    #[error("{path}: {source}")]
    Read { path: String, source: std::io::Error },
    /// The renderer refuses a statement of a frame.
    #[error(transparent)]
    Render(#[from] keitai_render::Error),
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
    pub(super) fn statement(statement: usize, reason: impl ToString) -> Self {
        Self::Statement { statement, reason: reason.to_string() }
    }

    /// Returns the place of the error in the text of the shot; `None` for an error outside that text.
    pub fn place(&self, text: &str) -> Option<Position> {
        let statement = match self {
            Self::Syntax { line, column, .. } => return Some(Position { line: *line, column: *column }),
            Self::Statement { statement, .. } => statement.saturating_sub(1),
            Self::Read { .. } | Self::Render(_) | Self::Asset(_) => return None,
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
