//! Inverse depth of a triangle's pixels, and the runs of a row.

use super::plane::{Frame, Plane};
use super::run::{DepthSlope, Row, Run, Values};
use crate::raster::ScreenVertex;
use std::ops::Range;

/// The greatest inverse depth: that of one unit, less than 2^31 by the most that rounding may add.
pub(super) const NEAREST: i64 = (1 << 31) - (1 << 8);

/// Where the pixels of a triangle lie, and their inverse depths.
pub(super) struct Surface {
    /// The pixel that planes are counted from.
    pub(super) origin: (i64, i64),
    /// Pixels from row to row of the picture.
    pitch: usize,
    /// Index of the row of depths that untested polygons use.
    untested: Option<usize>,
    /// With the fraction bits of `slope`, and 8 more.
    depth: Plane,
    pub(super) slope: DepthSlope,
}

impl Surface {
    /// The surface of a triangle in a picture of `pitch` pixels per row. `bias` is added to its inverse depth, which is 0
    /// everywhere if the triangle is `untested`; its depths then begin at that index.
    pub(super) fn new(
        frame: &Frame,
        vertices: [&ScreenVertex; 3],
        bias: i64,
        (pitch, untested): (usize, Option<usize>),
    ) -> Self {
        let nearest = if untested.is_none() { NEAREST } else { 0 };
        let depths = vertices.map(|vertex| (i64::from(vertex.inverse_z) + bias).clamp(0, nearest));
        let most = depths[0].max(depths[1]).max(depths[2]) as u32;
        // As many as 31 bits hold, one being left for rounding.
        let fraction = most.leading_zeros().saturating_sub(2).min(16);
        // Half a unit more, so that flooring rounds to the nearest.
        let depth = frame.plane(depths.map(|depth| (depth << (fraction + 8)) + (128 << fraction)));
        let slope = DepthSlope { step: (depth.right >> 8) as i32, fraction };
        Self { origin: frame.origin, pitch, untested, depth, slope }
    }

    /// Returns a pixel's place counted from the origin.
    #[inline(always)]
    pub(super) fn place(&self, row: &Row, column: i32) -> (i64, i64) {
        (i64::from(column) - self.origin.0, i64::from(row.y) - self.origin.1)
    }

    /// Returns the run of some columns of a row.
    #[inline(always)]
    pub(super) fn run(&self, row: &Row, columns: Range<i32>, start: Values, step: Values) -> Run {
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
