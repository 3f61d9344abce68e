//! Depth and interpolants of neighbouring pixels, in the processor's vector registers: eight pixels with AVX2, else four.

use super::attributes::each;
use super::plane::{Run, Slope, Values};
use crate::lanes::{self, multiples};
use fearless_simd::{Bytes, Simd, SimdBase};

/// Returns the bits of the first lanes, at least one.
#[inline(always)]
pub(super) fn first<S: Simd>(simd: S, lanes: usize) -> S::i32s {
    // Loaded: compilers narrow what they see compared, and widen it again.
    static BITS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
    S::i32s::from_slice(simd, &BITS[(8 - lanes) & 7..][..S::i32s::LEN])
}

/// Inverse depth along all runs of a polygon.
#[derive(Clone, Copy)]
pub(super) struct DepthSteps<S: Simd> {
    /// Change from the first pixel of a block to each of its pixels.
    within: S::u32s,
    /// Change from block to block.
    next: u32,
    fraction: u32,
}

impl<S: Simd> DepthSteps<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, slope: &Slope) -> Self {
        Self {
            within: multiples(simd, slope.depth as u32),
            next: (slope.depth as u32).wrapping_mul(S::u32s::LEN as u32),
            fraction: slope.fraction,
        }
    }

    /// Returns whole inverse depths.
    #[inline(always)]
    pub(super) fn depths(&self, lanes: &Lanes<S>) -> S::i32s {
        lanes.depth.bitcast::<S::i32s>() >> self.fraction
    }
}

/// Change of the attributes from one pixel to the next; only those that are used are set.
#[derive(Clone, Copy)]
pub(super) struct Steps<S: Simd> {
    /// Change from the first pixel of a block to each of its pixels.
    within: [S::u32s; 5],
    /// Change from block to block.
    next: [u32; 5],
}

impl<S: Simd> Steps<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, used: u8, step: &Values) -> Self {
        let mut steps = Self { within: [S::u32s::splat(simd, 0); 5], next: [0; 5] };
        each(used, |i| {
            steps.within[i] = multiples(simd, step[i]);
            steps.next[i] = step[i].wrapping_mul(S::u32s::LEN as u32);
        });
        steps
    }
}

/// Depth and interpolants of a block of neighbouring pixels.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd> {
    depth: S::u32s,
    pub(super) values: lanes::Lanes<S::u32s>,
}

impl<S: Simd> Lanes<S> {
    /// Returns the first block of a run; `used` is the set of attributes.
    #[inline(always)]
    pub(super) fn new(used: u8, run: &Run, depths: &DepthSteps<S>, steps: &Steps<S>) -> Self {
        let mut values = steps.within;
        each(used, |i| values[i] += run.start[i]);
        Self { depth: depths.within + run.depth as u32, values: lanes::Lanes(values) }
    }

    /// Moves to the next block of the run.
    #[inline(always)]
    pub(super) fn forward(&mut self, used: u8, depths: &DepthSteps<S>, steps: &Steps<S>) {
        self.depth += depths.next;
        each(used, |i| self.values.0[i] += steps.next[i]);
    }
}
