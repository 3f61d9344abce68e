//! Joins pairs of triangles to quads.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::gathered::{Corners, Face, HALVES, Textured, Vertex};

/// The cosine of the angle between the triangles of a quad may be this much below 1: 8 degrees.
const FLAT: f64 = 0.01;

/// A quad is nearly a parallelogram when the fourth corner is this part of a side away from its place.
const NEAR: f64 = 1.0 / 16.0;
/// Most texels between the texel of the fourth corner of a parallelogram and its place, besides an eighth of the texels of a side:
/// each of the four is rounded.
const UNEVEN: u8 = 2;

/// Most quads and triangles that are tried as partners of a triangle.
const MOST_PARTNERS: usize = 16;

/// The quads of an exported figure, by the numbers of the vertices of their halves; `None` for another file.
#[derive(Debug)]
pub(super) struct Exported(Option<HashMap<[u32; 3], Vec<[u32; 4]>>>);

impl Exported {
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
pub(super) fn merge(vertices: &[Vertex], faces: Vec<Face>, exported: &Exported) -> Vec<Face> {
    let mut merged: Vec<Face> = Vec::new();
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
            merged.push(Face { corners: quad, number: Some((number - HALVES) / 2), ..face });
            continue;
        }
        if face.number.is_some() {
            merged.push(face);
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
                        merged.get(*index).filter(|other| other.corners.len() == 3 && is_alike(other, &face))?;
                    Some((*index, whole(vertices, *quad, [&face, other])?))
                })
            });
            match partner.and_then(|(index, quad)| Some((merged.get_mut(index)?, quad))) {
                Some((other, quad)) => other.corners = quad,
                None => {
                    open.entry(key).or_default().push(merged.len());
                    merged.push(face);
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
            let half = merged.get(other).filter(|half| half.corners.len() == 3)?;
            let quad = joined(half, &face, [b, a])?;
            let is_joined = is_alike(half, &face) && is_flat(vertices, &quad) && is_even(vertices, &quad);
            is_joined.then_some((other, quad))
        });
        match partner {
            Some((other, quad)) => {
                if let Some(other) = merged.get_mut(other) {
                    other.corners = quad;
                }
            }
            None => {
                waiting.extend(edges(&face).into_iter().map(|edge| (edge, merged.len())));
                merged.push(face);
            }
        }
    }
    merged
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

fn is_alike(a: &Face, b: &Face) -> bool {
    (a.pattern, a.slot, a.bits, a.is_twice, a.colour) == (b.pattern, b.slot, b.bits, b.is_twice, b.colour)
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
    let [a, b, c, d] = [a, b, c, d].map(|vertex| crate::posed::three(vertex.position));
    // The perimeter is a, b, d, c.
    let turns = [(a, b, d), (b, d, c), (d, c, a), (c, a, b)].map(|(p, q, r)| (q - p).cross(r - q).normalize_or_zero());
    turns.iter().all(|turn| turn.dot(turns[0]) > 1.0 - FLAT)
}

/// Returns whether a quad shows the texels of its triangles. Players draw a parallelogram as one piece, by three of its
/// corners.
fn is_even(vertices: &[Vertex], quad: &Corners) -> bool {
    let [Some(a), Some(b), Some(c), Some(d)] = [0, 1, 2, 3].map(|corner| {
        let (vertex, texel) = quad.get(corner)?;
        Some((crate::posed::three(vertices.get(*vertex as usize)?.position), texel.map(f64::from)))
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
