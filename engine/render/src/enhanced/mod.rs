//! The enhanced back end: the same scene without raster artefacts.
//!
//! Vertices lie on sixteenths of a pixel, pixels are sampled at their centres, textures run in perspective, colours have
//! 8 bits per channel, and a depth buffer decides which polygon hides which. The depths last for one flush. Opaque
//! polygons are drawn first, then blended ones, each far to near; because equal depth passes the test, a decal that is
//! sorted later lies on its base.
//!
//! A triangle passes three stages: [`coverage`] finds its rows of pixels; [`attributes`] cuts it into pieces and gives
//! the run of each row its texels and shades; [`fill`] computes the pixels of runs, several at a time.

mod attributes;
mod coverage;
mod fill;
mod plane;
mod target;

use crate::bands::Band;
use crate::effect::Toon;
use crate::framebuffer::Framebuffer;
use crate::queue::{self, PaintOrder, QueuedPolygon};
use crate::raster::{Attribute, Clip};
use crate::texture::{NO_SPHERE, NO_TEXELS};
use alloc::vec::Vec;
use fill::{FILLS, PixelSource, Slack};
use keitai_formats::Blend;
use plane::Run;
use target::{DepthTarget, GATHERED};

static NO_PALETTE: [u32; 256] = [0; 256];

/// The depth buffer of a band. Its memory is kept from flush to flush.
#[derive(Debug, Default)]
pub(crate) struct Enhanced {
    /// Inverse depth of every pixel, larger is nearer; a row for what is drawn without depth; and slack as after the
    /// pixels.
    depth: Vec<i32>,
    runs: Vec<Run>,
    /// A row of pixels and slack.
    line: Vec<u32>,
}

impl Enhanced {
    /// Draws what is queued inside `clip`, which lies inside the picture, on a band; returns the pixels visited. Stops after
    /// the polygon that exceeds `most` of them.
    pub(crate) fn draw(&mut self, queue: PaintOrder, mut band: Band, clip: Clip, most: u64) -> u64 {
        // The depths of perspective and parallel draws cannot be compared.
        let perspective = queue.calls().iter().any(|call| call.perspective);
        let by_order = perspective && queue.calls().iter().any(|call| !call.perspective);
        let (pitch, rows) = (band.pitch, band.rows.clone());
        let untested = rows.len() * pitch;
        let line = if band.partial { pitch + Framebuffer::SLACK } else { 0 };
        grow(&mut self.depth, untested + pitch + Framebuffer::SLACK);
        grow(&mut self.runs, GATHERED + rows.len());
        grow(&mut self.line, line);
        // Depths of a higher band may lie where there must be none.
        self.depth[untested..][..pitch + Framebuffer::SLACK].fill(0);
        let mut target = DepthTarget {
            pixels: core::mem::take(&mut band.pixels),
            depth: &mut self.depth,
            runs: &mut self.runs,
            line: &mut self.line[..line],
            gathered: 0,
            untested,
            pitch,
            rows,
            clip,
            written: 0,
            most,
        };
        let (polygons, toon) = (queue.polygons(), queue.toon);
        if by_order {
            let here = polygons.filter(|polygon| !band.misses(polygon.vertices));
            here.for_each(|polygon| target.draw_polygon(&polygon, clip, false, toon));
        } else {
            target.clear_depth(Clip { top: band.rows.start, bottom: band.rows.end, ..clip });
            let mut any_blended = false;
            for blended in [false, true] {
                for polygon in polygons.clone() {
                    let is_blended = polygon.item.kind.blend() != Blend::Normal;
                    any_blended |= is_blended;
                    if is_blended == blended && !band.misses(polygon.vertices) {
                        target.draw_polygon(&polygon, clip, !polygon.call.painter, toon);
                    }
                }
                if !any_blended {
                    break;
                }
            }
        }
        target.written
    }
}

/// Grows a buffer to at least `len` elements.
fn grow<T: Clone + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() < len {
        buffer.resize(len, T::default());
    }
}

impl DepthTarget<'_> {
    /// Draws a polygon inside `bounds`, which lie inside the picture; `depth`: with depth test.
    fn draw_polygon(&mut self, polygon: &QueuedPolygon, bounds: Clip, depth: bool, toon: Toon) {
        self.clip = bounds;
        if self.written > self.most {
            return;
        }
        let item = polygon.item;
        let Toon { threshold, high, low } = toon;
        let constant = match item.kind.lit() && polygon.call.toon {
            true => [low, high][usize::from(item.shade > threshold)],
            false => item.shade,
        };
        let source = PixelSource {
            kind: item.kind,
            texels: polygon.texture.map_or(&NO_TEXELS, |texture| &texture.texels),
            palette: polygon.texture.map_or(&NO_PALETTE, |texture| &texture.palette[usize::from(item.kind.key())]),
            colour: match item.surface {
                queue::Surface::Colour(colour) | queue::Surface::LitColour(colour) => colour,
                queue::Surface::Texture(_) | queue::Surface::Nothing => 0,
            },
            shade: constant.into(),
            toon: [threshold, high, low].map(u32::from),
            sphere: polygon.call.sphere_map.as_ref().map_or(&NO_SPHERE, |map| &map.fine),
            tested: depth,
            slack: if polygon.call.perspective { Slack::PERSPECTIVE } else { Slack::PARALLEL },
        };
        let fill = item.kind.choose(&FILLS);
        let triangle = match item.kind.attributes() {
            0 => Self::triangle::<0>,
            Attribute::UV => Self::triangle::<{ Attribute::UV }>,
            Attribute::SHADE => Self::triangle::<{ Attribute::SHADE }>,
            0b00111 => Self::triangle::<0b00111>,
            _ => Self::triangle::<0b11111>,
        };
        if polygon.vertices.len() < 3 {
            // Attributes of triangles depend on the whole clip; pixels of lines do not.
            self.clip.top = self.clip.top.max(self.rows.start);
            self.clip.bottom = self.clip.bottom.min(self.rows.end);
        }
        match polygon.vertices {
            [a] => self.line(a, a, fill, &source),
            [a, b] => self.line(a, b, fill, &source),
            vertices => {
                for corners in vertices.windows(3) {
                    let [a, b, c] = corners else { continue };
                    triangle(self, [a, b, c], (polygon.call.perspective, item.bias), fill, &source);
                }
            }
        }
    }
}
