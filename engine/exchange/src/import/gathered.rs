//! Vertices and triangles of all meshes, and the faces that become polygons.

use std::ops::Deref;

use glam::DVec3;
use keitai_formats::{Material, PackedNormal, Rgb, Slot};
use serde_json::Value;

use super::glass::Glass;
use super::gradient::Gradient;
use super::losses::Losses;
use crate::distinct::Distinct;
use crate::memory::Loan;
use crate::posed::three;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) bone: u32,
    /// Number in the figure that the file was made from.
    pub(super) number: Option<u32>,
    pub(super) position: [i16; 3],
    pub(super) normal: Option<PackedNormal>,
}

/// A triangle before its texels are known; corners in the order of a figure's file. As large as a [`Face`], because the
/// faces reuse the memory of the triangles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub(super) pattern: u16,
    /// Index in the surfaces of the file.
    pub(super) surface: u32,
    /// How it is drawn, where that is not the way of the surface.
    pub(super) glass: Option<Glass>,
    /// As in [`Face`].
    pub(super) number: Option<u32>,
    pub(super) vertices: [u32; 3],
    /// Places in the picture, 0..=1 for the whole of it.
    pub(super) places: [[f32; 2]; 3],
    pub(super) colour: Rgb,
}

pub(super) type Textured = (u32, [u8; 2]);

/// The corners of a face in the order of a figure's file, those of a quad in strip order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Corners {
    Triangle([Textured; 3]),
    Quad([Textured; 4]),
}

impl Deref for Corners {
    type Target = [Textured];

    fn deref(&self) -> &[Textured] {
        match self {
            Self::Triangle(corners) => corners,
            Self::Quad(corners) => corners,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Face {
    pub(super) pattern: u16,
    pub(super) slot: Slot,
    pub(super) bits: Material,
    /// The figure has it twice.
    pub(super) is_twice: bool,
    /// Number in the list of the figure that the file was made from; those of halves of quads begin at [`HALVES`].
    pub(super) number: Option<u32>,
    pub(super) corners: Corners,
    pub(super) colour: Rgb,
}

/// Numbers of the halves of quads begin here: no file is large enough for so many triangles.
pub(super) const HALVES: u32 = 1 << 31;

/// The numbers of the triangles of a primitive in the figure that it was exported from.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// Number of quads, whose triangles come first, two for each.
    quads: Option<usize>,
    quad_order: Option<Vec<u16>>,
    triangle_order: Option<Vec<u16>>,
}

impl Numbers {
    pub(crate) fn of(extras: &Value) -> Self {
        let quads = extras.get("quads").and_then(Value::as_u64).and_then(|quads| usize::try_from(quads).ok());
        let order = |name: &str| -> Option<Vec<u16>> {
            let list = extras.get(name)?.as_array()?;
            list.iter().map(|number| u16::try_from(number.as_u64()?).ok()).collect()
        };
        Self { quads, quad_order: order("quadOrder"), triangle_order: order("triangleOrder") }
    }

    /// Returns the number of a triangle; `None` in a file of another program. Halves of quads come after all triangles
    /// until they are merged.
    pub(super) fn number(&self, index: usize) -> Option<u32> {
        let place = |order: &Option<Vec<u16>>, index: usize| {
            let place = order.as_ref().and_then(|order| order.get(index));
            place.map_or(index as u32, |place| u32::from(*place))
        };
        Some(match index.checked_sub(self.quads?.saturating_mul(2)) {
            // The two halves of a quad follow each other.
            None => HALVES + 2 * place(&self.quad_order, index / 2) + index as u32 % 2,
            Some(triangle) => place(&self.triangle_order, triangle),
        })
    }
}

/// Vertices and triangles of all meshes.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) vertices: Distinct<Vertex>,
    pub(super) triangles: Vec<Triangle>,
    /// The first triangles of meshes, with the numbers of their nodes and meshes.
    pub(super) starts: Vec<(usize, [usize; 2])>,
    pub(super) gradients: Vec<Gradient>,
    pub(super) area: f64,
    pub(super) losses: Losses,
    /// The lowest and the highest place of a vertex at rest, in the space of the figure.
    pub(super) bounds: Option<[DVec3; 2]>,
    /// The memory of all this, and of what is made of it.
    pub(super) loan: Option<Loan>,
}

impl Gathered {
    pub(super) fn reach(&mut self, place: DVec3) {
        if place.is_finite() {
            let [low, high] = self.bounds.unwrap_or([place; 2]);
            self.bounds = Some([low.min(place), high.max(place)]);
        }
    }

    /// Begins the triangles of a mesh at a node.
    pub(super) fn begin(&mut self, node: usize, mesh: usize) {
        self.starts.push((self.triangles.len(), [node, mesh]));
    }

    /// Returns the node and the mesh of a triangle.
    pub(super) fn origin(&self, triangle: usize) -> [usize; 2] {
        let next = self.starts.partition_point(|(start, _)| *start <= triangle);
        next.checked_sub(1).and_then(|index| self.starts.get(index)).map_or([0; 2], |(_, origin)| *origin)
    }

    /// Returns the longest side of the figure at rest.
    pub(super) fn extent(&self) -> f64 {
        self.bounds.map_or(0.0, |[low, high]| (high - low).max_element())
    }

    /// Returns the area of a triangle, square units.
    pub(super) fn area_of(&self, vertices: [u32; 3]) -> f64 {
        let place = |index: u32| self.vertices.items.get(index as usize).map(|vertex| three(vertex.position));
        let [a, b, c] = vertices.map(|vertex| place(vertex).unwrap_or_default());
        (b - a).cross(c - a).length() / 2.0
    }

    /// Returns whether two vertices are at one place of one bone.
    pub(super) fn meet(&self, a: u32, b: u32) -> bool {
        let place = |index: u32| self.vertices.items.get(index as usize).map(|vertex| (vertex.bone, vertex.position));
        a == b || place(a) == place(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_take_the_memory_of_the_triangles() {
        assert_eq!(size_of::<Triangle>(), size_of::<Face>());
        assert_eq!(align_of::<Triangle>(), align_of::<Face>());
    }
}
