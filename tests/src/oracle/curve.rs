//! Attributes along a row of an enhanced triangle, as fractions.
//!
//! With `l` for a corner's share in the pixel, `q` for its inverse depth, and `A` for an attribute, its value in
//! perspective is `sum(l q A) / sum(l q)`. Where `R e` is at most 1, `R` being the widest range of an attribute in texels
//! or the extent of the triangle in pixels, whichever is less, and `e` the range of `q` divided by the least `q`, it is
//! `sum(l A)` instead; elsewhere, where `R e e / (1 + e)` is at most 5, `sum(l A) + sum(2 li lj (Ai - Aj) (qi - qj) / (qi + qj))`
//! over the pairs of corners.
//!
//! Quotients are computed at the start of a row's pixels, after every 16, and at the last; between these they are linear.
//! Their inverse depths have 20 bits, the fractions of differing depths 16.

use super::enhanced::{Corner, area, shares};
use std::ops::{Range as Columns, RangeInclusive};

/// Whole values that an attribute may have at a pixel.
pub(super) type Range = RangeInclusive<i64>;

/// How far what is computed may be from the fraction, in 1/2^24 of a texel or of a shade: 1/2048.
const PRECISION: i128 = 1 << 13;

/// Pixels between two quotients.
const STRIDE: i64 = 16;

/// A fraction with a denominator above 0.
#[derive(Clone, Copy)]
struct Fraction(i128, i128);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Plane,
    Parabola,
    Quotient,
}

/// A row of a triangle.
pub(super) struct Curve {
    /// From top to bottom.
    triangle: [Corner; 3],
    way: Way,
    /// What `attributes` come to, 8.24; see [`inside`].
    values: [[i64; 3]; 5],
    y: i64,
    columns: Columns<i64>,
}

impl Curve {
    /// The pixels `columns` of a row; of the attributes those that are `used` say how they are computed.
    pub(super) fn new(
        mut triangle: [Corner; 3],
        used: &[usize],
        perspective: bool,
        y: i64,
        columns: Columns<i64>,
    ) -> Self {
        triangle.sort_by_key(|corner| corner.y);
        let (least, most) = extremes(triangle.map(|corner| corner.q)).map(i128::from).into();
        let range = |&i: &usize| {
            let [low, high] = extremes(triangle.map(|corner| corner.attributes[i]));
            i128::from(high - low)
        };
        let extent = i128::from(subpixels(&triangle)) << 4;
        let (range, spread) = (used.iter().map(range).max().unwrap_or(0).min(extent), most - least);
        let way = if !perspective || range * spread <= 256 * least {
            Way::Plane
        } else if range * spread * spread <= 5 * 256 * least * most && !is_thin(&triangle) {
            Way::Parabola
        } else {
            Way::Quotient
        };
        let values = [0, 1, 2, 3, 4].map(|i| inside(&triangle, i));
        Self { triangle, way, values, y, columns }
    }

    /// Inverse depth at a pixel as far as it decides what is in front, rounded.
    pub(super) fn depth(&self, x: i64) -> i64 {
        let Fraction(top, bottom) = self.mean(x, self.triangle.map(|corner| corner.depth), [1; 3]);
        top.div_euclid(bottom) as i64
    }

    /// What the attributes may be at a pixel.
    pub(super) fn at(&self, x: i64) -> [Range; 5] {
        self.values.map(|values| {
            let Fraction(top, bottom) = self.along(x, values);
            let n = i128::from(extent(&self.triangle));
            // Factors of squares are rounded.
            let precision = PRECISION + 2 * n + if self.way == Way::Parabola { 2 * n * n } else { 0 };
            let whole = |side: i128| (top + side * precision * bottom).div_euclid(bottom << 24) as i64;
            whole(-1)..=whole(1)
        })
    }

