//! Paths: smooth curves through points, with a width and a bank: tracks, rails of cameras, patrols.
//!
//! Between two points the curve is a Catmull-Rom spline, which passes each point in the direction from the point before to the
//! point after. It consists of 16 straight pieces; lengths and places are those of the pieces. Width and bank change evenly
//! from point to point. All numbers are integers, positions 20.12.

use keitai_render::{Angle, Q12};
use serde::{Deserialize, Deserializer, de};

use super::transform::Transform;
use crate::error::Result;
use crate::ground::{self, saturated, turn};
use crate::ron_text::number;
use crate::text_file::Field;

/// A place that a [`Path`] passes, with its width and bank there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathPoint {
    /// Position, model units.
    #[serde(deserialize_with = "number::point")]
    pub at: [Q12; 3],
    /// Width of the path, model units.
    #[serde(default, deserialize_with = "width")]
    pub width: Q12,
    /// Turn about the path: positive raises its left side.
    #[serde(default, deserialize_with = "number::turn")]
    pub bank: Angle,
}

fn width<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Q12, D::Error> {
    match number::length(deserializer)? {
        width if width < 0 => Err(de::Error::custom(format!("expected a width of at least 0, found {width}"))),
        width => Ok(width),
    }
}

/// A curve through points. Distances along the path are model units from its first point.
///
/// ```
/// use keitai_runtime::world::path::{Path, PathPoint};
/// # use keitai_render::Q12;
///
/// let point = |x: i32, z: i32| PathPoint {
///     at: [Q12::from_num(x), Q12::ZERO, Q12::from_num(z)],
///     width: Q12::from_num(40),
///     ..PathPoint::default()
/// };
/// let road = Path::new(&[point(0, 0), point(0, 300)], false).unwrap();
/// let middle = road.at(Q12::from_num(150));
/// assert_eq!((middle.transform.rounded().z, middle.width), (150, Q12::from_num(40)));
/// assert_eq!(road.nearest([Q12::from_num(9), Q12::ZERO, Q12::from_num(20)]).distance, Q12::from_num(20));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    nodes: Vec<Node>,
    closed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    /// 20.12.
    at: [i64; 3],
    width: i64,
    /// Lean, heading and bank, 4096 per turn.
    turn: [i32; 3],
    /// Distance from the start, 20.12.
    distance: i64,
}

/// A place on the curve of a [`Path`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathPlace {
    /// Distance from the start along the path, model units; below the length on a closed path.
    pub distance: Q12,
    /// Position, and turn of an entity that travels along the path.
    pub transform: Transform,
    /// Width of the path, model units.
    pub width: Q12,
}

/// Progress of a racer along a path. A greater progress is farther ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Progress {
    /// Full rounds of a closed path; negative when the racer has gone backwards over the start.
    pub laps: i32,
    /// Distance from the start along the path, model units.
    pub distance: Q12,
}

const MAX_POINTS: usize = 4096;
/// Pieces between two points.
const PIECES: usize = 16;

