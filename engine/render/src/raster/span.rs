//! What each pixel becomes: one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::edge::Edge;
use super::place::{LANES, Lanes, Place, Step, Stride};
use super::{Attribute, Canvas, Walk};
use crate::compat::PixelFormat;
use crate::pixel::{Format, Rgb555, Rgb565, Rgb888};
use keitai_formats::Blend;

/// What a polygon's pixels are made of.
pub(crate) struct Paint<'a> {
    /// Texture indices, `v << 8 | u`.
    pub(crate) texels: &'a [u8; 65536],
    /// Palettes by shade level.
    pub(crate) rows: &'a [[u32; 256]; 32],
    /// A colour polygon's pixels by shade level.
    pub(crate) ramp: &'a [u32; 32],
    /// The level of a polygon of constant shade, 0..=31.
    pub(crate) level: usize,
    /// Toon: levels above the first are the second, others the third.
    pub(crate) toon: [i32; 3],
    /// Sphere texels to add.
    pub(crate) sphere: &'a [u32; 4096],
}

/// How a pixel's shade level comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shade {
    Constant,
    Gouraud,
    Toon,
}

/// When a sphere texel is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sphere {
    None,
    AfterBlend,
    BeforeBlend,
}

/// A kind of polygon, as far as its pixels are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) textured: bool,
    /// Index 0 is left out; textured only.
    pub(crate) key: bool,
    pub(crate) shade: Shade,
    /// Under a light: toon shading applies.
    pub(crate) lit: bool,
    pub(crate) blend: Blend,
    pub(crate) sphere: Sphere,
}

/// Rows between two edges, which stand at the first of them; the left one carries the attributes.
pub(crate) struct Strip<'a> {
    pub(super) top: i32,
    /// Exclusive.
    pub(super) bottom: i32,
    pub(super) left: &'a Edge,
    pub(super) right: &'a Edge,
}

/// Fills strips of rows as far as they lie inside the clip; attributes change by the slope from column to column.
pub(crate) type Band = fn(&mut Canvas, &[Strip], slope: &Walk, &Paint);

/// What becomes of a pixel under a colour.
pub(crate) type Dot = fn(under: u32, colour: u32) -> u32;

impl Kind {
    /// The attributes that run over the polygon, as bits.
    pub(crate) fn attributes(self) -> u8 {
        attributes(self.textured, self.shade != Shade::Constant, self.sphere != Sphere::None)
    }

    fn index(self) -> usize {
        let surface = usize::from(self.textured) + usize::from(self.textured && self.key);
        ((surface * 3 + self.shade as usize) * 4 + self.blend as usize) * 3 + self.sphere as usize
    }
}

/// The set of attributes that run over a polygon.
#[inline(always)]
pub(crate) fn attributes(textured: bool, shaded: bool, reflecting: bool) -> u8 {
    let bits = |on: bool, bits: u8| if on { bits } else { 0 };
    bits(textured, Attribute::UV) | bits(shaded, Attribute::SHADE) | bits(reflecting, Attribute::SPHERE)
}

/// The band functions of one colour resolution, by [`Kind`].
#[derive(Clone, Copy)]
pub(crate) struct BandTable {
    bands: [Band; 108],
    /// By [`Blend`].
    dots: [Dot; 4],
}

impl BandTable {
    pub(crate) fn new(format: PixelFormat) -> Self {
        match format {
            PixelFormat::Rgb555 => Self::of::<Rgb555>(),
            PixelFormat::Rgb565 => Self::of::<Rgb565>(),
            PixelFormat::Rgb888 => Self::of::<Rgb888>(),
        }
    }

    pub(crate) fn get(&self, kind: Kind) -> Band {
        self.bands[kind.index()]
    }

    /// For single pixels of a colour.
    pub(crate) fn dot(&self, blend: Blend) -> Dot {
        self.dots[blend as usize]
    }

    fn of<F: Format>() -> Self {
        let mut table: [Band; 108] = [band::<F, 0, 0, 0, 0>; 108];
        let [flat, plain, keyed] = [shades::<F, 0>(), shades::<F, 1>(), shades::<F, 2>()];
        table[..36].copy_from_slice(&flat);
        table[36..72].copy_from_slice(&plain);
        table[72..].copy_from_slice(&keyed);
        Self { bands: table, dots: [|_, colour| colour, F::half, F::add, F::sub] }
    }
}

