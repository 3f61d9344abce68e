//! The table: a square of wooden boards. The texture is mirrored from one copy to the next, so that no seam shows, and
//! cut in four, because textures bend on large polygons near the eye.

use crate::mesh::{Corner, Facet, Finish, Mesh};
use crate::paint::brush::noise;
use crate::paint::shape::length;
use crate::paint::{Brush, Canvas, Colour, Tile};
use glam::{DVec3, dvec3};

/// Width and height of the texture.
pub const SIZE: [u16; 2] = [128, 128];
/// Polygons each way, and the side of one: half the texture.
const TILES: i32 = 12;
const SIDE: f64 = 160.0;

/// Returns the surface.
pub fn mesh() -> Mesh {
    let tile = Tile::new(0, 0, SIZE[0], SIZE[1]);
    let mut mesh = Mesh::default();
    for row in 0..TILES {
        for column in 0..TILES {
            let corner = |dx: i32, dz: i32| {
                let place = |index: i32| (f64::from(index) - f64::from(TILES) / 2.0) * SIDE;
                let mirrored = |index: i32| [0.0, 0.5, 1.0, 0.5][index.rem_euclid(4) as usize];
                let at = dvec3(place(column + dx), 0.0, place(row + dz));
                Corner { at, normal: DVec3::Y, texel: tile.at(mirrored(column + dx), mirrored(row + dz)) }
            };
            let corners = vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            mesh.push(Facet { corners, finish: Finish::Matte, group: None });
        }
    }
    mesh
}

/// Boards from left to right, with grain, gaps and a knot or two.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let whole = canvas.whole();
    let mut brush = Brush::new(&mut canvas, whole);
    let (light, dark) = (Colour::hex(0x9A6238), Colour::hex(0x52301A));
    const BOARD: f64 = 32.0;
    brush.fill(light);
    let board = |y: f64| (y / BOARD).floor();
    let knot = |x: f64, y: f64| {
        let bump = |cx: f64, cy: f64| 5.0 / (1.0 + length((x - cx) / 5.0, (y - cy) / 2.4));
        bump(30.0, 14.0) + bump(98.0, 80.0)
    };
    brush.mist(dark, |x, y| {
        let wave = y * 0.9 + 5.0 * noise(x / 46.0, board(y) * 3.1, 401) + 3.0 * noise(x / 17.0, y / 9.0, 403);
        0.5 * (0.5 + 0.5 * libm::sin(wave * 1.9 + knot(x, y) * 1.6 + board(y) * 2.0))
    });
    brush.mist(dark, |_, y| 0.28 * noise(board(y) + 0.5, 0.5, 405));
    brush.light(|x, y| 0.14 * (noise(x / 9.0, y / 1.2, 407) - 0.5));
    brush.mist(dark.lit(-0.4), |x, y| ((knot(x, y) - 3.2) * 0.8).clamp(0.0, 0.8));
    for line in 0..4 {
        let gap = f64::from(line) * BOARD + 1.0;
        brush.glaze(Colour::BLACK, 0.65, move |_, y| (y - gap).abs() - 0.8);
        brush.glaze(Colour::WHITE, 0.14, move |_, y| (y - gap - 1.8).abs() - 0.6);
    }
    brush.scratches(light.lit(0.35), 6, 409);
    canvas
}
