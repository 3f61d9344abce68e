//! Backgrounds behind the figure: a colour, a checker or a picture.

use keitai_render::Framebuffer;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Background {
    #[default]
    Plain,
    /// Light and dark squares.
    Checker,
    Picture,
}

/// Side of a square, pixels, and the two colours, 0xRRGGBB.
const SQUARE: usize = 16;
const SQUARES: [u32; 2] = [0x66_6666, 0x99_9999];

pub(crate) fn checker(empty: &Framebuffer) -> Framebuffer {
    let mut checker = empty.clone();
    let width = empty.width().max(1) as usize;
    for (y, row) in checker.pixels_mut().chunks_exact_mut(width).enumerate() {
        row.iter_mut().enumerate().for_each(|(x, pixel)| *pixel = SQUARES[(x / SQUARE + y / SQUARE) % 2]);
    }
    checker
}

/// Returns a picture that covers the size of `empty`: scaled to the nearest pixels in proportion, and cut at the middle.
pub(crate) fn covering(picture: &Framebuffer, empty: &Framebuffer) -> Framebuffer {
    let mut covering = empty.clone();
    let [width, height, source_width, source_height] =
        [empty.width(), empty.height(), picture.width(), picture.height()].map(|side| u64::from(side.max(1)));
    // The side that needs the larger scale decides.
    let (over, under) =
        if width * source_height >= height * source_width { (source_width, width) } else { (source_height, height) };
    let nearest = |at: usize, side: u64, length: u64| {
        let cut = (length * under).saturating_sub(side * over) / 2;
        (((2 * at as u64 + 1) * over + 2 * cut) / (2 * under)).min(length - 1) as usize
    };
    for (y, row) in covering.pixels_mut().chunks_exact_mut(width as usize).enumerate() {
        let from = nearest(y, height, source_height) * source_width as usize;
        for (x, pixel) in row.iter_mut().enumerate() {
            *pixel = picture.pixels().get(from + nearest(x, width, source_width)).copied().unwrap_or(*pixel);
        }
    }
    covering
}

/// Puts a background where a picture shows the pixels of `empty`.
pub(crate) fn lay(background: &Framebuffer, empty: &Framebuffer, picture: &mut Framebuffer) {
    let pixels = picture.pixels_mut().iter_mut().zip(empty.pixels()).zip(background.pixels());
    pixels.filter(|((pixel, empty), _)| *pixel == *empty).for_each(|((pixel, _), background)| *pixel = *background);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_covers_the_whole_background_and_keeps_its_proportions() {
        let mut wide = Framebuffer::new(8, 2);
        (0..).zip(wide.pixels_mut()).for_each(|(at, pixel)| *pixel = at);
        // Twice as large, cut to the middle four of eight columns.
        let covering = covering(&wide, &Framebuffer::new(4, 4));
        assert_eq!(covering.pixels()[..4], [3, 3, 4, 4]);
        assert_eq!(covering.pixels()[12..], [11, 11, 12, 12]);
        assert_eq!(super::covering(&wide, &wide), wide);
    }

    #[test]
    fn only_the_empty_pixels_show_the_background() {
        let (mut empty, mut picture) = (Framebuffer::new(32, 2), Framebuffer::new(32, 2));
        empty.fill(7);
        picture.fill(7);
        picture.pixels_mut()[20] = 9;
        lay(&checker(&empty), &empty, &mut picture);
        assert_eq!([0, 15, 16, 20].map(|x| picture.pixels()[x]), [SQUARES[0], SQUARES[0], SQUARES[1], 9]);
    }
}
