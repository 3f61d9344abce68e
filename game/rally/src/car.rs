//! A car: integer physics of an arcade game.
//!
//! Speeds are in 1/4096 model units per tick, headings in 1/16 of the engine's angles, 65,536 per turn. A car has a velocity
//! of its own, which tyres turn towards its heading; what they cannot turn is the drift.

use keitai::ground::{self, GroundVector};
use keitai::path::{Path, PathPlace, Progress};
use keitai::prelude::*;

use crate::course::Course;

pub const UNIT: i32 = 4096;
/// Radius of a car for bumps, model units.
const RADIUS: i32 = 30;
/// Ticks that a pad boosts.
const BOOST: u32 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    pub title: &'static str,
    /// Line about the car on the screen.
    pub remark: &'static str,
    /// Prefab of the figure, and name of the sounds of the engine before their number.
    pub prefab: &'static str,
    /// Highest speed on the road, model units per tick.
    pub top: i32,
    /// Acceleration from rest, 1/4096 model units per tick and tick.
    pub push: i32,
    /// Sideways speed that the tyres take away per tick, 1/4096 model units per tick.
    pub grip: i32,
    /// Highest turn per tick, 1/16 of an angle.
    pub turn: i32,
}

pub const LIVERIES: usize = 2;

pub const KINDS: [Kind; 3] = [
    Kind { title: "BEAN", remark: "GOOD AT EVERYTHING", prefab: "bean", top: 42, push: 2300, grip: 5600, turn: 450 },
    Kind { title: "DART", remark: "FAST, AND SLIDES", prefab: "dart", top: 45, push: 1950, grip: 4900, turn: 430 },
    Kind { title: "OX", remark: "ACCELERATES AND GRIPS", prefab: "ox", top: 40, push: 2500, grip: 6300, turn: 420 },
];

/// An event of a car in a tick, for sounds and effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bump {
    Boost,
    /// The car touches a rail or another car.
    Touch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pedals {
    /// Direction of the wheel, -127 (left) ..= 127 (right).
    pub wheel: i32,
    pub gas: bool,
    /// Brake, and the reverse gear.
    pub brake: bool,
    /// Handbrake: the car drifts.
    pub slide: bool,
}

