//! The posture at a frame of an action: one local matrix per bone, and the pattern mask.
//!
//! Frames are 16.16. Values between keys are linear: the part of the way has 16 fraction bits, floored, and the product
//! with it is rounded half up. A rotate vector is normalised with truncation, and every product in the matrix made from
//! it is floored.

use crate::affine::AffineTrans;
use crate::model::{Bone, Model};
use crate::numbers::{Angle, Q16, Vector3, cosine, r12, sine};
use crate::vertex::Block;
use alloc::vec::Vec;
use keitai_formats::{Action, RollKey, Track, VectorKey};

/// The pose of a figure's bones.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Posture {
    /// Bone space to parent space, one per bone.
    pub(crate) locals: Vec<AffineTrans>,
    /// The patterns shown; see [`Posture::set_pattern`].
    pattern: u32,
}

impl Clone for Posture {
    fn clone(&self) -> Self {
        Self { locals: self.locals.clone(), pattern: self.pattern }
    }

    /// Copies another posture; does not allocate when it is of the same figure.
    fn clone_from(&mut self, source: &Self) {
        self.locals.clone_from(&source.locals);
        self.pattern = source.pattern;
    }
}

impl Posture {
    /// Returns the pose the figure was built in, with pattern 0 alone.
    pub fn rest(model: &Model) -> Self {
        Self { locals: model.bones.iter().map(|bone| bone.local).collect(), pattern: 0 }
    }

    /// Sets the posture of [`Posture::rest`], without allocating after the first time.
    pub fn set_rest(&mut self, model: &Model) {
        self.locals.clear();
        self.locals.extend(model.bones.iter().map(|bone| bone.local));
        self.pattern = 0;
    }

    /// Shows the patterns whose bits are set: bit p shows pattern p, 1..=31. Pattern 0 always shows, and bit 0 draws it once
    /// more.
    #[doc(alias = "setPattern")]
    pub fn set_pattern(&mut self, mask: u32) {
        self.pattern = mask;
    }

    /// Returns the raw pattern mask.
    pub fn pattern(&self) -> u32 {
        self.pattern
    }

    /// Returns the matrix of every bone, from its own space into that of its parent.
    pub fn locals(&self) -> &[AffineTrans] {
        &self.locals
    }

    /// Takes a pose by its [`Self::locals`]; the pattern mask stays.
    pub fn set_locals(&mut self, locals: &[AffineTrans]) {
        self.locals.clear();
        self.locals.extend_from_slice(locals);
    }

    /// Takes the pose of `action` at `frame`, without allocating after the first time. Bones beyond the action's tracks
    /// keep their own matrix. The pattern mask changes when the action has a pattern key at or before the frame.
    #[doc(alias = "setPosture")]
    pub fn set(&mut self, model: &Model, action: &Action, frame: Q16) {
        let sample = Sample::new(frame);
        self.locals.clear();
        let mut tracks = action.tracks.iter();
        self.locals.extend(model.bones.iter().map(|bone| match tracks.next() {
            Some(track) => sample.track(track).map_or(bone.local, |motion| bone.local.mul(&motion)),
            None => bone.local,
        }));
        if let Some(key) = action.patterns.iter().rev().find(|key| i32::from(key.frame) <= sample.whole) {
            self.pattern = key.mask;
        }
    }

    /// Puts the matrix of every bone in figure space, parents first, into `globals`.
    pub(crate) fn globals(&self, model: &Model, globals: &mut Vec<AffineTrans>) {
        globals.clear();
        for (bone, local) in model.bones.iter().zip(&self.locals) {
            let parent = bone.parent.and_then(|parent| globals.get(usize::from(parent)));
            globals.push(parent.map_or(*local, |parent| parent.mul(local)));
        }
    }

    /// Takes the pose between two of the same figure, bone by bone: `part` 0 is `from`, 1.0 is `to`. Below 1.0 the
    /// patterns are those of `from`. Nothing is allocated after the first time.
    pub fn set_between(&mut self, from: &Self, to: &Self, part: Q16) {
        self.locals.clear();
        if from.locals.len() == to.locals.len() {
            self.locals.extend(from.locals.iter().zip(&to.locals).map(|(from, to)| from.between(to, part)));
        } else {
            self.locals.extend_from_slice(&to.locals);
        }
        self.pattern = if part < Q16::ONE { from.pattern } else { to.pattern };
    }

