//! Turns poses at every whole frame into keys that stay within bounds.

use super::lists::{Lists, between, interpolated, key_frames, rolls_at, vectors_at};
use super::{BakeOptions, Deviation};
use crate::rules;
use crate::space::{Frame, Vector, dot, minus, short, times};
use crate::tracks::posture;
use crate::work_budget::WorkBudget;
use keitai_formats::{BoneAnimation, Diagnostic, Diagnostics, Location, Policy, Report, Track, VectorKey};
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

pub(super) struct Joint<'a> {
    pub(super) animation: &'a BoneAnimation,
    pub(super) index: usize,
    /// The space that its poses are brought into.
    pub(super) rest: Frame,
    /// Factor for translations.
    pub(super) factor: f64,
}

impl Joint<'_> {
    pub(super) fn pose(&self, frame: f64) -> Pose {
        let Some(pose) = self.animation.sample(self.index, frame) else {
            return Pose { rows: posture([0.0, 0.0, 1.0], 0.0, [1.0; 3]), scale: [1.0; 3], translate: [0.0; 3] };
        };
        let turn = |angle: i16| libm::sincos(f64::from(angle) * std::f64::consts::PI / 32768.0);
        let [x, y, z] = pose.rotation;
        let ((sx, cx), (sy, cy), (sz, cz)) = (turn(x), turn(y), turn(z));
        let x = self.rest.turn_in([cz * cy, sz * cy, -sy]);
        let y = self.rest.turn_in([cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx]);
        let z = self.rest.turn_in([cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx]);
        let rows = [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]];
        let translate = self.rest.bring_in(times(pose.translation, self.factor));
        Pose { rows, scale: pose.scale, translate }
    }

    /// Returns the largest deviations of the keys from the animation at whole frames and at quarters of a frame.
    pub(super) fn deviations(&self, keys: &Lists) -> [Deviation; 2] {
        /// Measurements per frame.
        const STEPS: u32 = 4;
        let largest = |a: Vector, b: Vector| minus(a, b).iter().fold(0.0f64, |max, c| max.max(c.abs()));
        let (mut at_frames, mut between_frames) = (Deviation::default(), Deviation::default());
        for step in 0..=u32::from(self.animation.duration) * STEPS {
            let frame = f64::from(step) / f64::from(STEPS);
            let theirs = self.pose(frame);
            let vector = |list: &[VectorKey]| interpolated(list, frame, |key| (key.frame, key.value.map(f64::from)));
            let roll = interpolated(&keys.roll, frame, |key| (key.frame, [f64::from(key.angle), 0.0, 0.0]))[0];
            let rows = posture(vector(&keys.rotate), roll * 360.0 / 4096.0, [1.0; 3]);
            let deviation = Deviation {
                translate: largest(vector(&keys.translate), theirs.translate),
                scale: largest(times(vector(&keys.scale), 1.0 / 4096.0), theirs.scale),
                rotate: angle(&rows, &theirs.rows),
            };
            between_frames = between_frames.max(deviation);
            if step.is_multiple_of(STEPS) {
                at_frames = at_frames.max(deviation);
            }
        }
        [at_frames, between_frames]
    }
}