impl Pedals {
    /// Returns the pedals of a player: pad or stick to steer, A or up, B or down, X to drift.
    pub fn of(controls: &Controls) -> Self {
        let held = |button| i32::from(controls.held(button));
        let pad = (held(Button::Right) - held(Button::Left)) * 127;
        Self {
            wheel: if pad == 0 { controls.left.x.into() } else { pad },
            gas: controls.held(Button::A) || controls.held(Button::Up),
            brake: controls.held(Button::B) || controls.held(Button::Down),
            slide: controls.held(Button::X),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Car {
    /// Kind of car, an index in [`KINDS`].
    pub kind: usize,
    /// Position, 1/4096 model units.
    pub at: [i32; 3],
    /// Heading, 65,536 per turn.
    pub heading: i32,
    /// Velocity along x and z.
    pub velocity: GroundVector,
    /// Direction of the front wheels, -127 ..= 127, which follows the player's.
    pub wheel: i32,
    pub boost: u32,
    /// Sideways speed to the left, after the tyres.
    pub drift: i32,
    /// Way that the wheels have rolled, model units.
    pub rolled: i32,
    /// Completed laps; -1 before the line.
    pub laps: i32,
    /// Distance along the road, 1/4096 model units.
    pub along: i32,
    /// Place across the road to the left of its middle, model units.
    pub side: i32,
}

impl Car {
    /// Puts a car on the grid: `behind` model units before the line, `side` to the left of the road's middle.
    pub fn on_grid(kind: usize, course: &Course, behind: i32, side: i32) -> Self {
        let along = course.road.length() - Q12::from_num(behind);
        let place = course.road.at(along);
        Self {
            kind,
            at: place.beside(Q12::from_num(side)).map(Q12::to_bits),
            heading: place.transform.turn[1].0 * 16,
            velocity: [0; 2],
            wheel: 0,
            boost: 0,
            drift: 0,
            rolled: 0,
            laps: -1,
            along: along.to_bits(),
            side,
        }
    }

    pub fn angle(&self) -> i32 {
        (self.heading >> 4) & 4095
    }

    pub fn speed(&self) -> i32 {
        ground::length(self.velocity)
    }

    /// Returns the laps and the distance: a car with more is ahead.
    pub fn progress(&self) -> Progress {
        Progress { laps: self.laps, distance: Q12::from_bits(self.along) }
    }

    /// Returns the place of the road that is nearest to the car.
    pub fn place(&self, road: &Path) -> PathPlace {
        road.at(Q12::from_bits(self.along))
    }

    pub fn drive(&mut self, pedals: Pedals, course: &Course) -> Option<Bump> {
        let kind = KINDS[self.kind];
        let place = self.place(&course.road);
        let off_road = self.side.abs() > place.width.to_num::<i32>() / 2 + 16;

        // Keys turn the wheel at once, hands do not.
        let by = (pedals.wheel - self.wheel) / 3;
        self.wheel = if by == 0 { pedals.wheel } else { self.wheel + by };
        let (ahead, left) = (ground::vector(self.angle(), UNIT), ground::vector(self.angle() + 1024, UNIT));
        let mut forward = dot(self.velocity, ahead);
        let mut drift = dot(self.velocity, left);
        let rate = kind.turn * (forward.abs() / UNIT).min(11) / 11 * 100 / (100 + (forward.abs() / UNIT - 18).max(0));
        let rate = if pedals.slide { rate * 5 / 4 } else { rate };
        self.heading = (self.heading - self.wheel * rate / 127 * forward.signum()) & 0xFFFF;

        let top = kind.top * UNIT;
        let limit = match (self.boost > 0, off_road) {
            (true, _) => top * 13 / 10,
            (false, true) => top * 38 / 100,
            (false, false) => top,
        };
        if pedals.gas {
            forward += kind.push * (top - forward.clamp(0, top)) / top + if self.boost > 0 { 3400 } else { 0 };
        }
        if pedals.brake {
            forward -= if forward > 0 { 3200 } else { 900 };
        }
        forward -= forward / 160 + (forward - limit).max(0) / if off_road { 3 } else { 24 };
        forward = forward.max(-8 * UNIT);
        self.boost = self.boost.saturating_sub(1);

        let grip = match (off_road, pedals.slide) {
            (true, _) => kind.grip / 2,
            (false, true) => kind.grip * 2 / 5,
            (false, false) => kind.grip,
        };
        // The bank pulls towards its lower side, and the slope down the hill.
        let [lean, _, bank] = place.transform.turn.map(|angle| ground::turn(0, angle.0));
        drift -= bank * 3;
        forward += lean * 2;
        drift -= (drift / 2).clamp(-grip, grip);
        self.drift = drift;
        self.rolled = self.rolled.wrapping_add(forward / UNIT);
        self.velocity = ground::sum(scaled(ahead, forward), scaled(left, drift));
        self.at[0] += self.velocity[0];
        self.at[2] += self.velocity[1];
        self.follow(course)
    }

    /// Finds the place on the road, counts laps, and stops at the rails.
    fn follow(&mut self, course: &Course) -> Option<Bump> {
        let mut progress = self.progress();
        let place = progress.follow(&course.road, self.at.map(Q12::from_bits));
        (self.laps, self.along) = (progress.laps, progress.distance.to_bits());
        self.side = place.side_of(self.at.map(Q12::from_bits)).to_num();
        let mut bump = None;
        // The rails are a road's width from its middle.
        let beyond = self.side.abs() + 24 - place.width.to_num::<i32>();
        if beyond > 0 {
            let out = ground::vector(place.transform.turn[1].0 + 1024, UNIT * self.side.signum());
            let speed = dot(self.velocity, out);
            self.push(scaled(out, -beyond * UNIT));
            if speed > 0 {
                self.velocity = ground::sum(self.velocity, scaled(out, -speed * 5 / 4));
                self.velocity = ground::percent(self.velocity, if speed > 6 * UNIT { 80 } else { 96 });
                bump = (speed > 3 * UNIT).then_some(Bump::Touch);
            }
        }
        self.at[1] = place.beside(Q12::from_num(self.side))[1].to_bits();
        if self.boost < BOOST / 2 && course.boosts(&place, self.side) {
            self.boost = BOOST;
            bump = Some(Bump::Boost);
        }
        bump
    }

    fn push(&mut self, [x, z]: GroundVector) {
        self.at[0] += x;
        self.at[2] += z;
    }

    /// Moves two cars apart that overlap, and exchanges their speeds towards each other. Returns whether they met hard.
    pub fn collide(&mut self, other: &mut Self) -> bool {
        let way = ground::difference([self.at[0], self.at[2]], [other.at[0], other.at[2]]);
        let distance = ground::length(way);
        let overlap = 2 * RADIUS * UNIT - distance;
        if overlap <= 0 || distance == 0 {
            return false;
        }
        let along = ground::with_length(way, UNIT);
        self.push(scaled(along, -overlap / 2));
        other.push(scaled(along, overlap / 2));
        let closing = dot(self.velocity, along) - dot(other.velocity, along);
        if closing > 0 {
            let half = scaled(along, closing * 3 / 5);
            self.velocity = ground::difference(half, self.velocity);
            other.velocity = ground::sum(other.velocity, half);
        }
        closing > 3 * UNIT
    }
}

/// Returns the part of a vector along a direction of length 4096.
pub fn dot([x, z]: GroundVector, [dx, dz]: GroundVector) -> i32 {
    ((i64::from(x) * i64::from(dx) + i64::from(z) * i64::from(dz)) >> 12) as i32
}

/// Returns a direction of length 4096 with another length.
fn scaled(direction: GroundVector, length: i32) -> GroundVector {
    direction.map(|c| ((i64::from(c) * i64::from(length)) >> 12) as i32)
}
