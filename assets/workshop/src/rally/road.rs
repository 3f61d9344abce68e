//! The road's texture: lanes, kerbs, the start, boost pads, verge, guard rail.

use super::land::Land;
use crate::paint::brush::noise;
use crate::paint::shape::stroke;
use crate::paint::{Brush, Canvas, Colour, Tile};

/// Width and height.
pub const SIZE: u16 = 256;
/// Half of the road from its edge to its middle, where the line is; three kinds.
pub const LANES: [Tile; 3] = [Tile::new(0, 0, 64, 64), Tile::new(0, 64, 64, 64), Tile::new(0, 128, 64, 64)];
/// Kerb: one light and one dark block.
pub const KERB: Tile = Tile::new(64, 0, 32, 64);
/// Verge, which thins out to its right edge.
pub const VERGE: Tile = Tile::new(96, 0, 32, 64);
/// Start, from edge to edge.
pub const START: Tile = Tile::new(128, 0, 128, 64);
/// Boost pad.
pub const PAD: Tile = Tile::new(128, 64, 64, 64);
/// Guard rail, its upper edge above.
pub const RAIL: Tile = Tile::new(64, 64, 64, 32);

/// Paints the road of a land.
pub fn paint(land: &Land) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE);
    for (kind, tile) in (0..).zip(LANES) {
        lane(&mut Brush::new(&mut canvas, tile), land, kind);
    }
    kerb(&mut Brush::new(&mut canvas, KERB), land);
    verge(&mut canvas, land);
    start(&mut Brush::new(&mut canvas, START));
    pad(&mut Brush::new(&mut canvas, PAD));
    rail(&mut Brush::new(&mut canvas, RAIL), land);
    canvas
}

fn lane(brush: &mut Brush, land: &Land, kind: u32) {
    brush.fill(land.road).grain(0.07, 571 + kind);
    // Where tyres run the road is dark.
    brush.light(|x, _| -0.12 * (1.0 - ((x - 30.0) / 13.0).abs()).clamp(0.0, 1.0));
    let white = Colour::hex(0xF0EEE4);
    brush.glaze(white, 0.9, |x, _| (x - 3.6).abs() - 1.7);
    if kind == 0 {
        brush.glaze(white, 0.85, |x, y| (62.6 - x).max(y - 34.0).max(2.0 - y));
    }
    // Patches and cracks.
    match kind {
        1 => {
            brush.glaze(Colour::BLACK, 0.16, |x, y| ((x - 40.0).abs() - 11.0).max((y - 30.0).abs() - 14.0));
        }
        2 => {
            brush.glaze(Colour::BLACK, 0.3, stroke(&[[12.0, 6.0], [20.0, 18.0], [17.0, 30.0], [26.0, 44.0]], 1.0));
        }
        _ => {}
    }
}

fn kerb(brush: &mut Brush, land: &Land) {
    brush.fill(land.kerb[1]);
    brush.lay(land.kerb[0], |_, y| y - 32.0);
    brush.glaze(Colour::BLACK, 0.25, |_, y| (y - 32.0).abs().min(y).min(64.0 - y) - 0.6);
    brush.light(|x, _| 0.16 - 0.34 * x / 32.0).grain(0.05, 577);
}

fn verge(canvas: &mut Canvas, land: &Land) {
    canvas.each(VERGE, |x, y, _| {
        let share = x / 32.0;
        let colour = land.verge[0].mix(land.verge[1], (share * 1.3).clamp(0.0, 1.0));
        let rough = noise(x / 2.3, y / 2.3, 581) * 0.7 + noise(x, y, 583) * 0.3;
        (rough > (share - 0.25) * 1.25).then(|| colour.lit(0.25 * (rough - 0.5)))
    });
}

fn start(brush: &mut Brush) {
    brush.fill(Colour::hex(0xF4F2EA));
    let dark = |x: f64, y: f64| ((x / 16.0).floor() + (y / 16.0).floor()).rem_euclid(2.0) < 1.0;
    brush.mist(Colour::hex(0x1C1C22), |x, y| if dark(x, y) { 1.0 } else { 0.0 }).grain(0.04, 587);
}

fn pad(brush: &mut Brush) {
    brush.fill(Colour::hex(0x1A2A6C));
    brush.lay(Colour::hex(0x3C5CE0), |x, y| 3.0 - x.min(64.0 - x).min(y).min(64.0 - y));
    for (row, colour) in [(0.0, 0xFFF080), (20.0, 0xFFB830), (40.0, 0xFF7A20)] {
        let points = [[8.0, 19.0 + row], [32.0, 6.0 + row], [56.0, 19.0 + row]];
        brush.lay(Colour::hex(colour), move |x, y| stroke(&points, 7.0)(x, y).max(y - 61.0));
    }
}

fn rail(brush: &mut Brush, land: &Land) {
    brush.fill(Colour::hex(0xC8CCD4));
    brush.light(|_, y| if y < 3.0 { 0.5 } else { 0.2 - 0.5 * (y / 32.0) });
    brush.lay(land.kerb[0], |_, y| (y - 13.0).abs() - 4.5);
    brush.glaze(Colour::BLACK, 0.35, |_, y| (y - 22.0).abs() - 1.2);
    brush.lay(Colour::hex(0x585C66), |x, y| ((x - 32.0).abs() - 3.0).max(6.0 - y));
}
