//! Turns between two turns: the shorter way about one axis, by quaternions in 64-bit integers.

use crate::affine::AffineTrans;
use crate::numbers::{Q12, Q16};

/// A turn as a quaternion, real part first. The length carries no meaning.
#[derive(Debug, Clone, Copy)]
struct Quaternion([i64; 4]);

/// Columns whose lengths or angles differ by more than 1/16 from those of a turn with a scale are not one.
const TOLERANCE: i64 = 4096 / 16;

/// Lengths of the columns of a matrix, 4.12, and its turn; `None` for mirrored, sheared and flat matrices.
fn parts(matrix: &AffineTrans) -> Option<([i64; 3], Quaternion)> {
    let rows = matrix.linear.map(|row| row.map(|element| i64::from(element.to_bits())));
    let column = |j: usize| [rows[0][j], rows[1][j], rows[2][j]];
    let dot = |a: [i64; 3], b: [i64; 3]| {
        a[0].saturating_mul(b[0]).saturating_add(a[1].saturating_mul(b[1])).saturating_add(a[2].saturating_mul(b[2]))
    };
    let lengths = [0, 1, 2].map(|j| dot(column(j), column(j)).isqrt());
    // Longer columns, of scales above 16, would exceed the numbers below.
    if lengths.iter().any(|length| !(16..=1 << 16).contains(length)) {
        return None;
    }
    let unit = [0, 1, 2].map(|j| column(j).map(|c| c * 4096 / lengths[j]));
    let [x, y, z] = unit;
    let outer = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]].map(|c| c >> 12);
    let is_turn = (0..3).all(|i| (outer[i] - z[i]).abs() <= TOLERANCE) && (dot(x, y) >> 12).abs() <= TOLERANCE;
    is_turn.then(|| (lengths, Quaternion::of(unit)))
}

impl Quaternion {
    /// Returns the turn with these columns, 4.12. Its largest part is computed from the diagonal, the others from that.
    fn of([x, y, z]: [[i64; 3]; 3]) -> Self {
        let diagonal = [x[0], y[1], z[2]];
        let trace: i64 = diagonal.iter().sum();
        // Four times the square of each part.
        let squares = [4096 + trace, 4096 + 2 * x[0] - trace, 4096 + 2 * y[1] - trace, 4096 + 2 * z[2] - trace];
        let (differences, sums) = ([y[2] - z[1], z[0] - x[2], x[1] - y[0]], [y[2] + z[1], z[0] + x[2], x[1] + y[0]]);
        let largest = (0..4).max_by_key(|i| squares[*i]).unwrap_or(0);
        // Twice the largest part with 24 fraction bits; the products with it have 12.
        let twice = (squares[largest].max(1) << 36).isqrt();
        let other = |product: i64| (product << 36) / twice;
        let [a, b, c] = differences.map(other);
        let [bc, ca, ab] = sums.map(other);
        Self(match largest {
            0 => [twice, a, b, c],
            1 => [a, twice, ab, ca],
            2 => [b, ab, twice, bc],
            _ => [c, ca, bc, twice],
        })
    }

    /// Returns the turn between this and `other`: `part` of 65536 of the shorter way.
    fn between(self, other: Self, part: i64) -> Self {
        let agreement: i128 = self.0.iter().zip(other.0).map(|(a, b)| i128::from(*a) * i128::from(b)).sum();
        let sign = if agreement < 0 { -1 } else { 1 };
        Self(core::array::from_fn(|i| (self.0[i] * (65536 - part) + sign * other.0[i] * part) >> 16))
    }

    /// Returns the rows of the turn, 4.12.
    fn rows(self) -> [[i64; 3]; 3] {
        let length = self.0.iter().map(|c| c * c).sum::<i64>().isqrt().max(1);
        // 20 fraction bits, products 40.
        let [w, x, y, z] = self.0.map(|c| (c << 20) / length);
        let element = |double: i64| (2 * double + (1 << 27)) >> 28;
        [
            [4096 - element(y * y + z * z), element(x * y - w * z), element(x * z + w * y)],
            [element(x * y + w * z), 4096 - element(x * x + z * z), element(y * z - w * x)],
            [element(x * z - w * y), element(y * z + w * x), 4096 - element(x * x + y * y)],
        ]
    }
}

