//! Depth and attributes of four neighbouring pixels, in the processor's vector registers.

use super::pair::PARTS;
use super::run::Run;
use std::array::from_fn;
use wide::{i32x4, u32x4};

/// Pixels side by side.
pub(super) const LANES: usize = 4;

const NO: u32 = 0;
const YES: u32 = u32::MAX;

/// The lanes of a run's last four pixels that belong to it, by the remainder of their number.
pub(super) static LAST: [u32x4; LANES] = [
    u32x4::new([YES, YES, YES, YES]),
    u32x4::new([YES, NO, NO, NO]),
    u32x4::new([YES, YES, NO, NO]),
    u32x4::new([YES, YES, YES, NO]),
];

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

/// 0, once, twice and three times a step.
#[inline(always)]
fn ramp(step: u32) -> u32x4 {
    let step = u32x4::splat(step);
    (step & u32x4::new([NO, YES, NO, YES])) + ((step + step) & u32x4::new([NO, NO, YES, YES]))
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
        let [u, v, ..] = self.values;
        let texels = (v >> 16_u32 & u32x4::splat(0xFF00) | u >> 24_u32).to_array();
        from_fn(|i| texels[i] as u16)
    }

    /// Whole shades.
    #[inline(always)]
    pub(super) fn shades(&self) -> u32x4 {
        self.values[2] >> 24_u32
    }

    /// Whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(super) fn reflections(&self) -> [usize; LANES] {
        let [.., e, f] = self.values;
        let reflections = (f >> 20_u32 & u32x4::splat(0xFC0) | e >> 26_u32).to_array();
        from_fn(|i| reflections[i] as usize & 0xFFF)
    }
}
