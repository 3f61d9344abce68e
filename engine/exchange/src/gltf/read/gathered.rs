//! Vertices and triangles of all meshes, and the faces that become polygons.

use std::collections::HashMap;

use glam::DVec3;
use keitai_formats::{Material, PackedNormal, Rgb, Slot};

use super::losses::Losses;

/// A vertex of a bone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) bone: usize,
    /// Number in the figure that the file was made from.
    pub(super) number: Option<u32>,
    pub(super) position: [i16; 3],
    pub(super) normal: Option<PackedNormal>,
}

/// A triangle before its texels are known; corners in the order of a figure's file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub(super) pattern: usize,
    /// Number of the surface.
    pub(super) surface: usize,
    pub(super) is_translucent: bool,
    /// As in [`Face`].
    pub(super) number: Option<usize>,
    pub(super) vertices: [usize; 3],
    /// Places in the picture, 0..=1 for the whole of it.
    pub(super) places: [[f64; 2]; 3],
    pub(super) colour: Rgb,
}

/// A face of three or four corners: in the order of a figure's file, those of a quad in strip order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Face {
    pub(super) pattern: usize,
    pub(super) slot: Slot,
    pub(super) bits: Material,
    /// Number in the list of the figure that the file was made from; those of halves of quads begin at [`HALVES`].
    pub(super) number: Option<usize>,
    /// Vertices, and their texels.
    pub(super) corners: Vec<(usize, [u8; 2])>,
    pub(super) colour: Rgb,
}

/// Numbers of the halves of quads begin here: no file is large enough for so many triangles.
pub(super) const HALVES: usize = 1 << (usize::BITS - 1);

/// Vertices and triangles of all meshes.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) vertices: Vec<Vertex>,
    pub(super) triangles: Vec<Triangle>,
    known: HashMap<Vertex, usize>,
    pub(super) losses: Losses,
    /// The lowest and the highest place of a vertex at rest, in the space of the figure.
    pub(super) bounds: Option<[DVec3; 2]>,
}

impl Gathered {
    /// Returns the number of a vertex, which is added when it is new.
    pub(super) fn weld(&mut self, vertex: Vertex) -> usize {
        *self.known.entry(vertex).or_insert_with(|| {
            self.vertices.push(vertex);
            self.vertices.len() - 1
        })
    }

    /// Makes the bounds hold a place.
    pub(super) fn reach(&mut self, place: DVec3) {
        if place.is_finite() {
            let [low, high] = self.bounds.unwrap_or([place; 2]);
            self.bounds = Some([low.min(place), high.max(place)]);
        }
    }

    /// Returns the longest side of the figure at rest.
    pub(super) fn extent(&self) -> f64 {
        self.bounds.map_or(0.0, |[low, high]| (high - low).max_element())
    }

    /// Returns whether two vertices are at one place of one bone.
    pub(super) fn meet(&self, a: usize, b: usize) -> bool {
        let place = |index: usize| self.vertices.get(index).map(|vertex| (vertex.bone, vertex.position));
        a == b || place(a) == place(b)
    }
}
