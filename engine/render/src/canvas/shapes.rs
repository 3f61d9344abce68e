//! Lines and filled triangles, for what is drawn over a picture to explain it.
//!
//! Sums and products stay in range because what begins or ends far outside any picture is left out.

use super::Canvas;

/// Farthest distance of a corner from the top left pixel, pixels along each axis.
const FAR: i32 = 4096;

fn near((x, y): (i32, i32)) -> bool {
    (-FAR..=FAR).contains(&x) && (-FAR..=FAR).contains(&y)
}

impl Canvas<'_> {
    /// Draws a line one pixel wide, its ends included. One that begins or ends far outside any picture is left out.
    #[doc(alias = "drawLine")]
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), colour: u32) {
        if !near(from) || !near(to) {
            return;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).max(1);
        for step in 0..=dx.abs().max(dy.abs()) {
            // Rounded half up, so that the line from `to` to `from` has the same pixels except at ties.
            let along = |d: i32| (2 * d * step + steps).div_euclid(2 * steps);
            self.rectangle(from.0 + along(dx), from.1 + along(dy), 1, 1, colour);
        }
    }

    /// Fills a triangle: the pixels of each row between its edges, both included. One with a corner far outside any
    /// picture is left out.
    pub fn triangle(&mut self, mut corners: [(i32, i32); 3], colour: u32) {
        if !corners.into_iter().all(near) {
            return;
        }
        corners.sort_unstable_by_key(|(_, y)| *y);
        let [top, middle, bottom] = corners;
        let at = |from: (i32, i32), to: (i32, i32), y: i32| {
            from.0 + if to.1 == from.1 { 0 } else { (to.0 - from.0) * (y - from.1) / (to.1 - from.1) }
        };
        for y in top.1.max(self.clip.top)..=bottom.1.min(self.clip.bottom - 1) {
            let long = at(top, bottom, y);
            let short = if y < middle.1 { at(top, middle, y) } else { at(middle, bottom, y) };
            self.rectangle(long.min(short), y, long.abs_diff(short) + 1, 1, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::Framebuffer;

    fn lit(draw: impl FnOnce(&mut Canvas)) -> Vec<usize> {
        let mut picture = Framebuffer::new(4, 4);
        draw(&mut Canvas::new(&mut picture));
        picture.pixels().iter().enumerate().filter(|(_, p)| **p != 0).map(|(i, _)| i).collect()
    }

    #[test]
    fn lines_are_cut_at_the_edge_and_left_out_far_away() {
        assert_eq!(lit(|canvas| canvas.line((-2, 1), (9, 1), 1)), [4, 5, 6, 7]);
        assert_eq!(lit(|canvas| canvas.line((0, 3), (3, 0), 1)), [3, 6, 9, 12]);
        assert_eq!(lit(|canvas| canvas.line((2, 2), (2, 2), 1)), [10]);
        assert_eq!(lit(|canvas| canvas.line((0, 0), (i32::MAX, i32::MIN), 1)).len(), 0);
    }

    #[test]
    fn triangles_cover_the_pixels_between_their_edges() {
        assert_eq!(lit(|canvas| canvas.triangle([(0, 0), (3, 3), (0, 3)], 1)), [0, 4, 5, 8, 9, 10, 12, 13, 14, 15]);
        assert_eq!(lit(|canvas| canvas.triangle([(1, 1), (2, 1), (1, 1)], 1)), [5, 6]);
        assert_eq!(lit(|canvas| canvas.triangle([(-4096, -4096), (4096, -4096), (0, 4096)], 1)).len(), 16);
        assert_eq!(lit(|canvas| canvas.triangle([(0, 0), (i32::MAX, 0), (0, 5000)], 1)).len(), 0);
    }
}
