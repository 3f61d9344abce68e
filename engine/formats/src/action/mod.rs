//! The action table document: the contents of an MTRA file.
//!
//! Frames are whole numbers. The frames of a key list ascend strictly. Values are the file's own integers.

use crate::figure::{BoneMatrix, Trailer};
use alloc::vec::Vec;

mod check;

/// The actions of one skeleton.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ActionTable {
    /// Version of the file, read or to be written: 2..=5. Pattern keys need 5.
    pub version: u16,
    /// Number of bones, and of tracks in every action.
    pub bone_count: u16,
    /// Actions in file order; scenes and options name them by their index.
    pub actions: Vec<Action>,
    /// The check record at the end of the file, if there is one.
    pub trailer: Option<Trailer>,
}

impl ActionTable {
    /// Most frames of an action that the vendor's document allows; the file has 16 unsigned bits for the last one.
    pub const DOCUMENTED_FRAMES: u16 = 32767;
}

/// One action: a track per bone, and the patterns to show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Action {
    /// The last frame; the action is `last_frame` frames long.
    pub last_frame: u16,
    /// One track per bone.
    pub tracks: Vec<Track>,
    /// Pattern masks by frame, in file order.
    pub patterns: Vec<PatternKey>,
}

/// A pattern key: from its frame on the pattern mask is `mask`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatternKey {
    /// Whole frame.
    pub frame: u16,
    /// Bit p shows pattern p.
    pub mask: u32,
}

/// A three-component key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorKey {
    /// Whole frame.
    pub frame: u16,
    /// Translation in model units, scale with 4096 = 1.0, or direction in 4.12 of any length.
    pub value: [i16; 3],
}

/// A key of the turn about Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollKey {
    /// Whole frame.
    pub frame: u16,
    /// 4096 = one turn, signed; may exceed a turn.
    pub angle: i16,
}

/// The motion of one bone, in one of the seven types of the file.
///
/// A track is the matrix `[R(rotate) * Rz(roll) * S(scale) | translate]`, applied after the bone's own. `rotate` is the
/// direction of the bone's new Z axis.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Track {
    /// Type 0: a constant matrix.
    Matrix(BoneMatrix),
    /// Type 1: no motion.
    #[default]
    Identity,
    /// Type 2: everything moves.
    Scaled {
        /// Model units.
        translate: Vec<VectorKey>,
        /// 4096 = 1.0.
        scale: Vec<VectorKey>,
        /// Direction of Z.
        rotate: Vec<VectorKey>,
        /// Turn about Z, 4096 = one turn.
        roll: Vec<RollKey>,
    },
    /// Type 3: constant offset and roll.
    Turned {
        /// Model units.
        translate: [i16; 3],
        /// Direction of Z.
        rotate: Vec<VectorKey>,
        /// 4096 = one turn.
        roll: i16,
    },
    /// Type 4: direction and roll.
    Rolled {
        /// Direction of Z.
        rotate: Vec<VectorKey>,
        /// Turn about Z, 4096 = one turn.
        roll: Vec<RollKey>,
    },
    /// Type 5: direction alone.
    Rotated {
        /// Direction of Z.
        rotate: Vec<VectorKey>,
    },
    /// Type 6: translation, direction and roll.
    Moved {
        /// Model units.
        translate: Vec<VectorKey>,
        /// Direction of Z.
        rotate: Vec<VectorKey>,
        /// Turn about Z, 4096 = one turn.
        roll: Vec<RollKey>,
    },
}

/// The key lists of a track; `None` for those that its type does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyLists<'t> {
    /// Translation, model units.
    pub translate: Option<&'t [VectorKey]>,
    /// Scale, 4096 = 1.0.
    pub scale: Option<&'t [VectorKey]>,
    /// Direction of Z.
    pub rotate: Option<&'t [VectorKey]>,
    /// Turn about Z, 4096 = one turn.
    pub roll: Option<&'t [RollKey]>,
}

impl<'t> KeyLists<'t> {
    /// Returns the lists of vectors, in the order of the file.
    pub fn vectors(self) -> impl Iterator<Item = &'t [VectorKey]> {
        [self.translate, self.scale, self.rotate].into_iter().flatten()
    }
}

impl Track {
    /// The highest type number.
    pub const LAST_KIND: u8 = 6;

    /// Returns the type number in the file, 0..=6.
    pub fn kind(&self) -> u8 {
        match self {
            Self::Matrix(_) => 0,
            Self::Identity => 1,
            Self::Scaled { .. } => 2,
            Self::Turned { .. } => 3,
            Self::Rolled { .. } => 4,
            Self::Rotated { .. } => 5,
            Self::Moved { .. } => 6,
        }
    }

    /// Returns the key lists. Constant values are in none of them.
    pub fn lists(&self) -> KeyLists<'_> {
        let none = KeyLists::default();
        match self {
            Self::Matrix(_) | Self::Identity => none,
            Self::Scaled { translate, scale, rotate, roll } => {
                KeyLists { translate: Some(translate), scale: Some(scale), rotate: Some(rotate), roll: Some(roll) }
            }
            Self::Turned { rotate, .. } | Self::Rotated { rotate } => KeyLists { rotate: Some(rotate), ..none },
            Self::Rolled { rotate, roll } => KeyLists { rotate: Some(rotate), roll: Some(roll), ..none },
            Self::Moved { translate, rotate, roll } => {
                KeyLists { translate: Some(translate), rotate: Some(rotate), roll: Some(roll), ..none }
            }
        }
    }
}
