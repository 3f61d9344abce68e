//! The tunes of Tin Sumo and of Pocket Rally.

mod choice;
mod fight;
mod hurry;
mod kabuto;
mod lose;
mod rally;
mod title;
mod win;

use super::score::{Groove, Pattern, Score};

/// Keys of the drums.
mod drum {
    pub(super) const KICK: u8 = 36;
    pub(super) const RIM: u8 = 37;
    pub(super) const SNARE: u8 = 38;
    pub(super) const CLAP: u8 = 39;
    pub(super) const LOW: u8 = 43;
    pub(super) const MIDDLE: u8 = 47;
    pub(super) const HIGH: u8 = 50;
    pub(super) const HAT: u8 = 42;
    pub(super) const OPEN: u8 = 46;
    pub(super) const CRASH: u8 = 49;
    pub(super) const RIDE: u8 = 51;
    pub(super) const COWBELL: u8 = 56;
    pub(super) const SHAKER: u8 = 70;
}

/// Programs of the General MIDI list.
mod program {
    pub(super) const PLUCK: u8 = 24;
    pub(super) const BELL: u8 = 9;
    pub(super) const ORGAN: u8 = 16;
    pub(super) const BASS: u8 = 38;
    pub(super) const STRINGS: u8 = 48;
    pub(super) const BRASS: u8 = 61;
    pub(super) const FLUTE: u8 = 73;
    pub(super) const LEAD: u8 = 80;
    pub(super) const KOTO: u8 = 107;
}

/// A tune's file name without ending, and its score.
type Tune = (&'static str, fn() -> Result<Score, String>);

/// The tunes of Tin Sumo.
pub const ALL: [Tune; 7] = [
    ("title", title::score),
    ("choice", choice::score),
    ("fight", fight::score),
    ("kabuto", kabuto::score),
    ("hurry", hurry::score),
    ("win", win::score),
    ("lose", lose::score),
];

/// The tunes of Pocket Rally.
pub const RALLY: [Tune; 3] = [("drive", rally::drive), ("cruise", rally::cruise), ("win", win::score)];
