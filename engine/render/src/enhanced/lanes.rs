//! Depth and interpolants of four neighbouring pixels, in the processor's vector registers.

use super::attributes::each;
use super::run::{Run, Slope, Values};
use crate::raster::lanes::{self, LANES, multiples};
use wide::{i32x4, u32x4};

/// Inverse depth along all runs of a polygon.
#[derive(Clone, Copy)]
pub(super) struct DepthSteps {
    /// Change from the first pixel of a block to each of the four.
    within: u32x4,
    /// Change from block to block.
    next: i32x4,
    fraction: u32,
}

impl DepthSteps {
    #[inline(always)]
    pub(super) fn new(slope: &Slope) -> Self {
        Self {
            within: multiples(slope.depth as u32),
            next: i32x4::splat(slope.depth.wrapping_mul(LANES as i32)),
            fraction: slope.fraction,
        }
    }

    /// Whole inverse depths.
    #[inline(always)]
    pub(super) fn depths(&self, lanes: &Lanes) -> i32x4 {
        lanes.depth.unbounded_shr_scalar(self.fraction)
    }
}

/// Change of the attributes from one pixel to the next; only those that are used are set.
pub(super) struct Steps {
    /// Change from the first pixel of a block to each of the four.
    within: [u32x4; 5],
    /// Change from block to block.
    next: [u32x4; 5],
}

impl Steps {
    #[inline(always)]
    pub(super) fn new(used: u8, step: &Values) -> Self {
        let mut steps = Self { within: [u32x4::ZERO; 5], next: [u32x4::ZERO; 5] };
        each(used, |i| {
            steps.within[i] = multiples(step[i]);
            steps.next[i] = u32x4::splat(step[i].wrapping_mul(LANES as u32));
        });
        steps
    }
}

/// Depth and interpolants of a block of four neighbouring pixels.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    depth: i32x4,
    values: [u32x4; 5],
}

impl Lanes {
    /// Returns the first block of a run; `used` is the set of attributes.
    #[inline(always)]
    pub(super) fn new(used: u8, run: &Run, depths: &DepthSteps, steps: &Steps) -> Self {
        let depth = bytemuck::cast(u32x4::splat(run.depth as u32) + depths.within);
        let mut values = [u32x4::ZERO; 5];
        each(used, |i| values[i] = u32x4::splat(run.start[i]) + steps.within[i]);
        Self { depth, values }
    }

    /// Moves to the next block of the run.
    #[inline(always)]
    pub(super) fn forward(&mut self, used: u8, depths: &DepthSteps, steps: &Steps) {
        self.depth += depths.next;
        each(used, |i| self.values[i] += steps.next[i]);
    }

    /// Whole texels, `v << 8 | u`.
    #[inline(always)]
    pub(super) fn texels(&self) -> [u32; LANES] {
        lanes::texels(self.values[0], self.values[1])
    }

    /// Whole shades.
    #[inline(always)]
    pub(super) fn shades(&self) -> u32x4 {
        self.values[2] >> 24_u32
    }

    /// Whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(super) fn reflections(&self) -> [u32; LANES] {
        lanes::reflections(self.values[3], self.values[4])
    }
}
