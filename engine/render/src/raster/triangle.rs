//! Triangles as the original scans them: one slope per triangle, taken at the row of the middle vertex.

use super::edge::Edge;
use super::{Brush, RasterTarget, ScreenVertex, Strip};

impl RasterTarget<'_> {
    #[inline(always)]
    pub(super) fn triangle<const USED: u8>(&mut self, vertices: [&ScreenVertex; 3], brush: Brush) {
        let [top, middle, bottom] = by_row(vertices);
        // A row at a single vertex has no pixels: its edges begin at the same column.
        let first = top.y + i32::from(top.y < middle.y);
        if first >= bottom.y.min(self.clip.bottom) || bottom.y <= self.clip.top {
            return;
        }
        let long = Edge::new::<USED>(top, bottom);
        let Some(width) = long.width_at(middle) else { return };
        let slope = long.slope_to::<USED>(middle, width);
        let (above, below) = (first..middle.y, middle.y..bottom.y);
        if width.1 {
            let (upper, lower) = (Edge::new::<USED>(top, middle), Edge::new::<USED>(middle, bottom));
            let strips =
                [Strip { rows: above, left: &upper, right: &long }, Strip { rows: below, left: &lower, right: &long }];
            self.fill(&strips, &slope, brush);
        } else {
            let (upper, lower) = (Edge::new::<0>(top, middle), Edge::new::<0>(middle, bottom));
            let strips =
                [Strip { rows: above, left: &long, right: &upper }, Strip { rows: below, left: &long, right: &lower }];
            self.fill(&strips, &slope, brush);
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
