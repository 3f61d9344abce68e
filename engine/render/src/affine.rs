//! The affine transform of the era's API: a 3x4 matrix, row major.
//!
//! The left 3x3 is 4.12; the fourth column is a translation in whole model units. Sums of products are rounded half up
//! once, in wrapping 32-bit arithmetic.

use crate::numbers::{Angle, Q12, Q16, r12, r12_wide, saturate};
use crate::raster::lanes::widest;
use crate::trig::{cosine, sine};
use crate::vector::Vector3;
use keitai_formats::BoneMatrix;
use wide::i32x4;

/// A linear map and a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AffineTrans {
    /// Rows of the 3x3 part.
    pub linear: [[Q12; 3]; 3],
    /// Translation in model units.
    pub translation: [i32; 3],
}

impl Default for AffineTrans {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl AffineTrans {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self::from_raw([4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0]);

    /// Returns the matrix of twelve row-major integers: 4096 = 1.0 in the left 3x3, model units in the fourth column.
    pub const fn from_raw(m: [i32; 12]) -> Self {
        const fn row(m: &[i32; 12], i: usize) -> [Q12; 3] {
            [Q12::from_bits(m[i]), Q12::from_bits(m[i + 1]), Q12::from_bits(m[i + 2])]
        }
        Self { linear: [row(&m, 0), row(&m, 4), row(&m, 8)], translation: [m[3], m[7], m[11]] }
    }

    /// Returns the twelve integers of [`Self::from_raw`].
    pub const fn to_raw(&self) -> [i32; 12] {
        let [a, b, c] = self.raw_rows();
        [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]]
    }

    /// Returns the rows as raw integers, translation last.
    #[inline]
    pub(crate) const fn raw_rows(&self) -> [[i32; 4]; 3] {
        const fn row(m: &AffineTrans, i: usize) -> [i32; 4] {
            let l = &m.linear[i];
            [l[0].to_bits(), l[1].to_bits(), l[2].to_bits(), m.translation[i]]
        }
        [row(self, 0), row(self, 1), row(self, 2)]
    }

    #[inline]
    pub(crate) const fn from_raw_rows(r: [[i32; 4]; 3]) -> Self {
        let [a, b, c] = r;
        Self::from_raw([a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]])
    }

    /// Returns `self * other`: `other` is applied first.
    pub fn mul(&self, other: &Self) -> Self {
        let [first, second, third] = other.raw_rows().map(i32x4::new);
        // With AVX2 a product of four is one instruction.
        widest(
            #[inline(always)]
            || {
                Self::from_raw_rows(self.raw_rows().map(|[x, y, z, translation]| {
                    let sum = first * i32x4::splat(x) + second * i32x4::splat(y) + third * i32x4::splat(z);
                    let rounded: i32x4 = (sum + i32x4::splat(2048)) >> 12_i32;
                    (rounded + i32x4::new([0, 0, 0, translation])).to_array()
                }))
            },
        )
    }

    /// Transforms a point: every row is `round(sum / 4096) + translation`.
    pub fn transform(&self, v: Vector3) -> Vector3 {
        let [x, y, z] = self.raw_rows().map(|r| r12(dot(r, [v.x, v.y, v.z])).wrapping_add(r[3]));
        Vector3::new(x, y, z)
    }

    /// Returns the matrix between this and `other`, element by element, rounded down: `part` 0 is this, 1.0 is `other`.
    /// Small turns stay turns.
    pub fn between(&self, other: &Self, part: Q16) -> Self {
        let part = i64::from(part.to_bits());
        let mix = |a: i32, b: i32| saturate(i64::from(a) + (((i64::from(b) - i64::from(a)) * part) >> 16));
        let (from, to) = (self.to_raw(), other.to_raw());
        Self::from_raw(std::array::from_fn(|i| mix(from[i], to[i])))
    }

    /// Returns a turn about the X axis.
    pub fn rotation_x(angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        Self::from_raw([4096, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0])
    }

    /// Returns a turn about the Y axis.
    pub fn rotation_y(angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        Self::from_raw([c, 0, s, 0, 0, 4096, 0, 0, -s, 0, c, 0])
    }

    /// Returns a turn about the Z axis.
    pub fn rotation_z(angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        Self::from_raw([c, -s, 0, 0, s, c, 0, 0, 0, 0, 4096, 0])
    }

    /// Returns a turn about `axis`, which is used as given and should have length 4096.
    pub fn rotation(axis: Vector3, angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        let k = 4096 - c;
        let Vector3 { x, y, z } = axis;
        let product = |a: i32, b: i32| r12(r12(a.wrapping_mul(b)).wrapping_mul(k));
        let [xs, ys, zs] = [x, y, z].map(|a| r12(a.wrapping_mul(s)));
        let add = i32::wrapping_add;
        let sub = i32::wrapping_sub;
        Self::from_raw([
            add(c, product(x, x)),
            sub(product(x, y), zs),
            add(product(x, z), ys),
            0,
            add(product(x, y), zs),
            add(c, product(y, y)),
            sub(product(y, z), xs),
            0,
            sub(product(x, z), ys),
            add(product(y, z), xs),
            add(c, product(z, z)),
            0,
        ])
    }

    /// Returns a translation in model units.
    pub const fn translation(x: i32, y: i32, z: i32) -> Self {
        Self::from_raw([4096, 0, 0, x, 0, 4096, 0, y, 0, 0, 4096, z])
    }

    /// Returns the view of a camera at `position` that looks along the direction `look`, `up` pointing up on the
    /// screen. View space has x right, y down, z into the screen. Components of `look` and `up` stay below 2^14.
    pub fn look_at(position: Vector3, look: Vector3, up: Vector3) -> Self {
        let right = look.outer(up).unit();
        let down = look.outer(right).unit();
        let rows = [right, down, look.unit()].map(|axis| {
            let away = Vector3::new(position.x.wrapping_neg(), position.y.wrapping_neg(), position.z.wrapping_neg());
            [axis.x, axis.y, axis.z, r12(axis.inner(away))]
        });
        Self::from_raw_rows(rows)
    }
}

