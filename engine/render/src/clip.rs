//! Clipping of triangles in view space: against near and far, and against the guard band around the screen.
//!
//! Attributes are 8.8. A crossing is always computed from the same end of an edge, so that polygons sharing the edge
//! share the point.

use crate::project::{Lens, Seen};

/// Attributes that run over a polygon, 8.8 each: u, v, shade, and the two sphere coordinates.
pub(crate) type Attributes = [u16; 5];

/// A polygon vertex in view space.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cut {
    pub(crate) seen: Seen,
    pub(crate) attributes: Attributes,
}

/// A convex polygon of at most 9 vertices: a triangle cut by six planes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outline {
    vertices: [Cut; 9],
    len: usize,
}

impl Outline {
    pub(crate) fn triangle(vertices: [Cut; 3]) -> Self {
        let mut outline = Self { len: 3, ..Self::default() };
        outline.vertices[..3].copy_from_slice(&vertices);
        outline
    }

    pub(crate) fn vertices(&self) -> &[Cut] {
        &self.vertices[..self.len]
    }

    fn push(&mut self, cut: Cut) {
        // Rounding can make a convex outline cross a plane more than twice; what exceeds the room is a sliver.
        if self.len < self.vertices.len() {
            self.vertices[self.len] = cut;
            self.len += 1;
        }
    }

    /// Keeps what lies between near and far and inside the guard band.
    pub(crate) fn clipped(mut self, lens: &Lens) -> Self {
        if let Some((near, far)) = lens.planes() {
            self = self.keep(|v| i128::from(v.z) - i128::from(near), End::Larger);
            self = self.keep(|v| i128::from(far) - i128::from(v.z), End::Smaller);
        }
        for axis in 0..2 {
            for side in [-1, 1] {
                self = self.keep(|v| lens.guard_distance(axis, side, v), End::Larger);
            }
        }
        self
    }

    /// Sutherland-Hodgman against the plane where `distance` is 0; vertices on it are kept.
    fn keep(self, distance: impl Fn(&Seen) -> i128, start: End) -> Self {
        if self.vertices().iter().all(|v| distance(&v.seen) >= 0) {
            return self;
        }
        let mut kept = Self::default();
        let Some(mut previous) = self.vertices().last() else { return kept };
        let mut before = distance(&previous.seen);
        for vertex in self.vertices() {
            let here = distance(&vertex.seen);
            if (before < 0) != (here < 0) {
                let previous_first = (before > here) == (start == End::Larger);
                kept.push(if previous_first {
                    crossing(previous, before, vertex, here)
                } else {
                    crossing(vertex, here, previous, before)
                });
            }
            if here >= 0 {
                kept.push(*vertex);
            }
            (previous, before) = (vertex, here);
        }
        kept
    }
}

/// The end of an edge from which a crossing is computed, by distance to the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Larger,
    Smaller,
}

/// The point between `a` and `b` at distance 0.
fn crossing(a: &Cut, da: i128, b: &Cut, db: i128) -> Cut {
    // Brought to 62 bits, so that the products below fit 128.
    let shift = (66 - (da.unsigned_abs() | db.unsigned_abs()).leading_zeros() as i32).max(0);
    let (da, db) = (da >> shift, db >> shift);
    let (part, whole) = if db > da { (-da, db - da) } else { (da, da - db) };
    let mix = |a: i64, b: i64| {
        if whole == 0 {
            return a;
        }
        a + (i128::from(b - a) * part).div_euclid(whole) as i64
    };
    let across = [0, 1].map(|axis| mix(a.seen.across[axis], b.seen.across[axis]));
    let z = mix(i64::from(a.seen.z), i64::from(b.seen.z)) as i32;
    let attributes = std::array::from_fn(|i| mix(i64::from(a.attributes[i]), i64::from(b.attributes[i])) as u16);
    Cut { seen: Seen { across, z }, attributes }
}

/// Twice the area of a polygon on the screen, positive when its vertices run clockwise.
pub(crate) fn doubled_area(mut points: impl Iterator<Item = (i32, i32)>) -> i64 {
    let (Some((x0, y0)), Some(second)) = (points.next(), points.next()) else { return 0 };
    let from_first = |(x, y): (i32, i32)| (i64::from(x) - i64::from(x0), i64::from(y) - i64::from(y0));
    let mut previous = from_first(second);
    points.fold(0, |area, point| {
        let point = from_first(point);
        let doubled = previous.0 * point.1 - previous.1 * point.0;
        previous = point;
        area + doubled
    })
}
