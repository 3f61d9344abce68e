//! Fill functions: the pixels of runs, one function per kind of polygon, chosen once per polygon.
//!
//! Order at a pixel: depth test, index, colour-key test, shade, blend, sphere texel, store, depth.

use super::plane::{Block, DepthSteps, Run, Slope, Steps, first};
use crate::lanes::{Word, level, with_widest};
use crate::pixel::Format;
use crate::raster::{BY_VALUE, FillTable, Kind, attributes, fill_table};
use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdIntWiden, SimdMask, SimdNarrow};
use keitai_formats::Blend;

/// Kind and sources of a polygon's pixels.
#[derive(Clone, Copy)]
pub(super) struct PixelSource<'a> {
    pub(super) kind: Kind,
    /// Texture indices, `v << 8 | u`.
    pub(super) texels: &'a [u8; 65536],
    /// Colours of the palette. With a colour key, the highest bit of the first is set.
    pub(super) palette: &'a [u32; 256],
    /// A colour polygon's colour.
    pub(super) colour: u32,
    /// The shade of a polygon of constant shade, 0..=255.
    pub(super) shade: u32,
    /// Toon: shades above the first become the second, others the third.
    pub(super) toon: [u32; 3],
    /// Sphere texels to add.
    pub(super) sphere: &'a [u32; 4096],
    /// Whether depth is tested; otherwise all runs share the first depths, which are 0.
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
    /// The change of inverse depth for one model unit, in parallel.
    pub(super) const PARALLEL: Self = Self { square: 0, least: 4096 };

    /// Returns the pixels at depths `here` that are drawn over depths `there`, slack included.
    #[inline(always)]
    fn admits<S: Simd>(self, here: S::i32s, there: S::i32s) -> S::i32s {
        let q: S::u32s = here.bitcast();
        let (low, high) = q.widening_mul((q + q) * self.square);
        let square = (low >> 32).narrow(high >> 32);
        (there - here).simd_le((square + self.least).bitcast::<S::i32s>()).to_vector()
    }
}

/// Draws runs on a picture and its depths, both with room for `Framebuffer::SLACK` pixels after the last.
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
    with_widest!(level(), simd => fill_runs::<_, SURFACE, SHADE, BLEND, SPHERE>(simd, source, slope, runs, pixels, depths));
}

#[inline(always)]
fn fill_runs<S: Simd<u32s: Word>, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    simd: S,
    source: &PixelSource,
    slope: &Slope,
    runs: &[Run],
    pixels: &mut [u32],
    depths: &mut [i32],
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    let lanes = S::u32s::LEN;
    let painter = Painter::<S>::new(simd, source);
    let depth_steps = DepthSteps::new(simd, slope);
    let mut steps = Steps::new(simd, used, &slope.values);
    let depth_mask = if source.tested { usize::MAX } else { 0 };
    for run in runs {
        // Whole blocks but the last, of which some pixels may lie after the run.
        let whole = (run.count.wrapping_sub(1) / lanes as u32 * lanes as u32) as usize;
        let at = run.pixels as usize;
        let (pixels, last_pixels) = pixels[at..at + whole + lanes].split_at_mut(whole);
        let at = at & depth_mask;
        let (depths, last_depths) = depths[at..at + whole + lanes].split_at_mut(whole);
        if !slope.linear {
            steps = Steps::new(simd, used, &run.step);
        }
        let mut block = Block::new(used, run, &depth_steps, &steps);
        let all = S::i32s::splat(simd, -1);
        for (pixels, depths) in pixels.chunks_exact_mut(lanes).zip(depths.chunks_exact_mut(lanes)) {
            let (here, there) = (depth_steps.depths(&block), S::i32s::from_slice(simd, depths));
            if here.simd_lt(there).any_true() {
                painter.draw_hidden::<SURFACE, SHADE, BLEND, SPHERE>(all, here, &block, pixels, depths);
            } else {
                painter.store::<SURFACE, SHADE, BLEND, SPHERE>((all, all), here, &block, pixels, depths);
            }
            block.forward(used, &depth_steps, &steps);
        }
        let here = depth_steps.depths(&block);
        let cover = first(simd, run.count as usize - whole);
        painter.draw_hidden::<SURFACE, SHADE, BLEND, SPHERE>(cover, here, &block, last_pixels, last_depths);
    }
}

