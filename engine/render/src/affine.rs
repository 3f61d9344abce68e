//! The affine transform of the era's API: a 3x4 matrix, row major.
//!
//! The left 3x3 is 4.12; the fourth column is a translation in whole model units. Sums of products are rounded half up
//! once, in wrapping 32-bit arithmetic.

use crate::lanes::widest;
use crate::numbers::{Angle, Q12, Q16, Vector3, cosine, r12, saturate, sine};
use keitai_formats::BoneMatrix;
use wide::i32x4;

/// A linear map and a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AffineTrans {
    /// Rows of the 3x3 part.
    #[doc(alias("m00", "m01", "m02", "m10", "m11", "m12", "m20", "m21", "m22"))]
    pub linear: [[Q12; 3]; 3],
    /// Translation in model units.
    #[doc(alias("m03", "m13", "m23"))]
    pub translation: [i32; 3],
}

impl Default for AffineTrans {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl AffineTrans {
    /// The transform that changes nothing.
    #[doc(alias = "setIdentity")]
    pub const IDENTITY: Self = Self::from_raw([4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0]);

    /// Returns the matrix of twelve row-major integers: 4096 = 1.0 in the left 3x3, model units in the fourth column.
    #[inline]
    pub const fn from_raw(m: [i32; 12]) -> Self {
        const fn row(m: &[i32; 12], i: usize) -> [Q12; 3] {
            [Q12::from_bits(m[i]), Q12::from_bits(m[i + 1]), Q12::from_bits(m[i + 2])]
        }
        Self { linear: [row(&m, 0), row(&m, 4), row(&m, 8)], translation: [m[3], m[7], m[11]] }
    }

    /// Returns the twelve integers of [`Self::from_raw`].
    #[doc(alias = "get")]
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
    #[must_use]
    #[doc(alias = "multiply")]
    pub fn mul(&self, other: &Self) -> Self {
        let [first, second, third] = other.raw_rows().map(i32x4::new);
        // With AVX2 a product of four is one instruction.
        widest(
            #[inline(always)]
            || {
                Self::from_raw_rows(self.raw_rows().map(|[x, y, z, translation]| {
                    let sum = first * i32x4::splat(x) + second * i32x4::splat(y) + third * i32x4::splat(z);
                    let product: i32x4 = (sum + i32x4::splat(2048)) >> 12_i32;
                    (product + i32x4::new([0, 0, 0, translation])).to_array()
                }))
            },
        )
    }

    /// Transforms a point: every row is `round(sum / 4096) + translation`.
    #[doc(alias = "transPoint")]
    pub fn transform(&self, v: Vector3) -> Vector3 {
        let [x, y, z] = self.raw_rows().map(|[x, y, z, t]| r12(Vector3::new(x, y, z).inner(v)).wrapping_add(t));
        Vector3::new(x, y, z)
    }

    /// Returns the transform that brings points back: the inverse of a turn, a translation, a scale and any product of them.
    /// Each element is that of the exact inverse, rounded half up to 4.12 or to whole units, and saturated. A point that went
    /// through a turn and its inverse is thus at most 1 + |coordinate| / 2048 units away along each axis. `None` for a matrix that
    /// brings all points to a plane, a line or a point, as a scale of 0 does.
    ///
    /// ```
    /// use keitai_render::{AffineTrans, Angle, Vector3};
    ///
    /// // Where is the enemy, as the player sees it? Right in front of him.
    /// let mut player = AffineTrans::rotation_y(Angle(1024));
    /// player.translation = [100, 0, 0];
    /// let enemy = Vector3::new(300, 0, 0);
    /// let seen = player.inverse().map(|inverse| inverse.transform(enemy));
    /// assert_eq!(seen, Some(Vector3::new(0, 0, 200)));
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let m = self.linear.map(|row| row.map(|element| i128::from(element.to_bits())));
        // 24 fraction bits, and 36 in the determinant.
        let adjugate: [[i128; 3]; 3] = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let ([j, k], [i, l]) = ([(j + 1) % 3, (j + 2) % 3], [(i + 1) % 3, (i + 2) % 3]);
                m[j][i] * m[k][l] - m[j][l] * m[k][i]
            })
        });
        let determinant: i128 = (0..3).map(|i| m[0][i] * adjugate[i][0]).sum();
        if determinant == 0 {
            return None;
        }
        let divided = |value: i128| {
            let doubled = 2 * value * determinant.signum() + determinant.abs();
            doubled.div_euclid(2 * determinant.abs()).clamp(i32::MIN.into(), i32::MAX.into()) as i32
        };
        let away = |row: &[i128; 3]| -> i128 { row.iter().zip(self.translation).map(|(a, t)| a * i128::from(t)).sum() };
        Some(Self {
            linear: adjugate.map(|row| row.map(|element| Q12::from_bits(divided(element << 24)))),
            translation: adjugate.map(|row| divided(-away(&row) << 12)),
        })
    }

    /// Returns the matrix between this and `other`, element by element, rounded down: `part` 0 is this, 1.0 is `other`.
    /// Small turns stay turns.
    pub fn between(&self, other: &Self, part: Q16) -> Self {
        let part = i64::from(part.to_bits());
        let mix = |a: i32, b: i32| saturate(i64::from(a) + (((i64::from(b) - i64::from(a)) * part) >> 16));
        let (from, to) = (self.to_raw(), other.to_raw());
        Self::from_raw(core::array::from_fn(|i| mix(from[i], to[i])))
    }

    /// Returns a turn about the X axis.
    #[doc(alias("setRotationX", "rotationX"))]
    pub fn rotation_x(angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        Self::from_raw([4096, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0])
    }

    /// Returns a turn about the Y axis.
    #[doc(alias("setRotationY", "rotationY"))]
    pub fn rotation_y(angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        Self::from_raw([c, 0, s, 0, 0, 4096, 0, 0, -s, 0, c, 0])
    }

    /// Returns a turn about the Z axis.
    #[doc(alias("setRotationZ", "rotationZ"))]
    pub fn rotation_z(angle: Angle) -> Self {
        let (s, c) = (sine(angle), cosine(angle));
        Self::from_raw([c, -s, 0, 0, s, c, 0, 0, 0, 0, 4096, 0])
    }

    /// Returns a turn about `axis`, which is used as given and should have length 4096.
    #[doc(alias("setRotation", "rotationV"))]
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
    #[doc(alias("lookAt", "setViewTrans"))]
    pub fn look_at(position: Vector3, look: Vector3, up: Vector3) -> Self {
        let right = look.outer(up).unit();
        let down = look.outer(right).unit();
        let row = |axis: Vector3| [axis.x, axis.y, axis.z, r12(axis.inner(-position))];
        Self::from_raw_rows([right, down, look.unit()].map(row))
    }
}

