//! Textured quads that are parallelograms on the screen: scanned as one figure, rectangles even more simply.
//!
//! The original does so only with quads whose corners have equal sort keys. Evidence: 500 of 500 quads in the engine; in perspective: the viewer shows
//! parallelograms of a robot's other quads as two triangles (65 pixels of three pictures), and an upright rectangle facing
//! it as one (346 pixels). Evidence in parallel: 18,012 pixels of one picture of the engine.

use super::edge::{Corner, Edge, reciprocal, slope};
use super::triangle::by_row;
use super::{Attributes, RasterTarget, ScreenVertex};
use core::ops::Range;
use fearless_simd::{Simd, SimdFrom, i32x8};

impl RasterTarget<'_> {
    /// Finds the strips of a quad if it is a parallelogram; returns whether it is one.
    #[inline(always)]
    pub(super) fn whole_quad<S: Simd>(&mut self, simd: S, vertices: &[ScreenVertex]) -> bool {
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
