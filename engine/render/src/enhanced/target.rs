//! Picture and depths, and the triangles, lines and points drawn on them.

use super::attributes::{Attributes, Piece};
use super::coverage::Coverage;
use super::fill::{FillFn, PixelSource};
use super::plane::{Frame, Plane, Run, Slope};
use crate::framebuffer::Framebuffer;
use crate::raster::{Clip, ScreenVertex, by_row, line_pixels};
use core::ops::Range;

/// The rows of the picture that polygons are drawn on, with the inverse depth of every pixel.
pub(super) struct DepthTarget<'a> {
    pub(super) rows: Range<i32>,
    /// Pixels from the first one of the rows on.
    pub(super) pixels: &'a mut [u32],
    pub(super) depth: &'a mut [i32],
    /// Index of the row of depths that untested polygons use; they are 0.
    pub(super) untested: usize,
    /// Room for [`GATHERED`] runs and those of a triangle as high as the picture.
    pub(super) runs: &'a mut [Run],
    /// Room for a row and its slack, if other rows follow the pixels.
    pub(super) line: &'a mut [u32],
    /// Number of runs that wait to be drawn.
    pub(super) gathered: usize,
    pub(super) pitch: usize,
    /// The clip of the polygon being drawn; lies inside the picture.
    pub(super) clip: Clip,
    pub(super) written: u64,
    /// No polygon is drawn after so many pixels.
    pub(super) most: u64,
}

struct Triangle<'a> {
    coverage: &'a Coverage,
    attributes: Attributes,
    /// The pixel that `depth` is counted from.
    origin: (i64, i64),
    /// Inverse depth with the fraction bits of `slope`, and 8 more.
    depth: Plane,
    slope: Slope,
    fill: FillFn,
    source: &'a PixelSource<'a>,
}

/// Runs that are gathered before they are drawn: as many as stay in the cache.
pub(super) const GATHERED: usize = 64;

/// The greatest inverse depth: that of one unit, less than 2^31 by the most that rounding may add.
const NEAREST: i64 = (1 << 31) - (1 << 8);

