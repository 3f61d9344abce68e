//! Which pixels a triangle, line or point covers.
//!
//! A pixel belongs to a triangle when its centre lies inside, or on its top or left edge: no pixel of a shared edge is
//! drawn twice or missed.

use super::DepthTarget;
use super::plane::Frame;
use super::run::{FillFn, PixelSource, Run, Slope};
use super::surface::{NEAREST, Surface, View};
use crate::raster::ScreenVertex;

/// An edge on its way from row to row.
#[derive(Debug, Clone, Copy, Default)]
struct Edge {
    /// 40 fraction bits; the whole part is the first column whose centre is not left of the edge.
    x: i64,
    step: i64,
}

const FRACTION: u32 = 40;

impl Edge {
    /// The edge from `upper` to `lower`, at a row of pixels whose centres lie between them.
    ///
    /// The column is `(x - 8) / 16`, rounded up. Where the edge meets a row, that is a multiple of 1 / (16 height), and
    /// so of no less than 2^-22; the step, rounded down, is wrong by less than 2^-40 a row, and that by 2^-26 after the
    /// guard band's 2^14 rows. Adding almost 1 and flooring rounds up exactly.
    fn new(upper: &ScreenVertex, lower: &ScreenVertex, row: i32) -> Self {
        let height = i64::from(lower.y) - i64::from(upper.y);
        let across = i64::from(lower.x) - i64::from(upper.x);
        let below = 16 * i64::from(row) + 8 - i64::from(upper.y);
        let step = (across << FRACTION).div_euclid(height);
        let x = ((i64::from(upper.x) - 8) << (FRACTION - 4)) + ((step * below) >> 4);
        Self { x: x + (1 << FRACTION) - 1, step }
    }

    #[inline(always)]
    fn column(&self) -> i32 {
        (self.x >> FRACTION) as i32
    }

    #[inline(always)]
    fn down(&mut self) {
        self.x += self.step;
    }
}

/// Rows between two edges, which stand at the first of them.
#[derive(Debug, Clone, Copy, Default)]
struct Strip {
    first: i32,
    /// Exclusive.
    end: i32,
    left: Edge,
    right: Edge,
}

/// A row of pixels from a column to before another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) y: i32,
    pub(super) from: i32,
    pub(super) to: i32,
}

/// The first row whose centre is not above `y` (28.4).
fn row(y: i32) -> i32 {
    y.saturating_add(7) >> 4
}

/// Runs that are gathered before they are drawn: as many as stay at hand.
const GATHERED: usize = 64;

