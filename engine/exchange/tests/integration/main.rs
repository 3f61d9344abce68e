//! Tests of the crate from outside.

#![cfg(all(feature = "archives", feature = "models"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod archives;
mod budgets;
mod collections;
mod export;
mod facts;
mod hostile;
mod import;
mod made;
mod models;
mod names;
mod objects;
mod pictures;
mod posture;
mod read_back;
mod scans;
mod seen;
mod strangers;
