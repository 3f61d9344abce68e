//! The authentic back end: whole pixels, painter's order, no depth buffer.
//!
//! Its fill rule: vertices are whole pixels; a polygon covers the rows from its top vertex to the one above its bottom
//! vertex, and in each row the columns from its left edge to the one before its right edge, edges floored.
//! An edge is always walked from its upper end, so that polygons sharing one neither overlap nor leave a gap.
//! [`scan`] decides which pixels; [`span`] decides what each becomes.

mod scan;
mod span;

use crate::bands::Band;
use crate::compat::PixelFormat;
use crate::effect::Toon;
use crate::lanes::{level, with_widest};
use crate::pixel::{Format, shaded, shaded_primitive};
use crate::queue::{PaintOrder, QueuedPolygon, Surface};
use crate::raster::{Clip, Kind, ScreenVertex, Shade, line_pixels};
use alloc::vec::Vec;
use core::ops::Range;
use fearless_simd::{Level, Simd};
use keitai_formats::{Blend, Rgb};
use span::{FILLS, PixelSource};

static NO_RAMP: [u32; 32] = [0; 32];

/// Tables and buffers of the authentic back end, kept from flush to flush.
#[derive(Debug, Default)]
pub(crate) struct Authentic {
    ramps: ShadeRamps,
    strips: Vec<Strip>,
}

impl Authentic {
    /// Draws what is queued inside `clip`, which lies inside the picture, on a band; returns the pixels visited. Stops after
    /// the polygon that exceeds `most` of them.
    pub(crate) fn draw(
        &mut self,
        queue: PaintOrder,
        mut band: Band,
        clip: Clip,
        most: u64,
        format: PixelFormat,
    ) -> u64 {
        let mut target = RasterTarget {
            pitch: band.pitch,
            top: band.rows.start,
            clip: Clip { top: band.rows.start, bottom: band.rows.end, ..clip },
            format: Format::new(format),
            toon: levels(queue.toon),
            level: level(),
            pixels: core::mem::take(&mut band.pixels),
            strips: core::mem::take(&mut self.strips),
            written: 0,
        };
        self.draw_on(&mut target, queue, &band, most, format);
        self.strips = target.strips;
        target.written
    }

    fn draw_on(&mut self, target: &mut RasterTarget, queue: PaintOrder, band: &Band, most: u64, format: PixelFormat) {
        with_widest!(target.level, simd => {
            for polygon in queue.polygons() {
                if target.written > most {
                    break;
                }
                if !band.misses(polygon.vertices) {
                    self.fill(simd, target, &polygon, format);
                }
            }
        });
    }

    #[inline(always)]
    fn fill<S: Simd>(&mut self, simd: S, target: &mut RasterTarget, polygon: &QueuedPolygon, format: PixelFormat) {
        let item = polygon.item;
        let kind = item.kind;
        let mut level = item.shade >> 3;
        if polygon.call.toon && kind.shade() == Shade::Constant && kind.lit() {
            let [threshold, high, low] = target.toon;
            level = if i32::from(level) > threshold { high } else { low } as u8;
        }
        let shades = match item.surface {
            Surface::Colour(colour) => self.ramps.get((colour, false), kind, level, format),
            Surface::LitColour(colour) => self.ramps.get((colour, true), kind, level, format),
            Surface::Texture(_) | Surface::Nothing => &NO_RAMP,
        };
        let source = PixelSource {
            kind,
            texture: polygon.texture,
            shades,
            level: usize::from(level),
            sphere_map: &polygon.call.sphere_map,
        };
        let colour = || shades[usize::from(level & 31)];
        match polygon.vertices {
            [a] => target.line(a, a, colour(), kind.blend()),
            [a, b] => target.line(a, b, colour(), kind.blend()),
            vertices => target.polygon(simd, vertices, item.whole, &source),
        }
    }
}

/// The rows of the picture that polygons are drawn on.
struct RasterTarget<'a> {
    /// Pixels from the first one of row `top` on.
    pixels: &'a mut [u32],
    pitch: usize,
    top: i32,
    /// Lies inside the picture, and not above `top`.
    clip: Clip,
    format: Format,
    /// Toon: levels above the first become the second, others the third.
    toon: [i32; 3],
    /// The vector registers to draw with.
    level: Level,
    /// Those of the polygon that is being drawn.
    strips: Vec<Strip>,
    /// Pixels visited so far.
    written: u64,
}

