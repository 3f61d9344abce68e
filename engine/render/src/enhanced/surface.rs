//! Depth and attributes of a triangle's pixels.
//!
//! What is linear in space is, seen in perspective, a quotient on the screen: `A = sum(l q A) / sum(l q)`, over the
//! corners' shares `l` in the pixel and inverse depths `q`. Most triangles are small, and their depths nearly alike, so
//! that less will do. With `R` the range of an attribute and `e` that of `q`, divided by the least `q`:
//!
//! - a plane `sum(l A)` is wrong by up to `R e / 4`; it is taken where that is at most a quarter texel;
//! - with `2 li lj (Ai - Aj) (qi - qj) / (qi + qj)` for each pair of corners on top, the edges are right at their ends
//!   and halfway, and what is left is `R e^2 / 20`; that is taken up to a twentieth of a texel;
//! - elsewhere the quotient itself is computed.
//!
//! That gives the attributes at the start of each run of pixels, after every 16 and, of quotients, at the end; they are
//! linear in between.

use super::pair::{self, Pairs, SCALE};
use super::plane::{Frame, Plane};
use super::run::Run;
use crate::raster::Corner;

/// Pixels after which a run takes its values anew where distance bends what is shown.
const STRIDE: i64 = 16;

/// The same where it does not, and only rounding grows.
const FAR: i64 = 256;

/// The greatest inverse depth: a unit away, less than 31 bits by what rounding may add.
pub(super) const NEAREST: i64 = (1 << 31) - (1 << 8);

/// Fraction bits of inverse depth along a run.
pub(super) const DEPTH_FRACTION: u32 = 12;

/// Depth and attributes of a triangle's pixels, those in the set `USED`.
pub(super) struct Surface<const USED: u8> {
    /// The pixel that others are counted from.
    origin: (i32, i32),
    /// Inverse depth with [`DEPTH_FRACTION`].
    depth: Plane,
    view: View,
}

/// How attributes change.
enum View {
    Parabolas { stride: i64, parabolas: [Parabola; 3] },
    Quotients(Quotients),
}

/// A pair at the origin, and the factors of `x`, `y`, `x * x`, `x * y` and `y * y`.
#[derive(Clone, Copy, Default)]
struct Parabola([u64; 6]);

struct Quotients {
    /// Inverse depth, scaled to 20 bits, with 12 fraction bits.
    weight: Plane,
    /// The attributes, 8.14, times the former without fraction.
    products: [Plane; 5],
}

impl<const USED: u8> Surface<USED> {
    /// Of a triangle; `bias` is added to its inverse depth, which is 0 where depth is not `tested`.
    pub(super) fn new(frame: &Frame, corners: [&Corner; 3], bias: i64, perspective: bool, tested: bool) -> Self {
        let nearest = if tested { NEAREST } else { 0 };
        let depths = corners.map(|c| (i64::from(c.q) + bias).clamp(0, nearest) << DEPTH_FRACTION);
        Self { origin: frame.origin, depth: frame.plane(depths), view: View::new::<USED>(frame, corners, perspective) }
    }

    /// The runs of pixels `from..to` of a row; the row begins with pixel `line` of the picture, and of the depths with
    /// `depth_line`.
    #[inline(always)]
    pub(super) fn row(&self, y: i32, (from, to): (i32, i32), (line, depth_line): (usize, usize), runs: &mut Vec<Run>) {
        let (y, shift) = (i64::from(y - self.origin.1), i64::from(self.origin.0));
        let (mut x, end) = (i64::from(from) - shift, i64::from(to) - shift);
        let mut push = |x: i64, count: i64, start: Pairs, step: Pairs| {
            runs.push(Run {
                pixels: line + (x + shift) as usize,
                depths: depth_line + (x + shift) as usize,
                count: count as usize,
                q: self.depth.at(x, y),
                q_step: self.depth.right,
                start,
                step,
            });
        };
        match &self.view {
            View::Parabolas { stride, parabolas } => {
                while x < end {
                    let count = end.min(x + stride) - x;
                    let (mut start, mut step) = ([0; 3], [0; 3]);
                    for i in 0..3 {
                        if pair::uses(USED, i) {
                            (start[i], step[i]) = parabolas[i].run(x, y, count);
                        }
                    }
                    push(x, count, start, step);
                    x += count;
                }
            }
            View::Quotients(quotients) => {
                let mut start = quotients.at::<USED>(x, y);
                while x < end {
                    let count = end.min(x + STRIDE) - x;
                    // Whole strides lead to the first pixel of the next, the last run to its own last pixel.
                    let way = count - i64::from(x + count == end);
                    let next = quotients.at::<USED>(x + way, y);
                    let (mut first, mut step) = ([0; 3], [0; 3]);
                    each::<USED>(|i| {
                        pair::add(&mut first, i, start[i]);
                        pair::add(&mut step, i, ((next[i] - start[i]) * RECIPROCAL[way as usize & 31]) >> 24);
                    });
                    push(x, count, first, step);
                    (start, x) = (next, x + count);
                }
            }
        }
    }
}

