//! Fewer triangles: edges are collapsed in the order of the error that this makes, measured by quadrics of the planes around
//! (Garland and Heckbert). A corner only moves onto another one, so that texels and bones stay as they are in the file.
//!
//! A vertex moves along an edge of its own bone, and where textures or colours meet only along their border. What cannot get
//! small enough in this way is simplified without these rules.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use glam::DVec3;

use super::gathered::{Face, Vertex};

/// Weight of borders, against that of planes.
const BORDER: f64 = 100.0;
/// Least cosine between a triangle before and after.
const TURNED: f64 = 0.2;

/// Most triangles and most vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Goal {
    pub(super) triangles: usize,
    pub(super) vertices: usize,
}

/// Simplifies triangles until they meet the goal, or nothing can be left out. `places` are the vertices at rest in one space.
pub(super) fn simplify(vertices: &mut Vec<Vertex>, faces: &mut Vec<Face>, places: &[DVec3], goal: Goal) {
    let mut mesh = Mesh::new(vertices, std::mem::take(faces), places);
    for is_strict in [true, false] {
        if !mesh.meets(goal) {
            mesh.collapse(goal, is_strict);
        }
    }
    *faces = mesh.faces.into_iter().flatten().collect();
}

/// A symmetric matrix of four rows: the sum of the squares of the distances to planes.
#[derive(Debug, Clone, Copy, Default)]
struct Quadric([f64; 10]);

impl Quadric {
    /// Adds a plane through a point.
    fn add(&mut self, normal: DVec3, point: DVec3, weight: f64) {
        let (DVec3 { x, y, z }, w) = (normal, -normal.dot(point));
        let squares = [x * x, x * y, x * z, x * w, y * y, y * z, y * w, z * z, z * w, w * w];
        self.0.iter_mut().zip(squares).for_each(|(own, square)| *own += square * weight);
    }

    fn at(&self, DVec3 { x, y, z }: DVec3) -> f64 {
        let [xx, xy, xz, xw, yy, yz, yw, zz, zw, ww] = self.0;
        x * (xx * x + 2.0 * (xy * y + xz * z + xw)) + y * (yy * y + 2.0 * (yz * z + yw)) + z * (zz * z + 2.0 * zw) + ww
    }
}

/// A collapse that may be made: its error, the spot that goes, and the one that it goes to.
type Collapse = Reverse<(u64, usize, usize, u32)>;

/// Triangles around spots: the places of vertices in a bone, whatever their normals.
struct Mesh<'a> {
    vertices: &'a mut Vec<Vertex>,
    known: HashMap<Vertex, usize>,
    faces: Vec<Option<Face>>,
    /// The spot of each vertex, and the places of the spots.
    spots: Vec<usize>,
    places: Vec<DVec3>,
    /// Faces at each spot.
    around: Vec<Vec<usize>>,
    quadrics: Vec<Quadric>,
    /// Grows when the quadric of a spot changes: older collapses of it no longer count.
    versions: Vec<u32>,
    /// Corners of each vertex.
    used: Vec<u32>,
    /// Faces and vertices that are left.
    left: Goal,
}

impl<'a> Mesh<'a> {
    fn new(vertices: &'a mut Vec<Vertex>, faces: Vec<Face>, points: &[DVec3]) -> Self {
        let mut numbers: HashMap<(usize, [i16; 3]), usize> = HashMap::new();
        let mut places = Vec::new();
        let mut spots = Vec::new();
        for (vertex, point) in vertices.iter().zip(points) {
            spots.push(*numbers.entry((vertex.bone, vertex.position)).or_insert_with(|| {
                places.push(*point);
                places.len() - 1
            }));
        }
        let known = vertices.iter().copied().zip(0..).collect();
        let count = places.len();
        let mut mesh = Self {
            used: vec![0; vertices.len()],
            left: Goal { triangles: faces.len(), vertices: 0 },
            faces: faces.into_iter().map(Some).collect(),
            around: vec![Vec::new(); count],
            quadrics: vec![Quadric::default(); count],
            versions: vec![0; count],
            vertices,
            known,
            spots,
            places,
        };
        for face in 0..mesh.faces.len() {
            let Some(own) = mesh.faces[face].as_ref() else { continue };
            let corners: Vec<usize> = own.corners.iter().map(|(vertex, _)| *vertex).collect();
            for vertex in corners {
                mesh.count(vertex, 1);
                mesh.around[mesh.spots[vertex]].push(face);
            }
        }
        mesh.measure();
        mesh
    }

