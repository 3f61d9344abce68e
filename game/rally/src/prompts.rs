//! Prompts of a single player's first race: each until the player has followed it.

use keitai::prelude::*;

use crate::car::{Pedals, UNIT};
use crate::race::{Phase, Race};

/// Moves that a first race teaches.
const MOVES: usize = 3;
/// Ticks after which a move is done, and ticks for which the praise is seen.
const ENOUGH: u32 = 16;
const PRAISE: u32 = 30;
/// Speed above which a drift is one, model units per tick.
const FAST: i32 = 12;

#[derive(Debug, Clone, Default)]
pub(crate) struct Prompts {
    /// Moves that the player has made, or need not learn.
    done: usize,
    /// Ticks in which the present prompt was followed.
    followed: u32,
    praise: u32,
}

impl Prompts {
    /// Returns the prompts of a race; only a `first` race has some.
    pub(crate) fn new(first: bool) -> Self {
        Self { done: if first { 0 } else { MOVES }, ..Self::default() }
    }

    /// Follows a tick of a race. Returns whether the player has just followed the last prompt.
    pub(crate) fn tick(&mut self, race: &Race, player: &Controls) -> bool {
        self.praise = self.praise.saturating_sub(1);
        if self.done == MOVES || self.praise > 0 || race.phase.now() != Phase::Drive {
            return false;
        }
        let pedals = Pedals::of(player);
        let follows = match self.done {
            0 => pedals.gas,
            1 => pedals.wheel.abs() > 40,
            _ => pedals.slide && race.racers[0].car.speed() > FAST * UNIT,
        };
        self.followed += u32::from(follows);
        if self.followed >= ENOUGH {
            (self.done, self.followed, self.praise) = (self.done + 1, 0, PRAISE);
        }
        self.done == MOVES && self.praise == PRAISE
    }

    /// Returns the prompt, with words for the names of buttons.
    pub(crate) fn text(&self, race: &Race) -> &'static str {
        match self.done {
            _ if race.phase.now() != Phase::Drive || race.lamps().is_some() => "",
            _ if self.praise > 0 => "GOOD!",
            0 => "HOLD {gas}\nTO ACCELERATE",
            1 => "{steer}\nTO STEER",
            2 => "HOLD {X} IN BENDS\nTO DRIFT",
            _ => "",
        }
    }
}
