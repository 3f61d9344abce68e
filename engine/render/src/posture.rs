//! Action and frame to posture: one local matrix per bone, and the pattern mask.
//!
//! Frames are 16.16. Values between keys are linear: frames past the first key times a reciprocal of the keys' distance
//! that is floored to 12 bits, so that long stretches fall a little short of their end; the product is rounded half up.
//! A rotate vector is normalised with truncation, and the matrix turned from it floors its last products.
//!
//! Found with the vendor viewer's pictures of a robot between keys, over 97 ways to interpolate, 21 to normalise and 108
//! to make the matrix: only these (and ways that agree with them on that content) leave no pixel different. With a true
//! division the shades of a leg differ, with rounded products an arm stands a pixel aside. Two things no picture tells:
//! how the squares in the matrix are rounded (half up here, as in the open implementations), and whether a bone's motion
//! meets its own matrix before or after its parent's (before here). Fractional frames the viewer does not show.

use crate::affine::AffineTrans;
use crate::compat::{Compat, PoseAtKey, PosePart, PoseRound, RotateRound, RotateUnit};
use crate::model::Model;
use crate::numbers::{Angle, Q16, r12};
use crate::trig::{cosine, sine};
use crate::vector::{Division, Vector3};
use keitai_formats::{Action, RollKey, Track, VectorKey};

/// A figure's bones at one moment.
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

    /// Without allocating when it was one of the same figure.
    fn clone_from(&mut self, source: &Self) {
        self.locals.clone_from(&source.locals);
        self.pattern = source.pattern;
    }
}

impl Posture {
    /// The pose the figure was built in, with pattern 0 alone.
    pub fn rest(model: &Model) -> Self {
        Self { locals: model.bones.iter().map(|bone| bone.local).collect(), pattern: 0 }
    }

    /// Back to [`Posture::rest`], without allocating after the first time.
    pub fn set_rest(&mut self, model: &Model) {
        self.locals.clear();
        self.locals.extend(model.bones.iter().map(|bone| bone.local));
        self.pattern = 0;
    }

    /// Shows the patterns whose bits are set: bit p shows pattern p, 1..=31. Pattern 0 always shows.
    pub fn set_pattern(&mut self, mask: u32) {
        self.pattern = mask;
    }

    /// The raw pattern mask.
    pub fn pattern(&self) -> u32 {
        self.pattern
    }

    /// The matrix of every bone, from its own space into that of its parent.
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
    pub fn set(&mut self, model: &Model, action: &Action, frame: Q16, compat: &Compat) {
        let sample = Sample::new(frame, compat);
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

    /// The matrix of every bone, parents first, into `globals`: in figure space, or from `root` on, in its space.
    pub(crate) fn globals(&self, model: &Model, root: Option<&AffineTrans>, globals: &mut Vec<AffineTrans>) {
        globals.clear();
        for (bone, local) in model.bones.iter().zip(&self.locals) {
            let parent = bone.parent.and_then(|parent| globals.get(usize::from(parent))).or(root);
            globals.push(parent.map_or(*local, |parent| parent.mul(local)));
        }
    }

    /// Takes the pose between two of the same figure, bone by bone: `part` 0 is `from`, 1.0 is `to`. Patterns stay those of
    /// `from` until then. Nothing is allocated after the first time.
    pub fn set_between(&mut self, from: &Self, to: &Self, part: Q16) {
        self.locals.clear();
        if from.locals.len() == to.locals.len() {
            self.locals.extend(from.locals.iter().zip(&to.locals).map(|(from, to)| from.between(to, part)));
        } else {
            self.locals.extend_from_slice(&to.locals);
        }
        self.pattern = if part < Q16::ONE { from.pattern } else { to.pattern };
    }

    /// Every bone's matrix in figure space and the number of its parent, parents first, into `bones`.
    pub fn bones(&self, model: &Model, bones: &mut Vec<(AffineTrans, Option<usize>)>) {
        let mut globals = Vec::with_capacity(model.bones.len());
        self.globals(model, None, &mut globals);
        bones.clear();
        bones.extend(globals.into_iter().zip(model.bones.iter().map(|bone| bone.parent.map(usize::from))));
    }

    /// The way every vertex's normal points in figure space, 4096 long where the bones only turn, into `normals`; none
    /// for a figure without.
    pub fn normals(&self, model: &Model, normals: &mut Vec<Vector3>) {
        normals.clear();
        if model.normals.is_empty() {
            return;
        }
        let mut globals = Vec::with_capacity(model.bones.len());
        self.globals(model, None, &mut globals);
        for (bone, global) in model.bones.iter().zip(&globals) {
            let turn = AffineTrans { translation: [0; 3], ..*global };
            let own = &model.normals[bone.vertices.clone()];
            normals.extend(own.iter().map(|n| turn.transform(Vector3::new(n[0].into(), n[1].into(), n[2].into()))));
        }
    }

    /// Where every vertex of the figure stands, in model units of figure space, into `positions`.
    pub fn positions(&self, model: &Model, positions: &mut Vec<Vector3>) {
        let mut globals = Vec::with_capacity(model.bones.len());
        self.globals(model, None, &mut globals);
        positions.clear();
        for (bone, global) in model.bones.iter().zip(&globals) {
            let vertices = &model.vertices[bone.vertices.clone()];
            positions
                .extend(vertices.iter().map(|v| global.transform(Vector3::new(v[0].into(), v[1].into(), v[2].into()))));
        }
    }
}

/// A moment of an action, ready to evaluate tracks.
struct Sample<'a> {
    /// Frame in 20.12.
    at: i32,
    /// Whole frame.
    whole: i32,
    compat: &'a Compat,
}

