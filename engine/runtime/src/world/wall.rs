//! Walls as lines on the ground: the share of a ray before them, and movements that keep a distance from them.
//!
//! Coordinates are whole model units. Distances are compared as squares in integers, so that nothing is rounded.

use keitai_formats::counted;
use serde::Deserialize;

use super::components::SceneComponent;
use super::reader::Reader;
use crate::error::Result;
use crate::ground::GroundVector;
use crate::text_file::Field;

/// Walls that stop all [`Grounded`](super::Grounded) entities.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Walls(pub(crate) Vec<Wall>);

/// A wall between two points on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Wall(pub(crate) GroundVector, pub(crate) GroundVector);

impl Walls {
    pub(super) fn read(field: Field, _: &mut Reader) -> Result<Option<Self>> {
        let walls: Self = field.parse()?;
        match walls.0.iter().find(|wall| wall.0 == wall.1) {
            Some(Wall([x, z], _)) => {
                let message = format!("expected walls between two different points, found ({x}, {z}) twice");
                Err(field.error(message))
            }
            None => Ok(Some(walls)),
        }
    }
}

impl SceneComponent for Walls {
    fn line(&self) -> String {
        counted(self.0.len(), "wall")
    }
}

impl Wall {
    /// Returns the share of a movement before it meets the wall, 0..=4096. A movement along the wall does not meet it.
    pub(crate) fn hit(self, from: GroundVector, movement: GroundVector) -> Option<i32> {
        let (along, start, way) = (minus(self.1, self.0), minus(self.0, from), movement.map(i128::from));
        let all = cross(way, along);
        if all == 0 {
            return None;
        }
        // Both shares are fractions of `all`. Without its sign they can be compared without a division.
        let (on_way, on_wall) = (cross(start, along) * all.signum(), cross(start, way) * all.signum());
        let within = 0..=all.abs();
        (within.contains(&on_way) && within.contains(&on_wall)).then(|| (on_way * 4096 / all.abs()) as i32)
    }

    /// Returns whether a circle that moves straight from one point to another stays out of the wall; touching is
    /// allowed. A circle that overlaps the wall at first may move where it does not come nearer. A circle whose middle
    /// is on the wall may move anywhere.
    pub(super) fn lets_pass(self, from: GroundVector, to: GroundVector, radius: i32) -> bool {
        if self.is_far(from, to, radius) {
            return true;
        }
        let movement = Self(from, to);
        let start = self.square_distance(from);
        let allowed = start.0 / start.1;
        let square = u128::from(radius.unsigned_abs()).pow(2).min(allowed);
        // Two lines that do not cross are nearest to each other at one of their four ends.
        (start.0 == 0 || !self.crosses(movement))
            && self.keeps(to, square)
            && movement.keeps(self.0, square)
            && movement.keeps(self.1, square)
    }

    /// Returns whether the rectangles around the wall and around the movement are at least a radius apart.
    fn is_far(self, from: GroundVector, to: GroundVector, radius: i32) -> bool {
        (0..2).any(|axis| {
            let [a, b, from, to] = [self.0, self.1, from, to].map(|point| i64::from(point[axis]));
            let away = (a.min(b) - from.max(to)).max(from.min(to) - a.max(b));
            away >= i64::from(radius.max(1))
        })
    }

    /// Returns whether a point is at least as far away as a distance with this square, at most 2^62.
    fn keeps(self, point: GroundVector, square: u128) -> bool {
        let (distance, unit) = self.square_distance(point);
        // At most 2^62 times the square of a length of lines, below 2^65.
        distance >= square * unit
    }

    /// Returns the square of the distance of a point as a fraction. A numerator saturates.
    fn square_distance(self, point: GroundVector) -> (u128, u128) {
        let (along, away, rest) = (minus(self.1, self.0), minus(point, self.0), minus(point, self.1));
        let length = dot(along, along);
        match dot(away, along) {
            place if place <= 0 => (dot(away, away).unsigned_abs(), 1),
            place if place >= length => (dot(rest, rest).unsigned_abs(), 1),
            _ => {
                let across = cross(along, away).unsigned_abs();
                (across.saturating_mul(across), length.unsigned_abs())
            }
        }
    }

