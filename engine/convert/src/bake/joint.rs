//! The poses of a joint, the keys made from them, and how far those deviate.

use super::lists::{Lists, between, interpolated, key_frames, rolls_at, vectors_at};
use super::{BakeOptions, Deviation};
use crate::rules;
use crate::space::{Frame, Vector, dot, minus, round, times};
use crate::tracks::posture;
use keitai_formats::action::VectorKey;
use keitai_formats::{BoneAnimation, Diagnostic, Diagnostics, Location};

/// A pose: rotation as rows, scale and translation.
#[derive(Debug, Clone, Copy)]
struct Pose {
    rows: [Vector; 3],
    scale: Vector,
    translate: Vector,
}

/// A joint of an animation.
pub(super) struct Joint<'a> {
    pub(super) animation: &'a BoneAnimation,
    /// Its index in the animation.
    pub(super) index: usize,
    /// The space that its poses are brought into.
    pub(super) rest: Frame,
    /// Factor for translations.
    pub(super) factor: f64,
}

/// The values of keys at every whole frame.
struct Samples {
    translate: Vec<[i16; 3]>,
    scale: Vec<[i16; 3]>,
    rotate: Vec<[i16; 3]>,
    rolls: Vec<i16>,
}

impl Joint<'_> {
    fn pose(&self, frame: f64) -> Pose {
        let Some(pose) = self.animation.sample(self.index, frame) else {
            return Pose { rows: posture([0.0, 0.0, 1.0], 0.0, [1.0; 3]), scale: [1.0; 3], translate: [0.0; 3] };
        };
        let [x, y, z] = pose.rotation.map(|angle| (f64::from(angle) * std::f64::consts::PI / 32768.0).sin_cos());
        let ((sx, cx), (sy, cy), (sz, cz)) = (x, y, z);
        let columns = [
            [cz * cy, sz * cy, -sy],
            [cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx],
            [cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx],
        ];
        let columns = columns.map(|column| self.rest.turn_in(column));
        let rows = [0, 1, 2].map(|row| [columns[0][row], columns[1][row], columns[2][row]]);
        let translate = self.rest.bring_in(times(pose.translation, self.factor));
        Pose { rows, scale: pose.scale, translate }
    }

    /// Returns the lists whose lines stay within the bounds at every whole frame.
    pub(super) fn keys(&self, options: &BakeOptions<'_>, found: &mut Diagnostics) -> Lists {
        let last = u32::from(self.animation.duration);
        let poses: Vec<Pose> = (0..=last).map(|frame| self.pose(f64::from(frame))).collect();
        let wanted = |frame: usize| poses.get(frame).copied();
        let Samples { translate, scale, rotate, rolls } = self.samples(&poses, found);

        let vectors = |values: &[[i16; 3]], unit: f64, bound: f64, wanted: &dyn Fn(usize) -> Vector| {
            let near = |from: usize, to: usize, frame: usize| {
                let line = between(values, from, to, frame);
                (0..3).all(|c| (line[c] * unit - wanted(frame)[c]).abs() <= bound)
            };
            key_frames(values.len(), near, |a, b| values.get(a) == values.get(b))
        };
        let translate_frames =
            vectors(&translate, 1.0, options.translate, &|frame| wanted(frame).map_or([0.0; 3], |pose| pose.translate));
        let scale_frames =
            vectors(&scale, 1.0 / 4096.0, options.scale, &|frame| wanted(frame).map_or([1.0; 3], |pose| pose.scale));
        // Direction and roll are only meaningful together: one list of frames for both.
        let angles: Vec<[i16; 3]> = rolls.iter().map(|roll| [*roll, 0, 0]).collect();
        let near = |from: usize, to: usize, frame: usize| {
            let direction = between(&rotate, from, to, frame);
            let roll = between(&angles, from, to, frame)[0] * 360.0 / 4096.0;
            let line = posture(direction, roll, [1.0; 3]);
            wanted(frame).is_some_and(|pose| angle(&line, &pose.rows) <= options.rotate)
        };
        let same = |a: usize, b: usize| rotate.get(a) == rotate.get(b) && rolls.get(a) == rolls.get(b);
        let rotate_frames = key_frames(poses.len(), near, same);

        Lists {
            roll: rolls_at(&rotate_frames, &rolls),
            translate: vectors_at(&translate_frames, &translate),
            scale: vectors_at(&scale_frames, &scale),
            rotate: vectors_at(&rotate_frames, &rotate),
        }
    }

    /// Returns poses as the integers of keys. Values outside 16 bits are reported.
    fn samples(&self, poses: &[Pose], found: &mut Diagnostics) -> Samples {
        let mut short = |value: f64, name: &str| {
            let rounded = round(value);
            i16::try_from(rounded).unwrap_or_else(|_| {
                let message = format!("joint {}: {name} {rounded} is outside -32768..=32767", self.index);
                found.push(Diagnostic::new(&rules::OVERFLOW, Location::Document, message));
                rounded as i16
            })
        };
        let translate = poses.iter().map(|pose| pose.translate.map(|c| short(c, "translation"))).collect();
        let scale = poses.iter().map(|pose| pose.scale.map(|c| short(c * 4096.0, "scale"))).collect();
        let rotate: Vec<[i16; 3]> =
            poses.iter().map(|pose| pose.rows.map(|row| short(row[2] * 4096.0, "direction"))).collect();
        let mut before = 0.0;
        let rolls = poses.iter().zip(&rotate).map(|(pose, direction)| {
            before = roll_near(&pose.rows, direction.map(f64::from), before);
            short(before * 4096.0 / 360.0, "roll")
        });
        let rolls = rolls.collect();
        Samples { translate, scale, rotate, rolls }
    }

    /// Returns the largest deviation of the keys from the animation, measured `steps` times a frame.
    pub(super) fn deviation(&self, keys: &Lists, steps: u32) -> Deviation {
        let largest = |a: Vector, b: Vector| minus(a, b).iter().fold(0.0f64, |max, c| max.max(c.abs()));
        let mut worst = Deviation::default();
        for step in 0..=u32::from(self.animation.duration) * steps {
            let frame = f64::from(step) / f64::from(steps);
            let theirs = self.pose(frame);
            let vector = |list: &[VectorKey]| interpolated(list, frame, |key| (key.frame, key.value.map(f64::from)));
            let roll = interpolated(&keys.roll, frame, |key| (key.frame, [f64::from(key.angle), 0.0, 0.0]))[0];
            let rows = posture(vector(&keys.rotate), roll * 360.0 / 4096.0, [1.0; 3]);
            worst = worst.max(Deviation {
                translate: largest(vector(&keys.translate), theirs.translate),
                scale: largest(times(vector(&keys.scale), 1.0 / 4096.0), theirs.scale),
                rotate: angle(&rows, &theirs.rows),
            });
        }
        worst
    }
}

