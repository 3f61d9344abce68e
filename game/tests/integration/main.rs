//! Tests of the game from outside.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod attract;
mod falls;
mod layout;
mod league;
mod players;
mod program;
mod screens;
mod season;
mod sounds;
mod tour;

use keitai::{Screens, Settings};
use tin_sumo::Sumo;
use tin_sumo::saved::{Saved, Store};

fn sumo() -> Sumo {
    Sumo::new(&Settings::default(), Store::default()).unwrap()
}

fn game_with(saved: Saved) -> Screens<Sumo> {
    Screens::new(Sumo::new(&Settings::default(), Store::unsaved(saved)).unwrap()).unwrap()
}
