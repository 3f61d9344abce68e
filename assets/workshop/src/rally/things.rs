//! Things beside the road: sprites of plants, signs and people; and figures: the gate at the start, landmarks.

use super::land::Land;
use crate::form::{Cover, Lie, Ring, Section, block, lid, shell};
use crate::mesh::{Finish, Mesh};
use crate::paint::brush::noise;
use crate::paint::shape::{disc, ellipse, length, plate, stroke};
use crate::paint::{Brush, Canvas, Colour, Tile};
use crate::skeleton::Joint;
use crate::text::Sculpture;
use glam::{DVec3, dvec3};

/// Side of a sprite.
const CELL: u16 = 64;
const JOINTS: [Joint; 1] = [Joint { name: "thing", parent: None, at: DVec3::ZERO }];
const WOOD: Colour = Colour::hex(0x6A4628);

/// Returns the sprites of a land, four to a row: two trees, a bush and a rock; signs to the left and to the right, a heap of
/// tyres, people.
pub fn sheet(land: &Land) -> Canvas {
    let mut canvas = Canvas::new(CELL * 4, CELL * 2);
    let mut at = |index: u16, paint: &dyn Fn(&mut Brush)| {
        let tile = Tile::new(index % 4 * CELL, index / 4 * CELL, CELL, CELL);
        paint(&mut Brush::new(&mut canvas, tile));
    };
    match land.name {
        "coast" => {
            at(0, &|brush| leafy(brush, 0x3C9A38, 601));
            at(1, &palm);
            at(2, &|brush| bush(brush, 0x4CA83C, 0xF05A78, 603));
            at(3, &|brush| rock(brush, 0x9A9890, 605));
        }
        "mesa" => {
            at(0, &cactus);
            at(1, &|brush| fir(brush, 0x6C8440, 0x8CA050, 607));
            at(2, &|brush| bush(brush, 0x9A8C48, 0xE8C860, 609));
            at(3, &|brush| rock(brush, 0xB4583C, 611));
        }
        _ => {
            at(0, &|brush| fir(brush, 0x2C5C50, 0xF0F6FF, 613));
            at(1, &|brush| fir(brush, 0x386850, 0xE0ECFC, 615));
            at(2, &|brush| bush(brush, 0xD0DCF0, 0xF8FCFF, 617));
            at(3, &|brush| rock(brush, 0x8C98B0, 619));
        }
    }
    at(4, &|brush| sign(brush, land, true));
    at(5, &|brush| sign(brush, land, false));
    at(6, &|brush| tyres(brush, land));
    at(7, &people);
    canvas
}

fn trunk(brush: &mut Brush, top: f64, thick: f64) {
    brush.lay(WOOD.lit(-0.2), stroke(&[[32.0, 63.0], [32.0, top]], thick));
    brush.lay(WOOD.lit(0.1), stroke(&[[31.0, 62.0], [31.2, top]], thick * 0.4));
}

/// Leaves in a ragged shape, lighter towards the upper left.
fn leaves(brush: &mut Brush, colour: Colour, seed: u32, shape: impl Fn(f64, f64) -> f64) {
    let ragged = |x: f64, y: f64| shape(x, y) + 5.0 * (noise(x / 3.4, y / 3.4, seed) - 0.5);
    brush.lay(colour.lit(-0.42), |x, y| if ragged(x, y) < 0.0 { -1.0 } else { 1.0 });
    for (step, light) in [(2.0, -0.2), (4.5, 0.0), (7.5, 0.16)] {
        brush.lay(colour.lit(light), |x, y| {
            ragged(x + step * 0.6, y + step * 0.7) + step * 0.9 + 4.0 * (noise(x / 2.2, y / 2.2, seed + 1) - 0.4)
        });
    }
}

fn leafy(brush: &mut Brush, colour: u32, seed: u32) {
    trunk(brush, 38.0, 6.0);
    let colour = Colour::hex(colour);
    leaves(brush, colour.lit(-0.1), seed, ellipse([32.0, 34.0], [25.0, 14.0]));
    leaves(brush, colour, seed + 2, ellipse([31.0, 20.0], [20.0, 17.0]));
}

