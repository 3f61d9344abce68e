//! Matrices of bones in 64-bit floats: the exact values that players round to integers, and the factors of matrices.
//!
//! A bone's matrix in its parent's space is its own matrix, then translation, the turn of Z to a direction, the roll
//! about Z, and scale. Between two keys, every number is linear; before the first key and after the last one it is
//! held.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use keitai_convert::decompile::unpack_normal;
use keitai_convert::{passes_singularity, turn_to};
use keitai_formats::{Action, BoneMatrix, Figure, Normals, RollKey, Track, VectorKey};

/// The number that stands for 1.0 in matrices, scales and normals.
pub(crate) const ONE: f64 = 4096.0;
/// Columns are taken as orthogonal below this cosine.
const ORTHOGONAL: f64 = 1e-15;
/// Sweeps of the Jacobi iteration; four are enough for 64-bit floats.
const SWEEPS: usize = 16;
/// A singular value below this share of the largest is treated as zero.
const FLAT: f64 = 1e-12;

/// Returns a bone's matrix or a constant track as an affine transform.
pub(crate) fn affine(matrix: &BoneMatrix) -> DAffine3 {
    let m = matrix.0.map(f64::from);
    DAffine3 {
        matrix3: DMat3::from_cols_array(&[m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]]) * (1.0 / ONE),
        translation: DVec3::new(m[3], m[7], m[11]),
    }
}

/// Rounds a matrix to the integers of a file; `None` when they do not fit.
pub(crate) fn rounded(matrix: &DAffine3) -> Option<BoneMatrix> {
    let [x, y, z] = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
    let origin = matrix.translation;
    let row = |row: usize| [x[row] * ONE, y[row] * ONE, z[row] * ONE, origin[row]];
    let elements = [row(0), row(1), row(2)];
    let mut integers = [0; 12];
    for (integer, element) in integers.iter_mut().zip(elements.as_flattened()) {
        *integer = integer_of(*element)?;
    }
    Some(BoneMatrix(integers))
}

/// Rounds half up; `None` outside 16 bits.
pub(crate) fn integer_of(value: f64) -> Option<i16> {
    let rounded = (value + 0.5).floor();
    (-32768.0..=32767.0).contains(&rounded).then_some(rounded as i16)
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

/// The factors of a matrix: `u * diag(values) * v.transpose()`. Both `u` and `v` are rotations; of a mirroring matrix
/// one value is negative.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Singular {
    pub(crate) u: DMat3,
    pub(crate) values: DVec3,
    pub(crate) v: DMat3,
}

/// Factors a matrix by the one-sided Jacobi method: pairs of columns are turned until all are orthogonal.
pub(crate) fn singular(matrix: DMat3) -> Singular {
    let mut a = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut v = [DVec3::X, DVec3::Y, DVec3::Z];
    for _ in 0..SWEEPS {
        let mut is_turned = false;
        for [p, q] in [[0, 1], [0, 2], [1, 2]] {
            let [alpha, beta, gamma] = [a[p].length_squared(), a[q].length_squared(), a[p].dot(a[q])];
            if gamma.abs() <= ORTHOGONAL * (alpha * beta).sqrt() {
                continue;
            }
            is_turned = true;
            let zeta = (beta - alpha) / (2.0 * gamma);
            let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let sine = cosine * tangent;
            for columns in [&mut a, &mut v] {
                let [x, y] = [columns[p], columns[q]];
                columns[p] = x * cosine - y * sine;
                columns[q] = x * sine + y * cosine;
            }
        }
        if !is_turned {
            break;
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| a[*j].length_squared().total_cmp(&a[*i].length_squared()));
    let [i, j, k] = order;
    let first = a[i].normalize_or(DVec3::X);
    let rest = a[j] - first * first.dot(a[j]);
    let second = if rest.length() > FLAT * a[i].length() { rest.normalize() } else { first.any_orthonormal_vector() };
    let is_even = matches!(order, [0, 1, 2] | [1, 2, 0] | [2, 0, 1]);
    let third = first.cross(second) * if is_even { 1.0 } else { -1.0 };
    let mut u = [DVec3::ZERO; 3];
    [u[i], u[j], u[k]] = [first, second, third];
    let values = DVec3::new(u[0].dot(a[0]), u[1].dot(a[1]), u[2].dot(a[2]));
    Singular { u: DMat3::from_cols(u[0], u[1], u[2]), values, v: DMat3::from_cols(v[0], v[1], v[2]) }
}

pub(crate) fn nearest_rotation(matrix: DMat3) -> DMat3 {
    let Singular { u, v, .. } = singular(matrix);
    u * v.transpose()
}

/// Returns a rotation and a scale along the axes whose product is near a matrix; exact unless the matrix has shear. The
/// scale is 1 where the matrix is a rotation apart from the rounding of 4.12.
pub(crate) fn rotation_and_scale(matrix: DMat3) -> (DMat3, DVec3) {
    const ROUNDING: f64 = 1.0 / 2048.0;
    let is_mirrored = matrix.determinant() < 0.0;
    let axes = [matrix.x_axis, matrix.y_axis, if is_mirrored { -matrix.z_axis } else { matrix.z_axis }];
    let lengths = axes.map(|axis| axis.length());
    let length = |length: f64| if (length - 1.0).abs() < ROUNDING { 1.0 } else { length };
    let [x, y, z] = lengths.map(length);
    let unit = |axis: usize| axes[axis].normalize_or_zero();
    let rotation = nearest_rotation(DMat3::from_cols(unit(0), unit(1), unit(2)));
    (rotation, DVec3::new(x, y, if is_mirrored { -z } else { z }))
}

/// Translation, rotation and scale of a node: the product of the three, in this order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placement {
    pub(crate) translation: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
}

