//! RON texts of scenes, shots and settings: the kind of a file, and the names in it.
//!
//! Both are found whatever else is wrong with a text, for messages about it.

// `tokens` splits a text and finds the line and column of a field, `syntax` rewords the parser's errors, `number` reads numbers
// with a unit.
pub(crate) mod fault;
mod kind;
pub(crate) mod number;
mod syntax;
mod tokens;
pub(crate) mod unique;
pub(crate) mod words;

use keitai_formats::text::Position;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

pub use kind::RonKind;

pub(crate) use fault::SceneFault;
use tokens::{Kind, Tokens};
pub(crate) use tokens::{Step, count_brackets, lengths, locate};

/// The steps to a field, and the fault in it.
pub(crate) type FieldFault = (Vec<Step<'static>>, SceneFault);

/// Parses RON that nests at most 32 brackets deep.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, (Position, SceneFault)> {
    if let Some(position) = tokens::too_deep(text) {
        return Err((position, SceneFault::TooDeep));
    }
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let again = |text: &str| options.from_str::<T>(text).err();
    options.from_str(text).map_err(|error| syntax::fault(text, error, again))
}

/// Iterates over the strings of a text with the offsets of their first bytes. Escapes are as written.
pub fn strings(text: &str) -> impl Iterator<Item = (&str, usize)> {
    Tokens::new(text).filter(|token| token.kind == Kind::Text).map(|token| (token.text, token.start))
}
