//! Scans polygons: finds the strips between their edges, triangle by triangle, or of a parallelogram at once.
//!
//! Faithful: slopes use the reciprocal of the height, floored to 16 bits before the product, so a long edge ends a
//! little short of its lower end. Columns have 16 bits, so that 16.16 holds every one; what is stepped past an edge's end
//! wraps and is not used.

use super::{RasterTarget, Strip};
use crate::lanes;
use crate::raster::{Attributes, Clip, ScreenVertex, by_row};
use core::ops::Range;
use fearless_simd::{Bytes, Simd, SimdBase, SimdFrom, i32x8, u32x8};

impl RasterTarget<'_> {
    /// Finds the strips of a polygon, whose attributes are `RUNNING` or the same everywhere.
    #[inline(always)]
    pub(super) fn scan<S: Simd, const RUNNING: bool>(&mut self, simd: S, vertices: &[ScreenVertex], whole: bool) {
        if RUNNING && whole && self.whole_quad(simd, vertices) {
            return;
        }
        for triangle in vertices.windows(3) {
            let [a, b, c] = triangle else { continue };
            self.triangle::<_, RUNNING>(simd, [a, b, c]);
        }
    }

    /// Finds the strips of a triangle, all with the slope at the row of its middle vertex.
    #[inline(always)]
    fn triangle<S: Simd, const RUNNING: bool>(&mut self, simd: S, vertices: [&ScreenVertex; 3]) {
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

    /// Finds the strips of a quad as one figure if it is a parallelogram; returns whether it is one.
    ///
    /// Faithful: the original does so only with textured quads whose corners have equal sort keys. Evidence: 500 of 500 quads in the
    /// engine; in perspective: the viewer shows parallelograms of a robot's other quads as two triangles (65 pixels of three
    /// pictures), and an upright rectangle facing it as one (346 pixels). Evidence in parallel: 18,012 pixels of one picture of the
    /// engine.
    #[inline(always)]
    fn whole_quad<S: Simd>(&mut self, simd: S, vertices: &[ScreenVertex]) -> bool {
        let [a, b, c, d] = vertices else { return false };
        if (b.x - a.x, b.y - a.y) != (d.x - c.x, d.y - c.y) {
            return false;
        }
        let upright = a.y == b.y && a.x == c.x || a.x == b.x && a.y == c.y;
        if upright {
            self.rectangle(simd, [a, b, c, d]);
        } else {
            self.parallelogram(simd, by_row([a, b, c, d]));
        }
        true
    }

    /// Corners from top to bottom.
    #[inline(always)]
    fn parallelogram<S: Simd>(&mut self, simd: S, vertices: [&ScreenVertex; 4]) {
        let [top, first, second, bottom] = vertices.map(|vertex| Corner::new::<true>(simd, vertex));
        // The first middle corner lies between the top and the second one's edge; the second between the first one's
        // edge and the bottom.
        let clipped = self.is_clipped(&[top, first, second, bottom]);
        let opposite = Edge::new(&top, &second);
        let width = opposite.width_at(&first);
        let slope = opposite.slope_to(&first, width);
        let mut strip = |rows: Range<i32>, side: &Edge<S>, other: &Edge<S>, slope: i32x8<S>| {
            self.strip::<_, true>(rows, if width.1 { [side, other] } else { [other, side] }, slope, clipped);
        };
        let above = Edge::new(&top, &first);
        let below = Edge::new(&first, &bottom);
        strip(top.y..first.y, &above, &opposite, slope);
        strip(first.y..second.y, &below, &opposite, slope);
        if second.y == bottom.y {
            return;
        }
        let across = Edge::from_below(&first, &bottom, second.y);
        let width = across.width_at(&second);
        let slope = across.slope_to(&second, width);
        // Faithful: with both middle corners on one row this side continues from where rounding left it. Edges end short
        // of their lower ends, so that this, too, lies between the corners.
        let level = first.y == second.y;
        let side = if level { above } else { below }.at(second.y).continued(&below);
        let other = Edge::new(&second, &bottom);
        strip(second.y..bottom.y, &side, &other, slope);
    }

    /// Rectangles: texels step by columns and by rows from the top-left corner; the bottom-right texel is not used.
    #[inline(always)]
    fn rectangle<S: Simd>(&mut self, simd: S, vertices: [&ScreenVertex; 4]) {
        let [a, .., d] = vertices;
        let columns = [a.x, d.x].map(|x| i32::from(x as i16));
        let (left, right) = (columns[0].min(columns[1]), columns[0].max(columns[1]));
        let (top, bottom) = (a.y.min(d.y), a.y.max(d.y));
        // Faithful: the width has 16 bits.
        if right - left > 32767 {
            return;
        }
        let at = |x: i32, y: i32| {
            vertices.iter().find(|c| (i32::from(c.x as i16), c.y) == (x, y)).map_or([0; 5], |c| c.attributes)
        };
        let words = |[u, v, shade, e, f]: Attributes| i32x8::simd_from(simd, [u, v, shade, e, f, 0, 0, 0]);
        let origin = at(left, top);
        let across = words(steps(origin, at(right, top), right - left, [0, 1]));
        let down = words(steps(origin, at(left, bottom), bottom - top, [1, 0]));
        let from = Edge::upright((left, top), [words(origin) << 8, down]);
        let to = Edge::upright((right, top), [across; 2]);
        let clipped = left < self.clip.left || right > self.clip.right;
        self.strip::<_, true>(top..bottom, [&from, &to], across, clipped);
    }

    /// Returns whether a polygon may reach beyond the columns of the clip rectangle.
    #[inline(always)]
    fn is_clipped<S: Simd>(&self, corners: &[Corner<S>]) -> bool {
        // Edges lie between the corners.
        let Clip { left, right, .. } = self.clip;
        corners
            .iter()
            .any(|corner| corner.x.wrapping_sub(left).cast_unsigned() > right.wrapping_sub(left).cast_unsigned())
    }

    /// Keeps the rows between two edges, as far as the clip rectangle has them.
    #[inline(always)]
    fn strip<S: Simd, const RUNNING: bool>(
        &mut self,
        rows: Range<i32>,
        [left, right]: [&Edge<S>; 2],
        across: i32x8<S>,
        clipped: bool,
    ) {
        let rows = rows.start.max(self.clip.top)..rows.end.min(self.clip.bottom);
        if rows.is_empty() {
            return;
        }
        let in_lanes = |attributes: i32x8<S>| if RUNNING { lanes::in_lanes(attributes) } else { [0; 8] };
        self.strips.push(Strip {
            left: [left.column(rows.start), left.dx],
            right: [right.column(rows.start), right.dx],
            values: in_lanes(left.attributes(rows.start)),
            down: in_lanes(left.steps),
            across: in_lanes(across),
            rows,
            clipped,
        });
    }
}

