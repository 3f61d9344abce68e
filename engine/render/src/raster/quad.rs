//! Textured quads that are parallelograms on the screen: scanned as one figure, rectangles even more simply.
//!
//! The original does so only with quads whose corners have equal sort keys. Evidence: 500 of 500 quads in the engine; in perspective: the viewer shows
//! parallelograms of a robot's other quads as two triangles (65 pixels of three pictures), and an upright rectangle facing
//! it as one (346 pixels). Evidence in parallel: 18,012 pixels of one picture of the engine.

use super::edge::{Edge, WIDEST, reciprocal, slope};
use super::triangle::by_row;
use super::{Attributes, Brush, Interpolants, RasterTarget, ScreenVertex, Strip};
use core::ops::Range;

impl RasterTarget<'_> {
    /// Fills the quad if it is a parallelogram; returns whether it is one.
    pub(super) fn whole_quad<const USED: u8>(&mut self, vertices: [&ScreenVertex; 4], brush: Brush) -> bool {
        let [a, b, c, d] = vertices;
        if (b.x - a.x, b.y - a.y) != (d.x - c.x, d.y - c.y) {
            return false;
        }
        let upright = a.y == b.y && a.x == c.x || a.x == b.x && a.y == c.y;
        if upright {
            self.rectangle::<USED>(vertices, brush);
        } else {
            self.parallelogram::<USED>(by_row(vertices), brush);
        }
        true
    }

    /// Corners from top to bottom.
    fn parallelogram<const USED: u8>(&mut self, vertices: [&ScreenVertex; 4], brush: Brush) {
        let [top, first, second, bottom] = vertices;
        if top.y >= self.clip.bottom || bottom.y <= self.clip.top {
            return;
        }
        // The first middle corner lies between the top and the second one's edge; the second between the first one's
        // edge and the bottom.
        let opposite = Edge::new::<USED>(top, second);
        let Some(width) = opposite.width_at(first) else { return };
        let slope = opposite.slope_to::<USED>(first, width);
        let mut strip = |rows: Range<i32>, side: &Edge, other: &Edge, slope: &Interpolants| {
            let (left, right) = if width.1 { (side, other) } else { (other, side) };
            self.fill(&[Strip { rows, left, right }], slope, brush);
        };
        let above = Edge::new::<USED>(top, first);
        let below = Edge::new::<USED>(first, bottom);
        strip(top.y..first.y, &above, &opposite, &slope);
        strip(first.y..second.y, &below, &opposite, &slope);
        if second.y == bottom.y {
            return;
        }
        let across = Edge::from_below::<USED>(first, bottom, second.y);
        let Some(width) = across.width_at(second) else { return };
        let slope = across.slope_to::<USED>(second, width);
        // Faithful: with both middle corners on one row this side continues from where rounding left it. Edges end short
        // of their lower ends, so that this, too, lies between the corners.
        let level = first.y == second.y;
        let side = if level { above } else { below }.at::<USED>(second.y).continued(&below);
        let other = Edge::new::<USED>(second, bottom);
        strip(second.y..bottom.y, &side, &other, &slope);
    }

    /// Draws a rectangle: texels step by columns and by rows from its top-left corner; its bottom-right texel is not used.
    fn rectangle<const USED: u8>(&mut self, vertices: [&ScreenVertex; 4], brush: Brush) {
        let [a, .., d] = vertices;
        let (left, right) = (a.x.min(d.x), a.x.max(d.x));
        let (top, bottom) = (a.y.min(d.y), a.y.max(d.y));
        if right - left > WIDEST {
            return;
        }
        let at = |x: i32, y: i32| vertices.iter().find(|c| (c.x, c.y) == (x, y)).map_or([0; 5], |c| c.attributes);
        let origin = at(left, top);
        let across = steps::<USED>(origin, at(right, top), right - left, [0, 1]);
        let down = steps::<USED>(origin, at(left, bottom), bottom - top, [1, 0]);
        let from = Edge::upright((left, top), origin.map(|a| a << 8), down);
        let to = Edge::upright((right, top), [0; 5], [0; 5]);
        self.fill(&[Strip { rows: top..bottom, left: &from, right: &to }], &across, brush);
    }
}

/// Returns the change from pixel to pixel along a side of `length` pixels, 16.16. `exact` are the texel coordinates that may advance with the
/// pixels, the preferred one first.
fn steps<const USED: u8>(from: Attributes, to: Attributes, length: i32, exact: [usize; 2]) -> Interpolants {
    let mut steps = [0; 5];
    for i in 0..5 {
        if USED >> i & 1 != 0 {
            steps[i] = slope(to[i] - from[i], reciprocal(length));
        }
    }
    // Faithful: where one texel coordinate advances with the pixels, it does so exactly and the other not at all.
    let whole = |i: usize| (to[i] - from[i]).abs() == length << 8;
    if let Some(exact) = exact.into_iter().find(|&i| whole(i)) {
        steps[exact] = if to[exact] > from[exact] { 1 << 16 } else { -(1 << 16) };
        steps[1 - exact] = 0;
    }
    steps
}
