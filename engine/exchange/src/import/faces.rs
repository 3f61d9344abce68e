//! Triangles of primitives: their corners, colours and normals.

use glam::DVec3;
use keitai_formats::Rgb;

use super::gathered::{Gathered, Triangle};
use super::glass::{Glass, best, settled};
use super::gradient::is_gradient;
use super::scene::WHOLE;
use super::surface::Surface;
use crate::light::encoded;

/// Places are one place even before rounding when they are nearer than this share of their largest coordinate.
const SAME: f64 = 1e-6;
/// A vertex of a primitive.
pub(super) struct Corner {
    /// Number after welding.
    pub(super) vertex: u32,
    /// Place in the space of its bone before rounding.
    pub(super) point: DVec3,
    /// Place in the picture, 0..=1 for the whole of it.
    pub(super) texture: [f32; 2],
    /// Number in the primitive.
    pub(super) source: u32,
    /// Its joint or object is mirrored: its triangles run the other way round.
    pub(super) is_mirrored: bool,
}

pub(super) struct Looks<'a> {
    pub(super) surface: (u32, &'a Surface),
    /// Colours of the vertices in linear light, and alpha.
    pub(super) colours: Option<&'a [[f32; 4]]>,
    /// Colour of faces whose vertices have none.
    pub(super) plain: Rgb,
    pub(super) pattern: u16,
}

impl<'a> Looks<'a> {
    pub(super) fn new(surface: (usize, &'a Surface), colours: Option<&'a [[f32; 4]]>, pattern: usize) -> Self {
        let (number, surface) = surface;
        let plain = if surface.slot.is_some() { Rgb::default() } else { encoded(surface.colour) };
        // No figure has so many patterns.
        let pattern = u16::try_from(pattern).unwrap_or(u16::MAX);
        Self { surface: (number as u32, surface), colours, plain, pattern }
    }
}

impl Gathered {
    /// Adds the triangle of three corners. `number` is as in [`Triangle`].
    pub(super) fn add(&mut self, corners: [&Corner; 3], looks: &Looks<'_>, number: Option<u32>) {
        let Looks { surface: (surface_number, surface), colours, .. } = looks;
        let vertices = corners.map(|corner| corner.vertex);
        let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner| corners[corner]));
        let is_none = |[a, b]: &[&Corner; 2]| {
            if surface.is_own { a.vertex == b.vertex } else { self.meet(a.vertex, b.vertex) }
        };
        if number.is_none() && sides.iter().any(is_none) {
            // A triangle that has no area before rounding is no loss.
            let is_apart = |[a, b]: &[&Corner; 2]| {
                a.point.distance(b.point) > SAME * a.point.abs().max(b.point.abs()).max_element()
            };
            let lost = sides.iter().filter(|side| is_none(side)).all(is_apart);
            self.losses.degenerate += usize::from(lost);
            return;
        }
        let colours = colours.as_ref().map(|list| {
            // The list has a colour for each vertex.
            corners.map(|corner| list.get(corner.source as usize).map_or([1.0; 4], |colour| colour.map(f64::from)))
        });
        let area = self.area_of(vertices);
        self.area += area;
        let mut colour = colours.map_or(looks.plain, |colours| self.colour(surface, area, colours));
        let alpha = colours.map_or(1.0, |colours| colours.iter().map(|[.., alpha]| alpha).sum::<f64>() / 3.0);
        let glass = surface.opacity.map(|opacity| {
            if surface.slot.is_some() {
                return if alpha < WHOLE { Glass::HALF } else { surface.glass };
            }
            let pixel = [colour.r, colour.g, colour.b, libm::round(alpha * 255.0) as u8];
            let (glass, _) = best(&[pixel], opacity);
            let [r, g, b, _] = settled(glass, pixel, opacity).0;
            colour = Rgb { r, g, b };
            glass
        });
        self.triangles.push(Triangle {
            pattern: looks.pattern,
            surface: *surface_number,
            glass,
            number,
            vertices,
            places: corners.map(|corner| corner.texture),
            colour,
        });
    }

    /// Returns the colour of the next triangle, whose corners have these colours.
    fn colour(&mut self, surface: &Surface, area: f64, corners: [[f64; 4]; 3]) -> Rgb {
        let corners = corners.map(|[r, g, b, _]| [r, g, b]);
        if surface.slot.is_some() {
            self.losses.tinted += usize::from(corners.iter().flatten().any(|part| *part < WHOLE));
            return Rgb::default();
        }
        let corners = corners.map(|colour| [0, 1, 2].map(|part| colour[part] * surface.colour[part]));
        let levels = corners.map(encoded);
        if levels[0] == levels[1] && levels[1] == levels[2] {
            return levels[0];
        }
        self.losses.shaded += 1;
        if surface.opacity.is_none() && is_gradient(area, self.area, levels) {
            self.gradients.push((self.triangles.len(), area, corners));
        }
        encoded([0, 1, 2].map(|part| corners.iter().map(|colour| colour[part]).sum::<f64>() / 3.0))
    }
}

