//! The skeleton of all robots: 18 bones, at rest along the axes of the model.
//!
//! The feet are children of the root and not of the legs, so that they stay where an action puts them. Each leg is a tube
//! on the hips and a rod on the foot that slide into each other; every key frame turns both towards each other.

use glam::DVec3;

/// A bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joint {
    /// Name in the source texts.
    pub name: &'static str,
    /// Index of the parent.
    pub parent: Option<usize>,
    /// Origin at rest, in workshop units.
    pub at: DVec3,
}

const fn joint(name: &'static str, parent: usize, x: f64, y: f64, z: f64) -> Joint {
    Joint { name, parent: Some(parent), at: DVec3::new(x, y, z) }
}

/// Names for the indices of [`JOINTS`].
#[allow(missing_docs)]
pub mod index {
    pub const ROOT: usize = 0;
    pub const HIPS: usize = 1;
    pub const BODY: usize = 2;
    pub const HEAD: usize = 3;
    pub const KNOT: usize = 4;
    pub const KEY: usize = 5;
    /// Left and right, like all pairs.
    pub const ARMS: [usize; 2] = [6, 9];
    pub const FOREARMS: [usize; 2] = [7, 10];
    pub const HANDS: [usize; 2] = [8, 11];
    pub const THIGHS: [usize; 2] = [12, 13];
    pub const FEET: [usize; 2] = [14, 16];
    pub const SHINS: [usize; 2] = [15, 17];
}

/// The bones, depth first.
pub const JOINTS: [Joint; 18] = [
    Joint { name: "root", parent: None, at: DVec3::ZERO },
    joint("hips", 0, 0.0, 44.0, 0.0),
    joint("body", 1, 0.0, 52.0, 0.0),
    joint("head", 2, 0.0, 104.0, 0.0),
    joint("knot", 3, 0.0, 148.0, -4.0),
    joint("key", 2, 0.0, 80.0, -34.0),
    joint("arm.l", 2, 42.0, 88.0, 0.0),
    joint("forearm.l", 6, 46.0, 64.0, 0.0),
    joint("hand.l", 7, 47.0, 43.0, 0.0),
    joint("arm.r", 2, -42.0, 88.0, 0.0),
    joint("forearm.r", 9, -46.0, 64.0, 0.0),
    joint("hand.r", 10, -47.0, 43.0, 0.0),
    joint("thigh.l", 1, 20.0, 42.0, 0.0),
    joint("thigh.r", 1, -20.0, 42.0, 0.0),
    joint("foot.l", 0, 24.0, 12.0, -2.0),
    joint("shin.l", 14, 24.0, 12.0, -2.0),
    joint("foot.r", 0, -24.0, 12.0, -2.0),
    joint("shin.r", 16, -24.0, 12.0, -2.0),
];

/// Returns the origin of a joint in its parent's space.
pub fn offset(joint: usize) -> DVec3 {
    JOINTS[joint].at - JOINTS[joint].parent.map_or(DVec3::ZERO, |parent| JOINTS[parent].at)
}
