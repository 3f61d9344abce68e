//! Tests of the game from outside.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod attract;
mod falls;
mod league;
mod players;
mod program;
mod records;
mod screens;
mod season;
mod sounds;
