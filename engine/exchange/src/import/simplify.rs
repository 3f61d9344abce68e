//! Fewer triangles, by meshoptimizer. A corner only moves onto another one, so that texels and bones stay as they are
//! in the file.
//!
//! Vertices stay where bones meet, and move along the border where colours or materials meet. A mesh that does not get
//! small enough in this way is simplified without these rules, and so is one whose triangles meet at few places.

use glam::DVec3;
use hashbrown::HashMap;
use keitai_convert::decompile::unpack_normal;
use keitai_convert::pack_normal;
use meshoptimizer_rs::{
    Attributes, Positions, SimplifiedMesh, SimplifyOptions, SimplifySettings, VertexFlags, Workspace, simplify_sloppy,
    simplify_with_attributes,
};

use super::faces::{Corners, Face, Look};
use super::geometry::Vertex;
use crate::distinct::Distinct;

/// More than the largest error that simplifying can make, as a share of the size of the mesh.
const ANY_ERROR: f32 = 1e6;
/// Largest error with vertices that stay where bones meet, as a multiple of the error without.
const WORSE: f32 = 2.0;
/// Weight of an error of a whole texture, against one of the size of the mesh.
const TEXELS: f32 = 1.0;
/// Indices that are simplified at once: meshoptimizer takes 45 bytes of memory for each.
const PART: usize = 3 << 16;
/// Most pairs of triangles that meet at a place, of all places together: meshoptimizer compares them, which takes some
/// seconds.
const MOST_PAIRS: u64 = 1 << 29;
/// A part keeps at least this share of itself. The last reduction, of all parts together, then chooses the shape.
const LEFT_OF_PART: f64 = 0.125;

/// Most triangles and most vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Goal {
    pub(super) triangles: usize,
    pub(super) vertices: usize,
}

/// Simplifies triangles until they meet the goal, or nothing can be left out. `place` gives a vertex at rest, all in
/// one space.
pub(super) fn simplify(
    vertices: Vec<Vertex>,
    faces: Vec<Face>,
    place: impl Fn(&Vertex) -> DVec3,
    goal: Goal,
) -> (Vec<Vertex>, Vec<Face>) {
    let mut most = goal.triangles.min(faces.len());
    let mut count = vertices.len();
    let mut mesh = Mesh::new(vertices, faces, place);
    let mut indices = std::mem::take(&mut mesh.indices);
    loop {
        if count > goal.vertices {
            // A little fewer than the share that fits, so that few rounds are needed.
            most = most.min(indices.len() / 3 * goal.vertices / count * 19 / 20);
        }
        let before = indices.len();
        indices = mesh.reduced(indices, most * 3);
        let (vertices, faces) = mesh.build(&indices);
        count = vertices.len();
        if count <= goal.vertices || indices.len() == before {
            return (vertices, faces);
        }
    }
}

/// A vertex as the faces of one look have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Corner {
    bone: u32,
    position: [i16; 3],
    texel: [u8; 2],
    /// The normal is that of the face.
    is_flat: bool,
    look: u32,
}

struct Mesh {
    corners: Vec<Corner>,
    vertices: Vec<Vertex>,
    /// Number of the first vertex of each corner.
    firsts: Vec<u32>,
    /// Pairs of a corner and one of its further vertices. The vertices of a corner differ in their normals.
    others: Vec<[u32; 2]>,
    positions: Vec<[f32; 3]>,
    flags: Vec<VertexFlags>,
    indices: Vec<u32>,
    looks: Vec<Look>,
    /// There are more than [`MOST_PAIRS`].
    is_crowded: bool,
}

/// Returns whether all vertices of a face are equal in `part`.
fn all_equal<T: PartialEq>(vertices: &[Vertex], face: &Face, part: impl Fn(&Vertex) -> T) -> bool {
    let mut parts = face.corners.iter().map(|(vertex, _)| vertices.get(*vertex as usize).map(&part));
    let first = parts.next();
    parts.all(|part| Some(part) == first)
}

