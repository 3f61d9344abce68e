//! One edge of a polygon, walked downwards.
//!
//! Faithful: slopes use the reciprocal of the height, floored to 16 bits before the product, so a long edge ends a
//! little short of its lower end. Columns have 16 bits, so that 16.16 holds every one; what is stepped past an edge's end
//! wraps and is not used.

use super::{Interpolants, ScreenVertex};

static RECIPROCAL: [u32; 4096] = {
    let mut table = [0; 4096];
    let mut n = 1;
    while n < 4096 {
        table[n] = 65536 / n as u32;
        n += 1;
    }
    table
};

/// Returns `floor(65536 / n)`; 0 for 0.
#[inline]
pub(crate) fn reciprocal(n: i32) -> i32 {
    match RECIPROCAL.get(n as usize) {
        Some(&value) => value as i32,
        None => 65536 / n.max(1),
    }
}

/// An edge: its column and attributes at one row, and their changes from row to row, all in 16.16.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Edge {
    /// The row of `x` and `values`.
    y: i32,
    x: i32,
    dx: i32,
    values: Interpolants,
    steps: Interpolants,
}

impl Edge {
    /// Returns the edge between two corners. `upper` is not below `lower`.
    #[inline]
    pub(super) fn new<const USED: u8>(upper: &ScreenVertex, lower: &ScreenVertex) -> Self {
        Self::from_end::<USED>(upper, lower, lower.y - upper.y)
    }

    /// Returns an upright edge with these attributes at row `y` and their changes from row to row.
    pub(super) fn upright((x, y): (i32, i32), values: Interpolants, steps: Interpolants) -> Self {
        Self { y, x: x << 16, dx: 0, values, steps }
    }

    /// Returns the edge at the row of `start`, going on to the row below.
    #[inline]
    fn from_end<const USED: u8>(start: &ScreenVertex, end: &ScreenVertex, height: i32) -> Self {
        let r = reciprocal(height);
        let dx = (end.x - start.x).wrapping_mul(r);
        let mut edge = Self { y: start.y, x: start.x << 16, dx, ..Self::default() };
        for i in 0..5 {
            if USED >> i & 1 != 0 {
                edge.values[i] = start.attributes[i] << 8;
                edge.steps[i] = slope(end.attributes[i] - start.attributes[i], r);
            }
        }
        edge
    }

    /// Returns the edge at row `y`, evaluated from its lower end.
    #[inline]
    pub(super) fn from_below<const USED: u8>(upper: &ScreenVertex, lower: &ScreenVertex, y: i32) -> Self {
        // The edge goes on below its lower end with the changes of a row upward, and so lies as many rows below that
        // end as `y` is above it.
        let edge = Self::from_end::<USED>(lower, upper, lower.y - upper.y);
        Self { y, ..edge.at::<USED>(lower.y + (lower.y - y)) }
    }

    /// Returns the same edge, standing at row `y`.
    #[inline]
    pub(super) fn at<const USED: u8>(&self, y: i32) -> Self {
        Self { y, x: self.column(y), values: self.attributes(USED, y), ..*self }
    }

    /// Returns the edge that continues from where this one stands, along another edge's slope.
    #[inline]
    pub(super) fn continued(self, slope: &Self) -> Self {
        Self { dx: slope.dx, steps: slope.steps, ..self }
    }

    /// Returns the column at row `y`, 16.16.
    #[inline(always)]
    pub(super) fn column(&self, y: i32) -> i32 {
        self.x.wrapping_add(self.dx.wrapping_mul(y - self.y))
    }

    #[inline(always)]
    fn attribute(&self, i: usize, y: i32) -> i32 {
        self.values[i].wrapping_add(self.steps[i].wrapping_mul(y - self.y))
    }

    /// Returns the attributes at row `y`; those that are not `used` are 0.
    #[inline(always)]
    pub(super) fn attributes(&self, used: u8, y: i32) -> Interpolants {
        core::array::from_fn(|i| if used >> i & 1 != 0 { self.attribute(i, y) } else { 0 })
    }

    /// Returns the change of the column from row to row, 16.16.
    #[inline(always)]
    pub(super) fn dx(&self) -> i32 {
        self.dx
    }

    /// Returns the change of the attributes from row to row.
    #[inline(always)]
    pub(super) fn steps(&self) -> &Interpolants {
        &self.steps
    }

    /// Returns the number of columns from `middle` to this edge in its row, and whether `middle` lies on the left; `None` for a polygon
    /// too wide to be drawn. Faithful: the number is rounded up on one side and down on the other.
    #[inline(always)]
    pub(super) fn width_at(&self, middle: &ScreenVertex) -> Option<(i32, bool)> {
        let x = self.column(middle.y);
        let middle_left = x >= middle.x << 16;
        let n = if middle_left { (x >> 16) + i32::from(x & 0xFFFF != 0) - middle.x } else { middle.x - (x >> 16) };
        (n <= WIDEST).then_some((n, middle_left))
    }

    /// Returns the change of the attributes from column to column along the row of `middle`, which lies so many columns away.
    /// Evidence: 5,400 of 5,400 triangles in the engine for `middle` on the edge.
    #[inline(always)]
    pub(super) fn slope_to<const USED: u8>(
        &self,
        middle: &ScreenVertex,
        (n, middle_left): (i32, bool),
    ) -> Interpolants {
        let r = reciprocal(n);
        let column = |i: usize| {
            // Faithful: the far attribute loses its fraction. At most 65535, without a sign.
            let far = (self.attribute(i, middle.y).cast_unsigned() >> 16 << 8).cast_signed();
            let difference = far - middle.attributes[i];
            slope(if middle_left { difference } else { -difference }, r)
        };
        core::array::from_fn(|i| if USED >> i & 1 != 0 { column(i) } else { 0 })
    }
}

/// The most columns of a polygon's row. Faithful: a wider one has a negative width in 16 bits.
pub(super) const WIDEST: i32 = 32767;

/// Returns a difference (8.8) times a reciprocal, in 16.16.
#[inline(always)]
pub(super) fn slope(difference: i32, reciprocal: i32) -> i32 {
    ((i64::from(difference) * i64::from(reciprocal)) >> 8) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_are_floored() {
        assert_eq!([1, 2, 3, 7, 4095, 4096, 5000].map(reciprocal), [65536, 32768, 21845, 9362, 16, 16, 13]);
        assert_eq!([0, -1].map(reciprocal), [0, 65536]);
    }

    #[test]
    fn an_edge_ends_short_of_its_lower_end() {
        let (a, b) = (
            ScreenVertex { x: 0, y: 0, ..ScreenVertex::default() },
            ScreenVertex { x: 3, y: 3, ..ScreenVertex::default() },
        );
        let edge = Edge::new::<0>(&a, &b);
        let columns = [0, 1, 2].map(|y| edge.column(y) >> 16);
        assert_eq!(columns, [0, 0, 1]);
    }
}
