//! The authentic back end: whole pixels, painter's order, no depth buffer.

use crate::bands::Band;
use crate::compat::PixelFormat;
use crate::effect::Toon;
use crate::pixel::{Format, shaded, shaded_primitive};
use crate::queue::{Painted, QueuedPolygon, Surface};
use crate::raster::kind::{Kind, Shade};
use crate::raster::lanes::{level, with_widest};
use crate::raster::span::PixelSource;
use crate::raster::{Clip, RasterTarget, Strip};
use alloc::vec::Vec;
use fearless_simd::Simd;
use keitai_formats::Rgb;

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
    pub(crate) fn draw(&mut self, queue: Painted, mut band: Band, clip: Clip, most: u64, format: PixelFormat) -> u64 {
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

    fn draw_on(&mut self, target: &mut RasterTarget, queue: Painted, band: &Band, most: u64, format: PixelFormat) {
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
