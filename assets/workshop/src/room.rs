//! The room behind the table in the evening: a paper screen on a wooden lattice, a lamp behind it.

use crate::paint::brush::noise;
use crate::paint::shape::length;
use crate::paint::{Brush, Canvas, Colour};

/// Width and height of the picture. The table covers its lower part.
pub const SIZE: [u16; 2] = [240, 176];

/// Distance between the bars of the lattice, texels.
const ACROSS: f64 = 30.0;
const DOWN: f64 = 34.0;

/// Paints the room.
pub fn paint() -> Canvas {
    let [width, height] = SIZE;
    let mut canvas = Canvas::new(width, height);
    let whole = canvas.whole();
    let mut brush = Brush::new(&mut canvas, whole);
    let (w, h) = (f64::from(width), f64::from(height));
    // The lamp is low behind the right half.
    let glow = |x: f64, y: f64| (1.0 - length((x - w * 0.5) / 150.0, (y - h * 0.62) / 130.0)).clamp(0.0, 1.0);
    brush.fade(Colour::hex(0x4A2A30), Colour::hex(0x8A4A30));
    brush.mist(Colour::hex(0xF0A050), |x, y| 0.95 * glow(x, y));
    brush.mist(Colour::hex(0xFFE6A0), |x, y| 0.9 * (glow(x, y) - 0.35));
    // Fibres of the paper.
    brush.light(|x, y| 0.10 * (noise(x / 9.0, y / 2.5, 401) - 0.5) + 0.06 * (noise(x / 2.0, y / 7.0, 403) - 0.5));
    let wood = Colour::hex(0x3A1E1A);
    let bar = |at: f64, every: f64, thick: f64| ((at / every - 0.5).fract() - 0.5).abs() * every - thick;
    brush.lay(wood, |x, _| bar(x + ACROSS / 2.0, ACROSS, 1.3));
    brush.lay(wood, |_, y| bar(y + 20.0, DOWN, 1.2));
    // Light beside the bars, and the posts of the frame.
    brush.glaze(Colour::hex(0xB05C30), 0.5, |x, _| bar(x + ACROSS / 2.0 - 1.6, ACROSS, 0.5));
    for at in [60.0, 180.0] {
        brush.lay(Colour::hex(0x2C1614), move |x, _| (x - at).abs() - 3.4);
        brush.glaze(Colour::hex(0x8A4A2C), 0.6, move |x, _| (x - at - 2.6).abs() - 0.7);
    }
    brush.lay(Colour::hex(0x2C1614), |_, y| y - 5.0);
    brush.glaze(Colour::hex(0x8A4A2C), 0.5, |_, y| (y - 5.6).abs() - 0.6);
    brush.mist(Colour::hex(0x1A0C10), |x, y| {
        0.75 * (length((x - w / 2.0) / 170.0, (y - h * 0.6) / 150.0) - 0.55).max(0.0) * 2.0
    });
    canvas
}
