//! What is wrong with a scene, one fault after the other.

use crate::error::{Error, Result};

/// What was found wrong, up to as many faults as are wanted.
#[derive(Debug)]
pub(super) struct Faults {
    found: Vec<Error>,
    most: usize,
}

impl Faults {
    /// Nothing yet.
    pub(super) fn at_most(most: usize) -> Self {
        Self { found: Vec::new(), most }
    }

    /// One more, unless it was told: what is wrong with a prefab is so for every entity that is made of it.
    pub(super) fn add(&mut self, error: Error) {
        let text = error.to_string();
        if !self.are_enough() && self.found.iter().all(|known| known.to_string() != text) {
            self.found.push(error);
        }
    }

    /// What came out well.
    pub(super) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Whether no more are wanted.
    pub(super) fn are_enough(&self) -> bool {
        self.found.len() >= self.most
    }

    /// All of them.
    pub(super) fn into_errors(self) -> Vec<Error> {
        self.found
    }
}
