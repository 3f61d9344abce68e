//! Harness for tests that span crates.