/// `2^24 / n`, floored; 0 for 0.
static RECIPROCAL: [i64; 32] = {
    let mut table = [0; 32];
    let mut n = 1;
    while n < 32 {
        table[n] = (1 << 24) / n as i64;
        n += 1;
    }
    table
};

impl View {
    fn new<const USED: u8>(frame: &Frame, corners: [&Corner; 3], perspective: bool) -> Self {
        let q = corners.map(|c| i64::from(c.q.max(1)));
        let (least, most) = (q[0].min(q[1]).min(q[2]), q[0].max(q[1]).max(q[2]));
        let spread = most - least;
        let mut range = 0;
        each::<USED>(|i| {
            let [a, b, c] = corners.map(|c| i64::from(c.attributes[i]));
            range = range.max(a.max(b).max(c) - a.min(b).min(c));
        });
        if !perspective || range * spread <= least << 8 {
            return Self::straight::<USED>(frame, corners);
        }
        if i128::from(range * spread) * i128::from(spread) <= i128::from(least * least) << 8
            && let Some(bends) = Bends::new(frame, q)
        {
            return Self::bent::<USED>(frame, &bends, corners);
        }
        Self::Quotients(Quotients::new::<USED>(frame, corners))
    }

    fn straight<const USED: u8>(frame: &Frame, corners: [&Corner; 3]) -> Self {
        let mut pairs = [Pairs::default(); 6];
        each::<USED>(|i| {
            let plane = frame.plane(inside(frame, corners, i).map(|value| value << SCALE[i]));
            for (pairs, value) in pairs.iter_mut().zip([plane.value, plane.right, plane.down]) {
                pair::add(pairs, i, value);
            }
        });
        Self::Parabolas { stride: FAR, parabolas: std::array::from_fn(|i| Parabola(pairs.map(|pairs| pairs[i]))) }
    }

    fn bent<const USED: u8>(frame: &Frame, bends: &Bends, corners: [&Corner; 3]) -> Self {
        let mut pairs = [Pairs::default(); 6];
        each::<USED>(|i| {
            for (pairs, value) in pairs.iter_mut().zip(bends.parabola(inside(frame, corners, i), SCALE[i])) {
                pair::add(pairs, i, value);
            }
        });
        Self::Parabolas { stride: STRIDE, parabolas: std::array::from_fn(|i| Parabola(pairs.map(|pairs| pairs[i]))) }
    }
}

/// What the parabolas of a triangle's attributes have in common.
struct Bends {
    /// `(qi - qj) / (qi + qj)` for the first corner and the second, the first and the third, and the last two; 16
    /// fraction bits.
    nearer: [i64; 3],
    /// The shares of the second and third corner at the origin, and what a pixel to the right and one down add; 30
    /// fraction bits.
    shares: [(i64, i64); 3],
    /// The products of these: `b * b`, `c * c`, and `b * c` both ways; 40 fraction bits.
    products: [[i64; 3]; 6],
}