    fn meets(&self, goal: Goal) -> bool {
        self.left.triangles <= goal.triangles && self.left.vertices <= goal.vertices
    }

    fn count(&mut self, vertex: usize, more: i32) {
        let before = self.used[vertex];
        self.used[vertex] = before.saturating_add_signed(more);
        self.left.vertices += usize::from(before == 0);
        self.left.vertices -= usize::from(self.used[vertex] == 0);
    }

    fn spots_of(&self, face: &Face) -> [usize; 3] {
        std::array::from_fn(|corner| face.corners.get(corner).map_or(0, |(vertex, _)| self.spots[*vertex]))
    }

    /// Returns the product of two sides of a triangle.
    fn across(&self, spots: [usize; 3]) -> DVec3 {
        let [a, b, c] = spots.map(|spot| self.places[spot]);
        (b - a).cross(c - a)
    }

    /// Fills the quadrics: planes of the faces by their areas, and upright planes along borders.
    fn measure(&mut self) {
        let mut edges: HashMap<(usize, usize), (usize, bool)> = HashMap::new();
        for (index, face) in self.faces.iter().enumerate() {
            let Some(face) = face else { continue };
            let spots = self.spots_of(face);
            let across = self.across(spots);
            let normal = across.normalize_or_zero();
            for (corner, spot) in spots.into_iter().enumerate() {
                self.quadrics[spot].add(normal, self.places[spot], across.length());
                let next = spots[(corner + 1) % 3];
                let edge = edges.entry((spot.min(next), spot.max(next))).or_insert((index, false));
                // The face on the other side looks the same, and is the only one.
                edge.1 = edge.0 != index
                    && !edge.1
                    && self.faces[edge.0].as_ref().is_some_and(|other| is_alike(other, face));
            }
        }
        let mut borders: Vec<((usize, usize), usize)> =
            edges.into_iter().filter(|(_, (_, is_inner))| !is_inner).map(|(edge, (face, _))| (edge, face)).collect();
        borders.sort_unstable();
        for ((a, b), face) in borders {
            let Some(face) = self.faces[face].as_ref() else { continue };
            let along = self.places[b] - self.places[a];
            let upright = along.cross(self.across(self.spots_of(face))).normalize_or_zero();
            for spot in [a, b] {
                self.quadrics[spot].add(upright, self.places[a], along.length_squared() * BORDER);
            }
        }
    }

    fn collapse(&mut self, goal: Goal, is_strict: bool) {
        let mut queue: BinaryHeap<Collapse> = BinaryHeap::new();
        (0..self.places.len()).for_each(|spot| self.offer(spot, is_strict, &mut queue));
        while !self.meets(goal) {
            let Some(Reverse((_, from, to, version))) = queue.pop() else { break };
            if self.versions[from] != version || self.around[from].is_empty() || self.around[to].is_empty() {
                continue;
            }
            let Some(moved) = self.moved(from, to, is_strict) else { continue };
            self.apply(from, to, moved);
            self.offer(to, is_strict, &mut queue);
            // Those around have a new neighbour.
            for near in self.near(to) {
                self.offer_one(near, to, &mut queue);
            }
        }
    }

    /// Returns the spots that share a face with one.
    fn near(&self, spot: usize) -> BTreeSet<usize> {
        let faces = self.around[spot].iter().filter_map(|face| self.faces[*face].as_ref());
        faces.flat_map(|face| self.spots_of(face)).filter(|near| *near != spot).collect()
    }

