//! Number types of the API, and the integer maths under them.
//!
//! Raw integers are 32 bits wide and wrap, so that debug and release builds agree; where a product needs more room it is
//! formed in 64 bits and saturated.

use core::ops::{Add, Neg, Sub};

use fixed::FixedI32;
use fixed::types::extra::{U12, U16};

/// Matrices, normals, scales and intensities: 4096 = 1.0.
pub type Q12 = FixedI32<U12>;

/// Frames and speeds: 65536 = one frame.
pub type Q16 = FixedI32<U16>;

/// An angle: 4096 = one turn. Any value is legal; whole turns make no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Angle(pub i32);

/// Sums wrap.
impl Add for Angle {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

/// Differences wrap.
impl Sub for Angle {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Angle {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

/// Returns `v / 4096`, rounded half up.
#[inline]
pub(crate) const fn r12(v: i32) -> i32 {
    v.wrapping_add(2048) >> 12
}

/// Returns `v / 4096`, rounded half up, from 64 bits.
#[inline]
pub(crate) const fn r12_wide(v: i64) -> i64 {
    (v + 2048) >> 12
}

/// Reduces to 32 bits at the nearest end of the range.
#[inline]
pub(crate) const fn saturate(v: i64) -> i32 {
    if v > i32::MAX as i64 {
        i32::MAX
    } else if v < i32::MIN as i64 {
        i32::MIN
    } else {
        v as i32
    }
}

/// Returns the square root of `p` read as unsigned, rounded to nearest, at most 65535.
///
/// Reproduces an official emulator's results: `sqrt(-1)` is 65535.
#[doc(alias("Util3D", "sqrt"))]
pub fn square_root(p: i32) -> i32 {
    let p = p as u32;
    let root = p.isqrt();
    let rounded = if p - root * root > root { root + 1 } else { root };
    rounded.min(65535) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_added_and_wrap() {
        assert_eq!([Angle(1000) + Angle(4096), Angle(5) - Angle(9), -Angle(7)], [Angle(5096), Angle(-4), Angle(-7)]);
        assert_eq!((Angle(i32::MAX) + Angle(1), -Angle(i32::MIN)), (Angle(i32::MIN), Angle(i32::MIN)));
    }

    #[test]
    fn square_root_rounds_to_nearest_and_reads_unsigned() {
        assert_eq!(square_root(-1), 65535);
        assert_eq!(square_root(0xFFFD_0002_u32 as i32), 65534);
        assert_eq!(square_root(0xFFFD_0003_u32 as i32), 65535);
        assert_eq!([0, 1, 2, 3, 6, 7].map(square_root), [0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn rounding_is_half_up() {
        assert_eq!([2047, 2048, -2048, -2049].map(r12), [0, 1, 0, -1]);
    }
}
