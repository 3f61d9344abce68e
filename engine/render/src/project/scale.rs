//! Scale of a projection per screen axis, as a factor with 12 significant bits and an exponent.

use crate::numbers::Angle;
use crate::trig::{cosine, focal_length, sine};

/// The factor of one screen axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    /// Parallel: pixels per unit in 4.12. Perspective: the factor's upper 12 bits, 2048..=4095.
    pub(super) k: i64,
    /// Perspective: the factor is `k * 2^(g - 12)`.
    pub(super) g: i32,
    /// Perspective under [`crate::compat::ProjectRule::MascotMe`]: the factor as a whole number.
    pub(super) focal: i64,
}

/// Returns the scale of a parallel view of `k` pixels per unit in 4.12.
pub(super) fn parallel(k: i64) -> Scale {
    Scale { k, g: 0, focal: 0 }
}

/// Returns a horizontal field of view on a target `width` pixels wide.
pub(super) fn field(width: u32, angle: Angle) -> Scale {
    // Faithful: odd angles lose their lowest bit.
    let half = Angle(angle.0 >> 1);
    let (s, c) = (i64::from(sine(half)).max(1), i64::from(cosine(half)).max(1));
    // The cotangent with 12 significant bits, q * 2^-j.
    // With fewer bits the quotient is below 2048.
    let mut j = (11 + s.ilog2()).saturating_sub(c.ilog2()) as i32;
    while ((c << j) / s) < 2048 {
        j += 1;
    }
    let mut q = (c << j) / s;
    while q >= 4096 {
        q >>= 1;
        j -= 1;
    }
    let c = q * i64::from(width.max(1));
    let (k, shift) = twelve_bits(c as u128, 1);
    Scale { k, g: shift + (23 - j) - 12, focal: i64::from(focal_length(width, angle.0)) }
}

/// Returns a near plane `size` (20.12 model units) across a target `pixels` wide.
pub(super) fn near_plane(pixels: u32, near: i32, size: i32) -> Scale {
    let (near, size) = (u128::from(near.max(1) as u32), u128::from(size.max(1) as u32));
    let factor = (u128::from(pixels.max(1)) << 12) * near;
    let (k, shift) = twelve_bits(factor, size);
    Scale { k, g: shift + 12, focal: (factor / size).min(1 << 40) as i64 }
}

/// Returns `top / bottom` as `k * 2^shift` with k in 2048..=4095, rounded half up.
fn twelve_bits(top: u128, bottom: u128) -> (i64, i32) {
    let mut shift = (top.ilog2() as i32 - bottom.ilog2() as i32) - 12;
    loop {
        let (t, b) = if shift < 0 { (top << -shift, bottom) } else { (top, bottom << shift) };
        let k = (2 * t + b) / (2 * b);
        // The estimate is at most one low: one step decides.
        if k < 4096 || shift > 120 {
            return (k as i64, shift);
        }
        shift += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_of_682_on_256_pixels() {
        let scale = field(256, Angle(682));
        assert_eq!((scale.k, scale.g), (3551, 8));
    }

    #[test]
    fn near_plane_as_wide_as_the_target_has_its_distance_as_factor() {
        let scale = near_plane(240, 3000, 240 << 12);
        assert_eq!(scale.focal, 3000);
        // 3000 = 3000 * 2^(12 - 12).
        assert_eq!((scale.k, scale.g), (3000, 12));
    }
}
