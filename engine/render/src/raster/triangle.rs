//! Triangles as the vendor's viewer scans them: one slope per triangle, taken at the row of the middle vertex.

use super::edge::Edge;
use super::{Brush, Canvas, Corner};

impl Canvas<'_> {
    pub(super) fn triangle<const USED: u8>(&mut self, corners: [Corner; 3], brush: Brush) {
        let [top, middle, bottom] = by_row(corners);
        if top.y == bottom.y || top.y >= self.clip.bottom || bottom.y <= self.clip.top {
            return;
        }
        let long = Edge::new::<USED>(&top, &bottom, self.fill_rule);
        let mut across = long;
        across.advance(USED, middle.y - top.y);
        let (middle_left, slope) = across.slope_to::<USED>(&middle);
        let mut long = long;
        for (upper, lower) in [(&top, &middle), (&middle, &bottom)] {
            let mut short = Edge::new::<USED>(upper, lower, self.fill_rule);
            let (left, right) = if middle_left { (&mut short, &mut long) } else { (&mut long, &mut short) };
            (brush.band)(self, upper.y..lower.y, left, right, &slope, brush.paint);
        }
    }
}

/// Sorted from top to bottom; equal rows keep their order.
#[inline]
pub(crate) fn by_row<const N: usize>(mut corners: [Corner; N]) -> [Corner; N] {
    for i in 1..N {
        let mut j = i;
        while j > 0 && corners[j - 1].y > corners[j].y {
            corners.swap(j - 1, j);
            j -= 1;
        }
    }
    corners
}
