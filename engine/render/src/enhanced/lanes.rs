//! Depth and interpolants of four neighbouring pixels, in the processor's vector registers.

use super::run::{DepthSlope, Run};
use crate::raster::lanes::{self, LANES, multiples};
use wide::{i32x4, u32x4};

/// Inverse depth along all runs of a polygon.
#[derive(Clone, Copy)]
pub(super) struct DepthSteps {
    /// From the first pixel of a block to each of the four.
    within: u32x4,
    /// From block to block.
    next: i32x4,
    fraction: u32,
}

impl DepthSteps {
    #[inline(always)]
    pub(super) fn new(slope: &DepthSlope) -> Self {
        Self {
            within: multiples(slope.step as u32),
            next: i32x4::splat(slope.step.wrapping_mul(LANES as i32)),
            fraction: slope.fraction,
        }
    }

    /// Whole inverse depths.
    #[inline(always)]
    pub(super) fn depths(&self, lanes: &Lanes) -> i32x4 {
        lanes.depth.unbounded_shr_scalar(self.fraction)
    }
}

/// Depth and interpolants of a block of four neighbouring pixels.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    depth: i32x4,
    values: [u32x4; 5],
}

impl Lanes {
    /// The first block of a run; `used` is the set of attributes.
    #[inline(always)]
    pub(super) fn new(used: u8, run: &Run, depth: &DepthSteps) -> Self {
        let mut lanes =
            Self { depth: bytemuck::cast(u32x4::splat(run.depth as u32) + depth.within), values: [u32x4::ZERO; 5] };
        for i in 0..5 {
            if used >> i & 1 != 0 {
                lanes.values[i] = u32x4::splat(run.start[i]) + multiples(run.step[i]);
            }
        }
        lanes
    }

    /// Moves to the next block of the run.
    #[inline(always)]
    pub(super) fn forward(&mut self, used: u8, run: &Run, depth: &DepthSteps) {
        self.depth += depth.next;
        for i in 0..5 {
            if used >> i & 1 != 0 {
                self.values[i] += u32x4::splat(run.step[i].wrapping_mul(LANES as u32));
            }
        }
    }

    /// Whole texels, `v << 8 | u`.
    #[inline(always)]
    pub(super) fn texels(&self) -> [u16; LANES] {
        lanes::texels(self.values[0], self.values[1]).map(|texel| texel as u16)
    }

    /// Whole shades.
    #[inline(always)]
    pub(super) fn shades(&self) -> u32x4 {
        self.values[2] >> 24_u32
    }

    /// Whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(super) fn reflections(&self) -> [usize; LANES] {
        lanes::reflections(self.values[3], self.values[4]).map(|texel| texel as usize & 0xFFF)
    }
}
