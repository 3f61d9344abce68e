//! The shadow under a robot: a disc blended by half. Black halves what lies below; towards the edge the paint comes
//! closer to the sand it usually lies on, which leaves more of it, and the last of it is thinned by cut-out texels.

use crate::form::{Cover, Lie, Ring, Section, fan};
use crate::mesh::Finish;
use crate::paint::shape::length;
use crate::paint::{Canvas, Colour, Tile};
use crate::skeleton::Joint;
use crate::text::Sculpture;
use glam::DVec3;

const CORE: Colour = Colour::hex(0x140E0A);
const EDGE: Colour = Colour::hex(0x9A7A52);
const SIDE: u16 = 32;
const RADIUS: f64 = 64.0;
const JOINTS: [Joint; 1] = [Joint { name: "shadow", parent: None, at: DVec3::ZERO }];
/// Order in which the texels of 4x4 go out.
const ORDER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Returns the disc, on the ground.
pub fn sculpture() -> Sculpture<'static> {
    let cover = Cover::new(Tile::new(0, 0, SIDE, SIDE), Lie::Quarter(RADIUS), Finish::Shadow);
    let disc = fan(&Section::round(16), Ring::new(0.0, RADIUS, RADIUS * 0.86), cover);
    Sculpture {
        name: "shadow",
        remarks: vec!["A shadow. Built by keitai-workshop; see assets/README.md.".into()],
        texture: [SIDE, SIDE],
        joints: &JOINTS,
        parts: vec![(0, disc)],
        groups: &[],
    }
}

/// Paints a quarter of it, the middle in the upper left corner.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIDE, SIDE);
    let whole = canvas.whole();
    canvas.each(whole, |x, y, _| {
        let share = length(x, y) / f64::from(SIDE);
        let soft = ((share - 0.45) / 0.5).clamp(0.0, 1.0);
        let order = f64::from(ORDER[y as usize % 4][x as usize % 4]) + 0.5;
        let left = ((0.99 - share) / 0.16).clamp(0.0, 1.0);
        (left * 16.0 > order).then_some(CORE.mix(EDGE, soft))
    });
    canvas
}
