//! Bytes to tokens: parentheses, strings, atoms and `;` comments (which are dropped).
//!
//! An atom is a longest run without white space, quotes and parentheses. A `;` begins a comment anywhere outside a string.
//! A string has no escapes and ends at the end of its line at the latest, so a missing quote does not lose the rest of the
//! file.

use super::{Span, mark_length};

/// The kinds of token.
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
    /// Anything else.
    Atom,
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// Kind of the token.
    pub(super) kind: TokenKind,
    /// Place in the text.
    pub(super) span: Span,
}

/// Splits a text into tokens, without the mark in front of it.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = Token> + '_ {
    let mut at = mark_length(text);
    std::iter::from_fn(move || next_token(text, &mut at))
}

/// Reads the next token from offset `at` on, and moves `at` behind it.
pub(crate) fn next_token(text: &[u8], at: &mut usize) -> Option<Token> {
    skip_blank(text, at);
    let start = *at;
    let kind = match text.get(start)? {
        b'(' => {
            *at += 1;
            TokenKind::Open
        }
        b')' => {
            *at += 1;
            TokenKind::Close
        }
        b'"' => {
            *at += 1;
            *at += run(text, *at, |byte| byte != b'"' && byte != b'\n');
            let closed = text.get(*at) == Some(&b'"');
            *at += usize::from(closed);
            TokenKind::Text { closed }
        }
        _ => {
            *at += run(text, *at, |byte| !byte.is_ascii_whitespace() && !b"\"();\x0b\0".contains(&byte));
            TokenKind::Atom
        }
    };
    Some(Token { kind, span: Span::new(start, *at) })
}

/// Skips white space (with NUL and vertical tab, which old editors leave behind) and comments.
fn skip_blank(text: &[u8], at: &mut usize) {
    loop {
        *at += run(text, *at, |byte| byte.is_ascii_whitespace() || byte == 0x0b || byte == 0);
        if text.get(*at) != Some(&b';') {
            return;
        }
        *at += run(text, *at, |byte| byte != b'\n');
    }
}

fn run(text: &[u8], at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    text.get(at..).unwrap_or_default().iter().take_while(|byte| wanted(**byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text.as_bytes()).map(|token| &text[token.span.range()]).collect()
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
        let found: Vec<_> = tokens(b"\"ab\n1").collect();
        assert_eq!(found[0].kind, TokenKind::Text { closed: false });
        assert_eq!(found[1].kind, TokenKind::Atom);
        assert_eq!(found.len(), 2);
    }
}
