//! Attributes of neighbouring pixels, in the processor's vector registers.
//!
//! Texel coordinates and shades are 8.24 and sphere coordinates 6.26: they wrap by themselves, and a shift leaves the whole
//! texel or level. In the authentic back end u is 16.16, so that its whole part stands beside that of v. Faithful for shades,
//! too: those below 0 are bright. Evidence: a triangle of the engine that reaches 6,500 pixels off the screen (3,754 pixels).

use crate::pixel::Word;
use core::ops::Mul;
use fearless_simd::{Level, Simd, SimdBase, SimdFrom, SimdSplit, i32x8, u32x4, u32x8};

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

/// Calls a function that is not inlined, so that other ways through its caller save no registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(never)]
pub(crate) fn apart(work: impl FnOnce()) {
    work();
}

/// Calls a generic function with the token of AVX2 if that is among the registers of a [`level`], and otherwise of what every
/// processor of its family has: SSE2 on x86. The function and what it calls are inlined. With AVX2 the macro returns
/// from the function around it, so it must stand last there.
macro_rules! with_widest {
    ($level:expr, $simd:ident => $work:expr) => {{
        #[cfg(all(wide_registers, any(target_arch = "x86", target_arch = "x86_64")))]
        if let Some($simd) = $level.as_avx2() {
            return fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $work,
            );
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some($simd) = $level.as_sse2() {
            $crate::raster::lanes::apart(|| $work);
        }
        #[cfg(target_arch = "aarch64")]
        if let fearless_simd::Level::Neon($simd) = $level {
            $work
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let fearless_simd::Level::WasmSimd128($simd) = $level {
            $work
        }
        #[cfg(not(any(
            target_arch = "x86",
            target_arch = "x86_64",
            target_arch = "aarch64",
            all(target_arch = "wasm32", target_feature = "simd128")
        )))]
        if let fearless_simd::Level::Fallback($simd) = $level {
            $work
        }
    }};
}
pub(crate) use with_widest;

/// Returns attributes (16.16) in the units of [`Lanes`].
#[inline(always)]
pub(super) fn in_lanes<S: Simd>(attributes: i32x8<S>) -> [i32; 8] {
    // Without the bits above the whole parts; those of u are replaced by v.
    let units = [1, 1 << 8, 1 << 8, 1 << 10, 1 << 10, 0, 0, 0];
    (attributes * i32x8::simd_from(attributes.simd, units)).into()
}

/// Returns 0, once, twice and more times a step.
#[inline(always)]
pub(crate) fn multiples<S: Simd, W: SimdBase<S, Element = u32> + Mul<u32, Output = W>>(simd: S, step: u32) -> W {
    W::from_fn(simd, |lane| lane as u32) * step
}

/// Attributes of neighbouring pixels, or what is added to them. Only those that are used are set.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<W>(pub(crate) [W; 5]);

impl<S: Simd> Lanes<u32x8<S>> {
    /// Returns numbers that are made from each of the attributes.
    #[inline(always)]
    pub(super) fn each(simd: S, used: u8, attributes: &[i32; 8], make: impl Fn(u32) -> u32x8<S>) -> Self {
        let mut lanes = Self([u32x8::splat(simd, 0); 5]);
        for (i, (lanes, value)) in lanes.0.iter_mut().zip(attributes).enumerate() {
            if used >> i & 1 != 0 {
                *lanes = make(value.cast_unsigned());
            }
        }
        lanes
    }

    /// Returns the attributes in every lane.
    #[inline(always)]
    pub(super) fn all(simd: S, used: u8, attributes: &[i32; 8]) -> Self {
        Self::each(simd, used, attributes, |value| u32x8::splat(simd, value))
    }

    #[inline(always)]
    pub(super) fn add(&mut self, used: u8, step: &Self) {
        for i in 0..5 {
            if used >> i & 1 != 0 {
                self.0[i] += step.0[i];
            }
        }
    }

    /// Returns the first four lanes and the others.
    #[inline(always)]
    pub(super) fn halves(&self) -> [Lanes<u32x4<S>>; 2] {
        let halves = self.0.map(|lanes| lanes.split());
        [Lanes(halves.map(|half| half.0)), Lanes(halves.map(|half| half.1))]
    }
}

impl<W: Word> Lanes<W> {
    /// Returns whole texels, `v << 8 | u`.
    #[inline(always)]
    pub(crate) fn texels(&self) -> W {
        let [u, v, ..] = self.0;
        v >> 16 & v.all(0xFF00) | u >> 24
    }

    /// Returns shades, 8.24.
    #[inline(always)]
    pub(crate) fn shades(&self) -> W {
        self.0[2]
    }

    /// Returns whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(crate) fn reflections(&self) -> W {
        let [.., e, f] = self.0;
        f >> 20 & f.all(0xFC0) | e >> 26
    }
}
