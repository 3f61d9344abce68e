//! Fill functions: the pixels of rows, one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::edge::Edge;
use super::kind::{BY_VALUE, FillTable, Kind, attributes, fill_table};
use super::lanes::{Lanes, with_widest};
use super::{Interpolants, RasterTarget, Strip};
use crate::pixel::{Format, Words};
use fearless_simd::{Simd, SimdBase, u32x4, u32x8};

/// Kind and sources of a polygon's pixels.
pub(crate) struct PixelSource<'a> {
    pub(crate) kind: Kind,
    /// Texture indices, `v << 8 | u`.
    pub(crate) texels: &'a [u8; 65536],
    /// Palettes of 256 by shade level.
    pub(crate) palettes: &'a [u32; 8192],
    /// A colour polygon's pixels by shade level.
    pub(crate) shades: &'a [u32; 32],
    /// The level of a polygon of constant shade, 0..=31.
    pub(crate) level: usize,
    /// Sphere texels to add.
    pub(crate) sphere: &'a [u32; 4096],
}

/// Fills strips of a polygon. The second is the change of the attributes from column to column.
pub(crate) type FillFn = fn(&mut RasterTarget, &[Strip], &Interpolants, &PixelSource);

pub(crate) static FILLS: FillTable<FillFn> = fill_table!(fill_rows: FillFn);

/// Fills the strips of one kind of polygon. The parameters are those of [`fill_table`].
fn fill_rows<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    target: &mut RasterTarget,
    strips: &[Strip],
    across: &Interpolants,
    source: &PixelSource,
) {
    with_widest!(target.level, simd => fill_strips::<_, SURFACE, SHADE, BLEND, SPHERE>(simd, target, strips, across, source));
}

#[inline(always)]
fn fill_strips<S: Simd, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    simd: S,
    target: &mut RasterTarget,
    strips: &[Strip],
    across: &Interpolants,
    source: &PixelSource,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    let painter = Painter::new(simd, target, source);
    let within = Lanes::multiples(simd, used, across);
    let block = Lanes::all(simd, used, across, 8);
    let pitch = target.pitch as i64;
    let clip = target.clip;
    let (least, most) = (i64::from(clip.left), i64::from(clip.right));
    let pixels = &mut *target.pixels;
    let mut written = 0;
    for Strip { rows, left, right } in strips {
        let (top, bottom) = (rows.start.max(clip.top), rows.end.min(clip.bottom));
        if top >= bottom {
            continue;
        }
        // Columns lie between those of the first and the last row.
        let ends = |edge: &Edge| {
            let column = i64::from(edge.column(top));
            [column, column + i64::from(edge.dx()) * i64::from(bottom - top - 1)]
        };
        let ([left_top, left_bottom], [right_top, right_bottom]) = (ends(left), ends(right));
        let clipped = left_top.min(left_bottom) >> 16 < least || right_top.max(right_bottom) >> 16 > most;
        // Numbers of pixels, 48.16.
        let rows = i64::from(top - target.top)..i64::from(bottom - target.top);
        let number = |column: i64| ((rows.start * pitch) << 16) + column;
        let (mut from, mut to) = (number(left_top), number(right_top));
        let (from_step, to_step) = ((pitch << 16) + i64::from(left.dx()), (pitch << 16) + i64::from(right.dx()));
        let mut next = within;
        next.add(used, &Lanes::all(simd, used, &left.attributes(used, top), 1));
        let down = Lanes::all(simd, used, left.steps(), 1);
        for row in rows {
            let mut lanes = next;
            next.add(used, &down);
            let (mut start, mut end) = (from >> 16, to >> 16);
            (from, to) = (from + from_step, to + to_step);
            if clipped {
                let line = row * pitch;
                let first = start.max(line + least);
                lanes.add(used, &Lanes::all(simd, used, across, (first - start) as i32));
                (start, end) = (first, end.min(line + most));
            }
            if let Some(run) = pixels.get_mut(start as usize..end as usize) {
                written += run.len();
                if SURFACE == 0 && SHADE == 0 && BLEND == 0 && !SPHERE {
                    fill_colour(run, painter.colour);
                } else {
                    painter.fill::<SURFACE, SHADE, BLEND, SPHERE>(run, lanes, &block);
                }
            }
        }
    }
    target.written += written as u64;
}

