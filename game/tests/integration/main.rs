//! Tests of the game from outside.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod attract;
mod league;
mod players;
mod records;
mod screens;
