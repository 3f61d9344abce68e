//! Fill functions: the pixels of rows, one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are in the units of [`Lanes`].

use super::{RasterTarget, Strip};
use crate::lanes::{Lanes, Words, multiples, with_widest};
use crate::pixel::Format;
use crate::raster::{BY_VALUE, FillTable, Kind, attributes, fill_table};
use crate::texture::{NO_PALETTES, NO_SPHERE, NO_TEXELS, SphereMap, TextureMap};
use alloc::sync::Arc;
use fearless_simd::{Simd, SimdBase, u32x4, u32x8};

/// Kind and sources of a polygon's pixels.
pub(super) struct PixelSource<'a> {
    pub(super) kind: Kind,
    pub(super) texture: Option<&'a TextureMap>,
    /// A colour polygon's pixels by shade level.
    pub(super) shades: &'a [u32; 32],
    /// The level of a polygon of constant shade, 0..=31.
    pub(super) level: usize,
    pub(super) sphere_map: &'a Option<Arc<SphereMap>>,
}

/// Fills the strips of a polygon.
pub(super) type FillFn = fn(&mut RasterTarget, &PixelSource);

pub(super) static FILLS: FillTable<FillFn> = fill_table!(fill_rows: FillFn);

/// Fills the strips of one kind of polygon. The parameters are those of [`fill_table`].
fn fill_rows<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    target: &mut RasterTarget,
    source: &PixelSource,
) {
    with_widest!(target.level, simd => fill_strips::<_, SURFACE, SHADE, BLEND, SPHERE>(simd, target, source));
}

#[inline(always)]
fn fill_strips<S: Simd, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    simd: S,
    target: &mut RasterTarget,
    source: &PixelSource,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    let painter = Painter::new(simd, target, source);
    let pitch = target.pitch as i64;
    let (least, most) = (i64::from(target.clip.left), i64::from(target.clip.right));
    let pixels = &mut *target.pixels;
    for &Strip { ref rows, ref left, ref right, clipped, ref values, ref down, ref across } in &target.strips {
        let block = Lanes::each(simd, used, across, |step| u32x8::splat(simd, step) << 3);
        let down = Lanes::all(simd, used, down);
        let mut next = Lanes::each(simd, used, across, |step| multiples(simd, step));
        next.add(used, &Lanes::all(simd, used, values));
        // Numbers of pixels, 48.16.
        let rows = i64::from(rows.start - target.top)..i64::from(rows.end - target.top);
        let [mut from, mut to] = [left, right].map(|edge| ((rows.start * pitch) << 16) + i64::from(edge[0]));
        let [from_step, to_step] = [left, right].map(|edge| (pitch << 16) + i64::from(edge[1]));
        // Without pixels in the first part every row of a clipped polygon is cut to the clip rectangle.
        let (pixels, clipped) = pixels.split_at_mut(if clipped { 0 } else { pixels.len() });
        // Counted down, which takes one register.
        for below in (0..rows.end - rows.start).rev() {
            let mut lanes = next;
            next.add(used, &down);
            let (start, end) = (from >> 16, to >> 16);
            (from, to) = (from + from_step, to + to_step);
            let run = match pixels.get_mut(start as usize..end as usize) {
                Some(run) => run,
                None => {
                    let line = (rows.end - 1 - below) * pitch;
                    let first = start.max(line + least);
                    let columns = (first - start) as u32;
                    let before = Lanes::each(simd, used, across, |step| u32x8::splat(simd, step.wrapping_mul(columns)));
                    lanes.add(used, &before);
                    clipped.get_mut(first as usize..end.min(line + most) as usize).unwrap_or_default()
                }
            };
            target.written += run.len() as u64;
            if SURFACE == 0 && SHADE == 0 && BLEND == 0 && !SPHERE {
                fill_colour(simd, run, painter.colour);
            } else {
                painter.fill::<SURFACE, SHADE, BLEND, SPHERE>(run, lanes, &block);
            }
        }
    }
}

