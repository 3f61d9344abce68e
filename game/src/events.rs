//! Events of a bout.

use crate::collision::Hit;
use crate::fighter::FighterEvent;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoutEvent {
    Fighter(usize, FighterEvent),
    /// A push landed.
    Hit(Hit),
    /// The next round is set up.
    Round,
    /// The fight begins.
    Fight,
    /// The tray was struck for the n-th time, from 0.
    Stroke(i32),
    /// The round is decided.
    Over(Verdict),
    /// The bout is decided.
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub winner: usize,
    /// Time was up, and nobody fell.
    pub time: bool,
}
