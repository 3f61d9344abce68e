//! Tokens to a tree of chunks, with the tolerance that the published samples need.
//!
//! The samples in circulation have closing parentheses too many and `...` lines. A [`Grammar`] (which chunk may stand in
//! which) tells what was meant: a chunk that has no business where it stands, but would have in one that was just
//! closed, continues that one; one that belongs to an open chunk further out shows where a `)` is missing.

use super::number::{is_dash, with_minus};
use super::{Span, Token, TokenKind, rules, tokens};
use crate::{Diagnostic, Diagnostics, Policy};
use std::borrow::Cow;

/// Chunks deeper than this are skipped; the formats need six levels.
const DEEPEST: usize = 16;

/// The chunks that may stand in each chunk: the parent's name and the names of its children. The parent `""` is the top
/// of the file.
#[derive(Debug, Clone, Copy)]
pub struct Grammar(pub &'static [(&'static str, &'static [&'static str])]);

impl Grammar {
    /// Returns whether a chunk `name` may stand in `parent`; `None` when the name is unknown.
    pub fn allows(&self, parent: &str, name: &str) -> Option<bool> {
        let children = self.0.iter().find(|(known, _)| *known == parent).map(|(_, children)| *children);
        let allowed = children.is_some_and(|children| children.contains(&name));
        (allowed || self.knows(name)).then_some(allowed)
    }

    fn knows(&self, name: &str) -> bool {
        name.is_empty() || self.0.iter().any(|(_, children)| children.contains(&name))
    }
}

/// A word or a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Atom<'t> {
    /// Its bytes; a string's without the quotes.
    pub text: &'t [u8],
    /// Where; a string's with the quotes.
    pub span: Span,
}

impl Atom<'_> {
    /// The text for messages and names: bytes that are not UTF-8 are taken as Latin-1, so that different bytes stay
    /// different.
    pub fn string(&self) -> String {
        match std::str::from_utf8(self.text) {
            Ok(text) => text.to_owned(),
            Err(_) => self.text.iter().map(|byte| char::from(*byte)).collect(),
        }
    }
}

/// What a chunk contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item<'t> {
    /// A word or number.
    Atom(Atom<'t>),
    /// A string in quotes.
    Text(Atom<'t>),
    /// A chunk.
    Chunk(Chunk<'t>),
}

/// `( name items )`
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chunk<'t> {
    /// Its name; empty when it has none.
    pub name: &'t str,
    /// From its `(` to its name.
    pub head: Span,
    /// Its `)`, or the place where it was taken as closed.
    pub close: Span,
    /// What it contains, in text order.
    pub items: Vec<Item<'t>>,
    /// Index of the last chunk among the items.
    last: Option<usize>,
    /// Whether it went on after it had been closed.
    reopened: bool,
}

impl<'t> Chunk<'t> {
    /// From `(` to `)`.
    pub fn span(&self) -> Span {
        self.head.to(self.close)
    }

    /// The chunks in it.
    pub fn chunks(&self) -> impl Iterator<Item = &Chunk<'t>> {
        self.items.iter().filter_map(|item| match item {
            Item::Chunk(chunk) => Some(chunk),
            _ => None,
        })
    }

    /// The words in it.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom<'t>> {
        self.items.iter().filter_map(|item| match item {
            Item::Atom(atom) => Some(atom),
            _ => None,
        })
    }

    fn push(&mut self, item: Item<'t>) {
        if matches!(item, Item::Chunk(_)) {
            self.last = Some(self.items.len());
        }
        self.items.push(item);
    }

    fn last_chunk(&self) -> Option<&Chunk<'t>> {
        match self.items.get(self.last?)? {
            Item::Chunk(chunk) => Some(chunk),
            _ => None,
        }
    }

    fn last_chunk_mut(&mut self) -> Option<&mut Chunk<'t>> {
        match self.items.get_mut(self.last?)? {
            Item::Chunk(chunk) => Some(chunk),
            _ => None,
        }
    }
}

/// A chunk that is being read, and how many closed chunks it goes down into when it is done.
struct Open<'t> {
    chunk: Chunk<'t>,
    into_closed: usize,
}

