//! Clipping of triangles in view space: against near and far, and against the guard band around the screen.
//!
//! Attributes are 8.8. A crossing is always computed from the same end of an edge, so that polygons sharing the edge
//! share the point.

use crate::project::{Projector, ViewVertex};
use crate::raster::Attributes;

/// A polygon vertex in view space.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ClipVertex {
    pub(crate) position: ViewVertex,
    pub(crate) attributes: Attributes,
}

/// A convex polygon of at most 9 vertices: a triangle cut by six planes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ClipPolygon {
    vertices: [ClipVertex; 9],
    len: usize,
}

impl ClipPolygon {
    pub(crate) fn triangle(vertices: [ClipVertex; 3]) -> Self {
        let mut polygon = Self { len: 3, ..Self::default() };
        polygon.vertices[..3].copy_from_slice(&vertices);
        polygon
    }

    pub(crate) fn vertices(&self) -> &[ClipVertex] {
        &self.vertices[..self.len]
    }

    /// The triangles around the first vertex.
    pub(crate) fn fan(&self) -> impl Iterator<Item = [&ClipVertex; 3]> {
        let vertices = self.vertices();
        vertices.windows(2).skip(1).filter_map(move |pair| Some([vertices.first()?, &pair[0], &pair[1]]))
    }

    fn push(&mut self, vertex: ClipVertex) {
        // Rounding can make a convex outline cross a plane more than twice; what exceeds the room is a sliver.
        if self.len < self.vertices.len() {
            self.vertices[self.len] = vertex;
            self.len += 1;
        }
    }

    /// Keeps what lies between near and far and inside the guard band.
    pub(crate) fn clipped(self, projector: &Projector) -> Self {
        planes(projector).fold(self, |polygon, plane| polygon.keep(projector, plane))
    }

    /// Sutherland-Hodgman; vertices on the plane are kept.
    fn keep(self, projector: &Projector, plane: Plane) -> Self {
        if self.vertices().iter().all(|v| plane.distance(projector, &v.position) >= 0) {
            return self;
        }
        let mut kept = Self::default();
        let Some(mut previous) = self.vertices().last() else { return kept };
        for vertex in self.vertices() {
            if let Some(point) = plane.crossing(projector, previous, vertex) {
                kept.push(point);
            }
            if plane.distance(projector, &vertex.position) >= 0 {
                kept.push(*vertex);
            }
            previous = vertex;
        }
        kept
    }
}

/// The part of a line between near and far and inside the guard band.
pub(crate) fn clipped_line(projector: &Projector, line: [ClipVertex; 2]) -> Option<[ClipVertex; 2]> {
    planes(projector).try_fold(line, |[a, b], plane| {
        let [inside_a, inside_b] = [&a, &b].map(|v| plane.distance(projector, &v.position) >= 0);
        let point = plane.crossing(projector, &a, &b);
        match (inside_a, inside_b) {
            (true, true) => Some([a, b]),
            (true, false) => Some([a, point?]),
            (false, true) => Some([point?, b]),
            (false, false) => None,
        }
    })
}

/// A plane that bounds what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plane {
    Near(i32),
    Far(i32),
    /// An edge of the guard band: axis, and 1 for right and bottom, -1 for left and top.
    Guard(usize, i64),
}

fn planes(projector: &Projector) -> impl Iterator<Item = Plane> {
    let depth = projector.limits().map(|(near, far)| [Plane::Near(near), Plane::Far(far)]);
    let guard = [(0, -1), (0, 1), (1, -1), (1, 1)].map(|(axis, side)| Plane::Guard(axis, side));
    depth.into_iter().flatten().chain(guard)
}

impl Plane {
    /// At least 0 on the side that is kept.
    fn distance(self, projector: &Projector, v: &ViewVertex) -> i128 {
        match self {
            Self::Near(near) => i128::from(v.z) - i128::from(near),
            Self::Far(far) => i128::from(far) - i128::from(v.z),
            Self::Guard(axis, side) => projector.guard_distance(axis, side, v),
        }
    }

    /// Where the edge between two vertices meets the plane, if they lie on different sides of it. Computed from the end
    /// with the larger z, or deeper inside the guard band, whichever way the edge is walked.
    fn crossing(self, projector: &Projector, a: &ClipVertex, b: &ClipVertex) -> Option<ClipVertex> {
        let (da, db) = (self.distance(projector, &a.position), self.distance(projector, &b.position));
        if (da < 0) == (db < 0) {
            return None;
        }
        let a_first = (da > db) != matches!(self, Self::Far(_));
        Some(if a_first { crossing(a, da, b, db) } else { crossing(b, db, a, da) })
    }
}

/// The point between `a` and `b` at distance 0.
fn crossing(a: &ClipVertex, da: i128, b: &ClipVertex, db: i128) -> ClipVertex {
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
    let across = [0, 1].map(|axis| mix(a.position.across[axis], b.position.across[axis]));
    let z = mix(i64::from(a.position.z), i64::from(b.position.z)) as i32;
    let attributes = std::array::from_fn(|i| mix(i64::from(a.attributes[i]), i64::from(b.attributes[i])) as i32);
    ClipVertex { position: ViewVertex { across, z }, attributes }
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
