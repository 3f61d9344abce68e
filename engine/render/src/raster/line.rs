//! Points and lines, one pixel wide.

use super::{RasterTarget, ScreenVertex, span::BlendFn};

impl RasterTarget<'_> {
    /// Draws one pixel.
    pub(crate) fn point(&mut self, x: i32, y: i32, colour: u32, blend: BlendFn) {
        if self.clip.contains(x, y) {
            let pixel = &mut self.pixels[(y - self.top) as usize * self.pitch + x as usize];
            *pixel = blend(self.format, *pixel, colour);
            self.written += 1;
        }
    }

    /// Draws the pixels of a line.
    pub(crate) fn line(&mut self, a: &ScreenVertex, b: &ScreenVertex, colour: u32, blend: BlendFn) {
        let pixels = line_pixels((a.x, a.y), (b.x, b.y));
        if !(self.clip.contains(a.x, a.y) && self.clip.contains(b.x, b.y)) {
            pixels.for_each(|(x, y)| self.point(x, y, colour, blend));
            return;
        }
        // Pixels between two pixels inside lie inside.
        for (x, y) in pixels {
            let pixel = &mut self.pixels[(y - self.top) as usize * self.pitch + x as usize];
            *pixel = blend(self.format, *pixel, colour);
            self.written += 1;
        }
    }
}

/// Bresenham's line, both ends included. They lie inside the guard band, which bounds its length.
pub(crate) fn line_pixels(a: (i32, i32), b: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let (across, down) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
    let (right, below) = ((b.0 - a.0).signum(), (b.1 - a.1).signum());
    let mut error = across - down;
    std::iter::successors(Some(a), move |&(x, y)| {
        if (x, y) == b {
            return None;
        }
        let doubled = 2 * error;
        let (mut x, mut y) = (x, y);
        if doubled >= -down {
            error -= down;
            x += right;
        }
        if doubled <= across {
            error += across;
            y += below;
        }
        Some((x, y))
    })
}