/// Reads a text into its top: a chunk without name that holds the file's chunks. Under the vendor's policy a chunk that
/// stands outside of the one it belongs to stays there.
pub fn read_tree<'t>(text: &'t [u8], grammar: Grammar, policy: Policy, found: &mut Diagnostics) -> Chunk<'t> {
    if u32::try_from(text.len()).is_err() {
        found.push(Diagnostic::new(&rules::TOO_LONG, Span::NONE, "the text has 4 GiB or more"));
        return Chunk::default();
    }
    Builder {
        text,
        grammar,
        gather: !policy.vendor,
        found,
        open: vec![Open { chunk: Chunk::default(), into_closed: 0 }],
        skipped: 0,
        aside: None,
    }
    .build()
}

struct Builder<'t, 'd> {
    text: &'t [u8],
    grammar: Grammar,
    /// Whether chunks are taken into those that were closed too early.
    gather: bool,
    found: &'d mut Diagnostics,
    /// The chunks being read; the first is the file, and never leaves.
    open: Vec<Open<'t>>,
    /// Depth inside chunks that are too deep to keep.
    skipped: usize,
    /// Words outside every chunk, not yet reported.
    aside: Option<Span>,
}

impl<'t> Builder<'t, '_> {
    fn build(mut self) -> Chunk<'t> {
        let mut tokens = tokens(self.text).peekable();
        while let Some(token) = tokens.next() {
            match token.kind {
                TokenKind::Open => {
                    let name = tokens.next_if(|next| next.kind == TokenKind::Atom);
                    self.open_chunk(token, name);
                }
                TokenKind::Close => self.close_chunk(token),
                TokenKind::Atom => self.atom(token),
                TokenKind::Text { closed } => self.string(token, closed),
            }
        }
        self.report_aside();
        self.report_unclosed();
        while self.open.len() > 1 {
            let end = Span::new(self.text.len(), self.text.len());
            self.finish_top(end);
        }
        self.open.pop().map(|file| file.chunk).unwrap_or_default()
    }

    fn bytes(&self, span: Span) -> &'t [u8] {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn open_chunk(&mut self, bracket: Token, name: Option<Token>) {
        self.report_aside();
        if self.skipped > 0 || self.open.len() > DEEPEST {
            if self.skipped == 0 {
                self.found.push(Diagnostic::new(
                    &rules::TOO_DEEP,
                    bracket.span,
                    format!("chunks are nested more than {DEEPEST} deep"),
                ));
            }
            self.skipped += 1;
            return;
        }
        let head = name.map_or(bracket.span, |name| bracket.span.to(name.span));
        let bytes = name.map(|name| self.bytes(name.span)).unwrap_or_default();
        let name = std::str::from_utf8(bytes).unwrap_or_default();
        if name.is_empty() {
            self.found.push(Diagnostic::new(&rules::NO_CHUNK_NAME, head, "a chunk begins with its name"));
        }
        let into_closed = self.place(name, head);
        self.open.push(Open { chunk: Chunk { name, head, close: head, ..Chunk::default() }, into_closed });
    }

    /// Finds where a chunk belongs; returns how many closed chunks it goes down from the innermost open one.
    fn place(&mut self, name: &'t str, head: Span) -> usize {
        let grammar = self.grammar;
        let Some(top) = self.open.last() else { return 0 };
        if grammar.allows(top.chunk.name, name) != Some(false) || !grammar.knows(top.chunk.name) {
            return 0;
        }
        let chain: Vec<&str> =
            std::iter::successors(top.chunk.last_chunk(), |chunk| chunk.last_chunk()).map(|chunk| chunk.name).collect();
        let closed = chain.iter().rposition(|parent| grammar.allows(parent, name) == Some(true));
        if let Some(depth) = closed.filter(|_| self.gather) {
            self.reopen(depth + 1, name, head);
            return depth + 1;
        }
        let outer = self.open.iter().rposition(|open| grammar.allows(open.chunk.name, name) == Some(true));
        if let Some(outer) = outer {
            while self.open.len() > outer + 1 {
                self.report_missing_close(name, head);
                self.finish_top(Span { start: head.start, end: head.start });
            }
        }
        0
    }

    fn reopen(&mut self, depth: usize, name: &str, head: Span) {
        let mut chunk = self.open.last_mut().map(|open| &mut open.chunk);
        for _ in 0..depth {
            chunk = chunk.and_then(Chunk::last_chunk_mut);
        }
        let Some(chunk) = chunk else { return };
        if !std::mem::replace(&mut chunk.reopened, true) {
            let (parent, close) = (chunk.name, chunk.close);
            self.found.push(
                Diagnostic::new(
                    &rules::CLOSED_EARLY,
                    head,
                    format!("`{name}` stands outside `{parent}`, where it belongs"),
                )
                .with_related(close, format!("`{parent}` was closed here"))
                .with_note("read as part of it"),
            );
        }
    }

    fn report_missing_close(&mut self, next: &str, at: Span) {
        let Some(open) = self.open.last() else { return };
        let message = format!("`{}` is not closed before `{next}` begins", open.chunk.name);
        let finding =
            Diagnostic::new(&rules::NOT_CLOSED, open.chunk.head, message).with_related(at, "a `)` is missing here");
        self.found.push(finding);
    }

    fn report_unclosed(&mut self) {
        let Some(open) = self.open.get(1..).and_then(<[_]>::last) else { return };
        let path: Vec<&str> = self.open.iter().skip(1).map(|open| open.chunk.name).collect();
        let message = format!("the text ends inside `{}`; {} `)` missing", path.join("/"), path.len());
        self.found.push(Diagnostic::new(&rules::NOT_CLOSED, open.chunk.head, message));
    }

    fn close_chunk(&mut self, token: Token) {
        self.report_aside();
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.open.len() > 1 {
            self.finish_top(token.span);
        } else {
            self.found
                .push(Diagnostic::new(&rules::EXTRA_CLOSE, token.span, "this `)` closes nothing").with_note("ignored"));
        }
    }

    /// Takes the innermost open chunk into the place that [`Self::place`] found for it.
    fn finish_top(&mut self, close: Span) {
        let Some(Open { mut chunk, into_closed }) = self.open.pop() else { return };
        chunk.close = close;
        let Some(mut parent) = self.open.last_mut().map(|open| &mut open.chunk) else { return };
        for _ in 0..into_closed {
            let Some(next) = parent.last_chunk_mut() else { return };
            parent = next;
        }
        parent.push(Item::Chunk(chunk));
    }

    fn atom(&mut self, token: Token) {
        if self.skipped > 0 {
            return;
        }
        let text = self.bytes(token.span);
        if text == b"..." {
            let message = "`...` stands for something that was left out";
            self.found.push(Diagnostic::new(&rules::ELLIPSIS, token.span, message).with_note("skipped"));
            return;
        }
        let atom = Atom { text, span: token.span };
        if self.open.len() == 1 {
            self.aside = Some(self.aside.map_or(token.span, |aside| aside.to(token.span)));
            return;
        }
        let skipped_anyway = self.open.iter().any(|open| !self.grammar.knows(open.chunk.name));
        if !text.is_ascii() && !skipped_anyway {
            self.report_strange(atom);
        }
        self.push(Item::Atom(atom));
    }

    /// Reports a word that is not ASCII.
    fn report_strange(&mut self, atom: Atom<'t>) {
        let word = atom.string();
        self.found.push(match with_minus(atom.text) {
            Cow::Owned(mended) => {
                let note = format!("read as {}; the vendor's converter refuses it", String::from_utf8_lossy(&mended));
                Diagnostic::new(&rules::DASH, atom.span, format!("`{word}` has a dash for its minus sign"))
                    .with_note(note)
            }
            Cow::Borrowed(text) => {
                let strange = strange_character(text);
                let message = format!("`{word}` contains {strange}; only ASCII may stand outside strings");
                Diagnostic::new(&rules::NOT_ASCII, atom.span, message)
            }
        });
    }

    fn string(&mut self, token: Token, closed: bool) {
        if self.skipped > 0 {
            return;
        }
        if self.open.len() == 1 {
            self.aside = Some(self.aside.map_or(token.span, |aside| aside.to(token.span)));
            return;
        }
        let Span { start, end } = token.span;
        let text = self.bytes(Span { start: start + 1, end: end - u32::from(closed) });
        if !closed {
            self.found.push(Diagnostic::new(&rules::OPEN_STRING, token.span, "this string has no closing quote"));
        }
        if text.len() > 255 {
            let message = format!("this string has {} bytes; the formats allow 255", text.len());
            self.found.push(Diagnostic::new(&rules::LONG_STRING, token.span, message));
        }
        self.push(Item::Text(Atom { text, span: token.span }));
    }

    fn push(&mut self, item: Item<'t>) {
        if let Some(open) = self.open.last_mut() {
            open.chunk.push(item);
        }
    }

    fn report_aside(&mut self) {
        if let Some(aside) = self.aside.take() {
            let finding = Diagnostic::new(&rules::OUTSIDE, aside, "text outside of every chunk").with_note("ignored");
            self.found.push(finding);
        }
    }
}

