//! Divides bytes into tokens: parentheses, strings, atoms and `;` comments (which are dropped).
//!
//! An atom is a longest run without white space, quotes and parentheses. A `;` begins a comment anywhere outside a
//! string. A string has no escapes and ends at the end of its line at the latest, so a missing quote does not lose the
//! rest of the file. Lines end with LF, CR or both.
//!
//! The vendor's converter splits at white space alone ([`Spelling::Vendor`]): a parenthesis without white space around
//! it is part of a word. [`without_comments`] removes the comments that it finds [vendor tool].

use super::Span;
use crate::span::mark_length;
use alloc::vec::Vec;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A string; its span includes the quotes.
    Text {
        /// The closing quote is there.
        closed: bool,
    },
    /// A word or a number.
    Atom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// The way in which a text is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Spelling {
    /// White space around parentheses is free.
    #[default]
    Free,
    /// At white space alone, in a text without comments.
    Vendor,
}

/// Splits a text into tokens, without the mark in front of it.
pub(super) fn tokens(text: &[u8], spelling: Spelling) -> impl Iterator<Item = Token> + '_ {
    let mut at = mark_length(text);
    core::iter::from_fn(move || next_token(text, spelling, &mut at))
}

/// Reads the next token from offset `at` on, and moves `at` past it.
pub(super) fn next_token(text: &[u8], spelling: Spelling, at: &mut usize) -> Option<Token> {
    let free = spelling == Spelling::Free;
    skip_blank(text, free, at);
    let start = *at;
    let alone = free || text.get(start + 1).is_none_or(|next| is_blank(*next));
    let kind = match text.get(start)? {
        b'(' if alone => {
            *at += 1;
            TokenKind::Open
        }
        b')' if alone => {
            *at += 1;
            TokenKind::Close
        }
        b'"' => {
            *at += 1;
            *at += run(text, *at, |byte| byte != b'"' && !is_line_end(byte));
            let closed = text.get(*at) == Some(&b'"');
            *at += usize::from(closed);
            TokenKind::Text { closed }
        }
        _ => {
            *at += run(text, *at, |byte| !(is_blank(byte) || free && b"\"();".contains(&byte)));
            TokenKind::Atom
        }
    };
    Some(Token { kind, span: Span::new(start, *at) })
}

fn skip_blank(text: &[u8], comments: bool, at: &mut usize) {
    loop {
        *at += run(text, *at, is_blank);
        if !comments || text.get(*at) != Some(&b';') {
            return;
        }
        *at += run(text, *at, |byte| !is_line_end(byte));
    }
}

/// Returns whether a byte is white space. NUL and vertical tab, which old editors leave in texts, are white space, too.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || byte == 0
}

pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns a text with blanks for the comments that the vendor's converter finds: from the first `;` of a line on,
/// unless the line has a `"` both before and after it [vendor tool].
pub(super) fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for line in text.split_mut(|byte| is_line_end(*byte)) {
        let Some(start) = line.iter().position(|byte| *byte == b';') else { continue };
        let (before, comment) = line.split_at_mut(start);
        if !(before.contains(&b'"') && comment.contains(&b'"')) {
            comment.fill(b' ');
        }
    }
    text
}

fn run(text: &[u8], at: usize, fits: impl Fn(u8) -> bool) -> usize {
    text.get(at..).unwrap_or_default().iter().take_while(|byte| fits(**byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text.as_bytes(), Spelling::Free).map(|token| &text[token.span.range()]).collect()
    }

    #[test]
    fn parentheses_need_no_blanks_and_comments_end_with_the_line() {
        assert_eq!(texts("(a 1 -2.5(b))"), ["(", "a", "1", "-2.5", "(", "b", ")", ")"]);
        assert_eq!(texts("( a ; ) \"\r\n 1 )"), ["(", "a", "1", ")"]);
        assert_eq!(texts("a;b"), ["a"]);
    }

    #[test]
    fn strings_keep_semicolons_and_parentheses() {
        assert_eq!(texts("( name \"a;(b) c\" )"), ["(", "name", "\"a;(b) c\"", ")"]);
    }

    #[test]
    fn an_open_string_ends_with_its_line() {
        for text in [b"\"ab\n1", b"\"ab\r1"] {
            let kinds: Vec<_> = tokens(text, Spelling::Free).map(|token| token.kind).collect();
            assert_eq!(kinds, [TokenKind::Text { closed: false }, TokenKind::Atom]);
        }
    }

    #[test]
    fn the_vendors_words_end_at_white_space_and_its_comments_depend_on_quotes() {
        let words = |text: &str| -> Vec<String> {
            let text = without_comments(text.as_bytes());
            let word = |token: Token| String::from_utf8_lossy(&text[token.span.range()]).into_owned();
            tokens(&text, Spelling::Vendor).map(word).collect()
        };
        assert_eq!(words("( pnt 1 2 3) (a )"), ["(", "pnt", "1", "2", "3)", "(a", ")"]);
        assert_eq!(words("( a ; ( b \"c\"\r1 )"), ["(", "a", "1", ")"], "no quote before");
        assert_eq!(words("( name \"a\" ; no quote"), ["(", "name", "\"a\""]);
        assert_eq!(words("\"a\" ; n ( \"x\" ; ("), ["\"a\"", ";", "n", "(", "\"x\"", ";", "("]);
    }
}
