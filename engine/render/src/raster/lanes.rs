//! Attributes of four neighbouring pixels, in the processor's vector registers.
//!
//! Texel coordinates are 8.24 and sphere coordinates 6.26: they wrap by themselves, and a shift leaves the whole texel.
//! The shade is 16.16.

use super::Interpolants;
use wide::{i16x8, i32x4, u32x4};

/// Pixels side by side.
pub(crate) const LANES: usize = 4;

/// Bits of a word above the whole part of each attribute in 16.16, which do not count.
const SPARE: [u32; 5] = [8, 8, 0, 10, 10];

const NO: u32 = 0;
const YES: u32 = u32::MAX;

/// The pixels of a run's last four that belong to it, by the remainder of their number.
pub(crate) static LAST: [u32x4; LANES] = [
    u32x4::new([YES; LANES]),
    u32x4::new([YES, NO, NO, NO]),
    u32x4::new([YES, YES, NO, NO]),
    u32x4::new([YES, YES, YES, NO]),
];

/// Calls a function compiled for the processor's AVX2 where it has that, with the same result. `work` and what it calls are inlined.
#[inline(always)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = fearless_simd::Level::new().as_avx2() {
        return fearless_simd::Simd::vectorize(avx2, work);
    }
    work()
}

/// 0, once, twice and three times a step.
#[inline(always)]
pub(crate) fn multiples(step: u32) -> u32x4 {
    // Vectors of one number and zeros take an instruction each.
    let twice = u32x4::new([0, 0, step, step]);
    u32x4::new([0, step, 0, step]) + twice + twice
}

/// Whole texels, `v << 8 | u`, of coordinates in 8.24.
#[inline(always)]
pub(crate) fn texels(u: u32x4, v: u32x4) -> [u32; LANES] {
    (v >> 16_u32 & u32x4::splat(0xFF00) | u >> 24_u32).to_array()
}

/// Whole sphere texels, `f << 6 | e`, of coordinates in 6.26.
#[inline(always)]
pub(crate) fn reflections(e: u32x4, f: u32x4) -> [u32; LANES] {
    (f >> 20_u32 & u32x4::splat(0xFC0) | e >> 26_u32).to_array()
}

/// Attributes of four neighbouring pixels, or what is added to them.
#[derive(Clone, Copy)]
pub(crate) struct Lanes([u32x4; 5]);

impl Lanes {
    /// Returns 0, once, twice and three times the slope (16.16).
    #[inline(always)]
    pub(super) fn multiples(used: u8, slope: &Interpolants) -> Self {
        let mut lanes = Self([u32x4::ZERO; 5]);
        for i in 0..5 {
            if used >> i & 1 != 0 {
                lanes.0[i] = multiples((slope[i] << SPARE[i]) as u32);
            }
        }
        lanes
    }

    /// Returns `times` the slope (16.16) in every lane.
    #[inline(always)]
    pub(super) fn all(used: u8, slope: &Interpolants, times: i32) -> Self {
        let mut lanes = Self([u32x4::ZERO; 5]);
        for i in 0..5 {
            if used >> i & 1 != 0 {
                lanes.0[i] = u32x4::splat(((slope[i] << SPARE[i]) as u32).wrapping_mul(times as u32));
            }
        }
        lanes
    }

    /// Adds lane by lane.
    #[inline(always)]
    pub(super) fn add(&mut self, used: u8, step: &Self) {
        for i in 0..5 {
            if used >> i & 1 != 0 {
                self.0[i] += step.0[i];
            }
        }
    }

    /// Whole texels, `v << 8 | u`.
    #[inline(always)]
    pub(super) fn texels(&self) -> [u32; LANES] {
        texels(self.0[0], self.0[1])
    }

    /// Shades, 16.16.
    #[inline(always)]
    pub(super) fn shades(&self) -> [i32; LANES] {
        bytemuck::cast(self.0[2])
    }

    /// Levels of the shades, 0..=31; shades beyond 0..=255 have the nearest one's.
    #[inline(always)]
    pub(super) fn levels(&self) -> u32x4 {
        let levels = bytemuck::cast::<_, i32x4>(self.0[2]) >> 19_i32;
        // As halves of words: the upper ones are signs, and come to 0. SSE2 has no greatest and least of words.
        let halves: i16x8 = bytemuck::cast(levels);
        let most = u32x4::splat(31);
        bytemuck::cast::<_, u32x4>(halves.max(i16x8::ZERO).min(bytemuck::cast(most))) & most
    }

    /// Whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(super) fn reflections(&self) -> [u32; LANES] {
        reflections(self.0[3], self.0[4])
    }
}
