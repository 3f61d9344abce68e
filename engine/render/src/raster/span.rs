//! What each pixel becomes: one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::edge::Edge;
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

/// Fills strips of rows; attributes change by the slope from column to column.
pub(crate) type Band = fn(&mut Canvas, &[Strip], slope: &Walk, &Paint);

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
fn attributes(textured: bool, shaded: bool, reflecting: bool) -> u8 {
    let bits = |on: bool, bits: u8| if on { bits } else { 0 };
    bits(textured, Attribute::UV) | bits(shaded, Attribute::SHADE) | bits(reflecting, Attribute::SPHERE)
}

/// The band functions of one colour resolution, by [`Kind`].
#[derive(Clone, Copy)]
pub(crate) struct BandTable([Band; 108]);

impl BandTable {
    pub(crate) fn new(format: PixelFormat) -> Self {
        match format {
            PixelFormat::Rgb555 => Self::of::<Rgb555>(),
            PixelFormat::Rgb565 => Self::of::<Rgb565>(),
            PixelFormat::Rgb888 => Self::of::<Rgb888>(),
        }
    }

    pub(crate) fn get(&self, kind: Kind) -> Band {
        self.0[kind.index()]
    }

    fn of<F: Format>() -> Self {
        let mut table: [Band; 108] = [band::<F, 0, 0, 0, 0>; 108];
        let [flat, plain, keyed] = [shades::<F, 0>(), shades::<F, 1>(), shades::<F, 2>()];
        table[..36].copy_from_slice(&flat);
        table[36..72].copy_from_slice(&plain);
        table[72..].copy_from_slice(&keyed);
        Self(table)
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

/// Two attributes in one word, so that one addition steps both: one in the high bits, the other in the low ones, each
/// with `WHOLE` bits before the point and 16 behind, which is as much as counts. The bits between them take the low
/// one's overflow, for as many steps as any polygon has pixels.
#[derive(Clone, Copy)]
struct Pair<const WHOLE: u32>(u64);

impl<const WHOLE: u32> Pair<WHOLE> {
    /// Both 16.16.
    #[inline(always)]
    fn new(high: i32, low: i32) -> Self {
        let low = low as u32 & (u32::MAX >> (16 - WHOLE));
        Self((high as u64) << (48 - WHOLE) | 1 << (47 - WHOLE) | u64::from(low))
    }

    /// What to add to a pair; both 16.16.
    #[inline(always)]
    fn step(high: i32, low: i32) -> u64 {
        let low = low << (16 - WHOLE) >> (16 - WHOLE);
        ((high as u64) << (48 - WHOLE)).wrapping_add(low as u64)
    }

    #[inline(always)]
    fn add(&mut self, step: u64) {
        self.0 = self.0.wrapping_add(step);
    }

    /// The whole parts, `low << WHOLE | high`.
    #[inline(always)]
    fn index(self) -> usize {
        let low = if WHOLE < 16 { self.0 >> (16 - WHOLE) } else { self.0 };
        (self.0 >> (64 - WHOLE)) as usize | low as usize & ((1 << WHOLE) - 1) << WHOLE
    }
}

/// Attributes on their way over a polygon: texel and sphere coordinates in pairs, and the shade in 16.16.
#[derive(Clone, Copy)]
struct Place {
    texel: Pair<8>,
    shade: i32,
    reflection: Pair<6>,
}

/// What a pixel, or a row, adds to a [`Place`].
#[derive(Clone, Copy)]
struct Step {
    texel: u64,
    shade: i32,
    reflection: u64,
}

impl Place {
    #[inline(always)]
    fn new([u, v, s, e, f]: Walk) -> Self {
        Self { texel: Pair::new(u, v), shade: s, reflection: Pair::new(e, f) }
    }

    #[inline(always)]
    fn add(&mut self, used: u8, step: &Step) {
        if used & Attribute::UV != 0 {
            self.texel.add(step.texel);
        }
        if used & Attribute::SHADE != 0 {
            self.shade = self.shade.wrapping_add(step.shade);
        }
        if used & Attribute::SPHERE != 0 {
            self.reflection.add(step.reflection);
        }
    }
}

impl Step {
    #[inline(always)]
    fn new([u, v, s, e, f]: &Walk) -> Self {
        Self { texel: Pair::<8>::step(*u, *v), shade: *s, reflection: Pair::<6>::step(*e, *f) }
    }
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
    let across = Step::new(slope);
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
        // Edges are straight: where both ends lie inside the clip, all rows do.
        let below = end_row - 1 - top;
        let leftmost = from.min(left.column_after(below)) >> 16;
        let rightmost = to.max(right.column_after(below)) >> 16;
        let inside = leftmost >= clip.left && rightmost <= clip.right;
        let (mut line, end) = (first_row as usize * pitch, end_row as usize * pitch);
        while line < end {
            let (mut first, mut last) = (from >> 16, to >> 16);
            let mut start = place;
            if !inside {
                last = last.min(clip.right);
                let hidden = clip.left - first;
                if hidden > 0 {
                    start.texel.add(across.texel.wrapping_mul(hidden as u64));
                    start.shade = start.shade.wrapping_add(across.shade.wrapping_mul(hidden));
                    start.reflection.add(across.reflection.wrapping_mul(hidden as u64));
                    first = clip.left;
                }
            }
            if first < last {
                let pixels = &mut canvas.pixels[line + first as usize..line + last as usize];
                written += pixels.len();
                span::<F, SURFACE, SHADE, BLEND, SPHERE>(paint, pixels, start, &across);
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
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE != 0);
    let constant_row = &paint.rows[paint.level & 31];
    let constant_colour = paint.ramp[paint.level & 31];
    for pixel in pixels {
        let index = if SURFACE == 0 { 0 } else { paint.texels[place.texel.index()] };
        if SURFACE != 2 || index != 0 {
            let level = match SHADE {
                0 => 0,
                1 => (place.shade >> 19).clamp(0, 31),
                _ => paint.toon[if place.shade >> 19 > paint.toon[0] { 1 } else { 2 }],
            };
            let mut colour = match (SURFACE, SHADE) {
                (0, 0) => constant_colour,
                (0, _) => paint.ramp[(level & 31) as usize],
                (_, 0) => constant_row[usize::from(index)],
                _ => paint.rows[(level & 31) as usize][usize::from(index)],
            };
            let reflection = if SPHERE == 0 { 0 } else { paint.sphere[place.reflection.index()] };
            if SPHERE == 2 {
                colour = F::add(colour, reflection);
            }
            colour = match BLEND {
                0 => colour,
                1 => F::half(*pixel, colour),
                2 => F::add(*pixel, colour),
                _ => F::sub(*pixel, colour),
            };
            *pixel = if SPHERE == 1 { F::add(colour, reflection) } else { colour };
        }
        place.add(used, step);
    }
}