    /// Returns the bones with their matrices in figure space, parents first.
    fn placed<'m>(&self, model: &'m Model) -> impl Iterator<Item = (&'m Bone, AffineTrans)> + use<'m> {
        let mut globals = Vec::with_capacity(model.bones.len());
        self.globals(model, &mut globals);
        model.bones.iter().zip(globals)
    }

    /// Puts every bone's matrix in figure space and the number of its parent, parents first, into `bones`.
    pub fn bones(&self, model: &Model, bones: &mut Vec<(AffineTrans, Option<usize>)>) {
        bones.clear();
        bones.extend(self.placed(model).map(|(bone, global)| (global, bone.parent.map(usize::from))));
    }

    /// Puts the direction of every vertex's normal in figure space, 4096 long where the bones only turn, into
    /// `normals`; none for a figure without normals.
    pub fn normals(&self, model: &Model, normals: &mut Vec<Vector3>) {
        normals.clear();
        if model.normals.is_empty() {
            return;
        }
        for (bone, global) in self.placed(model) {
            let turn = AffineTrans { translation: [0; 3], ..global };
            let vectors = Block::vectors(&model.normals, bone.vertices.clone());
            normals.extend(vectors.map(|n| turn.transform(Vector3::new(n[0].into(), n[1].into(), n[2].into()))));
        }
    }

    /// Puts the position of every vertex, in model units of figure space, into `positions`.
    pub fn positions(&self, model: &Model, positions: &mut Vec<Vector3>) {
        positions.clear();
        for (bone, global) in self.placed(model) {
            let vertices = Block::vectors(&model.places, bone.vertices.clone());
            positions.extend(vertices.map(|v| global.transform(Vector3::new(v[0].into(), v[1].into(), v[2].into()))));
        }
    }
}

/// A frame of an action, at which tracks are evaluated.
struct Sample {
    /// Frame in 16.16, at least 0.
    at: i32,
    /// Whole frame.
    whole: i32,
}

impl Sample {
    fn new(frame: Q16) -> Self {
        let at = frame.to_bits().max(0);
        Self { at, whole: at >> 16 }
    }

    /// Returns the motion of a track; `None` where it is the identity.
    fn track(&self, track: &Track) -> Option<AffineTrans> {
        let (rows, t) = match track {
            Track::Matrix(m) => return Some((*m).into()),
            Track::Identity => return None,
            Track::Scaled { translate, scale, rotate, roll } => {
                let turned = rolled(self.direction(rotate), self.roll(roll));
                (scaled(turned, self.vector(scale, [4096; 3])), self.vector(translate, [0; 3]))
            }
            Track::Turned { translate, rotate, roll } => {
                (rolled(self.direction(rotate), i32::from(*roll)), translate.map(i32::from))
            }
            Track::Rolled { rotate, roll } => (rolled(self.direction(rotate), self.roll(roll)), [0; 3]),
            Track::Rotated { rotate } => (self.direction(rotate), [0; 3]),
            Track::Moved { translate, rotate, roll } => {
                (rolled(self.direction(rotate), self.roll(roll)), self.vector(translate, [0; 3]))
            }
        };
        Some(AffineTrans::from_raw_rows(core::array::from_fn(|i| [rows[i][0], rows[i][1], rows[i][2], t[i]])))
    }

    /// Returns the rows of the rotation that turns Z into the list's direction.
    fn direction(&self, keys: &[VectorKey]) -> [[i32; 3]; 3] {
        let [x, y, z] = self.vector(keys, [0, 0, 4096]);
        rotation_to(Vector3::new(x, y, z).unit())
    }

    fn vector(&self, keys: &[VectorKey], neutral: [i32; 3]) -> [i32; 3] {
        let between = self.between(keys, |key| key.frame);
        between.map_or(neutral, |(a, b, part)| core::array::from_fn(|i| mix(a.value[i], b.value[i], part)))
    }

    fn roll(&self, keys: &[RollKey]) -> i32 {
        self.between(keys, |key| key.frame).map_or(0, |(a, b, part)| mix(a.angle, b.angle, part))
    }

