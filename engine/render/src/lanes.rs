//! Pixels and their attributes side by side in the processor's vector registers.
//!
//! Texel coordinates and shades are 8.24 and sphere coordinates 6.26: they wrap by themselves, and a shift leaves the whole
//! texel or level. In the authentic back end u is 16.16, so that its whole part stands beside that of v. Faithful for shades,
//! too: those below 0 are bright. Evidence: a triangle of the engine that reaches 6,500 pixels off the screen (3,754 pixels).

use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};
use fearless_simd::{
    Bytes, Level, Select, Simd, SimdBase, SimdFrom, SimdInt, SimdMask, SimdSplit, i32x8, mask8x16, mask8x32, u8x16,
    u8x32, u16x8, u16x16, u32x4, u32x8,
};

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
            $crate::lanes::apart(|| $work);
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

/// Attributes of neighbouring pixels, or what is added to them. Only those that are used are set.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<W>(pub(crate) [W; 5]);

impl<S: Simd> Lanes<u32x8<S>> {
    /// Returns numbers that are made from each of the attributes.
    #[inline(always)]
    pub(crate) fn each(simd: S, used: u8, attributes: &[i32; 8], make: impl Fn(u32) -> u32x8<S>) -> Self {
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
    pub(crate) fn all(simd: S, used: u8, attributes: &[i32; 8]) -> Self {
        Self::each(simd, used, attributes, |value| u32x8::splat(simd, value))
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, used: u8, step: &Self) {
        for i in 0..5 {
            if used >> i & 1 != 0 {
                self.0[i] += step.0[i];
            }
        }
    }

    /// Returns the first four lanes and the others.
    #[inline(always)]
    pub(crate) fn halves(&self) -> [Lanes<u32x4<S>>; 2] {
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

/// Returns attributes (16.16) in the units of [`Lanes`].
#[inline(always)]
pub(crate) fn in_lanes<S: Simd>(attributes: i32x8<S>) -> [i32; 8] {
    // Without the bits above the whole parts; those of u are replaced by v.
    let units = [1, 1 << 8, 1 << 8, 1 << 10, 1 << 10, 0, 0, 0];
    (attributes * i32x8::simd_from(attributes.simd, units)).into()
}

/// Returns 0, once, twice and more times a step.
#[inline(always)]
pub(crate) fn multiples<S: Simd, W: SimdBase<S, Element = u32> + Mul<u32, Output = W>>(simd: S, step: u32) -> W {
    W::from_fn(simd, |lane| lane as u32) * step
}

/// A pixel, or several side by side.
pub(crate) trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Returns a value in every lane.
    fn all(self, value: u32) -> Self;

    /// Returns the sums of bytes, at most 255.
    fn add_bytes(self, other: Self) -> Self;

    /// Returns the differences of bytes, at least 0.
    fn sub_bytes(self, other: Self) -> Self;
}

/// Several pixels or attributes side by side.
pub(crate) trait Words<S: Simd>: Word + SimdBase<S, Element = u32> {
    /// Returns `above` in the lanes that are greater than `limit`, and `others` in the others.
    fn compared(self, limit: u32, above: u32, others: u32) -> Self;

    /// Returns the highest bytes with the three lower ones of `lower`.
    fn with_lower(self, lower: Self) -> Self;

    /// Returns the upper half of a lane.
    fn upper(self, lane: usize) -> u16;
}

impl Word for u32 {
    fn all(self, value: u32) -> Self {
        value
    }

    fn add_bytes(self, other: Self) -> Self {
        let sum = |lanes: u32| {
            let sum = (self & lanes) + (other & lanes);
            let over = sum & lanes << 8;
            (sum | (over - (over >> 8))) & lanes
        };
        sum(0x00FF_00FF) | sum(0x0000_FF00)
    }

    fn sub_bytes(self, other: Self) -> Self {
        !(!self).add_bytes(other)
    }
}

/// Implements [`Word`] and [`Words`] for vectors of a width, from its bytes.
macro_rules! vectors {
    ($($words:ident of $bytes:ident by $mask:ident, $halves:ident),*) => {$(
        impl<S: Simd> Word for $words<S> {
            #[inline(always)]
            fn all(self, value: u32) -> Self {
                Self::splat(self.simd, value)
            }

            #[inline(always)]
            fn add_bytes(self, other: Self) -> Self {
                self.bitcast::<$bytes<S>>().saturating_add(other.bitcast::<$bytes<S>>()).bitcast()
            }

            #[inline(always)]
            fn sub_bytes(self, other: Self) -> Self {
                self.bitcast::<$bytes<S>>().saturating_sub(other.bitcast::<$bytes<S>>()).bitcast()
            }
        }

        impl<S: Simd> Words<S> for $words<S> {
            #[inline(always)]
            fn compared(self, limit: u32, above: u32, others: u32) -> Self {
                self.simd_gt(limit).select(self.all(above), self.all(others))
            }

            #[inline(always)]
            fn with_lower(self, lower: Self) -> Self {
                let highest = $mask::from_vector(self.all(0xFF00_0000).bitcast());
                highest.select(self.bitcast::<$bytes<S>>(), lower.bitcast()).bitcast()
            }

            #[inline(always)]
            fn upper(self, lane: usize) -> u16 {
                self.bitcast::<$halves<S>>()[2 * lane + usize::from(cfg!(target_endian = "little"))]
            }
        }
    )*};
}
vectors!(u32x4 of u8x16 by mask8x16, u16x8, u32x8 of u8x32 by mask8x32, u16x16);
