//! Depth and attributes of four neighbouring pixels, in the processor's vector registers.

use super::pair::PARTS;
use super::run::Run;
use crate::raster::lanes::{self, LANES, ramp};
use wide::{i32x4, u32x4};

/// Depth and attributes of four neighbouring pixels, and what brings them to the next four.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    depth: i32x4,
    depth_step: i32x4,
    fraction: i32,
    /// Texel coordinates and the shade, 8.24, and sphere coordinates, 6.26.
    values: [u32x4; 5],
    steps: [u32x4; 5],
}

impl Lanes {
    /// The first four pixels of a run, with the attributes in a set.
    #[inline(always)]
    pub(super) fn new(used: u8, run: &Run) -> Self {
        let first = |start: u32, step: u32| u32x4::splat(start) + ramp(step);
        let next = |step: u32| u32x4::splat(step.wrapping_mul(LANES as u32));
        let (depth, depth_step) = (run.depth as u32, run.depth_step as u32);
        let mut lanes = Self {
            depth: bytemuck::cast(first(depth, depth_step)),
            depth_step: bytemuck::cast(next(depth_step)),
            fraction: run.fraction as i32,
            values: [u32x4::ZERO; 5],
            steps: [u32x4::ZERO; 5],
        };
        for (i, (pair, shift)) in PARTS.into_iter().enumerate() {
            if used >> i & 1 != 0 {
                // The low part of a step has a sign, which the high one pays for.
                let half = (1 << shift) >> 1;
                let start = (run.start[pair] >> shift) as u32;
                let step = (run.step[pair].wrapping_add(half) >> shift) as u32;
                (lanes.values[i], lanes.steps[i]) = (first(start, step), next(step));
            }
        }
        lanes
    }

    /// Goes to the next four.
    #[inline(always)]
    pub(super) fn forward(&mut self, used: u8) {
        self.depth += self.depth_step;
        for i in 0..5 {
            if used >> i & 1 != 0 {
                self.values[i] += self.steps[i];
            }
        }
    }

    /// Inverse depths.
    #[inline(always)]
    pub(super) fn depths(&self) -> i32x4 {
        self.depth >> self.fraction
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
