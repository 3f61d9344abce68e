//! Places in a text: byte ranges, and their lines and columns.

use crate::diagnostic::Location;

/// A range of bytes in a source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// The span of values that do not come from a text.
    pub const NONE: Self = Self { start: 0, end: 0 };

    /// Makes a span from byte offsets. The length of texts is limited, so they fit 32 bits.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        let clip = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: clip(start), end: clip(end) }
    }

    /// Returns the span from the start of this one to the end of `last`.
    pub fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end.max(self.end) }
    }

    /// Returns the byte range.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place in a text that takes no part in comparisons: all places are equal.
#[derive(Debug, Clone, Copy, Default)]
pub struct SourceSpan(pub Span);

impl PartialEq for SourceSpan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SourceSpan {}

/// A value and its place. Two are equal when their values are equal, whatever the places.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Place in the text.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Makes a value with a place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Self {
        Self { value, span: Span::NONE }
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where the lines of a text begin. Lines end with LF; a CR before it belongs to the line.
#[derive(Debug, Clone)]
pub struct LineIndex<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Indexes a text.
    pub fn new(text: &'t [u8]) -> Self {
        let after_breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after_breaks).collect() }
    }

    /// The position of a byte offset.
    pub fn position(&self, offset: u32) -> Position {
        let offset = (offset as usize).min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        Position { line, column: String::from_utf8_lossy(before).chars().count() + 1 }
    }

    /// Turns a span into its line and column. Other locations stay as they are.
    pub fn locate(&self, location: Location) -> Location {
        match location {
            Location::Span(span) => Location::Line(self.position(span.start)),
            other => other,
        }
    }

    /// The text of a line (from 1) without its end.
    pub fn line(&self, line: usize) -> &'t [u8] {
        let Some(start) = line.checked_sub(1).and_then(|line| self.starts.get(line)) else { return &[] };
        let end = self.starts.get(line).map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(*start..end).unwrap_or_default();
        line.strip_suffix(b"\r").unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one_and_columns_count_characters() {
        let index = LineIndex::new("ab\r\n\u{2212}x\n".as_bytes());
        assert_eq!(index.position(0), Position { line: 1, column: 1 });
        assert_eq!(index.position(4), Position { line: 2, column: 1 });
        assert_eq!(index.position(7), Position { line: 2, column: 2 }, "the minus sign is one column of three bytes");
        assert_eq!(index.position(9), Position { line: 3, column: 1 });
        assert_eq!(index.line(1), b"ab");
        assert_eq!(index.line(9), b"");
    }
}
