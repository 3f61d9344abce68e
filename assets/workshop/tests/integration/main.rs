//! Tests of the art that the workshop builds.

#![allow(clippy::unwrap_used)] // what cannot be built fails the test

mod checked;
mod in_step;
mod sounds;
