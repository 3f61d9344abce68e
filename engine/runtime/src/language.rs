//! Languages by their tags.

use std::fmt;

/// The most characters of a tag.
const LENGTH: usize = 15;

/// A language by its tag, such as `en` or `pt-BR`. Tags are equal when they are written the same.
///
/// ```
/// # use keitai_runtime::Language;
/// let portuguese = Language::new("pt-BR").unwrap();
/// assert_eq!(portuguese.to_string(), "pt-BR");
/// assert_eq!(Language::new("not a tag"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language {
    /// The tag, followed by zeros.
    tag: [u8; LENGTH],
}

impl Language {
    /// Returns the language of a tag of 1 to 15 letters, digits and `-`; `None` for other texts.
    pub fn new(tag: &str) -> Option<Self> {
        let known = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        if tag.is_empty() || tag.len() > LENGTH || !tag.as_bytes().iter().all(known) {
            return None;
        }
        let mut padded = [0; LENGTH];
        padded[..tag.len()].copy_from_slice(tag.as_bytes());
        Some(Self { tag: padded })
    }

    /// Returns the language of a tag, or the message that the text is none.
    pub(crate) fn parse(tag: &str) -> Result<Self, String> {
        let invalid = || format!("invalid language tag \"{tag}\": expected 1 to {LENGTH} letters, digits and -");
        Self::new(tag).ok_or_else(invalid)
    }

    pub(crate) fn tag(&self) -> &str {
        let end = self.tag.iter().position(|byte| *byte == 0).unwrap_or(LENGTH);
        std::str::from_utf8(&self.tag[..end]).unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Debug::fmt(self.tag(), f)
    }
}
