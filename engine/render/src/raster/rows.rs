//! Pixels that a polygon covers, row by row.

use super::Clip;
use super::edge::Edge;
use super::lanes::{LANES, multiples, padded};
use std::ops::Range;
use wide::{i16x8, i32x4, u32x4};

/// The pixels of consecutive rows. Four rows are computed side by side.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    bounds: Bounds,
    /// The first one.
    top: i32,
    count: usize,
    /// By row: index of its first pixel, from the left end of the first row on, and how many follow; none for a row
    /// without pixels.
    runs: Vec<[u32; 2]>,
    /// By row: pixels left out before the first, because they lie left of the clip.
    hidden: Vec<u32>,
}

/// Limits of rows, prepared for four of them.
#[derive(Debug, Default)]
struct Bounds {
    clip: Clip,
    /// Of the clip.
    left: i32x4,
    right: i32x4,
    /// Pixels from row to row.
    pitch: u32,
    /// Change from a row to each of the four from it on.
    lines: u32x4,
}

impl Rows {
    /// Reserves memory for polygons as high as a picture.
    pub(crate) fn reserve(&mut self, height: usize) {
        self.runs.resize(height + LANES - 1, [0; 2]);
        self.hidden.resize(height + LANES - 1, 0);
    }

    /// Confines rows to `clip` of a picture that is `pitch` pixels wide.
    pub(crate) fn confine(&mut self, clip: Clip, pitch: usize) {
        let [left, right] = [clip.left, clip.right].map(|column| i32x4::splat(column.min(i16::MAX.into())));
        let pitch = pitch as u32;
        self.bounds = Bounds { clip, left, right, pitch, lines: multiples(pitch) };
    }

    /// Adds the rows `range` between two edges, which stand at the first of them, as far as the clip reaches.
    #[inline]
    pub(super) fn add(&mut self, range: &Range<i32>, left: &Edge, right: &Edge) {
        let Bounds { clip, left: least, right: most, pitch, lines } = self.bounds;
        let (top, bottom) = (range.start.max(clip.top), range.end.min(clip.bottom));
        if top >= bottom {
            return;
        }
        if self.count == 0 {
            self.top = top;
        }
        let above = top - range.start;
        let columns = |edge: &Edge| {
            i32x4::splat(edge.column_after(above)) + bytemuck::cast::<u32x4, i32x4>(multiples(edge.dx() as u32))
        };
        let (mut from, mut to) = (columns(left), columns(right));
        let [left, right] = [left, right].map(|edge| i32x4::splat(edge.dx().wrapping_mul(LANES as i32)));
        let mut line = u32x4::splat(self.count as u32 * pitch) + lines;
        let next = u32x4::splat(LANES as u32 * pitch);
        let added = self.count..self.count + padded((bottom - top) as usize);
        let runs = self.runs[added.clone()].as_chunks_mut::<LANES>().0;
        let hidden = self.hidden[added].as_chunks_mut::<LANES>().0;
        for (runs, hidden) in runs.iter_mut().zip(hidden) {
            let start = from >> 16_i32;
            let end = lesser(to >> 16_i32, most);
            let first = lesser(greater(start, least), end);
            *hidden = bytemuck::cast(first - start);
            let count = bytemuck::cast(end - first);
            let first = bytemuck::cast::<_, u32x4>(first) + line;
            *runs = bytemuck::cast([first.unpack_lo(count), first.unpack_hi(count)]);
            from += left;
            to += right;
            line += next;
        }
        self.count += (bottom - top) as usize;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Returns the first row.
    pub(super) fn top(&self) -> i32 {
        self.top
    }

    /// The rows from top to bottom: first pixel, number of pixels, and number of pixels left out before the first.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let runs = self.runs[..self.count].iter().zip(&self.hidden[..self.count]);
        runs.map(|(&[first, count], &hidden)| (first as usize, count as usize, hidden))
    }
}

/// Returns the lesser of columns, which have 16 bits: SSE2 compares only those.
#[inline(always)]
fn lesser(a: i32x4, b: i32x4) -> i32x4 {
    bytemuck::cast(bytemuck::cast::<_, i16x8>(a).min(bytemuck::cast(b)))
}

/// Returns the greater of columns.
#[inline(always)]
fn greater(a: i32x4, b: i32x4) -> i32x4 {
    bytemuck::cast(bytemuck::cast::<_, i16x8>(a).max(bytemuck::cast(b)))
}
