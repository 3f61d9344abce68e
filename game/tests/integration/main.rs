//! Tests of the game from outside.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod attract;
mod falls;
mod league;
mod players;
mod program;
mod screens;
mod season;
mod sounds;

use tin_sumo::content::Content;

fn content() -> Content {
    tin_sumo::embedded::source().into()
}
