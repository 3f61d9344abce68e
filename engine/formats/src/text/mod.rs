//! The source texts BAC6 and TRA4: tokens, trees of chunks with their places, values, and the rules of the readers.
//!
//! Both formats are nested lists, `( name values chunks )`, with `;` comments. Reading never stops at the first
//! problem: every reader returns the best document that it can make, with all [`crate::Diagnostic`]s. The caller
//! decides with a [`crate::Policy`] which of them are errors. Facts: vendor documents for the grammar, vendor tool for
//! what is accepted beyond it.

mod chunk_writer;
mod encoding;
mod head;
mod number;
pub mod rules;
mod token;
mod tree;
mod values;

pub use crate::span::{Position, SourceSpan, Span, Spanned, without_mark};
pub(crate) use chunk_writer::ChunkWriter;
pub use encoding::{other_encoding, shift_jis, to_shift_jis};
pub(crate) use head::{HeadRules, read_text};
use tree::{Atom, Tree, read_tree};
pub(crate) use tree::{Chunk, Grammar, clipped};
pub(crate) use values::{Path, Values, words};
pub use values::{natural, nearest};
