//! The faces of a figure: triangles with their texels, and pairs of triangles joined to quads.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;

use keitai_convert::Target;
use keitai_formats::{Material, Rgb, Slot};
use serde_json::Value;

use super::Options;
use super::geometry::{Geometry, Losses, Triangle, Vertex};
use super::layout::{Layout, Place, first};
use super::scene::{HALVES, Scene};
use super::surface::{Surface, Surfaces};
use crate::posture::three;

/// A coordinate this far before a texel, in texels, is in it.
const EDGE: f64 = 1.0 / 16.0;
/// The cosine of the angle between the triangles of a quad may be this much below 1: 8 degrees.
const FLAT: f64 = 0.01;
/// A quad is nearly a parallelogram when the fourth corner is this part of a side away from its place.
const NEAR: f64 = 1.0 / 16.0;
/// Most texels between the texel of the fourth corner of a parallelogram and its place, besides an eighth of the texels of a side:
/// each of the four is rounded.
const UNEVEN: u8 = 2;
/// Most quads and triangles that are tried as partners of a triangle.
const MOST_PARTNERS: usize = 16;

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

/// The pattern, the slot, the material, whether the figure has it twice, and the colour of a face. Faces that differ in one of
/// them do not become one.
pub(super) type Look = (u16, Slot, Material, bool, Rgb);

impl Face {
    pub(super) fn look(&self) -> Look {
        (self.pattern, self.slot, self.bits, self.is_twice, self.colour)
    }
}

/// Vertices, and triangles between them.
#[derive(Debug, Clone)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
}