impl DepthTarget<'_> {
    pub(super) fn clear_depth(&mut self, Clip { left, top, right, bottom }: Clip) {
        let [first, end] = [top, bottom].map(|row| (row - self.rows.start) as usize * self.pitch);
        let lines = &mut self.depth[first..end];
        lines.chunks_exact_mut(self.pitch).for_each(|line| line[left as usize..right as usize].fill(0));
    }

    /// Draws a triangle whose attributes are in the set `USED`; the bias is added to its inverse depth.
    pub(super) fn triangle<const USED: u8>(
        &mut self,
        vertices: [&ScreenVertex; 3],
        (perspective, bias): (bool, i64),
        fill: FillFn,
        source: &PixelSource,
    ) {
        let vertices = by_row(vertices);
        let Some(frame) = Frame::new(vertices) else { return };
        let coverage = Coverage::new(vertices, frame.clockwise(), self.clip);
        let Some(coverage) = &coverage else { return };
        let nearest = if source.tested { NEAREST } else { 0 };
        let depths = vertices.map(|vertex| (i64::from(vertex.inverse_z) + bias).clamp(0, nearest));
        let most = depths[0].max(depths[1]).max(depths[2]) as u32;
        // As many as 31 bits hold, one being left for rounding.
        let fraction = most.leading_zeros().saturating_sub(2).min(16);
        // Half a unit more, so that flooring rounds to the nearest.
        let depth = frame.plane(depths.map(|depth| (depth << (fraction + 8)) + (128 << fraction)));
        let attributes = Attributes::new::<USED>(&frame, vertices, perspective);
        let slope =
            Slope { depth: (depth.right >> 8) as i32, fraction, linear: attributes.linear, values: attributes.step() };
        let triangle = Triangle { coverage, attributes, origin: frame.origin, depth, slope, fill, source };
        self.part::<USED>(&triangle, self.clip);
        self.draw(&slope, fill, source);
    }

    fn part<const USED: u8>(&mut self, triangle: &Triangle, rectangle: Clip) {
        let linear = triangle.attributes.linear;
        let coverage = triangle.coverage;
        let within = if linear { Clip { top: coverage.top(), ..rectangle } } else { coverage.within(rectangle) };
        if within.is_empty() || within.top >= self.rows.end || within.bottom <= self.rows.start {
            return;
        }
        if let Some(piece) = triangle.attributes.piece::<USED>(within) {
            // A loop for each, so that both have the registers to themselves.
            if linear {
                self.rows::<USED, true>(triangle, within, piece);
            } else {
                self.rows::<USED, false>(triangle, within, piece);
            }
        } else if (within.right - within.left).max(within.bottom - within.top) > 1 {
            let halves = triangle.attributes.halves(within);
            halves.into_iter().for_each(|half| self.part::<USED>(triangle, half));
        }
    }

    /// Draws the rows of a piece of a triangle that lie inside a rectangle; `LINEAR`: whether the triangle's attributes
    /// are linear.
    #[inline(always)]
    fn rows<const USED: u8, const LINEAR: bool>(&mut self, triangle: &Triangle, within: Clip, mut piece: Piece) {
        // Pieces do not depend on the rows that are drawn, so that their attributes are the same in all bands.
        if within.top < self.rows.start {
            piece.skip(USED, self.rows.start - within.top);
        }
        let within = Clip { top: within.top.max(self.rows.start), bottom: within.bottom.min(self.rows.end), ..within };
        let pitch = self.pitch;
        let mut row = (within.top - self.rows.start) as usize * pitch + within.left as usize;
        let [x, y] = [i64::from(within.left) - triangle.origin.0, i64::from(within.top) - triangle.origin.1];
        let mut line = triangle.depth.at(x, y);
        let room = self.runs.len();
        let mut runs = self.runs[self.gathered..].iter_mut();
        let mut written = 0;
        triangle.coverage.each_row(within, |from, count| {
            if count > 0
                && let Some(run) = runs.next()
            {
                run.pixels = (row + from as usize) as u32;
                run.count = count as u32;
                run.depth = (line.wrapping_add(triangle.depth.right.wrapping_mul(from)) >> 8) as i32;
                piece.set::<USED, LINEAR>(run, from);
                written += count;
            }
            row += pitch;
            line = line.wrapping_add(triangle.depth.down);
            piece.down::<USED, LINEAR>();
        });
        self.gathered = room - runs.len();
        self.written += written as u64;
        if self.gathered >= GATHERED {
            self.draw(&triangle.slope, triangle.fill, triangle.source);
        }
    }

    /// Draws a line between the pixels of two vertices, its inverse depth linear between them, or the pixel at which both lie.
    pub(super) fn line(&mut self, a: &ScreenVertex, b: &ScreenVertex, fill: FillFn, source: &PixelSource) {
        let [from, to] = [a, b].map(|vertex| (vertex.x >> 4, vertex.y >> 4));
        let length = (i64::from(to.0) - i64::from(from.0)).abs().max((i64::from(to.1) - i64::from(from.1)).abs());
        let rise = i64::from(b.inverse_z) - i64::from(a.inverse_z);
        for (done, at) in (0..).zip(line_pixels(from, to)) {
            self.gather_point(at, i64::from(a.inverse_z) + rise * done / length.max(1), fill, source);
        }
        self.draw(&Slope::default(), fill, source);
    }

    /// Adds a run of one pixel, if the pixel lies inside the clip.
    fn gather_point(&mut self, (x, y): (i32, i32), inverse_z: i64, fill: FillFn, source: &PixelSource) {
        if self.clip.contains(x, y) {
            let pixels = ((y - self.rows.start) as usize * self.pitch + x as usize) as u32;
            let depth = if source.tested { inverse_z.min(NEAREST) as i32 } else { 0 };
            self.runs[self.gathered] = Run { pixels, count: 1, depth, ..Run::default() };
            self.gathered += 1;
            self.written += 1;
            if self.gathered >= GATHERED {
                self.draw(&Slope::default(), fill, source);
            }
        }
    }

    #[inline(always)]
    fn draw(&mut self, slope: &Slope, fill: FillFn, source: &PixelSource) {
        if self.line.is_empty() {
            let runs = &self.runs[..core::mem::take(&mut self.gathered)];
            let depths = &mut self.depth[if source.tested { 0 } else { self.untested }..];
            fill(source, slope, runs, self.pixels, depths);
        } else {
            self.draw_above_others(slope, fill, source);
        }
    }

    /// Draws the runs that were gathered; the slack behind the last row belongs to another band.
    #[cold]
    fn draw_above_others(&mut self, slope: &Slope, fill: FillFn, source: &PixelSource) {
        let runs = &self.runs[..core::mem::take(&mut self.gathered)];
        let depths = &mut self.depth[if source.tested { 0 } else { self.untested }..];
        // A run that needs the slack is drawn on a copy.
        let pixels = self.pixels.len();
        let block = Framebuffer::SLACK + 1;
        let overhangs = |run: &Run| run.pixels as usize + (run.count as usize).next_multiple_of(block) > pixels;
        for part in runs.split_inclusive(overhangs) {
            let (last, inside) = match part {
                [inside @ .., last] if overhangs(last) => (Some(last), inside),
                _ => (None, part),
            };
            fill(source, slope, inside, self.pixels, depths);
            if let Some(last) = last {
                let first = last.pixels as usize;
                let tail = &mut self.pixels[first..][..last.count as usize];
                self.line[..tail.len()].copy_from_slice(tail);
                let depths = &mut depths[if source.tested { first } else { 0 }..];
                fill(source, slope, &[Run { pixels: 0, ..*last }], self.line, depths);
                tail.copy_from_slice(&self.line[..tail.len()]);
            }
        }
    }
}