/// Fills a run of pixels with one colour. Some pixels are filled twice: branches on the number of the last ones would
/// cost more, since it changes from row to row and processors guess it wrong.
#[inline(always)]
fn fill_colour(run: &mut [u32], colour: u32) {
    const SHORT: usize = 4;
    const LONG: usize = 8;
    let len = run.len();
    if len >= LONG {
        for block in run.as_chunks_mut().0 {
            *block = [colour; LONG];
        }
        run[len - LONG..].copy_from_slice(&[colour; LONG]);
    } else if len >= SHORT {
        run[..SHORT].copy_from_slice(&[colour; SHORT]);
        run[len - SHORT..].copy_from_slice(&[colour; SHORT]);
    } else if len > 0 {
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
    texels: W,
    /// Levels of shade; with a texture, of the palettes' rows.
    levels: W,
    reflections: W,
}

impl<'a, S: Simd> Painter<'a, S> {
    #[inline(always)]
    fn new(simd: S, target: &RasterTarget, source: &PixelSource<'a>) -> Self {
        let PixelSource { texels, palettes, shades, sphere, kind, level } = *source;
        let RasterTarget { toon, format, .. } = *target;
        Self {
            simd,
            texels,
            palettes,
            shades,
            sphere,
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
                    self.draw_keyed::<SHADE, BLEND, SPHERE>(half, &self.sources::<_, SURFACE, SHADE, SPHERE>(&lanes));
                }
            } else {
                self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(
                    block,
                    &self.sources::<_, SURFACE, SHADE, SPHERE>(&lanes),
                );
            }
            lanes.add(used, step);
            run = rest;
        }
        let [mut half, second] = lanes.halves();
        if run.len() >= 4 {
            let Some((block, rest)) = run.split_first_chunk_mut::<4>() else { return };
            let sources = self.sources::<_, SURFACE, SHADE, SPHERE>(&half);
            if SURFACE == 2 {
                self.draw_keyed::<SHADE, BLEND, SPHERE>(block, &sources);
            } else {
                self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(block, &sources);
            }
            half = second;
            run = rest;
        }
        if (1..4).contains(&run.len()) {
            self.draw_few::<SURFACE, SHADE, BLEND, SPHERE>(run, &self.sources::<_, SURFACE, SHADE, SPHERE>(&half));
        }
    }

    #[inline(always)]
    fn sources<W: Words<S>, const SURFACE: u8, const SHADE: u8, const SPHERE: bool>(
        &self,
        lanes: &Lanes<W>,
    ) -> Sources<W> {
        let none = W::splat(self.simd, 0);
        let levels = match SHADE {
            0 => none,
            1 => lanes.shades() >> 27,
            _ => lanes.shades().compared(self.limit, self.levels[0], self.levels[1]),
        };
        Sources {
            texels: if SURFACE == 0 { none } else { lanes.texels() },
            levels: if SURFACE == 0 { levels } else { levels << 8 },
            reflections: if SPHERE { lanes.reflections() } else { none },
        }
    }

    /// Draws a block of pixels, without a colour key.
    #[inline(always)]
    fn draw<W: Words<S>, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        pixels: &mut [u32],
        sources: &Sources<W>,
    ) {
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
    fn draw_keyed<const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        pixels: &mut [u32; 4],
        sources: &Sources<u32x4<S>>,
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
        let colours = u32x4::from_fn(self.simd, |lane| self.colour::<_, 2, SHADE>(sources, lane, indices[lane]));
        let under = u32x4::from_slice(self.simd, pixels.as_slice());
        let drawn = self.blended::<_, BLEND, SPHERE>(under, colours, sources.reflections);
        for (lane, pixel) in pixels.iter_mut().enumerate() {
            if indices[lane] != 0 {
                *pixel = drawn[lane];
            }
        }
    }

    /// Draws the first one to three of four neighbouring pixels. Branches on their number would cost more: what is drawn after the
    /// last pixel is written to one that is written again.
    #[inline(always)]
    fn draw_few<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        run: &mut [u32],
        sources: &Sources<u32x4<S>>,
    ) {
        let (middle, last) = (run.len() / 2, run.len() - 1);
        let mut drawn = [run[0], run[middle], run[last], 0];
        if SURFACE == 2 {
            self.draw_keyed::<SHADE, BLEND, SPHERE>(&mut drawn, sources);
        } else {
            self.draw::<_, SURFACE, SHADE, BLEND, SPHERE>(&mut drawn, sources);
        }
        run[last] = drawn[2];
        run[middle] = drawn[1];
        run[0] = drawn[0];
    }

    /// Returns the index of a pixel's texel; 0 without a texture.
    #[inline(always)]
    fn index<W: Words<S>, const SURFACE: u8>(&self, sources: &Sources<W>, lane: usize) -> usize {
        if SURFACE == 0 { 0 } else { self.texels[sources.texels[lane] as usize & 0xFFFF].into() }
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
        let drawn = match if BLEND == BY_VALUE { kind.blend() as u8 } else { BLEND } {
            0 => colours,
            1 => format.half(under, colours),
            2 => format.add(under, colours),
            _ => format.sub(under, colours),
        };
        if SPHERE {
            let texel = |lane: usize| self.sphere[reflections[lane] as usize & 0xFFF];
            format.add(drawn, W::from_fn(self.simd, texel))
        } else {
            drawn
        }
    }
}
