//! Points and lines, one pixel wide.

use super::span::{Paint, Span};
use super::{Canvas, Corner};

impl Canvas<'_> {
    /// Draws one pixel.
    pub(super) fn pixel(&mut self, x: i32, y: i32, span: Span, paint: &Paint) {
        if (self.clip.top..self.clip.bottom).contains(&y) {
            self.row::<0>(y, x, x.saturating_add(1), [0; 5], &[0; 5], span, paint);
        }
    }

    /// Bresenham's line; both ends are drawn. They lie inside the guard band, which bounds its length.
    pub(super) fn line(&mut self, a: Corner, b: Corner, span: Span, paint: &Paint) {
        let (across, down) = ((b.x - a.x).abs(), (b.y - a.y).abs());
        let (right, below) = ((b.x - a.x).signum(), (b.y - a.y).signum());
        let (mut x, mut y) = (a.x, a.y);
        let mut error = across - down;
        loop {
            self.pixel(x, y, span, paint);
            if (x, y) == (b.x, b.y) {
                return;
            }
            let doubled = 2 * error;
            if doubled >= -down {
                error -= down;
                x += right;
            }
            if doubled <= across {
                error += across;
                y += below;
            }
        }
    }
}