fn shades<F: Format, const SURFACE: u8>() -> [Band; 36] {
    let mut table: [Band; 36] = [band::<F, 0, 0, 0, 0>; 36];
    table[..12].copy_from_slice(&blends::<F, SURFACE, 0>());
    table[12..24].copy_from_slice(&blends::<F, SURFACE, 1>());
    table[24..].copy_from_slice(&blends::<F, SURFACE, 2>());
    table
}

fn blends<F: Format, const SURFACE: u8, const SHADE: u8>() -> [Band; 12] {
    [
        band::<F, SURFACE, SHADE, 0, 0>,
        band::<F, SURFACE, SHADE, 0, 1>,
        band::<F, SURFACE, SHADE, 0, 2>,
        band::<F, SURFACE, SHADE, 1, 0>,
        band::<F, SURFACE, SHADE, 1, 1>,
        band::<F, SURFACE, SHADE, 1, 2>,
        band::<F, SURFACE, SHADE, 2, 0>,
        band::<F, SURFACE, SHADE, 2, 1>,
        band::<F, SURFACE, SHADE, 2, 2>,
        band::<F, SURFACE, SHADE, 3, 0>,
        band::<F, SURFACE, SHADE, 3, 1>,
        band::<F, SURFACE, SHADE, 3, 2>,
    ]
}

/// `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`, `BLEND`, `SPHERE`: the variants of [`Shade`],
/// [`Blend`] and [`Sphere`] in order.
fn band<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
    canvas: &mut Canvas,
    strips: &[Strip],
    slope: &Walk,
    paint: &Paint,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE != 0);
    let Canvas { clip, pitch, .. } = *canvas;
    let (across, stride) = (Step::new(slope), Stride::new(used, slope));
    let mut written = 0;
    for Strip { top, bottom, left, right } in strips {
        let (first_row, end_row) = (clip.top.max(*top), clip.bottom.min(*bottom));
        if first_row >= end_row {
            continue;
        }
        let above = first_row - top;
        let (mut from, mut to) = (left.column_after(above), right.column_after(above));
        let walk = std::array::from_fn(|i| if used >> i & 1 != 0 { left.attribute_after(i, above) } else { 0 });
        let (mut place, down) = (Place::new(walk), Step::new(left.steps()));
        let (mut line, end) = (first_row as usize * pitch, end_row as usize * pitch);
        while line < end {
            let (mut first, mut last) = (from >> 16, to >> 16);
            let mut start = place;
            last = last.min(clip.right);
            let hidden = clip.left - first;
            if hidden > 0 {
                start.skip(used, &across, hidden as usize);
                first = clip.left;
            }
            if first < last {
                let pixels = &mut canvas.pixels[line + first as usize..line + last as usize];
                written += pixels.len();
                span::<F, SURFACE, SHADE, BLEND, SPHERE>(paint, pixels, start, &across, &stride);
            }
            line += pitch;
            from = from.wrapping_add(left.dx());
            to = to.wrapping_add(right.dx());
            place.add(used, &down);
        }
    }
    canvas.written += written as u64;
}

/// A run of pixels, the first at `place`, each `step` further.
#[inline(always)]
fn span<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
    paint: &Paint,
    pixels: &mut [u32],
    mut place: Place,
    step: &Step,
    stride: &Stride,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE != 0);
    let ink = Ink::new(paint);
    if SHADE == 1 && !in_range(place.shade, step.shade, pixels.len()) {
        for pixel in pixels {
            let level = (place.shade >> 19).clamp(0, 31);
            *pixel = ink.pixel::<F, SURFACE, SHADE, BLEND, SPHERE>(*pixel, &place, (level << 19) as u32);
            place.add(used, step);
        }
        return;
    }
    let mut rest = pixels;
    if rest.len() >= LONG {
        let (blocks, end) = rest.as_chunks_mut::<LANES>();
        let mut lanes = Lanes::new(&place, stride);
        for block in &mut *blocks {
            ink.block::<F, SURFACE, SHADE, BLEND, SPHERE>(block, &lanes);
            lanes.add(used, stride);
        }
        place.skip(used, step, LANES * blocks.len());
        rest = end;
    }
    for pixel in rest {
        *pixel = ink.pixel::<F, SURFACE, SHADE, BLEND, SPHERE>(*pixel, &place, place.shade as u32);
        place.add(used, step);
    }
}

