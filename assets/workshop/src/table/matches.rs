//! A box of matches with a cogwheel on its label.

use crate::form::{Cover, Lie, block};
use crate::mesh::{Finish, Mesh};
use crate::paint::brush::noise;
use crate::paint::shape::{disc, length, plate, ring};
use crate::paint::{Brush, Canvas, Colour, Tile};
use glam::dvec3;

/// Width and height of the texture.
pub const SIZE: [u16; 2] = [96, 96];
const LABEL: Tile = Tile::new(0, 0, 96, 64);
const STRIKE: Tile = Tile::new(0, 64, 96, 16);
const END: Tile = Tile::new(0, 80, 64, 16);
const HALF: [f64; 3] = [60.0, 16.0, 40.0];

/// Returns the box.
pub fn mesh() -> Mesh {
    let [x, y, z] = HALF;
    let front = Cover::new(STRIKE, Lie::Front([-x, 2.0 * y], [x, 0.0]), Finish::Matte);
    let side = Cover::new(END, Lie::Side([z, 2.0 * y], [-z, 0.0]), Finish::Matte);
    let top = Cover::new(LABEL, Lie::Top([-x, -z], [x, z]), Finish::Matte);
    block(dvec3(0.0, y, 0.0), dvec3(x, y, z), [top, front, side])
}

/// Paints label, striking surface and drawer.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let (paper, red, ink) = (Colour::hex(0xF2D27A), Colour::hex(0xC03A22), Colour::hex(0x2A2420));
    let mut label = Brush::new(&mut canvas, LABEL);
    label.fade(paper.lit(0.15), paper.lit(-0.1)).grain(0.08, 431);
    let frame = plate([4.0, 4.0], [92.0, 60.0], 5.0);
    label.glaze(red, 1.0, |x, y| frame(x, y).abs() - 1.4);
    label.glaze(red, 0.8, |x, y| (frame(x, y) + 4.0).abs() - 0.6);
    // The cogwheel.
    let middle = [48.0, 32.0];
    let cog = move |x: f64, y: f64| {
        let turn = libm::atan2(y - middle[1], x - middle[0]);
        let tooth = (libm::sin(turn * 10.0) * 4.0).clamp(-1.0, 1.0) * 1.8;
        length(x - middle[0], y - middle[1]) - 18.0 - tooth
    };
    label.glaze(ink, 0.35, |x, y| cog(x - 1.0, y - 1.4) - 0.6);
    label.lay(red, cog);
    label.lay(paper.lit(0.3), disc(middle, 12.0));
    label.lay(red, ring(middle, 9.0, 1.4));
    label.lay(ink, disc(middle, 4.0));
    for x in [16.0, 80.0] {
        for (dy, size) in [(-14.0, 3.0), (0.0, 5.0), (14.0, 3.0)] {
            label.lay(ink, disc([x, 32.0 + dy], size));
            label.lay(paper, disc([x, 32.0 + dy], size - 1.6));
        }
    }
    label.wear(Colour::hex(0xE8DCC8), 3.0, 433, |x, y| x.min(96.0 - x).min(y).min(64.0 - y));
    let mut strike = Brush::new(&mut canvas, STRIKE);
    strike.fill(Colour::hex(0x5A3A30)).grain(0.25, 435);
    strike.mist(Colour::hex(0xB89878), |x, y| ((noise(x / 14.0, y / 2.0, 437) - 0.62) * 3.0).clamp(0.0, 0.6));
    strike.lay(paper, |_, y| 6.6 - (y - 8.0).abs());
    let mut end = Brush::new(&mut canvas, END);
    end.fade(paper, paper.lit(-0.25)).grain(0.08, 439);
    end.lay(Colour::hex(0xC8A070), plate([3.0, 3.0], [61.0, 14.0], 1.0));
    end.glaze(ink, 0.5, |x, y| plate([3.0, 3.0], [61.0, 14.0], 1.0)(x, y).abs() - 0.6);
    canvas
}
