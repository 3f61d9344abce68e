//! Makes the faces of bodies without an opening single-sided. Many programs mark all materials as double-sided: nobody sees the inner
//! sides of a closed body, but in the painter's order they may be drawn over its outer ones.

use std::collections::HashMap;

use glam::DVec3;
use keitai_formats::{Blend, Material};

use super::faces::Face;
use super::geometry::Vertex;

/// A vertex of a pattern: those at one place are one.
type Place = (u16, [i32; 3]);

/// Makes the faces of closed bodies single-sided. `place` gives the place of a vertex at rest.
pub(super) fn close(vertices: &[Vertex], faces: &mut [Face], place: &dyn Fn(&Vertex) -> DVec3) {
    let places: Vec<DVec3> = vertices.iter().map(|vertex| place(vertex).round()).collect();
    let corner = |vertex: &u32| places.get(*vertex as usize).copied().unwrap_or_default();
    let is_whole = |face: &Face| face.bits.blend() == Blend::Normal && !face.bits.has(Material::COLOUR_KEY);
    let mut bodies = Bodies { of: (0..faces.len()).collect() };
    let mut edges: HashMap<[Place; 2], Vec<usize>> = HashMap::new();
    for (number, face) in faces.iter().enumerate().filter(|(_, face)| is_whole(face)) {
        let corners: Vec<Place> = face
            .corners
            .iter()
            .map(|(vertex, _)| (face.pattern, corner(vertex).to_array().map(|part| part as i32)))
            .collect();
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            edges.entry([*from, *to]).or_default().push(number);
        }
    }
    // Bodies with an edge that does not belong to one face on each side.
    let mut open = vec![false; faces.len()];
    for ([from, to], numbers) in &edges {
        let others = edges.get(&[*to, *from]).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().chain(others).for_each(|other| bodies.join(numbers[0], *other));
        if numbers.len() != 1 || others.len() != 1 {
            numbers.iter().for_each(|face| open[*face] = true);
        }
    }
    let (mut is_open, mut volumes) = (vec![false; faces.len()], vec![0.0; faces.len()]);
    for (number, face) in faces.iter().enumerate() {
        let body = bodies.body(number);
        is_open[body] |= open[number] || !is_whole(face);
        if let [a, b, c] = &face.corners[..] {
            volumes[body] += corner(&a.0).dot(corner(&b.0).cross(corner(&c.0)));
        }
    }
    for (number, face) in faces.iter_mut().enumerate() {
        let body = bodies.body(number);
        // The corners of a figure run clockwise.
        if !is_open[body] && volumes[body] < 0.0 {
            face.bits = Material(face.bits.0 & !Material::DOUBLE_FACE);
        }
    }
}

/// Faces that hang together: each leads to another one of its body.
struct Bodies {
    of: Vec<usize>,
}

impl Bodies {
    fn body(&mut self, mut face: usize) -> usize {
        while self.of[face] != face {
            self.of[face] = self.of[self.of[face]];
            face = self.of[face];
        }
        face
    }

    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [a, b].map(|face| self.body(face));
        self.of[a] = b;
    }
}
