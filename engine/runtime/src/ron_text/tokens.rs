//! Nesting depth of a RON text, and the line and column of a field in it.
//!
//! The RON parser reports places of syntax errors only. Later checks know a field by the steps that lead to it from the
//! top of the document; [`locate`] follows these steps through the text. It is called for errors only.

use std::iter::Peekable;

use keitai_formats::text::Position;

/// The deepest nesting of brackets. Scenes need fewer than ten.
pub(crate) const MAX_DEPTH: usize = 32;

/// A step from a value to a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// A field of a struct, or a key of a map.
    Field(&'a str),
    /// An item of a list or tuple.
    Item(usize),
}

/// Returns the position of the first bracket deeper than [`MAX_DEPTH`].
pub(crate) fn too_deep(text: &str) -> Option<Position> {
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.kind {
            Kind::Open => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(Position::of(text, token.start));
                }
            }
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns the number of opening brackets.
///
/// # Errors
/// The position of the first one after `limit`.
pub(crate) fn count_brackets(text: &str, limit: usize) -> Result<usize, Position> {
    let opening = || Tokens::new(text).filter(|token| token.kind == Kind::Open);
    opening().nth(limit).map_or_else(|| Ok(opening().count()), |token| Err(Position::of(text, token.start)))
}

/// Returns the length in bytes of each bracketed value in a list or a map, with its key in a map. The list or the map is a field
/// of the whole text.
pub(crate) fn lengths<'a>(text: &'a str, field: &str) -> Vec<(Option<&'a str>, usize)> {
    let (mut depth, mut inside, mut start) = (0_usize, false, 0);
    let (mut name, mut key) = (None, None);
    let mut lengths = Vec::new();
    for token in Tokens::new(text) {
        match (token.kind, depth) {
            (Kind::Word | Kind::Text, 1) => name = Some(token.text),
            (Kind::Word | Kind::Text, 2) => key = Some(token.text),
            (Kind::Colon, 1) => (inside, key) = (name == Some(field), None),
            (Kind::Comma, 1) => inside = false,
            (Kind::Open, _) => {
                if depth == 2 {
                    start = token.start;
                }
                depth += 1;
            }
            (Kind::Close, _) => {
                depth = depth.saturating_sub(1);
                if depth == 2 && inside {
                    lengths.push((key.take(), token.start + 1 - start));
                }
            }
            _ => {}
        }
    }
    lengths
}

/// Returns the position of the value that `steps` lead to, and the number of steps that could be followed. When a step
/// cannot be followed, the position is that of the value before it.
pub(crate) fn locate(text: &str, steps: &[Step]) -> (Position, usize) {
    let mut search = Search { levels: Vec::new(), tokens: Tokens::new(text).peekable(), best: (0, 0) };
    search.run(steps);
    let (found, offset) = search.best;
    (Position::of(text, offset), found)
}

/// An open bracket around the current token.
struct Level<'a> {
    key: Option<&'a str>,
    index: usize,
    /// The bracket of `Some(..)`, which no step names.
    transparent: bool,
}

struct Search<'a> {
    levels: Vec<Level<'a>>,
    tokens: Peekable<Tokens<'a>>,
    /// The most steps found so far, and the offset of the value they lead to.
    best: (usize, usize),
}

impl<'a> Search<'a> {
    fn run(&mut self, steps: &[Step]) {
        let mut word = "";
        while let Some(token) = self.tokens.next() {
            match token.kind {
                Kind::Word | Kind::Text => {
                    let is_key = self.tokens.peek().is_some_and(|next| next.kind == Kind::Colon);
                    if is_key {
                        if let Some(level) = self.levels.last_mut() {
                            level.key = Some(token.text);
                        }
                    } else {
                        self.compare(token.start, steps);
                    }
                    word = token.text;
                    continue;
                }
                Kind::Open => {
                    self.compare(token.start, steps);
                    self.levels.push(Level { key: None, index: 0, transparent: word == "Some" });
                }
                Kind::Close => {
                    self.levels.pop();
                }
                Kind::Comma => {
                    if let Some(level) = self.levels.last_mut() {
                        level.index += 1;
                        level.key = None;
                    }
                }
                Kind::Colon => {}
            }
            word = "";
            if self.best.0 == steps.len() && !steps.is_empty() {
                return;
            }
        }
    }

    /// Counts the steps that lead to the value at `offset`, and keeps it when there are more than before.
    fn compare(&mut self, offset: usize, steps: &[Step]) {
        let mut levels = self.levels.iter().filter(|level| !level.transparent);
        let mut found = 0;
        for step in steps {
            let Some(level) = levels.next() else { break };
            let fits = match step {
                Step::Field(name) => level.key == Some(name),
                Step::Item(index) => level.key.is_none() && level.index == *index,
            };
            if !fits {
                return;
            }
            found += 1;
        }
        // A deeper value is part of one that was compared before.
        if levels.next().is_none() && found > self.best.0 {
            self.best = (found, offset);
        }
    }
}

/// Kinds of [`Token`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a number.
    Word,
    /// A string or character, without its quotes.
    Text,
    Open,
    Close,
    Comma,
    Colon,
}

/// A token of RON.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    /// Offset of its first byte.
    pub(crate) start: usize,
    /// The name, the number, or the text without its quotes; empty for other tokens.
    pub(crate) text: &'a str,
}

