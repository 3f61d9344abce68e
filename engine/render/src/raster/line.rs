//! Points and lines, one pixel wide.

use super::edge::Edge;
use super::{Brush, Canvas, Corner};

impl Canvas<'_> {
    /// Draws one pixel.
    pub(super) fn pixel(&mut self, x: i32, y: i32, brush: Brush) {
        let clip = self.clip;
        if (clip.top..clip.bottom).contains(&y) && (clip.left..clip.right).contains(&x) {
            let [mut left, mut right] = [x, x + 1].map(|x| Edge::upright(x, [0; 5], [0; 5]));
            (brush.band)(self, y..y + 1, &mut left, &mut right, &[0; 5], brush.paint);
        }
    }

    /// Bresenham's line; both ends are drawn. They lie inside the guard band, which bounds its length.
    pub(super) fn line(&mut self, a: Corner, b: Corner, brush: Brush) {
        let (across, down) = ((b.x - a.x).abs(), (b.y - a.y).abs());
        let (right, below) = ((b.x - a.x).signum(), (b.y - a.y).signum());
        let (mut x, mut y) = (a.x, a.y);
        let mut error = across - down;
        loop {
            self.pixel(x, y, brush);
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
