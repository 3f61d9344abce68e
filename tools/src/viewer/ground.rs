//! A grid on the ground under the figure and the axes of its space, drawn behind the figure.

use keitai_render::{Canvas, Vector3};

use super::scene::FigureScene;

/// Colours of the grid, of the line through the origin, and of the axes X, Y and Z, 0xRRGGBB.
const LINE: u32 = 0x70_70A0;
const AXES: [u32; 3] = [0xFF_5050, 0x50_E060, 0x60_90FF];

/// Lines to either side of the middle.
const LINES: i64 = 5;

pub(crate) fn draw(scene: &FigureScene, canvas: &mut Canvas) {
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
    fn the_spacing_is_a_round_number_about_a_third_of_the_radius() {
        assert_eq!([0, 3, 5, 100, 151, 3000, 9000].map(spacing), [1, 1, 1, 50, 50, 1000, 5000]);
    }

    #[test]
    fn the_grid_is_drawn_around_the_figure_and_not_over_it() {
        let mut scene = shown(&robot("tin.mbac"));
        let mut viewer = Viewer::starting_at(0, Some(0));
        scene.show(&viewer);
        let (mut plain, mut picture) = (scene.stage.framebuffer(), scene.stage.framebuffer());
        scene.draw(&viewer, &mut plain);
        viewer.grid = true;
        scene.draw(&viewer, &mut picture);
        let mut changed = 0;
        for (before, after) in plain.pixels().iter().zip(picture.pixels()) {
            assert!(before == after || *before == viewer.background);
            changed += usize::from(before != after);
        }
        assert!(changed > 500, "{changed}");
    }
}