fn palm(brush: &mut Brush) {
    let trunk = [[30.0, 63.0], [33.0, 46.0], [35.0, 32.0], [34.0, 20.0]];
    brush.lay(WOOD, stroke(&trunk, 5.0));
    brush.glaze(Colour::hex(0xC09868), 0.8, |x, y| {
        stroke(&trunk, 3.0)(x + 0.8, y).max((y.rem_euclid(4.0) - 2.0).abs() - 1.2)
    });
    for (index, tip) in [[4.0, 26.0], [10.0, 8.0], [30.0, 1.0], [52.0, 6.0], [62.0, 22.0], [54.0, 38.0], [14.0, 40.0]]
        .into_iter()
        .enumerate()
    {
        let bend = [(34.0 + tip[0]) / 2.0, (20.0 + tip[1]) / 2.0 - 8.0];
        let points = [[34.0, 20.0], bend, tip];
        let colour = Colour::hex(0x44A040).lit([-0.2, 0.0, 0.12, 0.05, -0.1, -0.3, -0.3][index]);
        brush.lay(colour, |x, y| stroke(&points, 6.5)(x, y) + 2.4 * noise(x / 1.4, y / 1.4, 621));
    }
    brush.lay(Colour::hex(0xD8A040), disc([32.0, 23.0], 2.2));
    brush.lay(Colour::hex(0xB87830), disc([36.5, 24.0], 2.2));
}

fn bush(brush: &mut Brush, colour: u32, flower: u32, seed: u32) {
    let colour = Colour::hex(colour);
    leaves(brush, colour, seed, ellipse([32.0, 50.0], [27.0, 14.0]));
    for index in 0..9_u32 {
        let at = |k: u32| noise(f64::from(index * 3 + k) + 0.5, 0.5, seed + 9);
        brush.lay(Colour::hex(flower), disc([12.0 + 40.0 * at(0), 42.0 + 16.0 * at(1)], 1.7));
    }
}

fn rock(brush: &mut Brush, colour: u32, seed: u32) {
    let colour = Colour::hex(colour);
    let shape = |x: f64, y: f64| {
        let away = length((x - 32.0) / 1.25, (y - 62.0) / 1.1);
        let turn = libm::atan2(y - 62.0, x - 32.0);
        (away - 21.0 - 7.0 * (noise(turn * 2.4, 0.5, seed) - 0.4)).max(y - 62.5)
    };
    brush.lay(colour.lit(-0.3), |x, y| if shape(x, y) < 0.0 { -1.0 } else { 1.0 });
    brush.lay(colour, |x, y| shape(x + 4.0, y + 5.0) + 3.0 + 5.0 * (noise(x / 5.0, y / 5.0, seed + 1) - 0.4));
    brush
        .lay(colour.lit(0.25), |x, y| shape(x + 9.0, y + 10.0) + 9.0 + 7.0 * (noise(x / 4.0, y / 4.0, seed + 2) - 0.3));
}

fn fir(brush: &mut Brush, colour: u32, tip: u32, seed: u32) {
    trunk(brush, 50.0, 5.0);
    let (colour, tip) = (Colour::hex(colour), Colour::hex(tip));
    for (row, bottom) in [56.0, 43.0, 31.0, 20.0].into_iter().enumerate() {
        let half = [23.0, 19.0, 14.0, 9.0][row];
        let top = bottom - 19.0;
        let tier = move |x: f64, y: f64| {
            let part = (y - top) / (bottom - top);
            let ragged = 2.6 * (noise(x / 2.0, y / 3.0, seed + row as u32) - 0.5);
            ((x - 32.0).abs() - half * part + ragged).max(y - bottom + ragged).max(top - y)
        };
        brush.lay(colour.lit(-0.3), move |x, y| if tier(x, y) < 0.0 { -1.0 } else { 1.0 });
        brush.lay(colour, move |x, y| tier(x + 3.0, y + 1.0) + 1.5);
        brush.glaze(tip, 0.85, move |x, y| tier(x + 2.0, y) + 1.0 + ((y - top) * 0.55 - 4.0).max(0.0));
    }
}

fn cactus(brush: &mut Brush) {
    let parts: [&[[f64; 2]]; 3] = [
        &[[32.0, 62.0], [32.0, 12.0]],
        &[[32.0, 44.0], [17.0, 42.0], [16.0, 26.0]],
        &[[32.0, 36.0], [46.0, 34.0], [47.0, 18.0]],
    ];
    let green = Colour::hex(0x4C8C48);
    for (points, thick) in parts.iter().zip([12.0, 8.5, 8.5]) {
        brush.lay(green.lit(-0.35), stroke(points, thick));
    }
    for (points, thick) in parts.iter().zip([12.0, 8.5, 8.5]) {
        brush.lay(green, |x, y| stroke(points, thick - 3.0)(x + 1.4, y + 0.6));
        brush.glaze(green.lit(0.3), 0.9, |x, y| stroke(points, 1.6)(x + 2.6, y + 0.6));
    }
    brush.lay(Colour::hex(0xF06A90), disc([32.0, 6.5], 3.0));
}

