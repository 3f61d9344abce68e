//! Errors and warnings of the binary readers as findings.

use super::{At, Finding, rules};
use keitai_formats::text::Rule;
use keitai_formats::{Error, Warning, WarningKind};

/// Why a reader gave up.
pub(super) fn error(error: &Error) -> Finding {
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
    Finding { at: error.offset().map_or(At::Document, At::Byte), ..Finding::new(rule, error.to_string()) }
}

/// What a reader found odd.
pub(super) fn warning(warning: &Warning) -> Finding {
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
    Finding { at: At::Byte(warning.offset), ..Finding::new(rule, format!("{}: {}", warning.section, warning.kind)) }
}
