//! The bone animation document of J3D's BCK files, and its exact sampling.
//!
//! Joints have no names; their order is the order of a model's joints. A rotation is `Rz * Ry * Rx` in Euler angles of
//! 16 bits, 0x8000 = 180 degrees. Rotation keys are the file's raw numbers: the header's shift is applied after the
//! interpolation, and only the low 16 bits of the result are used. Several public readers agree on that.
//!
//! Only this binary format stores floats. Sampling uses f64.

use alloc::vec::Vec;
use core::fmt;

/// An animation of scale, rotation and translation per joint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BoneAnimation {
    /// Behaviour at the end.
    pub loop_mode: LoopMode,
    /// Left shift from raw rotation numbers to angles, 0..=15.
    pub rotation_shift: u8,
    /// Length in frames.
    pub duration: u16,
    /// The joints, in the order of the model's joints.
    pub joints: Vec<JointCurves>,
}

/// The behaviour of an animation at its end.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum LoopMode {
    /// Plays once and stops just before the end.
    Once,
    /// Plays once and goes back to the first frame.
    OnceAndReset,
    /// Starts again at the first frame.
    #[default]
    Loop,
    /// Plays forward, then back, and stops at the start.
    MirroredOnce,
    /// Plays forward and back without end.
    MirroredLoop,
}

impl fmt::Display for LoopMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Once => "once",
            Self::OnceAndReset => "once and reset",
            Self::Loop => "loop",
            Self::MirroredOnce => "mirrored once",
            Self::MirroredLoop => "mirrored loop",
        })
    }
}

impl LoopMode {
    /// Returns the mode of a number in the file, 0..=4.
    pub fn from_code(code: u8) -> Option<Self> {
        [Self::Once, Self::OnceAndReset, Self::Loop, Self::MirroredOnce, Self::MirroredLoop]
            .get(usize::from(code))
            .copied()
    }

    /// Returns whether the animation is played forwards, then backwards.
    pub fn is_mirrored(self) -> bool {
        matches!(self, Self::MirroredOnce | Self::MirroredLoop)
    }
}

/// The nine curves of a joint, X, Y, Z each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JointCurves {
    /// Factors; 1 without a curve.
    pub scale: [Curve<f32>; 3],
    /// Raw rotation numbers; 0 without a curve.
    pub rotation: [Curve<i16>; 3],
    /// Model units; 0 without a curve.
    pub translation: [Curve<f32>; 3],
}

/// One component over time.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Curve<T> {
    /// No curve: the component has its default.
    #[default]
    Absent,
    /// One value for all frames.
    Constant(T),
    /// Two or more keys in ascending order of time, joined by cubic Hermite curves.
    Keys(Vec<CurveKey<T>>),
}

/// A value at a frame, with the slopes before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CurveKey<T> {
    /// Frame.
    pub time: T,
    /// Value at the frame.
    pub value: T,
    /// Slope before the key, per frame.
    pub tangent_in: T,
    /// Slope after the key, per frame.
    pub tangent_out: T,
}

/// A joint at one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointPose {
    /// Factors.
    pub scale: [f64; 3],
    /// Euler angles, 0x8000 = 180 degrees.
    pub rotation: [i16; 3],
    /// Model units.
    pub translation: [f64; 3],
}

impl BoneAnimation {
    /// Samples a joint at a frame; `None` when there is no such joint. The loop mode has no effect here.
    pub fn sample(&self, joint: usize, frame: f64) -> Option<JointPose> {
        let joint = self.joints.get(joint)?;
        let shift = u32::from(self.rotation_shift);
        Some(JointPose {
            scale: joint.scale.each_ref().map(|curve| curve.at(frame).unwrap_or(1.0)),
            rotation: joint.rotation.each_ref().map(|curve| {
                // Truncated toward zero, then shifted, then wrapped: a turn more or less is the same angle.
                let raw = curve.at(frame).unwrap_or(0.0) as i64;
                raw.wrapping_shl(shift) as i16
            }),
            translation: joint.translation.each_ref().map(|curve| curve.at(frame).unwrap_or(0.0)),
        })
    }
}

impl<T: Copy + Into<f64>> Curve<T> {
    /// Returns the value at a frame: the first key's value before that key, the last key's value after that key.
    pub fn at(&self, frame: f64) -> Option<f64> {
        match self {
            Self::Absent => None,
            Self::Constant(value) => Some((*value).into()),
            Self::Keys(keys) => {
                let after = keys.partition_point(|key| key.time.into() <= frame);
                let Some(before) = after.checked_sub(1).and_then(|index| keys.get(index)) else {
                    return keys.first().map(|key| key.value.into());
                };
                let Some(next) = keys.get(after) else { return Some(before.value.into()) };
                Some(hermite(before, next, frame))
            }
        }
    }
}

/// Interpolates two keys by a cubic Hermite curve. Tangents are slopes per frame, so their terms have the length of the
/// span as a factor.
fn hermite<T: Copy + Into<f64>>(before: &CurveKey<T>, next: &CurveKey<T>, frame: f64) -> f64 {
    let start: f64 = before.time.into();
    let span = next.time.into() - start;
    let t = (frame - start) / span;
    let [t2, t3] = [t * t, t * t * t];
    (2.0 * t3 - 3.0 * t2 + 1.0) * before.value.into()
        + (t3 - 2.0 * t2 + t) * span * before.tangent_out.into()
        + (3.0 * t2 - 2.0 * t3) * next.value.into()
        + (t3 - t2) * span * next.tangent_in.into()
}
