//! Singular values, nearest rotations and angles of 3x3 matrices, and rotations of length one.

use glam::{DAffine3, DMat3, DQuat, DVec3};

/// Columns are taken as orthogonal below this cosine.
const ORTHOGONAL: f64 = 1e-15;
/// Sweeps of the Jacobi iteration; four are enough for 64-bit floats.
const SWEEPS: usize = 16;
/// A singular value below this share of the largest is treated as zero.
const FLAT: f64 = 1e-12;

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
        let mut turned = false;
        for [p, q] in [[0, 1], [0, 2], [1, 2]] {
            let [alpha, beta, gamma] = [a[p].length_squared(), a[q].length_squared(), a[p].dot(a[q])];
            if gamma.abs() <= ORTHOGONAL * (alpha * beta).sqrt() {
                continue;
            }
            turned = true;
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
        if !turned {
            break;
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| a[*j].length_squared().total_cmp(&a[*i].length_squared()));
    let [i, j, k] = order;
    let first = a[i].normalize_or(DVec3::X);
    let rest = a[j] - first * first.dot(a[j]);
    let second = if rest.length() > FLAT * a[i].length() { rest.normalize() } else { first.any_orthonormal_vector() };
    let even = matches!(order, [0, 1, 2] | [1, 2, 0] | [2, 0, 1]);
    let third = first.cross(second) * if even { 1.0 } else { -1.0 };
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
    let mirrored = matrix.determinant() < 0.0;
    let axes = [matrix.x_axis, matrix.y_axis, if mirrored { -matrix.z_axis } else { matrix.z_axis }];
    let lengths = axes.map(|axis| axis.length());
    let length = |length: f64| if (length - 1.0).abs() < ROUNDING { 1.0 } else { length };
    let [x, y, z] = lengths.map(length);
    let unit = |axis: usize| axes[axis].normalize_or_zero();
    let rotation = nearest_rotation(DMat3::from_cols(unit(0), unit(1), unit(2)));
    (rotation, DVec3::new(x, y, if mirrored { -z } else { z }))
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
}