impl Placement {
    pub(crate) const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE };

    pub(crate) fn new(translation: DVec3, rotation: DMat3, scale: DVec3) -> Self {
        Self { translation, rotation: DQuat::from_mat3(&rotation).normalize(), scale }
    }

    pub(crate) fn affine(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// Returns a rotation of length one; a quaternion of length zero is no turn.
pub(crate) fn turn(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if length > 0.0 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

#[cfg(test)]
mod tests {
    use keitai_formats::PackedNormal;

    use super::*;

    fn largest(matrix: DMat3) -> f64 {
        matrix.to_cols_array().iter().fold(0.0, |largest, element| largest.max(element.abs()))
    }

    #[test]
    fn factors_give_the_matrix_again() {
        let matrices = [
            DMat3::from_cols_array(&[1.0, 0.5, 0.0, -0.25, 2.0, 0.125, 0.0, 0.75, 1.0]),
            DMat3::from_cols_array(&[-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
            DMat3::from_cols_array(&[1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 1.0, 0.0]),
            DMat3::from_cols_array(&[1.0, 2.0, 3.0, 2.0, 4.0, 6.0, -1.0, -2.0, -3.0]),
            DMat3::from_cols_array(&[0.0; 9]),
            DMat3::from_rotation_y(1.0),
        ];
        for matrix in matrices {
            let Singular { u, values, v } = singular(matrix);
            assert!(largest(u * DMat3::from_diagonal(values) * v.transpose() - matrix) < 1e-12, "{matrix}");
            for rotation in [u, v] {
                assert!(largest(rotation * rotation.transpose() - DMat3::IDENTITY) < 1e-12, "{matrix}");
                assert!((rotation.determinant() - 1.0).abs() < 1e-12, "{matrix}");
            }
        }
    }

    #[test]
    fn a_scaled_rotation_is_taken_apart() {
        let turn = DMat3::from_rotation_x(0.3) * DMat3::from_rotation_z(2.0);
        for scale in [DVec3::new(2.0, 0.5, 3.0), DVec3::new(2.0, 0.5, -3.0)] {
            let (rotation, factors) = rotation_and_scale(turn * DMat3::from_diagonal(scale));
            assert!(largest(rotation - turn) < 1e-12 && (factors - scale).length() < 1e-12, "{factors}");
        }
        assert_eq!(rotation_and_scale(turn * 1.0004).1, DVec3::ONE);
    }

    #[test]
    fn a_packed_normal_of_length_zero_is_z_of_its_bone() {
        let zero = PackedNormal::Direction { x: 0, y: 0, z_negative: false };
        let figure = Figure { normals: Normals::Packed(vec![zero]), ..Figure::default() };
        assert_eq!(normals(&figure), [DVec3::Z]);
    }
}