/// A [`PixelSource`] and the token of the registers that its pixels are computed in.
struct Painter<'a, S: Simd> {
    simd: S,
    source: PixelSource<'a>,
}

impl<'a, S: Simd<u32s: Word>> Painter<'a, S> {
    #[inline(always)]
    fn new(simd: S, source: &PixelSource<'a>) -> Self {
        Self { simd, source: *source }
    }

    /// Draws those of the pixels whose bits are in `cover` that are not hidden.
    #[inline(always)]
    fn draw_hidden<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        cover: S::i32s,
        here: S::i32s,
        block: &Block<S>,
        pixels: &mut [u32],
        depths: &mut [i32],
    ) {
        let there = S::i32s::from_slice(self.simd, depths);
        let deeper = cover & here.simd_lt(there).to_vector();
        let mut visible = cover;
        if any::<S>(deeper) {
            visible &= self.source.slack.admits::<S>(here, there);
            if !any::<S>(visible) {
                return;
            }
        }
        self.store::<SURFACE, SHADE, BLEND, SPHERE>((visible, cover ^ deeper), here, block, pixels, depths);
    }

    /// Draws the pixels of a block whose bits are set in `visible`; those with bits in `nearer` also store their
    /// depths.
    #[inline(always)]
    fn store<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        (mut visible, mut nearer): (S::i32s, S::i32s),
        here: S::i32s,
        block: &Block<S>,
        pixels: &mut [u32],
        depths: &mut [i32],
    ) {
        let Self { simd, source } = self;
        let colour = if SURFACE == 0 { S::u32s::splat(*simd, source.colour) } else { self.texels(block) };
        if SURFACE == 2 {
            let opaque = !(colour.bitcast::<S::i32s>() >> 31);
            (visible, nearer) = (visible & opaque, nearer & opaque);
            if !any::<S>(visible) {
                return;
            }
        }
        let under = S::u32s::from_slice(*simd, pixels);
        let result = self.drawn::<SHADE, BLEND, SPHERE>(colour, block, under);
        S::mask32s::from_vector(visible).select(result, under).store_slice(pixels);
        if BLEND == 0 || BLEND == BY_VALUE && source.kind.blend() == Blend::Normal {
            let there = S::i32s::from_slice(*simd, depths);
            S::mask32s::from_vector(nearer).select(here, there).store_slice(depths);
        }
    }

    /// Returns the colours of pixels whose texels or polygon have a `colour`.
    #[inline(always)]
    fn drawn<const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        colour: S::u32s,
        block: &Block<S>,
        under: S::u32s,
    ) -> S::u32s {
        let Self { simd, source } = self;
        let shaded = match SHADE {
            0 if source.shade == 255 => colour,
            0 => shaded::<S>(colour, S::u32s::splat(*simd, source.shade)),
            1 => shaded::<S>(colour, block.values.shades() >> 24),
            _ => {
                let [threshold, high, low] = source.toon;
                let bright = (block.values.shades() >> 24).bitcast::<S::i32s>().simd_gt(threshold as i32);
                shaded::<S>(colour, bright.select(S::u32s::splat(*simd, high), S::u32s::splat(*simd, low)))
            }
        };
        let blended = match if BLEND == BY_VALUE { source.kind.blend() as u8 } else { BLEND } {
            0 => shaded,
            1 => Format::RGB888.half(under, shaded),
            2 => Format::RGB888.add(under, shaded),
            _ => Format::RGB888.sub(under, shaded),
        };
        if SPHERE { Format::RGB888.add(blended, self.reflections(block)) } else { blended }
    }

    // These functions have no parameters for the kind of polygon, so that their closures are compiled once, not for each kind.

    #[inline(always)]
    fn texels(&self, block: &Block<S>) -> S::u32s {
        let PixelSource { palette, texels, .. } = self.source;
        let at = block.values.texels();
        S::u32s::from_fn(self.simd, |lane| palette[usize::from(texels[at[lane] as usize & 0xFFFF])])
    }

    #[inline(always)]
    fn reflections(&self, block: &Block<S>) -> S::u32s {
        let at = block.values.reflections();
        S::u32s::from_fn(self.simd, |lane| self.source.sphere[at[lane] as usize & 0xFFF])
    }
}

