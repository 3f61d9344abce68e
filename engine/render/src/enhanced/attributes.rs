//! Attributes of a triangle's pixels: affine, or in perspective.
//!
//! A value that is linear in space is a quotient on the screen: with `l` for a vertex's share in the pixel, `q` for its
//! inverse depth and `A` for its attribute, the value is `sum(l q A) / sum(l q)`. In a parallel view, and where all
//! vertices are equally far, `q` cancels out and the value is the plane `sum(l A)`.
//!
//! A row is cut into runs of at most 16 pixels. Along a run attributes are linear: the tangent of the quotient in the run's
//! middle. With `D` for the denominator there and `d` for its change from pixel to pixel, the tangent `h` pixels away
//! shows the quotient of a place that lies `h * h * d * (D + h * d) / (D * D)` pixels aside, at most. Runs are as long as
//! keeps that within a quarter of a pixel.

use super::plane::{Frame, Plane};
use super::run::{Row, Values};
use crate::raster::ScreenVertex;
use std::ops::Range;

/// Bits by which attributes in 8.24 are shifted to make [`Values`].
const SCALE: [u32; 5] = [0, 0, 0, 2, 2];

/// How the attributes of a triangle change over its pixels.
pub(super) enum Attributes {
    Affine(Affine),
    Perspective(Quotients),
}

impl Attributes {
    /// Those of the attributes in the set `USED`.
    pub(super) fn new<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3], perspective: bool) -> Self {
        let [a, b, c] = vertices.map(|vertex| vertex.inverse_z);
        if USED == 0 || !perspective || a == b && b == c {
            Self::Affine(Affine::new::<USED>(frame, vertices))
        } else {
            Self::Perspective(Quotients::new::<USED>(frame, vertices))
        }
    }
}

/// Attributes that are planes on the screen. Sums wrap like [`Values`].
pub(super) struct Affine {
    value: Values,
    down: Values,
    right: Values,
}

impl Affine {
    fn new<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3]) -> Self {
        let mut affine = Self { value: [0; 5], down: [0; 5], right: [0; 5] };
        each::<USED>(|i| {
            let plane = frame.plane(nudged(frame, vertices, i).map(|value| value << SCALE[i]));
            (affine.value[i], affine.down[i], affine.right[i]) =
                (plane.value as u32, plane.down as u32, plane.right as u32);
        });
        affine
    }

    /// Returns the values at a pixel, counted from the origin, and what the next one adds.
    #[inline(always)]
    pub(super) fn run<const USED: u8>(&self, (x, y): (i64, i64)) -> (Values, Values) {
        let mut start = [0; 5];
        each::<USED>(|i| {
            let [right, down] = [self.right[i].wrapping_mul(x as u32), self.down[i].wrapping_mul(y as u32)];
            start[i] = self.value[i].wrapping_add(right).wrapping_add(down);
        });
        (start, self.right)
    }
}

/// Attributes that are planes divided by a plane.
pub(super) struct Quotients {
    /// Inverse depth, scaled to 20 bits, with 12 fraction bits.
    weight: Plane,
    /// The attributes, 8.14, times the weight without its fraction.
    products: [Plane; 5],
    /// The least and greatest value of each attribute, as [`Values`].
    limits: [[i64; 2]; 5],
    /// Whether runs of [`LONGEST`] pixels are right everywhere.
    shallow: bool,
}

/// Pixels of the longest run.
const LONGEST: i32 = 16;

