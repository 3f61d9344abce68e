//! Action and frame to posture: one local matrix per bone, and the pattern mask.
//!
//! Frames are 16.16. Values between keys are linear, rounded half up at whole frames as the vendor's viewer rounds them.

use crate::affine::AffineTrans;
use crate::compat::{Compat, PoseAtKey, PoseRound, RotateUnit};
use crate::model::Model;
use crate::numbers::{Angle, Q16, r12};
use crate::trig::{cosine, sine};
use crate::vector::{Division, Vector3};
use keitai_formats::{Action, RollKey, Track, VectorKey};

/// A figure's bones at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Posture {
    /// Bone space to parent space, one per bone.
    pub(crate) locals: Vec<AffineTrans>,
    /// The patterns shown; see [`Posture::set_pattern`].
    pattern: u32,
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
        rotation_to(Vector3::new(x, y, z).unit_with(division))
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
        Between::Keys(a, b, (self.at - (start << 12)) / length)
    }
}

enum Between<'k, K> {
    Nothing,
    At(&'k K),
    Keys(&'k K, &'k K, i32),
}

/// The rotation without roll whose third column is the unit vector `v`.
fn rotation_to(v: Vector3) -> [[i32; 3]; 3] {
    let Vector3 { x, y, z } = v;
    let (xx, yy) = (r12(x * x), r12(y * y));
    if xx == 0 && yy == 0 {
        // Faithful: -Z is a half turn about X.
        return [[4096, 0, 0], [0, z, 0], [0, 0, z]];
    }
    let a = ((4096 - z) << 12) / (xx + yy);
    let b = (a * -r12(x * y)) >> 12;
    [[z + r12(yy * a), b, x], [b, z + r12(xx * a), y], [-x, -y, z]]
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