/// Fills a run of pixels with one colour. Some pixels are filled twice: branches on the number of the last ones would
/// cost more, since it changes from row to row and processors guess it wrong.
#[inline(always)]
fn fill_colour<S: Simd>(simd: S, run: &mut [u32], colour: u32) {
    let block = u32x8::splat(simd, colour);
    if let Some(last) = run.last_chunk_mut() {
        block.store_array(last);
        if run.len() > 16 {
            run.as_chunks_mut().0.iter_mut().for_each(|pixels| block.store_array(pixels));
        } else if let Some(first) = run.first_chunk_mut() {
            block.store_array(first);
        }
    } else if let Some(last) = run.last_chunk_mut() {
        let half = u32x4::splat(simd, colour);
        half.store_array(last);
        if let Some(first) = run.first_chunk_mut() {
            half.store_array(first);
        }
    } else if let len @ 1.. = run.len() {
        [run[0], run[len / 2], run[len - 1]] = [colour; 3];
    }
}

/// [`PixelSource`], looked up as far as a whole polygon allows.
struct Painter<'a, S> {
    simd: S,
    texels: &'a [u8; 65536],
    palettes: &'a [u32; 8192],
    shades: &'a [u32; 32],
    sphere: &'a [u32; 4096],
    format: Format,
    kind: Kind,
    row: &'a [u32; 256],
    colour: u32,
    /// Toon: the greatest shade (8.24) that takes the second of the levels, not the first.
    limit: u32,
    levels: [u32; 2],
}

/// Where neighbouring pixels take their colours from; what a kind does not need is 0.
struct Sources<W> {
    /// Index of a texel in the upper half, `v << 8 | u`.
    texels: W,
    /// Levels of shade; with a texture, of the palettes' rows.
    levels: W,
    reflections: W,
}

impl<'a, S: Simd> Painter<'a, S> {
    #[inline(always)]
    fn new(simd: S, target: &RasterTarget, source: &PixelSource<'a>) -> Self {
        let PixelSource { kind, texture, shades, level, sphere_map } = *source;
        let palettes = texture.map_or(&NO_PALETTES, |texture| &texture.palettes);
        let RasterTarget { toon, format, .. } = *target;
        Self {
            simd,
            texels: texture.map_or(&NO_TEXELS, |texture| &texture.texels),
            palettes,
            shades,
            sphere: sphere_map.as_ref().map_or(&NO_SPHERE, |map| &map.pixels),
            format,
            kind,
            row: &palettes.as_chunks().0[level & 31],
            colour: shades[level & 31],
            limit: (toon[0] << 27) as u32 | 0x7FF_FFFF,
            levels: [toon[1] as u32, toon[2] as u32],
        }
    }

