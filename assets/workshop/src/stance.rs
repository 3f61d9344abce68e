//! Posture of a robot as an animator describes it, and the bone motions that follow from it.
//!
//! Lengths are workshop units, angles degrees. Turns are applied yaw, then pitch, then roll about the fixed axes of the
//! parent: pitch leans forward, yaw turns to the figure's left, roll leans to its left.

use crate::skeleton::{JOINTS, index, offset};
use glam::{DMat4, DQuat, DVec3, dvec3};

/// A rotation in three angles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Turn {
    /// Angle of leaning forward.
    pub pitch: f64,
    /// Angle of turning to the figure's left.
    pub yaw: f64,
    /// Angle of leaning to the figure's left.
    pub roll: f64,
}

/// Returns a rotation.
pub const fn turn(pitch: f64, yaw: f64, roll: f64) -> Turn {
    Turn { pitch, yaw, roll }
}

impl Turn {
    fn quat(self) -> DQuat {
        let about = |axis, degrees: f64| DQuat::from_axis_angle(axis, degrees.to_radians());
        about(DVec3::Y, self.yaw) * about(DVec3::X, self.pitch) * about(DVec3::NEG_Z, self.roll)
    }
}

/// Angles of an arm. With all angles 0 the arm hangs straight down, palm backwards.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Arm {
    /// Angle of lifting forward and up.
    pub swing: f64,
    /// Angle away from the body.
    pub spread: f64,
    /// Rotation of the upper arm about its own axis; turns the forearm inwards.
    pub twist: f64,
    /// Angle of the elbow.
    pub elbow: f64,
    /// Angle of the hand, in the direction of the elbow; negative bends the hand back.
    pub wrist: f64,
    /// Length by which the forearm slides out, in units.
    pub reach: f64,
}

/// Position and rotation of a foot.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Foot {
    /// Offset from the foot's place at rest.
    pub at: DVec3,
    /// Rotation.
    pub turn: Turn,
}

/// The posture in one frame of an action. Pairs are left, right.
#[derive(Debug, Clone, PartialEq)]
pub struct Stance {
    /// The whole figure, about the point of the ground between its feet.
    pub root: (DVec3, Turn),
    /// The pelvis.
    pub hips: (DVec3, Turn),
    /// The barrel.
    pub body: Turn,
    /// Factor of the height: above 1 taller, below 1 flatter. The width changes so that the volume stays.
    pub stretch: f64,
    /// The head.
    pub head: Turn,
    /// Height by which the head is lifted.
    pub neck: f64,
    /// The hair knot.
    pub knot: Turn,
    /// Rotation of the wind-up key about its shaft, degrees.
    pub key: f64,
    /// Arms.
    pub arms: [Arm; 2],
    /// Feet.
    pub feet: [Foot; 2],
}

impl Default for Stance {
    fn default() -> Self {
        let arm = Arm { swing: 12.0, spread: 16.0, elbow: 28.0, twist: 20.0, ..Arm::default() };
        Self {
            root: Default::default(),
            hips: Default::default(),
            body: Turn::default(),
            stretch: 1.0,
            head: Turn::default(),
            neck: 0.0,
            knot: Turn::default(),
            key: 0.0,
            arms: [arm; 2],
            feet: [Foot::default(); 2],
        }
    }
}

/// The motion of a bone in its own space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Translation, workshop units.
    pub shift: DVec3,
    /// Rotation.
    pub turn: DQuat,
    /// Scale; 1.0 is the size in the model.
    pub scale: DVec3,
    /// Another rotation about the bone's own Z, degrees; may be more than a turn.
    pub spin: f64,
}

impl Default for Motion {
    fn default() -> Self {
        Self { shift: DVec3::ZERO, turn: DQuat::IDENTITY, scale: DVec3::ONE, spin: 0.0 }
    }
}

impl Motion {
    fn new(shift: DVec3, turn: DQuat) -> Self {
        Self { shift, turn, ..Self::default() }
    }

    /// Returns the matrix from the joint's space to its parent's.
    fn matrix(&self, joint: usize) -> DMat4 {
        DMat4::from_rotation_translation(self.turn, offset(joint) + self.shift)
    }
}

impl Stance {
    /// Returns the motion of every joint.
    pub fn motions(&self) -> [Motion; JOINTS.len()] {
        let mut motions = [Motion::default(); JOINTS.len()];
        let mut set = |joint: usize, motion: Motion| motions[joint] = motion;
        let hips = Motion::new(self.hips.0, self.hips.1.quat());
        set(index::ROOT, Motion::new(self.root.0, self.root.1.quat()));
        set(index::HIPS, hips);
        let width = 1.0 / self.stretch.sqrt();
        let body = Motion { scale: dvec3(width, self.stretch, width), ..Motion::new(DVec3::ZERO, self.body.quat()) };
        set(index::BODY, body);
        // Scale is passed on to the children: the head keeps its size.
        let kept = body.scale.recip();
        set(index::HEAD, Motion { scale: kept, ..Motion::new(DVec3::Y * self.neck, self.head.quat()) });
        set(index::KNOT, Motion::new(DVec3::ZERO, self.knot.quat()));
        set(index::KEY, Motion { spin: self.key, ..Motion::default() });
        for (side, arm) in self.arms.iter().enumerate() {
            let [upper, fore, hand] = arm.motions([1.0, -1.0][side]);
            set(index::ARMS[side], upper);
            set(index::FOREARMS[side], fore);
            set(index::HANDS[side], hand);
        }
        for (side, foot) in self.feet.iter().enumerate() {
            let motion = Motion::new(foot.at, foot.turn.quat());
            let (thigh, shin) = leg(&hips, &motion, side);
            set(index::FEET[side], motion);
            set(index::THIGHS[side], thigh);
            set(index::SHINS[side], shin);
        }
        motions
    }
}

impl Arm {
    /// Returns the motions of upper arm, forearm and hand; `side` is 1.0 for the left arm.
    fn motions(&self, side: f64) -> [Motion; 3] {
        let about = |axis, degrees: f64| DQuat::from_axis_angle(axis, degrees.to_radians());
        let upper =
            about(DVec3::X, -self.swing) * about(DVec3::Z, self.spread * side) * about(DVec3::Y, -self.twist * side);
        [
            Motion::new(DVec3::ZERO, upper),
            Motion::new(DVec3::NEG_Y * self.reach, about(DVec3::X, -self.elbow)),
            Motion::new(DVec3::ZERO, about(DVec3::X, -self.wrist)),
        ]
    }
}

/// Returns the motions of thigh and shin, each turned towards the joint of the other. Both are descendants of the root:
/// the thigh through the hips, the shin through the foot.
fn leg(hips: &Motion, foot: &Motion, side: usize) -> (Motion, Motion) {
    let (thigh, shin) = (index::THIGHS[side], index::SHINS[side]);
    let hips = hips.matrix(index::HIPS);
    let foot = foot.matrix(index::FEET[side]);
    let hip = hips.transform_point3(offset(thigh));
    let ankle = foot.transform_point3(offset(shin));
    let down = hips.inverse().transform_vector3(ankle - hip).normalize();
    let up = foot.inverse().transform_vector3(hip - ankle).normalize();
    let aim = |from, to| Motion::new(DVec3::ZERO, DQuat::from_rotation_arc(from, to));
    (aim(DVec3::NEG_Y, down), aim(DVec3::Y, up))
}
