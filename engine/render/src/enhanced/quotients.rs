//! Attributes that distance bends so much that they are computed as what they are: quotients.

use super::coverage::Row;
use super::pair::{self, SCALE};
use super::plane::{Frame, Plane};
use super::run::Run;
use super::surface::{Surface, each, inside};
use crate::raster::ScreenVertex;

/// Pixels after which a run takes its values anew, because it is a line between these.
const STRIDE: i32 = 16;

/// Attributes of a triangle's pixels as planes divided by a plane.
pub(super) struct Quotients {
    /// Inverse depth, scaled to 20 bits, with 12 fraction bits.
    weight: Plane,
    /// The attributes, 8.14, times the former without fraction.
    products: [Plane; 5],
}

impl Quotients {
    pub(super) fn new<const USED: u8>(frame: &Frame, vertices: [&ScreenVertex; 3]) -> Self {
        let most = vertices.iter().fold(1, |most, c| c.inverse_z.max(most));
        let shift = (12 - most.leading_zeros() as i32).max(0);
        let weights = vertices.map(|c| i64::from(c.inverse_z >> shift).max(1));
        let mut products = [Plane::default(); 5];
        each::<USED>(|i| {
            let [a, b, c] = inside(frame, vertices, i).map(|value| value >> 10);
            products[i] = frame.plane([a * weights[0], b * weights[1], c * weights[2]]);
        });
        Self { weight: frame.plane(weights.map(|w| w << 12)), products }
    }

    /// The attributes of a pixel, as they stand in pairs.
    #[inline(always)]
    fn at<const USED: u8>(&self, (x, y): (i64, i64)) -> [i64; 5] {
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

    /// Adds the runs of a row of a surface.
    #[inline(always)]
    pub(super) fn runs<const USED: u8>(&self, surface: &Surface<USED>, row: &Row, runs: &mut Vec<Run>) {
        let mut column = row.from;
        let mut start = self.at::<USED>(surface.place(row, column));
        while column < row.to {
            let next = row.to.min(column + STRIDE);
            // Whole strides lead to the first pixel of the next, the last run to its own last pixel.
            let way = next - column - i32::from(next == row.to);
            let end = self.at::<USED>(surface.place(row, column + way));
            let (mut first, mut step) = ([0; 3], [0; 3]);
            each::<USED>(|i| {
                pair::add(&mut first, i, start[i]);
                pair::add(&mut step, i, ((end[i] - start[i]) * RECIPROCAL[way as usize & 31]) >> 24);
            });
            runs.push(surface.run(row, column..next, first, step));
            (start, column) = (end, next);
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
