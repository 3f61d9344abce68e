//! Points and lines, one pixel wide.

use super::edge::Edge;
use super::span::Strip;
use super::{Brush, Canvas, Corner};

impl Canvas<'_> {
    /// Draws one pixel.
    pub(super) fn pixel(&mut self, x: i32, y: i32, brush: Brush) {
        let clip = self.clip;
        if (clip.top..clip.bottom).contains(&y) && (clip.left..clip.right).contains(&x) {
            let [left, right] = [x, x + 1].map(|x| Edge::upright(x, [0; 5], [0; 5]));
            let strip = Strip { top: y, bottom: y + 1, left: &left, right: &right };
            (brush.band)(self, &[strip], &[0; 5], brush.paint);
        }
    }

    /// Draws the pixels of a line.
    pub(super) fn line(&mut self, a: &Corner, b: &Corner, brush: Brush) {
        line_pixels((a.x, a.y), (b.x, b.y)).for_each(|(x, y)| self.pixel(x, y, brush));
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