/// Returns the change from pixel to pixel along a side of `length` pixels, 16.16. `exact` are the texel coordinates that may advance with the
/// pixels, the preferred one first.
fn steps(from: Attributes, to: Attributes, length: i32, exact: [usize; 2]) -> Attributes {
    let mut steps = core::array::from_fn(|i| slope(to[i] - from[i], reciprocal(length)));
    // Faithful: where one texel coordinate advances with the pixels, it does so exactly and the other not at all.
    let whole = |i: usize| (to[i] - from[i]).abs() == length << 8;
    if let Some(exact) = exact.into_iter().find(|&i| whole(i)) {
        steps[exact] = if to[exact] > from[exact] { 1 << 16 } else { -(1 << 16) };
        steps[1 - exact] = 0;
    }
    steps
}

/// A corner of a polygon, with its attributes in whole units.
#[derive(Clone, Copy)]
struct Corner<S: Simd> {
    x: i32,
    y: i32,
    attributes: i32x8<S>,
}

impl<S: Simd> Corner<S> {
    /// Returns a corner without attributes if none is `RUNNING`.
    #[inline(always)]
    fn new<const RUNNING: bool>(simd: S, &ScreenVertex { attributes, x, y, inverse_z }: &ScreenVertex) -> Self {
        // All that stands side by side in memory is loaded at once.
        let [u, v, shade, e, f] = attributes;
        let words = [u, v, shade, e, f, x, y, inverse_z as i32];
        Self { x, y, attributes: if RUNNING { i32x8::simd_from(simd, words) >> 8 } else { i32x8::splat(simd, 0) } }
    }
}

/// An edge: its column and attributes at one row, and their changes from row to row, all in 16.16.
#[derive(Debug, Clone, Copy)]
struct Edge<S: Simd> {
    /// The row of `x` and `values`.
    y: i32,
    x: i32,
    dx: i32,
    values: i32x8<S>,
    steps: i32x8<S>,
}

impl<S: Simd> Edge<S> {
    /// Returns the edge between two corners. `upper` is not below `lower`.
    #[inline(always)]
    fn new(upper: &Corner<S>, lower: &Corner<S>) -> Self {
        Self::from_end(upper, lower, lower.y - upper.y)
    }

