//! A wooden spinning top, fallen on its side, painted in rings.

use crate::form::{Cover, Lie, Ring, Section, lid, shell};
use crate::mesh::{Finish, Mesh};
use crate::paint::{Brush, Canvas, Colour, Tile};
use glam::{DMat4, DQuat, dvec3};

/// Width and height of the texture.
pub const SIZE: [u16; 2] = [64, 64];
const PROFILE: Tile = Tile::new(0, 0, 64, 64);

/// Stem, disc, point; then laid over.
pub fn mesh() -> Mesh {
    let section = Section::round(12);
    let at = |y: f64, radius: f64| Ring::new(y, radius, radius);
    let rings = [
        at(56.0, 4.5),
        at(30.0, 5.5).sharp(),
        at(26.0, 20.0),
        at(18.0, 42.0).sharp(),
        at(10.0, 43.0).sharp(),
        at(-4.0, 16.0),
        at(-16.0, 2.5),
    ];
    let mut mesh =
        shell(&section, &rings, |_, _| Some(Cover::new(PROFILE, Lie::Halves { rings: [0, 6] }, Finish::Lacquer)));
    mesh.add(lid(
        &section,
        rings[0],
        true,
        Cover::new(PROFILE, Lie::Top([-90.0, -4.0], [90.0, 300.0]), Finish::Lacquer),
    ));
    // It rests on its point and on the edge of its disc.
    let lean = libm::atan2(26.0, 43.0);
    let lift = 16.0 * libm::cos(lean) + 2.5 * libm::sin(lean);
    mesh.moved(DMat4::from_rotation_translation(DQuat::from_rotation_z(-lean), dvec3(0.0, lift, 0.0)))
}

/// Rings of paint from the stem to the point.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let mut brush = Brush::new(&mut canvas, PROFILE);
    let wood = Colour::hex(0xD8A868);
    brush.fill(wood).grain(0.08, 441);
    let bands = [
        (13.0, 17.0, 0xC8301E),
        (19.0, 23.0, 0xF4E6C0),
        (23.0, 27.0, 0x2A58A0),
        (27.0, 30.0, 0xF0C040),
        (30.0, 38.0, 0xC8301E),
        (40.0, 45.0, 0x2F7A40),
        (45.0, 48.0, 0xF4E6C0),
        (57.0, 64.0, 0x8A8F98),
    ];
    for (from, to, colour) in bands {
        brush.mist(Colour::hex(colour), move |_, y| (y - from + 0.5).clamp(0.0, 1.0) * (to - y + 0.5).clamp(0.0, 1.0));
        brush.glaze(Colour::BLACK, 0.35, move |_, y| (y - to).abs() - 0.5);
    }
    brush.wear(wood.lit(0.2), 2.2, 443, |_, y| (y - 34.0).abs().min((y - 20.0).abs() + 0.5));
    canvas
}