impl<'a> Sample<'a> {
    fn new(frame: Q16, compat: &'a Compat) -> Self {
        let at = frame.to_bits().max(0) >> 4;
        Self { at, whole: at >> 12, compat }
    }

    /// The motion of a track; `None` where it is the identity.
    fn track(&self, track: &Track) -> Option<AffineTrans> {
        let motion = match track {
            Track::Matrix(m) => (*m).into(),
            Track::Identity => return None,
            Track::Scaled { translate, scale, rotate, roll } => {
                let turned = rolled(self.direction(rotate), self.roll(roll));
                with_translation(scaled(turned, self.vector(scale, [4096; 3])), self.vector(translate, [0; 3]))
            }
            Track::Turned { translate, rotate, roll } => {
                with_translation(rolled(self.direction(rotate), i32::from(*roll)), translate.map(i32::from))
            }
            Track::Rolled { rotate, roll } => with_translation(rolled(self.direction(rotate), self.roll(roll)), [0; 3]),
            Track::Rotated { rotate } => with_translation(self.direction(rotate), [0; 3]),
            Track::Moved { translate, rotate, roll } => {
                let turned = rolled(self.direction(rotate), self.roll(roll));
                with_translation(turned, self.vector(translate, [0; 3]))
            }
        };
        Some(motion)
    }

    /// Rows of the rotation that turns Z into the list's direction.
    fn direction(&self, keys: &[VectorKey]) -> [[i32; 3]; 3] {
        let [x, y, z] = self.vector(keys, [0, 0, 4096]);
        let division = match self.compat.rotate_unit {
            RotateUnit::Nearest => Division::Nearest,
            RotateUnit::Truncate => Division::Truncate,
        };
        rotation_to(Vector3::new(x, y, z).unit_with(division), self.compat.rotate_round)
    }

    fn vector(&self, keys: &[VectorKey], neutral: [i32; 3]) -> [i32; 3] {
        match self.between(keys, |key| key.frame) {
            Between::Nothing => neutral,
            Between::At(key) => key.value.map(i32::from),
            Between::Keys(a, b, part) => std::array::from_fn(|i| self.mix(a.value[i], b.value[i], part)),
        }
    }

    fn roll(&self, keys: &[RollKey]) -> i32 {
        match self.between(keys, |key| key.frame) {
            Between::Nothing => 0,
            Between::At(key) => i32::from(key.angle),
            Between::Keys(a, b, part) => self.mix(a.angle, b.angle, part),
        }
    }

    /// `a + (b - a) * part`, `part` in 4.12.
    fn mix(&self, a: i16, b: i16, part: i32) -> i32 {
        let (a, b) = (i32::from(a), i32::from(b));
        let product = (b - a) * part;
        let half_up = match self.compat.pose_round {
            PoseRound::HalfUp => true,
            PoseRound::Floor => false,
            PoseRound::HalfUpWhole => self.at & 4095 == 0,
        };
        a + if half_up { r12(product) } else { product >> 12 }
    }

