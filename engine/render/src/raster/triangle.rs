//! Triangles as the original scans them: one slope per triangle, taken at the row of the middle vertex.

use super::edge::{Corner, Edge};
use super::{RasterTarget, ScreenVertex};
use fearless_simd::Simd;

impl RasterTarget<'_> {
    #[inline(always)]
    pub(super) fn triangle<S: Simd, const RUNNING: bool>(&mut self, simd: S, vertices: [&ScreenVertex; 3]) {
        let [top, middle, bottom] = by_row(vertices).map(|vertex| Corner::new::<RUNNING>(simd, vertex));
        // A row at a single vertex has no pixels: its edges begin at the same column.
        let first = top.y + i32::from(top.y < middle.y);
        let long = Edge::new(&top, &bottom);
        let width = long.width_at(&middle);
        let across = long.slope_to(&middle, width);
        let clipped = self.is_clipped(&[top, middle, bottom]);
        let (upper, lower) = (Edge::new(&top, &middle), Edge::new(&middle, &bottom));
        let (above, below) = (first..middle.y, middle.y..bottom.y);
        if width.1 {
            self.strip::<_, RUNNING>(above, [&upper, &long], across, clipped);
            self.strip::<_, RUNNING>(below, [&lower, &long], across, clipped);
        } else {
            self.strip::<_, RUNNING>(above, [&long, &upper], across, clipped);
            self.strip::<_, RUNNING>(below, [&long, &lower], across, clipped);
        }
    }
}

/// Returns vertices sorted from top to bottom; equal rows keep their order.
#[inline(always)]
pub(crate) fn by_row<const N: usize>(mut vertices: [&ScreenVertex; N]) -> [&ScreenVertex; N] {
    for i in 1..N {
        for j in (1..=i).rev() {
            if vertices[j - 1].y > vertices[j].y {
                vertices.swap(j - 1, j);
            }
        }
    }
    vertices
}