    /// Fills a run of pixels, the first eight at `lanes`, each eight `step` further.
    #[inline(always)]
    fn fill<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        mut run: &mut [u32],
        mut lanes: Lanes<u32x8<S>>,
        step: &Lanes<u32x8<S>>,
    ) {
        let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
        while run.len() >= 8 {
            let Some((block, rest)) = run.split_first_chunk_mut::<8>() else { return };
            if SURFACE == 2 {
                // More indices than four do not stay in registers.
                for (half, lanes) in block.as_chunks_mut::<4>().0.iter_mut().zip(lanes.halves()) {
                    self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(half, &lanes);
                }
            } else {
                self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(block, &lanes);
            }
            lanes.add(used, step);
            run = rest;
        }
        let [mut half, second] = lanes.halves();
        if run.len() >= 4 {
            let Some((block, rest)) = run.split_first_chunk_mut::<4>() else { return };
            self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(block, &half);
            half = second;
            run = rest;
        }
        if (1..4).contains(&run.len()) {
            // Branches on the number would cost more: what is drawn after the last pixel is written to one that is written again.
            let (middle, last) = (run.len() / 2, run.len() - 1);
            let mut pixels = [run[0], run[middle], run[last], 0];
            self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(&mut pixels, &half);
            run[last] = pixels[2];
            run[middle] = pixels[1];
            run[0] = pixels[0];
        }
    }

    #[inline(always)]
    fn sources<W: Words<S>, const SURFACE: u8, const SHADE: u8, const SPHERE: bool>(
        &self,
        lanes: &Lanes<W>,
    ) -> Sources<W> {
        let (none, [u, v, ..]) = (W::splat(self.simd, 0), lanes.0);
        let levels = match SHADE {
            0 => none,
            1 => lanes.shades() >> 27,
            _ => lanes.shades().compared(self.limit, self.levels[0], self.levels[1]),
        };
        Sources {
            texels: if SURFACE == 0 { none } else { v.with_lower(u) },
            levels: if SURFACE == 0 { levels } else { levels << 8 },
            reflections: if SPHERE { lanes.reflections() } else { none },
        }
    }

    /// Draws a block of pixels.
    #[inline(always)]
    fn draw<W: Words<S>, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        pixels: &mut [u32],
        lanes: &Lanes<W>,
    ) {
        let sources = &self.sources::<_, SURFACE, SHADE, SPHERE>(lanes);
        if SURFACE == 2 {
            return self.draw_keyed::<_, SHADE, BLEND, SPHERE>(pixels, sources);
        }
        let colour =
            |lane: usize| self.colour::<_, SURFACE, SHADE>(sources, lane, self.index::<_, SURFACE>(sources, lane));
        if BLEND == 0 && !SPHERE {
            // One store for each pixel: to make a vector of them takes fewer instructions and more time.
            for (lane, pixel) in pixels.iter_mut().enumerate() {
                *pixel = colour(lane);
            }
            return;
        }
        let (under, colours) = (W::from_slice(self.simd, pixels), W::from_fn(self.simd, colour));
        self.blended::<_, BLEND, SPHERE>(under, colours, sources.reflections).store_slice(pixels);
    }

    /// Draws four pixels, but not those of index 0.
    #[inline(always)]
    fn draw_keyed<W: Words<S>, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        pixels: &mut [u32],
        sources: &Sources<W>,
    ) {
        let indices: [usize; 4] = core::array::from_fn(|lane| self.index::<_, 2>(sources, lane));
        if BLEND == 0 && !SPHERE {
            for (lane, pixel) in pixels.iter_mut().enumerate() {
                if indices[lane] != 0 {
                    *pixel = self.colour::<_, 2, SHADE>(sources, lane, indices[lane]);
                }
            }
            return;
        }
        // Pictures of sprites have wide margins of index 0.
        if indices.iter().fold(0, |any, index| any | index) == 0 {
            return;
        }
        let colours = W::from_fn(self.simd, |lane| self.colour::<_, 2, SHADE>(sources, lane, indices[lane]));
        let under = W::from_slice(self.simd, pixels);
        let result = self.blended::<_, BLEND, SPHERE>(under, colours, sources.reflections);
        for (lane, pixel) in pixels.iter_mut().enumerate() {
            if indices[lane] != 0 {
                *pixel = result[lane];
            }
        }
    }

    /// Returns the index of a pixel's texel; 0 without a texture.
    #[inline(always)]
    fn index<W: Words<S>, const SURFACE: u8>(&self, sources: &Sources<W>, lane: usize) -> usize {
        if SURFACE == 0 { 0 } else { self.texels[usize::from(sources.texels.upper(lane))].into() }
    }

    /// Returns the shaded colour of a pixel whose texel has this index.
    #[inline(always)]
    fn colour<W: Words<S>, const SURFACE: u8, const SHADE: u8>(
        &self,
        sources: &Sources<W>,
        lane: usize,
        index: usize,
    ) -> u32 {
        match SHADE {
            0 if SURFACE == 0 => self.colour,
            0 => self.row[index & 0xFF],
            _ if SURFACE == 0 => self.shades[sources.levels[lane] as usize & 31],
            _ => self.palettes[sources.levels[lane] as usize & 0x1F00 | index & 0xFF],
        }
    }

    #[inline(always)]
    fn blended<W: Words<S>, const BLEND: u8, const SPHERE: bool>(&self, under: W, colours: W, reflections: W) -> W {
        let Self { kind, format, .. } = *self;
        let result = match if BLEND == BY_VALUE { kind.blend() as u8 } else { BLEND } {
            0 => colours,
            1 => format.half(under, colours),
            2 => format.add(under, colours),
            _ => format.sub(under, colours),
        };
        if SPHERE {
            let texel = |lane: usize| self.sphere[reflections[lane] as usize & 0xFFF];
            format.add(result, W::from_fn(self.simd, texel))
        } else {
            result
        }
    }
}