    /// Returns an upright edge with these attributes at row `y` and their changes from row to row.
    #[inline(always)]
    fn upright((x, y): (i32, i32), [values, steps]: [i32x8<S>; 2]) -> Self {
        Self { y, x: x << 16, dx: 0, values, steps }
    }

    /// Returns the edge at the row of `start`, going on to the row below.
    #[inline(always)]
    fn from_end(start: &Corner<S>, end: &Corner<S>, height: i32) -> Self {
        let r = reciprocal(height);
        Self {
            y: start.y,
            x: start.x << 16,
            dx: (end.x - start.x).wrapping_mul(r),
            values: start.attributes << 16,
            steps: (end.attributes - start.attributes) * r,
        }
    }

    /// Returns the edge at row `y`, evaluated from its lower end.
    #[inline(always)]
    fn from_below(upper: &Corner<S>, lower: &Corner<S>, y: i32) -> Self {
        // The edge goes on below its lower end with the changes of a row upward.
        Self { y: y - (lower.y - y), ..Self::from_end(lower, upper, lower.y - upper.y) }
    }

    /// Returns the same edge, standing at row `y`.
    #[inline(always)]
    fn at(&self, y: i32) -> Self {
        Self { y, x: self.column(y), values: self.attributes(y), ..*self }
    }

    /// Returns the edge that continues from where this one stands, along another edge's slope.
    #[inline(always)]
    fn continued(self, slope: &Self) -> Self {
        Self { dx: slope.dx, steps: slope.steps, ..self }
    }

    /// Returns the column at row `y`, 16.16.
    #[inline(always)]
    fn column(&self, y: i32) -> i32 {
        self.x.wrapping_add(self.dx.wrapping_mul(y - self.y))
    }

    /// Returns the attributes at row `y`.
    #[inline(always)]
    fn attributes(&self, y: i32) -> i32x8<S> {
        self.values + self.steps * (y - self.y)
    }

    /// Returns the number of columns from `middle` to this edge in its row, and whether `middle` lies on the left.
    ///
    /// Faithful: the number is rounded up on one side and down on the other, and has 16 bits: a wider polygon has its sides in the wrong
    /// order and is not drawn.
    #[inline(always)]
    fn width_at(&self, middle: &Corner<S>) -> (i32, bool) {
        let width = self.column(middle.y).wrapping_sub(middle.x << 16);
        if width >= 0 { ((width >> 16) + i32::from(width & 0xFFFF != 0), true) } else { (-(width >> 16), false) }
    }

    /// Returns the change of the attributes from column to column along the row of `middle`, which lies so many columns away.
    ///
    /// Faithful: the far attribute loses its fraction, and its change along the edge has 32 bits and wraps. Evidence: 5,400 of 5,400
    /// triangles in the engine for `middle` on the edge, and 396 of 400 whose attributes run over thousands of texels.
    #[inline(always)]
    fn slope_to(&self, middle: &Corner<S>, (n, middle_left): (i32, bool)) -> i32x8<S> {
        let r = reciprocal(n);
        let start = (self.values.bitcast::<u32x8<S>>() >> 16).bitcast::<i32x8<S>>();
        let far = start + ((self.steps * (middle.y - self.y)) >> 16);
        (far - middle.attributes) * if middle_left { r } else { -r }
    }
}

/// Returns a difference (8.8) times a reciprocal, in 16.16.
#[inline(always)]
fn slope(difference: i32, reciprocal: i32) -> i32 {
    ((i64::from(difference) * i64::from(reciprocal)) >> 8) as i32
}

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
fn reciprocal(n: i32) -> i32 {
    match RECIPROCAL.get(n as usize) {
        Some(&value) => value as i32,
        None => far_reciprocal(n),
    }
}

#[cold]
fn far_reciprocal(n: i32) -> i32 {
    65536 / n.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{level, with_widest};

    #[test]
    fn the_change_along_a_long_edge_has_32_bits() {
        with_widest!(level(), simd => {
            let at = |y, u: i32| {
                let attributes = [u << 8, 0, 0, 0, 0];
                Corner::new::<true>(simd, &ScreenVertex { y, attributes, ..ScreenVertex::default() })
            };
            let edge = Edge::new(&at(-3752, 65527), &at(552, 329));
            // -65198 * 15 * 3438 is -3362260860, which wraps to 932706436: 14231 texels. 65527 + 14231 - 65530 = 14228.
            assert_eq!(edge.slope_to(&at(-314, 65530), (1, true)).as_slice()[0], 14228 << 16);
        });
    }
}
