//! The text of a scene before and beside the parser: how deep it nests, and at which line and column a field stands.
//!
//! The RON parser tells places of syntax errors only. What is wrong in meaning (a name that nobody has, a file that is
//! missing) is known by its way through the document; [`locate`] walks the text along that way, on errors alone.

use std::iter::Peekable;

/// The deepest nesting of brackets. Scenes need less than ten.
pub(super) const DEEPEST: usize = 32;

/// A line and a column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Position {
    /// Where the byte at `offset` stands.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        Self { line: before.matches('\n').count() + 1, column: line.chars().count() + 1 }
    }
}

/// A step on the way to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// The field of a struct, or the key of a map.
    Field(&'a str),
    /// The n-th of a list or tuple.
    Item(usize),
}

/// Where nesting first goes beyond [`DEEPEST`].
pub(super) fn too_deep(text: &str) -> Option<Position> {
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.kind {
            Kind::Open => {
                depth += 1;
                if depth > DEEPEST {
                    return Some(Position::of(text, token.start));
                }
            }
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where the value at the end of `way` begins; where the way is lost, the last value that was found on it. Also tells how
/// many steps led there.
pub(crate) fn locate(text: &str, way: &[Step]) -> (Position, usize) {
    let mut walk = Walk { levels: Vec::new(), tokens: Tokens::new(text).peekable(), best: (0, 0) };
    walk.run(way);
    let (steps, offset) = walk.best;
    (Position::of(text, offset), steps)
}

/// An open bracket on the way from the start of the text.
struct Level<'a> {
    key: Option<&'a str>,
    index: usize,
    /// `Some(..)` is no step of its own.
    transparent: bool,
}

struct Walk<'a> {
    levels: Vec<Level<'a>>,
    tokens: Peekable<Tokens<'a>>,
    /// Steps found, and the offset of the value they lead to.
    best: (usize, usize),
}

impl<'a> Walk<'a> {
    fn run(&mut self, way: &[Step]) {
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
                        self.arrive(token.start, way);
                    }
                    word = token.text;
                    continue;
                }
                Kind::Open => {
                    self.arrive(token.start, way);
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
            if self.best.0 == way.len() && !way.is_empty() {
                return;
            }
        }
    }

    /// A value starts at `offset`: how much of the way leads to it?
    fn arrive(&mut self, offset: usize, way: &[Step]) {
        let mut steps = self.levels.iter().filter(|level| !level.transparent);
        let mut found = 0;
        for step in way {
            let Some(level) = steps.next() else { break };
            let fits = match step {
                Step::Field(name) => level.key == Some(name),
                Step::Item(index) => level.key.is_none() && level.index == *index,
            };
            if !fits {
                return;
            }
            found += 1;
        }
        // Deeper values are parts of one already found.
        if steps.next().is_none() && found > self.best.0 {
            self.best = (found, offset);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name or a number.
    Word,
    /// A string or character, without its quotes.
    Text,
    Open,
    Close,
    Comma,
    Colon,
}

#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    kind: Kind,
    start: usize,
    text: &'a str,
}

/// The tokens of RON, as far as brackets and places are concerned. Comments and unknown characters are skipped; what
/// never ends, ends with the text.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on to after `end`, `skipped` bytes from here, and returns what lies between.
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

    /// After the opening quote: the text up to the closing one, that is not escaped.
    fn quoted(&mut self, quote: char) -> &'a str {
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

    fn at(way: &[Step]) -> (usize, usize) {
        let (Position { line, column }, _) = locate(TEXT, way);
        (line, column)
    }

    #[test]
    fn every_value_is_found_by_its_way() {
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
    fn a_lost_way_ends_at_the_last_value_found() {
        use Step::{Field, Item};
        assert_eq!(at(&[Field("entities"), Item(1), Field("figure")]), (8, 9));
        assert_eq!(at(&[Field("nothing")]), (1, 1));
    }

    #[test]
    fn brackets_count_outside_strings_and_comments_only() {
        let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        assert_eq!(too_deep(&nested(DEEPEST)), None);
        assert_eq!(too_deep(&nested(DEEPEST + 1)), Some(Position { line: 1, column: DEEPEST + 1 }));
        assert_eq!(too_deep(&format!("\"{0}\" // {0}\n/* {0} */ r#\"{0}\"#", "[".repeat(100))), None);
        assert_eq!(too_deep(TEXT), None);
    }

    #[test]
    fn broken_text_ends() {
        for text in ["\"", "'", "r#\"", "/*", "/*/", "//", "(\"\\", "r", "/", "é\"é", "((:,"] {
            assert_eq!(too_deep(text), None, "{text}");
            locate(text, &[Step::Field("a"), Step::Item(1)]);
        }
    }
}
