//! Depth and attributes of four neighbouring pixels, in the processor's vector registers.

use super::pair::{self, PARTS};
use super::run::{Run, Slope};
use crate::raster::lanes::{self, LANES, multiples};
use wide::{i32x4, u32x4, u64x2};

/// What the first four pixels of all runs of a polygon have in common, and what all fours on their way.
#[derive(Clone, Copy)]
pub(super) struct LaneSteps {
    depth: u32x4,
    depth_step: i32x4,
    fraction: u32,
    /// What their bend adds to the third and fourth pixel of a run.
    bend: [u64x2; 3],
    /// What it adds to the first step of each to the next four, and what each step adds to the next.
    steps: [u32x4; 5],
    bends: [u32x4; 5],
}

impl LaneSteps {
    /// Those of the attributes in a set.
    #[inline(always)]
    pub(super) fn new(used: u8, slope: &Slope) -> Self {
        let step = slope.depth as u32;
        let mut steps = Self {
            depth: multiples(step),
            depth_step: i32x4::splat(slope.depth.wrapping_mul(LANES as i32)),
            fraction: slope.fraction,
            bend: slope.bend.map(|bend| u64x2::new([bend, bend.wrapping_mul(3)])),
            steps: [u32x4::ZERO; 5],
            bends: [u32x4::ZERO; 5],
        };
        for i in 0..5 {
            if used >> i & 1 != 0 {
                let bend = pair::part(&slope.bend, i);
                // The fifth pixel has 0 + 1 + 2 + 3 bends more than the first, the sixth 1 + 2 + 3 + 4 more than the
                // second.
                steps.steps[i] = u32x4::splat(bend.wrapping_mul(6)) + multiples(bend.wrapping_mul(4));
                steps.bends[i] = u32x4::splat(bend.wrapping_mul(16));
            }
        }
        steps
    }

    /// Inverse depths.
    #[inline(always)]
    pub(super) fn depths(&self, lanes: &Lanes) -> i32x4 {
        lanes.depth.unbounded_shr_scalar(self.fraction)
    }
}

/// Depth and attributes of four neighbouring pixels, and what brings the attributes to the next four.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    depth: i32x4,
    /// Texel coordinates and the shade, 8.24, and sphere coordinates, 6.26.
    values: [u32x4; 5],
    steps: [u32x4; 5],
}

impl Lanes {
    /// The first four pixels of a run, with the attributes in a set.
    #[inline(always)]
    pub(super) fn new(used: u8, run: &Run, steps: &LaneSteps) -> Self {
        let mut lanes = Self {
            depth: bytemuck::cast(u32x4::splat(run.depth as u32) + steps.depth),
            values: [u32x4::ZERO; 5],
            steps: [u32x4::ZERO; 5],
        };
        let next = run.step.map(|step| step.wrapping_mul(LANES as u64));
        for (i, (pair, shift)) in PARTS.into_iter().enumerate() {
            if used >> i & 1 != 0 {
                let step = run.step[pair];
                let first = u64x2::splat(run.start[pair]) + u64x2::new([0, step]);
                let third = first + u64x2::splat(step.wrapping_mul(2)) + steps.bend[pair];
                let [first, third]: [[u32; LANES]; 2] = [first, third].map(bytemuck::cast);
                let half = usize::from(shift != 0);
                lanes.values[i] = u32x4::new([first[half], first[half + 2], third[half], third[half + 2]]);
                lanes.steps[i] = u32x4::splat(pair::part(&next, i)) + steps.steps[i];
            }
        }
        lanes
    }

    /// Goes to the next four.
    #[inline(always)]
    pub(super) fn forward(&mut self, used: u8, steps: &LaneSteps) {
        self.depth += steps.depth_step;
        for i in 0..5 {
            if used >> i & 1 != 0 {
                self.values[i] += self.steps[i];
                self.steps[i] += steps.bends[i];
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