fn sign(brush: &mut Brush, land: &Land, left: bool) {
    for x in [14.0, 50.0] {
        brush.lay(Colour::hex(0x50545C), stroke(&[[x, 63.0], [x, 40.0]], 3.5));
    }
    brush.lay(Colour::hex(0x24242A), plate([1.0, 10.0], [63.0, 46.0], 3.0));
    brush.lay(land.kerb[1], plate([3.0, 12.0], [61.0, 44.0], 2.0));
    for x in [10.0, 28.0, 46.0] {
        let (tip, tail) = if left { (x - 3.0, x + 9.0) } else { (x + 11.0, x - 1.0) };
        let points = [[tail, 17.0], [tip, 28.0], [tail, 39.0]];
        brush.lay(land.kerb[0].lit(-0.1), move |x, y| stroke(&points, 6.5)(x, y));
    }
}

fn tyres(brush: &mut Brush, land: &Land) {
    for (row, y) in [54.0, 42.0, 30.0].into_iter().enumerate() {
        for x in [17.0, 47.0] {
            let colour = if row == 1 { land.kerb[1] } else { Colour::hex(0x36363C) };
            brush.lay(Colour::hex(0x141418), plate([x - 15.0, y - 6.0], [x + 15.0, y + 7.0], 5.0));
            brush.lay(colour, plate([x - 13.5, y - 4.6], [x + 13.5, y + 5.0], 4.0));
            brush.glaze(Colour::WHITE, 0.3, plate([x - 10.0, y - 4.0], [x + 4.0, y - 2.0], 1.0));
        }
    }
}

fn people(brush: &mut Brush) {
    let shirts = [0xE84A3C, 0x3C7CE8, 0xF6C83C, 0x58B850, 0xF4F4F4, 0xC458C0];
    for (index, x) in [9.0, 21.0, 33.0, 45.0, 56.0, 27.0].into_iter().enumerate() {
        let y = 34.0 + 3.0 * ((index * 7 % 5) as f64 - 2.0) + if index == 5 { 10.0 } else { 0.0 };
        let shirt = Colour::hex(shirts[index]);
        brush.lay(Colour::hex(0x303848), plate([x - 5.0, y + 12.0], [x + 5.0, 63.0], 1.0));
        brush.lay(shirt, plate([x - 6.0, y + 3.0], [x + 6.0, y + 20.0], 3.0));
        if index % 2 == 0 {
            brush.lay(shirt.lit(-0.15), stroke(&[[x - 5.0, y + 6.0], [x - 7.0, y - 9.0]], 3.0));
            brush.lay(shirt.lit(-0.15), stroke(&[[x + 5.0, y + 6.0], [x + 7.0, y - 9.0]], 3.0));
        }
        brush.lay(Colour::hex(0xE8B48C), disc([x, y - 2.0], 5.0));
        brush.lay(Colour::hex([0x503020, 0x202020, 0xC89040][index % 3]), move |px, py| {
            disc([x, y - 3.0], 5.2)(px, py).max(py - y + 3.6)
        });
    }
}

/// Width and height of the texture of a figure.
pub const SIZE: [u16; 2] = [64, 64];
const WALL: Tile = Tile::new(0, 0, 64, 32);
const ROOF: Tile = Tile::new(0, 32, 32, 32);
const TRIM: Tile = Tile::new(32, 32, 32, 32);

/// A figure beside the road.
pub struct Thing {
    /// Name of its files.
    pub name: &'static str,
    mesh: fn() -> Mesh,
    /// Paints its texture.
    pub paint: fn() -> Canvas,
}

/// All figures.
pub const THINGS: [Thing; 4] = [
    Thing { name: "gate", mesh: gate, paint: gate_paint },
    Thing { name: "lighthouse", mesh: lighthouse, paint: || bands(0xF4F0E8, 0xE04030, 0x30343C) },
    Thing { name: "butte", mesh: butte, paint: || bands(0xC46844, 0xA44C30, 0xD88858) },
    Thing { name: "lodge", mesh: lodge, paint: lodge_paint },
];

