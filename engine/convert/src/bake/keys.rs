//! Turns poses at every whole frame into lists of keys that stay within bounds, and the lists into the smallest track.

use super::BakeOptions;
use crate::options::WorkBudget;
use crate::rules;
use crate::space::{Vector, dot, minus, mixed, posture, round, short};
use keitai_formats::{BoneMatrix, Diagnostic, Diagnostics, Location, Policy, Report, RollKey, Track, VectorKey};
use std::collections::BTreeSet;

/// Work of comparing two rotations, in comparisons of two vectors.
const POSTURE: usize = 8;

/// The pose of a joint at one frame: scale, then rotation, then translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Rows of the rotation.
    pub rows: [[f64; 3]; 3],
    /// Factors along the axes.
    pub scale: [f64; 3],
    /// Model units.
    pub translate: [f64; 3],
}

/// Returns the smallest track that follows the poses of a bone, one per frame from 0 on, within the bounds of
/// `options`. Values outside 16 bits are errors, and so is a search for keys that takes more work than the budget has
/// left; [`WorkBudget::bake`] is a budget for all bones of an animation. Errors name the bone as `what`.
pub fn track(what: &str, poses: &[Pose], options: &BakeOptions<'_>, budget: &mut WorkBudget) -> Report<Option<Track>> {
    let mut findings = Diagnostics::default();
    let lists = keys(what, poses, options, budget, &mut findings);
    findings.into_report(lists.track()).under(Policy::default())
}

/// The key lists of a joint.
pub(super) struct Lists {
    pub(super) translate: Vec<VectorKey>,
    pub(super) scale: Vec<VectorKey>,
    pub(super) rotate: Vec<VectorKey>,
    pub(super) roll: Vec<RollKey>,
}

impl Lists {
    /// Returns the smallest track that holds the lists.
    pub(super) fn track(self) -> Track {
        let Self { translate, scale, rotate, roll } = self;
        let constant = |list: &[VectorKey]| list.len() == 1;
        let is = |list: &[VectorKey], value: [i16; 3]| constant(list) && list.iter().all(|key| key.value == value);
        let first = |list: &[VectorKey]| list.first().map(|key| key.value).unwrap_or_default();
        let angle = roll.first().map(|key| key.angle).unwrap_or_default();
        let (straight, still) = (roll.len() == 1, is(&translate, [0; 3]));
        if constant(&translate) && constant(&scale) && constant(&rotate) && straight {
            let scale = first(&scale).map(|c| f64::from(c) / 4096.0);
            let rows = posture(first(&rotate).map(f64::from), f64::from(angle) * 360.0 / 4096.0, scale);
            let origin = first(&translate);
            let matrix = BoneMatrix(std::array::from_fn(|i| match (i / 4, i % 4) {
                (row, 3) => origin[row],
                (row, axis) => round(rows[row][axis] * 4096.0).clamp(-32768, 32767) as i16,
            }));
            return if matrix == BoneMatrix::IDENTITY { Track::Identity } else { Track::Matrix(matrix) };
        }
        if !is(&scale, [4096; 3]) {
            return Track::Scaled { translate, scale, rotate, roll };
        }
        match (constant(&translate), straight, still) {
            (true, true, true) if angle == 0 => Track::Rotated { rotate },
            (true, true, _) => Track::Turned { translate: first(&translate), rotate, roll: angle },
            (true, false, true) => Track::Rolled { rotate, roll },
            _ => Track::Moved { translate, rotate, roll },
        }
    }
}

/// The values of keys at every whole frame.
struct Samples {
    translate: Vec<[i16; 3]>,
    scale: Vec<[i16; 3]>,
    rotate: Vec<[i16; 3]>,
    rolls: Vec<i16>,
}

