//! Divides faces with more than three corners into triangles.

use glam::DVec3;

/// Most comparisons of a point with a triangle in a file, which take some seconds.
pub(super) const MOST_TESTS: usize = 100_000_000;

pub(super) struct Divider {
    /// Comparisons that are left. Without any, faces are divided as if they were convex.
    tests: usize,
    /// Concave faces that were divided like that.
    pub(super) undivided: usize,
}

impl Default for Divider {
    fn default() -> Self {
        Self { tests: MOST_TESTS, undivided: 0 }
    }
}

impl Divider {
    /// Gives each triangle of a face as the numbers of its corners: those of a convex face all begin at the first corner.
    /// From a concave one, triangles that hold no other corner are cut off one after the other.
    pub(super) fn divide<T>(&mut self, positions: &[[f32; 3]], mut take: impl FnMut([usize; 3]) -> T) {
        let points: Vec<DVec3> = positions.iter().map(|position| DVec3::from(position.map(f64::from))).collect();
        let mut rest: Vec<usize> = (0..points.len()).collect();
        let next = points.iter().cycle().skip(1);
        let normal: DVec3 = points.iter().zip(next).map(|(a, b)| (a - points[0]).cross(b - points[0])).sum();
        let side = |[a, b, c]: [usize; 3]| (points[b] - points[a]).cross(points[c] - points[a]).dot(normal);
        let corner = |rest: &[usize], at: usize| {
            let count = rest.len();
            [rest[(at + count - 1) % count], rest[at], rest[(at + 1) % count]]
        };
        let is_convex = (0..rest.len()).all(|at| side(corner(&rest, at)) >= 0.0);
        while !is_convex && rest.len() > 3 {
            let mut holds_none = |triangle: [usize; 3]| {
                self.tests = self.tests.saturating_sub(rest.len());
                let [a, b, c] = triangle;
                let is_inside = |point: usize| {
                    [[a, b, point], [b, c, point], [c, a, point]].map(side).iter().all(|side| *side >= 0.0)
                };
                let is_own = |point: usize| triangle.iter().any(|other| points[*other] == points[point]);
                !rest.iter().any(|point| !is_own(*point) && is_inside(*point))
            };
            let free = (0..rest.len()).find(|at| {
                let triangle = corner(&rest, *at);
                side(triangle) > 0.0 && holds_none(triangle)
            });
            let Some(at) = free.filter(|_| self.tests > 0) else { break };
            take(corner(&rest, at));
            rest.remove(at);
        }
        self.undivided += usize::from(!is_convex && self.tests == 0);
        for pair in rest[1..].windows(2) {
            take([rest[0], pair[0], pair[1]]);
        }
    }
}
