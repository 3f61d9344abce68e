//! What has been submitted since the last flush.
//!
//! Submission captures everything a polygon needs: its corners on the screen, its key, and its surface. Textures are
//! kept by reference. All buffers keep their room from frame to frame.

use crate::compat::Compat;
use crate::effect::{Effect, Shading};
use crate::pixel::shaded_colour;
use crate::raster::span::{BandTable, Kind, Paint, Shade};
use crate::raster::{Canvas, Clip, Corner};
use crate::sort::Sorter;
use crate::texture::{SphereMap, TextureMap};
use keitai_formats::Rgb;
use std::sync::Arc;

/// A polygon waiting to be drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    pub(crate) surface: Surface,
    /// Shade level where it is constant, 0..=31.
    pub(crate) level: u8,
    /// 3 or 4, the last ones of the queue's corners.
    pub(crate) sides: u8,
    /// Index of its draw call.
    pub(crate) call: u32,
}

/// Where a polygon's colour comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    Colour(Rgb),
    /// Index among the queue's textures.
    Texture(u32),
}

/// State shared by the polygons of one draw call.
#[derive(Debug, Clone, Default)]
struct Call {
    toon: [i32; 3],
    sphere_map: Option<Arc<SphereMap>>,
}

/// Polygons in the order of submission.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    items: Vec<(Item, u32)>,
    keys: Vec<i32>,
    corners: Vec<Corner>,
    calls: Vec<Call>,
    textures: Vec<Arc<TextureMap>>,
    sorter: Sorter,
    ramps: Ramps,
    /// Triangles of polygons submitted, queued or not.
    submitted: u64,
}

static NO_TEXELS: [u8; 65536] = [0; 65536];
static NO_ROWS: [[u32; 256]; 32] = [[0; 256]; 32];
static NO_RAMP: [u32; 32] = [0; 32];
static NO_SPHERE: [u32; 4096] = [0; 4096];

impl Queue {
    /// Opens a draw call and returns its index.
    pub(crate) fn open(&mut self, effect: &Effect, compat: &Compat) -> u32 {
        let toon = match effect.shading {
            Shading::Normal => [0; 3],
            Shading::Toon { threshold, high, low } => {
                let level = |v: u8| i32::from(v) * 31 / 255;
                // The span tests "above".
                let equal = i32::from(compat.toon_equal == crate::compat::ToonEqual::High);
                [level(threshold) - equal, level(high), level(low)]
            }
        };
        self.calls.push(Call { toon, sphere_map: effect.sphere_map.clone() });
        self.calls.len() as u32 - 1
    }

    /// Keeps a texture for the items to come.
    pub(crate) fn keep(&mut self, texture: &Arc<TextureMap>) -> u32 {
        self.textures.push(Arc::clone(texture));
        self.textures.len() as u32 - 1
    }

    /// The level that toon shading gives `level`.
    pub(crate) fn toon_level(&self, call: u32, level: u8) -> u8 {
        let toon = self.calls[call as usize].toon;
        toon[if i32::from(level) > toon[0] { 1 } else { 2 }] as u8
    }

    /// Queues a polygon.
    pub(crate) fn push(&mut self, item: Item, key: i32, corners: &[Corner]) {
        self.items.push((item, self.corners.len() as u32));
        self.keys.push(key);
        self.corners.extend_from_slice(corners);
    }

    /// Counts a polygon as submitted, whether it will be queued or not.
    pub(crate) fn count(&mut self, sides: u8) {
        self.submitted += u64::from(sides.saturating_sub(2).max(1));
    }

    /// The triangles counted since the last call.
    pub(crate) fn take_submitted(&mut self) -> u64 {
        std::mem::take(&mut self.submitted)
    }

    /// Triangles waiting.
    pub(crate) fn triangles(&self) -> u64 {
        self.items.iter().map(|(item, _)| u64::from(item.sides.saturating_sub(2).max(1))).sum()
    }

    /// Number of polygons waiting.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Draws everything in painter's order and forgets it.
    pub(crate) fn flush(&mut self, canvas: &mut Canvas, bands: &BandTable, compat: &Compat) {
        let Clip { left, top, right, bottom } = canvas.clip;
        if left < right && top < bottom {
            for &index in self.sorter.sort(&self.keys, compat.sort_ties) {
                let (item, first) = self.items[index as usize];
                let corners = &self.corners[first as usize..][..usize::from(item.sides)];
                let call = &self.calls[item.call as usize];
                let ramp = match item.surface {
                    Surface::Colour(colour) => self.ramps.get(colour, item.kind, item.level, compat),
                    Surface::Texture(_) => &NO_RAMP,
                };
                let mut paint = Paint {
                    texels: &NO_TEXELS,
                    rows: &NO_ROWS,
                    ramp,
                    level: usize::from(item.level),
                    toon: call.toon,
                    sphere: call.sphere_map.as_ref().map_or(&NO_SPHERE, |map| &map.pixels),
                };
                if let Surface::Texture(texture) = item.surface {
                    let texture = &self.textures[texture as usize];
                    (paint.texels, paint.rows) = (&texture.texels, &texture.rows);
                }
                canvas.polygon(corners, item.kind, bands.get(item.kind), &paint);
            }
        }
        self.clear();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.keys.clear();
        self.corners.clear();
        self.calls.clear();
        self.textures.clear();
    }
}

/// The pixels of colours at every shade level, kept by colour because few colours make many polygons.
#[derive(Debug, Default)]
struct Ramps {
    /// By a hash of colour and flatness.
    slots: Vec<Option<Ramp>>,
    /// The one of a polygon of constant shade, which needs only its own level.
    single: [u32; 32],
}

#[derive(Debug, Clone)]
struct Ramp {
    colour: Rgb,
    pixels: [u32; 32],
}

impl Ramps {
    fn get(&mut self, colour: Rgb, kind: Kind, level: u8, compat: &Compat) -> &[u32; 32] {
        const SLOTS: usize = 64;
        let pixel = |level: u8, flat| shaded_colour(colour, level, flat, compat.pixel_format, compat.colour_shade);
        if kind.shade == Shade::Constant {
            self.single[usize::from(level & 31)] = pixel(level, true);
            return &self.single;
        }
        self.slots.resize(SLOTS, None);
        let hash = usize::from(colour.r) * 7 + usize::from(colour.g) * 31 + usize::from(colour.b) * 13;
        let slot = &mut self.slots[hash % SLOTS];
        if slot.as_ref().is_some_and(|ramp| ramp.colour != colour) {
            *slot = None;
        }
        let make = || Ramp { colour, pixels: std::array::from_fn(|level| pixel(level as u8, false)) };
        &slot.get_or_insert_with(make).pixels
    }
}
