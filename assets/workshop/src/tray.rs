//! The tray that they wrestle on: printed tin, a ring of straw bales around sand, waves on the border.
//!
//! The tray is the same in all four quarters, so that a quarter of it fills the texture.

use crate::form::{Cover, Lie, Ring, Section, fan, shell};
use crate::mesh::{Finish, Mesh};
use crate::paint::brush::noise;
use crate::paint::shape::{length, plate};
use crate::paint::{Brush, Canvas, Colour, Tile};
use crate::skeleton::Joint;
use crate::text::Sculpture;
use glam::DVec3;

/// Side of the texture in texels, and radius of the tray on it.
const SIDE: u16 = 256;
/// Outer radius in workshop units.
const RADIUS: f64 = 228.0;
/// Radius of the middle of the bales, as a share of the whole: who is beyond it has lost.
const ROPE: f64 = 0.83;

/// The tray's side, in the corner of the texture that the round leaves.
const SKIRT: Tile = Tile::new(200, 200, 56, 56);

const JOINTS: [Joint; 1] = [Joint { name: "tray", parent: None, at: DVec3::ZERO }];

/// A surface of a tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// Raked sand.
    Sand,
    /// Black lacquer with gold.
    Lacquer,
    /// The skin of a drum.
    Skin,
}

/// The surfaces by the names of their textures.
pub const SURFACES: [(&str, Surface); 3] =
    [("tray", Surface::Sand), ("lacquer", Surface::Lacquer), ("drum", Surface::Skin)];

/// Returns the tray; its upper side is at height 0.
pub fn sculpture() -> Sculpture<'static> {
    built("tray", "The tray.", &[])
}

/// Returns the drum: the tray's upper side over a deeper body, on a foot that lets it tilt.
pub fn drum() -> Sculpture<'static> {
    let at = |y: f64, radius: f64| Ring::new(y, radius, radius).sharp();
    built("drum", "The drum.", &[at(-23.0, 216.0), at(-25.0, 70.0), at(-40.0, 50.0)])
}

