//! Numbers, read as the vendor's converter does: the longest prefix that is a number, rounded to 32-bit floats.
//!
//! Word processors turn minus signs into dashes, and printed texts have them; the reader turns them back.

use alloc::borrow::Cow;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number<T> {
    /// The whole atom is a number.
    Whole(T),
    /// The atom begins with a number and continues, for example "-1.#IND".
    Prefix(T),
    /// The atom does not begin with a number.
    None,
}

impl<T> Number<T> {
    /// Returns the value, of the whole atom or of its beginning.
    pub(super) fn value(self) -> Option<T> {
        match self {
            Self::Whole(value) | Self::Prefix(value) => Some(value),
            Self::None => None,
        }
    }
}

/// Returns whether a character is a dash that stands for a minus sign in texts from a word processor: the dashes from
/// hyphen to horizontal bar, the mathematical minus sign, the full-width hyphen of Japanese texts.
pub(crate) fn is_dash(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}')
}

/// Returns an atom with `-` for its dashes when that makes it a number, otherwise the atom itself.
pub(crate) fn with_minus(atom: &[u8]) -> Cow<'_, [u8]> {
    let number = core::str::from_utf8(atom).ok().filter(|text| !text.is_ascii()).map(|text| text.replace(is_dash, "-"));
    match number {
        Some(number) if matches!(real(number.as_bytes()), Number::Whole(_)) => Cow::Owned(number.into_bytes()),
        _ => Cow::Borrowed(atom),
    }
}

/// Returns an atom without its sign.
pub(crate) fn unsigned(atom: &[u8]) -> &[u8] {
    atom.strip_prefix(b"+").or_else(|| atom.strip_prefix(b"-")).unwrap_or(atom)
}

/// Reads a real with an optional exponent, rounded once to the nearest 32-bit float [vendor tool].
pub(super) fn real(atom: &[u8]) -> Number<f32> {
    let digits = |from: usize| atom.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
    let sign = atom.len() - unsigned(atom).len();
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut fraction = 0;
    if atom.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return Number::None;
    }
    if matches!(atom.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(atom.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    parsed(atom, end)
}

pub(super) fn integer(atom: &[u8]) -> Number<i32> {
    let unsigned = unsigned(atom);
    let sign = atom.len() - unsigned.len();
    let digits = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { Number::None } else { parsed(atom, sign + digits) }
}

fn parsed<T: core::str::FromStr>(atom: &[u8], end: usize) -> Number<T> {
    let value = atom.get(..end).and_then(|text| core::str::from_utf8(text).ok()).and_then(|text| text.parse().ok());
    match value {
        Some(value) if end == atom.len() => Number::Whole(value),
        Some(value) => Number::Prefix(value),
        None => Number::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_longest_numeric_prefix() {
        assert_eq!([integer(b"-1"), integer(b"1.5")], [Number::Whole(-1), Number::Prefix(1)]);
        assert_eq!([integer(b"99999999999"), integer(b"x")], [Number::None; 2]);
        assert_eq!(real(b"1e1"), Number::Whole(10.0));
        assert_eq!(real(b"-.5"), Number::Whole(-0.5));
        assert_eq!(real(b"3."), Number::Whole(3.0));
        assert_eq!(real(b"+2.50"), Number::Whole(2.5));
        assert_eq!(real(b"-1.#IND"), Number::Prefix(-1.0));
        assert_eq!(real(b"1e"), Number::Prefix(1.0));
        assert_eq!(real(b"abc"), Number::None);
        assert_eq!(real(b"-"), Number::None);
        assert_eq!(real(b"0.9").value().map(f64::from), Some(0.899_999_976_158_142_1), "rounded to 32 bits");
    }

    #[test]
    fn dashes_of_word_processors_are_minus_signs() {
        assert_eq!(with_minus("\u{2013}1.5".as_bytes()).as_ref(), b"-1.5");
        assert_eq!(with_minus("\u{2212}2e\u{2010}3".as_bytes()).as_ref(), b"-2e-3");
        for strange in ["\u{2013}", "\u{2013}x", "1\u{2013}2", "\u{b2}"] {
            assert_eq!(with_minus(strange.as_bytes()).as_ref(), strange.as_bytes(), "{strange}");
        }
    }
}
