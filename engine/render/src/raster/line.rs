//! Points and lines, one pixel wide.

use super::{RasterTarget, ScreenVertex};
use keitai_formats::Blend;

impl RasterTarget<'_> {
    /// Draws the pixels of a line, or the one of a point, which both ends are.
    pub(crate) fn line(&mut self, a: &ScreenVertex, b: &ScreenVertex, colour: u32, blend: Blend) {
        let format = self.format;
        let ends = [a, b].map(|end| (end.x, end.y));
        match blend {
            Blend::Normal => self.draw_pixels(ends, |_| colour),
            Blend::Half => self.draw_pixels(ends, |under| format.half(under, colour)),
            Blend::Add => self.draw_pixels(ends, |under| format.add(under, colour)),
            Blend::Sub => self.draw_pixels(ends, |under| format.sub(under, colour)),
        }
    }

    fn draw_pixels(&mut self, [a, b]: [(i32, i32); 2], draw: impl Fn(u32) -> u32) {
        let (clip, top, pitch, pixels) = (self.clip, self.top, self.pitch, &mut *self.pixels);
        // A line lies between its ends.
        let inside = clip.contains(a.0, a.1) && clip.contains(b.0, b.1);
        let mut written = 0;
        for (x, y) in line_pixels(a, b).filter(|&(x, y)| inside || clip.contains(x, y)) {
            if let Some(pixel) = pixels.get_mut((y - top) as usize * pitch + x as usize) {
                *pixel = draw(*pixel);
                written += 1;
            }
        }
        self.written += written;
    }
}

/// Returns the pixels of Bresenham's line, both ends included. They lie inside the guard band, which bounds its length.
pub(crate) fn line_pixels(a: (i32, i32), b: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let (across, down) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
    let (right, below) = ((b.0 - a.0).signum(), (b.1 - a.1).signum());
    let (mut error, mut at) = (across - down, a);
    (0..=across.max(down)).map(move |_| {
        let pixel = at;
        let doubled = 2 * error;
        if doubled >= -down {
            error -= down;
            at.0 += right;
        }
        if doubled <= across {
            error += across;
            at.1 += below;
        }
        pixel
    })
}