impl Thing {
    /// Returns the figure.
    pub fn sculpture(&self) -> Sculpture<'static> {
        Sculpture {
            name: self.name,
            remarks: vec!["Built by keitai-workshop; see assets/README.md.".into()],
            texture: SIZE,
            joints: &JOINTS,
            parts: vec![(0, (self.mesh)())],
            groups: &[],
        }
    }
}

/// Two posts and a banner, 260 wide.
fn gate() -> Mesh {
    let mut mesh = Mesh::default();
    let trim = Cover::new(TRIM, Lie::Front([-12.0, 110.0], [12.0, 0.0]), Finish::Matte);
    for side in [1.0, -1.0] {
        let end = Cover::new(TRIM, Lie::Side([-8.0, 110.0], [8.0, 0.0]), Finish::Matte);
        let at = Lie::Front([side * 124.0 - 8.0, 110.0], [side * 124.0 + 8.0, 0.0]);
        let post = Cover { lie: at, ..trim };
        mesh.add(block(dvec3(side * 124.0, 55.0, 0.0), dvec3(7.0, 55.0, 6.0), [post, post, end]));
    }
    // The banner in four pieces, each with a quarter of the wall's tile.
    for piece in 0..4 {
        let left = -118.0 + 59.0 * f64::from(piece);
        let tile = Tile::new(WALL.x + 16 * piece as u16, WALL.y, 16, WALL.height);
        let front = Cover::new(tile, Lie::Front([left, 112.0], [left + 59.0, 82.0]), Finish::Flat);
        let top = Cover::new(TRIM, Lie::Top([left, -4.0], [left + 59.0, 4.0]), Finish::Matte);
        mesh.add(block(dvec3(left + 29.5, 97.0, 0.0), dvec3(29.5, 15.0, 4.0), [top, front, top]));
    }
    mesh
}

fn gate_paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let mut brush = Brush::new(&mut canvas, WALL);
    brush.fill(Colour::hex(0xF6F2E6));
    let dark = |x: f64, y: f64| ((x / 4.0).floor() + (y / 4.0).floor()).rem_euclid(2.0) < 1.0;
    brush.mist(Colour::hex(0x1C1C24), |x, y| if !(8.0..24.0).contains(&y) && dark(x, y) { 1.0 } else { 0.0 });
    brush.lay(Colour::hex(0xD8281E), |_, y| (y - 16.0).abs() - 8.0);
    brush.lay(Colour::hex(0xFFE060), |_, y| ((y - 16.0).abs() - 6.5).abs() - 0.7);
    for x in [8.0, 24.0, 40.0, 56.0] {
        brush.lay(Colour::WHITE, stroke(&[[x - 3.5, 19.0], [x, 12.5], [x + 3.5, 19.0]], 2.0));
    }
    Brush::new(&mut canvas, ROOF).fill(Colour::hex(0x404048));
    let mut trim = Brush::new(&mut canvas, TRIM);
    trim.fill(Colour::hex(0xD8DCE4)).light(|x, _| 0.15 - 0.4 * (x / 32.0));
    trim.lay(Colour::hex(0xD8281E), |x, y| if ((x + y) / 8.0).rem_euclid(2.0) < 1.0 { -1.0 } else { 1.0 });
    canvas
}

fn rings(rings: &[Ring], sides: usize, top: Option<Tile>) -> Mesh {
    let section = Section::round(sides);
    let last = rings.len() - 1;
    let mut mesh =
        shell(&section, rings, |_, _| Some(Cover::new(WALL, Lie::Halves { rings: [0, last] }, Finish::Matte)));
    if let Some(tile) = top {
        let [width, depth] = rings[0].size;
        mesh.add(lid(
            &section,
            rings[0],
            true,
            Cover::new(tile, Lie::Top([-width, -depth], [width, depth]), Finish::Matte),
        ));
    }
    mesh
}

fn lighthouse() -> Mesh {
    let mut mesh = rings(&[Ring::new(230.0, 24.0, 24.0), Ring::new(0.0, 42.0, 42.0)], 8, None);
    mesh.add(rings(&[Ring::new(236.0, 34.0, 34.0), Ring::new(226.0, 34.0, 34.0)], 8, Some(TRIM)));
    mesh.add(rings(
        &[
            Ring::new(300.0, 1.0, 1.0),
            Ring::new(268.0, 24.0, 24.0).sharp(),
            Ring::new(266.0, 17.0, 17.0).sharp(),
            Ring::new(236.0, 17.0, 17.0),
        ],
        8,
        None,
    ));
    mesh
}