    /// Puts the collapses of a spot into the queue. Collapses of a strict round that are made impossible by others are not tried
    /// again.
    fn offer(&mut self, spot: usize, is_strict: bool, queue: &mut BinaryHeap<Collapse>) {
        self.versions[spot] += 1;
        for to in self.near(spot) {
            if !is_strict || self.is_one_bone(spot, to) {
                self.offer_one(spot, to, queue);
            }
        }
    }

    fn offer_one(&self, from: usize, to: usize, queue: &mut BinaryHeap<Collapse>) {
        let length = self.places[from].distance_squared(self.places[to]);
        // Of two flat collapses the shorter comes first.
        let cost = self.quadrics[from].at(self.places[to]).max(0.0) + length * 1e-6;
        // Positive floats have the order of their bits.
        queue.push(Reverse((cost.to_bits(), from, to, self.versions[from])));
    }

    fn is_one_bone(&self, from: usize, to: usize) -> bool {
        let bone = |spot: usize| {
            let face = self.around[spot].first().and_then(|face| self.faces[*face].as_ref())?;
            let corner = face.corners.iter().find(|(vertex, _)| self.spots[*vertex] == spot)?;
            Some(self.vertices[corner.0].bone)
        };
        bone(from) == bone(to)
    }

    /// Returns the faces at a spot with the corners that they have after a collapse, `None` for those that vanish; or nothing
    /// when the collapse must not be made.
    fn moved(&mut self, from: usize, to: usize, is_strict: bool) -> Option<Vec<(usize, Option<Face>)>> {
        if is_strict && !self.is_one_bone(from, to) {
            return None;
        }
        let (going, staying): (Vec<usize>, Vec<usize>) = self.around[from]
            .iter()
            .partition(|face| self.faces[**face].as_ref().is_some_and(|face| self.spots_of(face).contains(&to)));
        // Where the corners of faces along the edge go.
        let mut ways = Vec::<(&Face, [u8; 2], (usize, [u8; 2]))>::new();
        for face in going.iter().filter_map(|face| self.faces[*face].as_ref()) {
            let corner = |spot: usize| face.corners.iter().find(|(vertex, _)| self.spots[*vertex] == spot).copied();
            ways.push((face, corner(from)?.1, corner(to)?));
        }
        let mut moved: Vec<(usize, Option<Face>)> = Vec::new();
        let mut made: Vec<(usize, usize, Vertex)> = Vec::new();
        for index in staying {
            let mut face = self.faces[index].clone()?;
            let spots = self.spots_of(&face);
            let corner = spots.iter().position(|spot| *spot == from)?;
            let (vertex, texel) = face.corners[corner];
            let way = ways.iter().find(|(other, own, _)| *own == texel && is_alike(other, &face));
            let (target, new) = match way {
                Some((.., way)) => *way,
                None if is_strict => return None,
                None => (ways.first()?.2.0, texel),
            };
            let [before, after] =
                [spots, spots.map(|spot| if spot == from { to } else { spot })].map(|spots| self.across(spots));
            if after.normalize_or_zero().dot(before.normalize_or_zero()) < TURNED {
                return None;
            }
            // A flat face stays one.
            let mut normals = face.corners.iter().map(|(own, _)| self.vertices[*own].normal);
            let is_flat = normals.all(|normal| normal == self.vertices[vertex].normal);
            let own = self.vertices[target];
            if is_flat && own.bone == self.vertices[vertex].bone {
                made.push((moved.len(), corner, Vertex { normal: self.vertices[vertex].normal, number: None, ..own }));
            }
            face.corners[corner] = (target, new);
            moved.push((index, Some(face)));
        }
        moved.extend(going.iter().map(|face| (*face, None)));
        for (index, corner, vertex) in made {
            let number = self.number(vertex, to);
            if let Some((_, Some(face))) = moved.get_mut(index) {
                face.corners[corner].0 = number;
            }
        }
        Some(moved)
    }

