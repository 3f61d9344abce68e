//! Makes a tree of chunks from tokens, with the tolerance that the published samples need.
//!
//! The samples in circulation have superfluous closing parentheses and `...` lines. A [`Grammar`] (the chunks that each
//! chunk may hold) shows what was meant. A chunk that may not stand where it is, but may stand in a chunk that was just
//! closed, belongs to that chunk. A chunk that belongs to an open chunk further out shows a missing `)`.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use super::{Atom, Chunk, Grammar, Tree, clipped};
use crate::text::number::{is_dash, with_minus};
use crate::text::token::{Spelling, Token, TokenKind, tokens};
use crate::text::{Span, rules};
use crate::{Diagnostic, Diagnostics, Policy};

/// Chunks deeper than this are skipped; the formats need six levels.
const DEEPEST: usize = 16;

/// Bytes of the longest string that the vendor's documents allow.
const LONGEST_STRING: usize = 255;

/// Memory for chunks: this number of bytes, and two for every byte of the text. A real text needs less than half of it.
const MEMORY: usize = 24 << 20;
/// Bytes of a chunk in that memory: its size on 64-bit machines. With their own smaller size, 32-bit machines would
/// read texts that others refuse.
const CHUNK: usize = 40;

/// Reads a text into a tree. Under the vendor's policy a chunk outside of its parent stays there.
pub(crate) fn read_tree<'t>(text: &'t [u8], grammar: Grammar, policy: Policy, findings: &mut Diagnostics) -> Tree<'t> {
    if u32::try_from(text.len()).is_err() {
        findings.push(Diagnostic::new(&rules::TOO_LONG, Span::NONE, "the text has 4 GiB or more"));
        return Tree::default();
    }
    Builder {
        text,
        grammar,
        spelling: if policy.vendor { Spelling::Vendor } else { Spelling::Free },
        findings,
        open: vec![Open { chunk: Chunk::default(), into_closed: 0 }],
        rest: (2 * text.len() + MEMORY) / CHUNK,
        skipped: 0,
        skipped_from: 0,
        elsewhere: Vec::new(),
        aside: None,
    }
    .build()
}

/// A chunk that is being read. `into_closed` is the result of [`Builder::place`].
struct Open<'t> {
    chunk: Chunk<'t>,
    into_closed: usize,
}

struct Builder<'t, 'd> {
    text: &'t [u8],
    grammar: Grammar,
    /// With [`Spelling::Vendor`], chunks are not moved into parents that were closed too early.
    spelling: Spelling,
    findings: &'d mut Diagnostics,
    /// The chunks being read; the first is the file and stays.
    open: Vec<Open<'t>>,
    /// Number of further chunks that may be kept.
    rest: usize,
    /// Depth inside chunks that are too deep to keep.
    skipped: usize,
    /// Offset of the outermost chunk that is skipped.
    skipped_from: u32,
    /// Parts of the text that are in no chunk that is kept.
    elsewhere: Vec<Span>,
    /// Words outside every chunk, not yet reported.
    aside: Option<Span>,
}