fn butte() -> Mesh {
    rings(
        &[
            Ring::new(250.0, 120.0, 90.0),
            Ring::new(150.0, 128.0, 100.0).sharp(),
            Ring::new(140.0, 150.0, 116.0).sharp(),
            Ring::new(0.0, 240.0, 200.0),
        ],
        9,
        Some(ROOF),
    )
}

/// Returns bands round a shell, a roof and a trim.
fn bands(light: u32, dark: u32, trim: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let mut wall = Brush::new(&mut canvas, WALL);
    wall.fill(Colour::hex(light));
    wall.lay(Colour::hex(dark), |_, y| if (y / 6.4).rem_euclid(2.0) > 1.0 { -1.0 } else { 1.0 });
    wall.light(|x, y| 0.12 - 0.3 * (x / 64.0) + 0.14 * (noise(x / 3.0, y / 2.0, 631) - 0.5));
    Brush::new(&mut canvas, ROOF).fill(Colour::hex(light).lit(0.15)).grain(0.12, 633);
    Brush::new(&mut canvas, TRIM).fill(Colour::hex(trim)).grain(0.05, 635);
    canvas
}

/// A hut with a roof full of snow.
fn lodge() -> Mesh {
    let wall = Cover::new(WALL, Lie::Front([-70.0, 70.0], [70.0, 0.0]), Finish::Matte);
    let end = Cover::new(WALL, Lie::Side([-50.0, 70.0], [50.0, 0.0]), Finish::Matte);
    let top = Cover::new(ROOF, Lie::Top([-70.0, -50.0], [70.0, 50.0]), Finish::Matte);
    let mut mesh = block(dvec3(0.0, 35.0, 0.0), dvec3(70.0, 35.0, 50.0), [top, wall, end]);
    let ridge = |z: f64, y: f64, x: f64| dvec3(x, y, z);
    for side in [1.0, -1.0] {
        let points = [
            ridge(0.0, 130.0, -84.0),
            ridge(0.0, 130.0, 84.0),
            ridge(side * 70.0, 56.0, 84.0),
            ridge(side * 70.0, 56.0, -84.0),
        ];
        mesh.push(face(&points, dvec3(0.0, 0.7, side * 0.7), ROOF));
    }
    for side in [1.0, -1.0] {
        let points = [ridge(50.0, 70.0, side * 70.0), ridge(-50.0, 70.0, side * 70.0), ridge(0.0, 126.0, side * 70.0)];
        mesh.push(face(&points, DVec3::X * side, TRIM));
    }
    mesh
}

fn face(points: &[DVec3], normal: DVec3, tile: Tile) -> crate::mesh::Facet {
    const PLACES: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let corner = |(at, [u, v]): (&DVec3, [f64; 2])| crate::mesh::Corner { at: *at, normal, texel: tile.at(u, v) };
    crate::mesh::Facet { corners: points.iter().zip(PLACES).map(corner).collect(), finish: Finish::Matte, group: None }
}

fn lodge_paint() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let mut wall = Brush::new(&mut canvas, WALL);
    wall.fill(Colour::hex(0x7A4C2C));
    wall.glaze(Colour::BLACK, 0.45, |_, y| (y.rem_euclid(5.0) - 2.5).abs() - 0.6);
    for x in [14.0, 50.0] {
        wall.lay(Colour::hex(0x302018), plate([x - 6.0, 8.0], [x + 6.0, 22.0], 1.0));
        wall.lay(Colour::hex(0xFFD870), plate([x - 4.5, 9.5], [x + 4.5, 20.5], 0.5));
        wall.lay(Colour::hex(0x302018), move |px, py| {
            (px - x).abs().min((py - 15.0).abs()) - 0.6
                + if (px - x).abs() < 5.0 && (py - 15.0).abs() < 6.0 { 0.0 } else { 9.0 }
        });
    }
    wall.lay(Colour::hex(0x402818), plate([27.0, 10.0], [37.0, 32.0], 1.0));
    let mut roof = Brush::new(&mut canvas, ROOF);
    roof.fill(Colour::hex(0xF0F4FC)).light(|x, y| 0.1 - 0.18 * (y / 32.0) + 0.1 * (noise(x / 3.0, y / 3.0, 641) - 0.5));
    let mut trim = Brush::new(&mut canvas, TRIM);
    trim.fill(Colour::hex(0x8C5A34));
    trim.glaze(Colour::BLACK, 0.4, |x, _| (x.rem_euclid(5.0) - 2.5).abs() - 0.5);
    canvas
}
