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

use keitai::controls::{Button, Controls};
use tin_sumo::content::Content;

fn content() -> Content {
    tin_sumo::embedded::source().into()
}

/// Returns the controls of a player who presses a button in this tick.
fn pressed(button: Button) -> Controls {
    Controls { held: button.into(), pressed: button.into(), ..Controls::IDLE }
}