impl<'t> Builder<'t, '_> {
    fn build(mut self) -> Tree<'t> {
        let mut tokens = tokens(self.text, self.spelling).peekable();
        let mut is_cut = false;
        while let Some(token) = tokens.next() {
            match token.kind {
                TokenKind::Open => {
                    if self.rest == 0 {
                        let message = "the text has more chunks than a figure or an action can need";
                        let finding = Diagnostic::new(&rules::TOO_MANY_CHUNKS, token.span, message);
                        self.findings.push(finding.with_note("the rest was not read"));
                        is_cut = true;
                        break;
                    }
                    let name = tokens.next_if(|next| next.kind == TokenKind::Atom);
                    self.open_chunk(token, name);
                }
                TokenKind::Close => self.close_chunk(token),
                TokenKind::Atom | TokenKind::Text { .. } => self.atom(token),
            }
        }
        self.report_aside();
        if !is_cut {
            self.report_unclosed();
        }
        let end = Span::new(self.text.len(), self.text.len());
        if self.skipped > 0 {
            self.elsewhere.push(Span { start: self.skipped_from, end: end.end });
        }
        while self.open.len() > 1 {
            self.finish_top(end);
        }
        self.elsewhere.sort_unstable();
        let top = self.open.pop().map(|file| file.chunk).unwrap_or_default();
        Tree { text: self.text, spelling: self.spelling, top, elsewhere: self.elsewhere }
    }

    fn bytes(&self, span: Span) -> &'t [u8] {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn open_chunk(&mut self, bracket: Token, name: Option<Token>) {
        self.rest -= 1;
        self.report_aside();
        if self.skipped > 0 || self.open.len() > DEEPEST {
            if self.skipped == 0 {
                self.findings.push(Diagnostic::new(
                    &rules::TOO_DEEP,
                    bracket.span,
                    format!("chunks are nested more than {DEEPEST} deep"),
                ));
                self.skipped_from = bracket.span.start;
            }
            self.skipped += 1;
            return;
        }
        let head = name.map_or(bracket.span, |name| bracket.span.to(name.span));
        let bytes = name.map(|name| self.bytes(name.span)).unwrap_or_default();
        let name = core::str::from_utf8(bytes).unwrap_or_default();
        if name.is_empty() {
            self.findings.push(Diagnostic::new(&rules::NO_CHUNK_NAME, head, "a chunk begins with its name"));
        }
        let into_closed = self.place(name, head);
        self.open.push(Open { chunk: Chunk { name, head, close: head, ..Chunk::default() }, into_closed });
    }

    /// Finds the parent of a chunk, and closes open chunks that lack their `)`. Returns the depth of the parent below
    /// the innermost open chunk: 0, or more when the parent was closed too early.
    fn place(&mut self, name: &'t str, head: Span) -> usize {
        let grammar = self.grammar;
        let Some(top) = self.open.last() else { return 0 };
        if grammar.allows(top.chunk.name, name) != Some(false) || !grammar.knows(top.chunk.name) {
            return 0;
        }
        let chain = core::iter::successors(top.chunk.last_chunk(), |chunk| chunk.last_chunk());
        let fits = chain.enumerate().filter(|(_, chunk)| grammar.allows(chunk.name, name) == Some(true));
        let closed = fits.last().map(|(depth, _)| depth);
        if let Some(depth) = closed.filter(|_| self.spelling == Spelling::Free) {
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
        if !core::mem::replace(&mut chunk.inner.get_or_insert_default().reopened, true) {
            let (parent, close) = (chunk.name, chunk.close);
            self.findings.push(
                Diagnostic::new(
                    &rules::CLOSED_EARLY,
                    head,
                    format!("`{}` is outside of its parent `{parent}`", clipped(name)),
                )
                .with_related(close, format!("`{parent}` was closed here"))
                .with_note("read as part of it"),
            );
        }
    }

    fn report_missing_close(&mut self, next: &str, at: Span) {
        let Some(open) = self.open.last() else { return };
        let message = format!("`{}` is not closed before `{}` begins", clipped(open.chunk.name), clipped(next));
        let finding =
            Diagnostic::new(&rules::NOT_CLOSED, open.chunk.head, message).with_related(at, "a `)` is missing here");
        self.findings.push(finding);
    }

    fn report_unclosed(&mut self) {
        let Some(open) = self.open.get(1..).and_then(<[_]>::last) else { return };
        let path: Vec<String> = self.open.iter().skip(1).map(|open| clipped(open.chunk.name)).collect();
        let message = format!("the text ends inside `{}`; {} `)` missing", path.join("/"), path.len());
        self.findings.push(Diagnostic::new(&rules::NOT_CLOSED, open.chunk.head, message));
    }

    fn close_chunk(&mut self, token: Token) {
        self.report_aside();
        if self.skipped > 0 {
            self.skipped -= 1;
            if self.skipped == 0 {
                self.elsewhere.push(Span { start: self.skipped_from, end: token.span.end });
            }
        } else if self.open.len() > 1 {
            self.finish_top(token.span);
        } else {
            self.findings
                .push(Diagnostic::new(&rules::EXTRA_CLOSE, token.span, "this `)` closes nothing").with_note("ignored"));
        }
    }

    /// Closes the innermost open chunk, and moves it to the parent that [`Self::place`] found.
    fn finish_top(&mut self, close: Span) {
        let Some(Open { mut chunk, into_closed }) = self.open.pop() else { return };
        chunk.close = close;
        if let Some(inner) = &mut chunk.inner {
            inner.chunks.shrink_to_fit();
        }
        let Some(mut parent) = self.open.last_mut().map(|open| &mut open.chunk) else { return };
        if into_closed > 0 {
            self.elsewhere.push(Span { start: chunk.head.start, end: chunk.close.end });
        }
        for _ in 0..into_closed {
            let Some(next) = parent.last_chunk_mut() else { return };
            parent = next;
        }
        parent.inner.get_or_insert_default().chunks.push(chunk);
    }

    fn atom(&mut self, token: Token) {
        if self.skipped > 0 {
            return;
        }
        let atom = Atom::new(self.text, token);
        if atom.is_ellipsis() {
            let message = "`...` stands for omitted lines";
            self.findings.push(Diagnostic::new(&rules::ELLIPSIS, token.span, message).with_note("skipped"));
        } else if self.open.len() == 1 {
            self.aside = Some(self.aside.map_or(token.span, |aside| aside.to(token.span)));
        } else if let TokenKind::Text { closed } = token.kind {
            self.report_string(atom, closed);
        } else if !atom.text.is_ascii() && self.open.iter().all(|open| self.grammar.knows(open.chunk.name)) {
            self.report_strange(atom);
        }
    }

    fn report_strange(&mut self, atom: Atom<'t>) {
        let word = atom.shown();
        self.findings.push(match with_minus(atom.text) {
            Cow::Owned(mended) => {
                let note = format!("read as {}; the vendor's converter refuses it", String::from_utf8_lossy(&mended));
                Diagnostic::new(&rules::DASH, atom.span, format!("`{word}` has a dash instead of a minus sign"))
                    .with_note(note)
            }
            Cow::Borrowed(text) => {
                let strange = strange_character(text);
                let message = format!("`{word}` contains {strange}; only strings may hold other than ASCII");
                Diagnostic::new(&rules::NOT_ASCII, atom.span, message)
            }
        });
    }

    fn report_string(&mut self, string: Atom<'t>, closed: bool) {
        if !closed {
            self.findings.push(Diagnostic::new(&rules::OPEN_STRING, string.span, "this string has no closing quote"));
        }
        let length = string.text.len();
        if length > LONGEST_STRING {
            let message = format!("this string has {length} bytes; the formats allow {LONGEST_STRING}");
            self.findings.push(Diagnostic::new(&rules::LONG_STRING, string.span, message));
        }
    }

    fn report_aside(&mut self) {
        if let Some(aside) = self.aside.take() {
            let finding = Diagnostic::new(&rules::OUTSIDE, aside, "text outside of every chunk").with_note("ignored");
            self.findings.push(finding);
        }
    }
}