/// Returns lists of keys. The lines between the keys stay within the bounds at every whole frame.
pub(super) fn keys(
    what: &str,
    poses: &[Pose],
    options: &BakeOptions<'_>,
    budget: &mut WorkBudget,
    findings: &mut Diagnostics,
) -> Lists {
    let at = |frame: usize| poses.get(frame).copied();
    let Samples { translate, scale, rotate, rolls } = samples(what, poses, findings);

    let mut vectors = |values: &[[i16; 3]], unit: f64, bound: f64, goal: &dyn Fn(usize) -> Vector| {
        let near = |from: usize, to: usize, frame: usize| {
            let line = between(values, from, to, frame);
            let goal = goal(frame);
            (0..3).all(|c| (line[c] * unit - goal[c]).abs() <= bound)
        };
        key_frames(values.len(), near, |a, b| values.get(a) == values.get(b), 1, budget)
    };
    let translate_frames =
        vectors(&translate, 1.0, options.translate, &|frame| at(frame).map_or([0.0; 3], |pose| pose.translate));
    let scale_frames =
        vectors(&scale, 1.0 / 4096.0, options.scale, &|frame| at(frame).map_or([1.0; 3], |pose| pose.scale));
    // Direction and roll are only meaningful together: one list of frames for both.
    let angles: Vec<[i16; 3]> = rolls.iter().map(|roll| [*roll, 0, 0]).collect();
    let near = |from: usize, to: usize, frame: usize| {
        let direction = between(&rotate, from, to, frame);
        let roll = between(&angles, from, to, frame)[0] * 360.0 / 4096.0;
        let line = posture(direction, roll, [1.0; 3]);
        at(frame).is_some_and(|pose| angle(&line, &pose.rows) <= options.rotate)
    };
    let same = |a: usize, b: usize| rotate.get(a) == rotate.get(b) && rolls.get(a) == rolls.get(b);
    let rotate_frames = key_frames(poses.len(), near, same, POSTURE, budget);
    if budget.is_spent() {
        let message = format!("{what}: the search for the keys of {} frames takes too long", poses.len());
        findings.report(&rules::TOO_MANY_SAMPLES, message);
    }

    Lists {
        roll: rolls_at(&rotate_frames, &rolls),
        translate: vectors_at(&translate_frames, &translate),
        scale: vectors_at(&scale_frames, &scale),
        rotate: vectors_at(&rotate_frames, &rotate),
    }
}

/// Returns poses as the integers of keys. Values outside 16 bits are reported.
fn samples(what: &str, poses: &[Pose], findings: &mut Diagnostics) -> Samples {
    let mut short = |value: f64, name: &str| {
        short(value, findings, |rounded| {
            let message = format!("{what}: {name} {rounded} is outside -32768..=32767");
            Diagnostic::new(&rules::OVERFLOW, Location::Document, message)
        })
    };
    let translate = poses.iter().map(|pose| pose.translate.map(|c| short(c, "translation"))).collect();
    let scale = poses.iter().map(|pose| pose.scale.map(|c| short(c * 4096.0, "scale"))).collect();
    let directions: Vec<[i16; 3]> =
        poses.iter().map(|pose| pose.rows.map(|row| short(row[2] * 4096.0, "direction"))).collect();
    let (mut before, mut rotate, mut rolls) = (0.0, Vec::with_capacity(poses.len()), Vec::with_capacity(poses.len()));
    let passing = passing(poses, &directions);
    for (frame, (pose, direction)) in poses.iter().zip(&directions).enumerate() {
        let mut direction = *direction;
        if passing.contains(&frame) {
            let next = directions.get(frame + 1).copied().unwrap_or_default();
            let near = [direction, rotate.last().copied().unwrap_or(next)];
            direction = beside_minus_z(&pose.rows, before, near.map(|[x, y, _]: [i16; 3]| [x, y].map(f64::from)));
        }
        before = roll_near(&pose.rows, direction.map(f64::from), before);
        rotate.push(direction);
        rolls.push(before);
    }
    // Whole turns have no effect; rolls around 0 leave the most room to both sides.
    let [least, most] = rolls.iter().fold([f64::MAX, f64::MIN], |[a, b], roll| [a.min(*roll), b.max(*roll)]);
    let turns = if least < -ROLLS || most > ROLLS { ((least + most) / 720.0).round() * 360.0 } else { 0.0 };
    let rolls = rolls.iter().map(|roll| short((roll - turns) * 4096.0 / 360.0, "roll")).collect();
    Samples { translate, scale, rotate, rolls }
}

/// Degrees of a roll that 16 bits hold in both directions: nearly eight turns.
const ROLLS: f64 = 32767.0 * 360.0 / 4096.0;

/// Largest x and y of a direction that stands for -Z, in 1/4096.
const BESIDE: i16 = 24;
/// X of a direction that stands for -Z in turns about Y: 0.91 degrees. Players compute in integers of 1/4096, and take
/// directions of less than 64 on both axes for -Z itself, which is a half turn about X.
const BESIDE_X: f64 = 65.0;