impl From<BoneMatrix> for AffineTrans {
    fn from(m: BoneMatrix) -> Self {
        Self::from_raw(m.0.map(i32::from))
    }
}

#[inline]
fn dot(row: [i32; 4], v: [i32; 3]) -> i32 {
    row[0].wrapping_mul(v[0]).wrapping_add(row[1].wrapping_mul(v[1])).wrapping_add(row[2].wrapping_mul(v[2]))
}

/// Returns one row of a product: `row * b`, rounded half up, plus the row's own translation.
#[inline]
pub(crate) fn mul_row(row: [i32; 4], b: &[[i32; 4]; 3]) -> [i32; 4] {
    let column = |j: usize| r12(dot(row, [b[0][j], b[1][j], b[2][j]]));
    [column(0), column(1), column(2), column(3).wrapping_add(row[3])]
}

/// Returns the result of [`mul_row`] with room for every product, saturated at the end.
#[inline(always)]
pub(crate) fn mul_row_wide(row: [i32; 4], b: &[[i32; 4]; 3]) -> [i32; 4] {
    let [p, q, r] = [i64::from(row[0]), i64::from(row[1]), i64::from(row[2])];
    let column = |j: usize| r12_wide(p * i64::from(b[0][j]) + q * i64::from(b[1][j]) + r * i64::from(b[2][j]));
    let wide = [column(0), column(1), column(2), column(3) + i64::from(row[3])];
    let narrow = wide.map(|v| v as i32);
    let fits = (0..4).all(|j| i64::from(narrow[j]) == wide[j]);
    if fits { narrow } else { wide.map(saturate) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_at_along_z_is_identity() {
        let view = AffineTrans::look_at(Vector3::default(), Vector3::FORWARD, Vector3::new(0, -4096, 0));
        assert_eq!(view, AffineTrans::IDENTITY);
    }

    #[test]
    fn product_reads_right_to_left() {
        let turn = AffineTrans::rotation_z(Angle(1024));
        let shift = AffineTrans::translation(10, 0, 0);
        let v = Vector3::new(1, 0, 0);
        assert_eq!(turn.mul(&shift).transform(v), Vector3::new(0, 11, 0));
        assert_eq!(shift.mul(&turn).transform(v), Vector3::new(10, 1, 0));
    }

    #[test]
    fn rotation_about_an_axis_agrees_with_the_named_ones() {
        for angle in [0, 100, 1024, -777].map(Angle) {
            assert_eq!(AffineTrans::rotation(Vector3::FORWARD, angle), AffineTrans::rotation_z(angle));
        }
    }
}