impl Quotients {
    fn new<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3]) -> Self {
        let most = vertices.iter().fold(1, |most, vertex| vertex.inverse_z.max(most));
        let shift = (12 - most.leading_zeros() as i32).max(0);
        let half = (1 << shift) >> 1;
        let weights = vertices.map(|vertex| ((i64::from(vertex.inverse_z) + half) >> shift).max(1));
        let (mut products, mut limits) = ([Plane::default(); 5], [[0; 2]; 5]);
        each::<USED>(|i| {
            let [a, b, c] = nudged(frame, vertices, i);
            limits[i] = [a.min(b).min(c), a.max(b).max(c)].map(|value| value << SCALE[i]);
            let [a, b, c] = [a, b, c].map(|value| value >> 10);
            products[i] = frame.plane([a * weights[0], b * weights[1], c * weights[2]]);
        });
        let weights = weights.map(|weight| weight << 12);
        let [a, b, c] = weights;
        let weight = frame.plane(weights);
        Self { weight, products, limits, shallow: is_right(LONGEST, a.min(b).min(c), weight.right) }
    }

    /// Calls `gather` for each run of a row with its columns, the values of its first pixel, and what each adds.
    #[inline(always)]
    pub(super) fn runs<const USED: u8>(
        &self,
        row: &Row,
        origin: (i64, i64),
        mut gather: impl FnMut(Range<i32>, Values, Values),
    ) {
        let place = |column: i32| (i64::from(column) - origin.0, i64::from(row.y) - origin.1);
        let mut column = row.from;
        while column < row.to {
            let longest = if self.shallow { LONGEST } else { self.longest(place(column)) };
            let count = longest.min(row.to - column);
            let before = count / 2;
            let (start, step) = self.tangent::<USED>(place(column + before), before, count - 1 - before);
            gather(column..column + count, start, step);
            column += count;
        }
    }

    /// Returns the length of the longest run that may begin at a pixel.
    #[inline(never)]
    fn longest(&self, (x, y): (i64, i64)) -> i32 {
        let weight = self.weight.at(x, y);
        let mut count = LONGEST;
        while count > 1 && !is_right(count, weight, self.weight.right) {
            count /= 2;
        }
        count
    }

    /// Returns the values `before` pixels before a pixel and what each pixel adds, along the tangent in that pixel. Up to
    /// `after` pixels after it no value leaves the attribute's range.
    #[inline(always)]
    fn tangent<const USED: u8>(&self, (x, y): (i64, i64), before: i32, after: i32) -> (Values, Values) {
        let weight = self.weight.at(x, y).max(1);
        let reciprocal = i128::from((1_u64 << 62) / weight as u64);
        let (mut first, mut steps) = ([0; 5], [0; 5]);
        each::<USED>(|i| {
            let quotient = |product: i64| ((i128::from(product) * reciprocal) >> (40 - SCALE[i])) as i64;
            let product = &self.products[i];
            let value = quotient(product.at(x, y));
            // The value with the 14 fraction bits of the products.
            let carried = ((value >> (10 + SCALE[i])).wrapping_mul(self.weight.right)) >> 12;
            let mut step = quotient(product.right.wrapping_sub(carried));
            let [mut start, mut end] = [-before, after].map(|pixels| value + step * i64::from(pixels));
            let [least, most] = self.limits[i];
            if start.min(end) < least || start.max(end) > most {
                (start, end) = (start.clamp(least, most), end.clamp(least, most));
                step = (end - start) / i64::from((before + after).max(1));
            }
            (first[i], steps[i]) = (start as u32, step as u32);
        });
        (first, steps)
    }
}

/// Whether a run of `count` pixels that begins where the weight is `weight` is right within a quarter of a pixel.
///
/// Its ends are at most `h = count / 2` pixels from its middle, where the weight is at least `weight - h * |change|`. With
/// `weight >= 2 * count * count * |change|` that is at least `6 * h * h * |change|` for `h` from 1/2 on, and the tangent is
/// at most `(1 + 1 / (6 * h)) / 6` pixels aside.
#[inline(always)]
fn is_right(count: i32, weight: i64, change: i64) -> bool {
    weight / i64::from(2 * count * count) >= change.saturating_abs()
}

/// Calls `act` for each attribute in a set. An iterator would not be unrolled.
#[inline(always)]
fn each<const USED: u8>(mut act: impl FnMut(usize)) {
    for i in 0..5 {
        if USED >> i & 1 != 0 {
            act(i);
        }
    }
}

