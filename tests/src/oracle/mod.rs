//! A slow, obvious rasteriser: the picture of the authentic back end, pixel by pixel from the rules themselves.
//!
//! The oracle shares no code with the renderer's spans: every pixel of the clip asks every polygon whether it lies
//! inside, from the polygon's corners alone, with divisions instead of tables and nothing carried from one pixel to the
//! next. All arithmetic is i64 without wrapping. `coverage` answers where a polygon is and which attributes a pixel
//! has, `light` gives corners their shades, `colour` says what a pixel becomes.
//!
//! Input are polygons whose corners already are pixels, seen straight on (the view turns nothing), in the order of
//! submission; the facts are those measured on the vendor's viewer, and for the other settings of `Compat` the
//! documents.

mod colour;
mod coverage;
mod enhanced;
mod interpolation;
mod light;
mod toon;

pub use enhanced::Admissible;
pub use light::{Light, Toon};

use keitai_formats::{Material, Rgb, Texture};
use keitai_render::compat::{EvenShade, FlatBit, QuadFacing, SortKey, ToonBoundary, ZsortBits};
use keitai_render::{Clip, Compat};

/// A corner of a polygon in view space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Vertex {
    /// Distances to the right, down and away; in parallel, pixels from the picture's top left corner.
    pub at: [i16; 3],
    /// 4.12.
    pub normal: [i16; 3],
    /// Texels.
    pub texel: [u8; 2],
}

/// A triangle, or a quad in strip order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polygon {
    /// Its material.
    pub material: Material,
    /// 3 or 4.
    pub corners: Vec<Vertex>,
    /// Its colour or texture.
    pub surface: Surface,
}

/// The source of a polygon's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// One colour.
    Colour(Rgb),
    /// The scene's texture of this number.
    Texture(usize),
}

/// Everything the polygons of a picture have in common.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The textures of the scene.
    pub textures: &'a [Texture],
    /// The light, if any.
    pub light: Option<Light>,
    /// Two-level shading, if any.
    pub toon: Option<Toon>,
    /// Blend modes count.
    pub semi_transparent: bool,
    /// The sphere map.
    pub sphere: Option<&'a Texture>,
    /// The projection of corners to the screen.
    pub view: View,
    /// The settings.
    pub compat: &'a Compat,
}

/// The least distance that perspective shows.
pub const NEAR: i64 = 16;
/// The greatest distance that perspective shows.
pub const FAR: i64 = 32767;

/// The projection of space to the screen for a view straight ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// A unit is a pixel.
    Parallel,
    /// Known to the enhanced back end's oracle alone.
    Perspective {
        /// Pixels per unit at a distance of 1: a power of two.
        focal: i64,
        /// The pixel straight ahead, in both directions.
        centre: i64,
    },
}

/// A corner on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Corner {
    x: i64,
    y: i64,
    /// u, v, shade and the two sphere coordinates, in 1/256 of a texel or of a shade.
    attributes: [i64; 5],
}

