//! Liveries: paint, glass, lamps and numbers of the cars.

use super::car::{BACK, BODIES, Body, EXTENT, FRONT, RIM, SIDE, SIZE, TOP, TREAD};
use crate::paint::shape::{disc, plate, ring, stroke};
use crate::paint::{Brush, Canvas, Colour};

/// A livery: name of its file, index of its car, paint, stripe.
pub struct Livery {
    /// Name of the file.
    pub name: &'static str,
    /// Index in [`BODIES`].
    pub body: usize,
    paint: Colour,
    stripe: Colour,
}

const fn livery(name: &'static str, body: usize, paint: u32, stripe: u32) -> Livery {
    Livery { name, body, paint: Colour::hex(paint), stripe: Colour::hex(stripe) }
}

/// All liveries.
pub const LIVERIES: [Livery; 6] = [
    livery("bean-red", 0, 0xE0322A, 0xFFF4E0),
    livery("bean-mint", 0, 0x4CC8A0, 0x16383A),
    livery("dart-blue", 1, 0x2A62E0, 0xFFD83A),
    livery("dart-white", 1, 0xF2F2EC, 0xD8281E),
    livery("ox-yellow", 2, 0xF6B820, 0x302820),
    livery("ox-violet", 2, 0x8848C8, 0xFFE0F0),
];

const GLASS: [Colour; 2] = [Colour::hex(0x9CC4E0), Colour::hex(0x1C2838)];
const DARK: Colour = Colour::hex(0x16161C);

/// Paints a livery.
pub fn paint(livery: &Livery) -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
    let body = &BODIES[livery.body];
    side(&mut Brush::new(&mut canvas, SIDE), livery, body);
    top(&mut Brush::new(&mut canvas, TOP), livery, body);
    nose(&mut Brush::new(&mut canvas, FRONT), livery, body);
    tail(&mut Brush::new(&mut canvas, BACK), livery, body);
    rim(&mut Brush::new(&mut canvas, RIM));
    tread(&mut Brush::new(&mut canvas, TREAD));
    canvas
}

/// Returns the texel of a place seen from the side.
fn beside(z: f64, y: f64) -> [f64; 2] {
    [(EXTENT[0] - z) / (2.0 * EXTENT[0]) * 127.0, (EXTENT[2] - y) / EXTENT[2] * 47.0]
}

