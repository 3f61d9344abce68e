//! Postures of a figure in 64-bit floats: the exact values that players round to integers.
//!
//! A bone's matrix in its parent's space is its own matrix, then translation, the turn of Z to a direction, the roll
//! about Z, and scale. Between two keys, every number is linear; before the first key and after the last one it is
//! held.

use glam::{DAffine3, DMat3, DVec3};
use keitai_convert::decompile::unpack_normal;
use keitai_convert::{passes_singularity, turn_to};
use keitai_formats::{Action, BoneMatrix, Figure, Normals, RollKey, Track, VectorKey};

/// The number that stands for 1.0 in matrices, scales and normals.
pub(crate) const ONE: f64 = 4096.0;

/// Returns a bone's matrix or a constant track as an affine transform.
pub(crate) fn affine(matrix: &BoneMatrix) -> DAffine3 {
    let m = matrix.0.map(f64::from);
    DAffine3 {
        matrix3: DMat3::from_cols_array(&[m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]]) * (1.0 / ONE),
        translation: DVec3::new(m[3], m[7], m[11]),
    }
}

/// Returns the matrix of every bone in figure space from the matrices in the space of the parents.
pub(crate) fn globals(figure: &Figure, locals: &[DAffine3]) -> Vec<DAffine3> {
    let mut globals: Vec<DAffine3> = Vec::with_capacity(locals.len());
    for (bone, local) in figure.bones.iter().zip(locals) {
        let parent = bone.parent.and_then(|parent| globals.get(usize::from(parent)));
        globals.push(parent.map_or(*local, |parent| *parent * *local));
    }
    globals
}

/// Returns the matrix of every bone in its parent's space, without an action.
pub(crate) fn rest(figure: &Figure) -> Vec<DAffine3> {
    figure.bones.iter().map(|bone| affine(&bone.matrix)).collect()
}

/// Returns the matrix of every bone in its parent's space, in an action at a whole frame.
pub(crate) fn at_frame(figure: &Figure, action: &Action, frame: u16) -> Vec<DAffine3> {
    let still = Track::Identity;
    let tracks = action.tracks.iter().chain(std::iter::repeat(&still));
    figure.bones.iter().zip(tracks).map(|(bone, track)| affine(&bone.matrix) * motion(track, frame)).collect()
}

pub(crate) fn motion(track: &Track, frame: u16) -> DAffine3 {
    match parts(track, frame) {
        Ok((translation, rotation, scale)) => DAffine3 { matrix3: rotation * DMat3::from_diagonal(scale), translation },
        Err(matrix) => matrix,
    }
}

/// Returns translation, rotation and scale of a track at a whole frame, or the constant matrix of a track that has one.
pub(crate) fn parts(track: &Track, frame: u16) -> Result<(DVec3, DMat3, DVec3), DAffine3> {
    let (still, constant_roll) = match track {
        Track::Matrix(matrix) => return Err(affine(matrix)),
        Track::Turned { translate, roll, .. } => (three(*translate), f64::from(*roll)),
        _ => (DVec3::ZERO, 0.0),
    };
    let lists = track.lists();
    let roll = lists.roll.map_or(constant_roll, |keys| angle(keys, frame));
    let rotation = lists.rotate.map_or(DMat3::IDENTITY, |keys| turned(vector(keys, frame, DVec3::Z), roll));
    let translation = lists.translate.map_or(still, |keys| vector(keys, frame, DVec3::ZERO));
    let scale = lists.scale.map_or(DVec3::ONE, |keys| vector(keys, frame, DVec3::splat(ONE)) / ONE);
    Ok((translation, rotation, scale))
}

/// Returns whether the turn of a track jumps between two frames: the direction passes zero or -Z, where it is not
/// defined.
pub(crate) fn jumps(track: &Track, frame: u16) -> bool {
    let rotate = track.lists().rotate.unwrap_or_default();
    let at = |frame: u16| vector(rotate, frame, DVec3::Z).to_array();
    !rotate.is_empty() && passes_singularity(at(frame), at(frame.saturating_add(1)))
}

/// Returns the normals in the space of the bones, none for a figure without. Players draw a packed normal of length
/// zero as +Z of its bone.
pub(crate) fn normals(figure: &Figure) -> Vec<DVec3> {
    match &figure.normals {
        Normals::None => Vec::new(),
        Normals::Vectors(vectors) => vectors.iter().map(|vector| three(*vector) / ONE).collect(),
        Normals::Packed(packed) => {
            packed.iter().map(|packed| DVec3::from_array(unpack_normal(*packed).0).normalize_or(DVec3::Z)).collect()
        }
    }
}

/// Returns a vector of integers in floats.
pub(crate) fn three(vector: [i16; 3]) -> DVec3 {
    DVec3::from_array(vector.map(f64::from))
}

/// Returns the turn of Z to a direction the short way, after a roll about Z (4096 = one turn). -Z is a half turn about
/// X, and a direction of length zero is no turn.
fn turned(direction: DVec3, roll: f64) -> DMat3 {
    let rows = turn_to(direction.normalize_or(DVec3::Z).to_array());
    DMat3::from_cols_array_2d(&rows).transpose() * DMat3::from_rotation_z(roll * std::f64::consts::TAU / ONE)
}

fn vector(keys: &[VectorKey], frame: u16, neutral: DVec3) -> DVec3 {
    between(keys, frame, |key| key.frame, |key| three(key.value)).unwrap_or(neutral)
}

fn angle(keys: &[RollKey], frame: u16) -> f64 {
    let angle = between(keys, frame, |key| key.frame, |key| DVec3::splat(f64::from(key.angle)));
    angle.map_or(0.0, |angle| angle.x)
}

/// Returns the value of a key list at a whole frame; `None` for an empty list.
fn between<K>(keys: &[K], frame: u16, at: impl Fn(&K) -> u16, value: impl Fn(&K) -> DVec3) -> Option<DVec3> {
    let next = keys.partition_point(|key| at(key) <= frame);
    let Some(before) = next.checked_sub(1).and_then(|index| keys.get(index)) else { return keys.first().map(value) };
    let Some(after) = keys.get(next) else { return Some(value(before)) };
    let part = f64::from(frame - at(before)) / f64::from(at(after) - at(before));
    Some(value(before) + (value(after) - value(before)) * part)
}

/// Returns whether players draw a pattern under a mask: pattern 0 always, and those above 31 never.
pub(crate) fn shows(mask: u32, pattern: u16) -> bool {
    pattern == 0 || mask.checked_shr(pattern.into()).is_some_and(|bits| bits & 1 == 1)
}

/// Returns the pattern mask of an action at a frame: that of the last key up to it in file order; 0 before the first.
pub(crate) fn mask(action: &Action, frame: u16) -> u32 {
    action.patterns.iter().rev().find(|key| key.frame <= frame).map_or(0, |key| key.mask)
}

#[cfg(test)]
mod tests {
    use keitai_formats::PackedNormal;

    use super::*;

    #[test]
    fn a_packed_normal_of_length_zero_is_z_of_its_bone() {
        let zero = PackedNormal::Direction { x: 0, y: 0, z_negative: false };
        let figure = Figure { normals: Normals::Packed(vec![zero]), ..Figure::default() };
        assert_eq!(normals(&figure), [DVec3::Z]);
    }
}
