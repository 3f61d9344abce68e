//! Attributes of a triangle's pixels.
//!
//! A value that is linear in space is a quotient on the screen: with `l` for a vertex's share in the pixel, `q` for its
//! inverse depth and `A` for its attribute, the value is `sum(l q A) / sum(l q)`. It is drawn as pieces that are right
//! at their corners and linear along rows and columns: the whole triangle, if that is right within a quarter of a pixel, and
//! otherwise rectangles that are.
//!
//! On a line of `n` pixels from inverse depth `p` to `q`, linear values differ from true ones by at most
//! `n * |q - p| / (2 * (q + p))` pixels, in the middle. No point of a triangle is farther off than the worst point on
//! its edges.

use super::plane::{Frame, Plane, Run, Values, each};
use crate::raster::{Clip, ScreenVertex};

/// Bits by which attributes in 8.24 are shifted to make [`Values`].
const SCALE: [u32; 5] = [0, 0, 0, 2, 2];

pub(super) struct Attributes {
    /// The pixel that planes are counted from.
    origin: (i64, i64),
    /// Whether they are linear; if so `planes` are the attributes with 8 fraction bits more than [`Values`].
    pub(super) linear: bool,
    /// If not: inverse depth, scaled to 20 bits, with 24 fraction bits.
    weight: Plane,
    /// If not: the attributes with 8 fraction bits less than [`Values`], times the weight without its fraction.
    planes: [Plane; 5],
    /// If not: the least value of each attribute, as in [`Bilinear`], and how much greater the greatest is.
    limits: [[i64; 2]; 5],
}

/// A value that is linear along rows and columns; 8 fraction bits more than [`Values`].
#[derive(Debug, Clone, Copy, Default)]
struct Bilinear {
    /// The value at the pixel that it is counted from, less the least value of the attribute.
    value: i64,
    /// Added by each pixel of its row.
    right: i64,
    /// Added by each row, and by each row to `right`.
    down: i64,
    twist: i64,
}

/// A rectangle of a triangle, in which attributes are linear along rows and columns.
pub(super) struct Piece<'a> {
    attributes: &'a Attributes,
    /// Counted from the pixel of the first column and the row that is next.
    values: [Bilinear; 5],
}

