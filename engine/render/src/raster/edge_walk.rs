//! Triangles as MascotME scans them. Attributes have 12 fraction bits; sides are walked with the step of a row rounded
//! towards 0, and one slope serves all rows, taken over the whole columns of the middle vertex's row and one more.
//!
//! Faithful: a row starts with the attributes of the first whole column behind its left side, and those of the side are
//! moved by one 4096th in the direction in which they run, which closes seams between textures. So MascotME's open source
//! has it, and so its pictures are: eight of twelve to the pixel, where a slope over the exact width left only one.

use super::edge::Edge;
use super::triangle::by_row;
use super::{Brush, Canvas, Corner, Walk};
use crate::compat::FillRule;

/// A side of a triangle: where it stands at a row, and what a row adds.
#[derive(Clone, Copy)]
struct Side {
    row: i32,
    /// 16.16, as `dx`.
    x: i64,
    dx: i64,
    /// 20.12, as `steps`.
    attributes: [i64; 5],
    steps: [i64; 5],
}

impl Side {
    /// `upper` is above `lower`, or on its row: such a side is not walked.
    fn new(upper: &Corner, lower: &Corner, rule: FillRule) -> Self {
        let edge = Edge::new::<0>(upper, lower, rule);
        let height = i64::from((lower.y - upper.y).max(1));
        let [from, to] = [upper, lower].map(|corner| corner.attributes.map(|value| i64::from(value) << 4));
        Self {
            row: upper.y,
            x: edge.x().into(),
            dx: edge.dx().into(),
            attributes: from,
            steps: std::array::from_fn(|i| (to[i] - from[i]) / height),
        }
    }

    /// The same side, seen from another row.
    fn at(&self, row: i32) -> Self {
        let rows = i64::from(row - self.row);
        let attributes = std::array::from_fn(|i| self.attributes[i] + self.steps[i] * rows);
        Self { row, x: self.x + self.dx * rows, attributes, ..*self }
    }

    fn is_left_of(&self, other: &Self) -> bool {
        (self.x, self.dx) < (other.x, other.dx)
    }
}

impl Canvas<'_> {
    pub(super) fn triangle_edge_walk<const USED: u8>(&mut self, corners: [&Corner; 3], brush: Brush) {
        let [top, middle, bottom] = by_row(corners);
        if top.y == bottom.y {
            return;
        }
        let side = |upper, lower| Side::new(upper, lower, self.fill_rule);
        let (long, upper, lower) = (side(top, bottom), side(top, middle), side(middle, bottom));
        let across = long.at(middle.y);
        let slope = slope(&across, &lower);
        if top.y < middle.y {
            self.half::<USED>(middle.y, &long, &upper, &slope, brush);
        }
        if middle.y < bottom.y {
            self.half::<USED>(bottom.y, &across, &lower, &slope, brush);
        }
    }

    /// The rows between the long side and a short one, which begin on the same row, down to the one before `end`.
    fn half<const USED: u8>(&mut self, end: i32, long: &Side, short: &Side, slope: &[i64; 5], brush: Brush) {
        let (mut left, right) = if long.is_left_of(short) { (*long, short) } else { (*short, long) };
        for (value, step) in left.attributes.iter_mut().zip(left.steps) {
            *value += step.signum();
        }
        let across = slope.map(|value| (value << 4) as i32);
        for row in left.row.max(self.clip.top)..end.min(self.clip.bottom) {
            let (left, right) = (left.at(row), right.at(row));
            let behind = 4096 - (left.x >> 4 & 4095);
            let start: Walk = std::array::from_fn(|i| {
                let value = left.attributes[i] + ((slope[i] * behind) >> 12);
                if USED >> i & 1 != 0 { (value << 4) as i32 } else { 0 }
            });
            let left = Edge::upright((left.x >> 16) as i32, start, [0; 5]);
            let right = Edge::upright((right.x >> 16) as i32, [0; 5], [0; 5]);
            self.strip::<USED>(row..row + 1, &left, &right, &across, brush);
        }
    }
}

/// What a column adds, from the long side and the middle vertex on its row.
fn slope(long: &Side, middle: &Side) -> [i64; 5] {
    let whole = (long.x - middle.x) >> 16;
    let width = if whole < 0 { whole - 1 } else { whole + 1 };
    std::array::from_fn(|i| (long.attributes[i] - middle.attributes[i]) / width)
}
