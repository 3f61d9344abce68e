//! Pairs of triangles to quads.

use std::collections::HashMap;

use super::mesh::{Face, Gathered, HALVES};

/// Largest sine of the angle between the triangles of a quad.
const FLAT: f64 = 0.01;

/// Merges the halves of quads of an export of ours, which follow each other, and any two triangles that lie in one plane,
/// have the pattern and the look in common, and share an edge with equal vertices and texels.
pub(super) fn merge(gathered: &mut Gathered) {
    let mut merged: Vec<Face> = Vec::new();
    // Triangles by their edges. One that became a quad has four corners.
    let mut waiting: HashMap<[(usize, [u8; 2]); 2], usize> = HashMap::new();
    let mut faces = std::mem::take(&mut gathered.faces).into_iter().peekable();
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
        let edges = |face: &Face| -> Vec<[(usize, [u8; 2]); 2]> {
            let [a, b, c] = [0, 1, 2].map(|corner| face.corners.get(corner).copied().unwrap_or_default());
            vec![[a, b], [b, c], [c, a]]
        };
        let partner = edges(&face).into_iter().find_map(|[a, b]| {
            let other = waiting.get(&[b, a]).copied().filter(|other| is_triangle(&merged, *other))?;
            let quad = joined(merged.get(other)?, &face, [b, a])?;
            (is_alike(merged.get(other)?, &face) && is_flat(gathered, &quad)).then_some((other, quad))
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
    gathered.faces = merged;
}

fn is_triangle(faces: &[Face], index: usize) -> bool {
    faces.get(index).is_some_and(|face| face.corners.len() == 3)
}

fn is_alike(a: &Face, b: &Face) -> bool {
    (a.pattern, a.slot, a.bits, a.colour) == (b.pattern, b.slot, b.bits, b.colour)
}

/// Returns the quad (a, b, c, d) of the triangles (a, b, c) and (c, b, d).
fn strip(first: &Face, second: &Face) -> Option<Vec<(usize, [u8; 2])>> {
    let ([a, b, c], [c2, b2, d]) = (first.corners.as_slice(), second.corners.as_slice()) else { return None };
    (b == b2 && c == c2).then(|| vec![*a, *b, *c, *d])
}

/// Returns the quad of two triangles with a common edge, from `edge[0]` to `edge[1]` in the first one.
fn joined(first: &Face, second: &Face, edge: [(usize, [u8; 2]); 2]) -> Option<Vec<(usize, [u8; 2])>> {
    let lone = |face: &Face| face.corners.iter().copied().find(|corner| !edge.contains(corner));
    Some(vec![lone(first)?, edge[0], edge[1], lone(second)?])
}

/// Returns whether the corners of a quad in strip order lie in one plane and make a convex shape. Positions of one bone are
/// compared; a quad over several bones is never flat at every frame.
fn is_flat(gathered: &Gathered, quad: &[(usize, [u8; 2])]) -> bool {
    let vertices: Vec<_> = quad.iter().filter_map(|(vertex, _)| gathered.vertices.get(*vertex)).collect();
    let [a, b, c, d] = vertices.as_slice() else { return false };
    if [b, c, d].iter().any(|vertex| vertex.bone != a.bone) {
        return false;
    }
    let [a, b, c, d] = [a, b, c, d].map(|vertex| crate::posed::three(vertex.position));
    // The perimeter is a, b, d, c.
    let turns = [(a, b, d), (b, d, c), (d, c, a), (c, a, b)].map(|(p, q, r)| (q - p).cross(r - q).normalize_or_zero());
    turns.iter().all(|turn| turn.dot(turns[0]) > 1.0 - FLAT)
}
