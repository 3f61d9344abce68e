//! Depth and attributes of a triangle's pixels.
//!
//! What is linear in space is, seen in perspective, a quotient on the screen: `A = sum(l q A) / sum(l q)`, over the
//! corners' shares `l` in the pixel and inverse depths `q`. Most triangles are small, and their depths nearly alike, so
//! that less will do. With `R` the range of an attribute in texels, or the triangle's extent in pixels if that is less,
//! and `e` the range of `q` divided by the least `q`:
//!
//! - a plane `sum(l A)` is wrong by up to `R e / 4`; it is taken where that is at most a quarter, of a texel or a pixel;
//! - with `2 li lj (Ai - Aj) (qi - qj) / (qi + qj)` for each pair of corners on top, the edges are right at their ends
//!   and halfway, and what is left is `R e^2 / (20 + 20 e)`; that, too, is taken up to a quarter;
//! - elsewhere the quotient itself is computed, at the start and the end of each row and after every 16 pixels, between
//!   which attributes are linear.

use super::coverage::Row;
use super::pair::Pairs;
use super::parabola::{Bends, Parabolas};
use super::plane::{Frame, Plane};
use super::quotients::Quotients;
use super::run::{Run, Slope};
use crate::raster::ScreenVertex;
use std::ops::Range;

/// The greatest inverse depth: a unit away, less than 31 bits by what rounding may add.
pub(super) const NEAREST: i64 = (1 << 31) - (1 << 8);

/// Depth and attributes of a triangle's pixels, those in the set `USED`.
pub(super) struct Surface<const USED: u8> {
    /// The pixel that others are counted from.
    origin: (i64, i64),
    /// Pixels from row to row of the picture.
    pitch: usize,
    /// Where the depths of what is drawn without begin.
    untested: Option<usize>,
    /// Inverse depth with the fraction bits of `slope`, and 8 more.
    depth: Plane,
    pub(super) slope: Slope,
    pub(super) view: View,
}

/// How attributes change.
pub(super) enum View {
    Parabolas(Parabolas),
    Quotients(Quotients),
}

impl<const USED: u8> Surface<USED> {
    /// Of a triangle in a picture of some pitch; `bias` is added to its inverse depth, which is 0 where that is
    /// `untested`, with depths that begin there.
    pub(super) fn new(
        frame: &Frame,
        vertices: [&ScreenVertex; 3],
        bias: i64,
        perspective: bool,
        (pitch, untested): (usize, Option<usize>),
    ) -> Self {
        let nearest = if untested.is_none() { NEAREST } else { 0 };
        let depths = vertices.map(|c| (i64::from(c.inverse_z) + bias).clamp(0, nearest));
        let most = depths[0].max(depths[1]).max(depths[2]) as u32;
        // All that 31 bits hold, and one is left for rounding.
        let fraction = most.leading_zeros().saturating_sub(2).min(16);
        // Half a unit more, so that rounding finds the nearest.
        let depth = frame.plane(depths.map(|depth| (depth << (fraction + 8)) + (128 << fraction)));
        let view = View::new::<USED>(frame, vertices, perspective);
        let slope = Slope { depth: (depth.right >> 8) as i32, fraction, bend: view.bend() };
        Self { origin: frame.origin, pitch, untested, depth, slope, view }
    }

    /// Where a row's pixel in a column lies, seen from the origin.
    #[inline(always)]
    pub(super) fn place(&self, row: &Row, column: i32) -> (i64, i64) {
        (i64::from(column) - self.origin.0, i64::from(row.y) - self.origin.1)
    }

    /// The run of some columns of a row.
    #[inline(always)]
    pub(super) fn run(&self, row: &Row, columns: Range<i32>, start: Pairs, step: Pairs) -> Run {
        let from = columns.start;
        let (x, y) = self.place(row, from);
        let pixels = row.y as usize * self.pitch + from as usize;
        Run {
            pixels: pixels as u32,
            depths: self.untested.map_or(pixels, |line| line + from as usize) as u32,
            count: (columns.end - from) as u32,
            depth: (self.depth.at(x, y) >> 8) as i32,
            start,
            step,
        }
    }
}

