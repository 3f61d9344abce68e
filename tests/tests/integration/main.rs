//! Tests that span crates.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)] // errors fail the test

mod allocations;
mod documents;
mod enhanced;
mod extremes;
mod light;
mod oracle;
mod pictures;
mod rules;
mod texts;
mod threads;
