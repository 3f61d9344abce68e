//! The enhanced back end: the colours that a pixel may have. Opaque polygons come first, then blended ones, each from far
//! to near; a polygon more than a unit of depth behind the pixel is hidden.
//!
//! A pixel is covered when its centre lies inside the triangle, or on a top or left edge. `interpolation` gives the
//! values that its attributes may have: true perspective with the renderer's documented tolerance.

use super::colour::{Paint, Source};
use super::interpolation::{Range, Row};
use super::{Polygon, Scene, View};
use keitai_formats::{Material, Rgb, Texture};
use keitai_render::Clip;

/// The colours that a picture may show at a pixel; none where too many are possible to be listed.
#[derive(Debug)]
pub struct Admissible(Vec<u32>);

impl Admissible {
    /// Returns whether a colour is admissible.
    pub fn has(&self, pixel: u32) -> bool {
        self.is_unknown() || self.0.contains(&pixel)
    }

    /// Returns whether any colour is admissible, because steep perspective leaves too many.
    pub fn is_unknown(&self) -> bool {
        self.0.is_empty()
    }
}

/// The most colours that are listed for a pixel.
const MOST: usize = 512;

#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    /// 28.4, sampled at 16 x + 8.
    pub(super) x: i64,
    pub(super) y: i64,
    /// Distance.
    pub(super) z: i64,
    /// Inverse depth, by which the depth buffer compares.
    pub(super) depth: i64,
    /// u, v, shade and the two sphere coordinates, in 1/256 of a texel or of a shade.
    pub(super) attributes: [i64; 5],
}

/// A pixel during a polygon: what it may show, and the inverse depth that was written there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    pixel: u32,
    written: Option<i64>,
}

