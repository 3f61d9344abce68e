//! Converts joint animations (curves and Euler angles) to actions (straight lines between directions and rolls).
//!
//! A joint's pose is sampled at every whole frame, `Rz * Ry * Rx` is taken apart into the direction of Z and a roll
//! about it, and keys are left out as long as every whole frame stays within the bounds, rounding included. The
//! deviation of the result is measured at every quarter of a frame and returned.
//!
//! Poses of J3D are whole transforms from a joint to its parent: they replace the matrices of the figure's bones
//! ([`BakeOptions::rest`]). Without these matrices they apply after them, as tracks do.
//!
//! -Z itself is a half turn about X. A joint that turns through -Z on a whole frame gets a direction a few units beside
//! it there, with the roll of the frame before: with -Z and another roll it would topple between the frames.

mod keys;

pub use keys::{Pose, track};

use crate::options::WorkBudget;
use crate::rules;
use crate::space::{Frame, Vector, minus, posture, times};
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    Action, BoneAnimation, BoneMatrix, Curve, Diagnostic, Diagnostics, Location, PatternKey, Policy, Report, VectorKey,
};
use keys::{Lists, angle, interpolated};

/// Most joints times frames: the samples of a hostile file would fill any memory.
const MOST_SAMPLES: usize = 4_000_000;

/// Bounds of the deviation, and how the poses are scaled and placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BakeOptions<'f> {
    /// Bound for translations, in model units of the figure. Rounding takes up to 0.5 of it.
    pub translate: f64,
    /// Bound for scales, 1.0 being no scale. Rounding takes up to 1/8192 of it.
    pub scale: f64,
    /// Bound for rotations, in degrees. Rounding takes up to 0.06 of it.
    pub rotate: f64,
    /// Factor from translations of the animation to model units. Default: 1.
    pub factor: f64,
    /// Matrices of the figure's bones, which the poses replace. Default: none; the poses then apply after the matrices.
    pub rest: &'f [BoneMatrix],
}

impl Default for BakeOptions<'_> {
    fn default() -> Self {
        Self { translate: 1.0, scale: 0.01, rotate: 0.5, factor: 1.0, rest: &[] }
    }
}

/// The largest deviations of an action from the animation that it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Baked {
    /// Action of the figure's bones, with keys at whole frames.
    pub action: Action,
    /// Deviation at whole frames.
    pub at_frames: Deviation,
    /// Deviation at every quarter of a frame: between frames curves are not straight, and turns are not about one axis.
    pub between_frames: Deviation,
}

/// Converts an animation to an action for a figure of `bones` bones.
pub fn bake(animation: &BoneAnimation, bones: usize, options: &BakeOptions<'_>) -> Report<Option<Baked>> {
    bake_within(animation, bones, options, WorkBudget::bake())
}

fn bake_within(
    animation: &BoneAnimation,
    bones: usize,
    options: &BakeOptions<'_>,
    mut budget: WorkBudget,
) -> Report<Option<Baked>> {
    let mut findings = Diagnostics::default();
    let joints = animation.joints.len();
    if joints != bones {
        let message = format!("the animation has {}, the figure {}", counted(joints, "joint"), counted(bones, "bone"));
        let mut finding = Diagnostic::new(&rules::JOINT_COUNT, Location::Document, message);
        if joints > bones {
            finding = finding.with_note("the option keep-unused-bones keeps the bones of a text that have no vertices");
        }
        findings.push(finding);
    }
    if joints.saturating_mul(usize::from(animation.duration) + 1) > MOST_SAMPLES {
        let (joints, frames) = (counted(joints, "joint"), counted(animation.duration, "frame"));
        findings.report(&rules::TOO_MANY_SAMPLES, format!("{joints} over {frames}"));
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
    if findings.is_empty() {
        for index in 0..joints {
            report_turns(animation, index, &mut findings);
            let rest = options.rest.get(index).map_or(Frame::MODEL, |matrix| Frame::from_matrix(&matrix.0));
            let joint = Joint { animation, index, rest, factor: options.factor };
            let at = |frame: u16| joint.pose(f64::from(frame));
            let poses: Vec<Pose> = (0..=animation.duration).map(at).collect();
            let keys = keys::keys(&format!("joint {index}"), &poses, options, &mut budget, &mut findings);
            if budget.is_spent() {
                break;
            }
            let [at_frames, between_frames] = joint.deviations(&keys);
            baked.at_frames = baked.at_frames.max(at_frames);
            baked.between_frames = baked.between_frames.max(between_frames);
            baked.action.tracks.push(keys.track());
        }
    }
    findings.into_report(baked).under(Policy::default())
}

/// Reports joints that turn by half a turn or more from one frame to the next: straight lines cannot follow.
fn report_turns(animation: &BoneAnimation, joint: usize, findings: &mut Diagnostics) {
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
            findings.report(&rules::TURNS_LOST, message);
        }
    }
}

