//! The picture behind the figure: a colour, a checker or a picture, with a grid on the ground and the axes of the figure's space.

use keitai_render::{Canvas, Framebuffer, Vector3};

use super::scene::FigureScene;

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

/// Colours of the grid, of the line through the origin, and of the axes X, Y and Z, 0xRRGGBB.
const LINE: u32 = 0x70_70A0;
const AXES: [u32; 3] = [0xFF_5050, 0x50_E060, 0x60_90FF];

/// Lines to either side of the middle.
const LINES: i64 = 5;

pub(crate) fn grid(scene: &FigureScene, canvas: &mut Canvas) {
    let bounds = &scene.bounds;
    let ([x, _, z], floor) = (bounds.centre, bounds.floor());
    let spacing = spacing(bounds.radius);
    let whole = |at: i64| i32::try_from(at).unwrap_or(if at < 0 { i32::MIN } else { i32::MAX });
    let point = |x: i64, y: i64, z: i64| scene.pixel(Vector3::new(whole(x), whole(y), whole(z)));
    let mut line = |from: [i64; 3], to: [i64; 3], colour: u32| {
        // Lines are drawn in pieces, so that a part behind the camera does not hide the rest.
        const PIECES: i64 = 2 * LINES;
        let at = |piece: i64| {
            let along = |axis: usize| from[axis] + (to[axis] - from[axis]) * piece / PIECES;
            point(along(0), along(1), along(2))
        };
        for piece in 0..PIECES {
            if let (Some(from), Some(to)) = (at(piece), at(piece + 1)) {
                canvas.line(from, to, colour);
            }
        }
    };
    // Lines lie on multiples of the spacing.
    let (x, z) = (x.div_euclid(spacing) * spacing, z.div_euclid(spacing) * spacing);
    let reach = LINES * spacing;
    for step in -LINES..=LINES {
        let away = step * spacing;
        line([x + away, floor, z - reach], [x + away, floor, z + reach], LINE);
        line([x - reach, floor, z + away], [x + reach, floor, z + away], LINE);
    }
    for (axis, colour) in AXES.into_iter().enumerate() {
        let mut end = [0; 3];
        end[axis] = reach / 2;
        line([0; 3], end, colour);
    }
}

/// Returns the distance of lines: 1, 2 or 5 times a power of ten, so that the grid reaches beyond the figure.
fn spacing(radius: i64) -> i64 {
    let least = (radius / 3).max(1);
    let mut unit = 1;
    loop {
        match [1, 2, 5].into_iter().map(|step| step * unit).find(|step| *step >= least) {
            Some(step) => return step,
            None => unit *= 10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Viewer;
    use super::*;
    use crate::testing::{robot, shown};

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

    #[test]
    fn the_spacing_is_a_round_number_about_a_third_of_the_radius() {
        assert_eq!([0, 3, 5, 100, 151, 3000, 9000].map(spacing), [1, 1, 1, 50, 50, 1000, 5000]);
    }

    #[test]
    fn the_grid_is_drawn_around_the_figure_and_not_over_it() {
        let mut scene = shown(&robot("tin.mbac"));
        let mut viewer = Viewer::starting_at(0, Some(0));
        let plain = scene.picture(&viewer);
        viewer.grid = true;
        let picture = scene.picture(&viewer);
        let mut changed = 0;
        for (before, after) in plain.pixels().iter().zip(picture.pixels()) {
            assert!(before == after || *before == viewer.background);
            changed += usize::from(before != after);
        }
        assert!(changed > 500, "{changed}");
    }
}