/// From this angle on, in degrees, the rotations of two frames are a jump and not a turn.
const TURN: f64 = 120.0;

/// Returns whether a direction is -Z within its rounding.
fn is_minus_z([x, y, z]: &[i16; 3]) -> bool {
    *z < 0 && x.abs() <= 1 && y.abs() <= 1
}

/// Returns the frames at -Z of joints that turn to it or away from it. Where a joint stays at -Z or jumps, -Z itself is
/// exact.
fn passing(poses: &[Pose], directions: &[[i16; 3]]) -> BTreeSet<usize> {
    let turns = |a: usize, b: usize| {
        let (Some(a), Some(b)) = (poses.get(a), poses.get(b)) else { return false };
        angle(&a.rows, &b.rows) < TURN
    };
    let (mut passing, mut end) = (BTreeSet::new(), 0);
    for alike in directions.chunk_by(|a, b| is_minus_z(a) == is_minus_z(b)) {
        let start = end;
        end += alike.len();
        if alike.first().is_some_and(is_minus_z) && (turns(start.wrapping_sub(1), start) || turns(end - 1, end)) {
            passing.extend(start..end);
        }
    }
    passing
}

/// Returns the direction beside -Z that needs about the roll `before`, in degrees, for a rotation that takes Z to -Z.
/// There are two of them, on opposite sides; the one towards the first of the points `near` that is not zero is
/// returned. Turns about Y are right in players, too; for turns about axes between X and Y their integers are too
/// coarse beside -Z.
fn beside_minus_z(rows: &[Vector; 3], before: f64, near: [[f64; 2]; 2]) -> [i16; 3] {
    // The rotation without the roll is a half turn. It takes X to (-cos 2a, -sin 2a), with a the angle of the
    // direction.
    let (sin, cos) = libm::sincos(before.to_radians());
    let [x, y] = [0, 1].map(|row: usize| rows[row][0] * cos - rows[row][1] * sin);
    let (sin, cos) = libm::sincos(libm::atan2(-y, -x) / 2.0);
    let [nx, ny] = if near[0] == [0.0; 2] { near[1] } else { near[0] };
    let side = if nx * cos + ny * sin < 0.0 { -1.0 } else { 1.0 };
    let (cos, sin) = (side * cos, side * sin);
    if cos.abs() < 0.01 {
        // -Z stands for a half turn about X.
        return [0, 0, -4096];
    }
    if sin.abs() < 0.01 {
        return [(cos * BESIDE_X).round() as i16, 0, -4096];
    }
    // The point whose rotation is nearest: by its angle, which counts twice, and by its distance from -Z.
    let points = (-BESIDE..=BESIDE).flat_map(|x| (-BESIDE..=BESIDE).map(move |y| [x, y].map(f64::from)));
    let ahead = points.filter(|[x, y]| x * cos + y * sin > 0.0);
    let off = |[x, y]: &[f64; 2]| {
        let (aside, length) = (x * sin - y * cos, x * x + y * y);
        4.0 * aside * aside / length + length / (4096.0 * 4096.0)
    };
    let [x, y] = ahead.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or([cos, sin]);
    [x, y, -4096.0].map(|c| c.round() as i16)
}

/// Returns the roll in degrees that, after Z is turned to `direction`, comes nearest to a rotation. Of rolls a turn
/// apart the one nearest to `before` is returned.
fn roll_near(rows: &[Vector; 3], direction: Vector, before: f64) -> f64 {
    let unrolled = posture(direction, 0.0, [1.0; 3]);
    let column = |rows: &[Vector; 3], c: usize| rows.map(|row| row[c]);
    let x = column(rows, 0);
    let y = column(rows, 1);
    let (ux, uy) = (column(&unrolled, 0), column(&unrolled, 1));
    let roll = libm::atan2(dot(x, uy) - dot(y, ux), dot(x, ux) + dot(y, uy)).to_degrees();
    roll + 360.0 * ((before - roll) / 360.0).round()
}