impl Bends {
    /// `None` for a triangle so thin or large that the fractions do not suffice.
    fn new(frame: &Frame, q: [i64; 3]) -> Option<Self> {
        let [b, c] = [[0, 1 << 30, 0], [0, 0, 1 << 30]].map(|values| frame.plane(values));
        let steepest = [b.right, b.down, c.right, c.down].map(i64::saturating_abs).into_iter().fold(0, i64::max);
        let extent = frame.extent() >> 4;
        // Factors of squares are rounded to 2^-24: within 2^9 pixels that comes to no more than a 32nd of a texel.
        if extent >= 1 << 9 || steepest >= 1 << 29 || steepest * extent * extent >= 1 << 46 {
            return None;
        }
        let shares = [(b.value, c.value), (b.right, c.right), (b.down, c.down)];
        let product = |(i, j): (usize, usize)| {
            let (l, m) = (shares[i], shares[j]);
            [l.0 * m.0, l.1 * m.1, l.0 * m.1 + l.1 * m.0].map(|product| product >> 20)
        };
        Some(Self {
            nearer: [(0, 1), (0, 2), (1, 2)].map(|(i, j)| ((q[i] - q[j]) << 16) / (q[i] + q[j])),
            shares,
            products: [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(product),
        })
    }

    /// `la a + lb b + lc c + ab la lb + ac la lc + bc lb lc`, where `la` is `1 - lb - lc`.
    #[inline(always)]
    fn parabola(&self, [a, b, c]: [i64; 3], scale: u32) -> [i64; 6] {
        // With 8 fraction bits less than the result.
        let [ab, ac, bc] = [a - b, a - c, b - c].map(|difference| (difference << scale) >> 8);
        let [nearer_ab, nearer_ac, nearer_bc] = self.nearer;
        let [bend_ab, bend_ac, bend_bc] = [nearer_ab * ab, nearer_ac * ac, nearer_bc * bc].map(|bend| bend >> 15);
        let (to_b, to_c) = (bend_ab - ab, bend_ac - ac);
        let linear = |(b, c): (i64, i64)| (to_b * b + to_c * c) >> 22;
        let mixed = bend_bc - bend_ab - bend_ac;
        let square = |[bb, cc, bc]: [i64; 3]| (mixed * bc - 2 * (bend_ab * bb + bend_ac * cc)) >> 32;
        let [at, right, down] = self.shares.map(linear);
        let [at_at, at_right, at_down, right_right, right_down, down_down] = self.products.map(square);
        [(a << scale) + at + at_at / 2, right + at_right, down + at_down, right_right / 2, right_down, down_down / 2]
    }
}

impl Parabola {
    /// The pair of a pixel, and what each pixel adds on the way to one `count` pixels to the right.
    #[inline(always)]
    fn run(&self, x: i64, y: i64, count: i64) -> (u64, u64) {
        let Self([value, right, down, right_right, right_down, down_down]) = *self;
        let sum = |a: u64, b: u64, factor: i64| a.wrapping_add(b.wrapping_mul(factor as u64));
        let slope = sum(sum(right, right_down, y), right_right, x);
        let start = sum(sum(value, slope, x), sum(down, down_down, y), y);
        (start, sum(slope, right_right, x + count))
    }
}

impl Quotients {
    fn new<const USED: u8>(frame: &Frame, corners: [&Corner; 3]) -> Self {
        let most = corners.iter().fold(1, |most, c| c.q.max(most));
        let shift = (12 - most.leading_zeros() as i32).max(0);
        let weights = corners.map(|c| i64::from(c.q >> shift).max(1));
        let mut products = [Plane::default(); 5];
        each::<USED>(|i| {
            let [a, b, c] = inside(frame, corners, i).map(|value| value >> 10);
            products[i] = frame.plane([a * weights[0], b * weights[1], c * weights[2]]);
        });
        Self { weight: frame.plane(weights.map(|w| w << 12)), products }
    }