/// Rows of a polygon between two edges, inside the picture.
#[derive(Debug)]
struct Strip {
    rows: Range<i32>,
    /// Column of each edge in the first row, and its change from row to row, 16.16.
    left: [i32; 2],
    right: [i32; 2],
    /// Whether columns may lie outside the clip rectangle.
    clipped: bool,
    /// Attributes at the left edge in the first row, and their changes from row to row and from column to column, in the units of
    /// [`Lanes`](crate::lanes::Lanes).
    values: [i32; 8],
    down: [i32; 8],
    across: [i32; 8],
}

impl RasterTarget<'_> {
    /// Draws a triangle or a quad in strip order; `whole` as in [`Item`](crate::queue::Item).
    #[inline(always)]
    fn polygon<S: Simd>(&mut self, simd: S, vertices: &[ScreenVertex], whole: bool, source: &PixelSource) {
        if source.kind.attributes() == 0 {
            self.scan::<_, false>(simd, vertices, false);
        } else {
            self.scan::<_, true>(simd, vertices, whole);
        }
        if !self.strips.is_empty() {
            source.kind.choose(&FILLS)(self, source);
            self.strips.clear();
        }
    }

    /// Draws the pixels of a line, or the pixel of a point, at which both ends lie.
    fn line(&mut self, a: &ScreenVertex, b: &ScreenVertex, colour: u32, blend: Blend) {
        let format = self.format;
        let ends = [a, b].map(|end| (end.x, end.y));
        match blend {
            Blend::Normal => self.draw_pixels(ends, |_| colour),
            Blend::Half => self.draw_pixels(ends, |under| format.half(under, colour)),
            Blend::Add => self.draw_pixels(ends, |under| format.add(under, colour)),
            Blend::Sub => self.draw_pixels(ends, |under| format.sub(under, colour)),
        }
    }

    fn draw_pixels(&mut self, [a, b]: [(i32, i32); 2], draw: impl Fn(u32) -> u32) {
        let (clip, top, pitch, pixels) = (self.clip, self.top, self.pitch, &mut *self.pixels);
        // A line lies between its ends.
        let inside = clip.contains(a.0, a.1) && clip.contains(b.0, b.1);
        let mut written = 0;
        for (x, y) in line_pixels(a, b).filter(|&(x, y)| inside || clip.contains(x, y)) {
            if let Some(pixel) = pixels.get_mut((y - top) as usize * pitch + x as usize) {
                *pixel = draw(*pixel);
                written += 1;
            }
        }
        self.written += written;
    }
}

/// Returns threshold, high and low of toon shading as levels; a level above the threshold becomes the high one.
fn levels(Toon { threshold, high, low }: Toon) -> [i32; 3] {
    [threshold, high, low].map(|shade| i32::from(shade) * 31 / 255)
}

/// The pixels of colours at every shade level, kept by colour because few colours make many polygons.
#[derive(Debug, Default)]
struct ShadeRamps {
    /// Ramps by a hash of their colour.
    slots: Vec<Option<ShadeRamp>>,
    /// The ramp of a polygon of constant shade, which needs only its own level.
    single: [u32; 32],
}

#[derive(Debug, Clone)]
struct ShadeRamp {
    /// The colour, and whether it is that of a lit primitive.
    colour: (u32, bool),
    pixels: [u32; 32],
}

impl ShadeRamps {
    #[inline(always)]
    fn get(&mut self, colour: (u32, bool), kind: Kind, level: u8, format: PixelFormat) -> &[u32; 32] {
        if kind.shade() == Shade::Constant {
            self.single[usize::from(level & 31)] = pixel(colour, level, format);
            &self.single
        } else {
            self.ramp(colour, format)
        }
    }

    #[inline(never)]
    fn ramp(&mut self, colour: (u32, bool), format: PixelFormat) -> &[u32; 32] {
        const BITS: u32 = 8;
        self.slots.resize(1 << BITS, None);
        // The upper bits of a product with the golden ratio differ even where colours are neighbours.
        let hash = colour.0.wrapping_mul(0x9E37_79B9) >> (u32::BITS - BITS);
        let slot = &mut self.slots[hash as usize];
        if slot.as_ref().is_some_and(|ramp| ramp.colour != colour) {
            *slot = None;
        }
        let make = || ShadeRamp { colour, pixels: core::array::from_fn(|level| pixel(colour, level as u8, format)) };
        &slot.get_or_insert_with(make).pixels
    }
}

/// Returns a pixel of a colour, perhaps that of a lit primitive, at a shade level.
#[inline(always)]
fn pixel((colour, primitive): (u32, bool), level: u8, format: PixelFormat) -> u32 {
    let colour = Rgb::from_hex(colour);
    if primitive { shaded_primitive(colour, level, format) } else { shaded(colour, level, format) }
}
