//! Triangles of primitives: their corners and colours.

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
            let glass = best(&[pixel], opacity);
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
