//! Depth and attributes along a row of an enhanced triangle, as fractions, in true perspective.
//!
//! With `l` for a corner's share in the pixel, `z` for its distance and `A` for an attribute, its value at the pixel is
//! `sum(l A / z) / sum(l / z)`; in a parallel view `sum(l A) / sum(l)`. The renderer may differ from it, as it
//! documents:
//!
//! - in perspective it may take the value of a place up to a quarter of a pixel aside in each direction;
//! - it nudges values up by at most 1/64 of a texel or shade, so that rounding never falls below the beginning of a texel;
//! - it rounds: values by [`PRECISION`] and two units of 2^-24 per pixel of the triangle's extent; inverse depths to 20
//!   bits, which moves a value by at most its range times the ratio of the corners' distances times 2^-21.
//!
//! A value never leaves the range of the corners, the far end of which belongs to the texel before it.

use super::enhanced::{Corner, shares};
use std::ops::RangeInclusive;

/// Whole values that an attribute may have at a pixel.
pub(super) type Range = RangeInclusive<i64>;

/// Rounding of a value, in 1/2^24 of a texel or of a shade: 1/2048.
const PRECISION: i128 = 1 << 13;

/// The greatest nudge, in 1/2^24 of a texel or of a shade: 1/64.
const NUDGE: i128 = 1 << 18;

/// A quarter of a pixel, 28.4.
const QUARTER: i64 = 4;

pub(super) struct Row {
    triangle: [Corner; 3],
    /// Whether distance bends attributes.
    perspective: bool,
    y: i64,
}

impl Row {
    pub(super) fn new(triangle: [Corner; 3], perspective: bool, y: i64) -> Self {
        let [a, b, c] = triangle.map(|corner| corner.z);
        Self { triangle, perspective: perspective && (a, b) != (b, c), y }
    }

    /// Inverse depth at a pixel, rounded down.
    pub(super) fn depth(&self, x: i64) -> i64 {
        let place = (16 * x + 8, 16 * self.y + 8);
        let (top, bottom) = self.mean(place, self.triangle.map(|corner| corner.depth), [1; 3]);
        top.div_euclid(bottom) as i64
    }

    /// Returns the whole values that attributes may have at a pixel.
    pub(super) fn at(&self, x: i64) -> [Range; 5] {
        std::array::from_fn(|i| self.attribute(x, self.triangle.map(|corner| corner.attributes[i])))
    }

    fn attribute(&self, x: i64, values: [i64; 3]) -> Range {
        // The extremes of a quotient over a square are those of its corners, and on an axis those of its ends where a corner
        // is behind the viewer.
        let sides: &[i64] = if self.perspective { &[-QUARTER, 0, QUARTER] } else { &[0] };
        let places = sides.iter().flat_map(|down| sides.iter().map(|right| (*right, *down)));
        let around: Vec<i128> = places.filter_map(|place| self.value(place, x, values)).collect();
        let extreme = |value: Option<&i128>| *value.expect("a pixel of the triangle");
        let (one, other) = (extreme(around.iter().min()), extreme(around.iter().max()));
        let [least, most] = extremes(values).map(|value| i128::from(value) << 16);
        let rounding = self.rounding(most - least);
        let low = (one - rounding).clamp(least, most);
        let high = (other + NUDGE + rounding).clamp(least, (most - 1).max(least));
        (low.min(high) >> 24) as i64..=(high >> 24) as i64
    }

    /// Largest change of a range's values by rounding, in 1/2^24.
    fn rounding(&self, range: i128) -> i128 {
        let [a, b, c] = &self.triangle;
        let extent = [b, c].map(|corner| (corner.x - a.x).abs().max((corner.y - a.y).abs())).into_iter().max();
        let [nearest, farthest] = extremes(self.triangle.map(|corner| corner.z)).map(i128::from);
        let weights = if self.perspective { (range * farthest / nearest) >> 21 } else { 0 };
        PRECISION + 2 * i128::from(extent.unwrap_or(0) >> 4) + weights
    }

    /// Returns a value aside (28.4) from the centre of a pixel, in 1/2^24; `None` where the triangle's plane is behind
    /// the viewer.
    fn value(&self, aside: (i64, i64), x: i64, values: [i64; 3]) -> Option<i128> {
        let [a, b, c] = self.triangle.map(|corner| i128::from(corner.z));
        // 1 / z times the product of all.
        let weights = if self.perspective { [b * c, a * c, a * b] } else { [1; 3] };
        let (top, bottom) = self.mean((16 * x + 8 + aside.0, 16 * self.y + 8 + aside.1), values, weights);
        (bottom > 0).then(|| (top << 16).div_euclid(bottom))
    }

    /// Returns the mean of the corners' values, weighed with their shares in a place and something more, as a fraction.
    /// Its denominator is above 0 before the viewer.
    fn mean(&self, place: (i64, i64), values: [i64; 3], weights: [i128; 3]) -> (i128, i128) {
        let shares = shares(&self.triangle, place);
        let clockwise = i128::from(shares.iter().sum::<i64>().signum());
        let weights = [0, 1, 2].map(|i| clockwise * i128::from(shares[i]) * weights[i]);
        let top: i128 = (0..3).map(|i| weights[i] * i128::from(values[i])).sum();
        (top, weights.iter().sum())
    }
}

fn extremes([a, b, c]: [i64; 3]) -> [i64; 2] {
    [a.min(b).min(c), a.max(b).max(c)]
}
