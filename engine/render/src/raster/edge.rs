//! One edge of a polygon, walked downwards.
//!
//! Faithful: slopes use the reciprocal of the height, floored to 16 bits before the product, so a long edge ends a
//! little short of its lower end.

use super::{Corner, Walk, used};
use crate::compat::FillRule;

static RECIPROCAL: [u32; 4096] = {
    let mut table = [0; 4096];
    let mut n = 1;
    while n < 4096 {
        table[n] = 65536 / n as u32;
        n += 1;
    }
    table
};

/// `floor(65536 / n)`; 0 for 0.
#[inline]
pub(crate) fn reciprocal(n: i32) -> i64 {
    match RECIPROCAL.get(n as usize) {
        Some(&value) => i64::from(value),
        None => i64::from(65536 / n.max(1)),
    }
}

/// A position on an edge, and what a row adds to it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edge {
    /// Column in 16.16.
    x: i64,
    dx: i64,
    /// Attributes with 24 fraction bits.
    attributes: [i64; 5],
    steps: [i64; 5],
}

impl Edge {
    /// The edge between two corners at the row of the upper one. `upper` is not below `lower`.
    #[inline]
    pub(super) fn new<const USED: u8>(upper: &Corner, lower: &Corner, rule: FillRule) -> Self {
        Self::from_end::<USED>(upper, lower, lower.y - upper.y, rule)
    }

    /// The edge at the row of `start`, `height` rows long, going on to the row below.
    #[inline]
    fn from_end<const USED: u8>(start: &Corner, end: &Corner, height: i32, rule: FillRule) -> Self {
        let r = reciprocal(height);
        let across = i64::from(end.x - start.x);
        let dx = match rule {
            FillRule::Edge16 => across * r,
            FillRule::Edge12 => ((across << 12) / i64::from(height.max(1))) << 4,
        };
        let mut edge = Self { x: i64::from(start.x) << 16, dx, ..Self::default() };
        for i in used::<USED>() {
            edge.attributes[i] = i64::from(start.attributes[i]) << 16;
            edge.steps[i] = (i64::from(end.attributes[i]) - i64::from(start.attributes[i])) * r;
        }
        edge
    }

    /// The edge at row `y`, evaluated from its lower end.
    #[inline]
    pub(super) fn from_below<const USED: u8>(upper: &Corner, lower: &Corner, y: i32, rule: FillRule) -> Self {
        let mut edge = Self::from_end::<USED>(lower, upper, lower.y - upper.y, rule);
        edge.advance::<USED>(lower.y - y);
        edge
    }

    /// Goes on along another edge's slope from where this one stands.
    #[inline]
    pub(super) fn continued(self, slope: &Self) -> Self {
        Self { dx: slope.dx, steps: slope.steps, ..self }
    }

    /// Moves down by `rows`.
    #[inline]
    pub(super) fn advance<const USED: u8>(&mut self, rows: i32) {
        let rows = i64::from(rows);
        self.x += self.dx * rows;
        for i in used::<USED>() {
            self.attributes[i] += self.steps[i] * rows;
        }
    }

    /// The column, floored.
    #[inline]
    pub(super) fn column(&self) -> i32 {
        (self.x >> 16) as i32
    }

    /// The column in 16.16.
    #[inline]
    pub(super) fn x(&self) -> i64 {
        self.x
    }

    /// The attributes in 16.16.
    #[inline]
    pub(super) fn walk<const USED: u8>(&self) -> Walk {
        let mut walk = [0; 5];
        for i in used::<USED>() {
            walk[i] = (self.attributes[i] >> 8) as i32;
        }
        walk
    }

    /// The attributes of this point and of `middle`, one slope between them: what a column adds along the row they
    /// share. True when `middle` lies on the left.
    #[inline]
    pub(super) fn slope_to<const USED: u8>(&self, middle: &Corner) -> (bool, Walk) {
        let middle_left = self.x > i64::from(middle.x) << 16;
        // Faithful: the width is rounded up on one side and down on the other, and the far attribute loses its fraction.
        let n = if middle_left { ((self.x + 0xFFFF) >> 16) as i32 - middle.x } else { middle.x - self.column() };
        let r = reciprocal(n);
        let mut slope = [0; 5];
        for i in used::<USED>() {
            let far = (self.attributes[i] >> 24) << 8;
            let difference = far - i64::from(middle.attributes[i]);
            slope[i] = (if middle_left { difference * r } else { -difference * r } >> 8) as i32;
        }
        (middle_left, slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_are_floored() {
        assert_eq!([1, 2, 3, 7, 4095, 4096, 5000].map(reciprocal), [65536, 32768, 21845, 9362, 16, 16, 13]);
    }

    #[test]
    fn an_edge_ends_short_of_its_lower_end() {
        let (a, b) = (Corner { x: 0, y: 0, ..Corner::default() }, Corner { x: 3, y: 3, ..Corner::default() });
        let mut edge = Edge::new::<0>(&a, &b, FillRule::Edge16);
        let columns: Vec<i32> = (0..3).map(|_| (edge.column(), edge.advance::<0>(1)).0).collect();
        assert_eq!(columns, [0, 0, 1]);
    }
}
