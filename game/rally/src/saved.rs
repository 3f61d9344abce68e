//! The best lap of each course with its ghost, the cups and the options, kept between runs.

use keitai::ground;
use keitai::prelude::*;
use serde::{Deserialize, Serialize};

use crate::car::{Car, KINDS, LIVERIES};
use crate::course::{Course, LAYOUTS};
use crate::driver::Level;

/// Ticks between two samples of a trail.
pub const STEP: u32 = 4;

/// Two samples are farther apart along the road only if the line is between them, where the distance begins again.
const FARTHEST: u32 = 1024;

/// A place of a trail: distance along the road and place across it, model units, and the angle to the road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sample(pub i32, pub i32, pub i32);

impl Sample {
    pub fn of(car: &Car, course: &Course) -> Self {
        let road = car.place(&course.road).transform.turn[1].0;
        Self(car.along >> 12, car.side, ground::turn(road, car.angle()))
    }

    pub fn transform(&self, course: &Course) -> Transform {
        let place = course.road.at(Q12::from_num(self.0));
        let mut transform = place.transform;
        transform.position = place.beside(Q12::from_num(self.1));
        transform.turn[1].0 = (transform.turn[1].0 + self.2) & 4095;
        transform
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    pub ticks: u32,
    /// Kind and livery of the car.
    pub car: [usize; 2],
    /// A sample every [`STEP`] ticks.
    pub trail: Vec<Sample>,
}

impl Best {
    /// Returns whether a game can have driven the lap, unless somebody has edited the file.
    fn is_possible(&self) -> bool {
        let [kind, livery] = self.car;
        let mut samples = self.trail.iter().flat_map(|Sample(along, side, angle)| [along, side, angle]);
        kind < KINDS.len() && livery < LIVERIES && samples.all(|value| value.unsigned_abs() < 1 << 18)
    }

    /// Returns the place at a tick of the lap, between two samples.
    pub fn at(&self, tick: u32) -> Option<Sample> {
        let (index, part) = ((tick / STEP) as usize, (tick % STEP) as i32);
        let (from, to) = (self.trail.get(index)?, self.trail.get(index + 1)?);
        if to.0.abs_diff(from.0) > FARTHEST {
            return Some(*from);
        }
        let mix = |a: i32, b: i32| a + (b - a) * part / STEP as i32;
        Some(Sample(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Career {
    pub bests: [Option<Best>; LAYOUTS.len()],
    /// Whether the cup of each level was won.
    pub cups: [bool; Level::ALL.len()],
    /// Whether a player has followed the prompts of a first race.
    pub taught: bool,
    pub options: Options,
}

/// Options of the player. The engine keeps the volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Draws only at ticks, 30 pictures per second, instead of as often as the display shows one.
    pub at_ticks: bool,
    /// Whether the picture shakes when a car hits something.
    pub shake: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { at_ticks: false, shake: true }
    }
}

impl Career {
    /// Takes over what is better in the values that another game has saved.
    pub fn merge(&mut self, mut other: Self) {
        other.check();
        for (best, other) in self.bests.iter_mut().zip(other.bests) {
            if other.as_ref().is_some_and(|other| best.as_ref().is_none_or(|best| other.ticks < best.ticks)) {
                *best = other;
            }
        }
        self.cups.iter_mut().zip(other.cups).for_each(|(cup, other)| *cup |= other);
        self.taught |= other.taught;
    }

    /// Removes laps that the game cannot have driven.
    pub fn check(&mut self) {
        for best in &mut self.bests {
            *best = best.take().filter(Best::is_possible);
        }
    }
}
