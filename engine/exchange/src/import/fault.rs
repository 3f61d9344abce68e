//! Faults of a file: those after which the rest can still be read are collected, so that one run reports all of them.

use keitai_formats::{Diagnostic, Diagnostics, Location, Rule};

use crate::error::{Error, Result};
use crate::rules;

pub(crate) fn fault<T>(rule: &'static Rule, message: impl Into<String>) -> Result<T> {
    Err(Diagnostic::new(rule, Location::Document, message).into())
}

/// Collects the fault of one part of a file. Budgets of the whole file that are spent end the import.
pub(crate) fn keep<T>(read: Result<T>, found: &mut Diagnostics) -> Result<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Error::Found(fault)) if !fault.is(&rules::TOO_MUCH) && !fault.is(&rules::TOO_MUCH_MOTION) => {
            found.push(*fault);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
