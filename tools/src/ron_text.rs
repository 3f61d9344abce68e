//! The words and strings of a RON text with their places, whatever is wrong with the text, and the kind of file that its
//! fields make it.

use keitai_formats::text::{Position, nearest};

/// A part of a RON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// A name or a number.
    Word(&'t str),
    /// The content of a string, as written.
    Text(&'t str),
    /// Any other character.
    Mark(char),
}

/// Splits a RON text into tokens, without white space and comments. A position is that of a token's first character.
pub(crate) fn tokens(text: &str) -> Vec<(Token<'_>, Position)> {
    let mut scanner = Scanner { rest: text, position: Position { line: 1, column: 1 } };
    std::iter::from_fn(|| scanner.next()).collect()
}

struct Scanner<'t> {
    rest: &'t str,
    position: Position,
}

impl<'t> Scanner<'t> {
    fn next(&mut self) -> Option<(Token<'t>, Position)> {
        loop {
            let first = self.rest.chars().next()?;
            let position = self.position;
            if first.is_whitespace() {
                self.take(first.len_utf8());
            } else if self.rest.starts_with("//") {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.take(comment_length(self.rest));
            } else if first == '"' {
                return Some((self.string(), position));
            } else if let Some(hashes) = raw_string_hashes(self.rest) {
                return Some((self.raw_string(hashes), position));
            } else if is_word(first) {
                let length = self.rest.find(|character| !is_word(character)).unwrap_or(self.rest.len());
                return Some((Token::Word(self.take(length)), position));
            } else {
                self.take(first.len_utf8());
                return Some((Token::Mark(first), position));
            }
        }
    }

    /// Takes a number of bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        for character in taken.chars() {
            self.position = match character {
                '\n' => Position { line: self.position.line + 1, column: 1 },
                _ => Position { column: self.position.column + 1, ..self.position },
            };
        }
        self.rest = rest;
        taken
    }

    fn string(&mut self) -> Token<'t> {
        let mut escaped = false;
        let closing = self.rest.char_indices().skip(1).find(|(_, character)| {
            let ends = *character == '"' && !escaped;
            escaped = *character == '\\' && !escaped;
            ends
        });
        let end = closing.map_or(self.rest.len(), |(at, _)| at);
        let taken = self.take(closing.map_or(end, |(at, _)| at + 1));
        Token::Text(&taken[1..end])
    }

    fn raw_string(&mut self, hashes: usize) -> Token<'t> {
        let start = hashes + 2;
        let closing = format!("\"{}", "#".repeat(hashes));
        let end = self.rest[start..].find(&closing).map_or(self.rest.len(), |at| start + at);
        let taken = self.take((end + closing.len()).min(self.rest.len()));
        Token::Text(&taken[start..end])
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || "_.-+".contains(character)
}

/// Returns the length of a comment that starts with `/*`. Such comments nest.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let step = if rest.starts_with("/*") {
            depth += 1;
            2
        } else if rest.starts_with("*/") {
            depth -= 1;
            2
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        at += step;
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the number of `#` of a raw string `r#"..."#`.
fn raw_string_hashes(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('r')?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// A kind of RON file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RonKind {
    /// A scene.
    Scene,
    /// Prefabs for scenes.
    Prefabs,
    /// A shot.
    Shot,
    /// A recorded game.
    Recording,
    /// Keys and buttons of the players.
    Controls,
    /// Texts in several languages.
    Texts,
}

/// Fields and the kind of a file that has them; the first in the list counts.
const KINDS: [(&str, RonKind); 15] = [
    ("frame", RonKind::Shot),
    ("states", RonKind::Recording),
    ("entities", RonKind::Scene),
    ("ready", RonKind::Scene),
    ("prefabs", RonKind::Prefabs),
    ("include", RonKind::Prefabs),
    ("players", RonKind::Controls),
    ("pads", RonKind::Controls),
    ("languages", RonKind::Texts),
    ("music", RonKind::Scene),
    ("paths", RonKind::Scene),
    ("texts", RonKind::Scene),
    ("seed", RonKind::Scene),
    ("sounds", RonKind::Prefabs),
    ("fonts", RonKind::Prefabs),
];

/// The fields of a file of prefabs, and `include`, which it has by mistake.
const PREFAB_FIELDS: [&str; 4] = ["prefabs", "include", "sounds", "fonts"];

impl RonKind {
    /// Returns the kind that the outermost fields of a text make it; `None` for a text with other fields or without any.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let fields = outer_fields(text);
        let found = match Self::with_fields(&fields) {
            // Prefabs have no further fields.
            Some(Self::Prefabs) if !fields.iter().all(|field| PREFAB_FIELDS.contains(field)) => Some(Self::Scene),
            found => found,
        };
        // The smallest scene has no fields.
        let is_empty = || tokens(text).into_iter().map(|(token, _)| token).eq([Token::Mark('('), Token::Mark(')')]);
        found.or_else(|| is_empty().then_some(Self::Scene))
    }

    /// Returns the kind of a text; if none of its outermost fields tells that, the kind that their nearest fields make it.
    pub(crate) fn misspelt(text: &str) -> Option<Self> {
        let near = || outer_fields(text).into_iter().filter_map(|field| nearest(field, KINDS.map(|(name, _)| name)));
        Self::of(text).or_else(|| Self::with_fields(&near().collect::<Vec<_>>()))
    }

    fn with_fields(fields: &[&str]) -> Option<Self> {
        KINDS.into_iter().find(|(field, _)| fields.contains(field)).map(|(_, kind)| kind)
    }
}

