//! What each pixel becomes: one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::edge::Edge;
use super::{Attribute, Canvas, Walk};
use crate::compat::PixelFormat;
use crate::pixel::{Format, Rgb555, Rgb565, Rgb888};
use keitai_formats::Blend;
use std::ops::Range;

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

/// Fills rows between two edges, which stand at the first row and are left standing below the last; the left one carries
/// the attributes, which change by the slope from column to column.
pub(crate) type Band = fn(&mut Canvas, Range<i32>, left: &mut Edge, right: &mut Edge, slope: &Walk, &Paint);

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

/// `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`, `BLEND`, `SPHERE`: the variants of [`Shade`],
/// [`Blend`] and [`Sphere`] in order.
fn band<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
    canvas: &mut Canvas,
    rows: Range<i32>,
    left: &mut Edge,
    right: &mut Edge,
    slope: &Walk,
    paint: &Paint,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE != 0);
    let Canvas { clip, pitch, .. } = *canvas;
    let frame = &mut *canvas.pixels;
    let mut written = 0;
    let top = clip.top.clamp(rows.start, rows.end);
    let bottom = clip.bottom.clamp(top, rows.end);
    let (mut from, mut to) = (*left, *right);
    from.advance(used, top - rows.start);
    to.advance(0, top - rows.start);
    for y in top..bottom {
        let (first, end) = (from.column(), to.column().min(clip.right));
        let start = first.max(clip.left);
        if start < end {
            let mut walk = from.walk();
            if start > first {
                for (i, step) in slope.iter().enumerate() {
                    walk[i] = walk[i].wrapping_add(step.wrapping_mul(start - first));
                }
            }
            let line = y as usize * pitch;
            let pixels = &mut frame[line + start as usize..line + end as usize];
            written += pixels.len() as u64;
            span::<F, SURFACE, SHADE, BLEND, SPHERE>(paint, pixels, walk, slope);
        }
        from.step(used);
        to.step(0);
    }
    canvas.written += written;
    from.advance(used, rows.end - bottom);
    to.advance(0, rows.end - bottom);
    (*left, *right) = (from, to);
}

/// A run of pixels, the first at `start`, each `step` further.
#[inline(always)]
fn span<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
    paint: &Paint,
    pixels: &mut [u32],
    start: Walk,
    step: &Walk,
) {
    let [u, v, mut s, mut e, mut f] = start;
    // Texel coordinates as 8.24: they wrap by themselves, and a shift leaves the whole texel.
    let [mut u, mut v, u_step, v_step] = [u, v, step[0], step[1]].map(|t| (t as u32) << 8);
    let constant_row = &paint.rows[paint.level & 31];
    let constant_colour = paint.ramp[paint.level & 31];
    for pixel in pixels {
        let index = if SURFACE == 0 {
            0
        } else {
            let at = (v >> 16 & 0xFF00 | u >> 24) as u16;
            paint.texels[usize::from(at)]
        };
        if SURFACE != 2 || index != 0 {
            let level = match SHADE {
                0 => 0,
                1 => (s >> 19).clamp(0, 31),
                _ => paint.toon[if s >> 19 > paint.toon[0] { 1 } else { 2 }],
            };
            let mut colour = match (SURFACE, SHADE) {
                (0, 0) => constant_colour,
                (0, _) => paint.ramp[(level & 31) as usize],
                (_, 0) => constant_row[usize::from(index)],
                _ => paint.rows[(level & 31) as usize][usize::from(index)],
            };
            let reflection = if SPHERE == 0 { 0 } else { paint.sphere[((f >> 16 & 63) << 6 | e >> 16 & 63) as usize] };
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
        if SURFACE != 0 {
            u = u.wrapping_add(u_step);
            v = v.wrapping_add(v_step);
        }
        if SHADE != 0 {
            s = s.wrapping_add(step[2]);
        }
        if SPHERE != 0 {
            e = e.wrapping_add(step[3]);
            f = f.wrapping_add(step[4]);
        }
    }
}
