//! What messages are made of: places in files and documents, numbers of things, and text from files and names that is
//! escaped before it reaches a terminal.

use crate::span::{Position, Span};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;
use core::fmt::Display;

/// Returns a text without characters that control a terminal or turn the direction of text: control characters, NUL and
/// line ends included, bidirectional marks, line separators and the byte order mark become `\n`, `\u{1b}` and so on.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(is_unsafe) {
        let escape = |character: char| {
            if is_unsafe(character) { character.escape_default().to_string() } else { character.to_string() }
        };
        return Cow::Owned(text.chars().map(escape).collect());
    }
    Cow::Borrowed(text)
}

/// Returns whether [`escaped`] replaces a character: one that controls a terminal, or one that cannot be seen.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            // Line and paragraph ends, marks and changes of direction, and letters without a width.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
            // Letters of Hangul that fill a place.
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// Returns a number of things, such as "1 bone" or "2 bones". `thing` is the word for one; of words in `ex` the plural
/// ends in `ices`.
///
/// ```
/// # use keitai_formats::counted;
/// assert_eq!([counted(1, "vertex"), counted(2, "vertex")], ["1 vertex", "2 vertices"]);
/// assert_eq!([counted(0_u64, "key"), counted(1_u64, "key")], ["0 keys", "1 key"]);
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    match thing.strip_suffix("ex") {
        _ if count == N::from(1) => format!("{count} {thing}"),
        Some(stem) => format!("{count} {stem}ices"),
        None => format!("{count} {thing}s"),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_marks_are_escaped_and_other_text_is_not() {
        assert_eq!(escaped("a\x1b[2J\0\n\u{9b}\u{202e}b"), "a\\u{1b}[2J\\u{0}\\n\\u{9b}\\u{202e}b");
        assert!(matches!(escaped("r\u{f6}bo \u{30ed}\u{30dc} 'x'"), Cow::Borrowed(_)));
    }
}
