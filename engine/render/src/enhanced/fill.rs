//! Fill functions: the pixels of runs, one function per kind of polygon, chosen once per polygon.
//!
//! Order at a pixel: depth test, index, colour-key test, shade, blend, sphere texel, store, depth.

use super::lanes::{DepthSteps, Lanes, Steps};
use super::run::{Run, Slope};
use crate::pixel::Format;
use crate::raster::kind::{BY_VALUE, FillTable, Kind, attributes, fill_table};
use crate::raster::lanes::{LANES, LAST, widest};
use keitai_formats::Blend;
use wide::{i32x4, u16x8, u32x4};

/// Kind and sources of a polygon's pixels.
#[derive(Clone, Copy)]
pub(super) struct PixelSource<'a> {
    pub(super) kind: Kind,
    /// Texture indices, `v << 8 | u`.
    pub(super) texels: &'a [u8; 65536],
    /// With a colour key, the highest bit of the first is set.
    pub(super) palette: &'a [u32; 256],
    /// A colour polygon's colour.
    pub(super) colour: u32,
    /// The shade of a polygon of constant shade, 0..=255.
    pub(super) shade: u32,
    /// Toon: shades above the first become the second, others the third.
    pub(super) toon: [u32; 3],
    /// Sphere texels to add.
    pub(super) sphere: &'a [u32; 4096],
    /// Whether depth counts; otherwise all runs share the first depths, which are 0.
    pub(super) tested: bool,
    pub(super) slack: Slack,
}

/// Tolerance of the depth test. A pixel is drawn when it is at most this much deeper than the one there: `square q^2 / 2^31 + least`, less than 2^31.
#[derive(Clone, Copy)]
pub(super) struct Slack {
    square: u32,
    least: u32,
}

impl Slack {
    /// The change of inverse depth for one model unit, in perspective.
    pub(super) const PERSPECTIVE: Self = Self { square: 1, least: 1 };
    /// The same, in parallel.
    pub(super) const PARALLEL: Self = Self { square: 0, least: 4096 };

    /// Returns the pixels at depths `here` that are drawn over depths `there`, slack included.
    #[inline(always)]
    fn admits(self, here: i32x4, there: i32x4) -> u32x4 {
        let q: u32x4 = bytemuck::cast(here);
        let square = q.mul_keep_high((q + q) & u32x4::splat(self.square.wrapping_neg()));
        let slack: i32x4 = bytemuck::cast(square + u32x4::splat(self.least));
        !bytemuck::cast::<_, u32x4>((there - here).simd_gt(slack))
    }
}

/// Draws runs on a picture and its depths, both with room for three pixels behind the last.
pub(super) type FillFn = fn(&PixelSource, &Slope, &[Run], pixels: &mut [u32], depths: &mut [i32]);

/// `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`: the variants in order. `BLEND`: those of
/// [`Blend`], or [`BY_VALUE`]. `SPHERE`: whether sphere texels are added.
fn fill<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    source: &PixelSource,
    slope: &Slope,
    runs: &[Run],
    pixels: &mut [u32],
    depths: &mut [i32],
) {
    widest(
        #[inline(always)]
        || fill_runs::<SURFACE, SHADE, BLEND, SPHERE>(source, slope, runs, pixels, depths),
    );
}

#[inline(always)]
fn fill_runs<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    source: &PixelSource,
    slope: &Slope,
    runs: &[Run],
    pixels: &mut [u32],
    depths: &mut [i32],
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    let source = &PixelSource { ..*source };
    let depth_steps = DepthSteps::new(slope);
    let mut steps = Steps::new(used, &slope.values);
    let depth_mask = if source.tested { usize::MAX } else { 0 };
    for run in runs {
        // Blocks of four but the last, of which a few pixels may lie behind the run.
        let whole = (run.count.wrapping_sub(1) / LANES as u32 * LANES as u32) as usize;
        let at = run.pixels as usize;
        let (pixels, last_pixels) = pixels[at..at + whole + LANES].split_at_mut(whole);
        let at = at & depth_mask;
        let (depths, last_depths) = depths[at..at + whole + LANES].split_at_mut(whole);
        if !slope.linear {
            steps = Steps::new(used, &run.step);
        }
        let mut lanes = Lanes::new(used, run, &depth_steps, &steps);
        for (block, stored) in pixels.as_chunks_mut().0.iter_mut().zip(depths.as_chunks_mut().0) {
            let (here, there) = (depth_steps.depths(&lanes), i32x4::new(*stored));
            if here.simd_lt(there).any() {
                source.draw_hidden::<SURFACE, SHADE, BLEND, SPHERE>(u32x4::MAX, here, &lanes, block, stored);
            } else {
                let all = (u32x4::MAX, u32x4::MAX);
                source.store::<SURFACE, SHADE, BLEND, SPHERE>(all, here, &lanes, block, stored);
            }
            lanes.forward(used, &depth_steps, &steps);
        }
        if let (Some(block), Some(stored)) = (last_pixels.first_chunk_mut(), last_depths.first_chunk_mut()) {
            let here = depth_steps.depths(&lanes);
            let cover = LAST[run.count as usize % LANES];
            source.draw_hidden::<SURFACE, SHADE, BLEND, SPHERE>(cover, here, &lanes, block, stored);
        }
    }
}