/// Most triangles of a primitive that get a normal each, as the format says: each has three vertices of its own. The
/// triangles of larger primitives get normals at their corners.
const MOST_FLAT: usize = 7000;

/// Returns for every new vertex its number among `positions`, and its normal; `triangles` get the new numbers.
pub(super) fn missing(positions: &[[f64; 3]], triangles: &mut [[u32; 3]]) -> (Vec<u32>, Vec<[f64; 3]>) {
    let across = |triangle: &[u32; 3]| across(positions, triangle);
    if triangles.len() > MOST_FLAT {
        // Longer products weigh more: those of larger triangles.
        let mut sums = vec![DVec3::ZERO; positions.len()];
        for triangle in triangles.iter() {
            for corner in triangle {
                sums.iter_mut().skip(*corner as usize).take(1).for_each(|sum| *sum += across(triangle));
            }
        }
        let normals = sums.into_iter().map(|sum| sum.normalize_or(DVec3::Z).to_array()).collect();
        return ((0..positions.len() as u32).collect(), normals);
    }
    let normals = triangles.iter().flat_map(|triangle| [across(triangle).normalize_or(DVec3::Z).to_array(); 3]);
    let normals = normals.collect();
    let sources = triangles.as_flattened().to_vec();
    for (first, corners) in (0..).step_by(3).zip(triangles) {
        *corners = [first, first + 1, first + 2];
    }
    (sources, normals)
}

/// Returns the number of triangles whose corners run opposite to the normals of their vertices.
pub(super) fn turned(positions: &[[f64; 3]], normals: &[[f64; 3]], triangles: &[[u32; 3]]) -> usize {
    let normal = |corner: &u32| normals.get(*corner as usize).copied().map(DVec3::from_array).unwrap_or_default();
    let is_turned = |triangle: &&[u32; 3]| {
        let across = across(positions, triangle);
        // Most triangles end with the first product, before lengths are computed. Normals that are bent around an edge
        // may lean away from it.
        let leans = |normal: DVec3| normal.normalize_or_zero().dot(across.normalize_or_zero()) < -0.5;
        triangle.iter().map(normal).all(|normal| normal.dot(across) < 0.0 && leans(normal))
    };
    triangles.iter().filter(is_turned).count()
}

/// Returns the product of two sides of a triangle: its normal, twice as long as its area.
fn across(positions: &[[f64; 3]], triangle: &[u32; 3]) -> DVec3 {
    let place = |corner: u32| positions.get(corner as usize).copied().map(DVec3::from_array).unwrap_or_default();
    let [a, b, c] = *triangle;
    let start = place(a);
    (place(b) - start).cross(place(c) - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_primitives_share_normals_and_turned_triangles_are_counted() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mut triangles = vec![[0, 1, 2]; MOST_FLAT + 1];
        let (sources, normals) = missing(&positions, &mut triangles);
        assert_eq!((sources, normals), (vec![0, 1, 2], vec![[0.0, 0.0, 1.0]; 3]));
        let turned = |corners: [u32; 3]| turned(&positions, &[[0.0, 0.0, 1.0]; 3], &[corners]);
        assert_eq!([turned([0, 1, 2]), turned([0, 2, 1])], [0, 1]);
    }
}
