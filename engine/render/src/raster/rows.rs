//! Which pixels a polygon covers, row by row.

use super::Clip;
use super::edge::Edge;
use super::lanes::{LANES, ramp};
use std::ops::Range;
use wide::{i32x4, u32x4};

/// Where rows that follow each other begin and end. Four are computed side by side.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// The first one.
    top: i32,
    count: usize,
    /// The leftmost column, which may lie outside the clip, and the one behind the last, not beyond the right end of the
    /// clip. A row may have no columns.
    columns: Vec<[u32; 2]>,
}

impl Rows {
    /// Makes room for polygons as high as a picture.
    pub(crate) fn reserve(&mut self, height: usize) {
        self.columns.resize(height + LANES - 1, [0; 2]);
    }

    /// Adds the rows `range` between two edges, which stand at the first of them, as far as the clip reaches.
    #[inline]
    pub(super) fn add(&mut self, range: &Range<i32>, left: &Edge, right: &Edge, clip: Clip) {
        let (top, bottom) = (range.start.max(clip.top), range.end.min(clip.bottom));
        if top >= bottom {
            return;
        }
        if self.count == 0 {
            self.top = top;
        }
        let above = top - range.start;
        let columns = |edge: &Edge| {
            i32x4::splat(edge.column_after(above)) + bytemuck::cast::<u32x4, i32x4>(ramp(edge.dx() as u32))
        };
        let (mut from, mut to) = (columns(left), columns(right));
        let [left, right] = [left, right].map(|edge| i32x4::splat(edge.dx().wrapping_mul(LANES as i32)));
        let most = i32x4::splat(clip.right);
        let rows = (bottom - top) as usize;
        let blocks = &mut self.columns[self.count..][..rows.next_multiple_of(LANES)];
        for block in blocks.as_chunks_mut::<LANES>().0 {
            let [start, end]: [u32x4; 2] = [from >> 16_i32, (to >> 16_i32).min(most)].map(bytemuck::cast);
            *block = bytemuck::cast([start.unpack_lo(end), start.unpack_hi(end)]);
            from += left;
            to += right;
        }
        self.count += rows;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// The first row.
    pub(super) fn top(&self) -> i32 {
        self.top
    }

    /// The row behind the last one.
    pub(super) fn end(&self) -> i32 {
        self.top + self.count as i32
    }

    /// Where each row begins and ends, from top to bottom.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (i32, i32)> {
        self.columns[..self.count].iter().map(|&[from, to]| (from as i32, to as i32))
    }
}