impl Attributes {
    /// Prepares the attributes in the set `USED`.
    #[inline(always)]
    pub(super) fn new<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3], perspective: bool) -> Self {
        let weights = if perspective { weights(vertices) } else { [1; 3] };
        let linear = USED == 0
            || [(0, 1), (1, 2), (2, 0)].into_iter().all(|(i, j)| {
                let (a, b) = (vertices[i], vertices[j]);
                let length = i64::from(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)));
                length * (weights[i] - weights[j]).abs() <= (weights[i] + weights[j]) << 3
            });
        let (mut planes, mut limits) = ([Plane::default(); 5], [[0; 2]; 5]);
        let (weight, least, factors) = if linear {
            (Plane::default(), 1 << 20, [1 << 16; 3])
        } else {
            (frame.plane(weights.map(|weight| weight << 24)), extremes(weights)[0], weights)
        };
        each(USED, |i| {
            let values = nudged(frame.pixels, vertices.map(|vertex| vertex.attributes[i]), least);
            if !linear {
                let [least, most] = extremes(values);
                limits[i] = [least, most - least].map(|value| value << (16 + SCALE[i]));
            }
            planes[i] = frame.plane(core::array::from_fn(|j| (values[j] * factors[j]) << SCALE[i]));
        });
        Self { origin: frame.origin, linear, weight, planes, limits }
    }

    /// Returns the change from pixel to pixel along a row, if the attributes are linear.
    pub(super) fn step(&self) -> Values {
        self.planes.map(|plane| (plane.right >> 8) as u32)
    }

    /// Returns the attributes at the pixels of a rectangle that lies around pixels of the triangle; `None` if they are
    /// not linear enough there.
    #[inline(always)]
    pub(super) fn piece<const USED: u8>(&self, rectangle: Clip) -> Option<Piece<'_>> {
        let Clip { left, top, right, bottom } = rectangle;
        let mut values = [Bilinear::default(); 5];
        let [x, y] = [i64::from(left) - self.origin.0, i64::from(top) - self.origin.1];
        if self.linear {
            each(USED, |i| {
                let Plane { right, down, .. } = self.planes[i];
                values[i] = Bilinear { value: self.planes[i].at(x, y), right, down, twist: 0 };
            });
            return Some(Piece { attributes: self, values });
        }
        let (width, height) = (i64::from(right - left - 1), i64::from(bottom - top - 1));
        let corners = |plane: &Plane| {
            let value = plane.at(x, y);
            let [across, along] = [plane.right.wrapping_mul(width), plane.down.wrapping_mul(height)];
            let below = value.wrapping_add(along);
            [value, value.wrapping_add(across), below, below.wrapping_add(across)]
        };
        let weights = corners(&self.weight);
        let [a, b, c, d] = weights;
        let least = a.min(b).min(c).min(d);
        // Columns may add a sixteenth of a pixel to what rows leave, because the ends of a row are inexact, too.
        let is_right = |n: i64, change: i64, most: i64| change.saturating_abs().saturating_mul(n * n) <= most;
        if width.max(height) > LONGEST
            || !is_right(width, self.weight.right, (least >> 1) + (least >> 2))
            || !is_right(height, self.weight.down, least)
        {
            return None;
        }
        let [width, height] = [width, height].map(|pixels| (1 << 24) / pixels.max(1));
        let reciprocals = weights.map(|weight| i128::from((1_i64 << 62) / (weight >> 12).max(1)));
        each(USED, |i| {
            let products = corners(&self.planes[i]);
            let [a, b, c, d] = core::array::from_fn(|j| ((i128::from(products[j]) * reciprocals[j]) >> 34) as i64);
            let share = |rise: i64, reciprocal: i64| ((i128::from(rise) * i128::from(reciprocal)) >> 24) as i64;
            let right = share(b - a, width);
            let twist = share(share(d - c, width) - right, height);
            values[i] = Bilinear { value: a - self.limits[i][0], right, down: share(c - a, height), twist };
        });
        Some(Piece { attributes: self, values })
    }

    /// Returns the halves of a rectangle that is not linear enough.
    pub(super) fn halves(&self, rectangle: Clip) -> [Clip; 2] {
        let Clip { left, top, right, bottom } = rectangle;
        let aside = |from: i32, to: i32, plane: i64| {
            let side = i64::from(to - from - 1);
            (side > LONGEST, plane.saturating_abs().saturating_mul(side * side), side)
        };
        let (across, along) = (aside(left, right, self.weight.right), aside(top, bottom, self.weight.down));
        let (column, row) = ((left + right) / 2, (top + bottom) / 2);
        if across > along {
            [Clip { right: column, ..rectangle }, Clip { left: column, ..rectangle }]
        } else {
            [Clip { bottom: row, ..rectangle }, Clip { top: row, ..rectangle }]
        }
    }
}

/// The longest side of a piece less one, which keeps rounding below 2^-24 times 64.
const LONGEST: i64 = 63;

impl Piece<'_> {
    /// Sets the interpolants of a run that begins `ahead` pixels after the first column. Unless the attributes are
    /// `LINEAR`, also sets their change from pixel to pixel, so that no value leaves its range.
    #[inline(always)]
    pub(super) fn set<const USED: u8, const LINEAR: bool>(&self, run: &mut Run, ahead: i64) {
        each(USED, |i| {
            let Bilinear { value, right, .. } = self.values[i];
            let mut start = value.wrapping_add(right.wrapping_mul(ahead));
            if !LINEAR {
                let (mut step, last) = (right, i64::from(run.count) - 1);
                let [least, range] = self.attributes.limits[i];
                let end = start + step * last;
                // A value below 0 is a large one when read as unsigned.
                if start.cast_unsigned() > range.cast_unsigned() || end.cast_unsigned() > range.cast_unsigned() {
                    (start, step) = clamped(start, end, range, last);
                }
                start += least;
                run.step[i] = (step >> 8) as u32;
            }
            run.start[i] = (start >> 8) as u32;
        });
    }

    /// Moves down by several rows.
    pub(super) fn skip(&mut self, used: u8, rows: i32) {
        each(used, |i| {
            let Bilinear { value, right, down, twist } = &mut self.values[i];
            *value = value.wrapping_add(down.wrapping_mul(rows.into()));
            *right = right.wrapping_add(twist.wrapping_mul(rows.into()));
        });
    }

    /// Moves to the next row.
    #[inline(always)]
    pub(super) fn down<const USED: u8, const LINEAR: bool>(&mut self) {
        each(USED, |i| {
            let Bilinear { value, right, down, twist } = &mut self.values[i];
            *value = value.wrapping_add(*down);
            if !LINEAR {
                *right = right.wrapping_add(*twist);
            }
        });
    }
}

