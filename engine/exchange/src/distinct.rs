//! Numbers of items of which equal ones are kept once.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Items without those that are equal to an earlier one, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Distinct<T> {
    pub(crate) items: Vec<T>,
    known: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self { items: Vec::new(), known: HashTable::new(), hasher: DefaultHashBuilder::default() }
    }
}

impl<T> Distinct<T> {
    /// Returns the items, without spare memory.
    pub(crate) fn into_items(mut self) -> Vec<T> {
        self.items.shrink_to_fit();
        self.items
    }
}

impl<T: Copy + Eq + Hash> Distinct<T> {
    /// Returns the number of an item, which is added when it is new.
    pub(crate) fn number_of(&mut self, item: T) -> u32 {
        let Self { items, known, hasher } = self;
        let at = |number: &u32| items.get(*number as usize);
        let is_equal = |number: &u32| at(number) == Some(&item);
        let hash = hasher.hash_one(item);
        if let Some(number) = known.find(hash, is_equal) {
            return *number;
        }
        let number = items.len() as u32;
        known.insert_unique(hash, number, |number| at(number).map_or(0, |item| hasher.hash_one(item)));
        items.push(item);
        number
    }
}