impl Mesh {
    fn new(vertices: Vec<Vertex>, faces: Vec<Face>, place: impl Fn(&Vertex) -> DVec3) -> Self {
        let is_flat = |face: &Face| all_equal(&vertices, face, |vertex| (vertex.bone, vertex.normal));
        // In smooth meshes a few faces have equal normals, too.
        let is_faceted = faces.iter().filter(|face| is_flat(face)).count() * 4 > faces.len() * 3;
        let (mut looks, mut corners) = (Distinct::default(), Distinct::default());
        let count = vertices.len();
        let (mut firsts, mut positions) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut flags, mut triangles) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut others, mut indices) = (Vec::new(), Vec::with_capacity(faces.len() * 3));
        let mut last = None;
        for face in &faces {
            let kind = face.look();
            // Faces of one look follow each other.
            let (_, look) = last.filter(|(look, _)| *look == kind).unwrap_or_else(|| (kind, looks.number_of(kind)));
            last = Some((kind, look));
            let is_one_bone = all_equal(&vertices, face, |vertex| vertex.bone);
            let is_flat = is_faceted && is_flat(face);
            for &(number, texel) in face.corners.iter() {
                let Some(vertex) = vertices.get(number as usize) else { continue };
                let corner = Corner { bone: vertex.bone, position: vertex.position, texel, is_flat, look };
                let index = corners.number_of(corner);
                if index as usize == firsts.len() {
                    firsts.push(number);
                    positions.push(place(vertex).as_vec3().to_array());
                    flags.push(VertexFlags::EMPTY);
                    triangles.push(0u64);
                } else if firsts.get(index as usize) != Some(&number) {
                    others.push([index, number]);
                }
                if !is_one_bone {
                    flags.iter_mut().skip(index as usize).take(1).for_each(|flag| *flag = VertexFlags::LOCK);
                }
                indices.push(index);
                triangles[index as usize] += 1;
            }
        }
        // The lists are large, and no longer needed.
        drop(faces);
        others.sort_unstable();
        others.dedup();
        let (corners, looks) = (corners.into_items(), looks.into_items());
        // Borders of looks stay borders.
        let mut places = HashMap::new();
        for (corner, triangles) in corners.iter().zip(triangles) {
            let (look, all) = places.entry((corner.bone, corner.position)).or_insert((Some(corner.look), 0));
            *look = look.filter(|look| *look == corner.look);
            *all += triangles;
        }
        for (flag, corner) in flags.iter_mut().zip(&corners) {
            if matches!(places.get(&(corner.bone, corner.position)), Some((None, _))) {
                *flag |= VertexFlags::PROTECT;
            }
        }
        let pairs: u64 = places.values().map(|(_, all)| all * all).sum();
        Self { corners, vertices, firsts, others, positions, flags, indices, looks, is_crowded: pairs > MOST_PAIRS }
    }

    /// Returns fewer indices: `most` of them, or more where nothing can be left out.
    fn reduced(&self, mut indices: Vec<u32>, most: usize) -> Vec<u32> {
        if indices.len() <= most {
            return indices;
        }
        if self.is_crowded {
            return self.sloppy(indices, most);
        }
        let positions = Positions::from_packed(&self.positions);
        let texels = self.corners.iter().flat_map(|corner| corner.texel.map(|texel| f32::from(texel) / 255.0));
        let texels: Vec<f32> = texels.collect();
        let Ok(texels) = Attributes::from_interleaved(&texels, self.corners.len(), 2, 2, 0) else { return indices };
        let mut workspace = Workspace::default();
        // Corners may also move across the seams of a texture: the error of texels decides there.
        let mut options = SimplifyOptions::PERMISSIVE;
        // With many corners, memory is taken only for those of these triangles.
        if self.corners.len() > PART / 3 {
            options |= SimplifyOptions::SPARSE;
        }
        // Parts are simplified one after the other and keep their borders. Then the rest of all parts is simplified
        // together.
        if indices.len() > PART {
            let options = options | SimplifyOptions::LOCK_BORDER;
            let share = (2.0 * most as f64 / indices.len() as f64).max(LEFT_OF_PART);
            let reduced = |part: &[u32]| {
                let target_index_count = (part.len() as f64 * share) as usize / 3 * 3;
                let settings = SimplifySettings { target_index_count, target_error: ANY_ERROR, options };
                let flags = Some(&*self.flags);
                simplify_with_attributes(part, positions, texels, &[TEXELS; 2], flags, settings, &mut workspace)
                    .map_or_else(|_| part.to_vec(), |mesh| mesh.indices)
            };
            indices = indices.chunks(PART).flat_map(reduced).collect();
        }
        let settings = SimplifySettings { target_index_count: most, target_error: ANY_ERROR, options };
        let mut attempt = |flags: Option<&[VertexFlags]>| {
            simplify_with_attributes(&indices, positions, texels, &[TEXELS; 2], flags, settings, &mut workspace).ok()
        };
        let free: Vec<VertexFlags> = self.flags.iter().map(|flags| *flags & VertexFlags::PROTECT).collect();
        let fits = |mesh: &SimplifiedMesh| mesh.indices.len() <= most;
        let mesh = attempt(Some(&free)).filter(fits).or_else(|| attempt(None));
        let worst = mesh.as_ref().map_or(ANY_ERROR, |mesh| mesh.error * WORSE);
        let rigid = if free == self.flags { None } else { attempt(Some(&self.flags)) };
        match rigid.filter(|rigid| fits(rigid) && rigid.error <= worst).or(mesh) {
            Some(mesh) if fits(&mesh) => mesh.indices,
            _ => self.sloppy(indices, most),
        }
    }

    /// Returns fewer indices, of a shape that is only roughly the same.
    fn sloppy(&self, indices: Vec<u32>, most: usize) -> Vec<u32> {
        let positions = Positions::from_packed(&self.positions);
        let mesh = simplify_sloppy(&indices, positions, None, most, ANY_ERROR, &mut Workspace::default());
        mesh.map_or(indices, |mesh| mesh.indices)
    }

    /// Returns the faces of indices and their vertices. Flat faces get the normals that they have now.
    fn build(&self, indices: &[u32]) -> (Vec<Vertex>, Vec<Face>) {
        let (mut vertices, mut faces) = (Distinct::default(), Vec::new());
        for triangle in indices.chunks_exact(3) {
            let entry = |index: &u32| Some((*index, self.corners.get(*index as usize)?));
            let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|corner| triangle.get(corner).and_then(entry)) else {
                continue;
            };
            let Some(&(pattern, slot, bits, is_twice, colour)) = self.looks.get(a.1.look as usize) else { continue };
            let [p, q, r] = [a, b, c].map(|(_, corner)| DVec3::from_array(corner.position.map(f64::from)));
            // Corners of a figure's file run the other way round.
            let across = (r - p).cross(q - p).normalize_or(DVec3::Z);
            let flat = Some(pack_normal(across.to_array()));
            let pair = |(index, corner): (u32, &Corner)| {
                let vertex = self.vertex(index, across)?;
                let is_lit_flat = corner.is_flat && vertex.normal.is_some();
                let vertex = if is_lit_flat { Vertex { number: None, normal: flat, ..*vertex } } else { *vertex };
                Some((vertices.number_of(vertex), corner.texel))
            };
            let [Some(a), Some(b), Some(c)] = [a, b, c].map(pair) else { continue };
            let corners = Corners::Triangle([a, b, c]);
            faces.push(Face { pattern, slot, bits, is_twice, number: None, corners, colour });
        }
        (vertices.items, faces)
    }

    /// Returns the vertex of a corner whose normal is nearest to that of a face.
    fn vertex(&self, corner: u32, across: DVec3) -> Option<&Vertex> {
        let first = self.vertices.get(*self.firsts.get(corner as usize)? as usize)?;
        let start = self.others.partition_point(|[number, _]| *number < corner);
        let others = self.others.get(start..)?.iter().take_while(|[number, _]| *number == corner);
        let share = |vertex: &Vertex| {
            vertex.normal.map_or(0.0, |normal| DVec3::from_array(unpack_normal(normal).0).dot(across))
        };
        let others = others.filter_map(|[_, vertex]| self.vertices.get(*vertex as usize));
        Some(others.fold(first, |best, other| if share(other) > share(best) { other } else { best }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::faces::Textured;
    use super::*;
    use keitai_formats::{Material, Rgb, Slot};

    fn face(corners: [Textured; 3], colour: Rgb) -> Face {
        let (bits, corners) = (Material(0), Corners::Triangle(corners));
        Face { pattern: 0, slot: Slot::Colour, bits, is_twice: false, number: None, corners, colour }
    }

    /// Returns a flat square of `side` by `side` cells of two triangles, the left half red and the right half blue.
    fn square(side: usize) -> (Vec<Vertex>, Vec<Face>) {
        let points = side + 1;
        let position = |index: usize| [(index % points) as i16 * 10, (index / points) as i16 * 10, 0];
        let vertex = |index| Vertex { bone: 0, number: None, position: position(index), normal: None };
        let vertices: Vec<Vertex> = (0..points * points).map(vertex).collect();
        let mut faces = Vec::new();
        for cell in 0..side * side {
            let (x, y) = (cell % side, cell / side);
            let at = |x: usize, y: usize| ((y * points + x) as u32, [0; 2]);
            let colour = if x < side / 2 { Rgb { r: 255, g: 0, b: 0 } } else { Rgb { r: 0, g: 0, b: 255 } };
            let halves = [[at(x, y), at(x + 1, y), at(x, y + 1)], [at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]];
            faces.extend(halves.map(|corners| face(corners, colour)));
        }
        (vertices, faces)
    }

    #[test]
    fn a_flat_square_of_two_colours_keeps_its_outline_and_their_border() {
        let (vertices, faces) = square(8);
        let place = |vertex: &Vertex| DVec3::from_array(vertex.position.map(f64::from));
        let (vertices, faces) = simplify(vertices, faces, place, Goal { triangles: 4, vertices: 100 });
        assert_eq!(faces.len(), 4);
        let area = |blue: u8| -> f64 {
            let place = |(vertex, _): &Textured| place(&vertices[*vertex as usize]);
            let part = faces.iter().filter(|face| face.colour.b == blue);
            part.map(|face| {
                (place(&face.corners[1]) - place(&face.corners[0]))
                    .cross(place(&face.corners[2]) - place(&face.corners[0]))
                    .z
                    / 2.0
            })
            .sum()
        };
        assert_eq!([area(0), area(255)], [3200.0; 2], "80 by 80 units, one half each");
    }

    #[test]
    fn corners_keep_the_normals_of_both_sides_of_an_edge() {
        let normals = [DVec3::X, DVec3::Z].map(|normal| Some(pack_normal(normal.to_array())));
        let vertex =
            |(x, side): (i16, usize)| Vertex { bone: 0, number: None, position: [x, x * x, 0], normal: normals[side] };
        let vertices: Vec<Vertex> = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (3, 1)].map(vertex).into();
        let face = |numbers: [u32; 3]| face(numbers.map(|number| (number, [0; 2])), Rgb::default());
        // Three triangles, of which one is smooth, are no mesh of flat ones.
        let faces = [[0, 1, 2], [4, 3, 5], [0, 4, 5]].map(face).into();
        let mesh = Mesh::new(vertices, faces, |vertex| DVec3::from_array(vertex.position.map(f64::from)));
        assert_eq!((mesh.corners.len(), mesh.others.len()), (4, 2));
        for (side, normal) in [DVec3::X, DVec3::Z].into_iter().zip(normals) {
            assert_eq!([0, 1].map(|corner| mesh.vertex(corner, side).unwrap().normal), [normal; 2]);
        }
    }
}
