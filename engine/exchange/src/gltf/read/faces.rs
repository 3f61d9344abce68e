//! Triangles of primitives: their corners and colours.

use glam::DVec3;
use gltf::Primitive;
use gltf::mesh::Mode;
use keitai_formats::{Rgb, counted};
use serde_json::Value;

use super::fault::{fault, ours};
use super::gathered::{Gathered, HALVES, Triangle};
use super::source::Source;
use super::surface::Surface;
use crate::error::Result;
use crate::light::encoded;
use crate::rules;

/// Places this near, in units, are one before rounding, too.
const SAME: f64 = 1e-4;
/// Colours and alpha of vertices from here on count as 1.
const WHOLE: f64 = 0.998;

/// A vertex of a primitive.
pub(super) struct Corner {
    /// Number after welding.
    pub(super) vertex: usize,
    /// Place in the space of its bone before rounding.
    pub(super) point: DVec3,
    /// Place in the picture.
    pub(super) texture: [f64; 2],
    /// Colour in linear light, and alpha.
    pub(super) colour: Option<[f64; 4]>,
}

/// Returns the numbers of the corners of a primitive's triangles, and of all its indices. `count` is that of the vertices.
pub(super) fn triangles(
    source: &Source,
    primitive: &Primitive<'_>,
    count: usize,
    described: &str,
) -> Result<(Vec<[usize; 3]>, usize)> {
    let indices: Vec<usize> = match primitive.indices() {
        Some(list) => source.numbers::<1>(&list, described)?.into_iter().map(|[index]| index as usize).collect(),
        None => (0..count).collect(),
    };
    if let Some(index) = indices.iter().find(|index| **index >= count) {
        let message = format!("{described}: index {index} of {}", counted(count, "vertex"));
        return fault(&rules::ACCESSOR, message);
    }
    let triangles = match primitive.mode() {
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
    Ok((triangles, indices.len()))
}

/// The numbers of the triangles of a primitive in the figure that it was exported from.
pub(super) struct Numbers {
    /// Number of quads, whose triangles come first, two for each.
    quads: Option<usize>,
    quad_order: Option<Vec<usize>>,
    triangle_order: Option<Vec<usize>>,
}

impl Numbers {
    pub(super) fn of(primitive: &Primitive<'_>) -> Self {
        let extras = ours(primitive.extras());
        let quads = extras.get("quads").and_then(Value::as_u64).and_then(|quads| usize::try_from(quads).ok());
        let order = |name: &str| -> Option<Vec<usize>> {
            let list = extras.get(name)?.as_array()?;
            list.iter().map(|number| Some(usize::from(u16::try_from(number.as_u64()?).ok()?))).collect()
        };
        Self { quads, quad_order: order("quadOrder"), triangle_order: order("triangleOrder") }
    }

    /// Returns the number of a triangle; `None` in a file of another program. Halves of quads come after all triangles until
    /// they are merged.
    fn number(&self, index: usize) -> Option<usize> {
        let place = |order: &Option<Vec<usize>>, index: usize| order.as_ref()?.get(index).copied();
        Some(match index.checked_sub(self.quads?.saturating_mul(2)) {
            // The two halves of a quad follow each other.
            None => HALVES + 2 * place(&self.quad_order, index / 2).unwrap_or(index / 2) + index % 2,
            Some(triangle) => place(&self.triangle_order, triangle).unwrap_or(triangle),
        })
    }
}

impl Gathered {
    /// Adds the triangle of three corners, the `index`-th of its primitive. `number` is that of its surface.
    pub(super) fn add(
        &mut self,
        corners: [&Corner; 3],
        (number, surface): (usize, &Surface),
        pattern: usize,
        (numbers, index): (&Numbers, usize),
    ) {
        let vertices = corners.map(|corner| corner.vertex);
        let own = numbers.number(index);
        let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner| corners[corner]));
        let is_none = |[a, b]: &[&Corner; 2]| {
            if surface.is_own { a.vertex == b.vertex } else { self.meet(a.vertex, b.vertex) }
        };
        if own.is_none() && sides.iter().any(is_none) {
            // One that has no area before rounding is no loss.
            let lost = sides.iter().filter(|side| is_none(side)).all(|[a, b]| a.point.distance(b.point) > SAME);
            self.losses.degenerate += usize::from(lost);
            return;
        }
        let colours = corners.map(|corner| corner.colour);
        let colour = self.colour(surface, colours);
        self.triangles.push(Triangle {
            pattern,
            surface: number,
            is_translucent: colours.iter().flatten().any(|[.., alpha]| *alpha < WHOLE),
            number: own,
            vertices,
            places: corners.map(|corner| corner.texture),
            colour,
        });
    }

    /// Returns the colour of a face: that of its corners, or their mean.
    fn colour(&mut self, surface: &Surface, corners: [Option<[f64; 4]>; 3]) -> Rgb {
        if surface.slot.is_some() {
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