/// Returns the first value and the step of `last` pixels with the first and the last in range.
#[cold]
#[inline(never)]
fn clamped(start: i64, end: i64, range: i64, last: i64) -> (i64, i64) {
    let start = start.clamp(0, range);
    (start, (end.clamp(0, range) - start) / last.max(1))
}

/// Returns the least and the greatest of three values.
fn extremes([a, b, c]: [i64; 3]) -> [i64; 2] {
    [a.min(b).min(c), a.max(b).max(c)]
}

/// Returns inverse depths in proportion, the greatest of at most 20 bits, the least at least 1.
fn weights(vertices: [&ScreenVertex; 3]) -> [i64; 3] {
    let most = vertices.iter().fold(1, |most, vertex| vertex.inverse_z.max(most));
    let shift = (12 - most.leading_zeros() as i32).max(0);
    let half = (1 << shift) >> 1;
    vertices.map(|vertex| ((i64::from(vertex.inverse_z) + half) >> shift).max(1))
}

/// Returns an attribute (8.8) with 8 more fraction bits, nudged up, and the greatest nudged down, so that rounding
/// stays in range: a value right at the beginning of a texel shows that texel, and the far end of a texture shows its
/// last texel.
///
/// In a triangle of `n` pixels whose least weight is `w`, rounding moves a quotient by less than `error = (2 n + 2^12)
/// / w + 1` units of 2^-16. The greatest value loses that, and `2 n * error` units, at most 1/64, are added to the
/// others. A pixel gets a share of each by its place; all but the last of `n` pixels get more than rounding takes.
#[inline(always)]
fn nudged(size: i64, values: [i32; 3], weight: i64) -> [i64; 3] {
    let error = ((2 * size + (1 << 12)) >> weight.ilog2()) + 1;
    let more = (2 * size * error).min(1 << 10);
    let values = values.map(|value| i64::from(value) << 8);
    let [least, most] = extremes(values);
    values.map(|value| (value + more).min(most - error).max(least + error))
}

#[cfg(test)]
mod tests {
    use super::super::coverage::Coverage;
    use super::*;
    use crate::raster::{Attribute, by_row};

    const UV: u8 = Attribute::UV;

    /// Calls `act` for each pixel of a triangle of one depth with its place and its interpolants.
    fn each_pixel(vertices: &[ScreenVertex; 3], mut act: impl FnMut(i32, i32, Values)) {
        let vertices = by_row(vertices.each_ref());
        let clip = Clip { left: 0, top: 0, right: 256, bottom: 256 };
        let frame = Frame::new(vertices).expect("an area");
        let coverage = Coverage::new(vertices, frame.clockwise(), clip).expect("pixels");
        let attributes = Attributes::new::<UV>(&frame, vertices, true);
        let mut parts = vec![clip];
        while let Some(part) = parts.pop() {
            let within = coverage.within(part);
            if within.is_empty() {
                continue;
            }
            let Some(mut piece) = attributes.piece::<UV>(within) else {
                parts.extend(attributes.halves(within));
                continue;
            };
            let mut y = within.top;
            coverage.each_row(within, |from, count| {
                let mut run = Run { count: count.max(0) as u32, step: attributes.step(), ..Run::default() };
                piece.set::<UV, true>(&mut run, from);
                piece.down::<UV, true>();
                for x in 0..run.count {
                    let value = |i: usize| run.start[i].wrapping_add(run.step[i].wrapping_mul(x));
                    act(within.left + from as i32 + x as i32, y, core::array::from_fn(value));
                }
                y += 1;
            });
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
                each_pixel(&[vertex(0, 0), vertex(n, 0), vertex(0, n)], |x, y, [u, ..]| {
                    assert_eq!((u >> 24) as i32, if mirrored { (n - x).min(n - 1) } else { x }, "{x}, {y} of {n}");
                });
            }
        }
    }
}