/// The tokens of RON that matter for nesting and places. Comments and unknown characters are skipped. A string or
/// comment without an end extends to the end of the text.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Offset of a string without its closing quote.
    unclosed: Option<usize>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, unclosed: None }
    }

    /// Returns the offset of a string without its closing quote, once it was reached.
    pub(crate) fn unclosed(&self) -> Option<usize> {
        self.unclosed
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips some bytes, moves behind the next `end` and returns the text in between.
    fn until(&mut self, skipped: usize, end: &str) -> &'a str {
        let rest = &self.rest()[skipped..];
        let length = rest.find(end);
        self.at += skipped + length.map_or(rest.len(), |length| length + end.len());
        &rest[..length.unwrap_or(rest.len())]
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        loop {
            let rest = self.rest();
            let Some(next) = rest.find(['/', '*']) else {
                self.at = self.text.len();
                return;
            };
            let pair = &rest.as_bytes()[next..];
            let step = if pair.starts_with(b"/*") {
                depth += 1;
                2
            } else if pair.starts_with(b"*/") {
                depth -= 1;
                2
            } else {
                1
            };
            self.at += next + step;
            if depth == 0 {
                return;
            }
        }
    }

    /// Moves behind a quoted text and returns its content, with escapes as written.
    fn quoted(&mut self, quote: char) -> &'a str {
        let start = self.at;
        self.at += quote.len_utf8();
        let rest = self.rest();
        let mut escaped = false;
        for (offset, c) in rest.char_indices() {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == quote {
                self.at += offset + quote.len_utf8();
                return &rest[..offset];
            }
        }
        self.at = self.text.len();
        self.unclosed = Some(start);
        rest
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '.' | '#')
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let start = self.at;
            let c = rest.chars().next()?;
            let kind = match c {
                '(' | '[' | '{' => Kind::Open,
                ')' | ']' | '}' => Kind::Close,
                ',' => Kind::Comma,
                ':' => Kind::Colon,
                '/' if rest.starts_with("//") => {
                    self.until(0, "\n");
                    continue;
                }
                '/' if rest.starts_with("/*") => {
                    self.block_comment();
                    continue;
                }
                '"' | '\'' => return Some(Token { kind: Kind::Text, start, text: self.quoted(c) }),
                'r' if rest[1..].trim_start_matches('#').starts_with('"') => {
                    let hashes = rest[1..].bytes().take_while(|b| *b == b'#').count();
                    let end = format!("\"{}", "#".repeat(hashes));
                    return Some(Token { kind: Kind::Text, start, text: self.until(hashes + 2, &end) });
                }
                c if is_word(c) => return Some(Token { kind: Kind::Word, start, text: self.word() }),
                c => {
                    self.at += c.len_utf8();
                    continue;
                }
            };
            self.at += 1;
            return Some(Token { kind, start, text: "" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// a comment with ( [ {
(   /* another /* inside */ ( */
    size: (240, 320),
    prefabs: {"big:robot": (figure: r#"a"(.mbac"#)},
    entities: [
        (name: "a, (b", quote: '"', at: (1, 2, 3)),
        (name: "c\"", camera: Some((rig: Orbit(target: "nobody")))),
    ],
)"##;

    fn at(steps: &[Step]) -> (usize, usize) {
        let (Position { line, column }, _) = locate(TEXT, steps);
        (line, column)
    }

    #[test]
    fn steps_lead_to_every_value() {
        use Step::{Field, Item};
        assert_eq!(at(&[Field("size"), Item(1)]), (4, 17));
        assert_eq!(at(&[Field("prefabs"), Field("big:robot"), Field("figure")]), (5, 37));
        assert_eq!(at(&[Field("entities"), Item(0), Field("at"), Item(2)]), (7, 48));
        assert_eq!(at(&[Field("entities"), Item(1)]), (8, 9));
        let target = [Field("entities"), Item(1), Field("camera"), Field("rig"), Field("target")];
        assert_eq!(at(&target), (8, 56));
        assert_eq!(at(&target[..4]), (8, 42));
    }

    #[test]
    fn a_step_that_cannot_be_followed_ends_at_the_value_before() {
        use Step::{Field, Item};
        assert_eq!(at(&[Field("entities"), Item(1), Field("figure")]), (8, 9));
        assert_eq!(at(&[Field("nothing")]), (1, 1));
    }

    #[test]
    fn only_brackets_outside_strings_and_comments_count() {
        let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        assert_eq!(too_deep(&nested(MAX_DEPTH)), None);
        assert_eq!(too_deep(&nested(MAX_DEPTH + 1)), Some(Position { line: 1, column: MAX_DEPTH + 1 }));
        assert_eq!(too_deep(&format!("\"{0}\" // {0}\n/* {0} */ r#\"{0}\"#", "[".repeat(100))), None);
        assert_eq!(too_deep(TEXT), None);
    }

    #[test]
    fn brackets_are_counted_and_values_measured() {
        let text = r#"(a: [(1)], b: {"x": (y: [2]), "z(": ()}, c: [(), ("(", /* ( */ [3])], d: (b: [(4)]))"#;
        assert_eq!(count_brackets(text, 14), Ok(14));
        assert_eq!(count_brackets(text, 4), Err(Position { line: 1, column: 21 }));
        assert_eq!(lengths(text, "b"), [(Some("x"), 8), (Some("z("), 2)]);
        assert_eq!(lengths(text, "c"), [(None, 2), (None, 18)]);
        assert_eq!((lengths(text, "y"), lengths("(b: [(", "b")), (vec![], vec![]));
    }

    #[test]
    fn unterminated_text_is_searched_to_its_end() {
        for text in ["\"", "'", "r#\"", "/*", "/*/", "//", "(\"\\", "r", "/", "é\"é", "((:,"] {
            assert_eq!(too_deep(text), None, "{text}");
            locate(text, &[Step::Field("a"), Step::Item(1)]);
        }
    }
}
