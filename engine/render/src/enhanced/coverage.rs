//! Which pixels a triangle, line or point covers, and the attributes of its runs.
//!
//! A pixel belongs to a triangle when its centre lies inside, or on its top or left edge: no pixel of a shared edge is
//! drawn twice or missed. Edges are walked exactly, with remainders. Attributes are exact at the first pixel of a run,
//! after every 16 and at the last; between them they are linear.

use super::Canvas;
use super::plane::{Frame, Plane};
use super::run::{DEPTH_FRACTION, Paint, Pixels, Run};
use crate::queue::Item;
use crate::raster::{Corner, Walk};

/// Pixels between two exact values in perspective.
const STRIDE: i32 = 16;

/// An edge walked from row to row: the first column whose centre is not left of it.
#[derive(Debug, Clone, Copy)]
struct Edge {
    column: i64,
    /// 0..divisor.
    remainder: i64,
    step: i64,
    step_remainder: i64,
    divisor: i64,
}

impl Edge {
    /// The edge from `upper` to `lower`, which lies below it, at a row of pixels.
    fn new(upper: &Corner, lower: &Corner, row: i32) -> Self {
        let height = i64::from(lower.y) - i64::from(upper.y);
        let across = i64::from(lower.x) - i64::from(upper.x);
        let below = 16 * i64::from(row) + 8 - i64::from(upper.y);
        let divisor = 16 * height;
        // Rounded up: the numerator plus the divisor less one, floored.
        let numerator = (i64::from(upper.x) - 8) * height + across * below + divisor - 1;
        let step = 16 * across;
        Self {
            column: numerator.div_euclid(divisor),
            remainder: numerator.rem_euclid(divisor),
            step: step.div_euclid(divisor),
            step_remainder: step.rem_euclid(divisor),
            divisor,
        }
    }

    fn down(&mut self) {
        self.column += self.step;
        self.remainder += self.step_remainder;
        if self.remainder >= self.divisor {
            self.remainder -= self.divisor;
            self.column += 1;
        }
    }
}

/// The first row whose centre is not above `y` (28.4).
fn row(y: i32) -> i32 {
    (y + 7) >> 4
}

/// A triangle's attributes, those in the set `USED`.
struct Surface<const USED: u8> {
    frame: Frame,
    depth: Plane,
    /// Where the attributes run in perspective: inverse depth, scaled to 20 bits, with 12 fraction bits.
    weight: Option<Plane>,
    /// Each attribute: 16.16, or in perspective 8.8 times the weight without fraction.
    planes: [Plane; 5],
    /// The least and greatest value of each attribute, 16.16.
    limits: [(i32, i32); 5],
}

impl<const USED: u8> Surface<USED> {
    fn new(corners: &[Corner; 3], item: &Item, perspective: bool) -> Option<Self> {
        let frame = Frame::new(corners)?;
        let depth = |c: &Corner| (i64::from(c.q) + item.bias).clamp(0, i64::from(u32::MAX)) << DEPTH_FRACTION;
        let indices = || (0..5).filter(|i| USED >> i & 1 != 0);
        let mut limits = [(0, 0); 5];
        for i in indices() {
            let [a, b, c] = corners.each_ref().map(|c| c.attributes[i]);
            let (least, greatest) = (a.min(b).min(c) << 8, a.max(b).max(c) << 8);
            // The far end of a texture is the edge behind its last texel.
            limits[i] = (least, if greatest > least { greatest - 1 } else { greatest });
        }
        let (q_least, q_most) = corners.iter().fold((u32::MAX, 1), |(least, most), c| (c.q.min(least), c.q.max(most)));
        // How far a straight run would be off at most, in 8.8: a quarter of the attribute's range times the range of
        // depth. Less than a quarter texel cannot be seen.
        let bends = |(least, greatest): (i32, i32)| {
            i64::from(greatest - least) * i64::from(q_most - q_least) > i64::from(q_least) << 16
        };
        let in_perspective = perspective && indices().any(|i| bends(limits[i]));
        let shift = (12 - q_most.leading_zeros() as i32).max(0);
        let weight = |c: &Corner| i64::from(c.q >> shift).max(1);
        let mut planes = [Plane::default(); 5];
        for i in indices() {
            planes[i] = frame.plane(corners.each_ref().map(|c| {
                let value = i64::from(c.attributes[i]);
                if in_perspective { value * weight(c) } else { value << 8 }
            }));
        }
        Some(Self {
            depth: frame.plane(corners.each_ref().map(depth)),
            weight: in_perspective.then(|| frame.plane(corners.each_ref().map(|c| weight(c) << 12))),
            frame,
            planes,
            limits,
        })
    }

    /// The attributes at the centre of a pixel.
    #[inline(always)]
    fn at(&self, x: i32, y: i32) -> Walk {
        let weight = self.weight.map(|weight| self.frame.at(&weight, x, y).max(1));
        let mut walk = [0; 5];
        for (i, place) in walk.iter_mut().enumerate() {
            if USED >> i & 1 != 0 {
                let value = self.frame.at(&self.planes[i], x, y);
                let value = match weight {
                    None => value,
                    Some(weight) => (value.clamp(-(1 << 42), 1 << 42) << 20) / weight,
                };
                let (least, greatest) = self.limits[i];
                *place = value.clamp(i64::from(least), i64::from(greatest)) as i32;
            }
        }
        walk
    }