fn side(brush: &mut Brush, livery: &Livery, body: &Body) {
    brush.fade(livery.paint.lit(0.18), livery.paint.lit(-0.25));
    let belt = body.stations[3][3];
    let [foot, head, back, tail] = body.cabin;
    let height = body.roof[0];
    // A stripe along the bulge, and the dark sill.
    let [_, bulge] = beside(0.0, body.stations[2][2] + 1.6);
    brush.lay(livery.stripe, move |_, y| (y - bulge).abs() - 2.2);
    let [_, sill] = beside(0.0, 7.2);
    brush.lay(DARK.mix(livery.paint, 0.25), move |_, y| sill - y);
    // Side windows, with a pillar between them.
    let (a, b) = (beside(foot - 2.5, belt + 1.2), beside(head - 0.5, height - 2.6));
    let (c, d) = (beside(back + 0.5, height - 2.6), beside(tail + 3.0, belt + 1.2));
    let window = move |x: f64, y: f64| {
        let part = ((a[1] - y) / (a[1] - b[1])).clamp(0.0, 1.0);
        let (left, right) = (a[0] + (b[0] - a[0]) * part, d[0] + (c[0] - d[0]) * part);
        (left - x).max(x - right).max(b[1] - y).max(y - a[1])
    };
    brush.lay(DARK, move |x, y| window(x, y) - 0.8);
    brush.mist(GLASS[1], move |x, y| (0.5 - window(x, y)).clamp(0.0, 1.0));
    brush.mist(GLASS[0], move |x, y| {
        let shine = ((x + y * 1.4) / 9.0).rem_euclid(3.0) < 0.9;
        (0.2 - window(x, y)).clamp(0.0, 1.0) * if shine { 0.6 } else { 0.22 * (a[1] - y) / (a[1] - b[1]) }
    });
    let pillar = beside((head + back) / 2.0, 0.0)[0];
    brush.lay(livery.paint.lit(-0.1), move |x, y| ((x - pillar).abs() - 1.3).max(y - a[1]).max(b[1] - y));
    // Doors, arches, lamps at both ends.
    let seam = |z: f64| [beside(z, belt - 0.5), beside(z, 8.0)];
    for z in [foot - 4.0, back + 1.0] {
        let [from, to] = seam(z);
        brush.seam(from, to);
    }
    let [radius, front, rear] = body.wheels;
    for z in [front, rear] {
        let [x, y] = beside(z, radius);
        // A texel is half a unit long and about 0.72 units high.
        let arch = move |px: f64, py: f64| disc([0.0, 0.0], radius + 2.2)((px - x) * 0.5, (py - y) * 0.72) * 1.6;
        brush.lay(livery.paint.lit(-0.35), move |x, y| arch(x, y) - 1.2);
        brush.lay(DARK, arch);
    }
    let [x, y] = beside(body.stations[1][0] - 0.5, body.stations[1][2] + 2.0);
    brush.lay(Colour::hex(0xFFF4C0), plate([x - 6.0, y - 1.6], [x + 2.0, y + 1.6], 1.0));
    let [x, y] = beside(body.stations[4][0], body.stations[4][2] + 2.4);
    brush.lay(Colour::hex(0xFF3A20), plate([x - 1.0, y - 2.0], [x + 6.0, y + 2.0], 1.0));
    // The number on the door.
    let [x, y] = beside((foot + back) / 2.0 - 2.0, 12.0);
    brush.lay(Colour::hex(0xFFFCF0), move |px, py| disc([0.0, 0.0], 5.6)((px - x) * 0.7, py - y));
    // An eight reads the same on both sides.
    brush.lay(DARK, ring([x, y - 1.8], 1.6, 1.3));
    brush.lay(DARK, ring([x, y + 1.9], 1.9, 1.4));
}

/// Returns the texel of a place seen from above.
fn above(x: f64, z: f64) -> [f64; 2] {
    [(EXTENT[1] - x) / (2.0 * EXTENT[1]) * 63.0, 111.0 - (EXTENT[0] - z) / (2.0 * EXTENT[0]) * 111.0]
}

fn top(brush: &mut Brush, livery: &Livery, body: &Body) {
    brush.fill(livery.paint.lit(0.12));
    // Two stripes from nose to tail.
    brush.lay(livery.stripe, |x, _| ((x - 31.5).abs() - 6.0).abs() - 2.6);
    let [foot, head, back, tail] = body.cabin;
    let glass = |brush: &mut Brush, from: f64, to: f64, narrow: f64| {
        let (low, high) = (above(0.0, from.min(to))[1], above(0.0, from.max(to))[1]);
        let half = above(-body.roof[1] - narrow, 0.0)[0] - 31.5;
        let window = move |x: f64, y: f64| ((x - 31.5).abs() - half).max(low + 1.0 - y).max(y - high + 1.0);
        brush.lay(DARK, move |x, y| window(x, y) - 1.2);
        brush.mist(GLASS[1], move |x, y| (0.5 - window(x, y)).clamp(0.0, 1.0));
        brush.mist(GLASS[0], move |x, y| {
            let shine = ((x + y) / 8.0).rem_euclid(4.0) < 1.1;
            (0.5 - window(x, y)).clamp(0.0, 1.0) * if shine { 0.75 } else { 0.35 * (y - low) / (high - low) }
        });
    };
    glass(brush, foot, head, 0.4);
    glass(brush, tail, back, -0.4);
    // Bonnet and boot.
    let [x, y] = above(11.5, foot + 3.0);
    let [_, end] = above(0.0, body.stations[0][0] - 2.0);
    brush.seam([x, y], [x + 2.0, end]);
    brush.seam([63.0 - x, y], [61.0 - x, end]);
    brush.light(|x, _| 0.10 - (x - 31.5).abs() / 31.5 * 0.18);
}

