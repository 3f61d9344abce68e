//! Players that follow the advice in a race's trace.

use keitai::prelude::*;

pub(crate) fn follow(trace: &str) -> [Controls; PLAYERS] {
    let mut controls = [Controls::IDLE; PLAYERS];
    for (own, player) in controls.iter_mut().zip(trace.split('|')) {
        for (name, value) in player.split_whitespace().filter_map(|word| word.split_once('=')) {
            match (name, value) {
                ("wheel", value) => own.left.x = value.parse().unwrap_or(0),
                ("gas", "true") => own.held.insert(Button::A),
                ("brake", "true") => own.held.insert(Button::B),
                _ => {}
            }
        }
    }
    controls
}
