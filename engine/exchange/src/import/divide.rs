//! Divides long sides of triangles: smaller parts lie nearer to their mean depth.

use std::collections::{HashMap, HashSet};

use glam::DVec3;
use keitai_convert::decompile::unpack_normal;
use keitai_convert::pack_normal;
use keitai_formats::Limits;

use super::faces::{Corners, Face, Mesh, Textured};
use super::geometry::Vertex;

/// Divisions of a triangle and its parts, one after the other.
const TIMES: u32 = 12;
/// Shortest side that is divided, units.
const SHORTEST: f64 = 4.0;

/// A place of a bone.
type Place = (u32, [i16; 3]);

/// Divides the sides of triangles that are at least half as long as the longest of theirs into 2 or, with a depth of 2, 4 parts, along
/// with those of their neighbours; `None` where there would be more than `most` triangles. `point` gives the place of a vertex at rest.
pub(super) fn divided(
    mesh: &Mesh,
    triangles: &HashSet<usize>,
    depth: u32,
    most: usize,
    point: &dyn Fn(&Vertex) -> DVec3,
) -> Option<Mesh> {
    let Mesh { vertices, faces } = mesh;
    let place = |corner: &Textured| vertices.get(corner.0 as usize).map(|vertex| (vertex.bone, vertex.position));
    let length = |[a, b]: &[Textured; 2]| {
        let ends = [a, b].map(|corner| vertices.get(corner.0 as usize).map(point).unwrap_or_default());
        ends[0].distance(ends[1])
    };
    let mut divider = Divider { sides: HashSet::new(), vertices: vertices.clone(), middles: HashMap::new() };
    for face in triangles.iter().filter_map(|number| faces.get(*number)) {
        let corners = face.corners.iter();
        let sides: Vec<[Textured; 2]> = corners.clone().zip(corners.cycle().skip(1)).map(|(a, b)| [*a, *b]).collect();
        let longest = sides.iter().map(length).fold(0.0, f64::max);
        for side in sides.iter().filter(|side| length(side) >= (longest / 2.0).max(SHORTEST)) {
            let ends = [place(&side[0])?, place(&side[1])?];
            // A vertex between two bones would belong to one of them.
            if ends[0].0 == ends[1].0 {
                divider.insert(ends, depth);
            }
        }
    }
    let mut parts = Vec::with_capacity(faces.len());
    for face in faces {
        match face.corners {
            Corners::Triangle(corners) => {
                divider.divide(corners, TIMES, &mut |corners| {
                    parts.push(Face { corners: Corners::Triangle(corners), ..face.clone() });
                });
            }
            Corners::Quad(_) => parts.push(face.clone()),
        }
    }
    let fits = parts.len() <= most && divider.vertices.len() <= Limits::PLAYERS.vertices;
    (fits && parts.len() > faces.len()).then_some(Mesh { vertices: divider.vertices, faces: parts })
}

struct Divider {
    /// Sides to divide.
    sides: HashSet<[Place; 2]>,
    vertices: Vec<Vertex>,
    /// Vertices in the middle of two.
    middles: HashMap<[u32; 2], u32>,
}

impl Divider {
    /// Adds a side to those to divide, and its halves where they are divided, too. The middle of a side of one unit is an end of it.
    fn insert(&mut self, [a, b]: [Place; 2], depth: u32) {
        let middle = (a.0, middle(a.1, b.1));
        if middle == a || middle == b {
            return;
        }
        self.sides.insert(if a < b { [a, b] } else { [b, a] });
        if depth > 1 {
            self.insert([a, middle], depth - 1);
            self.insert([middle, b], depth - 1);
        }
    }

    /// Divides a triangle until none of its sides is one to divide, at most `times` one after the other.
    fn divide(&mut self, [a, b, c]: [Textured; 3], times: u32, take: &mut dyn FnMut([Textured; 3])) {
        for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
            if times > 0
                && let Some(middle) = self.middle(a, b)
            {
                self.divide([a, middle, c], times - 1, take);
                return self.divide([middle, b, c], times - 1, take);
            }
        }
        take([a, b, c]);
    }

    /// Returns the middle of a side to divide.
    fn middle(&mut self, a: Textured, b: Textured) -> Option<Textured> {
        let [first, second] = [*self.vertices.get(a.0 as usize)?, *self.vertices.get(b.0 as usize)?];
        let ends = [first, second].map(|vertex| (vertex.bone, vertex.position));
        if !self.sides.contains(&ends) && !self.sides.contains(&[ends[1], ends[0]]) {
            return None;
        }
        let texel = [0, 1].map(|axis| a.1[axis].midpoint(b.1[axis]));
        let key = [a.0.min(b.0), a.0.max(b.0)];
        let next = self.vertices.len() as u32;
        let vertices = &mut self.vertices;
        let number = *self.middles.entry(key).or_insert_with(|| {
            let position = middle(first.position, second.position);
            let normal = first.normal.zip(second.normal).map(|normals| {
                let [a, b] = [normals.0, normals.1].map(|normal| DVec3::from_array(unpack_normal(normal).0));
                pack_normal((a + b).normalize_or(a).to_array())
            });
            vertices.push(Vertex { position, normal, number: None, ..first });
            next
        });
        Some((number, texel))
    }
}

fn middle(a: [i16; 3], b: [i16; 3]) -> [i16; 3] {
    [0, 1, 2].map(|axis| (i32::from(a[axis]) + i32::from(b[axis])).div_euclid(2) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_one_unit_are_not_divided() {
        let divided = |length: i16| {
            let mut divider = Divider { sides: HashSet::new(), vertices: Vec::new(), middles: HashMap::new() };
            divider.insert([(0, [0; 3]), (0, [length, 0, 0])], 2);
            divider.sides.len()
        };
        assert_eq!([0, 1, 2, 4].map(divided), [0, 0, 1, 3]);
    }
}
