//! Pixels that a triangle covers.
//!
//! A pixel belongs to a triangle when its centre lies inside, or on its top or left edge: no pixel of a shared edge is
//! drawn twice or missed.

use crate::raster::{Clip, ScreenVertex};

/// An edge at a row of pixels.
#[derive(Debug, Clone, Copy, Default)]
struct Edge {
    /// 40 fraction bits; the whole part is the first column whose centre is not left of the edge.
    x: i64,
    step: i64,
}

const FRACTION: u32 = 40;

impl Edge {
    /// Returns the edge from `upper` to `lower`, at a row of pixels whose centres lie between them.
    ///
    /// The column is `(x - 8) / 16`, rounded up. Where the edge meets a row, that is a multiple of 1 / (16 height), and
    /// so of no less than 2^-24 within 2^20 of height; the step, rounded down, is wrong by less than 2^-40 a row, and that by
    /// 2^-25 after 2^15 rows. Adding almost 1 and flooring rounds up exactly.
    fn new(upper: &ScreenVertex, lower: &ScreenVertex, row: i32) -> Self {
        // Unsigned, so that the division has no case for negative heights.
        let height = i64::from(lower.y.wrapping_sub(upper.y).cast_unsigned());
        let across = i64::from(lower.x) - i64::from(upper.x);
        let below = 16 * i64::from(row) + 8 - i64::from(upper.y);
        let step = (across << FRACTION).div_euclid(height);
        let x = ((i64::from(upper.x) - 8) << (FRACTION - 4)) + ((step * below) >> 4);
        Self { x: x + (1 << FRACTION) - 1, step }
    }

    #[inline(always)]
    fn column(&self) -> i32 {
        (self.x >> FRACTION) as i32
    }

    /// Returns the edge some rows further down.
    #[inline(always)]
    fn at(self, rows: i32) -> Self {
        Self { x: self.x + self.step * i64::from(rows), ..self }
    }
}

/// Rows between two edges, which stand at the first of them.
#[derive(Debug, Clone, Copy, Default)]
struct Strip {
    first: i32,
    /// Exclusive.
    end: i32,
    left: Edge,
    right: Edge,
}

/// The pixels of a triangle, as rows above and below its middle vertex.
pub(super) struct Coverage([Strip; 2]);

impl Coverage {
    /// Returns the rows that lie inside the clip, unless there are none. The vertices are sorted from top to bottom.
    pub(super) fn new([top, middle, bottom]: [&ScreenVertex; 3], clockwise: bool, clip: Clip) -> Option<Self> {
        let [first, mid, end] = [top, middle, bottom].map(|vertex| row(vertex.y).clamp(clip.top, clip.bottom));
        let (least, most) = (top.x.min(middle.x).min(bottom.x), top.x.max(middle.x).max(bottom.x));
        // The rule of rows holds for columns, too.
        if first >= end || row(least) >= clip.right || row(most) <= clip.left || row(least) >= row(most) {
            return None;
        }
        let strip = |first, end, short, long| {
            let (left, right) = if clockwise { (long, short) } else { (short, long) };
            Strip { first, end, left, right }
        };
        let mut long = Edge::new(top, bottom, first);
        let mut strips = [Strip::default(); 2];
        if first < mid {
            strips[0] = strip(first, mid, Edge::new(top, middle, first), long);
            long = long.at(mid - first);
        }
        if mid < end {
            strips[1] = strip(mid, end, Edge::new(middle, bottom, mid), long);
        }
        Some(Self(strips))
    }

    pub(super) fn top(&self) -> i32 {
        let [above, below] = &self.0;
        if above.first < above.end { above.first } else { below.first }
    }

    /// Returns the least rectangle around the pixels that lie inside another.
    pub(super) fn within(&self, bounds: Clip) -> Clip {
        let mut around = Clip { left: bounds.right, top: bounds.bottom, right: bounds.left, bottom: bounds.top };
        for strip in &self.0 {
            let (top, bottom) = (strip.first.max(bounds.top), strip.end.min(bounds.bottom));
            if top < bottom {
                // Edges are straight: their ends are their extremes.
                for row in [top, bottom - 1] {
                    let [left, right] = [strip.left, strip.right].map(|edge| edge.at(row - strip.first).column());
                    around.left = around.left.min(left);
                    around.right = around.right.max(right);
                }
                around.top = around.top.min(top);
                around.bottom = around.bottom.max(bottom);
            }
        }
        around.intersect(bounds)
    }

    /// Calls `act` for each row inside a rectangle from top to bottom, with the column of its first pixel there, counted
    /// from the rectangle's, and the number of its pixels, which is not positive for a row without pixels.
    #[inline(always)]
    pub(super) fn each_row(&self, bounds: Clip, mut act: impl FnMut(i64, i64)) {
        let width = i64::from(bounds.right - bounds.left);
        for strip in &self.0 {
            let (top, bottom) = (strip.first.max(bounds.top), strip.end.min(bounds.bottom));
            let [mut left, mut right] = [strip.left, strip.right]
                .map(|edge| edge.at(top - strip.first).x - (i64::from(bounds.left) << FRACTION));
            for _ in top..bottom {
                let from = (left >> FRACTION).max(0);
                act(from, (right >> FRACTION).min(width) - from);
                left += strip.left.step;
                right += strip.right.step;
            }
        }
    }
}

/// Returns the first row whose centre is not above `y` (28.4).
fn row(y: i32) -> i32 {
    y.saturating_add(7) >> 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_exact_quotients() {
        let mut state = 1_u32;
        let mut random = |below: i32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((u64::from(state) * below as u64) >> 32) as i32
        };
        // The last: corner to corner of all coordinates.
        let mut edges: Vec<[i32; 4]> = (0..2000)
            .map(|n| [random(400 << (n % 10)), random(400), random(400 << (n % 8)), random(400 << (n % 10))])
            .map(|[x, y, to, height]| [x - 1000, y - 200, to - 1000, y - 199 + height])
            .collect();
        edges.push([-(1 << 19), -(1 << 19), (1 << 19) - 1, (1 << 19) - 1]);
        for [from_x, from_y, to_x, to_y] in edges {
            let vertex = |x, y| ScreenVertex { x, y, ..ScreenVertex::default() };
            let (first, end) = (row(from_y), row(to_y));
            let start = first + random(end - first + 1).min(end - first - 1).max(0);
            if start >= end {
                continue;
            }
            let mut edge = Edge::new(&vertex(from_x, from_y), &vertex(to_x, to_y), start);
            for y in start..end {
                // The least column whose centre, 16 column + 8, is not left of the edge.
                let (across, height) = (i128::from(to_x - from_x), i128::from(to_y - from_y));
                let numerator = i128::from(from_x - 8) * height + across * i128::from(16 * y + 8 - from_y);
                assert_eq!(i128::from(edge.column()), -(-numerator).div_euclid(16 * height), "row {y}");
                edge = edge.at(1);
            }
        }
    }
}
