//! Places in a text: byte ranges, and their lines and columns.

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

    /// Makes a span from byte offsets. The length of texts is limited, so the offsets fit 32 bits.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        let clip = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: clip(start), end: clip(end) }
    }

    /// Returns the span from the start of this one to the end of `last`.
    pub(crate) fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end.max(self.end) }
    }

    /// Returns the byte range.
    pub fn range(self) -> core::ops::Range<usize> {
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
    /// The value as read.
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

impl Position {
    /// Returns the place of the byte at an offset of a text; the end of the text for an offset beyond it.
    pub fn of(text: &str, offset: usize) -> Self {
        Lines::new(text.as_bytes()).position(u32::try_from(offset).unwrap_or(u32::MAX))
    }
}

impl core::fmt::Display for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Mark at the beginning of a text of UTF-8.
const UTF_8: &[u8] = b"\xEF\xBB\xBF";

/// Returns a text without the byte order mark of UTF-8, which some editors put in front of it.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(UTF_8).unwrap_or(text)
}

/// Returns the number of bytes of the mark in front of a text.
pub(crate) fn mark_length(text: &[u8]) -> usize {
    text.len() - without_mark(text).len()
}

/// Finds lines and columns of a text, in one pass for ascending offsets. Lines end with LF, CR or both. The mark in
/// front of a text belongs to no line.
#[derive(Debug, Clone)]
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    offset: usize,
    position: Position,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, offset: mark_length(text), position: Position { line: 1, column: 1 } }
    }

    /// Returns the position of a byte offset. An offset before the previous one starts a new pass.
    pub(crate) fn position(&mut self, offset: u32) -> Position {
        let offset = (offset as usize).clamp(mark_length(self.text), self.text.len());
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        for (at, byte) in self.text.iter().enumerate().take(offset).skip(self.offset) {
            match byte {
                b'\r' if self.text.get(at + 1) == Some(&b'\n') => {}
                b'\n' | b'\r' => self.position = Position { line: self.position.line + 1, column: 1 },
                // Bytes of a UTF-8 character after the first.
                0x80..=0xBF => {}
                _ => self.position.column += 1,
            }
        }
        self.offset = offset;
        self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one_and_columns_count_characters() {
        let mut lines = Lines::new("ab\r\n\u{2212}x\n".as_bytes());
        assert_eq!(lines.position(0), Position { line: 1, column: 1 });
        assert_eq!(lines.position(4), Position { line: 2, column: 1 });
        assert_eq!(lines.position(7), Position { line: 2, column: 2 }, "the minus sign is one column of three bytes");
        assert_eq!(lines.position(9), Position { line: 3, column: 1 });
        assert_eq!(lines.position(1), Position { line: 1, column: 2 }, "a new pass");
        assert_eq!(Lines::new(b"a\rb\r\rc").position(5), Position { line: 4, column: 1 });
    }
}
