//! Attributes along a row of an enhanced triangle, as fractions.
//!
//! Seen in perspective an attribute is `sum(l q A) / sum(l q)`, over the corners' shares `l` and inverse depths `q`. Where
//! that is never more than a quarter texel away from `sum(l A)`, the latter is taken. The former is computed at the start
//! of a row's pixels, after every 16 and at the last; between these it is linear.

use super::enhanced::{Corner, shares};
use std::ops::{Range as Columns, RangeInclusive};

/// Whole values that an attribute may have at a pixel.
pub(super) type Range = RangeInclusive<i64>;

/// How far what is computed may be from the fraction, in 1/65536 of a texel or of a shade. Slopes have fractions, so every
/// pixel between a corner and the place adds one more.
const PRECISION: i128 = 1024;

/// Pixels between two quotients.
const STRIDE: i64 = 16;

/// A fraction with a denominator above 0.
#[derive(Clone, Copy)]
struct Fraction(i128, i128);

/// A row of a triangle.
pub(super) struct Curve {
    triangle: [Corner; 3],
    quotients: bool,
    y: i64,
    columns: Columns<i64>,
}

impl Curve {
    /// The pixels `columns` of a row; of the attributes those that are `used` say how they are computed.
    pub(super) fn new(triangle: [Corner; 3], used: &[usize], perspective: bool, y: i64, columns: Columns<i64>) -> Self {
        let (least, most) = extremes(triangle.map(|corner| corner.q));
        let bends = |&i: &usize| {
            let (low, high) = extremes(triangle.map(|corner| corner.attributes[i]));
            // A quarter of the range times that of depth is more than a quarter texel.
            (high - low) * (most - least) > 256 * least
        };
        Self { triangle, quotients: perspective && used.iter().any(bends), y, columns }
    }

    /// Inverse depth at a pixel as far as it decides what is in front, rounded.
    pub(super) fn depth(&self, x: i64) -> i64 {
        let Fraction(top, bottom) = self.mean(x, |corner| corner.depth, |_| 1);
        top.div_euclid(bottom) as i64
    }

    /// What the attributes may be at a pixel.
    pub(super) fn at(&self, x: i64) -> [Range; 5] {
        [0, 1, 2, 3, 4].map(|i| self.attribute(x, i))
    }

    fn attribute(&self, x: i64, i: usize) -> Range {
        let (low, high) = extremes(self.triangle.map(|corner| corner.attributes[i]));
        // The far end of a texture is the edge behind its last texel.
        let last = if high > low { (high * 256 - 1) >> 16 } else { high >> 8 };
        let extent = |of: fn(&Corner) -> i64| {
            let (low, high) = extremes(self.triangle.each_ref().map(of));
            (high - low) >> 4
        };
        let precision = PRECISION + i128::from(extent(|corner| corner.x) + extent(|corner| corner.y));
        let whole = |side: i128| {
            let Fraction(top, bottom) = self.exact(x, i);
            // 1/256 texel to 1/65536, and from that to whole ones.
            ((top * 256 + side * precision * bottom).div_euclid(bottom * 65536) as i64).clamp(low >> 8, last)
        };
        whole(-1)..=whole(1)
    }

    /// An attribute at a pixel, in 1/256.
    fn exact(&self, x: i64, i: usize) -> Fraction {
        let attribute = |corner: &Corner| corner.attributes[i];
        if !self.quotients {
            return self.mean(x, attribute, |_| 1);
        }
        let passed = (x - self.columns.start) / STRIDE * STRIDE;
        let from = self.columns.start + passed;
        let to = (from + STRIDE).min(self.columns.end - 1);
        let quotient = |x: i64| self.mean(x, attribute, |corner| corner.q);
        if from >= to {
            return quotient(from);
        }
        // Both in 1/2^32: nothing of what is lost counts.
        let [start, end] = [from, to].map(|x| {
            let Fraction(top, bottom) = quotient(x);
            (top << 32).div_euclid(bottom)
        });
        let whole = i128::from(to - from);
        Fraction(start * whole + (end - start) * i128::from(x - from), whole << 32)
    }

    /// The mean of a value of the corners, weighed with their shares in a pixel and something more.
    fn mean(&self, x: i64, value: impl Fn(&Corner) -> i64, weight: impl Fn(&Corner) -> i64) -> Fraction {
        let shares = shares(&self.triangle, x, self.y);
        let weights = [0, 1, 2].map(|i| i128::from(shares[i]) * i128::from(weight(&self.triangle[i])));
        let top: i128 = (0..3).map(|i| weights[i] * i128::from(value(&self.triangle[i]))).sum();
        let bottom: i128 = weights.iter().sum();
        if bottom < 0 { Fraction(-top, -bottom) } else { Fraction(top, bottom) }
    }
}

fn extremes([a, b, c]: [i64; 3]) -> (i64, i64) {
    (a.min(b).min(c), a.max(b).max(c))
}
