//! Picture and depths, and the triangles, lines and points drawn on them.

use super::attributes::Attributes;
use super::coverage::Coverage;
use super::fill::{FillFn, PixelSource};
use super::plane::Frame;
use super::run::{DepthSlope, Run};
use super::surface::{NEAREST, Surface};
use crate::raster::{Clip, ScreenVertex, by_row, line_pixels};

/// The picture that polygons are drawn on, with the inverse depth of every pixel.
pub(super) struct DepthTarget<'a> {
    pub(super) pixels: &'a mut [u32],
    pub(super) depth: &'a mut [i32],
    /// Index of the row of depths that untested polygons use; they are 0.
    pub(super) untested: usize,
    pub(super) runs: &'a mut Vec<Run>,
    pub(super) pitch: usize,
    /// The clip of the polygon being drawn; lies inside the picture.
    pub(super) clip: Clip,
    pub(super) written: u64,
}

/// Runs that are gathered before they are drawn: as many as stay in the cache.
const GATHERED: usize = 64;

impl DepthTarget<'_> {
    /// Clears the depth of a rectangle.
    pub(super) fn clear_depth(&mut self, Clip { left, top, right, bottom }: Clip) {
        let lines = &mut self.depth[top as usize * self.pitch..bottom as usize * self.pitch];
        lines.chunks_exact_mut(self.pitch).for_each(|line| line[left as usize..right as usize].fill(0));
    }

    /// Draws a triangle whose attributes in use are the set `USED`; `bias` is added to its inverse depth.
    pub(super) fn triangle<const USED: u8>(
        &mut self,
        vertices: [&ScreenVertex; 3],
        bias: i64,
        perspective: bool,
        fill: FillFn,
        source: &PixelSource,
    ) {
        let vertices = by_row(vertices);
        let Some(frame) = Frame::new(vertices) else { return };
        let clip = self.clip;
        let Some(coverage) = Coverage::new(vertices, frame.clockwise(), clip) else { return };
        let untested = (!source.tested).then_some(self.untested);
        let surface = Surface::new(&frame, vertices, bias, (self.pitch, untested));
        // A loop for each, so that both have the registers to themselves.
        match Attributes::new::<USED>(&frame, vertices, perspective) {
            Attributes::Affine(affine) => coverage.each_row(clip, |row| {
                let (start, step) = affine.run::<USED>(surface.place(row, row.from));
                self.gather(surface.run(row, row.from..row.to, start, step), &surface.slope, fill, source);
            }),
            Attributes::Perspective(quotients) => coverage.each_row(clip, |row| {
                quotients.runs::<USED>(row, surface.origin, |columns, start, step| {
                    self.gather(surface.run(row, columns, start, step), &surface.slope, fill, source);
                });
            }),
        }
        self.draw(&surface.slope, fill, source);
    }

    /// Draws one pixel.
    pub(super) fn point(&mut self, x: i32, y: i32, inverse_z: u32, fill: FillFn, source: &PixelSource) {
        self.gather_point((x, y), inverse_z.into(), fill, source);
        self.draw(&DepthSlope::default(), fill, source);
    }

    /// Draws a line between the pixels of two vertices, its inverse depth linear between them.
    pub(super) fn line(&mut self, a: ScreenVertex, b: ScreenVertex, fill: FillFn, source: &PixelSource) {
        let [from, to] = [a, b].map(|vertex| (vertex.x >> 4, vertex.y >> 4));
        let length = (i64::from(to.0) - i64::from(from.0)).abs().max((i64::from(to.1) - i64::from(from.1)).abs());
        for (done, at) in (0..).zip(line_pixels(from, to)) {
            let rise = i64::from(b.inverse_z) - i64::from(a.inverse_z);
            self.gather_point(at, i64::from(a.inverse_z) + rise * done / length.max(1), fill, source);
        }
        self.draw(&DepthSlope::default(), fill, source);
    }

    /// Adds a run of one pixel, if the pixel lies inside the clip.
    fn gather_point(&mut self, (x, y): (i32, i32), inverse_z: i64, fill: FillFn, source: &PixelSource) {
        if self.clip.contains(x, y) {
            let pixels = y as usize * self.pitch + x as usize;
            let (depths, depth) =
                if source.tested { (pixels, inverse_z.min(NEAREST) as i32) } else { (self.untested, 0) };
            let [pixels, depths] = [pixels, depths].map(|at| at as u32);
            let run = Run { pixels, depths, count: 1, depth, ..Run::default() };
            self.gather(run, &DepthSlope::default(), fill, source);
        }
    }

    /// Adds a run, and draws what was gathered when there is enough of it.
    #[inline(always)]
    fn gather(&mut self, run: Run, slope: &DepthSlope, fill: FillFn, source: &PixelSource) {
        self.written += u64::from(run.count);
        self.runs.push(run);
        if self.runs.len() >= GATHERED {
            self.draw(slope, fill, source);
        }
    }

    /// Draws the runs that were gathered.
    fn draw(&mut self, slope: &DepthSlope, fill: FillFn, source: &PixelSource) {
        fill(source, slope, self.runs, self.pixels, self.depth);
        self.runs.clear();
    }
}
