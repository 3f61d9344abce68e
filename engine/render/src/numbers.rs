//! Numbers of the API: fixed-point numbers, angles and vectors, and the integer maths under them.
//!
//! Raw integers are 32 bits wide and wrap, so that debug and release builds agree; where a product needs more room it is
//! formed in 64 bits and saturated. Sine and cosine are from a table that is made at compile time in 60-bit integers.

use core::ops::{Add, Mul, Neg, Sub};
use fixed::FixedI32;
use fixed::types::extra::{U12, U16};

/// Matrices, normals, scales and intensities: 4096 = 1.0.
pub type Q12 = FixedI32<U12>;

/// Frames and speeds: 65536 = one frame.
pub type Q16 = FixedI32<U16>;

/// An angle: 4096 = one turn. Any value is legal; whole turns make no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Angle(pub i32);

impl Angle {
    /// Returns the sine, rounded half up: the number that matrices of turns hold.
    ///
    /// ```
    /// use keitai_render::{Angle, Q12};
    ///
    /// assert_eq!([0, 1, 1024, -1024].map(|angle| Angle(angle).sin().to_bits()), [0, 6, 4096, -4096]);
    /// // 400 units along a direction of 45 degrees, rounded down as by `>> 12`.
    /// assert_eq!((Angle(512).sin() * 400).to_num::<i32>(), 282);
    /// assert_eq!(Angle(512).cos(), Angle(512).sin());
    /// ```
    pub fn sin(self) -> Q12 {
        Q12::from_bits(sine(self))
    }

    /// Returns the cosine, rounded half up: the number that matrices of turns hold.
    pub fn cos(self) -> Q12 {
        Q12::from_bits(cosine(self))
    }
}

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

/// A vector; directions have 4096 = 1.0, positions are model units. Sums, inner and outer products wrap. The results agree with
/// 600 results of an official emulator.
#[doc(alias = "Vector3D")]
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

    /// Returns the inner product, without any shift: two unit vectors give up to 2^24.
    #[doc(alias = "innerProduct")]
    pub const fn inner(self, other: Self) -> i32 {
        self.x
            .wrapping_mul(other.x)
            .wrapping_add(self.y.wrapping_mul(other.y))
            .wrapping_add(self.z.wrapping_mul(other.z))
    }

    /// Returns the outer product, without any shift.
    #[doc(alias = "outerProduct")]
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
        let scale = |c: i32| saturate((i64::from(c) * i64::from(factor.to_bits()) + 2048) >> 12);
        Self::new(scale(self.x), scale(self.y), scale(self.z))
    }
}

/// Returns the square root of `p` read as unsigned, rounded to nearest, at most 65535.
///
/// Reproduces an official emulator's results: `sqrt(-1)` is 65535.
#[doc(alias("Util3D", "sqrt"))]
pub fn square_root(p: i32) -> i32 {
    let p = p as u32;
    let root = p.isqrt();
    let nearest = if p - root * root > root { root + 1 } else { root };
    nearest.min(65535) as i32
}

/// Returns `v / 4096`, rounded half up.
#[inline]
pub(crate) const fn r12(v: i32) -> i32 {
    v.wrapping_add(2048) >> 12
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

/// Returns the sine, 4096 = 1.0.
#[inline]
pub(crate) fn sine(angle: Angle) -> i32 {
    i32::from(SINE[(angle.0 & 4095) as usize])
}

/// Returns the cosine, 4096 = 1.0.
#[inline]
pub(crate) fn cosine(angle: Angle) -> i32 {
    sine(Angle(angle.0.wrapping_add(1024)))
}

const ONE: i128 = 1 << 60;
/// A turn of 2 pi radians, in 1/2^60.
const TURN: i128 = 7_244_019_458_077_122_842;

/// Returns the sine and cosine of `steps / of` turns with 60 fraction bits, by their power series; `steps / of` is at
/// most 1/8.
const fn series(steps: i128, of: i128) -> (i128, i128) {
    let x = TURN * steps / of;
    let square = (x * x) >> 60;
    let (mut sine, mut cosine) = (0, 0);
    let (mut even, mut odd) = (ONE, x);
    let mut n = 1;
    while odd != 0 || even != 0 {
        sine += odd;
        cosine += even;
        even = -((even * square) >> 60) / (n * (n + 1));
        odd = -((odd * square) >> 60) / ((n + 1) * (n + 2));
        n += 2;
        if n > 40 {
            break;
        }
    }
    (sine, cosine)
}

/// `floor(4096 * sin(i / 4096 turns) + 0.5)`.
static SINE: [i16; 4096] = {
    let mut table = [0; 4096];
    let mut i = 0;
    while i <= 1024 {
        let exact = if i <= 512 { series(i as i128, 4096).0 } else { series(1024 - i as i128, 4096).1 };
        let value = ((exact * 4096 + ONE / 2) >> 60) as i16;
        table[i] = value;
        table[2048 - i] = value;
        table[(2048 + i) & 4095] = -value;
        table[(4096 - i) & 4095] = -value;
        i += 1;
    }
    table
};

#[cfg(test)]
#[allow(clippy::float_arithmetic)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

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

    #[test]
    fn every_sine_is_the_rounded_one() {
        for i in 0..4096 {
            let exact = 4096.0 * (TAU * f64::from(i) / 4096.0).sin();
            assert_eq!(f64::from(sine(Angle(i))), (exact + 0.5).floor(), "sine of {i}");
            let turn = crate::AffineTrans::rotation_z(Angle(i - 4096)).linear;
            assert_eq!([Angle(i).cos(), Angle(i).sin()], [turn[0][0], turn[1][0]], "{i}");
        }
        assert_eq!((sine(Angle(1)), sine(Angle(512)), cosine(Angle(0))), (6, 2896, 4096));
        assert_eq!(sine(Angle(-1024)), -4096);
    }
}