    /// A value at a pixel, in 1/2^24.
    fn along(&self, x: i64, values: [i64; 3]) -> Fraction {
        match self.way {
            Way::Plane => return self.mean(x, values, [1; 3]),
            Way::Parabola => return self.parabola(x, values),
            Way::Quotient => {}
        }
        let from = self.columns.start + (x - self.columns.start) / STRIDE * STRIDE;
        let behind = (from + STRIDE).min(self.columns.end);
        let to = if behind == self.columns.end { behind - 1 } else { behind };
        // In 1/2^40: nothing of what is lost counts.
        let [start, end] = [from, to].map(|x| {
            let Fraction(top, bottom) = self.quotient(x, values);
            (top << 16).div_euclid(bottom)
        });
        let whole = i128::from(to - from).max(1);
        Fraction(start * whole + (end - start) * i128::from(x - from), whole << 16)
    }

    fn quotient(&self, x: i64, values: [i64; 3]) -> Fraction {
        let q = self.triangle.map(|corner| corner.q);
        let bits = 64 - q.into_iter().max().unwrap_or(0).leading_zeros();
        self.mean(x, values, q.map(|q| (q >> bits.saturating_sub(20)).max(1)))
    }

    fn parabola(&self, x: i64, values: [i64; 3]) -> Fraction {
        let q = self.triangle.map(|corner| corner.q);
        let shares = shares(&self.triangle, x, self.y).map(i128::from);
        let whole: i128 = shares.iter().sum();
        let bends: i128 = [(0, 1), (0, 2), (1, 2)]
            .map(|(i, j)| {
                let nearer = i128::from(((q[i] - q[j]) << 16) / (q[i] + q[j]));
                2 * shares[i] * shares[j] * i128::from(values[i] - values[j]) * nearer
            })
            .into_iter()
            .sum();
        let Fraction(top, bottom) = self.mean(x, values, [1; 3]);
        // The mean of the second kind has whole^2 below it, and 16 bits.
        Fraction(top * whole.abs() + (bends >> 16), bottom * whole.abs())
    }

    /// The mean of the corners' values, weighed with their shares in a pixel and something more.
    fn mean(&self, x: i64, values: [i64; 3], weights: [i64; 3]) -> Fraction {
        let shares = shares(&self.triangle, x, self.y);
        let weights = [0, 1, 2].map(|i| i128::from(shares[i]) * i128::from(weights[i]));
        let top: i128 = (0..3).map(|i| weights[i] * i128::from(values[i])).sum();
        let bottom: i128 = weights.iter().sum();
        if bottom < 0 { Fraction(-top, -bottom) } else { Fraction(top, bottom) }
    }
}

/// An attribute at the corners, 8.24, held inside its range: in a triangle of `n` pixels, `2 n` units below what is most,
/// as the far end of a texture is the edge behind its last texel; and `4 n n` units, at most 1/64, above what it is.
fn inside(triangle: &[Corner; 3], i: usize) -> [i64; 3] {
    let n = extent(triangle) + 2;
    let values = triangle.map(|corner| corner.attributes[i] << 16);
    let [least, most] = extremes(values);
    values.map(|value| (value + (4 * n * n).min(1 << 18)).min(most - 2 * n).max(least))
}

/// Whether the fractions of a parabola do not suffice for a triangle: where it is too large, or the shares of the lower
/// corners change by half in a pixel or add up to too much.
fn is_thin(triangle: &[Corner; 3]) -> bool {
    let [a, b, c] = *triangle;
    let slopes = [c.y - a.y, c.x - a.x, b.y - a.y, b.x - a.x];
    let steepest = slopes.map(|side| (i128::from(side.abs()) << 34) / i128::from(area(triangle).abs()));
    let steepest = steepest.into_iter().max().unwrap_or(0);
    let n = i128::from(extent(triangle));
    n >= 1 << 9 || steepest >= 1 << 29 || steepest * n * n >= 1 << 46
}

/// How far a corner is away from the top one, whole pixels.
fn extent(triangle: &[Corner; 3]) -> i64 {
    subpixels(triangle) >> 4
}

/// The same in 1/16 pixel.
fn subpixels([a, b, c]: &[Corner; 3]) -> i64 {
    [b, c].map(|corner| (corner.x - a.x).abs().max((corner.y - a.y).abs())).into_iter().max().unwrap_or(0)
}

fn extremes([a, b, c]: [i64; 3]) -> [i64; 2] {
    [a.min(b).min(c), a.max(b).max(c)]
}
