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
        let mut left: Vec<usize> = (0..points.len()).collect();
        let next = points.iter().cycle().skip(1);
        let normal: DVec3 = points.iter().zip(next).map(|(a, b)| (a - points[0]).cross(b - points[0])).sum();
        let side = |[a, b, c]: [usize; 3]| (points[b] - points[a]).cross(points[c] - points[a]).dot(normal);
        let corner = |left: &[usize], at: usize| {
            let count = left.len();
            [left[(at + count - 1) % count], left[at], left[(at + 1) % count]]
        };
        let is_convex = (0..left.len()).all(|at| side(corner(&left, at)) >= 0.0);
        while !is_convex && left.len() > 3 {
            let mut holds_none = |triangle: [usize; 3]| {
                self.tests = self.tests.saturating_sub(left.len());
                let [a, b, c] = triangle;
                let is_inside = |point: usize| {
                    [[a, b, point], [b, c, point], [c, a, point]].map(side).iter().all(|side| *side >= 0.0)
                };
                let is_own = |point: usize| triangle.iter().any(|own| points[*own] == points[point]);
                !left.iter().any(|point| !is_own(*point) && is_inside(*point))
            };
            let free = (0..left.len()).find(|at| {
                let triangle = corner(&left, *at);
                side(triangle) > 0.0 && holds_none(triangle)
            });
            let Some(at) = free.filter(|_| self.tests > 0) else { break };
            take(corner(&left, at));
            left.remove(at);
        }
        self.undivided += usize::from(!is_convex && self.tests == 0);
        for pair in left[1..].windows(2) {
            take([left[0], pair[0], pair[1]]);
        }
    }
}