impl std::fmt::Display for RonKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Scene => "scene",
            Self::Prefabs => "prefabs",
            Self::Shot => "shot",
            Self::Recording => "recording",
            Self::Controls => "controls",
            Self::Texts => "texts",
        })
    }
}

/// Returns the names of the fields of the outermost structure.
fn outer_fields(text: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut depth, mut word) = (0usize, None);
    for (token, _) in tokens(text) {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') => depth = depth.saturating_sub(1),
            Token::Mark(':') if depth == 1 => fields.extend(word),
            _ => {}
        }
        word = if let Token::Word(word) = token { Some(word) } else { None };
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_places_and_comments_are_skipped() {
        let text = "(a: \"one\", // \"two\"\n b: [\"th/*r\\\"ee\"], /* \"four\" /* */\n*/ c: r#\"fi\"ve\"#)";
        let strings = tokens(text).into_iter().filter_map(|(token, at)| match token {
            Token::Text(text) => Some((text, at.line, at.column)),
            _ => None,
        });
        let expected = [("one", 1, 5), ("th/*r\\\"ee", 2, 6), ("fi\"ve", 3, 7)];
        assert_eq!(strings.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_kind_is_that_of_the_outermost_fields() {
        let of = RonKind::of;
        assert_eq!(of("(prefabs: {\"a\": (events: [(frame: 3, emit: \"entities:\")])})"), Some(RonKind::Prefabs));
        assert_eq!(of("#![enable(implicit_some)]\nScene(size: (1, 2), entities : [])"), Some(RonKind::Scene));
        assert_eq!(of("(size: (8, 8), /* entities: */ frame: [Text(text: \"entities: x\")])"), Some(RonKind::Shot));
        assert_eq!(of("(version: 1, scene: \"a.ron\", states: \"\")"), Some(RonKind::Recording));
        assert_eq!(
            [of("()"), of(" ( /* empty */ )"), of("(size: (8, 8), sounds: {}, music: (file: \"a.mid\"))")],
            [Some(RonKind::Scene); 3]
        );
        let scenes = [
            "(include: [\"a.ron\"], entites: [])",
            "(include: [\"a.ron\"], background: 5)",
            "(prefabs: {}, fonts: {}, siez: (1, 1))",
        ];
        assert_eq!(scenes.map(of), [Some(RonKind::Scene); 3]);
        let misspelt = ["(entitys: [])", "(fram: [])", "(player: [])"];
        let kinds = [RonKind::Scene, RonKind::Shot, RonKind::Controls].map(Some);
        assert_eq!((misspelt.map(of), misspelt.map(RonKind::misspelt)), ([None; 3], kinds));
        assert_eq!([of("(sounds: {})"), of("(fonts: {}, sounds: {})")], [Some(RonKind::Prefabs); 2]);
        assert_eq!([of(""), of("(("), of("hello ((("), of("(hello: 1)")], [None; 4]);
        assert_eq!(of("(players: [(keys: {})])"), Some(RonKind::Controls));
        assert_eq!(of("(texts: {}, languages: [(\"en\", \"frame: 1\")])"), Some(RonKind::Texts));
        assert_eq!([of("hello ((("), of(""), of("(size: (1, 1))"), of("/*")], [None; 4]);
    }

    #[test]
    fn broken_texts_are_scanned_to_their_end() {
        for text in ["\"", "r\"", "r#\"", "/*", "(\"\\", "\u{e4}\"\u{202e}"] {
            let _ = tokens(text);
        }
    }
}
