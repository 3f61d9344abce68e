//! Sine and cosine, from a table made at compile time in 60-bit integers.

use crate::numbers::{Angle, Q12};

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

#[cfg(test)]
#[allow(clippy::float_arithmetic)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

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
