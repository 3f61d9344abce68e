//! Tests of the public API of the converter.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)] // errors fail the test

mod bake;
mod corpus;
mod decompile;
mod doubtful;
mod large;
mod posture;
mod vectors;
mod vendor_digits;