/// Names the first character that is not ASCII, and what was probably meant.
fn strange_character(text: &[u8]) -> String {
    let lossy = String::from_utf8_lossy(text);
    match lossy.chars().find(|character| !character.is_ascii()) {
        None | Some(char::REPLACEMENT_CHARACTER) => "bytes that are not ASCII".to_owned(),
        Some('\u{feff}') => "a byte order mark (U+FEFF)".to_owned(),
        Some(dash) if is_dash(dash) => {
            format!("`{dash}` (U+{:04X}), probably meant as the minus sign `-`", u32::from(dash))
        }
        Some(strange) => format!("`{strange}` (U+{:04X})", u32::from(strange)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Severity;

    const GRAMMAR: Grammar = Grammar(&[("", &["Figure"]), ("Figure", &["bone", "name"]), ("bone", &["name", "roll"])]);

    fn read(text: &str) -> (String, Vec<&'static str>) {
        let mut found = Diagnostics::default();
        let tree = read_tree(text.as_bytes(), GRAMMAR, Policy::default(), &mut found);
        (shape(&tree), found.finish().iter().map(|diagnostic| diagnostic.rule.code).collect())
    }

    fn shape(chunk: &Chunk<'_>) -> String {
        let items = chunk.items.iter().map(|item| match item {
            Item::Atom(atom) => format!(" {}", atom.string()),
            Item::Text(text) => format!(" \"{}\"", text.string()),
            Item::Chunk(chunk) => format!(" {}", shape(chunk)),
        });
        format!("({}{})", chunk.name, items.collect::<String>())
    }

    #[test]
    fn a_plain_tree() {
        assert_eq!(read("( Figure (bone( roll 1 -2)))"), ("( (Figure (bone (roll 1 -2))))".into(), vec![]));
    }

    #[test]
    fn chunks_after_an_early_close_go_where_they_belong() {
        let (tree, codes) = read("( Figure ( bone ( name \"a\" ) ) )\n ( roll 1 ) ) )\n ( bone )");
        assert_eq!(tree, "( (Figure (bone (name \"a\") (roll 1)) (bone)))");
        assert_eq!(codes, ["T006", "T005", "T005", "T006"]);
    }

    #[test]
    fn under_the_vendors_policy_they_stay_where_they_stand() {
        let text = b"( Figure ( bone ( name \"a\" ) ) )\n ( roll 1 )";
        let mut found = Diagnostics::default();
        let tree = read_tree(text, GRAMMAR, Policy { vendor: true, strict: false }, &mut found);
        assert_eq!(shape(&tree), "( (Figure (bone (name \"a\"))) (roll 1))");
    }

    #[test]
    fn a_missing_close_is_found_where_the_next_chunk_does_not_fit() {
        let (tree, codes) = read("( Figure ( bone ( roll 1 ) ( bone ) )");
        assert_eq!(tree, "( (Figure (bone (roll 1)) (bone)))");
        assert_eq!(codes, ["T007"]);
        let (_, codes) = read("( Figure ( bone ( roll 1 )");
        assert_eq!(codes, ["T007"]);
    }

    #[test]
    fn ellipses_and_text_outside_are_skipped() {
        let (tree, codes) = read("( Figure ... ( bone ) )\n Version: 2.1\n (c) by \u{ff0d}");
        assert_eq!(tree, "( (Figure (bone)) (c))");
        assert_eq!(codes, ["T008", "T009", "T009"]);
    }

    #[test]
    fn a_dash_is_a_minus_in_a_number_and_an_error_elsewhere() {
        let found = |text: &str| {
            let mut found = Diagnostics::default();
            read_tree(text.as_bytes(), GRAMMAR, Policy::default(), &mut found);
            found.finish().remove(0)
        };
        let dash = found("( Figure ( roll \u{2013}1 ) )");
        assert_eq!((dash.rule.code, dash.severity), ("T026", Severity::Warning));
        assert!(dash.note.is_some_and(|note| note.starts_with("read as -1;")));
        let word = found("( Figure ( roll a\u{2013}b ) )");
        assert_eq!((word.rule.code, word.severity), ("T010", Severity::Error));
        assert!(word.message.contains("U+2013"));
    }

    #[test]
    fn depth_is_limited() {
        let text = "( a ".repeat(100_000);
        assert_eq!(read(&text).1, ["T007", "T003"]);
    }
}