/// Returns the texel of a place seen from the front or the back.
fn ahead(x: f64, y: f64) -> [f64; 2] {
    [(x + EXTENT[1]) / (2.0 * EXTENT[1]) * 63.0, (EXTENT[2] - y) / EXTENT[2] * 31.0]
}

fn nose(brush: &mut Brush, livery: &Livery, body: &Body) {
    brush.fill(livery.paint);
    let [_, half, bulge, top] = body.stations[0];
    let [left, roof] = ahead(-half + 1.0, top);
    let [right, sill] = ahead(half - 1.0, 5.0);
    let middle = ahead(0.0, bulge)[1];
    brush.lay(DARK, plate([left + 7.0, middle], [right - 7.0, sill - 1.0], 1.5));
    for bar in 0..3 {
        let y = middle + 1.5 + 2.0 * f64::from(bar);
        brush.glaze(Colour::hex(0xB8C0C8), 0.8, move |x, py| (py - y).abs().max((x - 31.5).abs() - 11.0) - 0.4);
    }
    for x in [left + 2.5, right - 2.5] {
        brush.lay(DARK, plate([x - 4.0, roof + 0.5], [x + 4.0, middle + 2.5], 2.0));
        brush.lay(Colour::hex(0xFFF8D0), plate([x - 3.0, roof + 1.5], [x + 3.0, middle + 1.5], 1.5));
        brush.lay(Colour::WHITE, disc([x - 0.8, roof + 2.6], 1.0));
    }
}

fn tail(brush: &mut Brush, livery: &Livery, body: &Body) {
    brush.fill(livery.paint.lit(-0.05));
    let [_, half, bulge, top] = body.stations[body.stations.len() - 1];
    let [left, roof] = ahead(-half + 1.0, top);
    let [right, sill] = ahead(half - 1.0, 5.0);
    let middle = ahead(0.0, bulge)[1];
    brush.lay(DARK, move |_, y| sill - 3.0 - y);
    for x in [left + 4.0, right - 4.0] {
        brush.lay(DARK, plate([x - 5.0, roof + 0.6], [x + 5.0, middle + 0.8], 1.5));
        brush.lay(Colour::hex(0xF02818), plate([x - 4.2, roof + 1.4], [x + 4.2, middle], 1.0));
        brush.lay(Colour::hex(0xFFA880), disc([x, roof + 2.6], 1.1));
    }
    brush.lay(Colour::hex(0xF8F4E0), plate([24.0, middle + 1.0], [39.0, sill - 3.4], 0.6));
    for x in [27.0, 30.5, 34.0] {
        brush.lay(DARK, move |px, y| (px - x).abs().max((y - (middle + sill - 2.4) / 2.0).abs() - 0.6) - 0.7);
    }
    for x in [20.0, 43.0] {
        brush.lay(Colour::hex(0x888890), ring([x, sill - 1.0], 1.6, 1.0));
    }
}

/// Tyre, and a rim of four spokes.
fn rim(brush: &mut Brush) {
    brush.fill(Colour::hex(0x202024));
    brush.glaze(Colour::hex(0x404048), 0.7, ring([16.0, 16.0], 14.0, 1.6));
    brush.lay(Colour::hex(0x606870), disc([16.0, 16.0], 10.0));
    brush.lay(Colour::hex(0x24242A), disc([16.0, 16.0], 8.6));
    for points in [[[16.0, 7.0], [16.0, 25.0]], [[7.0, 16.0], [25.0, 16.0]]] {
        brush.lay(Colour::hex(0xD8DCE0), stroke(&points, 3.6));
    }
    brush.lay(Colour::hex(0xF4F4F4), disc([16.0, 16.0], 3.0));
    brush.glaze(DARK, 0.8, disc([16.0, 16.0], 1.2));
}

fn tread(brush: &mut Brush) {
    brush.fill(Colour::hex(0x26262A));
    brush.glaze(Colour::BLACK, 0.7, |x, _| (x.rem_euclid(8.0) - 4.0).abs() - 1.0);
    brush.glaze(Colour::hex(0x58585E), 0.5, |_, y| (y - 16.0).abs() - 1.5);
}