    /// The attributes of a pixel, as they stand in pairs.
    #[inline(always)]
    fn at<const USED: u8>(&self, x: i64, y: i64) -> [i64; 5] {
        let mut values = [0; 5];
        if USED != 0 {
            let reciprocal = (1 << 62) / self.weight.at(x, y).max(1);
            each::<USED>(|i| {
                let product = i128::from(self.products[i].at(x, y)) * i128::from(reciprocal);
                values[i] = i64::from((product >> (40 - SCALE[i])) as u32);
            });
        }
        values
    }
}

/// Does something for each attribute in a set. Not an iterator: those are not unrolled.
#[inline(always)]
fn each<const USED: u8>(mut act: impl FnMut(usize)) {
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
fn inside(frame: &Frame, corners: [&Corner; 3], i: usize) -> [i64; 3] {
    let size = (frame.extent() >> 4) + 2;
    let [a, b, c] = corners.map(|c| i64::from(c.attributes[i]) << 16);
    let (least, most) = (a.min(b).min(c), a.max(b).max(c));
    let (more, less) = ((4 * size * size).min(1 << 18), 2 * size);
    [a, b, c].map(|value| (value + more).min(most - less).max(least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Attribute;

    /// Corners as x, y, q, u.
    fn check(corners: [[i64; 4]; 3], tolerance: i128) -> &'static str {
        let made = corners.map(|[x, y, q, u]| Corner {
            x: x as i32,
            y: y as i32,
            q: q as u32,
            attributes: [(u << 8) as i32, 0, 0, 0, 0],
        });
        let [a, b, c] = &made;
        let frame = Frame::new([a, b, c]).expect("an area");
        let view = View::new::<{ Attribute::UV }>(&frame, [a, b, c], true);
        let name = match &view {
            View::Parabolas { stride: FAR, .. } => "plane",
            View::Parabolas { .. } => "parabola",
            View::Quotients(_) => "quotients",
        };
        let surface = Surface::<{ Attribute::UV }> { origin: frame.origin, depth: Plane::default(), view };
        let mut runs = Vec::new();
        for y in 0..100 {
            for x in 0..100 {
                let (px, py) = (16 * i64::from(x) + 8, 16 * i64::from(y) + 8);
                let shares = [0, 1, 2].map(|i| {
                    let ([x0, y0, ..], [x1, y1, ..]) = (corners[(i + 1) % 3], corners[(i + 2) % 3]);
                    i128::from((x1 - x0) * (py - y0) - (y1 - y0) * (px - x0))
                });
                if shares.iter().any(|share| *share < 0) {
                    continue;
                }
                runs.clear();
                surface.row(y, (x, x + 1), (0, 0), &mut runs);
                let sum = |of: fn(&[i64; 4]) -> i64| -> i128 {
                    (0..3).map(|i| shares[i] * i128::from(of(&corners[i]))).sum()
                };
                let exact = (sum(|c| c[2] * c[3]) << 24) / sum(|c| c[2]);
                let drawn = i128::from((runs[0].start[0] >> 32) as u32);
                assert!((drawn - exact).abs() <= tolerance, "{corners:?} at {x}, {y}: {drawn} for {exact}");
            }
        }
        name
    }

    #[test]
    fn attributes_are_as_right_as_they_promise() {
        const TEXEL: i128 = 1 << 24;
        let corners =
            |q: [i64; 3], u: [i64; 3]| [[100, 50, q[0], u[0]], [1500, 300, q[1], u[1]], [300, 1400, q[2], u[2]]];
        for scale in [1, 300, 20_000] {
            let q = |values: [i64; 3]| values.map(|value| value * 1000 * scale);
            assert_eq!(check(corners(q([100, 100, 100]), [0, 255, 100]), TEXEL / 60), "plane");
            assert_eq!(check(corners(q([100, 101, 103]), [0, 30, 10]), TEXEL / 4), "plane");
            assert_eq!(check(corners(q([100, 103, 106]), [0, 200, 100]), TEXEL / 14), "parabola");
            assert_eq!(check(corners(q([106, 90, 100]), [25, 10, 0]), TEXEL / 14), "parabola");
            assert_eq!(check(corners(q([100, 50, 20]), [0, 255, 100]), TEXEL / 60), "quotients");
            assert_eq!(check(corners(q([100, 1, 20]), [200, 0, 255]), TEXEL / 60), "quotients");
        }
    }

    #[test]
    fn what_falls_on_a_texels_beginning_shows_that_texel() {
        // Corners on pixel centres, a texel to a pixel, to the right and to the left.
        for n in [1, 3, 17, 100, 240] {
            for mirrored in [false, true] {
                let corner = |x: i32, y: i32| {
                    let u = if mirrored { n - x } else { x };
                    Corner { x: 16 * x + 8, y: 16 * y + 8, q: 9, attributes: [u << 8, 0, 0, 0, 0] }
                };
                let corners = [corner(0, 0), corner(n, 0), corner(0, n)];
                let frame = Frame::new(corners.each_ref()).expect("an area");
                let surface = Surface::<{ Attribute::UV }>::new(&frame, corners.each_ref(), 0, false, false);
                let mut runs = Vec::new();
                for y in 0..n {
                    runs.clear();
                    surface.row(y, (0, n - y), (0, 0), &mut runs);
                    for x in 0..n - y {
                        let u = (runs[0].start[0].wrapping_add(runs[0].step[0].wrapping_mul(x as u64)) >> 56) as i32;
                        assert_eq!(u, if mirrored { (n - x).min(n - 1) } else { x }, "{x}, {y} of {n}");
                    }
                }
            }
        }
    }
}