impl Scene<'_> {
    /// Returns the colours that polygons, given in the order of submission, may leave at every pixel of a picture
    /// `width` pixels wide.
    pub fn enhanced(&self, polygons: &[Polygon], pixels: &[u32], width: i64, clip: Clip) -> Vec<Admissible> {
        let order = self.painted(polygons, |polygon| {
            let corners = polygon.corners.iter().map(|vertex| self.fine_corner(vertex, 0));
            let corners: Vec<(i64, i64)> = corners.map(|corner| (corner.x, corner.y)).collect();
            self.is_shown(polygon, super::doubled_area(&corners))
        });
        let mut places: Vec<Vec<Choice>> = pixels.iter().map(|&pixel| vec![Choice { pixel, written: None }]).collect();
        for blended in [false, true] {
            for polygon in order.iter().filter(|polygon| (self.blend(polygon) != 0) == blended) {
                self.enhanced_polygon(polygon, &mut places, width, clip);
            }
        }
        places.into_iter().map(|list| Admissible(list.into_iter().map(|choice| choice.pixel).collect())).collect()
    }

    fn enhanced_polygon(&self, polygon: &Polygon, places: &mut [Vec<Choice>], width: i64, clip: Clip) {
        let bias = self.bias(polygon);
        let mut corners: Vec<Corner> = polygon.corners.iter().map(|vertex| self.fine_corner(vertex, bias)).collect();
        if self.is_flat(polygon) {
            let [.., e, f] = corners[0].attributes;
            corners.iter_mut().for_each(|corner| corner.attributes[3..].copy_from_slice(&[e, f]));
        }
        let halves = match *corners {
            [a, b, c, d] => vec![[a, b, c], [b, c, d]],
            _ => vec![[corners[0], corners[1], corners[2]]],
        };
        for triangle in halves {
            for (y, row) in (0..).zip(places.chunks_exact_mut(width as usize)) {
                let seen = |x: &i64| (i64::from(clip.left)..i64::from(clip.right)).contains(x);
                let rows = i64::from(clip.top)..i64::from(clip.bottom);
                let columns: Vec<i64> =
                    (0..width).filter(|x| rows.contains(&y) && seen(x) && covers(&triangle, *x, y)).collect();
                let line = Row::new(triangle, self.view != View::Parallel, y);
                for &x in &columns {
                    let place = &mut row[x as usize];
                    let attributes = line.at(x);
                    // The product of five such numbers needs more than 32 bits.
                    let values: u64 = attributes.iter().map(|range| range.clone().take(MOST).count() as u64).product();
                    if values * place.len() as u64 > 8 * MOST as u64 {
                        place.clear();
                    }
                    *place = place
                        .iter()
                        .flat_map(|under| self.over(polygon, &corners, *under, &attributes, line.depth(x)))
                        .collect();
                    place.sort_unstable();
                    place.dedup();
                    if place.len() > MOST {
                        place.clear();
                    }
                }
            }
        }
    }

    /// Returns the material's blend bits, where they have an effect.
    pub(super) fn blend(&self, polygon: &Polygon) -> u16 {
        if self.semi_transparent { polygon.material.0 & Material::BLEND } else { 0 }
    }

    /// Returns a corner whose sphere coordinates are not rounded to texels, and stop at the rim.
    fn fine_corner(&self, vertex: &super::Vertex, bias: i64) -> Corner {
        let [x, y, z] = vertex.at.map(i64::from);
        let [u, v] = vertex.texel.map(|t| i64::from(t) * 256);
        let shade = self.shade(vertex.normal);
        let [e, f] = [0, 1].map(|i| (i64::from(vertex.normal[i]) + 4096).clamp(0, 8191) * 2);
        let attributes = [u, v, shade, e, f];
        let depth = (self.inverse_depth(z) + bias).max(0);
        match self.view {
            // A corner keeps the half pixel that elsewhere rounds it to whole pixels, so that pictures of both back ends
            // lie on each other.
            View::Parallel => Corner { x: 16 * x + 8, y: 16 * y + 8, z, depth, attributes },
            // The numerator is k x + 2048 with k = 2048, half the focal length being left for after the division.
            View::Perspective { focal, centre } => {
                let place = |at: i64| (16 * focal * (at + 1)).div_euclid(z) + 16 * centre;
                Corner { x: place(x), y: place(y), z, depth, attributes }
            }
        }
    }

    fn inverse_depth(&self, z: i64) -> i64 {
        match self.view {
            View::Parallel => (131_072 - z) * 4096,
            View::Perspective { .. } => (1 << 31) / z,
        }
    }

    fn bias(&self, polygon: &Polygon) -> i64 {
        let distances: Vec<i64> = polygon.corners.iter().map(|corner| i64::from(corner.at[2])).collect();
        let [nearest, farthest] =
            [Material::SORT_NEAREST, Material::SORT_FARTHEST].map(|bit| polygon.material.has(bit));
        let chosen = if farthest { distances.iter().max() } else { distances.iter().min() };
        let mean = distances.iter().sum::<i64>() / distances.len() as i64;
        match chosen {
            Some(chosen) if nearest || farthest => self.inverse_depth(*chosen) - self.inverse_depth(mean),
            _ => 0,
        }
    }

    /// Returns whether a lit polygon has one shade.
    fn is_even(&self, polygon: &Polygon, corners: &[Corner]) -> bool {
        self.is_flat(polygon) || corners.iter().all(|corner| corner.attributes[2] == corners[0].attributes[2])
    }

    /// Returns the pixels that may replace `under`, at inverse depth `q`.
    fn over(
        &self,
        polygon: &Polygon,
        corners: &[Corner],
        under: Choice,
        attributes: &[Range; 5],
        q: i64,
    ) -> Vec<Choice> {
        let slack = match self.view {
            View::Parallel => 4096,
            View::Perspective { .. } => ((q * q) >> 31) + 1,
        };
        // Depth is rounded, too, most in the longest runs.
        const ROUNDED: i64 = 64;
        let behind = under.written.map_or(i64::MIN, |written| written - q - slack);
        let mut list = Vec::new();
        if behind > -ROUNDED {
            list.push(under);
        }
        if behind <= ROUNDED {
            for pixel in self.drawn(polygon, corners, under.pixel, attributes) {
                let opaque = self.blend(polygon) == 0;
                let written = under.written.map_or(q, |written| written.max(q));
                list.push(match pixel {
                    Some(pixel) if opaque => Choice { pixel, written: Some(written) },
                    Some(pixel) => Choice { pixel, ..under },
                    None => under,
                });
            }
        }
        list
    }

    /// Returns the pixels that may replace `under`; none where the texel is left out.
    fn drawn(&self, polygon: &Polygon, corners: &[Corner], under: u32, attributes: &[Range; 5]) -> Vec<Option<u32>> {
        let Paint { surface, key, blend, sphere, .. } = self.paint(polygon);
        let [u, v, s, e, f] = attributes;
        let colours: Vec<Option<Rgb>> = match surface {
            Source::Colour(colour) => vec![Some(colour)],
            Source::Texture(texture) => {
                let wrap = self.compat.uv_wrap;
                let texel = |u: i64, v: i64| {
                    let index = super::colour::texel(wrap, texture, u & 255, v & 255);
                    (!key || index != 0).then(|| super::colour::palette_colour(texture, index))
                };
                u.clone().flat_map(|u| v.clone().map(move |v| (u, v))).map(|(u, v)| texel(u, v)).collect()
            }
        };
        let shades: Vec<i64> = match (self.is_lit(polygon), self.is_even(polygon, corners)) {
            (false, _) => vec![255],
            (true, true) => vec![self.toned(corners[0].attributes[2] / 256)],
            (true, false) => s.clone().map(|s| self.toned(s)).collect(),
        };
        let reflections: Vec<Rgb> = match sphere {
            None => vec![Rgb::default()],
            Some(map) => {
                e.clone().flat_map(|e| f.clone().map(move |f| (e, f))).map(|(e, f)| reflected(map, e, f)).collect()
            }
        };
        let mut list = Vec::new();
        for &colour in &colours {
            for &shade in &shades {
                for &reflection in &reflections {
                    list.push(colour.map(|colour| mixed(under, colour, shade, blend, reflection)));
                }
            }
        }
        list
    }

    fn toned(&self, shade: i64) -> i64 {
        let Some(toon) = self.toon else { return shade };
        i64::from(if shade > i64::from(toon.threshold) { toon.high } else { toon.low })
    }
}