impl AffineTrans {
    /// Returns the matrix between this and `other`, which turns the shorter way about one axis; scale and translation
    /// are linear. `part` 0 is this, 1.0 is `other`. For mirrored and sheared matrices the result is that of
    /// [`Self::between`].
    pub fn turned_between(&self, other: &Self, part: Q16) -> Self {
        let mut between = self.between(other, part);
        if self.linear == other.linear || part <= Q16::ZERO || part >= Q16::ONE {
            return between;
        }
        if let (Some((from_scale, from)), Some((to_scale, to))) = (parts(self), parts(other)) {
            let part = i64::from(part.to_bits());
            let rows = from.between(to, part).rows();
            let scale: [i64; 3] =
                core::array::from_fn(|j| from_scale[j] + (((to_scale[j] - from_scale[j]) * part) >> 16));
            let rows: [[i32; 3]; 3] =
                rows.map(|row| core::array::from_fn(|j| ((row[j] * scale[j] + 2048) >> 12) as i32));
            between.linear = rows.map(|row| row.map(Q12::from_bits));
        }
        between
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Angle;
    use crate::vector::Vector3;

    fn assert_near(found: &AffineTrans, expected: &AffineTrans, tolerance: i32, what: &str) {
        let near = found.to_raw().iter().zip(expected.to_raw()).all(|(a, b)| (a - b).abs() <= tolerance);
        assert!(near, "{what}: {:?} is not {:?}", found.to_raw(), expected.to_raw());
    }

    #[test]
    fn a_part_of_a_turn_is_a_turn_by_that_part() {
        let axes =
            [Vector3::new(4096, 0, 0), Vector3::new(0, 4096, 0), Vector3::FORWARD, Vector3::new(3, 4, -12).unit()];
        for axis in axes {
            for angle in [10, 300, 1000, 1500] {
                for start in [0, 900, 2500] {
                    let turn = |angle| AffineTrans::rotation(axis, Angle(angle));
                    let half = turn(start).turned_between(&turn(start + angle), Q16::from_bits(0x8000));
                    assert_near(&half, &turn(start + angle / 2), 5, &format!("{axis:?} {start} {angle}"));
                }
            }
        }
    }

    #[test]
    fn nearly_half_a_turn_keeps_its_size() {
        let to = AffineTrans::rotation_y(Angle(2047));
        for part in [0x1000, 0x4000, 0x8000, 0xF000] {
            let between = AffineTrans::IDENTITY.turned_between(&to, Q16::from_bits(part));
            let size = between.transform(Vector3::new(30000, 0, 0));
            let length = (i64::from(size.x).pow(2) + i64::from(size.z).pow(2)).isqrt();
            assert!((29960..30040).contains(&length), "{part:#x}: {length}");
        }
    }

    #[test]
    fn scale_and_translation_are_linear() {
        let from = AffineTrans::from_raw([4096, 0, 0, 0, 0, 8192, 0, 10, 0, 0, 4096, 0]);
        let mut to = AffineTrans::rotation_z(Angle(1024))
            .mul(&AffineTrans::from_raw([8192, 0, 0, 0, 0, 8192, 0, 0, 0, 0, 4096, 0]));
        to.translation = [100, 20, -6];
        let half = from.turned_between(&to, Q16::from_bits(0x8000));
        let eighth = AffineTrans::rotation_z(Angle(512));
        let mut expected = eighth.mul(&AffineTrans::from_raw([6144, 0, 0, 0, 0, 8192, 0, 0, 0, 0, 4096, 0]));
        expected.translation = [50, 15, -3];
        assert_near(&half, &expected, 4, "half");
    }

    #[test]
    fn the_ends_are_exact_and_other_matrices_are_linear() {
        let (from, to) = (AffineTrans::rotation_x(Angle(77)), AffineTrans::rotation_y(Angle(999)));
        assert_eq!(from.turned_between(&to, Q16::ZERO), from);
        assert_eq!(from.turned_between(&to, Q16::ONE), to);
        let half = Q16::from_bits(0x8000);
        let mirrored = AffineTrans::from_raw([-4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0]);
        let sheared = AffineTrans::from_raw([4096, 2000, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0]);
        let extreme = AffineTrans::from_raw([i32::MIN; 12]);
        for other in [mirrored, sheared, extreme, AffineTrans::from_raw([0; 12]), AffineTrans::from_raw([i32::MAX; 12])]
        {
            assert_eq!(from.turned_between(&other, half), from.between(&other, half));
            assert_eq!(other.turned_between(&from, half), other.between(&from, half));
        }
        let large = AffineTrans::from_raw([i32::MAX, 0, 0, 0, 0, i32::MAX, 0, 0, 0, 0, i32::MAX, 0]);
        assert_eq!(large.turned_between(&from, half), large.between(&from, half));
    }
}