/// The right one is applied first.
///
/// ```
/// use keitai_render::{AffineTrans, Angle, Vector3};
///
/// let turned = AffineTrans::translation(10, 0, 0) * AffineTrans::rotation_z(Angle(1024));
/// assert_eq!(turned.transform(Vector3::new(1, 0, 0)), Vector3::new(10, 1, 0));
/// ```
impl core::ops::Mul for AffineTrans {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::mul(&self, &other)
    }
}

impl From<BoneMatrix> for AffineTrans {
    fn from(m: BoneMatrix) -> Self {
        Self::from_raw(m.0.map(i32::from))
    }
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
    fn inverses_are_the_exact_ones_rounded_half_up() {
        let quarter = AffineTrans { translation: [10, -20, 30], ..AffineTrans::rotation_z(Angle(1024)) };
        assert_eq!(quarter.inverse().unwrap().to_raw(), [0, 4096, 0, 20, -4096, 0, 0, 10, 0, 0, 4096, -30]);
        // 1 / 0.75 is 1.3333, which is 5461.33; 10 / 0.75 is 13.33. 1 / 3 is 1365.33. -0.5 becomes 0 and 0.5 becomes 1.
        let scaled = AffineTrans::from_raw([3072, 0, 0, 10, 0, -12288, 0, 0, 0, 0, 8192, 1]);
        assert_eq!(scaled.inverse().unwrap().to_raw(), [5461, 0, 0, -13, 0, -1365, 0, 0, 0, 0, 2048, 0]);
        let other = AffineTrans { translation: [0, 0, -1], ..scaled };
        assert_eq!(other.inverse().unwrap().translation[2], 1);
        assert_eq!(AffineTrans::from_raw([4096, 0, 0, 0, 0, 4096, 0, 0, 4096, 4096, 0, 0]).inverse(), None);
        let tiny = AffineTrans::from_raw([1, 0, 0, i32::MAX, 0, 1, 0, i32::MIN, 0, 0, 1, 0]).inverse().unwrap();
        assert_eq!((tiny.linear[0][0].to_bits(), tiny.translation), (1 << 24, [i32::MIN, i32::MAX, 0]));
        let huge = AffineTrans::from_raw([i32::MIN; 12]);
        assert_eq!(huge.inverse(), None);
        let (least, most) = (i32::MIN, i32::MAX);
        let largest = AffineTrans::from_raw([least, most, 0, most, most, least, most, 1, 0, 9, least, 7]);
        assert!(largest.inverse().is_some());
    }

    #[test]
    fn points_come_back_from_turns_within_the_documented_distance() {
        for (x, y, z) in [(0, 0, 0), (100, 200, 300), (1000, -700, 2047), (-5, 3000, 512), (4095, 1, 1023)] {
            let turn = AffineTrans::rotation_y(Angle(x)).mul(&AffineTrans::rotation_x(Angle(y)));
            let place = AffineTrans { translation: [z, x, -y], ..turn.mul(&AffineTrans::rotation_z(Angle(z))) };
            let inverse = place.inverse().unwrap();
            for point in [Vector3::new(1000, -2000, 3000), Vector3::new(-7, 0, 1), Vector3::new(30000, 30000, -30000)] {
                let away = inverse.transform(place.transform(point)) - point;
                let bound = 1 + [point.x, point.y, point.z].map(i32::abs).into_iter().max().unwrap() / 2048;
                assert!([away.x, away.y, away.z].iter().all(|c| c.abs() <= bound), "{place:?} {point:?} {away:?}");
            }
        }
    }

    #[test]
    fn rotation_about_an_axis_agrees_with_the_named_ones() {
        for angle in [0, 100, 1024, -777].map(Angle) {
            assert_eq!(AffineTrans::rotation(Vector3::FORWARD, angle), AffineTrans::rotation_z(angle));
        }
    }
}