    /// Returns whether two lines have a common point; lines on the same straight line count as apart.
    fn crosses(self, other: Self) -> bool {
        let sides = |line: Self, by: Self| {
            let along = minus(by.1, by.0);
            [line.0, line.1].map(|point| cross(along, minus(point, by.0)).signum())
        };
        let apart = |[a, b]: [i128; 2]| a == b;
        !apart(sides(self, other)) && !apart(sides(other, self))
    }
}

fn minus(a: GroundVector, b: GroundVector) -> [i128; 2] {
    [0, 1].map(|axis| i128::from(a[axis]) - i128::from(b[axis]))
}

fn cross(a: [i128; 2], b: [i128; 2]) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: [i128; 2], b: [i128; 2]) -> i128 {
    a[0] * b[0] + a[1] * b[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_meet_walls_from_both_sides() {
        let wall = Wall([50, -10], [50, 10]);
        assert_eq!(wall.hit([0, 0], [100, 0]), Some(2048));
        assert_eq!(wall.hit([100, 0], [-100, 0]), Some(2048));
        assert_eq!(wall.hit([0, 0], [100, 20]), Some(2048), "at its end");
        assert_eq!(wall.hit([0, 0], [100, 21]), None);
        assert_eq!(wall.hit([0, 0], [49, 0]), None);
        assert_eq!(wall.hit([50, -20], [0, 90]), None, "along it");
        assert_eq!(Wall([i32::MIN; 2], [i32::MAX; 2]).hit([i32::MIN, i32::MAX], [i32::MAX, i32::MIN]), Some(4096));
    }

    #[test]
    fn a_circle_keeps_its_radius_from_a_wall_and_from_its_ends() {
        let wall = Wall([100, 0], [100, 50]);
        let from_left = |z, x| wall.lets_pass([0, z], [x, z], 13);
        assert_eq!([from_left(20, 87), from_left(20, 88)], [true, false]);
        // 5 and 12 beside the end: 5 * 5 + 12 * 12 = 13 * 13.
        assert_eq!([from_left(-5, 88), from_left(-5, 89)], [true, false]);
        assert_eq!([from_left(-12, 95), from_left(-12, 96)], [true, false]);
        assert_eq!([from_left(-13, 300), from_left(-12, 300)], [true, false]);
        assert!(!wall.lets_pass([0, 0], [200, 51], 1), "through it");
        // Along the wall, at its radius and below.
        assert_eq!([87, 88].map(|x| wall.lets_pass([x, -90], [x, 90], 13)), [true, false]);
        // A slanted wall: (3, 4) is its normal, and a distance of 50 is 250 / 5.
        let slanted = Wall([-400, 300], [400, -300]);
        assert_eq!([[30, 40], [29, 40]].map(|to| slanted.lets_pass([90, 90], to, 50)), [true, false]);
    }

    #[test]
    fn a_circle_that_overlaps_a_wall_may_leave_it() {
        let wall = Wall([100, 0], [100, 50]);
        let to = |x, z| wall.lets_pass([95, 20], [x, z], 13);
        assert_eq!([to(94, 20), to(95, 40), to(96, 20), to(105, 20)], [true, true, false, false]);
        assert!(wall.lets_pass([100, 20], [101, 20], 13) && wall.lets_pass([100, 20], [99, 20], 13), "from within");
    }

    #[test]
    fn the_ends_of_the_range_do_not_overflow() {
        let far = [[i32::MIN; 2], [i32::MAX; 2], [i32::MIN, i32::MAX], [0, 0]];
        for (a, b, from, to) in (0..256).map(|n| (far[n & 3], far[n >> 2 & 3], far[n >> 4 & 3], far[n >> 6])) {
            for radius in [i32::MIN, 0, 1, i32::MAX] {
                let _ = Wall(a, b).lets_pass(from, to, radius);
            }
        }
        assert!(Wall([i32::MIN; 2], [i32::MAX; 2]).keeps([i32::MIN, i32::MAX], 1 << 62));
    }
}
