//! The computer's drivers: they look along the road and give pedals like a player, so that they cannot cheat.

use keitai::ground;
use keitai::prelude::*;

use crate::car::{Car, KINDS, Pedals, UNIT};
use crate::course::Course;

/// A driver of the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Driver {
    /// Speed in bends, per cent of what the tyres hold.
    pub skill: i32,
    /// Place across the road that the driver likes, model units to the left.
    pub lane: i32,
    /// Whether the driver goes for boost pads.
    pub greedy: bool,
}

/// The opponents, the best one first.
pub const OPPONENTS: [Driver; 3] = [
    Driver { skill: 97, lane: 24, greedy: true },
    Driver { skill: 89, lane: -34, greedy: true },
    Driver { skill: 82, lane: 52, greedy: false },
];

/// Share of their skill that the opponents have in races for beginners, per cent.
const EASED: i32 = 62;

impl Driver {
    /// Returns the same driver for beginners' races: slow in bends, and not after boost pads.
    #[must_use]
    pub fn eased(self) -> Self {
        Self { skill: self.skill * EASED / 100, greedy: false, ..self }
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
        let wanted = self.speed(car, course, along);
        Pedals { wheel, gas: speed < wanted, brake: speed > wanted + 4, slide: false }
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