/// Whether the shades of a run (16.16) all lie within 0..=255.
#[inline(always)]
fn in_range(shade: i32, step: i32, pixels: usize) -> bool {
    let last = i64::from(shade) + i64::from(step) * (pixels as i64 - 1);
    (i64::from(shade) | last) as u64 >> 24 == 0
}

/// The shortest run that is worth a beginning in lanes.
const LONG: usize = 8;

/// [`Paint`], looked up as far as a whole run allows.
struct Ink<'a> {
    paint: &'a Paint<'a>,
    row: &'a [u32; 256],
    colour: u32,
    /// Toon: the least shade (16.16) that takes the first of the rows and colours, not the second.
    limit: i32,
    toon_rows: [&'a [u32; 256]; 2],
    toon_colours: [u32; 2],
}

impl<'a> Ink<'a> {
    #[inline(always)]
    fn new(paint: &'a Paint<'a>) -> Self {
        let levels = [1, 2].map(|i| (paint.toon[i] & 31) as usize);
        Self {
            paint,
            row: &paint.rows[paint.level & 31],
            colour: paint.ramp[paint.level & 31],
            limit: (paint.toon[0] + 1) << 19,
            toon_rows: levels.map(|level| &paint.rows[level]),
            toon_colours: levels.map(|level| paint.ramp[level]),
        }
    }

    /// One pixel; the shade is 16.16 and below 256 unless it is toon's.
    #[inline(always)]
    fn pixel<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
        &self,
        under: u32,
        place: &Place,
        shade: u32,
    ) -> u32 {
        let index = if SURFACE == 0 { 0 } else { self.paint.texels[place.texel.index()] };
        if SURFACE == 2 && index == 0 {
            return under;
        }
        let colour = self.colour::<SURFACE, SHADE>(index, shade);
        let reflection = if SPHERE == 0 { 0 } else { self.paint.sphere[place.reflection.index()] };
        blended::<F, BLEND, SPHERE>(under, colour, reflection)
    }

    #[inline(always)]
    fn block<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
        &self,
        pixels: &mut [u32; LANES],
        lanes: &Lanes,
    ) {
        let shades = lanes.shades();
        let indices = lanes.texels().map(|at| if SURFACE == 0 { 0 } else { self.paint.texels[usize::from(at)] });
        let colours: [u32; LANES] = std::array::from_fn(|i| self.colour::<SURFACE, SHADE>(indices[i], shades[i]));
        let reflections = lanes.reflections().map(|at| if SPHERE == 0 { 0 } else { self.paint.sphere[at] });
        let drawn: [u32; LANES] =
            std::array::from_fn(|i| blended::<F, BLEND, SPHERE>(pixels[i], colours[i], reflections[i]));
        for i in 0..LANES {
            pixels[i] = if SURFACE == 2 && indices[i] == 0 { pixels[i] } else { drawn[i] };
        }
    }

    #[inline(always)]
    fn colour<const SURFACE: u8, const SHADE: u8>(&self, index: u8, shade: u32) -> u32 {
        let level = (shade >> 19 & 31) as usize;
        let bright = shade as i32 >= self.limit;
        match (SURFACE, SHADE) {
            (0, 0) => self.colour,
            (0, 1) => self.paint.ramp[level],
            (0, _) => self.toon_colours[usize::from(!bright)],
            (_, 0) => self.row[usize::from(index)],
            (_, 1) => self.paint.rows[level][usize::from(index)],
            _ => self.toon_rows[usize::from(!bright)][usize::from(index)],
        }
    }
}

#[inline(always)]
fn blended<F: Format, const BLEND: u8, const SPHERE: u8>(under: u32, colour: u32, reflection: u32) -> u32 {
    let colour = if SPHERE == 2 { F::add(colour, reflection) } else { colour };
    let colour = match BLEND {
        0 => colour,
        1 => F::half(under, colour),
        2 => F::add(under, colour),
        _ => F::sub(under, colour),
    };
    if SPHERE == 1 { F::add(colour, reflection) } else { colour }
}
