//! The poses of a joint, and how far keys deviate from them.

use super::Deviation;
use super::lists::{Lists, interpolated};
use super::poses::{Pose, angle};
use crate::space::{Frame, Vector, minus, times};
use crate::tracks::posture;
use keitai_formats::{BoneAnimation, VectorKey};

pub(super) struct Joint<'a> {
    pub(super) animation: &'a BoneAnimation,
    /// Index in the animation.
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
