//! A cup of green tea: white glaze, waves in blue.

use crate::form::{Cover, Lie, Ring, Section, lid, shell};
use crate::mesh::{Finish, Mesh};
use crate::paint::brush::noise;
use crate::paint::shape::{disc, length, ring};
use crate::paint::{Brush, Canvas, Colour, Tile};

/// Width and height of the texture.
pub const SIZE: [u16; 2] = [128, 64];
const SIDE: Tile = Tile::new(0, 0, 64, 64);
const INSIDE: Tile = Tile::new(64, 0, 64, 16);
const TEA: Tile = Tile::new(64, 16, 48, 48);

/// Outside, rim, inside, tea.
pub fn mesh() -> Mesh {
    let section = Section::round(12);
    let at = |y: f64, radius: f64| Ring::new(y, radius, radius);
    let outside = [at(86.0, 50.0), at(50.0, 48.0), at(14.0, 40.0).sharp(), at(0.0, 28.0)];
    let inside = [at(86.0, 46.0), at(62.0, 42.0)];
    let rim = [at(86.0, 46.0), at(86.0, 50.0)];
    let cover = |tile, last| move |_, _| Some(Cover::new(tile, Lie::Halves { rings: [0, last] }, Finish::Lacquer));
    let mut mesh = shell(&section, &outside, cover(SIDE, 3));
    mesh.add(shell(&section, &rim, cover(INSIDE, 1)));
    mesh.add(shell(&section, &inside, cover(INSIDE, 1)).inside_out());
    mesh.add(lid(&section, inside[1], true, Cover::new(TEA, Lie::Top([-42.0, -42.0], [42.0, 42.0]), Finish::Lacquer)));
    mesh
}

/// Paints glaze and tea.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let whole = canvas.whole();
    let (white, blue) = (Colour::hex(0xF0F0E4), Colour::hex(0x2A4C96));
    Brush::new(&mut canvas, whole).fill(white);
    let mut side = Brush::new(&mut canvas, SIDE);
    side.fade(white, white.lit(-0.22)).grain(0.03, 421);
    for row in 0..3 {
        for column in -1..5 {
            let centre = [f64::from(column) * 16.0 + f64::from(row % 2) * 8.0, 32.0 + f64::from(row) * 7.0];
            side.lay(white.lit(-0.08), disc(centre, 8.5));
            for radius in [8.0, 5.2, 2.4] {
                side.glaze(blue, 0.85, ring(centre, radius, 1.2));
            }
        }
    }
    side.mist(Colour::hex(0x8A6A4A), |_, y| (y - 53.0).clamp(0.0, 1.0));
    side.lay(blue, |_, y| (y - 5.0).abs() - 1.2);
    side.glaze(blue, 0.8, |_, y| (y - 8.5).abs() - 0.5);
    Brush::new(&mut canvas, INSIDE).fade(white, white.lit(-0.3)).grain(0.03, 423);
    let mut tea = Brush::new(&mut canvas, TEA);
    let middle = [24.0, 24.0];
    tea.fill(Colour::hex(0x8FA03A)).grain(0.06, 425);
    tea.mist(Colour::hex(0x5A6A1E), |x, y| ((length(x - 24.0, y - 24.0) - 12.0) / 12.0).clamp(0.0, 1.0) * 0.8);
    tea.mist(Colour::hex(0xC8D07A), |x, y| {
        0.8 * (1.0 - disc([17.0, 17.0], 5.0)(x, y).abs() / 2.0) * noise(x / 3.0, y / 3.0, 427)
    });
    tea.glaze(Colour::hex(0x3E4A14), 0.6, ring(middle, 23.0, 2.0));
    canvas
}