    /// Returns the number of a vertex at a spot, which is added when it is new.
    fn number(&mut self, vertex: Vertex, spot: usize) -> usize {
        let Self { vertices, known, spots, used, .. } = self;
        *known.entry(vertex).or_insert_with(|| {
            vertices.push(vertex);
            spots.push(spot);
            used.push(0);
            vertices.len() - 1
        })
    }

    fn apply(&mut self, from: usize, to: usize, moved: Vec<(usize, Option<Face>)>) {
        for (index, face) in moved {
            let Some(old) = std::mem::replace(&mut self.faces[index], face) else { continue };
            old.corners.iter().for_each(|(vertex, _)| self.count(*vertex, -1));
            let Some(new) = &self.faces[index] else {
                self.left.triangles -= 1;
                for spot in self.spots_of(&old) {
                    self.around[spot].retain(|face| *face != index);
                }
                continue;
            };
            let vertices: Vec<usize> = new.corners.iter().map(|(vertex, _)| *vertex).collect();
            vertices.into_iter().for_each(|vertex| self.count(vertex, 1));
            self.around[to].push(index);
        }
        self.around[from].clear();
        let gone = self.quadrics[from].0;
        self.quadrics[to].0.iter_mut().zip(gone).for_each(|(own, gone)| *own += gone);
    }
}

/// Returns whether no border is between two faces.
fn is_alike(a: &Face, b: &Face) -> bool {
    (a.pattern, a.slot, a.bits, a.colour) == (b.pattern, b.slot, b.bits, b.colour)
}

#[cfg(test)]
mod tests {
    use keitai_formats::{Material, Rgb, Slot};

    use super::*;

    /// Returns a flat square of `side` by `side` cells of two triangles, the left half red and the right half blue.
    fn square(side: usize) -> (Vec<Vertex>, Vec<Face>, Vec<DVec3>) {
        let points = side + 1;
        let position = |index: usize| [(index % points) as i16 * 10, (index / points) as i16 * 10, 0];
        let vertex = |index| Vertex { bone: 0, number: None, position: position(index), normal: None };
        let vertices: Vec<Vertex> = (0..points * points).map(vertex).collect();
        let mut faces = Vec::new();
        for cell in 0..side * side {
            let (x, y) = (cell % side, cell / side);
            let at = |x: usize, y: usize| (y * points + x, [0; 2]);
            let colour = if x < side / 2 { Rgb { r: 255, g: 0, b: 0 } } else { Rgb { r: 0, g: 0, b: 255 } };
            for corners in
                [vec![at(x, y), at(x + 1, y), at(x, y + 1)], vec![at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]]
            {
                faces.push(Face { pattern: 0, slot: Slot::Colour, bits: Material(0), number: None, corners, colour });
            }
        }
        let places = vertices.iter().map(|vertex| DVec3::from_array(vertex.position.map(f64::from))).collect();
        (vertices, faces, places)
    }

    #[test]
    fn a_flat_square_of_two_colours_keeps_its_outline_and_their_border() {
        let (mut vertices, mut faces, places) = square(8);
        simplify(&mut vertices, &mut faces, &places, Goal { triangles: 4, vertices: 100 });
        assert_eq!(faces.len(), 4);
        let area = |blue: u8| -> f64 {
            let place = |(vertex, _): &(usize, [u8; 2])| DVec3::from_array(vertices[*vertex].position.map(f64::from));
            let own = faces.iter().filter(|face| face.colour.b == blue);
            own.map(|face| {
                (place(&face.corners[1]) - place(&face.corners[0]))
                    .cross(place(&face.corners[2]) - place(&face.corners[0]))
                    .z
                    / 2.0
            })
            .sum()
        };
        assert_eq!([area(0), area(255)], [3200.0; 2], "80 by 80 units, one half each");
    }
}