impl View {
    fn new<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3], perspective: bool) -> Self {
        let q = vertices.map(|c| i64::from(c.inverse_z.max(1)));
        let (least, most) = (q[0].min(q[1]).min(q[2]), q[0].max(q[1]).max(q[2]));
        let spread = most - least;
        let mut range = 0;
        each::<USED>(|i| {
            let [a, b, c] = vertices.map(|c| i64::from(c.attributes[i]));
            range = range.max(a.max(b).max(c) - a.min(b).min(c));
        });
        // Where several texels come to a pixel, an error is less in pixels.
        let range = range.min(frame.extent() << 4);
        if !perspective || range * spread <= least << 8 {
            return Self::Parabolas(Parabolas::straight::<USED>(frame, vertices));
        }
        if i128::from(range * spread) * i128::from(spread) <= i128::from(least * most) * (5 << 8)
            && let Some(bends) = Bends::new(frame, q)
        {
            return Self::Parabolas(Parabolas::bent::<USED>(frame, &bends, vertices));
        }
        Self::Quotients(Quotients::new::<USED>(frame, vertices))
    }

    fn bend(&self) -> Pairs {
        match self {
            Self::Parabolas(parabolas) => parabolas.bend(),
            Self::Quotients(_) => Pairs::default(),
        }
    }
}

/// Does something for each attribute in a set. Not an iterator: those are not unrolled.
#[inline(always)]
pub(super) fn each<const USED: u8>(mut act: impl FnMut(usize)) {
    for i in 0..5 {
        if USED >> i & 1 != 0 {
            act(i);
        }
    }
}

