//! Joint animations (curves and Euler angles) to actions (straight lines between directions and rolls).
//!
//! A joint's pose is sampled at every whole frame, `Rz * Ry * Rx` is taken apart into the direction of Z and a roll about
//! it, and keys are left out as long as every whole frame stays within the bounds, rounding included. The deviation of the
//! result is measured in quarters of a frame and returned.
//!
//! Poses apply after the bone's own matrix, as tracks do. With [`BakeOptions::rest`] they replace it, as in J3D.

use crate::rules;
use crate::space::{Frame, Vector, dot, minus, round, times};
use crate::tracks::posture;
use keitai_formats::Report;
use keitai_formats::action::{Action, PatternKey, RollKey, Track, VectorKey};
use keitai_formats::figure::{BoneMatrix, Figure};
use keitai_formats::{BoneAnimation, Curve};
use keitai_formats::{Diagnostic, Diagnostics, Location, Policy};

/// Most joints times frames: the samples of a hostile file would fill any memory.
const MOST_SAMPLES: usize = 4_000_000;

/// The options of baking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BakeOptions<'f> {
    /// Bound for translations, in model units of the figure. Rounding takes up to 0.5 of it.
    pub translate: f64,
    /// Bound for scales, 1.0 being no scale. Rounding takes up to 1/8192 of it.
    pub scale: f64,
    /// Bound for rotations, in degrees. Rounding takes up to 0.06 of it.
    pub rotate: f64,
    /// Factor for translations.
    pub factor: f64,
    /// Poses replace the matrices of this figure's bones. Default: they come on top of them.
    pub rest: Option<&'f Figure>,
}

impl Default for BakeOptions<'_> {
    fn default() -> Self {
        Self { translate: 1.0, scale: 0.01, rotate: 0.5, factor: 1.0, rest: None }
    }
}

/// The largest deviations of an action from the animation that it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Deviation {
    /// Largest component difference of translations, in model units.
    pub translate: f64,
    /// Largest component difference of scales.
    pub scale: f64,
    /// Largest angle between rotations, in degrees.
    pub rotate: f64,
}

impl Deviation {
    fn max(self, other: Self) -> Self {
        Self {
            translate: self.translate.max(other.translate),
            scale: self.scale.max(other.scale),
            rotate: self.rotate.max(other.rotate),
        }
    }
}

/// An action made from an animation.
#[derive(Debug, Clone, PartialEq)]
pub struct Baked {
    /// The action.
    pub action: Action,
    /// Deviation at whole frames.
    pub at_frames: Deviation,
    /// Deviation in quarters of a frame: between frames curves are not straight, and turns are not about one axis.
    pub between_frames: Deviation,
}

/// Converts an animation to an action for a figure of `bones` bones.
pub fn bake(animation: &BoneAnimation, bones: usize, options: &BakeOptions<'_>) -> Report<Option<Baked>> {
    let mut found = Diagnostics::default();
    let joints = animation.joints.len();
    let mut report = |rule, message: String| found.push(Diagnostic::new(rule, Location::Document, message));
    if joints != bones {
        report(&rules::JOINT_COUNT, format!("the animation has {joints} joints, the figure {bones} bones"));
    }
    if joints.saturating_mul(usize::from(animation.duration) + 1) > MOST_SAMPLES {
        report(&rules::TOO_MANY_SAMPLES, format!("{joints} joints over {} frames", animation.duration));
    }
    let mut baked = Baked {
        action: Action {
            last_frame: animation.duration,
            tracks: Vec::new(),
            patterns: vec![PatternKey { frame: 0, mask: 0 }],
        },
        at_frames: Deviation::default(),
        between_frames: Deviation::default(),
    };
    if found.is_empty() {
        for joint in 0..joints {
            report_turns(animation, joint, &mut found);
            let rest = options.rest.and_then(|figure| figure.bones.get(joint));
            let rest = rest.map_or(Frame::MODEL, |bone| Frame::from_matrix(&bone.matrix.0));
            let joint = Joint { animation, joint, rest, factor: options.factor };
            let keys = joint.keys(options, &mut found);
            baked.at_frames = baked.at_frames.max(joint.deviation(&keys, 1));
            baked.between_frames = baked.between_frames.max(joint.deviation(&keys, 4));
            baked.action.tracks.push(keys.track());
        }
    }
    let failed = found.has_errors(Policy::default());
    Report { document: (!failed).then_some(baked), diagnostics: found.finish() }
}

/// Reports joints that turn by half a turn or more from one frame to the next: straight lines cannot follow.
fn report_turns(animation: &BoneAnimation, joint: usize, found: &mut Diagnostics) {
    let Some(curves) = animation.joints.get(joint) else { return };
    let factor = f64::from(1u32 << animation.rotation_shift.min(15));
    for (axis, curve) in ["x", "y", "z"].iter().zip(&curves.rotation) {
        if !matches!(curve, Curve::Keys(_)) {
            continue;
        }
        let turn = |frame: u16| curve.at(f64::from(frame)).unwrap_or_default() * factor;
        let fast = (1..=animation.duration).find(|frame| (turn(*frame) - turn(*frame - 1)).abs() >= 32768.0);
        if let Some(frame) = fast {
            let message = format!("joint {joint}, rotation {axis}: half a turn or more before frame {frame}");
            found.push(Diagnostic::new(&rules::TURNS_LOST, Location::Document, message));
        }
    }
}

