//! Clipping of triangles in view space: against near and far, and against the guard band around the screen.
//!
//! Attributes are 8.8. A crossing is always computed from the same end of an edge, so that polygons sharing the edge
//! share the point.

use crate::project::{Lens, Seen};
use crate::raster::Attributes;

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

    /// The triangles around the first vertex.
    pub(crate) fn fan(&self) -> impl Iterator<Item = [&Cut; 3]> {
        let vertices = self.vertices();
        vertices.windows(2).skip(1).filter_map(move |pair| Some([vertices.first()?, &pair[0], &pair[1]]))
    }

    fn push(&mut self, cut: Cut) {
        // Rounding can make a convex outline cross a plane more than twice; what exceeds the room is a sliver.
        if self.len < self.vertices.len() {
            self.vertices[self.len] = cut;
            self.len += 1;
        }
    }

    /// Keeps what lies between near and far and inside the guard band.
    pub(crate) fn clipped(self, lens: &Lens) -> Self {
        planes(lens).fold(self, |outline, plane| outline.keep(lens, plane))
    }

    /// Sutherland-Hodgman; vertices on the plane are kept.
    fn keep(self, lens: &Lens, plane: Plane) -> Self {
        if self.vertices().iter().all(|v| plane.distance(lens, &v.seen) >= 0) {
            return self;
        }
        let mut kept = Self::default();
        let Some(mut previous) = self.vertices().last() else { return kept };
        for vertex in self.vertices() {
            if let Some(point) = plane.crossing(lens, previous, vertex) {
                kept.push(point);
            }
            if plane.distance(lens, &vertex.seen) >= 0 {
                kept.push(*vertex);
            }
            previous = vertex;
        }
        kept
    }
}

/// The part of a line between near and far and inside the guard band.
pub(crate) fn clipped_line(lens: &Lens, line: [Cut; 2]) -> Option<[Cut; 2]> {
    planes(lens).try_fold(line, |[a, b], plane| {
        let [inside_a, inside_b] = [&a, &b].map(|v| plane.distance(lens, &v.seen) >= 0);
        let point = plane.crossing(lens, &a, &b);
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

fn planes(lens: &Lens) -> impl Iterator<Item = Plane> {
    let depth = lens.limits().map(|(near, far)| [Plane::Near(near), Plane::Far(far)]);
    let guard = [(0, -1), (0, 1), (1, -1), (1, 1)].map(|(axis, side)| Plane::Guard(axis, side));
    depth.into_iter().flatten().chain(guard)
}

impl Plane {
    /// At least 0 on the side that is kept.
    fn distance(self, lens: &Lens, v: &Seen) -> i128 {
        match self {
            Self::Near(near) => i128::from(v.z) - i128::from(near),
            Self::Far(far) => i128::from(far) - i128::from(v.z),
            Self::Guard(axis, side) => lens.guard_distance(axis, side, v),
        }
    }

    /// Where the edge between two vertices meets the plane, if they lie on different sides of it. Computed from the end
    /// with the larger z, or deeper inside the guard band, whichever way the edge is walked.
    fn crossing(self, lens: &Lens, a: &Cut, b: &Cut) -> Option<Cut> {
        let (da, db) = (self.distance(lens, &a.seen), self.distance(lens, &b.seen));
        if (da < 0) == (db < 0) {
            return None;
        }
        let a_first = (da > db) != matches!(self, Self::Far(_));
        Some(if a_first { crossing(a, da, b, db) } else { crossing(b, db, a, da) })
    }
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
    let attributes = std::array::from_fn(|i| mix(i64::from(a.attributes[i]), i64::from(b.attributes[i])) as i32);
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
