//! A slow, obvious rasteriser: the picture of the authentic back end, pixel by pixel from the rules themselves.
//!
//! The oracle shares no code with the renderer's spans: every pixel of the clip is checked against every polygon, from
//! the polygon's corners alone, with divisions instead of tables and nothing carried from one pixel to the next. All
//! arithmetic is i64 without wrapping. `coverage` computes where a polygon is and which attributes a pixel has, `light`
//! the shades of corners, `colour` the new colour of a pixel.
//!
//! The input is a list of polygons whose corners are pixels already, seen straight on (the view turns nothing), in the
//! order of submission; the facts are those measured on the phone engine and on its PC viewer.

mod colour;
mod coverage;
mod enhanced;
mod interpolation;
mod light;

pub use enhanced::Admissible;
use keitai_formats::{Material, Rgb, Texture};
use keitai_render::{Clip, Compat};
pub use light::{Light, Toon};

/// A corner of a polygon in view space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Vertex {
    /// Distances to the right, down and away; in parallel, pixels from the picture's top left corner.
    pub at: [i16; 3],
    /// 4.12.
    pub normal: [i16; 3],
    /// Texture coordinates, texels.
    pub texel: [u8; 2],
}

/// A triangle, or a quad in strip order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polygon {
    /// Drawing attributes.
    pub material: Material,
    /// 3 or 4.
    pub corners: Vec<Vertex>,
    /// Colour or texture of the polygon.
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
    /// Blend modes have an effect.
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
    /// Supported by the enhanced back end's oracle alone.
    Perspective {
        /// Pixels per unit at a distance of 1: a power of two.
        focal: i64,
        /// The pixel straight ahead, in both directions.
        centre: i64,
    },
}

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
        let order = self.painted(polygons, |polygon| {
            let corners: Vec<Corner> = polygon.corners.iter().map(|vertex| self.corner(vertex)).collect();
            self.is_shown(polygon, doubled_area(&corners.iter().map(|c| (c.x, c.y)).collect::<Vec<_>>()))
        });
        let height = pixels.len() as i64 / width;
        for polygon in order {
            let mut corners: Vec<Corner> = polygon.corners.iter().map(|vertex| self.corner(vertex)).collect();
            if self.is_flat(polygon) {
                let [.., e, f] = corners[0].attributes;
                corners.iter_mut().for_each(|corner| corner.attributes[3..].copy_from_slice(&[e, f]));
            }
            let paint = colour::Paint { shade: self.shading(polygon, &corners), ..self.paint(polygon) };
            for piece in self.pieces(polygon, &corners) {
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

    /// Returns the polygons of the sort list in the order in which they are painted; `is_seen` decides which are in it:
    /// all but back faces and single-faced polygons without area.
    fn painted<'a>(&self, polygons: &'a [Polygon], is_seen: impl Fn(&Polygon) -> bool) -> Vec<&'a Polygon> {
        let listed = polygons.iter().filter(|polygon| is_seen(polygon));
        let mut list: Vec<(i64, &Polygon)> = listed.map(|polygon| (self.sort_key(polygon), polygon)).collect();
        far_to_near(&mut list);
        list.into_iter().map(|(_, polygon)| polygon).collect()
    }

    /// Returns whether a polygon with this area, positive if it runs clockwise, is drawn.
    fn is_shown(&self, polygon: &Polygon, area: i64) -> bool {
        polygon.material.has(Material::DOUBLE_FACE) || area > 0
    }

    /// Returns the distance of the vertices, or their place among 32767 steps of even size on the screen, averaged;
    /// larger is drawn first.
    fn sort_key(&self, polygon: &Polygon) -> i64 {
        let key = |z: i64| match self.view {
            View::Perspective { .. } => 32767 * FAR / (FAR - NEAR) * (z - NEAR) / z,
            View::Parallel => z,
        };
        let depths: Vec<i64> = polygon.corners.iter().map(|v| key(i64::from(v.at[2]))).collect();
        if polygon.material.has(Material::SORT_FARTHEST) {
            return *depths.iter().max().expect("a polygon has corners");
        }
        if polygon.material.has(Material::SORT_NEAREST) {
            return *depths.iter().min().expect("a polygon has corners");
        }
        let sum: i64 = depths.iter().sum();
        if depths.len() == 4 { sum >> 2 } else { (sum * 21845) >> 16 }
    }

    fn corner(&self, vertex: &Vertex) -> Corner {
        let [x, y, _] = vertex.at.map(i64::from);
        let [u, v] = vertex.texel.map(|t| i64::from(t) * 256);
        let shade = self.shade(vertex.normal);
        let [e, f] = self.reflection(vertex.normal);
        Corner { x, y, attributes: [u, v, shade, e, f] }
    }

    fn pieces(&self, polygon: &Polygon, corners: &[Corner]) -> Vec<coverage::Piece> {
        match *corners {
            [a, b, c] => vec![coverage::Piece::triangle([a, b, c])],
            [a, b, c, d] => {
                let level = polygon.corners.iter().all(|vertex| vertex.at[2] == polygon.corners[0].at[2]);
                let textured = matches!(polygon.surface, Surface::Texture(_));
                match coverage::Piece::whole_quad([a, b, c, d]).filter(|_| textured && level) {
                    Some(whole) => vec![whole],
                    None => [[a, b, c], [b, c, d]].map(coverage::Piece::triangle).to_vec(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Returns whether the first corner's shade and sphere texel are used for all.
    fn is_flat(&self, polygon: &Polygon) -> bool {
        polygon.material.has(Material::FLAT_SHADE)
    }

    fn shading(&self, polygon: &Polygon, corners: &[Corner]) -> colour::Shade {
        let first = corners[0].attributes[2];
        if !self.is_lit(polygon) {
            colour::Shade::Unlit
        } else if self.is_flat(polygon) || corners.iter().all(|corner| corner.attributes[2] == first) {
            colour::Shade::Constant(first / 256)
        } else {
            colour::Shade::Smooth
        }
    }

    fn is_lit(&self, polygon: &Polygon) -> bool {
        self.light.is_some() && polygon.material.has(Material::LIGHTING)
    }

    fn paint(&self, polygon: &Polygon) -> colour::Paint<'_> {
        let surface = match polygon.surface {
            Surface::Colour(colour) => colour::Source::Colour(colour),
            Surface::Texture(number) => colour::Source::Texture(&self.textures[number]),
        };
        colour::Paint {
            compat: self.compat,
            surface,
            key: polygon.material.has(Material::COLOUR_KEY),
            shade: colour::Shade::Unlit,
            toon: self.toon,
            blend: self.blend(polygon),
            sphere: self.sphere.filter(|_| self.is_lit(polygon) && polygon.material.has(Material::SPHERE_MAP)),
        }
    }
}

/// Returns twice the area of a triangle, or of a quad in strip order as the sum of both halves; above 0 for corners in
/// clockwise order on the screen, y being down.
fn doubled_area(corners: &[(i64, i64)]) -> i64 {
    let triangle = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0);
    match *corners {
        [a, b, c] => triangle(a, b, c),
        [a, b, c, d] => triangle(a, b, c) + triangle(c, b, d),
        _ => 0,
    }
}

/// Puts a list into the order in which it is painted: large keys first, equal ones as the sort leaves them.
fn far_to_near<T: Copy>(list: &mut [(i64, T)]) {
    if list.len() >= 12 {
        halve(list);
    }
    // Insertion, which keeps the order of equal keys, as a stable sort does.
    list.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
}

/// Exchanges elements around the key in the middle, and continues with both sides.
fn halve<T: Copy>(list: &mut [(i64, T)]) {
    let pivot = list[(list.len() - 1) / 2].0;
    let (mut left, mut right) = (0, list.len() as i64 - 1);
    while left <= right {
        while list[left as usize].0 > pivot {
            left += 1;
        }
        while list[right as usize].0 < pivot {
            right -= 1;
        }
        if left <= right {
            list.swap(left as usize, right as usize);
            (left, right) = (left + 1, right - 1);
        }
    }
    let (first, second) = ((right + 1) as usize, list.len() - left as usize);
    // The larger side is halved from 11 elements on, the other from 12; of two equal ones the second is taken as the
    // larger.
    let least = |is_larger: bool| if is_larger { 11 } else { 12 };
    if first >= least(first > second) {
        halve(&mut list[..first]);
    }
    if second >= least(second >= first) {
        halve(&mut list[left as usize..]);
    }
}