/// Returns the roll in degrees that, after Z is turned to `direction`, comes nearest to a rotation. Of rolls a turn apart
/// the one nearest to `before` is returned.
fn roll_near(rows: &[Vector; 3], direction: Vector, before: f64) -> f64 {
    let unrolled = posture(direction, 0.0, [1.0; 3]);
    let column = |rows: &[Vector; 3], c: usize| rows.map(|row| row[c]);
    let x = column(rows, 0);
    let y = column(rows, 1);
    let (ux, uy) = (column(&unrolled, 0), column(&unrolled, 1));
    let roll = f64::atan2(dot(x, uy) - dot(y, ux), dot(x, ux) + dot(y, uy)).to_degrees();
    roll + 360.0 * ((before - roll) / 360.0).round()
}

/// Returns the angle between two rotations, in degrees.
fn angle(a: &[Vector; 3], b: &[Vector; 3]) -> f64 {
    let trace: f64 = a.iter().zip(b).map(|(a, b)| dot(*a, *b)).sum();
    // The half angle by its sine is exact where the cosine is flat.
    let apart: f64 = a.iter().zip(b).map(|(a, b)| minus(*a, *b)).map(|d| dot(d, d)).sum();
    let sine = (apart / 8.0).sqrt().min(1.0);
    if trace > 0.0 {
        2.0 * sine.asin().to_degrees()
    } else {
        ((trace - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees()
    }
}
