//! Tests of the public API of the formats.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)] // errors fail the test

mod corpus;
mod sections;
mod source_text;
