//! The bone animation document, its exact sampling, and its file: reads BCK, of J3D, as [`BoneAnimation`].
//!
//! Everything is big endian. A file header of 32 bytes ("J3D1bck1", u32 file size, u32 number of blocks, 12 bytes of
//! any kind, u32 sound data offset) is followed by the block "ANK1":
//!
//! | offset in block | type | field |
//! |---|---|---|
//! | 0x00, 0x04 | 4 bytes, u32 | "ANK1", size of the block |
//! | 0x08, 0x09, 0x0A | u8, u8, s16 | loop mode, rotation shift, duration in frames |
//! | 0x0C | u16 | number of joints (not of key frames, as is written in places) |
//! | 0x0E, 0x10, 0x12 | u16 | number of f32 scales, s16 rotations, f32 translations |
//! | 0x14, 0x18, 0x1C, 0x20 | u32 | offsets in the block of the joint table and these three pools |
//!
//! A joint is nine tracks of 6 bytes, scale, rotation and translation for X, then Y, then Z: u16 number of keys, u16
//! index of the first element in the pool, u16 tangent mode. One key is one element, a constant. More keys have three
//! elements each (time, value, tangent) in mode 0, four (time, value, tangent before, tangent after) in mode 1.
//!
//! Joints have no names; their order is the order of a model's joints. A rotation is `Rz * Ry * Rx` in Euler angles of
//! 16 bits, 0x8000 = 180 degrees. Rotation keys are the file's raw numbers: the header's shift is applied after the
//! interpolation, and only the low 16 bits of the result are used. Several public readers agree on that.
//!
//! Only this binary format stores floats. Sampling uses f64.

use crate::bytes::Cursor;
use crate::diagnostic::{Location, Report, rules};
use crate::error::{Error, Result, Section};
use alloc::vec::Vec;
use core::fmt;

pub(crate) const MAGIC: &str = "J3D1bck1";

const BLOCK: usize = 0x20;
const JOINT_SIZE: usize = 54;

/// Most keys of a document. Tracks may share keys, so a small file could stand for a huge document. The number is
/// sixteen times what a file can hold without sharing.
const MAX_KEYS: usize = 1 << 20;

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

/// Reads a BCK file of at most 1,048,576 keys.
pub fn read(data: &[u8]) -> Result<Report<BoneAnimation>> {
    let mut cursor = Cursor::new(data);
    read_file_header(&mut cursor, data.len())?;
    cursor.offset = BLOCK;
    cursor.magic("ANK1")?;
    cursor.take(4)?; // block size; the offsets below do without it
    let at = cursor.place();
    let code = cursor.u8()?;
    let loop_mode = LoopMode::from_code(code).ok_or(Error::field(Section::Header, at, "loop mode", "0..=4", code))?;
    let at = cursor.place();
    let rotation_shift = cursor.u8()?;
    ranged(at, "rotation shift", rotation_shift <= 15, "0..=15", rotation_shift)?;
    let at = cursor.place();
    let duration = cursor.i16_be()?;
    ranged(at, "duration", duration >= 0, "0..=32767", duration)?;
    let joint_count = usize::from(cursor.u16_be()?);
    let lengths = [cursor.u16_be()?, cursor.u16_be()?, cursor.u16_be()?].map(usize::from);
    let joint_table = read_offset(&mut cursor)?;
    let mut pool = |name, length| Ok(Pool { name, length, start: read_offset(&mut cursor)? });
    let [scales, rotations, translations] =
        [pool("scale", lengths[0])?, pool("rotation", lengths[1])?, pool("translation", lengths[2])?];

    cursor.section = Section::JointTable;
    cursor.offset = joint_table;
    cursor.need(joint_count * JOINT_SIZE)?;
    let mut joints = Vec::with_capacity(joint_count);
    let mut keys_left = MAX_KEYS;
    for joint in 0..joint_count {
        cursor.offset = joint_table + joint * JOINT_SIZE;
        let mut curves = JointCurves::default();
        for axis in 0..3 {
            curves.scale[axis] = read_curve(&mut cursor, &scales, &mut keys_left)?;
            curves.rotation[axis] = read_curve(&mut cursor, &rotations, &mut keys_left)?;
            curves.translation[axis] = read_curve(&mut cursor, &translations, &mut keys_left)?;
        }
        joints.push(curves);
    }
    let animation = BoneAnimation { loop_mode, rotation_shift, duration: duration.unsigned_abs(), joints };
    Ok(cursor.into_report(animation))
}