    /// Returns the keys around the frame, and how far the frame lies between them in 16.16; `None` without keys.
    fn between<'k, K>(&self, keys: &'k [K], frame: impl Fn(&K) -> u16) -> Option<(&'k K, &'k K, i32)> {
        let (first, last) = (keys.first()?, keys.last()?);
        if self.whole >= i32::from(frame(last)) {
            return Some((last, last, 0));
        }
        let next = keys.partition_point(|key| i32::from(frame(key)) <= self.whole);
        if next == 0 {
            return Some((first, first, 0));
        }
        let (a, b) = (&keys[next - 1], &keys[next]);
        let start = i32::from(frame(a));
        let length = (i32::from(frame(b)) - start).max(1);
        Some((a, b, ((i64::from(self.at) - (i64::from(start) << 16)) / i64::from(length)) as i32))
    }
}

/// Returns `a + (b - a) * part`, `part` in 16.16.
fn mix(a: i16, b: i16, part: i32) -> i32 {
    let (a, b) = (i32::from(a), i32::from(b));
    a + ((i64::from(b - a) * i64::from(part) + 32768) >> 16) as i32
}

/// Returns the rotation without roll whose third column is the unit vector `v`.
fn rotation_to(v: Vector3) -> [[i32; 3]; 3] {
    let Vector3 { x, y, z } = v;
    let (xx, yy) = ((x * x) >> 12, (y * y) >> 12);
    if xx == 0 && yy == 0 {
        // Faithful: -Z is a half turn about X.
        return [[4096, 0, 0], [0, z, 0], [0, 0, z]];
    }
    let a = ((4096 - z) << 12) / (xx + yy);
    let b = (a * ((-x * y) >> 12)) >> 12;
    [[z + ((yy * a) >> 12), b, x], [b, z + ((xx * a) >> 12), y], [-x, -y, z]]
}

/// Returns the rotation after a turn about its own Z.
fn rolled(rows: [[i32; 3]; 3], angle: i32) -> [[i32; 3]; 3] {
    let (s, c) = (sine(Angle(angle)), cosine(Angle(angle)));
    rows.map(|[x, y, z]| [r12(x * c + y * s), r12(y * c - x * s), z])
}

fn scaled(rows: [[i32; 3]; 3], scale: [i32; 3]) -> [[i32; 3]; 3] {
    rows.map(|row| core::array::from_fn(|j| r12(row[j].wrapping_mul(scale[j]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(frame: i32) -> Q16 {
        Q16::from_bits(frame << 16)
    }

    #[test]
    fn the_part_between_keys_has_16_bits() {
        let keys = [VectorKey { frame: 12, value: [2037, 0, 0] }, VectorKey { frame: 144, value: [1940, 0, 32767] }];
        // 108 * 65536 / 132 = 53620; -97 * 53620 / 65536 = -79.36, 32767 * 53620 / 65536 = 26809.18.
        assert_eq!(Sample::new(at(120)).vector(&keys, [0; 3]), [1958, 0, 26809]);
    }

    #[test]
    fn whole_frames_round_half_up() {
        let keys = [VectorKey { frame: 0, value: [0; 3] }, VectorKey { frame: 8, value: [2, -2, 0] }];
        let values: Vec<[i32; 3]> = (0..=8).map(|f| Sample::new(at(f)).vector(&keys, [0; 3])).collect();
        assert_eq!(values.iter().map(|v| v[0]).collect::<Vec<_>>(), [0, 0, 1, 1, 1, 1, 2, 2, 2]);
        assert_eq!(values.iter().map(|v| v[1]).collect::<Vec<_>>(), [0, 0, 0, -1, -1, -1, -1, -2, -2]);
    }

    #[test]
    fn a_turn_floors_every_product() {
        let v = Vector3::new(-3777, 0, 1583);
        // x^2 = 3482.87 of 4096: A = (2513 << 12) / 3482 = 2956, 3482 * 2956 / 4096 = 2512.88.
        assert_eq!(rotation_to(v), [[1583, 0, -3777], [0, 4095, 0], [3777, 0, 1583]]);
        assert_eq!(rotation_to(Vector3::new(0, 0, -4096))[2][2], -4096);
    }

    #[test]
    fn the_mixed_product_of_a_turn_is_negated_before_it_is_floored() {
        let v = Vector3::new(2364, 2364, 2364);
        // x^2 = 1364, A = (1732 << 12) / 2728 = 2600. -x y = -1364.39, floored -1365; A times that = -866.5, floored -867.
        // A x^2 = 865.8, floored 865.
        assert_eq!(rotation_to(v), [[3229, -867, 2364], [-867, 3229, 2364], [-2364, -2364, 2364]]);
    }
}
