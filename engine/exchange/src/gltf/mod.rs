//! glTF 2.0.

use std::borrow::Cow;

pub mod read;
mod write;

pub(crate) use write::UNIT;
pub use write::{Options, Packaging, write};

/// Returns the name of the animation of an action: that of its table, with its number where the table has several.
fn animation_name(table: &str, actions: usize, number: usize) -> Cow<'_, str> {
    if actions == 1 { table.into() } else { format!("{table}.{number}").into() }
}
