//! Triangles to faces: their corners, texels and colours.

use gltf::mesh::Mode;
use keitai_formats::{Rgb, Slot, counted};
use serde_json::Value;

use super::mesh::{Corner, Face, Gathered, HALVES, Place};
use super::source::{Source, fault, ours};
use super::surface::Surface;
use crate::error::Result;
use crate::gltf::light::encoded;
use crate::rules;

/// Most indices of all primitives; one without indices counts its vertices.
const MOST_INDICES: usize = 1 << 22;
/// Colours and alpha of vertices from here on count as 1.
const WHOLE: f64 = 0.998;

impl Gathered {
    /// Reads the faces of a primitive whose vertices are `corners`.
    pub(super) fn faces(&mut self, source: &Source, place: &Place<'_>, corners: &[Corner]) -> Result<()> {
        let indices: Vec<usize> = match place.primitive.indices() {
            Some(list) => {
                source.numbers::<1>(&list, &place.described)?.into_iter().map(|[index]| index as usize).collect()
            }
            None => (0..corners.len()).collect(),
        };
        self.indices_read += indices.len();
        if self.indices_read > MOST_INDICES {
            return fault(&rules::TOO_MUCH, format!("{}: more than {MOST_INDICES} indices", place.described));
        }
        if let Some(index) = indices.iter().find(|index| **index >= corners.len()) {
            let message = format!("{}: index {index} of {}", place.described, counted(corners.len(), "vertex"));
            return fault(&rules::ACCESSOR, message);
        }
        let triangles: Vec<[usize; 3]> = match place.primitive.mode() {
            Mode::TriangleStrip => {
                let strip = indices.windows(3).enumerate();
                strip.map(|(odd, w)| if odd % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] }).collect()
            }
            Mode::TriangleFan => {
                let first = indices.first().copied().unwrap_or_default();
                indices.get(1..).unwrap_or_default().windows(2).map(|w| [first, w[0], w[1]]).collect()
            }
            _ => indices.chunks_exact(3).map(|w| [w[0], w[1], w[2]]).collect(),
        };
        let extras = ours(place.primitive.extras());
        // Ours are known by their number of quads, whose triangles come first, two for each.
        let quads = extras.get("quads").and_then(Value::as_u64).and_then(|quads| usize::try_from(quads).ok());
        let order = |name: &str| -> Option<Vec<usize>> {
            let list = extras.get(name)?.as_array()?;
            list.iter().map(|number| Some(usize::from(u16::try_from(number.as_u64()?).ok()?))).collect()
        };
        let [quad_order, triangle_order] = [order("quadOrder"), order("triangleOrder")];
        for (index, triangle) in triangles.into_iter().enumerate() {
            let [x, y, z] = triangle;
            // Ours is (a, c, b) of the file's (a, b, c).
            let used = if place.mirrored { [x, y, z] } else { [x, z, y] }.map(|corner| &corners[corner]);
            let vertices = used.map(|corner| corner.vertex);
            let twice = vertices[0] == vertices[1] || vertices[1] == vertices[2] || vertices[0] == vertices[2];
            if twice && quads.is_none() {
                self.losses.degenerate += 1;
                continue;
            }
            let number = quads.map(|quads| match index.checked_sub(quads.saturating_mul(2)) {
                // The two halves of a quad follow each other.
                None => {
                    let quad = index / 2;
                    2 * quad_order.as_ref().and_then(|order| order.get(quad).copied()).unwrap_or(quad) + index % 2
                }
                Some(triangle) => {
                    let own = triangle_order.as_ref().and_then(|order| order.get(triangle).copied());
                    own.unwrap_or(triangle)
                }
            });
            let half = quads.is_some_and(|quads| index < quads.saturating_mul(2));
            let colours = used.map(|corner| corner.colour);
            let texels = match place.surface.slot {
                Slot::Texture(_) => self.texels(&place.surface, used.map(|corner| corner.texture)),
                Slot::Colour => [[0; 2]; 3],
            };
            let colour = self.colour(&place.surface, colours);
            let is_translucent = colours.iter().flatten().any(|[.., alpha]| *alpha < WHOLE);
            self.faces.push(Face {
                pattern: place.pattern,
                slot: place.surface.slot,
                bits: if is_translucent { place.surface.translucent } else { place.surface.bits },
                // Halves come after all triangles until they are merged.
                number: number.map(|number| if half { HALVES + number } else { number }),
                corners: vertices.into_iter().zip(texels).collect(),
                colour,
            });
        }
        Ok(())
    }

    /// Returns the texels of a face, moved by whole pictures so that they lie in 0..=255, for V2 in 0..=127.
    fn texels(&mut self, surface: &Surface, corners: [[f64; 2]; 3]) -> [[u8; 2]; 3] {
        let Surface { size, last, coordinates, .. } = surface;
        self.losses.unwrapped += corners.iter().filter(|place| coordinates.is_lost(**place, *size)).count();
        let mut texels = [[0u8; 2]; 3];
        for axis in 0..2 {
            let (side, last) = (f64::from(size[axis]), last[axis]);
            let places = corners.map(|corner| libm::floor(corner[axis] * side + 0.5));
            let least = places.into_iter().fold(f64::INFINITY, f64::min);
            let most = places.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let away = if least < 0.0 || most > last { libm::floor(least / side) * side } else { 0.0 };
            for (texel, place) in texels.iter_mut().zip(places) {
                let place = place - away;
                // The far edge of the largest picture is no loss: its last texel is there.
                self.losses.clamped += usize::from(!(0.0..=last + 1.0).contains(&place));
                texel[axis] = place.clamp(0.0, last) as u8;
            }
        }
        texels
    }

    /// Returns the colour of a face: that of its corners, or their mean.
    fn colour(&mut self, surface: &Surface, corners: [Option<[f64; 4]>; 3]) -> Rgb {
        if surface.slot != Slot::Colour {
            let is_tinted = corners.iter().flatten().any(|[r, g, b, _]| [r, g, b].iter().any(|part| **part < WHOLE));
            self.losses.tinted += usize::from(is_tinted);
            return Rgb::default();
        }
        let corners = corners.map(|colour| {
            let colour = colour.unwrap_or([1.0; 4]);
            [0, 1, 2].map(|part| colour[part] * surface.colour[part])
        });
        let levels = corners.map(encoded);
        if levels[0] == levels[1] && levels[1] == levels[2] {
            return levels[0];
        }
        self.losses.shaded += 1;
        encoded([0, 1, 2].map(|part| corners.iter().map(|colour| colour[part]).sum::<f64>() / 3.0))
    }
}
