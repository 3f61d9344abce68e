//! Point sprites: a picture around a point, turned on the screen.

use crate::clip::{ClipPolygon, ClipVertex, pieces};
use crate::compat::SpriteCorners;
use crate::numbers::{Angle, r12_wide, saturate};
use crate::primitive::Primitives;
use crate::project::{GUARD, Projector, ViewVertex};
use crate::queue::Surface;
use crate::raster::ScreenVertex;
use crate::submit::Submission;
use crate::trig::{cosine, sine};
use crate::vertex::Vertex;
use keitai_formats::Material;

/// Parameters of one sprite.
pub(crate) struct Sprite {
    pub(crate) size: [i32; 2],
    /// 4096 = one turn, clockwise on the screen.
    pub(crate) angle: i32,
    /// (u0, v0) and (u1, v1), 8.8.
    pub(crate) texels: [[i32; 2]; 2],
    pub(crate) flags: i32,
}

impl Sprite {
    pub(crate) fn submit(
        &self,
        at: &Vertex,
        projector: &Projector,
        material: Material,
        surface: Surface,
        submission: &mut Submission,
    ) {
        let [width, height] = [0, 1].map(|axis| self.pixels(axis, at.z(), projector));
        if width <= 0 || height <= 0 {
            return;
        }
        let (s, c) = (i64::from(sine(Angle(self.angle))), i64::from(cosine(Angle(self.angle))));
        let unit = projector.unit();
        let [middle_x, middle_y] = [at.screen.x, at.screen.y].map(i64::from);
        // In perimeter order from the top left.
        let points =
            [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(a, b): (i64, i64)| match submission.compat.sprite_corners {
                SpriteCorners::Exact => {
                    // Twice the distance from the centre keeps odd sizes exact.
                    let x = r12_wide(unit * (a * c * width - b * s * height));
                    let y = r12_wide(unit * (a * s * width + b * c * height));
                    [(2 * middle_x + x) >> 1, (2 * middle_y + y) >> 1]
                }
                SpriteCorners::WholeHalves => {
                    let turned = |factor: i64, size: i64| r12_wide(factor * (size >> 1)) * unit;
                    let x = a * turned(c, width) - b * turned(s, height);
                    let y = a * turned(s, width) + b * turned(c, height);
                    [middle_x + x, middle_y + y]
                }
            });
        let [from, to] = self.texels;
        let u = mirrored(from[0], to[0]);
        let v = mirrored(from[1], to[1]);
        let texels = [[u[0], v[0]], [u[1], v[0]], [u[1], v[1]], [u[0], v[1]]];
        let center = projector.center();
        let near = |p: &[i64; 2]| (p[0] - center[0]).abs() <= GUARD * unit && (p[1] - center[1]).abs() <= GUARD * unit;
        let attributes = |i: usize| [texels[i][0], texels[i][1], 0, 0, 0];
        // Two triangles that share the first corner: as a strip the second, first, third and fourth.
        let strip = [1, 0, 2, 3];
        if points.iter().all(near) {
            let corners = strip.map(|i| ScreenVertex {
                x: points[i][0] as i32,
                y: points[i][1] as i32,
                attributes: attributes(i),
                ..at.screen
            });
            if !submission.outside(&corners) {
                submission.special(material, surface, at.key, &corners);
            }
            return;
        }
        let screen = projector.on_screen();
        let clip_vertex = |i: usize| {
            let across = [0, 1].map(|axis| ((points[i][axis] - center[axis]) << 12) / unit);
            ClipVertex { position: ViewVertex { across, z: 0 }, attributes: attributes(i) }
        };
        let polygon = ClipPolygon::strip(&strip.map(clip_vertex)).clipped(&screen);
        for (piece, sides) in pieces(polygon.vertices()) {
            let corners = piece.map(|vertex| {
                let (x, y) = screen.pixel(&vertex.position);
                ScreenVertex { x, y, attributes: vertex.attributes, ..at.screen }
            });
            let corners = &corners[..sides];
            if !submission.outside(corners) {
                submission.special(material, surface, at.key, corners);
            }
        }
    }

    /// Returns the width or height on the screen, truncated.
    fn pixels(&self, axis: usize, z: i32, projector: &Projector) -> i64 {
        let size = self.size[axis];
        let near = projector.planes().map(|(near, _)| near);
        let no_perspective = self.flags & Primitives::SPRITE_NO_PERSPECTIVE != 0;
        match (self.flags & Primitives::SPRITE_PIXEL_SIZE != 0, near) {
            (false, Some(near)) if no_perspective => projector.length(axis, size, near),
            (false, _) => projector.length(axis, size, z),
            (true, Some(near)) if !no_perspective => {
                i64::from(saturate(i64::from(size) * i64::from(near) / i64::from(z.max(1))))
            }
            (true, _) => i64::from(size),
        }
    }
}

/// Returns the ends of a texture coordinate; one that runs backwards starts at the last texel before its exclusive
/// edge.
fn mirrored(from: i32, to: i32) -> [i32; 2] {
    if to < from { [from - 1, to - 1] } else { [from, to] }
}