    /// What each pixel adds between two values `pixels` apart.
    #[inline(always)]
    fn step(from: &Walk, to: &Walk, pixels: i32) -> Walk {
        let mut step = [0; 5];
        for i in 0..5 {
            if USED >> i & 1 != 0 {
                // Toward zero, so that no pixel between passes either end.
                step[i] = shared(to[i] - from[i], pixels);
            }
        }
        step
    }
}

/// For `n` below 64, a little more than `2^32 / n`: the product with a number up to 2^25, which no difference of
/// attributes exceeds, shifted back, is the exact quotient.
static RECIPROCAL: [u64; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = (1 << 32) / n as u64 + 1;
        n += 1;
    }
    table
};

/// `difference / pixels`, truncated; 0 for no pixels.
#[inline(always)]
fn shared(difference: i32, pixels: i32) -> i32 {
    match RECIPROCAL.get(pixels as usize) {
        Some(reciprocal) => {
            let quotient = ((u64::from(difference.unsigned_abs()) * reciprocal) >> 32) as i32;
            if difference < 0 { -quotient } else { quotient }
        }
        None => difference / pixels.max(1),
    }
}

impl Canvas<'_> {
    /// Draws a triangle whose attributes in use are the set `USED`.
    pub(super) fn triangle<const USED: u8>(
        &mut self,
        corners: [&Corner; 3],
        item: &Item,
        perspective: bool,
        run: Run,
        paint: &Paint,
    ) {
        let [top, middle, bottom] = crate::raster::by_row(corners);
        let Some(surface) = Surface::<USED>::new(&[*top, *middle, *bottom], item, perspective) else { return };
        let middle_right = surface.frame.area() > 0;
        for (upper, lower) in [(top, middle), (middle, bottom)] {
            let first = row(upper.y).max(self.clip.top);
            let end = row(lower.y).min(self.clip.bottom);
            if first >= end {
                continue;
            }
            let (short, long) = (Edge::new(upper, lower, first), Edge::new(top, bottom, first));
            let (mut left, mut right) = if middle_right { (long, short) } else { (short, long) };
            for y in first..end {
                let from = left.column.max(i64::from(self.clip.left)) as i32;
                let to = right.column.min(i64::from(self.clip.right)) as i32;
                if from < to {
                    self.row(y, from, to, &surface, run, paint);
                }
                left.down();
                right.down();
            }
        }
    }

    /// Draws columns `from..to` of a row.
    #[inline(always)]
    fn row<const USED: u8>(&mut self, y: i32, from: i32, to: i32, surface: &Surface<USED>, run: Run, paint: &Paint) {
        let stride = if surface.weight.is_some() { STRIDE } else { to - from };
        let q_step = surface.depth.right();
        let mut x = from;
        let mut start = surface.at(x, y);
        while x < to {
            let end = (x + stride).min(to);
            // Whole strides lead to the first pixel of the next, the last one to its own last pixel.
            let target = if end < to { end } else { end - 1 };
            let next = if target > x && USED != 0 { surface.at(target, y) } else { start };
            let step = Surface::<USED>::step(&start, &next, target - x);
            let q = surface.frame.at(&surface.depth, x, y);
            self.pixels(y, x, end, (q, q_step), run, paint, (start, &step));
            (x, start) = (end, next);
        }
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn pixels(
        &mut self,
        y: i32,
        from: i32,
        to: i32,
        (q, q_step): (i64, i64),
        run: Run,
        paint: &Paint,
        (start, step): (Walk, &Walk),
    ) {
        let line = y as usize * self.pitch;
        let range = line + from as usize..line + to as usize;
        self.written += range.len() as u64;
        let pixels = &mut self.pixels[range.clone()];
        run(paint, Pixels { pixels, depth: &mut self.depth[range], q, q_step }, start, step);
    }

    /// Draws one pixel.
    pub(super) fn point(&mut self, x: i32, y: i32, q: u32, run: Run, paint: &Paint) {
        let clip = self.clip;
        if (clip.top..clip.bottom).contains(&y) && (clip.left..clip.right).contains(&x) {
            self.pixels(y, x, x + 1, (i64::from(q) << DEPTH_FRACTION, 0), run, paint, ([0; 5], &[0; 5]));
        }
    }

    /// Draws a line between the pixels of two corners, its inverse depth linear between them.
    pub(super) fn line(&mut self, a: Corner, b: Corner, run: Run, paint: &Paint) {
        let [from, to] = [a, b].map(|c| (c.x >> 4, c.y >> 4));
        let length = (i64::from(to.0) - i64::from(from.0)).abs().max((i64::from(to.1) - i64::from(from.1)).abs());
        for (done, (x, y)) in (0..).zip(crate::raster::line_pixels(from, to)) {
            let q = i64::from(a.q) + (i64::from(b.q) - i64::from(a.q)) * done / length.max(1);
            self.point(x, y, q as u32, run, paint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shared;

    #[test]
    fn shares_are_exact_quotients() {
        for pixels in 1..100_i32 {
            for whole in [0, 1, 7, 255, 65535, 65536, (1 << 24) / pixels, (1 << 25) / pixels] {
                for difference in [whole * pixels, whole * pixels - 1, whole * pixels + 1] {
                    if difference.abs() <= 1 << 25 {
                        assert_eq!(shared(difference, pixels), difference / pixels, "{difference} / {pixels}");
                        assert_eq!(shared(-difference, pixels), -difference / pixels, "-{difference} / {pixels}");
                    }
                }
            }
        }
        assert_eq!(shared(5, 0), 0);
    }
}