impl Scene<'_> {
    /// Draws polygons, given in the order of submission, onto a picture `width` pixels wide.
    pub fn draw(&self, polygons: &[Polygon], pixels: &mut [u32], width: i64, clip: Clip) {
        let mut order: Vec<&Polygon> = polygons.iter().collect();
        order.sort_by_key(|polygon| std::cmp::Reverse(self.sort_key(polygon)));
        let height = pixels.len() as i64 / width;
        for polygon in order {
            let corners: Vec<Corner> = polygon.corners.iter().map(|vertex| self.corner(vertex)).collect();
            let paint = self.paint(polygon);
            for (piece, shade) in self.pieces(polygon, &corners) {
                let paint = colour::Paint { shade, ..paint };
                for y in i64::from(clip.top).max(0)..i64::from(clip.bottom).min(height) {
                    for x in i64::from(clip.left).max(0)..i64::from(clip.right).min(width) {
                        if let Some(attributes) = piece.at(x, y) {
                            let pixel = &mut pixels[(y * width + x) as usize];
                            *pixel = paint.over(*pixel, attributes);
                        }
                    }
                }
            }
        }
    }

    /// Returns the distance of the vertices, or their place among 32767 steps of even size on the screen, averaged;
    /// larger is drawn first.
    fn sort_key(&self, polygon: &Polygon) -> i64 {
        let key = |z: i64| match (self.view, self.compat.sort_key) {
            (View::Perspective { .. }, SortKey::Projected15) => 32767 * FAR * (z - NEAR) / (z * (FAR - NEAR)),
            _ => z,
        };
        let depths: Vec<i64> = polygon.corners.iter().map(|v| key(i64::from(v.at[2]))).collect();
        let nearest = *depths.iter().min().expect("a polygon has corners");
        let farthest = *depths.iter().max().expect("a polygon has corners");
        let bits = (polygon.material.has(Material::SORT_NEAREST), polygon.material.has(Material::SORT_FARTHEST));
        match (self.compat.zsort_bits, bits) {
            (ZsortBits::Ignore, _) | (_, (false, false)) => {}
            (_, (true, false)) | (ZsortBits::BothNearest, (true, true)) => return nearest,
            (_, (false, true)) | (ZsortBits::Honour, (true, true)) => return farthest,
        }
        let sum: i64 = depths.iter().sum();
        match (depths.len(), self.compat.sort_key) {
            (4, _) => sum >> 2,
            (_, SortKey::Projected15) => (sum * 21845) >> 16,
            (_, SortKey::MeanZ) => sum / 3,
        }
    }

    fn corner(&self, vertex: &Vertex) -> Corner {
        let [x, y, _] = vertex.at.map(i64::from);
        let [u, v] = vertex.texel.map(|t| i64::from(t) * 256);
        let shade = self.shade(vertex.normal);
        let [e, f] = self.reflection(vertex.normal);
        Corner { x, y, attributes: [u, v, shade, e, f] }
    }

    /// Returns the filled pieces of a polygon, in order, with their shade.
    fn pieces(&self, polygon: &Polygon, corners: &[Corner]) -> Vec<(coverage::Piece, colour::Shade)> {
        let split = self.toon.filter(|_| self.compat.toon_boundary == ToonBoundary::Split);
        let split = |shade| split.filter(|_| shade == colour::Shade::Smooth);
        let triangles = self.triangles(polygon, corners);
        let textured = matches!(polygon.surface, Surface::Texture(_));
        if let (&[a, b, c, d], &[(_, shade), (_, second)]) = (corners, &triangles[..])
            && textured
            && shade == second
            && split(shade).is_none()
            && let Some(whole) = coverage::Piece::whole_quad([a, b, c, d], self.compat)
        {
            return vec![(whole, shade)];
        }
        let parts = |(triangle, shade)| match split(shade) {
            Some(toon) => toon::parts(triangle, toon, self.compat),
            None => vec![(triangle, shade)],
        };
        let parts = triangles.into_iter().flat_map(parts);
        parts.map(|(part, shade)| (coverage::Piece::triangle(part, self.compat), shade)).collect()
    }

    /// Returns the halves of a polygon that face the viewer, and how bright they are.
    fn triangles(&self, polygon: &Polygon, corners: &[Corner]) -> Vec<([Corner; 3], colour::Shade)> {
        let shown = |area: i64| polygon.material.has(Material::DOUBLE_FACE) || area > 0;
        let shade = |half: &[Corner]| self.shading(polygon, self.shading_corners(polygon, corners, half));
        match *corners {
            [a, b, c] if shown(clockwise(a, b, c)) => vec![([a, b, c], shade(corners))],
            [a, b, c, d] => {
                let whole = (d.x - a.x) * (c.y - b.y) - (d.y - a.y) * (c.x - b.x);
                let halves = match self.compat.quad_facing {
                    QuadFacing::Whole => [shown(whole); 2],
                    QuadFacing::PerTriangle => [shown(clockwise(a, b, c)), shown(clockwise(c, b, d))],
                };
                [[a, b, c], [b, c, d]]
                    .into_iter()
                    .zip(halves)
                    .filter(|&(_, shown)| shown)
                    .map(|(half, _)| (half, shade(&half)))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the corners that decide whether a half of a polygon has one shade.
    fn shading_corners<'a, C>(&self, polygon: &Polygon, corners: &'a [C], half: &'a [C]) -> &'a [C] {
        match self.compat.even_shade {
            EvenShade::EqualNormals if !self.is_flat(polygon) => half,
            _ => corners,
        }
    }

    /// Returns whether the first corner's shade counts for all.
    fn is_flat(&self, polygon: &Polygon) -> bool {
        self.compat.flat_bit == FlatBit::Honour && polygon.material.has(Material::FLAT_SHADE)
    }

    fn shading(&self, polygon: &Polygon, corners: &[Corner]) -> colour::Shade {
        let first = corners[0].attributes[2];
        if self.light.is_none() || !polygon.material.has(Material::LIGHTING) {
            colour::Shade::Unlit
        } else if self.is_flat(polygon) || corners.iter().all(|corner| corner.attributes[2] == first) {
            colour::Shade::Constant(first / 256)
        } else {
            colour::Shade::Smooth
        }
    }

    fn paint(&self, polygon: &Polygon) -> colour::Paint<'_> {
        let lit = self.light.is_some() && polygon.material.has(Material::LIGHTING);
        let (surface, wrap) = match polygon.surface {
            Surface::Colour(colour) => (colour::Source::Colour(colour), self.compat.uv_wrap),
            Surface::Texture(number) => {
                let texture = &self.textures[number];
                let texels: Vec<[u8; 2]> = polygon.corners.iter().map(|corner| corner.texel).collect();
                (colour::Source::Texture(texture), colour::wrap(self.compat, texture, &texels))
            }
        };
        colour::Paint {
            compat: self.compat,
            wrap,
            surface,
            key: polygon.material.has(Material::COLOUR_KEY),
            shade: colour::Shade::Unlit,
            toon: self.toon,
            blend: if self.semi_transparent { polygon.material.0 & Material::BLEND } else { 0 },
            sphere: self.sphere.filter(|_| lit && polygon.material.has(Material::SPHERE_MAP)),
        }
    }
}

/// Returns a number above 0 for corners in clockwise order on the screen, y being down.
fn clockwise(a: Corner, b: Corner, c: Corner) -> i64 {
    (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
}
