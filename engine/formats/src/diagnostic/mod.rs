//! Diagnostics: everything that a reader, a conversion or a check reports about a file.
//!
//! A [`Rule`] has a stable code. A [`Diagnostic`] is one case of a rule in one file. A [`Report`] is a document
//! together with its diagnostics. A [`Policy`] decides which diagnostics are errors.

mod report;
pub mod rules;

pub use report::{Diagnostics, Policy, Report};

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use crate::span::{Position, Span};

/// One case of a [`Rule`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code and title of the problem.
    pub rule: &'static Rule,
    /// The rule's severity, unless a policy or an option changed it.
    pub severity: Severity,
    /// Place in the file.
    pub location: Location,
    /// Numbers of the action, bone, polygon and so on that the message is about.
    pub items: Items,
    /// The problem, with the offending value and the allowed range.
    pub message: String,
    /// The remedy that was applied, or a hint.
    pub note: Option<String>,
    /// A second place that belongs to the problem, and a label for it.
    pub related: Option<(Location, String)>,
}

impl Diagnostic {
    /// Makes a diagnostic with its rule's severity.
    pub fn new(rule: &'static Rule, location: impl Into<Location>, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            location: location.into(),
            items: Items::default(),
            message: message.into(),
            note: None,
            related: None,
        }
    }

    /// Sets the remedy or hint.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets a second place and its label.
    #[must_use]
    pub fn with_related(mut self, location: impl Into<Location>, label: impl Into<String>) -> Self {
        self.related = Some((location.into(), label.into()));
        self
    }

    /// Sets the numbers of the items that the message is about.
    #[must_use]
    pub fn with_items(mut self, items: Items) -> Self {
        self.items = items;
        self
    }

    /// Makes the diagnostic a warning where an option allows its case.
    #[must_use]
    pub fn allowed_if(mut self, allowed: bool) -> Self {
        if allowed {
            self.severity = Severity::Warning;
        }
        self
    }

    /// Returns whether the diagnostic is a case of `rule`.
    pub fn is(&self, rule: &Rule) -> bool {
        self.rule.code == rule.code
    }
}

/// `3:1: error[T004]: message (note)`, without the location when the document as a whole is meant. Message and note are
/// [`escaped`].
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.location != Location::Document {
            write!(f, "{}: ", self.location)?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.rule.code, escaped(&self.message))?;
        self.note.as_ref().map_or(Ok(()), |note| write!(f, " ({})", escaped(note)))
    }
}

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information; nothing is lost.
    Note,
    /// Something was assumed or dropped, or is doubtful.
    Warning,
    /// No output can be trusted.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Reaction of the vendor's converter to the same input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// The converter writes a file without a message, with content that its rules predict.
    Writes,
    /// The converter refuses the text, crashes or hangs.
    Refuses,
    /// The converter writes a file without a message, with content that nothing predicts.
    Garbage,
    /// Unknown, or different from case to case.
    Unknown,
}

/// One kind of problem, with a stable code. `docs/diagnostics.md` has the cause, an example and a remedy for each.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The code, for example "T004". A code is never reused for another rule.
    pub code: &'static str,
    /// Severity unless a [`crate::Policy`] says otherwise.
    pub severity: Severity,
    /// Reaction of the vendor's converter.
    pub vendor: Vendor,
    /// The problem in a few words.
    pub title: &'static str,
}

/// Declares a table of [`Rule`]s: name, code, severity, [`Vendor`], title. Makes a static per rule, and `ALL`, the list of
/// them.
#[macro_export]
macro_rules! rules {
    ($($name:ident: $code:literal, $severity:ident, $vendor:ident, $title:literal;)*) => {
        $(
            #[doc = $title]
            pub static $name: $crate::Rule = $crate::Rule {
                code: $code,
                severity: $crate::Severity::$severity,
                vendor: $crate::Vendor::$vendor,
                title: $title,
            };
        )*
        /// All rules of this table, by code.
        pub static ALL: &[&$crate::Rule] = &[$(&$name),*];
    };
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

/// Returns a number of things for a message, such as "1 bone" or "2 bones". `thing` is the word for one; of words in `ex` the plural
/// ends in `ices`.
///
/// ```
/// # use keitai_formats::diagnostic::counted;
/// assert_eq!([counted(1, "vertex"), counted(2, "vertex")], ["1 vertex", "2 vertices"]);
/// assert_eq!([counted(0_u64, "key"), counted(1_u64, "key")], ["0 keys", "1 key"]);
/// ```
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    match thing.strip_suffix("ex") {
        _ if count == N::from(1) => format!("{count} {thing}"),
        Some(stem) => format!("{count} {stem}ices"),
        None => format!("{count} {thing}s"),
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
