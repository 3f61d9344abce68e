//! Attributes of four neighbouring pixels, in the processor's vector registers.
//!
//! Texel coordinates and shades are 8.24 and sphere coordinates 6.26: they wrap by themselves, and a shift leaves the whole
//! texel or level. Faithful for shades, too: those below 0 are bright. Evidence: a triangle of the engine that reaches
//! 6,500 pixels off the screen (3,754 pixels).

use super::Interpolants;
use fearless_simd::Level;
use wide::u32x4;

/// Pixels side by side.
pub(crate) const LANES: usize = 4;

/// Bits of a word above the whole part of each attribute in 16.16, which are not used.
const SPARE: [u32; 5] = [8, 8, 8, 10, 10];

/// Returns the vector registers of the processor: the widest with the feature `simd` in an optimised build, otherwise those of every
/// processor of the target.
#[inline(always)]
pub(crate) fn level() -> Level {
    #[cfg(wide_registers)]
    return Level::new();
    #[cfg(not(wide_registers))]
    Level::baseline()
}

/// Calls a function compiled for the processor's AVX2 where it has that, with the same result. `work` and what it calls are inlined.
#[inline(always)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(wide_registers, any(target_arch = "x86", target_arch = "x86_64")))]
    if let Some(avx2) = level().as_avx2() {
        return fearless_simd::Simd::vectorize(avx2, work);
    }
    work()
}

/// Calls a generic function with the token of the processor's AVX2 where it has that, and otherwise of what every
/// processor of its family has: SSE2 on x86. The function and what it calls are inlined. With AVX2 the macro returns
/// from the function around it, so it must stand last there.
macro_rules! with_widest {
    ($simd:ident => $work:expr) => {{
        #[cfg(all(wide_registers, any(target_arch = "x86", target_arch = "x86_64")))]
        if let Some($simd) = $crate::raster::lanes::level().as_avx2() {
            return fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $work,
            );
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some($simd) = $crate::raster::lanes::level().as_sse2() {
            $work
        }
        #[cfg(target_arch = "aarch64")]
        if let fearless_simd::Level::Neon($simd) = $crate::raster::lanes::level() {
            $work
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let fearless_simd::Level::WasmSimd128($simd) = $crate::raster::lanes::level() {
            $work
        }
        #[cfg(not(any(
            target_arch = "x86",
            target_arch = "x86_64",
            target_arch = "aarch64",
            all(target_arch = "wasm32", target_feature = "simd128")
        )))]
        if let fearless_simd::Level::Fallback($simd) = $crate::raster::lanes::level() {
            $work
        }
    }};
}
pub(crate) use with_widest;

/// Returns 0, once, twice and three times a step.
#[inline(always)]
fn multiples(step: u32) -> u32x4 {
    // Vectors of one number and zeros take an instruction each.
    let twice = u32x4::new([0, 0, step, step]);
    u32x4::new([0, step, 0, step]) + twice + twice
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

    /// Returns whole texels, `v << 8 | u`.
    #[inline(always)]
    pub(super) fn texels(&self) -> [u32; LANES] {
        (self.0[1] >> 16_u32 & u32x4::splat(0xFF00) | self.0[0] >> 24_u32).to_array()
    }

    /// Returns shades, 8.24.
    #[inline(always)]
    pub(super) fn shades(&self) -> [u32; LANES] {
        self.0[2].to_array()
    }

    /// Returns the levels of the shades, 0..=31.
    #[inline(always)]
    pub(super) fn levels(&self) -> u32x4 {
        self.0[2] >> 27_u32
    }

    /// Returns whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(super) fn reflections(&self) -> [u32; LANES] {
        (self.0[4] >> 20_u32 & u32x4::splat(0xFC0) | self.0[3] >> 26_u32).to_array()
    }
}