/// A pose: rotation as rows, scale and translation.
#[derive(Debug, Clone, Copy)]
struct Pose {
    rows: [Vector; 3],
    scale: Vector,
    translate: Vector,
}

struct Joint<'a> {
    animation: &'a BoneAnimation,
    joint: usize,
    rest: Frame,
    factor: f64,
}

impl Joint<'_> {
    fn pose(&self, frame: f64) -> Pose {
        let Some(pose) = self.animation.sample(self.joint, frame) else {
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

    /// All keys that are needed.
    fn keys(&self, options: &BakeOptions<'_>, found: &mut Diagnostics) -> Lists {
        let last = u32::from(self.animation.duration);
        let poses: Vec<Pose> = (0..=last).map(|frame| self.pose(f64::from(frame))).collect();
        let mut short = |value: f64, name: &str| {
            let rounded = round(value);
            i16::try_from(rounded).unwrap_or_else(|_| {
                let message = format!("joint {}: {name} {rounded} is outside -32768..=32767", self.joint);
                found.push(Diagnostic::new(&rules::OVERFLOW, Location::Document, message));
                rounded as i16
            })
        };
        let translate: Vec<[i16; 3]> =
            poses.iter().map(|pose| pose.translate.map(|c| short(c, "translation"))).collect();
        let scale: Vec<[i16; 3]> = poses.iter().map(|pose| pose.scale.map(|c| short(c * 4096.0, "scale"))).collect();
        let rotate: Vec<[i16; 3]> =
            poses.iter().map(|pose| pose.rows.map(|row| short(row[2] * 4096.0, "direction"))).collect();
        let mut before = 0.0;
        let rolls = poses.iter().zip(&rotate).map(|(pose, direction)| {
            let roll = roll_near(&pose.rows, direction.map(f64::from), before);
            before = roll;
            short(roll * 4096.0 / 360.0, "roll")
        });
        let rolls: Vec<i16> = rolls.collect();

        let vectors = |values: &[[i16; 3]], unit: f64, bound: f64, wanted: &dyn Fn(usize) -> Vector| {
            let near = |from: usize, to: usize, frame: usize| {
                let line = between(values, from, to, frame);
                (0..3).all(|c| (line[c] * unit - wanted(frame)[c]).abs() <= bound)
            };
            frames(values.len(), near, |a, b| values.get(a) == values.get(b))
        };
        let wanted = |frame: usize| poses.get(frame);
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
        let rotate_frames = frames(poses.len(), near, same);

        let list = |frames: &[usize], values: &[[i16; 3]]| {
            let key = |frame: &usize| VectorKey {
                frame: *frame as u16,
                value: values.get(*frame).copied().unwrap_or_default(),
            };
            frames.iter().map(key).collect::<Vec<_>>()
        };
        let roll = rotate_frames
            .iter()
            .map(|frame| RollKey { frame: *frame as u16, angle: rolls.get(*frame).copied().unwrap_or_default() });
        Lists {
            roll: unchanging(roll.collect(), |key| key.angle),
            translate: unchanging(list(&translate_frames, &translate), |key| key.value),
            scale: unchanging(list(&scale_frames, &scale), |key| key.value),
            rotate: unchanging(list(&rotate_frames, &rotate), |key| key.value),
        }
    }

    /// Returns the largest deviation of the keys from the animation, measured `steps` times a frame.
    fn deviation(&self, keys: &Lists, steps: u32) -> Deviation {
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

/// The four lists of a joint.
struct Lists {
    translate: Vec<VectorKey>,
    scale: Vec<VectorKey>,
    rotate: Vec<VectorKey>,
    roll: Vec<RollKey>,
}

impl Lists {
    /// Returns the smallest track that holds the lists.
    fn track(self) -> Track {
        let Self { translate, scale, rotate, roll } = self;
        let constant = |list: &[VectorKey]| list.len() == 1;
        let is = |list: &[VectorKey], value: [i16; 3]| constant(list) && list.iter().all(|key| key.value == value);
        let first = |list: &[VectorKey]| list.first().map(|key| key.value).unwrap_or_default();
        let angle = roll.first().map(|key| key.angle).unwrap_or_default();
        let (straight, still) = (roll.len() == 1, is(&translate, [0; 3]));
        if constant(&translate) && constant(&scale) && constant(&rotate) && straight {
            let scale = first(&scale).map(|c| f64::from(c) / 4096.0);
            let rows = posture(first(&rotate).map(f64::from), f64::from(angle) * 360.0 / 4096.0, scale);
            let [x, y, z] = first(&translate);
            let row = |row: Vector, t: i16| {
                let [a, b, c] = row.map(|c| round(c * 4096.0).clamp(-32768, 32767) as i16);
                [a, b, c, t]
            };
            let [a, b, c] = [row(rows[0], x), row(rows[1], y), row(rows[2], z)];
            let matrix = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]];
            let matrix = BoneMatrix(matrix);
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

/// Keeps only the first key of a list whose values are all equal.
fn unchanging<T, V: PartialEq>(mut keys: Vec<T>, value: impl Fn(&T) -> V) -> Vec<T> {
    if keys.windows(2).all(|pair| value(&pair[0]) == value(&pair[1])) {
        keys.truncate(1);
    }
    keys
}

/// Returns key frames such that every frame between two of them is near their line.
fn frames(count: usize, near: impl Fn(usize, usize, usize) -> bool, same: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    /// Longest line tried: the work grows with the square of the length.
    const LONGEST: usize = 1024;
    let mut keys = vec![0];
    let mut from = 0;
    for to in 2..count {
        let straight = to - from <= LONGEST && (from + 1..to).all(|frame| near(from, to, frame));
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
        && (before + 1..*last).all(|frame| near(*before, *before, frame))
    {
        keys.pop();
    }
    keys
}

/// Returns the value at a frame of the line between two others.
fn between(values: &[[i16; 3]], from: usize, to: usize, frame: usize) -> Vector {
    let value = |frame: usize| values.get(frame).copied().unwrap_or_default().map(f64::from);
    let (a, b) = (value(from), value(to));
    let t = if to > from { (frame - from) as f64 / (to - from) as f64 } else { 0.0 };
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * t)
}

fn interpolated<K>(keys: &[K], frame: f64, read: impl Fn(&K) -> (u16, Vector)) -> Vector {
    let next = keys.partition_point(|key| f64::from(read(key).0) <= frame);
    let (Some(before), after) = (keys.get(next.saturating_sub(1)), keys.get(next)) else { return [0.0; 3] };
    let (f0, a) = read(before);
    let Some((f1, b)) = after.map(&read) else { return a };
    let t = (frame - f64::from(f0)) / (f64::from(f1) - f64::from(f0)).max(1.0);
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * t)
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

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{CurveKey, JointCurves, LoopMode};

    fn animation(joint: JointCurves, duration: u16) -> BoneAnimation {
        BoneAnimation { loop_mode: LoopMode::Loop, rotation_shift: 0, duration, joints: vec![joint] }
    }

    fn key<T>(time: T, value: T, tangent_in: T, tangent_out: T) -> CurveKey<T> {
        CurveKey { time, value, tangent_in, tangent_out }
    }

    fn still() -> JointCurves {
        JointCurves {
            scale: [Curve::Absent, Curve::Absent, Curve::Absent],
            rotation: [Curve::Absent, Curve::Absent, Curve::Absent],
            translation: [Curve::Absent, Curve::Absent, Curve::Absent],
        }
    }

    #[test]
    fn a_still_joint_is_the_identity() {
        let baked = bake(&animation(still(), 10), 1, &BakeOptions::default()).document.unwrap();
        assert_eq!(baked.action.tracks, [Track::Identity]);
        assert_eq!(baked.between_frames, Deviation::default());
    }

    #[test]
    fn a_curve_stays_within_its_bound_with_fewer_keys_than_frames() {
        let mut joint = still();
        joint.translation[0] = Curve::Keys(vec![key(0.0, 0.0, 0.0, 0.0), key(40.0, 300.0, 0.0, 0.0)]);
        joint.rotation[1] = Curve::Keys(vec![key(0, 0, 0, 0), key(40, 16000, 0, 0)]);
        let baked = bake(&animation(joint, 40), 1, &BakeOptions::default()).document.unwrap();
        assert!(baked.at_frames.translate <= 1.0 && baked.at_frames.rotate <= 0.5, "{:?}", baked.at_frames);
        let Track::Moved { translate, rotate, .. } = &baked.action.tracks[0] else { panic!() };
        assert!(translate.len() < 20 && rotate.len() < 20, "{} {}", translate.len(), rotate.len());
        // Half way the Hermite curve is half way: 150 units, 16000/2 of 32768 half turns about Y.
        let half = interpolated(translate, 20.0, |key| (key.frame, key.value.map(f64::from)));
        assert!((half[0] - 150.0).abs() <= 1.0);
        let direction = interpolated(rotate, 20.0, |key| (key.frame, key.value.map(f64::from)));
        let expected = (8000.0f64 * std::f64::consts::PI / 32768.0).tan();
        assert!((direction[0] / direction[2] - expected).abs() < 0.02);
    }

    #[test]
    fn a_fast_turn_is_reported() {
        let mut joint = still();
        joint.rotation[2] = Curve::Keys(vec![key(0, 0, 20000, 20000), key(1, 32000, 20000, 20000)]);
        let mut animation = animation(joint, 1);
        animation.rotation_shift = 2;
        let found = bake(&animation, 1, &BakeOptions::default()).diagnostics;
        assert_eq!(found[0].rule.code, rules::TURNS_LOST.code);
    }

    #[test]
    fn the_wrong_number_of_joints_is_an_error() {
        assert!(bake(&animation(still(), 1), 3, &BakeOptions::default()).document.is_none());
    }
}