fn read_file_header(cursor: &mut Cursor<'_>, length: usize) -> Result<()> {
    cursor.magic(MAGIC)?;
    let at = cursor.offset;
    let size = cursor.u32_be()?;
    if size as usize != length {
        let message = format_args!("the file has {length} bytes, its header says {size}");
        cursor.warn_at(at, &rules::HEADER_COUNT, message);
    }
    let at = cursor.offset;
    let blocks = cursor.u32_be()?;
    if blocks != 1 {
        cursor.warn_at(at, &rules::UNSEEN, format_args!("{blocks} blocks: legal, but in no known file"));
    }
    Ok(())
}

fn ranged(at: Location, field: &'static str, legal: bool, expected: &'static str, value: impl Into<i64>) -> Result<()> {
    if legal {
        return Ok(());
    }
    Err(Error::field(Section::Header, at, field, expected, value))
}

/// Reads an offset in the block and returns the offset in the file. The offset may lie beyond the end; reading there
/// fails.
fn read_offset(cursor: &mut Cursor<'_>) -> Result<usize> {
    Ok((cursor.u32_be()? as usize).saturating_add(BLOCK))
}

/// One of the three arrays of key data.
struct Pool {
    name: &'static str,
    length: usize,
    /// Offset in the file.
    start: usize,
}

trait Element: Copy + PartialOrd + Into<f64> {
    const SIZE: usize;
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
}

impl Element for f32 {
    const SIZE: usize = 4;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let at = cursor.place();
        let value = cursor.f32_be()?;
        if value.is_finite() {
            return Ok(value);
        }
        Err(Error::field(cursor.section, at, "f32", "a finite number", value.to_bits()))
    }
}

impl Element for i16 {
    const SIZE: usize = 2;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.i16_be()
    }
}

/// Reads the track at the cursor and the keys that it points to, and leaves the cursor after the track.
fn read_curve<T: Element>(cursor: &mut Cursor<'_>, pool: &Pool, keys_left: &mut usize) -> Result<Curve<T>> {
    let at = cursor.place();
    let section = Section::JointTable;
    let [count, first, mode] = [cursor.u16_be()?, cursor.u16_be()?, cursor.u16_be()?].map(usize::from);
    let after = cursor.offset;
    let stride = match (count, mode) {
        (0, _) => return Ok(Curve::Absent),
        (1, _) => 1,
        (_, 0) => 3,
        (_, 1) => 4,
        _ => return Err(Error::field(section, at, "tangent mode", "0 or 1", mode as i64)),
    };
    let end = first + count * stride;
    if end > pool.length {
        return Err(Error::Index { section, at, field: pool.name, count: pool.length, found: end - 1 });
    }
    let Some(rest) = keys_left.checked_sub(count) else {
        return Err(Error::Limit { section, at, field: "keys", limit: MAX_KEYS, found: MAX_KEYS - *keys_left + count });
    };
    *keys_left = rest;
    cursor.section = Section::KeyPool;
    cursor.offset = pool.start.saturating_add(first * T::SIZE);
    cursor.need(count * stride * T::SIZE)?;
    let curve = if count == 1 { Curve::Constant(T::read(cursor)?) } else { read_keys(cursor, count, stride)? };
    cursor.section = section;
    cursor.offset = after;
    Ok(curve)
}

fn read_keys<T: Element>(cursor: &mut Cursor<'_>, count: usize, stride: usize) -> Result<Curve<T>> {
    let mut keys: Vec<CurveKey<T>> = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.place();
        let [time, value, tangent_in] = [T::read(cursor)?, T::read(cursor)?, T::read(cursor)?];
        let tangent_out = if stride == 4 { T::read(cursor)? } else { tangent_in };
        if keys.last().is_some_and(|previous| previous.time >= time) {
            let time: f64 = time.into();
            return Err(Error::field(Section::KeyPool, at, "key frame", "one after the key before", time as i64));
        }
        keys.push(CurveKey { time, value, tangent_in, tangent_out });
    }
    Ok(Curve::Keys(keys))
}
