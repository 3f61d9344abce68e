//! Pocket Rally, played with controls alone.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a game that cannot be opened fails the test

mod follow;
mod play;
mod race;