    /// The keys around the moment, and how far it lies between them in 4.12.
    fn between<'k, K>(&self, keys: &'k [K], frame: impl Fn(&K) -> u16) -> Between<'k, K> {
        let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return Between::Nothing };
        if self.whole >= i32::from(frame(last)) {
            return Between::At(last);
        }
        let next = keys.partition_point(|key| i32::from(frame(key)) <= self.whole);
        if next == 0 {
            return Between::At(first);
        }
        let (a, b) = (&keys[next - 1], &keys[next]);
        let start = i32::from(frame(a));
        if start == self.whole && self.compat.pose_at_key == PoseAtKey::KeyValue {
            return Between::At(a);
        }
        let length = (i32::from(frame(b)) - start).max(1);
        let since = self.at - (start << 12);
        let part = match self.compat.pose_part {
            PosePart::Reciprocal => (since * (4096 / length)) >> 12,
            PosePart::Quotient => since / length,
        };
        Between::Keys(a, b, part)
    }
}

enum Between<'k, K> {
    Nothing,
    At(&'k K),
    Keys(&'k K, &'k K, i32),
}

/// The rotation without roll whose third column is the unit vector `v`.
fn rotation_to(v: Vector3, round: RotateRound) -> [[i32; 3]; 3] {
    let Vector3 { x, y, z } = v;
    let (xx, yy) = (r12(x * x), r12(y * y));
    if xx == 0 && yy == 0 {
        // Faithful: -Z is a half turn about X.
        return [[4096, 0, 0], [0, z, 0], [0, 0, z]];
    }
    let a = ((4096 - z) << 12) / (xx + yy);
    let b = (a * -r12(x * y)) >> 12;
    let product = |square: i32| match round {
        RotateRound::Floor => (square * a) >> 12,
        RotateRound::HalfUp => r12(square * a),
    };
    [[z + product(yy), b, x], [b, z + product(xx), y], [-x, -y, z]]
}

/// The rotation after a turn about its own Z.
fn rolled(rows: [[i32; 3]; 3], angle: i32) -> [[i32; 3]; 3] {
    let (s, c) = (sine(Angle(angle)), cosine(Angle(angle)));
    rows.map(|[x, y, z]| [r12(x * c + y * s), r12(y * c - x * s), z])
}

fn scaled(rows: [[i32; 3]; 3], scale: [i32; 3]) -> [[i32; 3]; 3] {
    rows.map(|row| std::array::from_fn(|j| r12(row[j].wrapping_mul(scale[j]))))
}

fn with_translation(rows: [[i32; 3]; 3], t: [i32; 3]) -> AffineTrans {
    AffineTrans::from_raw_rows(std::array::from_fn(|i| [rows[i][0], rows[i][1], rows[i][2], t[i]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(frame: i32) -> Q16 {
        Q16::from_bits(frame << 16)
    }

    #[test]
    fn the_way_between_keys_is_measured_with_a_short_reciprocal() {
        let keys = [VectorKey { frame: 12, value: [2037, 0, 3554] }, VectorKey { frame: 144, value: [1940, 0, 3606] }];
        let compat = Compat::default();
        // floor(4096 / 132) = 31; 108 * 31 = 3348 of 4096; -97 * 3348 / 4096 = -79.29, 52 * 3348 / 4096 = 42.50.
        assert_eq!(Sample::new(at(120), &compat).vector(&keys, [0; 3]), [1958, 0, 3597]);
        let mascotme = Compat::mascotme();
        // 108 / 132 = 3351 of 4096: -79.36 and 42.54, floored.
        assert_eq!(Sample::new(at(120), &mascotme).vector(&keys, [0; 3]), [1957, 0, 3596]);
    }

    #[test]
    fn whole_frames_round_half_up() {
        let keys = [VectorKey { frame: 0, value: [0; 3] }, VectorKey { frame: 8, value: [2, -2, 0] }];
        let values: Vec<[i32; 3]> =
            (0..=8).map(|f| Sample::new(at(f), &Compat::default()).vector(&keys, [0; 3])).collect();
        assert_eq!(values.iter().map(|v| v[0]).collect::<Vec<_>>(), [0, 0, 1, 1, 1, 1, 2, 2, 2]);
        assert_eq!(values.iter().map(|v| v[1]).collect::<Vec<_>>(), [0, 0, 0, -1, -1, -1, -1, -2, -2]);
    }

    #[test]
    fn a_turn_about_y_floors_its_middle() {
        let v = Vector3::new(-3777, 0, 1583);
        // x^2 = 3483 of 4096, A = (2513 << 12) / 3483 = 2955, 3483 * 2955 / 4096 = 2512.76.
        assert_eq!(rotation_to(v, RotateRound::Floor), [[1583, 0, -3777], [0, 4095, 0], [3777, 0, 1583]]);
        assert_eq!(rotation_to(v, RotateRound::HalfUp)[1][1], 4096);
        assert_eq!(rotation_to(Vector3::new(0, 0, -4096), RotateRound::Floor)[2][2], -4096);
    }
}
