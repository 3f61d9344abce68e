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
