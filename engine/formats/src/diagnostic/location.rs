//! Places in files and documents.

use core::fmt;

use crate::span::{Position, Span};

/// A place in a file or a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Location {
    /// The document as a whole.
    #[default]
    Document,
    /// Byte offset in a binary file.
    Byte(usize),
    /// Number of the vertex, polygon, bone and so on, from 0, in the section that an error names. Checks and writers of
    /// documents use it.
    Item(usize),
    /// Byte range in a source text; [`crate::Report::with_lines`] turns it into a line and a column.
    Span(Span),
    /// Line and column in a source text.
    Line(Position),
}

impl From<Span> for Location {
    fn from(span: Span) -> Self {
        Self::Span(span)
    }
}

impl From<Position> for Location {
    fn from(position: Position) -> Self {
        Self::Line(position)
    }
}

/// `byte 12`, `number 3` or `line:column`; empty for the document as a whole.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => Ok(()),
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Item(index) => write!(f, "number {index}"),
            Self::Span(span) => write!(f, "byte {}", span.start),
            Self::Line(position) => position.fmt(f),
        }
    }
}

/// Numbers of the items that a diagnostic is about, all from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Items {
    /// Action of the table.
    pub action: Option<usize>,
    /// Bone of the figure, and track of the action.
    pub bone: Option<usize>,
    /// Frame of the action.
    pub frame: Option<usize>,
    /// Pattern of the figure.
    pub pattern: Option<usize>,
    /// Polygon of the figure, in the order of the file.
    pub polygon: Option<usize>,
    /// Texture slot of the figure.
    pub texture: Option<usize>,
    /// Vertex of the figure.
    pub vertex: Option<usize>,
}

impl Items {
    /// Returns the numbers that are set, with their names.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let all = [
            ("action", self.action),
            ("bone", self.bone),
            ("frame", self.frame),
            ("pattern", self.pattern),
            ("polygon", self.polygon),
            ("texture", self.texture),
            ("vertex", self.vertex),
        ];
        all.into_iter().filter_map(|(name, number)| number.map(|number| (name, number)))
    }
}
