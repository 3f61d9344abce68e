//! Errors and warnings of the binary readers as findings.

use super::{At, Document, Finding, rules};
use keitai_formats::text::Rule;
use keitai_formats::{Error, Loaded, Result, Warning, WarningKind};

/// A reader's result as a document and findings; `check` adds what else is found.
pub(super) fn take<T>(
    result: Result<Loaded<T>>,
    check: impl FnOnce(T, &mut Vec<Finding>) -> Document,
) -> (Option<Document>, Vec<Finding>) {
    match result {
        Ok(loaded) => {
            let mut findings: Vec<Finding> = loaded.warnings.iter().map(warning).collect();
            let document = check(loaded.document, &mut findings);
            (Some(document), findings)
        }
        Err(error) => (None, vec![self::error(&error)]),
    }
}

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
    Finding::new(rule, error.to_string()).at(error.offset().map_or(At::Document, At::Byte))
}

fn warning(warning: &Warning) -> Finding {
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
    Finding::new(rule, format!("{}: {}", warning.section, warning.kind)).at(At::Byte(warning.offset))
}
