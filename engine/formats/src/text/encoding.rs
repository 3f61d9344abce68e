//! The encoding of a text: the mark that some editors write in front of it.

use super::rules;
use crate::diagnostic::{Diagnostic, Location};

/// Mark at the beginning of a text of UTF-8.
const UTF_8: &[u8] = b"\xEF\xBB\xBF";
/// Marks at the beginning of a text of UTF-16, little end first and big end first.
const UTF_16: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// Returns a text without the byte order mark of UTF-8, which some editors put in front of it.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(UTF_8).unwrap_or(text)
}

/// Returns the number of bytes of the mark in front of a text.
pub(crate) fn mark_length(text: &[u8]) -> usize {
    text.len() - without_mark(text).len()
}

/// Returns the finding about a text in another encoding than the readers take.
pub(crate) fn other_encoding(text: &[u8]) -> Option<Diagnostic> {
    let is_wide = UTF_16.iter().any(|mark| text.starts_with(mark));
    is_wide.then(|| Diagnostic::new(&rules::UTF_16, Location::Document, "the text is in UTF-16"))
}
