//! Notices for the players of a race: the wrong way, a car that was put back, the gap to the car ahead; and the prompts of a first
//! race, each until the player has followed it. They follow the race and do not change it.

use keitai::prelude::*;

use crate::car::{Pedals, UNIT};
use crate::course::LAPS;
use crate::race::{Event, Phase, Race, time};

/// Ticks of driving back after which a player is warned.
const WRONG: u32 = 30;
/// Ticks for which a notice is seen, and period of one that blinks.
const SEEN: u32 = 60;
const BLINK: u32 = 20;

#[derive(Debug, Clone, Default)]
pub(crate) struct Notices {
    players: Vec<Player>,
    /// Ticks at which the last car crossed the line to each lap.
    crossed: [Option<u32>; LAPS + 1],
}

#[derive(Debug, Clone, Default)]
struct Player {
    /// Laps and distance in the last tick.
    last: Option<(i32, i32)>,
    /// Ticks for which the car has driven back.
    back: u32,
    /// The last notice, and the ticks for which it is still seen.
    text: String,
    ticks: u32,
}

impl Notices {
    pub(crate) fn tick(&mut self, race: &Race) {
        self.players.resize_with(race.players, Player::default);
        for (player, racer) in self.players.iter_mut().zip(&race.racers) {
            let now = Some((racer.car.laps, racer.car.along));
            player.back = match now.cmp(&player.last) {
                _ if racer.finished.is_some() => 0,
                std::cmp::Ordering::Less => player.back + 1,
                std::cmp::Ordering::Equal => player.back,
                std::cmp::Ordering::Greater => 0,
            };
            player.last = now;
            player.ticks = player.ticks.saturating_sub(1);
        }
        for event in &race.events {
            match event {
                Event::Back(index) => self.tell(*index, "BACK ON THE ROAD".to_owned()),
                Event::Lap(index, lap) => self.cross(race, *index, *lap),
                Event::Finish(index) => self.cross(race, *index, LAPS),
                Event::Lamp(_) | Event::Bump(..) => {}
            }
        }
    }

    /// Shows a player how far ahead the next car was at the line.
    fn cross(&mut self, race: &Race, index: usize, lap: usize) {
        let before = self.crossed[lap].replace(race.clock);
        if let Some(before) = before.filter(|_| lap > 0) {
            self.tell(index, format!("NEXT CAR +{}", time(race.clock - before)));
        }
    }

    fn tell(&mut self, index: usize, text: String) {
        if let Some(player) = self.players.get_mut(index) {
            (player.text, player.ticks) = (text, SEEN);
        }
    }

    /// Returns the notice for a player, and its font.
    pub(crate) fn shown(&self, index: usize) -> (&str, &'static str) {
        match self.players.get(index) {
            Some(player) if player.ticks > 0 => (&player.text, "gold"),
            Some(player) if player.back >= WRONG && (player.back - WRONG) % BLINK < BLINK * 2 / 3 => {
                ("WRONG WAY!", "red")
            }
            _ => ("", "gold"),
        }
    }
}

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
