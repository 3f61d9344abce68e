//! A finding: what it is, how much it weighs and where it stands. Errors and warnings of the readers are such, too.

use keitai_formats::text::{Diagnostic, LineIndex, Position, Rule, Severity};
use keitai_formats::{Error, Warning, WarningKind};

use super::rules;

/// Where a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// In the document as a whole.
    Document,
    /// At a byte of the file.
    Byte(usize),
    /// At a place of the text.
    Text(Position),
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Document => Ok(()),
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Text(position) => write!(f, "{position}"),
        }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Its weight.
    pub severity: Severity,
    /// Where.
    pub at: At,
    /// What.
    pub message: String,
    /// What was done about it, or what to do.
    pub note: Option<String>,
}

impl Finding {
    /// A finding about a document as a whole, with its rule's weight.
    pub fn new(rule: &'static Rule, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity, at: At::Document, message: message.into(), note: None }
    }

    /// A finding about a text.
    pub(crate) fn from_text(diagnostic: Diagnostic, lines: &LineIndex<'_>) -> Self {
        let position = lines.position(diagnostic.span.start);
        Self { at: At::Text(position), ..Self::from_document(diagnostic) }
    }

    /// A finding about what has no places.
    pub(crate) fn from_document(diagnostic: Diagnostic) -> Self {
        let Diagnostic { rule, severity, message, note, .. } = diagnostic;
        Self { rule, severity, at: At::Document, message, note }
    }

    /// Why a reader gave up.
    pub(super) fn from_error(error: &Error) -> Self {
        let rule: &'static Rule = match error {
            Error::Truncated { .. } => &rules::TRUNCATED,
            Error::Magic { .. } => &rules::MAGIC,
            Error::Version { .. } => &rules::VERSION,
            Error::Field { .. } => &rules::FIELD,
            Error::Index { .. } => &rules::INDEX,
            Error::Count { .. } => &rules::COUNT,
            Error::Limit { .. } => &rules::LIMIT,
            Error::NoDialect { .. } => &rules::NO_DIALECT,
            Error::UnknownKind { .. } => &rules::UNKNOWN_KIND,
            _ => &rules::UNREADABLE,
        };
        Self { at: error.offset().map_or(At::Document, At::Byte), ..Self::new(rule, error.to_string()) }
    }

    /// What a reader found odd.
    pub(crate) fn from_warning(warning: &Warning) -> Self {
        let rule: &'static Rule = match warning.kind {
            WarningKind::TrailerCheck { .. } => &rules::TRAILER_CHECK,
            WarningKind::TrailerMissing { .. } => &rules::TRAILER_MISSING,
            WarningKind::TrailerUnequal { .. } => &rules::TRAILER_UNEQUAL,
            WarningKind::TrailerNotAscii { .. } => &rules::TRAILER_NOT_ASCII,
            WarningKind::TrailingBytes { .. } => &rules::TRAILING_BYTES,
            WarningKind::PadBits => &rules::PAD_BITS,
            WarningKind::Unseen { .. } => &rules::UNSEEN,
            WarningKind::HeaderCount { .. } => &rules::HEADER_COUNT,
            WarningKind::LateFirstKey { .. } => &rules::LATE_FIRST_KEY,
            WarningKind::PatternKeyOrder { .. } => &rules::SWITCH_ORDER,
            WarningKind::PaletteIndex { .. } => &rules::PALETTE_INDEX,
            WarningKind::RasterOverlap { .. } => &rules::RASTER_OVERLAP,
            WarningKind::Swapped(_) => &rules::SWAPPED,
            WarningKind::RevisedDialect { .. } => &rules::REVISED,
            WarningKind::UnknownFlags { .. } => &rules::UNKNOWN_FLAGS,
            _ => &rules::ODD,
        };
        Self { at: At::Byte(warning.offset), ..Self::new(rule, format!("{}: {}", warning.section, warning.kind)) }
    }
}
