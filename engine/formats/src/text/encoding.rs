//! Encodings of texts: marks of UTF-16, and names in Shift-JIS.

use super::rules;
use crate::diagnostic::{Diagnostic, Location};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use encoding_rs::SHIFT_JIS;

/// Marks at the beginning of a text of UTF-16, little end first and big end first.
const UTF_16: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// Returns a name: the bytes as UTF-8, or else as Shift-JIS, or else as Latin-1, so that different bytes stay
/// different.
pub(crate) fn name(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => shift_jis(bytes).unwrap_or_else(|| bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// Returns the text of bytes that are valid Shift-JIS.
pub fn shift_jis(bytes: &[u8]) -> Option<String> {
    SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes).map(alloc::borrow::Cow::into_owned)
}

/// Returns a text as bytes of Shift-JIS; `None` when it has characters that Shift-JIS does not have.
pub fn to_shift_jis(text: &str) -> Option<Vec<u8>> {
    let (bytes, _, lost) = SHIFT_JIS.encode(text);
    (!lost).then(|| bytes.into_owned())
}

/// Returns the finding about a text in UTF-16, which no reader supports.
pub fn other_encoding(text: &[u8]) -> Option<Diagnostic> {
    let is_wide = UTF_16.iter().any(|mark| text.starts_with(mark));
    is_wide.then(|| Diagnostic::new(&rules::UTF_16, Location::Document, "the text is in UTF-16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_utf_8_or_shift_jis_or_latin_1() {
        // The second byte of both characters is a backslash.
        assert_eq!(name(b"\x83\x5c\x95\x5c"), "\u{30bd}\u{8868}");
        assert_eq!(name("\u{30bd}".as_bytes()), "\u{30bd}", "UTF-8");
        assert_eq!(name(b"\xb1\xb2"), "\u{ff71}\u{ff72}", "half width");
        assert_eq!(name(b"T\xfcr"), "T\u{fc}r", "no Shift-JIS");
        assert_eq!(name(b"a\x83"), "a\u{83}", "half a character");
    }

    #[test]
    fn names_go_back_as_the_bytes_they_were() {
        for bytes in [&b"\x83\x5c\x95\x5c"[..], b"\x98\x72 L", b"\xb1\xb2", b"arm"] {
            assert_eq!(to_shift_jis(&name(bytes)).unwrap(), bytes);
        }
        assert_eq!(to_shift_jis("\u{1f916}"), None);
    }
}
