//! RON texts of scenes, shots and settings: parser, faults with their places, and the forms of numbers and words.
//!
//! `tokens` finds the line and column of a field, `syntax` rewords the parser's errors, `number` reads numbers with a unit.

pub(crate) mod fault;
pub(crate) mod number;
mod syntax;
mod tokens;
pub(crate) mod unique;
pub(crate) mod words;

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

pub(crate) use fault::SceneFault;
pub(crate) use tokens::{Position, Step, count_brackets, lengths, locate};

/// Parses RON that nests at most 32 brackets deep.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, (Position, SceneFault)> {
    if let Some(position) = tokens::too_deep(text) {
        return Err((position, SceneFault::TooDeep));
    }
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| syntax::fault(text, error))
}