fn least_points(closed: bool) -> usize {
    if closed { 3 } else { 2 }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathFile {
    points: Vec<PathPoint>,
    #[serde(default)]
    closed: bool,
}

impl Path {
    pub(crate) fn read(field: Field) -> Result<Self> {
        let PathFile { points, closed } = field.parse()?;
        Self::new(&points, closed).ok_or_else(|| {
            let (least, count) = (least_points(closed), points.len());
            let message = if (least..=MAX_POINTS).contains(&count) {
                "points: expected a path with a length above 0 and below 524288".to_owned()
            } else {
                format!("points: expected {least}..={MAX_POINTS}, found {count}")
            };
            field.error(message)
        })
    }

    /// Returns the path through these points, which returns to the first one when it is `closed`. `None` for fewer than two
    /// points, or three of a closed path, for more than 4096, and for paths without length or of 524,288 units and more.
    pub fn new(points: &[PathPoint], closed: bool) -> Option<Self> {
        if !(least_points(closed)..=MAX_POINTS).contains(&points.len()) {
            return None;
        }
        let count = points.len() as isize;
        let at = |index: isize| {
            let position = |index: usize| points[index].at.map(|c| i64::from(c.to_bits()));
            let inside = index.clamp(0, count - 1);
            match (closed, index - inside) {
                (true, _) => position(index.rem_euclid(count) as usize),
                (false, 0) => position(inside as usize),
                // Beyond an end the last two points continue in a straight line.
                (false, beyond) => {
                    let (end, before) = (position(inside as usize), position((inside - beyond.signum()) as usize));
                    std::array::from_fn(|axis| 2 * end[axis] - before[axis])
                }
            }
        };
        let segments = if closed { points.len() } else { points.len() - 1 };
        let mut nodes = Vec::with_capacity(segments * PIECES + 1);
        for piece in 0..=segments * PIECES {
            // The end of an open path is the end of its last segment.
            let segment = (piece / PIECES).min(segments - 1);
            let k = (piece - segment * PIECES) as i64;
            let around = [-1, 0, 1, 2].map(|offset| at(segment as isize + offset));
            let (from, to) = (points[segment], points[(segment + 1) % points.len()]);
            let width = [from, to].map(|point| i64::from(point.width.to_bits()));
            let bank = (from.bank.0 & 4095) + turn(from.bank.0, to.bank.0) * k as i32 / PIECES as i32;
            nodes.push(Node {
                at: std::array::from_fn(|axis| spline(around.map(|point| point[axis]), k)),
                width: width[0] + (width[1] - width[0]) * k / PIECES as i64,
                turn: [0, 0, bank],
                distance: 0,
            });
        }
        let mut distance = 0;
        for index in 1..nodes.len() {
            distance += length(difference(nodes[index - 1].at, nodes[index].at));
            nodes[index].distance = distance;
        }
        let last = nodes.len() - 1;
        for index in 0..nodes.len() {
            let ends = if closed { [last - 1, 1] } else { [0, last] };
            let before = if index == 0 { ends[0] } else { index - 1 };
            let after = if index == last { ends[1] } else { index + 1 };
            let [x, y, z] = direction(nodes[before].at, nodes[after].at);
            let flat = ground::length([x, z]);
            nodes[index].turn[0] = ground::turn(0, ground::angle([-y, flat]));
            nodes[index].turn[1] = ground::angle([x, z]);
        }
        (distance > 0 && i32::try_from(distance).is_ok()).then_some(Self { nodes, closed })
    }

    /// Returns the length, model units.
    pub fn length(&self) -> Q12 {
        Q12::from_bits(self.length_bits() as i32)
    }

    fn length_bits(&self) -> i64 {
        self.nodes.last().map_or(1, |node| node.distance)
    }

    /// Returns the place at a distance from the start, model units. A closed path continues with its next lap, an open one ends.
    pub fn at(&self, distance: Q12) -> PathPlace {
        let length = self.length_bits();
        let distance = i64::from(distance.to_bits());
        self.place(if self.closed { distance.rem_euclid(length) } else { distance.clamp(0, length) })
    }

    /// Returns the place at a distance of 0 to the length, 20.12.
    fn place(&self, distance: i64) -> PathPlace {
        let next = self.nodes.partition_point(|node| node.distance <= distance).clamp(1, self.nodes.len() - 1);
        let (from, to) = (&self.nodes[next - 1], &self.nodes[next]);
        let (part, whole) = (distance - from.distance, (to.distance - from.distance).max(1));
        let mix = |a: i64, b: i64| saturated(i128::from(a) + i128::from(b - a) * i128::from(part) / i128::from(whole));
        let between = |axis: usize| {
            let by = i64::from(turn(from.turn[axis], to.turn[axis])) * part / whole;
            Angle((from.turn[axis] + by as i32) & 4095)
        };
        PathPlace {
            distance: Q12::from_bits(distance as i32),
            transform: Transform {
                position: [0, 1, 2].map(|axis| Q12::from_bits(mix(from.at[axis], to.at[axis]))),
                turn: [0, 1, 2].map(between),
                ..Transform::default()
            },
            width: Q12::from_bits(mix(from.width, to.width)),
        }
    }

    /// Returns the place of the path that is nearest to a point. Of places at the same distance the first is returned.
    pub fn nearest(&self, point: [Q12; 3]) -> PathPlace {
        self.nearest_within(point, |_| true)
    }

    /// Returns the nearest place among the pieces that begin at distances which `counts` accepts, or the start.
    fn nearest_within(&self, point: [Q12; 3], counts: impl Fn(i64) -> bool) -> PathPlace {
        let point = point.map(|c| i64::from(c.to_bits()));
        // The square of the distance from the point, and the distance from the start.
        let (mut least, mut nearest) = (i128::MAX, 0);
        for piece in self.nodes.windows(2) {
            let (from, to) = (&piece[0], &piece[1]);
            // Most pieces are farther away than the nearest so far on one axis alone.
            let is_beyond = |axis: usize| {
                let (low, high) = (from.at[axis].min(to.at[axis]), from.at[axis].max(to.at[axis]));
                let gap = i128::from((low - point[axis]).max(point[axis] - high).max(0));
                gap * gap > least
            };
            if is_beyond(0) || is_beyond(1) || is_beyond(2) || !counts(from.distance) {
                continue;
            }
            let along = difference(from.at, to.at).map(i128::from);
            let away = difference(from.at, point).map(i128::from);
            let dot = |a: [i128; 3], b: [i128; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let square = dot(along, along).max(1);
            let share = dot(along, away).clamp(0, square);
            // Most pieces are nearest at an end, which needs no division.
            let part = |whole: i128| match share {
                0 => 0,
                _ if share == square => whole,
                _ => whole * share / square,
            };
            let rest = [0, 1, 2].map(|axis| away[axis] - part(along[axis]));
            let by = part(i128::from(to.distance - from.distance));
            if dot(rest, rest) < least {
                (least, nearest) = (dot(rest, rest), from.distance + by as i64);
            }
        }
        self.place(if self.closed { nearest % self.length_bits() } else { nearest })
    }
}

impl PathPlace {
    /// Returns a point beside the path, `side` model units to the left of a traveller, or to the right when it is negative. The
    /// bank raises and lowers it.
    pub fn beside(&self, side: Q12) -> [Q12; 3] {
        let left = self.left();
        std::array::from_fn(|axis| self.transform.position[axis].saturating_add(left[axis].saturating_mul(side)))
    }

    /// Returns the distance of a point to the left of the path, negative to the right, model units.
    pub fn side_of(&self, point: [Q12; 3]) -> Q12 {
        let sum: i64 = (0..3)
            .map(|axis| {
                let away = i64::from(point[axis].to_bits()) - i64::from(self.transform.position[axis].to_bits());
                away * i64::from(self.left()[axis].to_bits())
            })
            .sum();
        Q12::from_bits(saturated(i128::from(sum >> 12)))
    }

    fn left(&self) -> [Q12; 3] {
        self.transform.matrix().linear.map(|row| row[0])
    }

    /// Returns the direction away from the path's surface, 4.12.
    pub(crate) fn up(&self) -> [i16; 3] {
        self.transform.matrix().linear.map(|row| row[1].to_bits().clamp(i16::MIN.into(), i16::MAX.into()) as i16)
    }
}

impl Progress {
    /// Moves to the place that is nearest to a racer, among those within a quarter of the path from the progress so far, so that
    /// a crossing or a shortcut does not skip a part of the path. Counts laps of a closed path. Returns the place.
    pub fn follow(&mut self, path: &Path, point: [Q12; 3]) -> PathPlace {
        let (length, current) = (path.length_bits(), i64::from(self.distance.to_bits()));
        let ahead = |distance: i64| {
            let ahead = distance - current;
            if path.closed { (ahead + length / 2).rem_euclid(length) - length / 2 } else { ahead }
        };
        let place = path.nearest_within(point, |distance| ahead(distance).abs() <= length / 4);
        let by = ahead(place.distance.to_bits().into());
        if path.closed && current + by >= length {
            self.laps = self.laps.saturating_add(1);
        } else if path.closed && current + by < 0 {
            self.laps = self.laps.saturating_sub(1);
        }
        self.distance = place.distance;
        place
    }
}

/// Returns the point at `k`/16 between the second and the third of four points.
fn spline([a, b, c, d]: [i64; 4], k: i64) -> i64 {
    let sum =
        2 * b * 4096 + (c - a) * k * 256 + (2 * a - 5 * b + 4 * c - d) * k * k * 16 + (d - a + 3 * (b - c)) * k * k * k;
    (sum + 4096) >> 13
}

fn difference(from: [i64; 3], to: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|axis| to[axis] - from[axis])
}

fn length(vector: [i64; 3]) -> i64 {
    vector.iter().map(|c| i128::from(*c).pow(2)).sum::<i128>().isqrt() as i64
}

/// Returns the direction from one point to another, with components below 2^24.
fn direction(from: [i64; 3], to: [i64; 3]) -> [i32; 3] {
    let vector = difference(from, to);
    let bits = vector.iter().map(|c| 64 - c.unsigned_abs().leading_zeros()).max().unwrap_or(0);
    vector.map(|c| (c >> bits.saturating_sub(24)) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::Vector3;

    fn q(units: i32) -> Q12 {
        Q12::from_num(units)
    }

    fn path(points: &[[i32; 3]], closed: bool) -> Path {
        let points: Vec<PathPoint> =
            points.iter().map(|at| PathPoint { at: at.map(q), width: q(40), bank: Angle(0) }).collect();
        Path::new(&points, closed).unwrap()
    }

    /// A circle of radius 1000 about the origin through twelve points, counter-clockwise from above.
    fn ring() -> Path {
        let points: Vec<[i32; 3]> = (0..12)
            .map(|hour| {
                let [x, z] = ground::vector(hour * 4096 / 12, 1000);
                [x, 0, z]
            })
            .collect();
        path(&points, true)
    }

    #[test]
    fn a_path_passes_its_points_and_a_ring_is_nearly_a_circle() {
        let ring = ring();
        let round = ring.length().to_num::<i32>();
        assert!((6270..=6284).contains(&round), "2 pi 1000 is 6283, found {round}");
        for place in (0..60).map(|step| ring.at(q(round * step / 60))) {
            let [x, _, z] = place.transform.position.map(|c| c.to_num::<i32>());
            assert!((993..=1001).contains(&ground::length([x, z])), "{x} {z}");
            // A quarter turn from the direction to the middle.
            let off = ground::turn(ground::angle([x, z]) + 1024, place.transform.turn[1].0);
            assert!(off.abs() <= 16, "{off} at {x} {z}");
        }
        let quarter = ring.nearest([q(3000), q(50), q(0)]);
        assert_eq!(quarter.transform.rounded(), Vector3::new(1000, 0, 0));
        assert_eq!(ring.at(quarter.distance + ring.length()), quarter, "the next lap");
    }

    #[test]
    fn banks_are_angles_of_any_size() {
        let bank = |from: i32, to: i32| {
            let points = [from, to].map(|bank| PathPoint { bank: Angle(bank), ..PathPoint::default() });
            let points = [points[0], PathPoint { at: [q(0), q(0), q(100)], ..points[1] }];
            Path::new(&points, false).unwrap().at(q(50)).transform.turn[2].0
        };
        assert_eq!(bank(i32::MAX, 1), 0, "between -1 and 1");
        assert_eq!((bank(i32::MIN, 200), bank(4096 * 5, 200)), (100, 100));
    }

    #[test]
    fn a_straight_path_climbs_widens_and_banks_evenly() {
        let end = PathPoint { at: [q(0), q(300), q(400)], width: q(100), bank: Angle(256) };
        let start = PathPoint { width: q(20), ..PathPoint::default() };
        let ramp = Path::new(&[start, end], false).unwrap();
        assert_eq!(ramp.length(), q(500));
        let middle = ramp.at(q(250));
        assert_eq!((middle.transform.rounded(), middle.width), (Vector3::new(0, 150, 200), q(60)));
        let [lean, heading, bank] = middle.transform.turn.map(|angle| angle.0);
        // The arc tangent of 3/4 is 419.5 of 4096; upwards is a negative lean.
        assert!((4096 - lean - 419).abs() <= 1, "{lean}");
        assert_eq!((heading, bank), (0, 128));
        assert_eq!((ramp.at(q(-9)).distance, ramp.at(q(9999)).distance), (q(0), q(500)));
    }

    #[test]
    fn sides_are_left_and_right_of_the_traveller() {
        let road = path(&[[0, 0, 0], [300, 0, 0]], false);
        let place = road.at(q(100));
        // The traveller faces +x; left is -z.
        assert_eq!(place.beside(q(30)), [q(100), q(0), q(-30)]);
        assert_eq!(place.side_of([q(100), q(0), q(-30)]), q(30));
        assert_eq!(road.nearest([q(100), q(0), q(25)]).side_of([q(100), q(0), q(25)]), q(-25));
        let banked = PathPoint { bank: Angle(1024), ..PathPoint::default() };
        let wall = Path::new(&[banked, PathPoint { at: [q(0), q(0), q(90)], ..banked }], false).unwrap();
        assert_eq!(wall.at(q(45)).beside(q(10)), [q(0), q(10), q(45)], "the left side is up");
    }

    #[test]
    fn laps_count_over_the_start_in_both_directions() {
        let ring = ring();
        let mut progress = Progress::default();
        let mut at = |hour: i32| {
            // Half an hour past, away from the points.
            let [x, z] = ground::vector((2 * hour + 1) * 4096 / 24, 980);
            progress.follow(&ring, [q(x), q(0), q(z)]);
            (progress.laps, progress.distance.to_num::<i32>() * 12 / 6270)
        };
        let forward: Vec<_> = (0..=25).map(&mut at).collect();
        assert_eq!([forward[1], forward[11], forward[12], forward[25]], [(0, 1), (0, 11), (1, 0), (2, 1)]);
        assert_eq!((24..=26).rev().map(|hour| at(hour - 2)).collect::<Vec<_>>(), [(2, 0), (1, 11), (1, 10)]);
        let mut cheat = Progress::default();
        let [x, z] = ground::vector(5 * 4096 / 12, 1000);
        cheat.follow(&ring, [q(x), q(0), q(z)]);
        assert_eq!(cheat.laps, 0);
        assert!(cheat.distance < ring.length() / 3, "five twelfths of a lap are not skipped");
        assert!(Progress { laps: 1, distance: q(0) } > Progress { laps: 0, distance: q(9) });
    }

    #[test]
    fn what_is_no_path_is_refused() {
        let point = PathPoint::default();
        let far = PathPoint { at: [Q12::MAX; 3], ..point };
        assert_eq!(Path::new(&[point], false), None);
        assert_eq!(Path::new(&[point, far], true), None, "two points are not closed");
        assert_eq!(Path::new(&[point, point], false), None, "no length");
        assert_eq!(Path::new(&[point, far], false), None, "too long");
        assert_eq!(Path::new(&vec![point; MAX_POINTS + 1], false), None);
        let _ = Path::new(&[far, PathPoint { at: [Q12::MIN; 3], ..point }, far], true);
    }
}
