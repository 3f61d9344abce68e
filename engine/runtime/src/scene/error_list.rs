//! The errors of one scene.

use crate::error::{Error, Result};

/// Errors in the order in which they are found, up to a limit.
#[derive(Debug)]
pub(super) struct ErrorList {
    errors: Vec<Error>,
    limit: usize,
}

impl ErrorList {
    pub(super) fn new(limit: usize) -> Self {
        Self { errors: Vec::new(), limit }
    }

    /// Adds an error unless it is in the list: an error in a prefab comes again with every entity made of it.
    pub(super) fn add(&mut self, error: Error) {
        if self.is_full() {
            return;
        }
        let text = error.to_string();
        if self.errors.iter().all(|known| known.to_string() != text) {
            self.errors.push(error);
        }
    }

    /// Returns the value of a result and adds its error.
    pub(super) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Returns the value of a function, which may add errors itself, and adds the error that the function returns.
    pub(super) fn keep_some<T>(&mut self, function: impl FnOnce(&mut Self) -> Result<Option<T>>) -> Option<T> {
        let result = function(self);
        self.keep(result).flatten()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= self.limit
    }

    pub(super) fn into_errors(self) -> Vec<Error> {
        self.errors
    }
}