impl DepthTarget<'_> {
    /// Draws a triangle whose attributes in use are the set `USED`.
    pub(super) fn triangle<const USED: u8>(
        &mut self,
        vertices: [&ScreenVertex; 3],
        bias: i64,
        perspective: bool,
        fill: FillFn,
        source: &PixelSource,
    ) {
        let vertices = crate::raster::by_row(vertices);
        let [top, middle, bottom] = vertices;
        let [first, mid, end] = vertices.map(|c| row(c.y).clamp(self.clip.top, self.clip.bottom));
        let (least, most) = (top.x.min(middle.x).min(bottom.x), top.x.max(middle.x).max(bottom.x));
        // A column is covered as a row is.
        if first >= end || row(least) >= self.clip.right || row(most) <= self.clip.left || row(least) >= row(most) {
            return;
        }
        let Some(frame) = Frame::new(vertices) else { return };
        let strip = |first, end, short, long| {
            let (left, right) = if frame.clockwise() { (long, short) } else { (short, long) };
            Strip { first, end, left, right }
        };
        let mut long = Edge::new(top, bottom, first);
        let mut strips = [Strip::default(); 2];
        if first < mid {
            strips[0] = strip(first, mid, Edge::new(top, middle, first), long);
            long.x += long.step * i64::from(mid - first);
        }
        if mid < end {
            strips[1] = strip(mid, end, Edge::new(middle, bottom, mid), long);
        }
        let untested = (!source.tested).then_some(self.untested);
        let surface = Surface::<USED>::new(&frame, vertices, bias, perspective, (self.pitch, untested));
        // A loop for each, so that both have the registers to themselves.
        match &surface.view {
            View::Parabolas(parabolas) => {
                self.rows(&strips, &surface.slope, fill, source, |row, runs| runs.push(parabolas.run(&surface, row)));
            }
            View::Quotients(quotients) => {
                self.rows(&strips, &surface.slope, fill, source, |row, runs| quotients.runs(&surface, row, runs));
            }
        }
    }

    /// Draws rows between edges with the runs that `gather` adds for each.
    #[inline(always)]
    fn rows(
        &mut self,
        strips: &[Strip; 2],
        slope: &Slope,
        fill: FillFn,
        source: &PixelSource,
        gather: impl Fn(&Row, &mut Vec<Run>),
    ) {
        let clip = self.clip;
        let mut written = 0;
        for &Strip { first, end, mut left, mut right } in strips {
            for y in first..end {
                let (from, to) = (left.column().max(clip.left), right.column().min(clip.right));
                if from < to {
                    written += to - from;
                    gather(&Row { y, from, to }, self.runs);
                    if self.runs.len() >= GATHERED {
                        self.draw(slope, fill, source);
                    }
                }
                left.down();
                right.down();
            }
        }
        self.written += written as u64;
        self.draw(slope, fill, source);
    }

    /// Draws the runs that were gathered.
    fn draw(&mut self, slope: &Slope, fill: FillFn, source: &PixelSource) {
        fill(source, slope, self.runs, self.pixels, self.depth);
        self.runs.clear();
    }

    /// Draws one pixel.
    pub(super) fn point(&mut self, x: i32, y: i32, inverse_z: u32, fill: FillFn, source: &PixelSource) {
        self.gather_point((x, y), inverse_z.into(), source);
        self.draw(&Slope::default(), fill, source);
    }

    /// Draws a line between the pixels of two corners, its inverse depth linear between them.
    pub(super) fn line(&mut self, a: ScreenVertex, b: ScreenVertex, fill: FillFn, source: &PixelSource) {
        let [from, to] = [a, b].map(|c| (c.x >> 4, c.y >> 4));
        let length = (i64::from(to.0) - i64::from(from.0)).abs().max((i64::from(to.1) - i64::from(from.1)).abs());
        for (done, at) in (0..).zip(crate::raster::line_pixels(from, to)) {
            let inverse_z =
                i64::from(a.inverse_z) + (i64::from(b.inverse_z) - i64::from(a.inverse_z)) * done / length.max(1);
            self.gather_point(at, inverse_z, source);
            if self.runs.len() >= GATHERED {
                self.draw(&Slope::default(), fill, source);
            }
        }
        self.draw(&Slope::default(), fill, source);
    }

    /// Adds a run of one pixel, if it lies inside the clip.
    fn gather_point(&mut self, (x, y): (i32, i32), inverse_z: i64, source: &PixelSource) {
        if self.clip.contains(x, y) {
            let pixels = y as usize * self.pitch + x as usize;
            let (depths, depth) =
                if source.tested { (pixels, inverse_z.min(NEAREST) as i32) } else { (self.untested, 0) };
            let [pixels, depths] = [pixels, depths].map(|at| at as u32);
            self.runs.push(Run { pixels, depths, count: 1, depth, ..Run::default() });
            self.written += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_exact_quotients() {
        let mut state = 1_u32;
        let mut random = |below: i32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((u64::from(state) * below as u64) >> 32) as i32
        };
        // The last: corner to corner of the guard band.
        let mut edges: Vec<[i32; 4]> = (0..2000)
            .map(|n| [random(400 << (n % 10)), random(400), random(400 << (n % 8)), random(400 << (n % 10))])
            .map(|[x, y, to, height]| [x - 1000, y - 200, to - 1000, y - 199 + height])
            .collect();
        edges.push([-(1 << 17), -(1 << 17), 1 << 17, (1 << 17) - 1]);
        for [from_x, from_y, to_x, to_y] in edges {
            let vertex = |x, y| ScreenVertex { x, y, ..ScreenVertex::default() };
            let (first, end) = (row(from_y), row(to_y));
            let start = first + random(end - first + 1).min(end - first - 1).max(0);
            if start >= end {
                continue;
            }
            let mut edge = Edge::new(&vertex(from_x, from_y), &vertex(to_x, to_y), start);
            for y in start..end {
                // The least column whose centre, 16 column + 8, is not left of the edge.
                let (across, height) = (i128::from(to_x - from_x), i128::from(to_y - from_y));
                let numerator = i128::from(from_x - 8) * height + across * i128::from(16 * y + 8 - from_y);
                assert_eq!(i128::from(edge.column()), -(-numerator).div_euclid(16 * height), "row {y}");
                edge.down();
            }
        }
    }
}