/// Returns a tray with more rings below its skirt.
fn built(name: &'static str, remark: &str, below: &[Ring]) -> Sculpture<'static> {
    let flat = |share: f64| Ring::new(0.0, RADIUS * share, RADIUS * share);
    let at = |y: f64, radius: f64| Ring::new(y, radius, radius).sharp();
    let mut rings = vec![
        flat(0.28),
        flat(0.53),
        flat(0.77),
        flat(0.93).sharp(),
        at(11.0, 218.0),
        at(11.0, 224.0),
        at(-8.0, RADIUS),
    ];
    rings.extend_from_slice(below);
    let tile = Tile::new(0, 0, SIDE, SIDE);
    let cover = |finish| Cover::new(tile, Lie::Quarter(RADIUS), finish);
    let skirt = |ring: usize| Cover::new(SKIRT, Lie::Halves { rings: [ring, ring + 1] }, Finish::Lacquer);
    let section = Section::round(24);
    let mut mesh = Mesh::default();
    mesh.add(fan(&section, rings[0], cover(Finish::Matte)));
    mesh.add(shell(&section, &rings, |ring, _| {
        Some(match ring {
            5.. => skirt(ring),
            0..3 => cover(Finish::Matte),
            _ => cover(Finish::Lacquer),
        })
    }));
    Sculpture {
        name,
        remarks: vec![format!("{remark} Built by keitai-workshop; see assets/README.md.")],
        texture: [SIDE, SIDE],
        joints: &JOINTS,
        parts: vec![(0, mesh)],
        groups: &[],
    }
}

/// Paints the quarter with the middle in the upper left corner.
pub fn paint(surface: Surface) -> Canvas {
    let mut canvas = Canvas::new(SIDE, SIDE);
    let whole = canvas.whole();
    let mut brush = Brush::new(&mut canvas, whole);
    let share = |x: f64, y: f64| length(x, y) / f64::from(SIDE);
    let turn = |x: f64, y: f64| libm::atan2(y, x) / std::f64::consts::FRAC_PI_2;
    let band = |from: f64, to: f64| {
        move |x: f64, y: f64| ((share(x, y) - (from + to) / 2.0).abs() - (to - from) / 2.0) * 256.0
    };
    let worn = match surface {
        Surface::Sand => sand(&mut brush, share),
        Surface::Lacquer => lacquer(&mut brush, share, turn),
        Surface::Skin => skin(&mut brush, share, turn),
    };
    // The starting lines, left and right of the middle.
    let line = plate([38.0, -10.0], [46.0, 40.0], 1.0);
    brush.glaze(Colour::BLACK, 0.25, |x, y| line(x - 1.0, y - 1.2) - 0.8);
    brush.lay(Colour::hex(0xFBF6E8), &line);
    brush.wear(worn, 2.0, 203, |x, y| line(x, y).abs() + 0.6);
    bales(&mut brush, share, turn, band(ROPE - 0.035, ROPE + 0.035));
    border(&mut brush, surface, share, turn, band(0.865, 0.955));
    // The rim: polished, worn on its edge.
    let brass = Colour::hex(0xD9A441);
    brush.lay(brass, band(0.95, 1.2));
    brush.light(|x, y| {
        if share(x, y) > 0.95 {
            0.22 - 6.0 * (share(x, y) - 0.965).abs() - 0.25 * noise(turn(x, y) * 40.0, 0.0, 2)
        } else {
            0.0
        }
    });
    brush.wear(Colour::hex(0xC7CCD2), 3.0, 207, |x, y| band(0.948, 0.956)(x, y).abs());
    skirt(&mut Brush::new(&mut canvas, SKIRT), surface);
    canvas
}

/// Sand, raked in rings. Returns its colour.
fn sand(brush: &mut Brush, share: impl Fn(f64, f64) -> f64) -> Colour {
    let (sand, dark) = (Colour::hex(0xE6C48C), Colour::hex(0xB98A50));
    brush.fill(sand).grain(0.10, 201);
    brush.mist(dark, |x, y| 0.25 * (0.5 + 0.5 * libm::sin(length(x, y) * 0.9)) * noise(x / 6.0, y / 6.0, 5));
    brush.mist(dark, |x, y| 0.5 * ((share(x, y) - 0.55) / 0.25).clamp(0.0, 1.0));
    brush.mist(Colour::hex(0x9C7440), |x, y| 0.35 * (noise(x / 22.0, y / 22.0, 9) - 0.55).max(0.0) * 2.0);
    sand
}

/// Black lacquer with rings and a flower of gold, and the window's light in it. Returns its colour.
fn lacquer(brush: &mut Brush, share: impl Fn(f64, f64) -> f64, turn: impl Fn(f64, f64) -> f64) -> Colour {
    let (black, gold) = (Colour::hex(0x2C1A22), Colour::hex(0xE2B04A));
    brush.fill(black).grain(0.03, 221);
    brush.mist(Colour::hex(0x8A2430), |x, y| 0.75 * (1.0 - share(x, y) / 0.62).clamp(0.0, 1.0));
    brush.mist(Colour::hex(0x6E7CA0), |x, y| 0.30 * (0.5 + 0.5 * libm::sin((x - y) / 22.0)) * share(x, y));
    for radius in [0.30, 0.325, 0.60, 0.66] {
        brush.glaze(gold, 0.85, |x, y| (share(x, y) - radius).abs() * 256.0 - 1.1);
    }
    // Petals between the inner rings and the outer ones.
    brush.mist(gold, |x, y| {
        let across = ((turn(x, y) * 4.0).fract() - 0.5).abs() * 2.0;
        let along = ((share(x, y) - 0.46) / 0.115).abs();
        let edge = across * across + along * along;
        0.85 * (1.0 - (edge - 0.8).abs() * 7.0).clamp(0.0, 1.0)
    });
    brush.mist(gold, |x, y| 0.8 * (noise(x / 1.6, y / 1.6, 223) - 0.80).max(0.0) * 6.0 * (share(x, y) - 0.2).max(0.0));
    black
}

/// Paints the skin of a drum with a red sun. Returns its colour.
fn skin(brush: &mut Brush, share: impl Fn(f64, f64) -> f64, turn: impl Fn(f64, f64) -> f64) -> Colour {
    let (skin, red) = (Colour::hex(0xF0DDB4), Colour::hex(0xC02C24));
    brush.fill(skin).grain(0.05, 231);
    brush.mist(Colour::hex(0xB88A58), |x, y| 0.5 * (noise(x / 30.0, y / 18.0, 233) - 0.45).max(0.0) * 2.0);
    brush.mist(red, |x, y| {
        let ray = ((turn(x, y) * 4.0 + 0.25).fract() - 0.5).abs() * 4.0 - 1.0;
        let within = ((share(x, y) - 0.33) * 60.0).clamp(0.0, 1.0) * ((0.70 - share(x, y)) * 60.0).clamp(0.0, 1.0);
        0.78 * within * (ray * 14.0 * share(x, y) * 4.0 + 0.5).clamp(0.0, 1.0)
    });
    brush.lay(red, |x, y| (share(x, y) - 0.27) * 256.0);
    brush.glaze(Colour::hex(0x7A1410), 0.6, |x, y| (share(x, y) - 0.27).abs() * 256.0 - 1.0);
    brush.mist(Colour::hex(0x8A5A34), |x, y| 0.45 * ((share(x, y) - 0.62) / 0.2).clamp(0.0, 1.0));
    skin
}

/// Lacquer between two lines of brass.
fn skirt(brush: &mut Brush, surface: Surface) {
    let [w, h] = brush.size();
    let [top, bottom] = match surface {
        Surface::Sand => [0xB02A20, 0x5A1410],
        Surface::Lacquer => [0x2A2430, 0x100C14],
        Surface::Skin => [0x8A4A24, 0x3E1C10],
    };
    brush.fade(Colour::hex(top), Colour::hex(bottom)).grain(0.06, 211);
    for y in [4.0, h - 7.0] {
        brush.lay(Colour::hex(0xE2B04A), |_, py| (py - y).abs() - 2.4);
        brush.glaze(Colour::BLACK, 0.4, |_, py| (py - y - 3.4).abs() - 0.7);
    }
    brush.wear(Colour::hex(0xC7CCD2), 4.0, 213, |x, y| y.min(h - y).min(x + 4.0).min(w - x + 4.0));
}

/// Bales of straw end to end, bound with twine; the same from both ends, as the mirror images want it.
fn bales(
    brush: &mut Brush,
    share: impl Fn(f64, f64) -> f64,
    turn: impl Fn(f64, f64) -> f64,
    band: impl Fn(f64, f64) -> f64,
) {
    const BALES: f64 = 5.0;
    brush.glaze(Colour::BLACK, 0.4, |x, y| band(x, y) - 3.5);
    brush.lay(Colour::hex(0xCFA256), &band);
    // 0.0 in the middle of a bale, 1.0 where it meets the next.
    let end = |x: f64, y: f64| ((turn(x, y) * BALES).fract() - 0.5).abs() * 2.0;
    brush.light(|x, y| {
        if band(x, y) > 0.0 {
            return 0.0;
        }
        let across = (share(x, y) - ROPE) / 0.036;
        let straw = 0.16 * (noise(share(x, y) * 190.0, turn(x, y) * 12.0, 205) - 0.5);
        0.36 - 0.5 * across * across + straw - 0.55 * ((end(x, y) - 0.86) / 0.14).clamp(0.0, 1.0)
    });
    for twine in [0.12, 0.62] {
        brush.mist(Colour::hex(0x6A4420), |x, y| {
            if band(x, y) < 0.0 { 0.8 * (1.0 - (end(x, y) - twine).abs() / 0.045) } else { 0.0 }
        });
    }
}

/// Waves upon waves, in gold.
fn border(
    brush: &mut Brush,
    surface: Surface,
    share: impl Fn(f64, f64) -> f64,
    turn: impl Fn(f64, f64) -> f64,
    band: impl Fn(f64, f64) -> f64,
) {
    let ground = match surface {
        Surface::Sand => 0x1F5A50,
        Surface::Lacquer => 0x7A1C24,
        Surface::Skin => 0x2A3A6A,
    };
    let gold = Colour::hex(0xE8BE58);
    brush.lay(Colour::hex(ground), &band);
    // Circles in rows, every row over the one outside it.
    let wave = |x: f64, y: f64| {
        let mut strength: f64 = 0.0;
        for row in [2, 1, 0] {
            let across = turn(x, y) * 14.0 + if row % 2 == 0 { 0.0 } else { 0.5 };
            let along = (share(x, y) - 0.868 - 0.03 * f64::from(row)) * 256.0 / 26.0 * 1.35;
            let reach = length(across - across.round(), along);
            if along > 0.0 && reach < 0.52 {
                strength = [0.5, 0.26]
                    .iter()
                    .map(|r: &f64| (1.0 - (reach - (r - 0.05)).abs() / 0.085).clamp(0.0, 1.0))
                    .fold(0.0, f64::max);
            }
        }
        strength
    };
    brush.mist(gold, |x, y| if band(x, y) < 0.0 { wave(x, y) * 0.8 } else { 0.0 });
    brush.glaze(gold, 0.9, |x, y| (band(x, y) + 1.2).abs() - 1.0);
    brush.glaze(Colour::BLACK, 0.4, |x, y| band(x, y).abs() - 0.6);
}
