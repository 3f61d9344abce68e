//! The errors of one scene.

use crate::error::{Error, Result};

/// Errors in the order in which they are found, up to a limit.
#[derive(Debug)]
pub(super) struct ErrorList {
    errors: Vec<Error>,
    limit: usize,
}

impl ErrorList {
    /// Returns an empty list for at most `limit` errors.
    pub(super) fn new(limit: usize) -> Self {
        Self { errors: Vec::new(), limit }
    }

    /// Adds an error unless it is in the list: an error in a prefab comes again with every entity made of it.
    pub(super) fn add(&mut self, error: Error) {
        let text = error.to_string();
        if !self.is_full() && self.errors.iter().all(|known| known.to_string() != text) {
            self.errors.push(error);
        }
    }

    /// Returns the value of a result and adds its error.
    pub(super) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Builds a value from a field that is set, and adds the error.
    pub(super) fn build<W, T>(&mut self, field: Option<&W>, build: impl FnOnce(&W) -> Result<T>) -> Option<T> {
        field.and_then(|field| self.keep(build(field)))
    }

    /// Returns whether there are no errors.
    pub(super) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns whether the limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= self.limit
    }

    /// Returns the errors.
    pub(super) fn into_errors(self) -> Vec<Error> {
        self.errors
    }
}
