//! Triangles as the vendor's viewer scans them: one slope per triangle, taken at the row of the middle vertex.

use super::edge::Edge;
use super::{Brush, RasterTarget, ScreenVertex};

impl RasterTarget<'_> {
    #[inline(always)]
    pub(super) fn triangle<const USED: u8>(&mut self, vertices: [&ScreenVertex; 3], brush: Brush) {
        let [top, middle, bottom] = by_row(vertices);
        if top.y == bottom.y || top.y >= self.clip.bottom || bottom.y <= self.clip.top {
            return;
        }
        let rule = self.fill_rule;
        let long = Edge::new::<USED>(top, bottom, rule);
        let mut across = long;
        across.advance(USED, middle.y - top.y);
        let (middle_left, slope) = across.slope_to::<USED>(middle);
        if middle_left {
            let upper = Edge::new::<USED>(top, middle, rule);
            let lower = Edge::new::<USED>(middle, bottom, rule);
            for (rows, left, right) in [(top.y..middle.y, &upper, &long), (middle.y..bottom.y, &lower, &across)] {
                self.strip::<USED>(rows, left, right, &slope, brush);
            }
        } else {
            // The long edge carries the attributes all the way.
            self.cover(&(top.y..middle.y), &long, &Edge::new::<0>(top, middle, rule));
            self.cover(&(middle.y..bottom.y), &across, &Edge::new::<0>(middle, bottom, rule));
            self.fill_covered::<USED>(top.y, &long, &slope, brush);
        }
    }
}

/// Sorted from top to bottom; equal rows keep their order.
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