/// An attribute at the corners, 8.24, a little more than it is, and where it is most a little less: so that rounding
/// leads nowhere beyond the range, and what falls right on a texel's beginning shows that texel. The far end of a texture
/// is the edge behind its last texel.
///
/// In a triangle of `n` pixels, rounding is off by less than `n` units of 2^-24. Twice that is taken off the most, and
/// `4 n^2` units are added elsewhere, up to 1/64; which of these a pixel gets is a matter of its place, and all but the
/// last of `n` pixels get more than rounding takes.
#[inline(always)]
pub(super) fn inside(frame: &Frame, vertices: [&ScreenVertex; 3], i: usize) -> [i64; 3] {
    let size = (frame.extent() >> 4) + 2;
    let [a, b, c] = vertices.map(|c| i64::from(c.attributes[i]) << 16);
    let (least, most) = (a.min(b).min(c), a.max(b).max(c));
    let (more, less) = ((4 * size * size).min(1 << 18), 2 * size);
    [a, b, c].map(|value| (value + more).min(most - less).max(least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Attribute;

    fn runs_of<const USED: u8>(surface: &Surface<USED>, row: &Row, runs: &mut Vec<Run>) {
        match &surface.view {
            View::Parabolas(parabolas) => runs.push(parabolas.run(surface, row)),
            View::Quotients(quotients) => quotients.runs(surface, row, runs),
        }
    }

    /// Corners as x, y, q, u.
    fn check(vertices: [[i64; 4]; 3], tolerance: i128) -> &'static str {
        let made = vertices.map(|[x, y, q, u]| ScreenVertex {
            x: x as i32,
            y: y as i32,
            inverse_z: q as u32,
            attributes: [(u << 8) as i32, 0, 0, 0, 0],
        });
        let [a, b, c] = &made;
        let frame = Frame::new([a, b, c]).expect("an area");
        let view = View::new::<{ Attribute::UV }>(&frame, [a, b, c], true);
        let name = match &view {
            View::Parabolas(parabolas) if parabolas.bend() == Pairs::default() => "plane",
            View::Parabolas(_) => "parabola",
            View::Quotients(_) => "quotients",
        };
        let surface = Surface::<{ Attribute::UV }> {
            origin: frame.origin,
            pitch: 0,
            untested: None,
            depth: Plane::default(),
            slope: Slope::default(),
            view,
        };
        let mut runs = Vec::new();
        for y in 0..100 {
            for x in 0..100 {
                let (px, py) = (16 * x + 8, 16 * y + 8);
                let shares = [0, 1, 2].map(|i| {
                    let ([x0, y0, ..], [x1, y1, ..]) = (vertices[(i + 1) % 3], vertices[(i + 2) % 3]);
                    i128::from((x1 - x0) * (py - y0) - (y1 - y0) * (px - x0))
                });
                if shares.iter().any(|share| *share < 0) {
                    continue;
                }
                runs.clear();
                runs_of(&surface, &Row { y: y as i32, from: x as i32, to: x as i32 + 1 }, &mut runs);
                let sum = |of: fn(&[i64; 4]) -> i64| -> i128 {
                    (0..3).map(|i| shares[i] * i128::from(of(&vertices[i]))).sum()
                };
                let exact = (sum(|c| c[2] * c[3]) << 24) / sum(|c| c[2]);
                let drawn = i128::from((runs[0].start[0] >> 32) as u32);
                assert!((drawn - exact).abs() <= tolerance, "{vertices:?} at {x}, {y}: {drawn} for {exact}");
            }
        }
        name
    }

    #[test]
    fn attributes_are_as_right_as_they_promise() {
        const TEXEL: i128 = 1 << 24;
        let vertices =
            |q: [i64; 3], u: [i64; 3]| [[100, 50, q[0], u[0]], [1500, 300, q[1], u[1]], [300, 1400, q[2], u[2]]];
        for scale in [1, 300, 20_000] {
            let q = |values: [i64; 3]| values.map(|value| value * 1000 * scale);
            assert_eq!(check(vertices(q([100, 100, 100]), [0, 255, 100]), TEXEL / 60), "plane");
            assert_eq!(check(vertices(q([100, 101, 103]), [0, 30, 10]), TEXEL / 4), "plane");
            // A quarter of a pixel.
            assert_eq!(check(vertices(q([100, 100, 101]), [0, 255, 0]), TEXEL * 255 / 85 / 4), "plane");
            assert_eq!(check(vertices(q([100, 103, 106]), [0, 200, 100]), TEXEL / 14), "parabola");
            assert_eq!(check(vertices(q([106, 90, 100]), [25, 10, 0]), TEXEL / 14), "parabola");
            assert_eq!(check(vertices(q([100, 124, 110]), [0, 100, 50]), TEXEL / 4), "parabola");
            assert_eq!(check(vertices(q([100, 160, 160]), [0, 20, 20]), TEXEL / 4), "parabola");
            // All of a texture on two pixels, right within a quarter of one.
            let [q0, q1, q2] = q([23, 67, 79]);
            let little = [[101, 121, q0, 0], [122, 101, q1, 255], [116, 144, q2, 255]];
            assert_eq!(check(little, TEXEL * 255 / 2 / 4), "parabola");
            assert_eq!(check(vertices(q([100, 50, 20]), [0, 255, 100]), TEXEL / 60), "quotients");
            assert_eq!(check(vertices(q([100, 1, 20]), [200, 0, 255]), TEXEL / 60), "quotients");
        }
    }

    #[test]
    fn what_falls_on_a_texels_beginning_shows_that_texel() {
        // Corners on pixel centres, a texel to a pixel, to the right and to the left.
        for n in [1, 3, 17, 100, 240] {
            for mirrored in [false, true] {
                let vertex = |x: i32, y: i32| {
                    let u = if mirrored { n - x } else { x };
                    ScreenVertex { x: 16 * x + 8, y: 16 * y + 8, inverse_z: 9, attributes: [u << 8, 0, 0, 0, 0] }
                };
                let vertices = [vertex(0, 0), vertex(n, 0), vertex(0, n)];
                let frame = Frame::new(vertices.each_ref()).expect("an area");
                let surface = Surface::<{ Attribute::UV }>::new(&frame, vertices.each_ref(), 0, false, (0, Some(0)));
                let mut runs = Vec::new();
                for y in 0..n {
                    runs.clear();
                    runs_of(&surface, &Row { y, from: 0, to: n - y }, &mut runs);
                    for x in 0..n - y {
                        let u = (runs[0].start[0].wrapping_add(runs[0].step[0].wrapping_mul(x as u64)) >> 56) as i32;
                        assert_eq!(u, if mirrored { (n - x).min(n - 1) } else { x }, "{x}, {y} of {n}");
                    }
                }
            }
        }
    }
}
