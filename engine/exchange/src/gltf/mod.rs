//! glTF 2.0.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

mod read;
mod write;

pub use read::read;
pub(crate) use write::UNIT;
pub use write::{Options, Packaging, write};

/// Returns the name of the animation of an action: that of its table, with its number where the table has several.
pub(crate) fn animation_name(table: &str, actions: usize, number: usize) -> Cow<'_, str> {
    if actions == 1 { table.into() } else { format!("{table}.{number}").into() }
}

/// Gives bones or tables of one name names of their own, by which texts and animations find them.
pub(crate) fn distinguish(names: Vec<&mut String>) {
    let mut known: BTreeSet<String> = names.iter().map(|name| name.to_string()).collect();
    // The next number of each name.
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let Some(number) = next.get_mut(name) else {
            next.insert(name.clone(), 2);
            continue;
        };
        loop {
            let other = format!("{name}_{number}");
            *number += 1;
            if known.insert(other.clone()) {
                *name = other;
                break;
            }
        }
    }
}
