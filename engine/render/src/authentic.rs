//! The authentic back end: whole pixels, painter's order, five bits per channel, no depth buffer.

use crate::bands::Band;
use crate::compat::{Compat, RectQuad, ToonBoundary, ToonEqual, ToonLevels};
use crate::effect::Shading;
use crate::pixel::{Format, pack, shaded_colour};
use crate::queue::{NO_SPHERE, NO_TEXELS, Painted, QueuedPolygon, Surface};
use crate::raster::kind::{Kind, Shade};
use crate::raster::span::{FILLS, PixelSource};
use crate::raster::{Clip, RasterTarget, ScreenVertex};
use crate::toon;
use keitai_formats::Rgb;

static NO_PALETTES: [u32; 8192] = [0; 8192];
static NO_RAMP: [u32; 32] = [0; 32];

/// Tables and buffers of the authentic back end, kept from flush to flush.
#[derive(Debug, Default)]
pub(crate) struct Authentic {
    ramps: ShadeRamps,
}

impl Authentic {
    /// Draws what is queued inside `clip`, which lies inside the picture, on a band; returns the pixels visited. Stops after
    /// the polygon that exceeds `most` of them.
    pub(crate) fn draw(&mut self, queue: Painted, mut band: Band, clip: Clip, most: u64, compat: &Compat) -> u64 {
        let clip = Clip { top: band.rows.start, bottom: band.rows.end, ..clip };
        let mut target = RasterTarget {
            pitch: band.pitch,
            top: band.rows.start,
            clip,
            format: Format::new(compat.pixel_format),
            fill_rule: compat.fill_rule,
            span_slope: compat.span_slope,
            whole_quads: compat.rect_quad == RectQuad::Viewer,
            pixels: std::mem::take(&mut band.pixels),
            written: 0,
        };
        for polygon in queue.polygons() {
            if target.written > most {
                break;
            }
            if band.misses(polygon.vertices) {
                continue;
            }
            target.clip = polygon.call.clip.map_or(clip, |own| own.intersect(clip));
            if target.clip.is_empty() {
                continue;
            }
            let (kind, level) = (polygon.item.kind, polygon.item.shade >> 3);
            if polygon.call.shading == Shading::Normal {
                self.fill(&mut target, &polygon, polygon.vertices, (kind, level, [0; 3]), compat);
            } else {
                self.toon(&mut target, &polygon, compat);
            }
        }
        target.written
    }

    #[inline(always)]
    fn fill(
        &mut self,
        target: &mut RasterTarget,
        polygon: &QueuedPolygon,
        vertices: &[ScreenVertex],
        (kind, level, toon): (Kind, u8, [i32; 3]),
        compat: &Compat,
    ) {
        let shades = match polygon.item.surface {
            Surface::Colour(colour) => self.ramps.get(colour, kind, level, compat),
            Surface::Texture(_) => &NO_RAMP,
        };
        let source = PixelSource {
            kind,
            texels: polygon.texture.map_or(&NO_TEXELS, |texture| &texture.texels),
            palettes: polygon.texture.map_or(&NO_PALETTES, |texture| &texture.palettes),
            shades,
            level: usize::from(level),
            toon,
            sphere: polygon.call.sphere_map.as_ref().map_or(&NO_SPHERE, |map| &map.pixels),
            format: target.format,
        };
        let colour = source.shades[source.level & 31];
        match vertices {
            [a] => target.line(a, a, colour, kind.blend()),
            [a, b] => target.line(a, b, colour, kind.blend()),
            _ => target.polygon(vertices, polygon.item.flat, kind.choose(&FILLS), &source),
        }
    }

    #[inline(never)]
    fn toon(&mut self, target: &mut RasterTarget, polygon: &QueuedPolygon, compat: &Compat) {
        let (kind, toon) = (polygon.item.kind, toon_levels(polygon.call.shading, compat));
        let mut level = polygon.item.shade >> 3;
        if kind.shade() == Shade::Constant && kind.lit() {
            level = toon[if i32::from(level) > toon[0] { 1 } else { 2 }] as u8;
        }
        if kind.shade() == Shade::Toon && compat.toon_boundary == ToonBoundary::Split {
            self.split_toon(target, polygon, toon, compat);
        } else {
            self.fill(target, polygon, polygon.vertices, (kind, level, toon), compat);
        }
    }

    /// Cuts a polygon along the toon threshold and fills the parts.
    fn split_toon(&mut self, target: &mut RasterTarget, polygon: &QueuedPolygon, toon: [i32; 3], compat: &Compat) {
        let kind = polygon.item.kind.constant();
        // The least shade, 8.8, whose level lies above the threshold.
        let limit = (toon[0] + 1) << 11;
        for triangle in polygon.vertices.windows(3).filter_map(|vertices| <&[ScreenVertex; 3]>::try_from(vertices).ok())
        {
            for (at_least, level) in [(true, toon[1]), (false, toon[2])] {
                let (vertices, count) = toon::part(triangle, limit, at_least);
                for i in 2..count {
                    let piece = [vertices[0], vertices[i - 1], vertices[i]];
                    self.fill(target, polygon, &piece, (kind, level as u8, toon), compat);
                }
            }
        }
    }
}

/// Returns threshold, high and low of toon shading as levels; a level above the threshold becomes the high one.
fn toon_levels(shading: Shading, compat: &Compat) -> [i32; 3] {
    match shading {
        Shading::Normal => [0; 3],
        Shading::Toon { threshold, high, low } => {
            let level = |v: u8| match compat.toon_levels {
                ToonLevels::Div255 => i32::from(v) * 31 / 255,
                ToonLevels::Shift3 => i32::from(v) >> 3,
            };
            [level(threshold) - i32::from(compat.toon_equal == ToonEqual::High), level(high), level(low)]
        }
    }
}

/// The pixels of colours at every shade level, kept by colour because few colours make many polygons.
#[derive(Debug, Default)]
struct ShadeRamps {
    /// Ramps by a hash of their colour.
    slots: Vec<Option<ShadeRamp>>,
    /// The one of a polygon of constant shade, which needs only its own level.
    single: [u32; 32],
}

#[derive(Debug, Clone)]
struct ShadeRamp {
    colour: Rgb,
    pixels: [u32; 32],
}

impl ShadeRamps {
    fn get(&mut self, colour: Rgb, kind: Kind, level: u8, compat: &Compat) -> &[u32; 32] {
        const BITS: u32 = 8;
        let pixel = |level: u8, flat| shaded_colour(colour, level, flat, compat.pixel_format, compat.colour_shade);
        if kind.shade() == Shade::Constant {
            self.single[usize::from(level & 31)] = pixel(level, true);
            return &self.single;
        }
        self.slots.resize(1 << BITS, None);
        // The upper bits of a product with the golden ratio differ even where colours are neighbours.
        let hash = pack(colour).wrapping_mul(0x9E37_79B9) >> (u32::BITS - BITS);
        let slot = &mut self.slots[hash as usize];
        if slot.as_ref().is_some_and(|ramp| ramp.colour != colour) {
            *slot = None;
        }
        let make = || ShadeRamp { colour, pixels: std::array::from_fn(|level| pixel(level as u8, false)) };
        &slot.get_or_insert_with(make).pixels
    }
}
