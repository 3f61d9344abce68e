//! A picture of two figures in one posture, and of their difference.
//!
//! Three panels: A, B, and the difference of each colour channel over black, where white is the largest difference. Both
//! figures are drawn with one camera and light and without textures, because shapes are compared.

use std::path::Path;

use keitai_app::SIZE;
use keitai_convert::compare::Poseable;
use keitai_render::{Compat, Effect, FigureDraw, Framebuffer, Renderer, Vector3};

use super::Side;
use crate::error::Error;
use crate::viewer::camera::{self, Bounds, Orbit};
use crate::viewer::load::or_white;
use crate::viewer::subject::LAMP;

/// The viewer's first background.
const BACKGROUND: u32 = 0x33_33_77;

/// Refuses names that do not end in .png.
pub(super) fn check_name(path: &Path) -> Result<(), Error> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        return Ok(());
    }
    Err(Error::usage(format!("cannot write a picture named {}", path.display()), "give --picture out.png"))
}

/// Draws both sides at an action and a frame, or without one in their rest pose.
pub(super) fn draw_both(a: &mut Side, b: &mut Side, place: Option<(usize, u32)>) -> Framebuffer {
    let mut positions = Vec::new();
    a.pose(place, &mut positions);
    b.pose(place, &mut positions);
    let points: Vec<Vector3> = positions.iter().map(|[x, y, z]| Vector3::new(*x, *y, *z)).collect();
    let bounds = Bounds::around(&points);
    panels(&draw(a, &bounds), &draw(b, &bounds))
}

fn draw(side: &Side, bounds: &Bounds) -> Framebuffer {
    let mut renderer = Renderer::new(SIZE.0, SIZE.1, Compat::default());
    let mut picture = Framebuffer::new(SIZE.0, SIZE.1);
    picture.fill(BACKGROUND);
    let layout = camera::layout(&Orbit { yaw: 384, pitch: 192, ..Orbit::default() }, bounds, SIZE);
    renderer.render_figure(&FigureDraw {
        model: &side.model,
        posture: &side.posture,
        textures: &or_white(Vec::new(), &side.content.figure),
        selected: None,
        layout: &layout,
        effect: &Effect { light: Some(LAMP), ..Effect::default() },
        offset: (0, 0),
    });
    renderer.flush(&mut picture);
    picture
}

fn panels(a: &Framebuffer, b: &Framebuffer) -> Framebuffer {
    let (width, height) = SIZE;
    let mut whole = Framebuffer::new(width * 3, height);
    let rows = a.pixels().chunks_exact(width as usize).zip(b.pixels().chunks_exact(width as usize));
    for (row, (a, b)) in whole.pixels_mut().chunks_exact_mut(3 * width as usize).zip(rows) {
        let difference = a.iter().zip(b).map(|(a, b)| difference(*a, *b));
        let pixels = a.iter().chain(b).copied().chain(difference);
        for (pixel, colour) in row.iter_mut().zip(pixels) {
            *pixel = colour;
        }
    }
    whole
}

/// Returns the difference of each channel, 0xRRGGBB.
fn difference(a: u32, b: u32) -> u32 {
    let channels = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
    channels.fold(0, |whole, (a, b)| whole << 8 | u32::from(a.abs_diff(b))) & 0xFF_FFFF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_panels_and_the_difference_of_one_pixel() {
        let mut a = Framebuffer::new(SIZE.0, SIZE.1);
        let mut b = a.clone();
        a.pixels_mut()[241] = 0x10_80_ff;
        b.pixels_mut()[241] = 0x20_80_0f;
        let whole = panels(&a, &b);
        assert_eq!((whole.width(), whole.height()), (720, 320));
        let at = |x: usize| whole.pixels()[720 + x];
        assert_eq!([at(1), at(241), at(481)], [0x10_80_ff, 0x20_80_0f, 0x10_00_f0]);
        assert_eq!(whole.pixels().iter().filter(|pixel| **pixel != 0).count(), 3);
    }
}