impl PixelSource<'_> {
    /// Draws those of the pixels in `cover` that are not hidden.
    #[inline(always)]
    fn draw_hidden<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        cover: u32x4,
        here: i32x4,
        lanes: &Lanes,
        pixels: &mut [u32; LANES],
        depths: &mut [i32; LANES],
    ) {
        let there = i32x4::new(*depths);
        let deeper = cover & bytemuck::cast::<_, u32x4>(here.simd_lt(there));
        let mut visible = cover;
        if deeper.any() {
            visible &= self.slack.admits(here, there);
            if !visible.any() {
                return;
            }
        }
        self.store::<SURFACE, SHADE, BLEND, SPHERE>((visible, cover ^ deeper), here, lanes, pixels, depths);
    }

    /// Draws the `visible` ones of four pixels; those that are `nearer` leave their depths.
    #[inline(always)]
    fn store<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        (mut visible, mut nearer): (u32x4, u32x4),
        here: i32x4,
        lanes: &Lanes,
        pixels: &mut [u32; LANES],
        depths: &mut [i32; LANES],
    ) {
        let texel = |at: u32| self.palette[usize::from(self.texels[at as usize & 0xFFFF])];
        let colour = if SURFACE == 0 { u32x4::splat(self.colour) } else { u32x4::new(lanes.texels().map(texel)) };
        if SURFACE == 2 {
            let kept: u32x4 = bytemuck::cast(!(bytemuck::cast::<_, i32x4>(colour) >> 31_i32));
            (visible, nearer) = (visible & kept, nearer & kept);
            if !visible.any() {
                return;
            }
        }
        let under = u32x4::new(*pixels);
        let drawn = self.drawn::<SHADE, BLEND, SPHERE>(colour, lanes, under);
        *pixels = visible.bitselect(drawn, under).to_array();
        if BLEND == 0 || BLEND == BY_VALUE && self.kind.blend() == Blend::Normal {
            let there: u32x4 = bytemuck::cast(*depths);
            *depths = bytemuck::cast(nearer.bitselect(bytemuck::cast(here), there));
        }
    }

    /// Returns the colours of four pixels whose texels or polygon have a `colour`.
    #[inline(always)]
    fn drawn<const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        colour: u32x4,
        lanes: &Lanes,
        under: u32x4,
    ) -> u32x4 {
        let source = match SHADE {
            0 if self.shade == 255 => colour,
            0 => shaded(colour, u32x4::splat(self.shade)),
            1 => shaded(colour, lanes.shades()),
            _ => {
                let [threshold, high, low] = self.toon.map(u32x4::splat);
                let bright: u32x4 = bytemuck::cast(
                    bytemuck::cast::<_, i32x4>(lanes.shades()).simd_gt(bytemuck::cast::<_, i32x4>(threshold)),
                );
                shaded(colour, bright.bitselect(high, low))
            }
        };
        let blended = match if BLEND == BY_VALUE { self.kind.blend() as u8 } else { BLEND } {
            0 => source,
            1 => Format::RGB888.half(under, source),
            2 => Format::RGB888.add(under, source),
            _ => Format::RGB888.sub(under, source),
        };
        if SPHERE {
            Format::RGB888.add(blended, u32x4::new(lanes.reflections().map(|at| self.sphere[at as usize & 0xFFF])))
        } else {
            blended
        }
    }
}

/// Returns `c * m / 256` per channel, `m` being the shade, but 256 for 255 and one more from 128 on.
#[inline(always)]
fn shaded(colour: u32x4, shade: u32x4) -> u32x4 {
    let m = shade + (shade >> 7_u32);
    // Halves of words: red and blue, and green.
    let m: u16x8 = bytemuck::cast(m | m << 16_u32);
    let [red_blue, green]: [u16x8; 2] =
        [colour & u32x4::splat(0xFF_00FF), colour >> 8_u32 & u32x4::splat(0xFF)].map(bytemuck::cast);
    let green: u32x4 = bytemuck::cast(green * m);
    bytemuck::cast::<_, u32x4>((red_blue * m) >> 8_u32) | green & u32x4::splat(0xFF00)
}

/// The fill functions by kind of polygon.
pub(super) static FILLS: FillTable<FillFn> = fill_table!(fill: FillFn);