/// Attribute `i` at the vertices, 8.24, nudged up, and the greatest nudged down, so that rounding stays in range: a value
/// right at the beginning of a texel shows that texel, and the far end of a texture shows its last texel.
///
/// In a triangle of `n` pixels, rounding is off by less than `n` units of 2^-24. Twice that is taken off the greatest
/// value, and `4 n^2` units, at most 1/64, are added to the others. A pixel gets a share of each by its place; all but the
/// last of `n` pixels get more than rounding takes.
#[inline(always)]
fn nudged(frame: &Frame, vertices: [&ScreenVertex; 3], i: usize) -> [i64; 3] {
    let size = (frame.extent() >> 4) + 2;
    let [a, b, c] = vertices.map(|vertex| i64::from(vertex.attributes[i]) << 16);
    let (least, most) = (a.min(b).min(c), a.max(b).max(c));
    let (more, less) = ((4 * size * size).min(1 << 18), 2 * size);
    [a, b, c].map(|value| (value + more).min(most - less).max(least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Attribute;

    const UV: u8 = Attribute::UV;

    /// Twice the areas opposite the vertices, seen from a point in 28.4, positive inside a clockwise triangle.
    fn shares(vertices: &[ScreenVertex; 3], x: i64, y: i64) -> [i128; 3] {
        [1, 2, 0].map(|i| {
            let (from, to) = (&vertices[i], &vertices[(i + 1) % 3]);
            let [fx, fy, tx, ty] = [from.x, from.y, to.x, to.y].map(i64::from);
            i128::from((tx - fx) * (y - fy) - (ty - fy) * (x - fx))
        })
    }

    /// u in perspective at a point, 8.24; `None` where the triangle's plane is behind the viewer.
    fn exact(vertices: &[ScreenVertex; 3], x: i64, y: i64) -> Option<i128> {
        let shares = shares(vertices, x, y);
        let sum = |of: fn(&ScreenVertex) -> i128| (0..3).map(|i| shares[i] * of(&vertices[i])).sum::<i128>();
        let top = sum(|v| i128::from(v.inverse_z) * i128::from(v.attributes[0]));
        let bottom = sum(|v| v.inverse_z.into());
        (bottom > 0).then(|| (top << 16) / bottom)
    }

    fn check(vertices: &[ScreenVertex; 3]) {
        let frame = Frame::new(vertices.each_ref()).expect("an area");
        let Attributes::Perspective(quotients) = Attributes::new::<UV>(&frame, vertices.each_ref(), true) else {
            panic!("not all vertices are equally far");
        };
        for y in 0..100 {
            let inside =
                |x: &i32| shares(vertices, i64::from(16 * x + 8), i64::from(16 * y + 8)).iter().all(|s| *s >= 0);
            let columns: Vec<i32> = (0..100).filter(inside).collect();
            let (Some(&from), Some(&last)) = (columns.first(), columns.last()) else { continue };
            let row = Row { y, from, to: last + 1 };
            quotients.runs::<UV>(&row, frame.origin, |columns, start, step| {
                for (done, x) in (0..).zip(columns) {
                    let drawn = i128::from(start[0].wrapping_add(step[0].wrapping_mul(done)));
                    // The quotients a quarter of a pixel to either side, as far as there are any.
                    let at = |side: i32| exact(vertices, (16 * x + 8 + side).into(), (16 * y + 8).into());
                    let here = at(0).expect("a pixel of the triangle");
                    let (before, after) = (at(-4).unwrap_or(here), at(4).unwrap_or(here));
                    // The nudge of 1/64, and 255 texels times the ratio of the distances, at most 1000, times 2^-21.
                    let tolerance = (1 << 24) / 7;
                    let range = before.min(after) - tolerance..=before.max(after) + tolerance;
                    assert!(range.contains(&drawn), "{vertices:?} at {x}, {y}: {drawn} not in {range:?}");
                }
            });
        }
    }

    #[test]
    fn attributes_are_right_within_a_quarter_of_a_pixel() {
        let vertex = |x, y, inverse_z, u: i32| ScreenVertex { x, y, inverse_z, attributes: [u << 8, 0, 0, 0, 0] };
        for [q0, q1, q2] in [[100, 101, 103], [100, 50, 20], [100, 1, 20], [1, 100, 37], [1000, 1, 1], [1, 1, 1000]] {
            // No distance of a scene has less than 2^16.
            for scale in [1 << 16, 1_000_000] {
                let [q0, q1, q2] = [q0, q1, q2].map(|q: u32| q * scale);
                check(&[vertex(100, 50, q0, 0), vertex(1500, 300, q1, 255), vertex(300, 1400, q2, 100)]);
                check(&[vertex(10, 50, q0, 200), vertex(1590, 60, q1, 0), vertex(20, 300, q2, 255)]);
                check(&[vertex(101, 121, q0, 0), vertex(122, 101, q1, 255), vertex(116, 144, q2, 255)]);
            }
        }
    }

    #[test]
    fn a_value_at_the_beginning_of_a_texel_shows_that_texel() {
        // Vertices on pixel centres, a texel to a pixel, to the right and to the left.
        for n in [1, 3, 17, 100, 240] {
            for mirrored in [false, true] {
                let vertex = |x: i32, y: i32| {
                    let u = if mirrored { n - x } else { x };
                    ScreenVertex { x: 16 * x + 8, y: 16 * y + 8, inverse_z: 9, attributes: [u << 8, 0, 0, 0, 0] }
                };
                let vertices = [vertex(0, 0), vertex(n, 0), vertex(0, n)];
                let frame = Frame::new(vertices.each_ref()).expect("an area");
                let Attributes::Affine(affine) = Attributes::new::<UV>(&frame, vertices.each_ref(), true) else {
                    panic!("all vertices are equally far");
                };
                for y in 0..n {
                    let (start, step) = affine.run::<UV>((0, y.into()));
                    for x in 0..n - y {
                        let u = (start[0].wrapping_add(step[0].wrapping_mul(x as u32)) >> 24) as i32;
                        assert_eq!(u, if mirrored { (n - x).min(n - 1) } else { x }, "{x}, {y} of {n}");
                    }
                }
            }
        }
    }
}