struct Joint<'a> {
    animation: &'a BoneAnimation,
    index: usize,
    /// The space that its poses are brought into.
    rest: Frame,
    /// Factor for translations.
    factor: f64,
}

impl Joint<'_> {
    fn pose(&self, frame: f64) -> Pose {
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
    fn deviations(&self, keys: &Lists) -> [Deviation; 2] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{CurveKey, JointCurves, RollKey, Track};

    fn animation(joint: JointCurves, duration: u16) -> BoneAnimation {
        BoneAnimation { duration, joints: vec![joint], ..BoneAnimation::default() }
    }

    fn key<T>(time: T, value: T, tangent_in: T, tangent_out: T) -> CurveKey<T> {
        CurveKey { time, value, tangent_in, tangent_out }
    }

    #[test]
    fn a_still_joint_is_the_identity() {
        let baked = bake(&animation(JointCurves::default(), 10), 1, &BakeOptions::default()).document.unwrap();
        assert_eq!(baked.action.tracks, [Track::Identity]);
        assert_eq!(baked.between_frames, Deviation::default());
    }

    #[test]
    fn other_numbers_of_bones_are_errors_and_those_that_a_figure_lacks_may_have_no_vertices() {
        let hint = |bones: usize| {
            let report = bake(&animation(JointCurves::default(), 10), bones, &BakeOptions::default());
            assert!(report.document.is_none());
            report.diagnostics[0].note.clone().unwrap_or_default()
        };
        assert!(hint(0).starts_with("the option keep-unused-bones keeps") && hint(2).is_empty());
    }

    #[test]
    fn a_curve_stays_within_its_bound_with_fewer_keys_than_frames() {
        let mut joint = JointCurves::default();
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

    /// A hundredth of the usual budget: enough for [`joints_that_never_move_take_no_search`], not for searches.
    fn small_budget() -> WorkBudget {
        WorkBudget(WorkBudget::bake().0 / 100)
    }

    /// Slow turns of two joints, each over 65,535 frames: up to 1,024 comparisons for each frame and joint.
    #[test]
    fn a_search_for_keys_without_end_is_an_error() {
        let mut joint = JointCurves::default();
        joint.rotation[0] = Curve::Keys(vec![key(0, 0, 0, 0), key(i16::MAX, 4000, 0, 0)]);
        let animation = BoneAnimation { joints: vec![joint; 2], ..animation(JointCurves::default(), 65_534) };
        let baked = bake_within(&animation, 2, &BakeOptions::default(), small_budget());
        assert!(baked.document.is_none());
        assert_eq!(baked.diagnostics[0].rule.code, rules::TOO_MANY_SAMPLES.code);
        assert!(baked.diagnostics[0].message.contains("takes too long"), "{}", baked.diagnostics[0]);
    }

    /// Values that never change take no search, however many there are: 1,024 comparisons for each of 65,535 frames and
    /// each of the lists would spend the budget.
    #[test]
    fn joints_that_never_move_take_no_search() {
        let mut joint = JointCurves::default();
        joint.translation[0] = Curve::Constant(5.25);
        joint.rotation[0] = Curve::Constant(4000);
        let animation = BoneAnimation { joints: vec![joint; 2], ..animation(JointCurves::default(), 65_534) };
        let baked = bake_within(&animation, 2, &BakeOptions::default(), small_budget());
        assert_eq!(baked.diagnostics, []);
        assert!(matches!(baked.document.unwrap().action.tracks[..], [Track::Matrix(_), ..]));
    }

    #[test]
    fn poses_replace_the_matrices_of_the_bones() {
        // A bone at (0, 60, 0), turned by a quarter about Z.
        let rest = [BoneMatrix([0, -4096, 0, 0, 4096, 0, 0, 60, 0, 0, 4096, 0])];
        let mut joint = JointCurves::default();
        joint.translation[1] = Curve::Constant(60.0);
        joint.rotation[2] = Curve::Constant(0x4000);
        let track = |joint: &JointCurves, options: &BakeOptions<'_>| {
            bake(&animation(joint.clone(), 10), 1, options).document.unwrap().action.tracks.remove(0)
        };
        let replacing = BakeOptions { rest: &rest, ..BakeOptions::default() };
        assert_eq!(track(&joint, &replacing), Track::Identity, "the pose at rest");
        assert_eq!(track(&joint, &BakeOptions::default()), Track::Matrix(rest[0]), "on top");
        joint.translation[1] = Curve::Constant(70.0);
        let moved = BoneMatrix([4096, 0, 0, 10, 0, 4096, 0, 0, 0, 0, 4096, 0]);
        assert_eq!(track(&joint, &replacing), Track::Matrix(moved), "ten up is ten along the bone's own X");
    }

    /// Returns a turn about an axis through the origin, 12 degrees a frame from `first` degrees on, as a track, and its
    /// poses.
    fn turn(axis: [f64; 2], first: f64) -> (Track, impl Fn(f64) -> [[f64; 3]; 3]) {
        let [x, y] = axis;
        let rows = move |frame: f64| {
            let (sin, cos) = (first + 12.0 * frame).to_radians().sin_cos();
            let k = 1.0 - cos;
            [[cos + x * x * k, x * y * k, y * sin], [x * y * k, cos + y * y * k, -x * sin], [-y * sin, x * sin, cos]]
        };
        let pose = |frame: u32| Pose { rows: rows(frame.into()), scale: [1.0; 3], translate: [0.0; 3] };
        let poses: Vec<Pose> = (0..=30).map(pose).collect();
        (track("", &poses, &BakeOptions::default(), &mut WorkBudget::bake()).document.unwrap(), rows)
    }

    /// Returns the rotation that a player with integers of 1/4096 computes from a direction and a roll.
    fn played(direction: [f64; 3], roll: f64) -> [[f64; 3]; 3] {
        let length = direction.iter().map(|c| c * c).sum::<f64>().sqrt();
        let [x, y, z] = direction.map(|c| (c * 4096.0 / length) as i32);
        let (xx, yy) = ((x * x) >> 12, (y * y) >> 12);
        let rows = if xx == 0 && yy == 0 {
            [[4096, 0, 0], [0, z, 0], [0, 0, z]]
        } else {
            let a = ((4096 - z) << 12) / (xx + yy);
            let b = (a * ((-x * y) >> 12)) >> 12;
            [[z + ((yy * a) >> 12), b, x], [b, z + ((xx * a) >> 12), y], [-x, -y, z]]
        };
        let (sin, cos) = roll.to_radians().sin_cos();
        rows.map(|row| row.map(|element| f64::from(element) / 4096.0))
            .map(|[x, y, z]| [x * cos + y * sin, y * cos - x * sin, z])
    }

    /// Returns the largest angle between a track and poses, measured at every quarter of a frame. `rotation` computes the
    /// rotations of the track.
    fn off((track, rows): (Track, impl Fn(f64) -> [[f64; 3]; 3]), rotation: fn([f64; 3], f64) -> [[f64; 3]; 3]) -> f64 {
        let lists = track.lists();
        let quarters = (0..=120).map(|quarter| f64::from(quarter) / 4.0);
        let angles = quarters.map(|frame| {
            let vector = |key: &VectorKey| (key.frame, key.value.map(f64::from));
            let direction = interpolated(lists.rotate.unwrap(), frame, vector);
            let angle = |key: &RollKey| (key.frame, [f64::from(key.angle), 0.0, 0.0]);
            let roll = lists.roll.map_or(0.0, |roll| interpolated(roll, frame, angle)[0]);
            super::angle(&rotation(direction, roll * 360.0 / 4096.0), &rows(frame))
        });
        angles.fold(0.0, f64::max)
    }

    #[test]
    fn a_turn_through_minus_z_does_not_topple() {
        let exact = |direction, roll| posture(direction, roll, [1.0; 3]);
        for (axis, first) in
            [([0.0, 1.0], 0.0), ([0.0, 1.0], -84.0), ([0.0, -1.0], 0.0), ([0.0, 1.0], 180.0), ([0.0, 1.0], -180.0)]
        {
            let off = [played, exact].map(|rotation| off(turn(axis, first), rotation));
            assert!(off.iter().all(|off| *off < 1.0), "{axis:?} from {first}: {off:?}");
        }
        let missing = off(turn([0.0, 1.0], 5.0), exact);
        assert!(missing < 0.5, "{missing}: 180 degrees are between two frames");
        let diagonal = std::f64::consts::FRAC_1_SQRT_2;
        for axis in [[1.0, 0.0], [diagonal, diagonal], [0.8, -0.6]] {
            let off = off(turn(axis, 0.0), exact);
            assert!(off < 0.5, "{axis:?}: {off}");
        }
    }

    #[test]
    fn a_fast_turn_is_reported() {
        let mut joint = JointCurves::default();
        joint.rotation[2] = Curve::Keys(vec![key(0, 0, 20000, 20000), key(1, 32000, 20000, 20000)]);
        let mut animation = animation(joint, 1);
        animation.rotation_shift = 2;
        let findings = bake(&animation, 1, &BakeOptions::default()).diagnostics;
        assert_eq!(findings[0].rule.code, rules::TURNS_LOST.code);
    }
}
