//! The computer's drivers: they look along the road and give pedals like a player, so that they cannot cheat.

use keitai::ground;
use keitai::prelude::*;

use crate::car::{Car, KINDS, Pedals, UNIT};
use crate::course::Course;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Level {
    /// Slow in bends, and with mistakes.
    Easy,
    /// Without mistakes, and careful in bends.
    #[default]
    Fair,
    /// As fast in bends as their tyres hold.
    Hard,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Fair, Self::Hard];

    pub fn title(self) -> &'static str {
        ["EASY", "FAIR", "HARD"][self as usize]
    }

    pub fn remark(self) -> &'static str {
        ["SLOW IN BENDS, AND RUN WIDE", "STEADY AND CAREFUL", "FLAT OUT"][self as usize]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Driver {
    /// Speed in bends, per cent of what the tyres hold.
    pub skill: i32,
    /// Place across the road that the driver prefers, model units to the left.
    pub lane: i32,
    pub greedy: bool,
    /// Share of the stretches of a lap on which the driver runs wide, onto the verge, per cent.
    pub slips: u32,
}

/// The opponents of a fair race, the best one first.
pub const OPPONENTS: [Driver; 3] = [
    Driver { skill: 97, lane: 24, greedy: true, slips: 0 },
    Driver { skill: 89, lane: -34, greedy: true, slips: 0 },
    Driver { skill: 82, lane: 52, greedy: false, slips: 0 },
];

/// Share of their skill that the opponents have in easy races, per cent; their mistakes; and the skill that hard ones have more.
const EASED: i32 = 64;
const SLIPS: u32 = 4;
const KEEN: i32 = 8;
/// Length of a stretch on which a mistake is made or not, model units.
const STRETCH: i32 = 420;

impl Driver {
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        match level {
            Level::Easy => Self { skill: self.skill * EASED / 100, greedy: false, slips: SLIPS, ..self },
            Level::Fair => self,
            Level::Hard => Self { skill: self.skill + KEEN, greedy: true, ..self },
        }
    }

    /// Returns whether the driver makes a mistake on this stretch of this lap, the same one in every race.
    fn slips(&self, car: &Car, along: i32) -> bool {
        let stretch = (along / STRETCH + car.laps * 97 + self.lane) as u32;
        (stretch.wrapping_mul(0x9E37_79B9) >> 8) & 0xFFFF < self.slips * 0x10000 / 100
    }

    /// Returns the pedals for a car, with the places of the cars around it.
    pub fn pedals(&self, car: &Car, others: &[[i32; 2]], course: &Course) -> Pedals {
        let along = car.along / UNIT;
        let speed = car.speed() / UNIT;
        let look = 150 + speed * 7;
        let target = course.road.at(Q12::from_num(along + look));
        let point = target.beside(Q12::from_num(self.line(car, others, course, along, look)));
        let [x, _, z] = point.map(Q12::to_bits);
        let way = ground::angle(ground::difference([car.at[0], car.at[2]], [x, z]));
        // To the left is positive for angles, and to the right for the wheel.
        let off = ground::turn(car.angle(), way);
        let wheel = (-off * 3).clamp(-127, 127);
        let goal = self.speed(car, course, along);
        Pedals { wheel, gas: speed < goal, brake: speed > goal + 4, slide: false }
    }

    /// Returns the place across the road to aim for.
    fn line(&self, car: &Car, others: &[[i32; 2]], course: &Course, along: i32, look: i32) -> i32 {
        let length = course.length();
        let ahead = |at: i32| (at - along).rem_euclid(length);
        let half = course.road.at(Q12::from_num(along)).width.to_num::<i32>() / 2;
        if let Some([_, side]) = course.pads().find(|[at, _]| self.greedy && (60..look + 160).contains(&ahead(*at))) {
            return side;
        }
        // Bends are cut on their inner side.
        let bend = course.bend(along + look / 2, along + look * 2);
        let mut line = self.lane + (bend * half / 700).clamp(-half * 3 / 5, half * 3 / 5);
        let near = others.iter().find(|[at, side]| (20..190).contains(&ahead(*at)) && (side - car.side).abs() < 66);
        if let Some([_, side]) = near {
            line = if *side > 0 { side - 96 } else { side + 96 };
        }
        if self.slips(car, along) {
            return if bend > 0 { -half - 50 } else { half + 50 };
        }
        line.clamp(-half + 34, half - 34)
    }

    /// Returns the speed for the sharpest bend within braking distance, model units per tick.
    fn speed(&self, car: &Car, course: &Course, along: i32) -> i32 {
        let kind = KINDS[car.kind];
        let reach = 80 + (car.speed() / UNIT) * 9;
        (0..=reach).step_by(80).fold(200, |slowest, ahead| {
            let bend = course.bend(along + ahead, along + ahead + 240).abs().max(1);
            // The tyres hold the square of the speed over the radius of the bend, which is 240 units over the bend's angle;
            // 6283 is 2000 pi. The wheels turn no faster than the kind of car allows.
            let held = i64::from(kind.grip) * 240_000 / (i64::from(bend) * 6283);
            let held = (held.unsigned_abs().isqrt() as i32).min(kind.turn * 14 / bend) * self.skill / 100;
            // A bend that is farther away leaves time to brake.
            slowest.min(held.max(9) + ahead / 36)
        })
    }
}
