//! Tests of the crate from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod diagnostics_page;
