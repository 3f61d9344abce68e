//! Texts as trees of chunks.

mod build;

pub(crate) use build::read_tree;

use super::Span;
use super::encoding::name;
use super::token::{Spelling, Token, TokenKind, next_token};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The chunks that may stand in each chunk: the parent's name and the names of its children. The parent `""` is the top
/// of the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grammar(pub &'static [(&'static str, &'static [&'static str])]);

impl Grammar {
    /// Returns whether a chunk `name` may stand in `parent`; `None` when the name is unknown.
    pub(crate) fn allows(&self, parent: &str, name: &str) -> Option<bool> {
        let children = self.0.iter().find(|(known, _)| *known == parent).map(|(_, children)| *children);
        let allowed = children.is_some_and(|children| children.contains(&name));
        (allowed || self.knows(name)).then_some(allowed)
    }

    /// Returns whether a known chunk holds no others.
    pub(crate) fn is_leaf(&self, name: &str) -> bool {
        self.knows(name) && self.0.iter().all(|(parent, _)| *parent != name)
    }

    fn knows(&self, name: &str) -> bool {
        name.is_empty() || self.0.iter().any(|(_, children)| children.contains(&name))
    }
}

/// A word, number or string of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Atom<'t> {
    /// Bytes of the atom, without the quotes of a string.
    pub(crate) text: &'t [u8],
    /// Place in the text, with the quotes of a string.
    pub(crate) span: Span,
    pub(crate) quoted: bool,
}

impl<'t> Atom<'t> {
    fn new(text: &'t [u8], token: Token) -> Self {
        let (quoted, [before, after]) = match token.kind {
            TokenKind::Text { closed } => (true, [1, u32::from(closed)]),
            _ => (false, [0, 0]),
        };
        let content = Span { start: token.span.start + before, end: token.span.end - after };
        Self { text: text.get(content.range()).unwrap_or_default(), span: token.span, quoted }
    }

    /// Returns whether the atom stands for omitted lines in a printed sample.
    fn is_ellipsis(&self) -> bool {
        self.text == b"..." && !self.quoted
    }

    /// Returns the text as a name.
    pub(crate) fn string(&self) -> String {
        name(self.text)
    }

    /// Returns the text for a message: the first characters when there are many.
    pub(crate) fn shown(&self) -> String {
        let start = self.text.get(..4 * (SHOWN + 1)).unwrap_or(self.text);
        // A character that the cut divides is left out.
        let whole = match core::str::from_utf8(start) {
            Err(error) if start.len() < self.text.len() && error.error_len().is_none() => &start[..error.valid_up_to()],
            _ => start,
        };
        clipped(&Atom { text: whole, ..*self }.string())
    }
}

/// Characters of an atom or a name that a message shows.
const SHOWN: usize = 60;

/// Returns a text for a message: the first characters when there are many.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// `( name atoms chunks )`. Only the chunks are kept; [`Tree::atoms`] reads the atoms from the text again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Chunk<'t> {
    /// Name; empty when the chunk has none.
    pub(crate) name: &'t str,
    /// The bytes from the `(` to the name.
    pub(crate) head: Span,
    /// The `)`, or the place where the chunk was taken as closed.
    pub(crate) close: Span,
    /// Most chunks hold no others and need no memory for them.
    inner: Option<Box<Inner<'t>>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Inner<'t> {
    chunks: Vec<Chunk<'t>>,
    /// A chunk was added after the `)`.
    reopened: bool,
}

impl<'t> Chunk<'t> {
    pub(crate) fn span(&self) -> Span {
        self.head.to(self.close)
    }

    /// Returns the chunks inside the chunk, in text order.
    pub(crate) fn chunks(&self) -> core::slice::Iter<'_, Chunk<'t>> {
        self.inner.as_ref().map(|inner| inner.chunks.as_slice()).unwrap_or_default().iter()
    }

    fn last_chunk(&self) -> Option<&Chunk<'t>> {
        self.inner.as_ref()?.chunks.last()
    }

    fn last_chunk_mut(&mut self) -> Option<&mut Chunk<'t>> {
        self.inner.as_mut()?.chunks.last_mut()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tree<'t> {
    text: &'t [u8],
    spelling: Spelling,
    /// A chunk without a name that holds the chunks of the file.
    pub(crate) top: Chunk<'t>,
    /// Places of chunks that belong to another chunk than the one around them, or to none; sorted by start.
    elsewhere: Vec<Span>,
}

impl<'t> Tree<'t> {
    /// Returns the words, numbers and strings directly inside a chunk, in text order.
    pub(crate) fn atoms<'a>(&'a self, chunk: &'a Chunk<'t>) -> impl Iterator<Item = Atom<'t>> + 'a {
        let text = self.text.get(..chunk.close.start as usize).unwrap_or_default();
        let mut at = chunk.head.end as usize;
        core::iter::from_fn(move || {
            loop {
                let token = next_token(text, self.spelling, &mut at)?;
                match token.kind {
                    TokenKind::Open => at = self.end_of_chunk(chunk, token.span.start).max(at),
                    TokenKind::Close => {}
                    TokenKind::Atom | TokenKind::Text { .. } => {
                        let atom = Atom::new(text, token);
                        if !atom.is_ellipsis() {
                            return Some(atom);
                        }
                    }
                }
            }
        })
    }

    /// Returns the end of the chunk that starts at `start` inside `chunk`; 0 when there is none.
    fn end_of_chunk(&self, chunk: &Chunk<'t>, start: u32) -> usize {
        let inner = chunk.chunks().as_slice();
        let end = match inner.binary_search_by_key(&start, |inner| inner.head.start) {
            Ok(index) => inner.get(index).map(|inner| inner.close.end),
            Err(_) => match self.elsewhere.binary_search_by_key(&start, |span| span.start) {
                Ok(index) => self.elsewhere.get(index).map(|span| span.end),
                Err(_) => None,
            },
        };
        end.unwrap_or_default() as usize
    }
}