/// Returns the faces. Textures that they reach beyond are enlarged, because players show index 0 outside of a texture.
pub(super) fn with_texels(
    geometry: &mut Geometry,
    (scene, surfaces): (&Scene<'_>, &Surfaces),
    layout: &mut Layout,
    options: &Options,
) -> Vec<Face> {
    let triangles = std::mem::take(&mut geometry.triangles);
    let mut reached = vec![[0; 2]; layout.textures.len()];
    // The list of faces reuses the memory of the list of triangles.
    let face = |(number, triangle): (usize, Triangle)| {
        let surface = surfaces.all.get(triangle.surface as usize)?;
        let place = surface.slot.map(|slot| {
            layout.places.get(slot).copied().flatten().unwrap_or(Place {
                slot: u16::try_from(slot).unwrap_or(u16::MAX),
                offset: [0; 2],
                size: [256; 2],
                is_shared: false,
            })
        });
        let texels =
            place.map_or([[0; 2]; 3], |place| texels(&triangle, surface, &place, options, &mut geometry.losses));
        if geometry.losses.clamped > 0 && geometry.losses.clamped_at.is_none() {
            let [node, mesh] = geometry.origin(number);
            let picture = place.and_then(|place| layout.textures.get(usize::from(place.slot))?.as_ref());
            let picture = picture.map_or("", |(name, _)| name);
            let place = format!("{}, mesh {mesh}, picture \"{picture}\"", scene.described(node));
            geometry.losses.clamped_at = Some(place);
        }
        // An export has the texels of its figure.
        let reached = place.and_then(|place| reached.get_mut(usize::from(place.slot))).filter(|_| !surface.is_own);
        if let Some(reached) = reached {
            for texel in texels {
                *reached = std::array::from_fn(|axis| reached[axis].max(u16::from(texel[axis]) + 1));
            }
        }
        let [a, b, c] = triangle.vertices;
        Some(Face {
            pattern: triangle.pattern,
            slot: place.map_or(Slot::Colour, |place| Slot::Texture(place.slot)),
            bits: match triangle.glass {
                Some(glass) => Material(surface.bits.0 & !Material::BLEND | glass.blend.bits()),
                None => surface.bits,
            },
            is_twice: triangle.glass.is_some_and(|glass| glass.is_twice),
            number: triangle.number,
            corners: Corners::Triangle([(a, texels[0]), (b, texels[1]), (c, texels[2])]),
            colour: triangle.colour,
        })
    };
    let mut faces: Vec<Face> = triangles.into_iter().enumerate().filter_map(face).collect();
    faces.shrink_to_fit();
    layout.cover(&reached);
    faces
}

/// Returns the texels of a triangle, moved by whole pictures so that they lie in 0..=255, for V2 in 0..=127.
fn texels(
    triangle: &Triangle,
    surface: &Surface,
    place: &Place,
    options: &Options,
    losses: &mut Losses,
) -> [[u8; 2]; 3] {
    let places = triangle.places.map(|place| place.map(f64::from));
    losses.unwrapped += places.iter().filter(|corner| surface.coordinates.is_lost(**corner, place.size)).count();
    let mut texels = [[0u8; 2]; 3];
    for axis in 0..2 {
        let side = f64::from(place.size[axis]);
        let last = match () {
            () if place.is_shared => side - 1.0,
            () if options.target == Target::V2 && place.size[axis] <= Target::V2_SIDE => {
                f64::from(Target::V2_SIDE) - 1.0
            }
            () => 255.0,
        };
        let values = places.map(|corner| corner[axis] * side);
        let values = if surface.is_own { values.map(|value| libm::floor(value + 0.5)) } else { held(values) };
        let least = values.into_iter().fold(f64::INFINITY, f64::min);
        let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let away = match surface.is_own {
            true if least >= 0.0 && most <= last => 0.0,
            true => libm::floor(least / side) * side,
            // Players show index 0 outside of a texture.
            false => first(places.map(|place| place[axis])) * side,
        };
        for (texel, value) in texels.iter_mut().zip(values) {
            let value = value - away;
            // A texel beyond the edges of the largest picture is no loss: its first or last texel is there.
            losses.clamped += usize::from(!(-1.0..=last + 1.0).contains(&value));
            texel[axis] = (value.clamp(0.0, last) as u8).saturating_add(place.offset[axis].min(255) as u8);
        }
    }
    texels
}

/// Returns the texels that hold the corners of a triangle. A triangle that lies within a texel has that texel at all
/// corners, even where it reaches the edge: otherwise the next texel would be seen there.
fn held(corners: [f64; 3]) -> [f64; 3] {
    let least = libm::floor(corners.into_iter().fold(f64::INFINITY, f64::min) + EDGE);
    let most = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if most <= least + 1.0 + EDGE { [least; 3] } else { corners.map(|corner| libm::floor(corner + EDGE)) }
}

/// The quads of an exported figure, by the numbers of the vertices of their halves; `None` for another file.
#[derive(Debug)]
pub(super) struct ExportedQuads(Option<HashMap<[u32; 3], Vec<[u32; 4]>>>);

impl ExportedQuads {
    /// Reads the quads in the extras of the root node: four vertices in strip order for each.
    pub(super) fn new(extras: &Value) -> Self {
        let Some(numbers) = extras.get("quads").and_then(Value::as_array) else { return Self(None) };
        let number = |value: &Value| value.as_f64().map_or(u32::MAX, |number| number as u32);
        let quads: BTreeSet<[u32; 4]> =
            numbers.chunks_exact(4).map(|quad| [&quad[0], &quad[1], &quad[2], &quad[3]].map(number)).collect();
        let mut exported: HashMap<[u32; 3], Vec<[u32; 4]>> = HashMap::new();
        for quad in quads {
            for half in halves(quad) {
                exported.entry(half).or_default().push(quad);
            }
        }
        Self(Some(exported))
    }
}

/// Returns the triangles (a, b, c) and (c, b, d) of a quad (a, b, c, d), each beginning with its least number.
fn halves([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    [turned([a, b, c]), turned([c, b, d])]
}

/// Turns a triangle so that it begins with its least number.
fn turned([a, b, c]: [u32; 3]) -> [u32; 3] {
    [[b, c, a], [c, a, b]].into_iter().fold([a, b, c], |least, turn| least.min(turn))
}

/// Merges the halves of quads of an export of Keitai, which follow each other, and those of the `exported` quads, in any
/// order. Also merges any two triangles with other vertices that lie in one plane, have the pattern and the look in
/// common, and share an edge with equal vertices and texels, unless the quad would show other texels.
pub(super) fn merge(vertices: &[Vertex], faces: Vec<Face>, exported: &ExportedQuads) -> Vec<Face> {
    let mut polygons: Vec<Face> = Vec::new();
    // Triangles between vertices of the export, by their numbers.
    let mut open: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
    // Triangles by their edges. A triangle that became a quad has four corners.
    let mut waiting: HashMap<[Textured; 2], usize> = HashMap::new();
    let mut faces = faces.into_iter().peekable();
    while let Some(face) = faces.next() {
        let half = face.number.filter(|number| *number >= HALVES && number % 2 == 0);
        if let (Some(number), Some(next)) = (half, faces.peek())
            && next.number == Some(number + 1)
            && let Some(quad) = strip(&face, next)
        {
            faces.next();
            polygons.push(Face { corners: quad, number: Some((number - HALVES) / 2), ..face });
            continue;
        }
        if face.number.is_some() {
            polygons.push(face);
            continue;
        }
        if let Some(exported) = &exported.0
            && let Some(key) = numbers(vertices, &face).map(turned)
        {
            let quads = exported.get(&key).map(Vec::as_slice).unwrap_or_default();
            let partner = quads.iter().take(MOST_PARTNERS).find_map(|quad| {
                let [first, second] = halves(*quad);
                let others = open.get(if key == first { &second } else { &first })?;
                others.iter().rev().take(MOST_PARTNERS).find_map(|index| {
                    let other =
                        polygons.get(*index).filter(|other| other.corners.len() == 3 && other.look() == face.look())?;
                    Some((*index, whole(vertices, *quad, [&face, other])?))
                })
            });
            match partner.and_then(|(index, quad)| Some((polygons.get_mut(index)?, quad))) {
                Some((other, quad)) => other.corners = quad,
                None => {
                    open.entry(key).or_default().push(polygons.len());
                    polygons.push(face);
                }
            }
            continue;
        }
        let edges = |face: &Face| -> [[Textured; 2]; 3] {
            let [a, b, c] = [0, 1, 2].map(|corner| face.corners.get(corner).copied().unwrap_or_default());
            [[a, b], [b, c], [c, a]]
        };
        let partner = edges(&face).into_iter().find_map(|[a, b]| {
            let other = waiting.get(&[b, a]).copied()?;
            let half = polygons.get(other).filter(|half| half.corners.len() == 3)?;
            let quad = joined(half, &face, [b, a])?;
            let is_joined = half.look() == face.look() && is_flat(vertices, &quad) && is_even(vertices, &quad);
            is_joined.then_some((other, quad))
        });
        match partner.and_then(|(other, quad)| Some((polygons.get_mut(other)?, quad))) {
            Some((other, quad)) => other.corners = quad,
            None => {
                waiting.extend(edges(&face).into_iter().map(|edge| (edge, polygons.len())));
                polygons.push(face);
            }
        }
    }
    polygons
}

/// Returns the numbers of a triangle's vertices in the exported figure.
fn numbers(vertices: &[Vertex], face: &Face) -> Option<[u32; 3]> {
    let number = |corner: usize| vertices.get(face.corners.get(corner)?.0 as usize)?.number;
    Some([number(0)?, number(1)?, number(2)?])
}

/// Returns the corners of a quad from its halves; `None` when the two differ where they meet.
fn whole(vertices: &[Vertex], quad: [u32; 4], halves: [&Face; 2]) -> Option<Corners> {
    let corner = |number: u32| {
        let number_of = |vertex: u32| vertices.get(vertex as usize).and_then(|vertex| vertex.number);
        let corners = halves.into_iter().flat_map(|half| half.corners.iter());
        let mut pairs = corners.filter(|(vertex, _)| number_of(*vertex) == Some(number)).copied();
        let first = pairs.next()?;
        pairs.all(|other| other == first).then_some(first)
    };
    let [a, b, c, d] = quad.map(corner);
    Some(Corners::Quad([a?, b?, c?, d?]))
}

/// Returns the quad (a, b, c, d) of the triangles (a, b, c) and (c, b, d).
fn strip(first: &Face, second: &Face) -> Option<Corners> {
    let (Corners::Triangle([a, b, c]), Corners::Triangle([c2, b2, d])) = (first.corners, second.corners) else {
        return None;
    };
    (b == b2 && c == c2).then_some(Corners::Quad([a, b, c, d]))
}

/// Returns the quad of two triangles with a common edge, from `edge[0]` to `edge[1]` in the first one.
fn joined(first: &Face, second: &Face, edge: [Textured; 2]) -> Option<Corners> {
    let lone = |face: &Face| face.corners.iter().copied().find(|corner| !edge.contains(corner));
    Some(Corners::Quad([lone(first)?, edge[0], edge[1], lone(second)?]))
}

/// Returns whether the corners of a quad in strip order lie in one plane and make a convex shape. Positions of one bone
/// are compared; a quad over several bones is never flat at every frame.
fn is_flat(vertices: &[Vertex], quad: &Corners) -> bool {
    let Corners::Quad(corners) = quad else { return false };
    let [Some(a), Some(b), Some(c), Some(d)] = corners.map(|(vertex, _)| vertices.get(vertex as usize)) else {
        return false;
    };
    if [b, c, d].iter().any(|vertex| vertex.bone != a.bone) {
        return false;
    }
    let [a, b, c, d] = [a, b, c, d].map(|vertex| three(vertex.position));
    // The perimeter is a, b, d, c.
    let turns = [(a, b, d), (b, d, c), (d, c, a), (c, a, b)].map(|(p, q, r)| (q - p).cross(r - q).normalize_or_zero());
    turns.iter().all(|turn| turn.dot(turns[0]) > 1.0 - FLAT)
}

/// Returns whether a quad shows the texels of its triangles. Players draw a parallelogram as one piece, by three of its
/// corners.
fn is_even(vertices: &[Vertex], quad: &Corners) -> bool {
    let [Some(a), Some(b), Some(c), Some(d)] = [0, 1, 2, 3].map(|corner| {
        let (vertex, texel) = quad.get(corner)?;
        Some((three(vertices.get(*vertex as usize)?.position), texel.map(f64::from)))
    }) else {
        return false;
    };
    let [right, down] = [b.0 - a.0, c.0 - a.0];
    if (d.0 - c.0).distance(right) > NEAR * right.length().max(down.length()) {
        return true;
    }
    (0..2).all(|axis| {
        let [right, down] = [b.1[axis] - a.1[axis], c.1[axis] - a.1[axis]];
        let away = (d.1[axis] - c.1[axis] - right).abs();
        away <= f64::from(UNEVEN) + right.abs().max(down.abs()) / 8.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texel_that_holds_a_coordinate_is_taken() {
        assert_eq!(held([0.5, 0.5, 0.5]), [0.0; 3], "the middle of a texel");
        assert_eq!(held([3.0, 4.0, 3.5]), [3.0; 3], "a whole texel, and no more");
        assert_eq!(held([2.99, 3.01, 3.5]), [3.0; 3], "32-bit floats are off a little");
        assert_eq!(held([0.0, 16.0, 7.5]), [0.0, 16.0, 7.0]);
    }
}
