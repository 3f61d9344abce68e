//! The action table document: the contents of an MTRA file.
//!
//! Frames are whole numbers. The frames of a key list ascend strictly. Values are the file's own integers.

use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use crate::figure::{BoneMatrix, Trailer};
use alloc::vec::Vec;

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

    /// Checks that every action has a track for every bone, and that the keys of every list ascend. The location of a
    /// fault is the number of its action.
    pub fn check(&self) -> Result<()> {
        for (item, action) in self.actions.iter().enumerate() {
            let at = Location::Item(item);
            let [expected, len] = [usize::from(self.bone_count), action.tracks.len()];
            if len != expected {
                return Err(Error::Count { section: Section::ActionHeader, at, field: "tracks", expected, found: len });
            }
            action.tracks.iter().try_for_each(|track| check_track(track, at))?;
        }
        Ok(())
    }
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyLists<V, R> {
    /// Translation, model units.
    pub translate: Option<V>,
    /// Scale, 4096 = 1.0.
    pub scale: Option<V>,
    /// Direction of Z.
    pub rotate: Option<V>,
    /// Turn about Z, 4096 = one turn.
    pub roll: Option<R>,
}

impl<'t> KeyLists<&'t [VectorKey], &'t [RollKey]> {
    /// Returns the lists of vectors, in the order of the file.
    pub fn vectors(self) -> impl Iterator<Item = &'t [VectorKey]> {
        [self.translate, self.scale, self.rotate].into_iter().flatten()
    }
}

/// The lists of a track by reference, shared or not.
macro_rules! lists {
    ($track:expr) => {{
        let (translate, scale, rotate, roll) = match $track {
            Self::Matrix(_) | Self::Identity => (None, None, None, None),
            Self::Scaled { translate, scale, rotate, roll } => (Some(translate), Some(scale), Some(rotate), Some(roll)),
            Self::Turned { rotate, .. } | Self::Rotated { rotate } => (None, None, Some(rotate), None),
            Self::Rolled { rotate, roll } => (None, None, Some(rotate), Some(roll)),
            Self::Moved { translate, rotate, roll } => (Some(translate), None, Some(rotate), Some(roll)),
        };
        KeyLists { translate, scale, rotate, roll }
    }};
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
    pub fn lists(&self) -> KeyLists<&[VectorKey], &[RollKey]> {
        let KeyLists { translate, scale, rotate, roll } = lists!(self);
        let vectors = |list: Option<_>| list.map(Vec::as_slice);
        let (translate, scale, rotate) = (vectors(translate), vectors(scale), vectors(rotate));
        KeyLists { translate, scale, rotate, roll: roll.map(Vec::as_slice) }
    }

    /// Returns the key lists for editing.
    ///
    /// ```
    /// # use keitai_formats::{RollKey, Track};
    /// let mut track = Track::Rolled { rotate: Vec::new(), roll: vec![RollKey { frame: 0, angle: 100 }] };
    /// track.lists_mut().roll.into_iter().flatten().for_each(|key| key.angle *= 2);
    /// assert_eq!(track.lists().roll, Some(&[RollKey { frame: 0, angle: 200 }][..]));
    /// ```
    pub fn lists_mut(&mut self) -> KeyLists<&mut Vec<VectorKey>, &mut Vec<RollKey>> {
        lists!(self)
    }
}

fn check_track(track: &Track, at: Location) -> Result<()> {
    let lists = track.lists();
    for list in lists.vectors() {
        check_list(list.iter().map(|key| key.frame), at)?;
    }
    lists.roll.map_or(Ok(()), |list| check_list(list.iter().map(|key| key.frame), at))
}

fn check_list(mut frames: impl Iterator<Item = u16>, at: Location) -> Result<()> {
    let mut previous = frames.next().ok_or(empty(at))?;
    for frame in frames {
        if frame <= previous {
            return Err(descending(at, frame));
        }
        previous = frame;
    }
    Ok(())
}

/// Makes the error for a list without keys.
pub(crate) fn empty(at: Location) -> Error {
    Error::field(Section::Track, at, "keys in the list", "1 or more", 0)
}

/// Makes the error for a key that is not later than the one before.
pub(crate) fn descending(at: Location, frame: u16) -> Error {
    Error::field(Section::Track, at, "key frame", "one after the key before", frame)
}
