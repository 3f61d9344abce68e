//! Attributes that are planes on the screen, or nearly so.

use super::coverage::Row;
use super::pair::{self, Pairs, SCALE};
use super::plane::Frame;
use super::run::Run;
use super::surface::{Surface, each, inside};
use crate::raster::ScreenVertex;

/// Attributes of a triangle's pixels as polynomials of the second degree.
pub(super) struct Parabolas([Parabola; 3]);

/// A pair at the origin, and the factors of `x`, `y`, `x * x`, `x * y` and `y * y`.
#[derive(Clone, Copy, Default)]
struct Parabola([u64; 6]);

impl Parabolas {
    /// The coefficients of [`Parabola`] in order.
    #[inline(always)]
    fn new(coefficients: [Pairs; 6]) -> Self {
        Self(std::array::from_fn(|i| Parabola(coefficients.map(|pairs| pairs[i]))))
    }

    /// Planes.
    pub(super) fn straight<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3]) -> Self {
        let mut coefficients = [Pairs::default(); 6];
        each::<USED>(|i| {
            let plane = frame.plane(inside(frame, vertices, i).map(|value| value << SCALE[i]));
            for (pairs, value) in coefficients.iter_mut().zip([plane.value, plane.right, plane.down]) {
                pair::add(pairs, i, value);
            }
        });
        Self::new(coefficients)
    }

    /// What distance bends a little.
    pub(super) fn bent<const USED: u8>(frame: &Frame, bends: &Bends, vertices: [&ScreenVertex; 3]) -> Self {
        let mut coefficients = [Pairs::default(); 6];
        each::<USED>(|i| {
            for (pairs, value) in coefficients.iter_mut().zip(bends.parabola(inside(frame, vertices, i), SCALE[i])) {
                pair::add(pairs, i, value);
            }
        });
        Self::new(coefficients)
    }

    /// How much more each pixel of a row adds than the one before.
    pub(super) fn bend(&self) -> Pairs {
        self.0.map(|Parabola([.., right_right, _, _])| right_right.wrapping_mul(2))
    }

    /// The run of a row of a surface.
    #[inline(always)]
    pub(super) fn run<const USED: u8>(&self, surface: &Surface<USED>, row: &Row) -> Run {
        let (x, y) = surface.place(row, row.from);
        let (mut start, mut step) = ([0; 3], [0; 3]);
        for i in 0..3 {
            if pair::uses(USED, i) {
                (start[i], step[i]) = self.0[i].run(x, y);
            }
        }
        surface.run(row, row.from..row.to, start, step)
    }
}

/// What the parabolas of a triangle's attributes have in common.
pub(super) struct Bends {
    /// `(qi - qj) / (qi + qj)` for the first corner and the second, the first and the third, and the last two; 16
    /// fraction bits.
    nearer: [i64; 3],
    /// The shares of the second and third corner at the origin, and what a pixel to the right and one down add; 30
    /// fraction bits.
    shares: [(i64, i64); 3],
    /// The products of these: `b * b`, `c * c`, and `b * c` both ways; 36 fraction bits, which leaves 26 for what they
    /// are multiplied by.
    products: [[i64; 3]; 6],
}

impl Bends {
    /// `None` for a triangle so thin or large that the fractions do not suffice.
    pub(super) fn new(frame: &Frame, q: [i64; 3]) -> Option<Self> {
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
            [l.0 * m.0, l.1 * m.1, l.0 * m.1 + l.1 * m.0].map(|product| product >> 24)
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
        let square = |[bb, cc, bc]: [i64; 3]| (mixed * bc - 2 * (bend_ab * bb + bend_ac * cc)) >> 28;
        let [at, right, down] = self.shares.map(linear);
        let [at_at, at_right, at_down, right_right, right_down, down_down] = self.products.map(square);
        [(a << scale) + at + at_at / 2, right + at_right, down + at_down, right_right / 2, right_down, down_down / 2]
    }
}

impl Parabola {
    /// The pair of a pixel, and what the next one has more.
    #[inline(always)]
    fn run(&self, x: i64, y: i64) -> (u64, u64) {
        let Self([value, right, down, right_right, right_down, down_down]) = *self;
        let sum = |a: u64, b: u64, factor: i64| a.wrapping_add(b.wrapping_mul(factor as u64));
        let slope = sum(sum(right, right_down, y), right_right, x);
        let start = sum(sum(value, slope, x), sum(down, down_down, y), y);
        (start, sum(slope, right_right, x + 1))
    }
}
