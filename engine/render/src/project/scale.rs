//! Scale of a projection, as factors with 12 significant bits and an exponent.

use crate::numbers::Angle;
use crate::numbers::{cosine, sine};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Scale {
    /// By axis. Parallel: pixels per unit in 4.12. Perspective: the upper 12 bits of the larger factor, 2048..=4095, and as
    /// many of the other as stand at the same places.
    pub(super) k: [i32; 2],
    /// Perspective: the factors are `k * 2^(g - 12)`.
    pub(super) g: i32,
}

/// The shifts of a division in perspective: of the numerator to the right, and of the quotient to the right or to the left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quotient {
    pub(super) before: u32,
    pub(super) right: u32,
    pub(super) left: u32,
}

impl Quotient {
    /// Returns the shifts for factors with the exponent `g`. A numerator has 16 fraction bits and the factors 12: quotients go
    /// right by `16 - g`, and on sixteenths of a pixel numerators by `12 - g`.
    pub(super) fn new(g: i32, fine: bool) -> Self {
        let shift = if fine { 12 } else { 16 } - g;
        let right = shift.clamp(0, 31).unsigned_abs();
        let (before, right) = if fine { (right, 0) } else { (0, right) };
        // So far no vertex but those in the middle stays on the screen.
        Self { before, right, left: (-shift).clamp(0, 10).unsigned_abs() }
    }
}

/// Returns the scale of a parallel view of `k` pixels per unit in 4.12.
pub(super) fn parallel(k: [i32; 2]) -> Scale {
    Scale { k, g: 0 }
}

/// Returns the scale of a horizontal field of view on a target `width` pixels wide.
pub(super) fn field(width: u32, angle: Angle) -> Scale {
    // Faithful: odd angles lose their lowest bit. Evidence: 418 of 418 widths and angles in the engine.
    let half = Angle(angle.0 >> 1);
    let (s, c) = (sine(half).max(1) as u32, cosine(half).max(1) as u32);
    let (top, bottom) = (fifteen_bits(width.max(1).saturating_mul(c)).into(), (2 * s).into());
    let g = exponent(top, bottom);
    Scale { k: [factor(top, bottom, g); 2], g }
}

/// Returns the scale of a near plane of a size (20.12 model units) across a target of so many pixels; both axes share
/// one exponent.
pub(super) fn near_plane(pixels: [u32; 2], near: i32, size: [i32; 2]) -> Scale {
    let near = u128::from(near.max(1) as u32);
    let tops = pixels.map(|pixels| (u128::from(pixels.max(1)) << 12) * near);
    let sizes = size.map(|size| u128::from(fifteen_bits(size.max(1) as u32)));
    let g = exponent(tops[0], sizes[0]).max(exponent(tops[1], sizes[1]));
    Scale { k: [0, 1].map(|axis| factor(tops[axis], sizes[axis], g)), g }
}

/// Returns the 15 highest bits of a number, the others 0.
fn fifteen_bits(number: u32) -> u32 {
    let lower = 17_u32.saturating_sub(number.leading_zeros());
    number >> lower << lower
}

/// Returns g, with which `top / bottom` is 2048..4096 times `2^(g - 12)`.
fn exponent(top: u128, bottom: u128) -> i32 {
    let estimate = top.ilog2() as i32 - bottom.ilog2() as i32 + 1;
    // At most one too large.
    if factor(top, bottom, estimate) < 2048 { estimate - 1 } else { estimate }
}

/// Returns `top / bottom` in units of `2^(g - 12)`, rounded down.
fn factor(top: u128, bottom: u128, g: i32) -> i32 {
    let up = 12 - g;
    (if up >= 0 { (top << up) / bottom } else { top / (bottom << -up) }) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_of_fields_of_view_are_floored() {
        let k = |angle, width| field(width, Angle(angle)).k[0];
        assert_eq!((k(682, 256), field(256, Angle(682)).g), (3551, 8));
        let floored = [(600, 240), (512, 176), (600, 176), (1300, 176)].map(|(angle, width)| k(angle, width));
        assert_eq!(floored, [3873, 3400, 2840, 3639]);
        // 240 * 3603 is 864720, of which the lowest 5 bits are not used: 864704 / (2 * 1947) is 222.06, or 3552.97 / 16; with
        // all bits it would be 3553.03 / 16.
        assert_eq!((k(646, 240), field(240, Angle(646)).g), (3552, 8));
    }

    #[test]
    fn a_near_plane_as_wide_as_the_target_has_its_distance_as_factor() {
        // 3000 = 3000 * 2^(12 - 12), and twice that down.
        assert_eq!(near_plane([240, 320], 3000, [240 << 12, 160 << 12]), Scale { k: [1500, 3000], g: 13 });
        // 1_000_001 has 20 bits, of which the lower 5 are not used.
        assert_eq!(fifteen_bits(1_000_001), 1_000_000 / 32 * 32);
        assert_eq!([1, 32767, 32769].map(fifteen_bits), [1, 32767, 32768]);
    }
}
