//! A pencil lying along X, its point to the viewer's left.

use crate::form::{Cover, Lie, Ring, Section, lid, shell};
use crate::mesh::{Finish, Mesh};
use crate::paint::{Brush, Canvas, Colour, Tile};
use glam::{DMat4, DQuat, dvec3};
use std::f64::consts::FRAC_PI_2;

/// Width and height of the texture: along its sides, and along its length.
pub const SIZE: [u16; 2] = [32, 128];
const WHOLE: Tile = Tile::new(0, 0, 32, 128);

/// Lead, wood, six painted sides, ferrule, rubber.
pub fn mesh() -> Mesh {
    let section = Section::round_with_flat_front(6);
    let at = |y: f64, radius: f64| Ring::new(y, radius, radius).sharp();
    let rings = [
        at(210.0, 1.5),
        at(198.0, 4.5),
        at(168.0, 15.0),
        at(0.0, 15.0),
        at(-150.0, 15.0),
        at(-176.0, 15.0),
        at(-196.0, 14.0),
    ];
    let mut mesh =
        shell(&section, &rings, |_, _| Some(Cover::new(WHOLE, Lie::Halves { rings: [0, 6] }, Finish::Lacquer)));
    mesh.add(lid(
        &section,
        rings[6],
        false,
        Cover::new(WHOLE, Lie::Top([-15.0, -3000.0], [15.0, 15.0]), Finish::Matte),
    ));
    // A flat side down.
    mesh.moved(DMat4::from_rotation_translation(DQuat::from_rotation_z(FRAC_PI_2), dvec3(0.0, 13.0, 0.0)))
}

/// Paints it from the point to the rubber.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let mut brush = Brush::new(&mut canvas, WHOLE);
    let (green, gold) = (Colour::hex(0x1F7A4A), Colour::hex(0xE8C45A));
    brush.fill(green).grain(0.05, 451);
    // Every side has its own light: six of them, three to the tile.
    brush.light(|x, _| 0.16 * libm::cos(x / 32.0 * std::f64::consts::TAU * 1.5));
    let edge = |x: f64| 13.5 + 2.2 * libm::sin(x / 32.0 * std::f64::consts::TAU * 1.5);
    brush.mist(Colour::hex(0xE2BC86), |x, y| (edge(x) - y + 0.5).clamp(0.0, 1.0));
    brush.mist(Colour::hex(0x34343C), |_, y| (4.4 - y).clamp(0.0, 1.0));
    for i in 0..5 {
        let y = 74.0 + 5.0 * f64::from(i);
        brush.lay(gold, move |x, py| (py - y).abs().max((x - 16.0).abs() - 9.0) - 1.0);
    }
    brush.mist(Colour::hex(0xC8CCD0), |_, y| (y - 110.0).clamp(0.0, 1.0));
    for y in [112.0, 115.0, 118.0] {
        brush.glaze(Colour::BLACK, 0.4, move |_, py| (py - y).abs() - 0.7);
    }
    brush.mist(Colour::hex(0xE2808A), |_, y| (y - 121.0).clamp(0.0, 1.0));
    brush.scratches(gold, 4, 453);
    canvas
}