/// Returns the colour that a sphere map adds; index 0 adds nothing.
fn reflected(map: &Texture, e: i64, f: i64) -> Rgb {
    match map.texels[((f & 63) * 64 + (e & 63)) as usize] {
        0 => Rgb::default(),
        index => super::colour::palette_colour(map, index),
    }
}

fn mixed(under: u32, colour: Rgb, shade: i64, blend: u16, reflection: Rgb) -> u32 {
    let m = shade + (shade >> 7);
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
    channel(colour.r, under_r, reflection.r) << 16
        | channel(colour.g, under_g, reflection.g) << 8
        | channel(colour.b, under_b, reflection.b)
}

/// Returns twice the area, above 0 for corners in clockwise order on the screen, y being down.
fn area([a, b, c]: &[Corner; 3]) -> i64 {
    (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
}

/// Returns twice the area of the part of a triangle that lies opposite each corner, seen from a point in 28.4.
pub(super) fn shares(triangle: &[Corner; 3], point: (i64, i64)) -> [i64; 3] {
    [0, 1, 2].map(|i| {
        let (from, to) = (triangle[(i + 1) % 3], triangle[(i + 2) % 3]);
        (to.x - from.x) * (point.1 - from.y) - (to.y - from.y) * (point.0 - from.x)
    })
}

fn covers(triangle: &[Corner; 3], x: i64, y: i64) -> bool {
    let mut corners = *triangle;
    match area(triangle) {
        0 => return false,
        area if area < 0 => corners.swap(1, 2),
        _ => {}
    }
    shares(&corners, (16 * x + 8, 16 * y + 8)).into_iter().enumerate().all(|(i, share)| {
        let (from, to) = (corners[(i + 1) % 3], corners[(i + 2) % 3]);
        let top_or_left = to.y < from.y || (to.y == from.y && to.x > from.x);
        share > 0 || (share == 0 && top_or_left)
    })
}
