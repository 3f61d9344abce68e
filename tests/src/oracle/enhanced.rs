//! The enhanced back end for one polygon, seen in parallel: which pixels it may leave behind.
//!
//! A pixel is covered when its centre lies inside the triangle, or on a top or left edge. Attributes are exact fractions
//! there; the renderer steps along rows with a little less precision, so a value right beside a step may fall on either
//! side of it, and either is admissible.

use super::colour::Source;
use super::{Corner, Polygon, Scene, Surface, clockwise};
use keitai_formats::{Material, Rgb, Texture};
use keitai_render::{Clip, FlatBit, QuadFacing, SphereIndex0, ToonEqual};

/// How far a stepped attribute may be from the exact one, in 1/65536 of a texel or of a shade. Slopes have 16 fraction
/// bits, so every pixel between a corner and the place adds one more.
const PRECISION: i128 = 1024;

/// What a picture may show at a pixel.
#[derive(Debug)]
pub struct Admissible(Vec<u32>);

impl Admissible {
    /// Whether `pixel` is among it.
    pub fn has(&self, pixel: u32) -> bool {
        self.0.contains(&pixel)
    }
}

impl Scene<'_> {
    /// What one polygon may leave at every pixel of a picture `width` pixels wide. The settings that matter are those
    /// for light, facing, toon and the sphere map.
    pub fn enhanced(&self, polygon: &Polygon, pixels: &[u32], width: i64, clip: Clip) -> Vec<Admissible> {
        let corners: Vec<Corner> = polygon.corners.iter().map(|vertex| self.fine_corner(vertex)).collect();
        let triangles = self.halves(polygon, &corners);
        let at = |(position, &under): (usize, &u32)| {
            let (x, y) = (position as i64 % width, position as i64 / width);
            let inside = (i64::from(clip.left)..i64::from(clip.right)).contains(&x)
                && (i64::from(clip.top)..i64::from(clip.bottom)).contains(&y);
            let mut shown = vec![under];
            for triangle in triangles.iter().filter(|_| inside) {
                if let Some(attributes) = covered(triangle, x, y) {
                    shown = shown.iter().flat_map(|&under| self.over(polygon, &corners, under, attributes)).collect();
                    shown.sort_unstable();
                    shown.dedup();
                }
            }
            Admissible(shown)
        };
        pixels.iter().enumerate().map(at).collect()
    }

    /// A corner whose sphere coordinates are not rounded to texels, and stop at the rim.
    fn fine_corner(&self, vertex: &super::Vertex) -> Corner {
        let mut corner = self.corner(vertex);
        for i in 0..2 {
            // 6.12, brought to 1/256 texel.
            corner.attributes[3 + i] = (((i64::from(vertex.normal[i]) + 4096) << 5).clamp(0, 262_143)) >> 4;
        }
        corner
    }

    fn halves(&self, polygon: &Polygon, corners: &[Corner]) -> Vec<[Corner; 3]> {
        let shown = |area: i64| polygon.material.has(Material::DOUBLE_FACE) || area > 0;
        match *corners {
            [a, b, c] => [[a, b, c]].into_iter().filter(|_| shown(clockwise(a, b, c))).collect(),
            [a, b, c, d] => {
                let (first, second) = (clockwise(a, b, c), clockwise(c, b, d));
                let (first, second) = match self.compat.quad_facing {
                    QuadFacing::Whole => (first + second, first + second),
                    QuadFacing::PerTriangle => (first, second),
                };
                [([a, b, c], first), ([b, c, d], second)]
                    .into_iter()
                    .filter(|&(_, area)| shown(area))
                    .map(|(half, _)| half)
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The pixels that may replace `under`.
    fn over(&self, polygon: &Polygon, corners: &[Corner], under: u32, attributes: [[i64; 2]; 5]) -> Vec<u32> {
        let lit = self.light.is_some() && polygon.material.has(Material::LIGHTING);
        let flat = self.compat.flat_bit == FlatBit::Honour && polygon.material.has(Material::FLAT_SHADE);
        let sphere = self.sphere.filter(|_| lit && polygon.material.has(Material::SPHERE_MAP));
        let source = match polygon.surface {
            Surface::Colour(colour) => Source::Colour(colour),
            Surface::Texture(number) => Source::Texture(&self.textures[number]),
        };
        let mut found = Vec::new();
        for choice in 0..32_usize {
            let [u, v, s, e, f] = [0, 1, 2, 3, 4].map(|i| attributes[i][choice >> i & 1]);
            let colour = match source {
                Source::Colour(colour) => colour,
                Source::Texture(texture) => {
                    let wrap = super::colour::wrap(self.compat, texture, corners);
                    let index = super::colour::texel(wrap, texture, u & 255, v & 255);
                    if index == 0 && polygon.material.has(Material::COLOUR_KEY) {
                        found.push(under);
                        continue;
                    }
                    super::colour::palette_colour(texture, index)
                }
            };
            let shade = match (lit, flat) {
                (false, _) => 255,
                (true, true) => self.toned(corners[0].attributes[2] / 256),
                (true, false) => self.toned(s),
            };
            let m = shade + (shade >> 7);
            let blend = if self.semi_transparent { polygon.material.0 & Material::BLEND } else { 0 };
            let reflection = sphere.map_or(Rgb::default(), |map| self.reflected(map, e, f));
            let [_, under_r, under_g, under_b] = under.to_be_bytes().map(i64::from);
            let channel = |c: u8, d: i64, reflection: u8| {
                let s = (i64::from(c) * m) >> 8;
                let blended = match blend {
                    0 => s,
                    2 => (d + s) / 2,
                    4 => (d + s).min(255),
                    _ => (d - s).max(0),
                };
                (blended + i64::from(reflection)).min(255) as u32
            };
            found.push(
                channel(colour.r, under_r, reflection.r) << 16
                    | channel(colour.g, under_g, reflection.g) << 8
                    | channel(colour.b, under_b, reflection.b),
            );
        }
        found
    }

    /// A shade after toon shading.
    fn toned(&self, shade: i64) -> i64 {
        let Some(toon) = self.toon else { return shade };
        let threshold = i64::from(toon.threshold);
        let high = shade > threshold || (shade == threshold && self.compat.toon_equal == ToonEqual::High);
        i64::from(if high { toon.high } else { toon.low })
    }

    fn reflected(&self, map: &Texture, e: i64, f: i64) -> Rgb {
        let index = map.texels[((f & 63) * 64 + (e & 63)) as usize];
        if index == 0 && self.compat.sphere_index0 == SphereIndex0::Skip {
            return Rgb::default();
        }
        super::colour::palette_colour(map, index)
    }
}

/// The whole attributes at a pixel's centre, each as the two values it may be stepped to; `None` where the triangle is
/// not. Coordinates below are sixteenths of a pixel. In a parallel view a corner keeps the half pixel that elsewhere
/// rounds it to whole pixels, so that pictures of both back ends lie on each other.
fn covered(corners: &[Corner; 3], x: i64, y: i64) -> Option<[[i64; 2]; 5]> {
    let mut corners = *corners;
    let area = clockwise(corners[0], corners[1], corners[2]) * 256;
    if area == 0 {
        return None;
    }
    if area < 0 {
        corners.swap(1, 2);
    }
    let centre = (16 * x + 8, 16 * y + 8);
    let mut weights = [0_i64; 3];
    for (i, weight) in weights.iter_mut().enumerate() {
        // The edge opposite corner i.
        let (from, to) = (corners[(i + 1) % 3], corners[(i + 2) % 3]);
        let (dx, dy) = (16 * (to.x - from.x), 16 * (to.y - from.y));
        *weight = dx * (centre.1 - 16 * from.y - 8) - dy * (centre.0 - 16 * from.x - 8);
        let top_or_left = (dy == 0 && dx > 0) || dy < 0;
        if *weight < 0 || (*weight == 0 && !top_or_left) {
            return None;
        }
    }
    let extent = |of: fn(&Corner) -> i64| {
        let [a, b, c] = corners.each_ref().map(of);
        a.max(b).max(c) - a.min(b).min(c)
    };
    let precision = PRECISION + i128::from(extent(|corner| corner.x) + extent(|corner| corner.y));
    let total: i128 = weights.iter().map(|&w| i128::from(w)).sum();
    Some([0, 1, 2, 3, 4].map(|i| {
        let sum: i128 =
            (0..3).map(|corner| i128::from(weights[corner]) * i128::from(corners[corner].attributes[i])).sum();
        let values = [0, 1, 2].map(|corner| corners[corner].attributes[i]);
        let (least, greatest) = (values.into_iter().min().unwrap_or(0), values.into_iter().max().unwrap_or(0));
        // The far end of a texture is the edge behind its last texel.
        let last = if greatest > least { (greatest * 256 - 1) >> 16 } else { greatest >> 8 };
        [-1, 1].map(|side| {
            let value = (sum * 65536 + side * precision * 256 * total).div_euclid(256 * total * 65536) as i64;
            value.clamp(least >> 8, last)
        })
    }))
}