#[inline(always)]
fn any<S: Simd>(lanes: S::i32s) -> bool {
    S::mask32s::from_vector(lanes).any_true()
}

/// Returns `c * m / 256` per channel, `m` being the shade, but 256 for 255 and one more from 128 on.
#[inline(always)]
fn shaded<S: Simd>(colour: S::u32s, shade: S::u32s) -> S::u32s {
    let m = shade + (shade >> 7);
    // Halves of words: red and blue, and green.
    let m: S::u16s = (m | m << 16).bitcast();
    let [red_blue, green]: [S::u16s; 2] = [(colour & 0xFF_00FF).bitcast(), (colour >> 8 & 0xFF).bitcast()];
    ((red_blue * m) >> 8).bitcast::<S::u32s>() | (green * m).bitcast::<S::u32s>() & 0xFF00
}

pub(super) static FILLS: FillTable<FillFn> = fill_table!(fill: FillFn);

#[cfg(test)]
#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
mod tests {
    use super::*;
    use crate::framebuffer::Framebuffer;
    use crate::raster::{KindParts, Shade};
    use fearless_simd::Level;

    /// Returns a picture of 64 by 64 pixels and its depths after random runs of each blend, drawn with the registers of a token.
    fn drawn<S: Simd<u32s: Word>, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        simd: S,
    ) -> (Vec<u32>, Vec<i32>) {
        let mut random = fastrand::Rng::with_seed(7);
        let texels: Vec<u8> = (0..65536).map(|_| random.u8(0..4)).collect();
        let palette: [u32; 256] = core::array::from_fn(|i| random.u32(..1 << 24) | u32::from(i == 0) << 31);
        let sphere: [u32; 4096] = core::array::from_fn(|_| random.u32(..1 << 24));
        let size = 64 * 64 + Framebuffer::SLACK;
        let mut pixels: Vec<u32> = (0..size).map(|_| random.u32(..1 << 24)).collect();
        let mut depths: Vec<i32> = (0..size).map(|_| random.i32(0..1 << 14)).collect();
        for blend in Blend::ALL {
            let shade = [Shade::Constant, Shade::Gouraud, Shade::Toon];
            let source = PixelSource {
                kind: Kind::new(&KindParts {
                    textured: SURFACE != 0,
                    key: SURFACE == 2,
                    shade: shade[usize::from(SHADE)],
                    lit: true,
                    blend,
                    sphere: SPHERE,
                }),
                texels: texels.as_slice().try_into().expect("65536 texels"),
                palette: &palette,
                colour: random.u32(..1 << 24),
                shade: random.u32(..256),
                toon: [100, 200, 30],
                sphere: &sphere,
                tested: true,
                slack: Slack::PERSPECTIVE,
            };
            for linear in [false, true] {
                let mut values = || core::array::from_fn(|_| random.u32(..));
                let (values, step) = (values(), values());
                let slope = Slope { depth: random.i32(-50..50), fraction: 4, linear, values };
                let runs: Vec<Run> = (0..200)
                    .map(|_| Run {
                        pixels: random.u32(..64 * 63),
                        count: random.u32(1..40),
                        depth: random.i32(1 << 12..1 << 18),
                        start: core::array::from_fn(|_| random.u32(..)),
                        step,
                    })
                    .collect();
                fill_runs::<_, SURFACE, SHADE, BLEND, SPHERE>(simd, &source, &slope, &runs, &mut pixels, &mut depths);
            }
        }
        (pixels, depths)
    }

    #[test]
    fn registers_of_four_and_of_eight_pixels_draw_the_same() {
        let level = Level::new();
        let (Some(four), Some(eight)) = (level.as_sse2(), level.as_avx2()) else {
            eprintln!("skipped: this processor has no registers of eight pixels");
            return;
        };
        assert_eq!(drawn::<_, 0, 0, 0, false>(four), drawn::<_, 0, 0, 0, false>(eight));
        assert_eq!(drawn::<_, 1, 0, 3, false>(four), drawn::<_, 1, 0, 3, false>(eight));
        assert_eq!(drawn::<_, 1, 2, 0, true>(four), drawn::<_, 1, 2, 0, true>(eight));
        assert_eq!(drawn::<_, 2, 1, BY_VALUE, true>(four), drawn::<_, 2, 1, BY_VALUE, true>(eight));
    }
}
