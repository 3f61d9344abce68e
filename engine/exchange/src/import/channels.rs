//! Channels of animations: the values of a node over time.

use std::sync::Arc;

use glam::DQuat;
use serde::Deserialize;

use crate::matrix::{Placement, turn};

/// Keys this many seconds after a frame are at the frame: times are 32-bit floats.
const INSTANT: f64 = 1e-5;
/// Values this near to those at rest do not move a node: model units, and the numbers of scales and quaternions.
const STILL: [f64; 2] = [0.02, 1e-5];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Property {
    Translation,
    Rotation,
    Scale,
    /// Shares of morph targets, which no figure has.
    Weights,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Interpolation {
    #[default]
    Linear,
    Step,
    CubicSpline,
}

/// The values of a node over time.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) node: usize,
    pub(crate) property: Property,
    pub(crate) interpolation: Interpolation,
    /// Seconds, in order.
    pub(crate) times: Arc<[f64]>,
    /// One value per time, or three with tangents; a rotation has four numbers, others three. None for morph targets.
    pub(crate) values: Arc<[[f64; 4]]>,
}

impl Channel {
    /// Returns the value at a time; before the first key it is the first key's, after the last key the last key's.
    pub(super) fn at(&self, time: f64) -> [f64; 4] {
        let next = self.times.partition_point(|key| *key <= time + INSTANT);
        let last = self.times.len().saturating_sub(1);
        let (from, to) = (next.saturating_sub(1), next.min(last));
        let moment = |key: usize| self.times.get(key).copied().unwrap_or_default();
        let (start, span) = (moment(from), moment(to) - moment(from));
        let part = if span > 0.0 { ((time - start) / span).clamp(0.0, 1.0) } else { 0.0 };
        let value = |index: usize| self.values.get(index).copied().unwrap_or_default();
        match self.interpolation {
            Interpolation::Step => value(from),
            Interpolation::Linear if self.property == Property::Rotation => {
                let [a, b] = [value(from), value(to)].map(|value| turn(DQuat::from_array(value)));
                a.slerp(b, part).to_array()
            }
            Interpolation::Linear => {
                let [a, b] = [value(from), value(to)];
                std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * part)
            }
            Interpolation::CubicSpline => {
                let [a, leave, arrive, b] =
                    [value(3 * from + 1), value(3 * from + 2), value(3 * to), value(3 * to + 1)];
                let [t, t2, t3] = [part, part * part, part * part * part];
                let weights =
                    [2.0 * t3 - 3.0 * t2 + 1.0, (t3 - 2.0 * t2 + t) * span, (t3 - t2) * span, 3.0 * t2 - 2.0 * t3];
                std::array::from_fn(|axis| {
                    weights[0] * a[axis] + weights[1] * leave[axis] + weights[2] * arrive[axis] + weights[3] * b[axis]
                })
            }
        }
    }

    /// Returns the values at the keys, without tangents.
    pub(super) fn keys(&self) -> impl Iterator<Item = &[f64; 4]> {
        let [first, step] = if self.interpolation == Interpolation::CubicSpline { [1, 3] } else { [0, 1] };
        self.values.iter().skip(first).step_by(step)
    }

    /// Returns whether the node is ever away from `rest`. `unit` is the number of model units in a unit of the file.
    pub(super) fn moves(&self, rest: &Placement, unit: f64) -> bool {
        let with_zero = |[x, y, z]: [f64; 3]| [x, y, z, 0.0];
        let (rest, bound) = match self.property {
            Property::Translation => (with_zero(rest.translation.to_array()), STILL[0] / unit),
            Property::Scale => (with_zero(rest.scale.to_array()), STILL[1]),
            _ => (rest.rotation.to_array(), STILL[1]),
        };
        let near = |value: &[f64; 4], sign: f64| value.iter().zip(rest).all(|(a, b)| (a - b * sign).abs() <= bound);
        // A quaternion and its negative are one rotation.
        let is_still = |value: &[f64; 4]| near(value, 1.0) || self.property == Property::Rotation && near(value, -1.0);
        let tangents = (0..self.values.len()).filter(|index| index % 3 != 1);
        let mut tangents = tangents.filter_map(|index| self.values.get(index));
        let is_bent = self.interpolation == Interpolation::CubicSpline
            && tangents.any(|tangent| tangent.iter().any(|number| number.abs() > bound));
        is_bent || !self.keys().all(is_still)
    }
}