/// Returns the first character that is not ASCII, and its probable meaning.
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

    fn parsed(text: &str) -> (Tree<'_>, Vec<Diagnostic>) {
        let mut findings = Diagnostics::default();
        let tree = read_tree(text.as_bytes(), GRAMMAR, Policy::default(), &mut findings);
        (tree, findings.finish())
    }

    fn read(text: &str) -> (String, Vec<&'static str>) {
        let (tree, findings) = parsed(text);
        (shape(&tree, &tree.top), findings.iter().map(|diagnostic| diagnostic.rule.code).collect())
    }

    /// Returns the chunk as a text: its atoms, then its chunks.
    fn shape(tree: &Tree<'_>, chunk: &Chunk<'_>) -> String {
        let quote = |atom: &Atom<'_>| if atom.quoted { "\"" } else { "" };
        let inside = chunk.chunks().map(|chunk| format!(" {}", shape(tree, chunk)));
        // The atoms of the file are reported and belong to no chunk.
        let top = chunk.name.is_empty();
        let atoms = tree.atoms(chunk).filter(|_| !top).map(|atom| format!(" {0}{1}{0}", quote(&atom), atom.string()));
        format!("({}{})", chunk.name, atoms.chain(inside).collect::<String>())
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
        let mut findings = Diagnostics::default();
        let tree = read_tree(text, GRAMMAR, Policy { vendor: true, strict: false }, &mut findings);
        assert_eq!(shape(&tree, &tree.top), "( (Figure (bone (name \"a\"))) (roll 1))");
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
        let findings = |text: &str| parsed(text).1.remove(0);
        let dash = findings("( Figure ( roll \u{2013}1 ) )");
        assert_eq!((dash.rule.code, dash.severity), ("T026", Severity::Warning));
        assert!(dash.note.is_some_and(|note| note.starts_with("read as -1;")));
        let word = findings("( Figure ( roll a\u{2013}b ) )");
        assert_eq!((word.rule.code, word.severity), ("T010", Severity::Error));
        assert!(word.message.contains("U+2013"));
    }

    #[test]
    fn a_word_is_shown_up_to_a_whole_character() {
        let text = format!("( Figure ( roll a{} ) )", "\u{3042}".repeat(100));
        let message = parsed(&text).1.remove(0).message;
        assert!(message.starts_with(&format!("`a{}...` contains", "\u{3042}".repeat(59))), "{message}");
    }

    #[test]
    fn atoms_of_a_chunk_are_those_outside_of_its_chunks() {
        // `roll 5` belongs to the closed bone, `deep` is skipped; their atoms are not those of Figure.
        let deep = format!("{}9{}", "( deep ".repeat(20), ")".repeat(20));
        let text = format!("( Figure 1 ( bone 2 ( roll 3 ) ) 4 ( roll 5 ) 6 {deep} 7 \"8\" ... )");
        let tree = parsed(&text).0;
        let figure = tree.top.chunks().next().unwrap();
        let words = |chunk: &Chunk<'_>| tree.atoms(chunk).map(|atom| atom.string()).collect::<Vec<_>>();
        assert_eq!(words(figure), ["1", "4", "6", "7", "8"]);
        let bone = figure.chunks().next().unwrap();
        assert_eq!((words(bone), bone.chunks().count()), (vec!["2".to_owned()], 2));
    }

    #[test]
    fn the_number_of_chunks_is_limited() {
        let text = "(a)".repeat(1 << 20);
        let (tree, findings) = parsed(&text);
        assert_eq!(tree.top.chunks().len(), 786_432, "on every machine");
        assert!(tree.top.chunks().len() * size_of::<Chunk<'_>>() <= 2 * text.len() + MEMORY);
        assert!(findings.iter().any(|diagnostic| diagnostic.is(&rules::TOO_MANY_CHUNKS)));
    }

    #[test]
    fn depth_is_limited() {
        let text = "( a ".repeat(100_000);
        assert_eq!(read(&text).1, ["T007", "T003"]);
    }
}