/// Returns the angle between two rotations, in degrees.
pub(super) fn angle(a: &[Vector; 3], b: &[Vector; 3]) -> f64 {
    let [[a0, a1, a2], [b0, b1, b2]] = [*a, *b];
    let trace = dot(a0, b0) + dot(a1, b1) + dot(a2, b2);
    // The half angle by its sine is exact where the cosine is flat.
    let [d0, d1, d2] = [minus(a0, b0), minus(a1, b1), minus(a2, b2)];
    let apart = dot(d0, d0) + dot(d1, d1) + dot(d2, d2);
    let sine = (apart / 8.0).sqrt().min(1.0);
    if trace > 0.0 {
        2.0 * libm::asin(sine).to_degrees()
    } else {
        libm::acos(((trace - 1.0) / 2.0).clamp(-1.0, 1.0)).to_degrees()
    }
}

/// Keeps only the first key of a list whose values are all equal.
fn unchanging<T, V: PartialEq>(mut keys: Vec<T>, value: impl Fn(&T) -> V) -> Vec<T> {
    if keys.windows(2).all(|pair| value(&pair[0]) == value(&pair[1])) {
        keys.truncate(1);
    }
    keys
}

/// Returns the keys of three components at some of the frames of `values`.
fn vectors_at(frames: &[usize], values: &[[i16; 3]]) -> Vec<VectorKey> {
    let value = |frame: usize| values.get(frame).copied().unwrap_or_default();
    let keys = frames.iter().map(|frame| VectorKey { frame: *frame as u16, value: value(*frame) });
    unchanging(keys.collect(), |key| key.value)
}

/// Returns the keys of a roll at some of the frames of `values`.
fn rolls_at(frames: &[usize], values: &[i16]) -> Vec<RollKey> {
    let angle = |frame: usize| values.get(frame).copied().unwrap_or_default();
    let keys = frames.iter().map(|frame| RollKey { frame: *frame as u16, angle: angle(*frame) });
    unchanging(keys.collect(), |key| key.angle)
}

/// Returns key frames such that every frame between two of them is near their line. `near(from, to, frame)` checks a
/// frame between two keys, and `same` compares the values of two frames. A call of `near` takes `cost` of the budget;
/// nothing is near any more when the budget is spent.
fn key_frames(
    count: usize,
    near: impl Fn(usize, usize, usize) -> bool,
    same: impl Fn(usize, usize) -> bool,
    cost: usize,
    budget: &mut WorkBudget,
) -> Vec<usize> {
    /// Longest line tried: the work grows with the square of the length.
    const LONGEST: usize = 1024;
    let mut keys = vec![0];
    let mut from = 0;
    // Values that stay the same need no search: each frame is near its own value or not, and this is checked once.
    let (mut same_since, mut last_not_near) = (0, 0);
    for to in 1..count {
        if !same(to - 1, to) {
            same_since = to;
        }
        // No frame is between 0 and 1.
        if to == 1 {
            continue;
        }
        let frame = to - 1;
        if !(budget.spend(cost) && near(frame, frame, frame)) {
            last_not_near = frame;
        }
        let straight = to - from <= LONGEST
            && if same_since <= from {
                last_not_near <= from
            } else {
                budget.spend((to - from) * cost) && (from + 1..to).all(|frame| near(from, to, frame))
            };
        if !straight {
            from = to - 1;
            keys.push(from);
        }
    }
    if count > 1 {
        keys.push(count - 1);
    }
    if let [.., before, last] = keys.as_slice()
        && same(*before, *last)
        && budget.spend((last - before) * cost)
        && (before + 1..*last).all(|frame| near(*before, *before, frame))
    {
        keys.pop();
    }
    keys
}

/// Returns the value at `frame` of the line between two other frames.
fn between(values: &[[i16; 3]], from: usize, to: usize, frame: usize) -> Vector {
    let value = |frame: usize| values.get(frame).copied().unwrap_or_default().map(f64::from);
    let t = if to > from { (frame - from) as f64 / (to - from) as f64 } else { 0.0 };
    mixed(value(from), value(to), t)
}

/// Returns the value of a list at a frame. The last key's value is held.
pub(super) fn interpolated<K>(keys: &[K], frame: f64, read: impl Fn(&K) -> (u16, Vector)) -> Vector {
    let next = keys.partition_point(|key| f64::from(read(key).0) <= frame);
    let (Some(before), after) = (keys.get(next.saturating_sub(1)), keys.get(next)) else { return [0.0; 3] };
    let (f0, a) = read(before);
    let Some((f1, b)) = after.map(&read) else { return a };
    let t = (frame - f64::from(f0)) / (f64::from(f1) - f64::from(f0)).max(1.0);
    mixed(a, b, t)
}
