//! The mainspring on the screen: coils in three colours, the bare rod behind them, and a key that turns.

use crate::paint::shape::{disc, plate, taper};
use crate::paint::{Brush, Canvas, Colour, Tile};

const INK: Colour = Colour::hex(0x1E1018);
const BRASS: Colour = Colour::hex(0xE0AC48);
const RED: Colour = Colour::hex(0xE84028);

/// Rectangles of the sheet: left, top, width, height.
#[allow(missing_docs)]
pub mod place {
    /// Coils of the left and of the right fighter, and of a slack spring; a game shows the part that is wound.
    pub const COILS: [[u16; 4]; 3] = [[0, 0, 72, 8], [0, 8, 72, 8], [0, 16, 72, 8]];
    /// The bare rod.
    pub const ROD: [u16; 4] = [0, 24, 72, 8];
    /// Side of a key's cell; six, each a twelfth of a turn after the last, brass above, red below.
    pub const KEY: u16 = 16;
    /// Left and top of the first key.
    pub const KEYS: [u16; 2] = [0, 32];
}

/// The number of pictures of the key.
const TURNS: u16 = 6;
/// Distance between two coils, texels.
const PITCH: f64 = 4.0;

/// Returns the sheet.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(TURNS * place::KEY, 64);
    let tile = |[left, top, width, height]: [u16; 4]| Tile::new(left, top, width, height);
    for (at, colour) in place::COILS.into_iter().zip([0xF05038, 0x58A0F4, 0xF8DC48]) {
        coils(&mut Brush::new(&mut canvas, tile(at)), Colour::hex(colour));
    }
    rod(&mut Brush::new(&mut canvas, tile(place::ROD)));
    for (row, metal) in (0..).zip([BRASS, RED]) {
        for turn in 0..TURNS {
            let [left, top] = place::KEYS;
            let at = [left + turn * place::KEY, top + row * place::KEY, place::KEY, place::KEY];
            key(&mut Brush::new(&mut canvas, tile(at)), f64::from(turn) / f64::from(TURNS), metal);
        }
    }
    canvas
}

/// Leaning coils, dark between them, lit from above.
fn coils(brush: &mut Brush, colour: Colour) {
    let [_, h] = brush.size();
    brush.fill(colour.lit(-0.72));
    let across = move |x: f64, y: f64| (((x + (y - h / 2.0) * 0.28) / PITCH).fract() - 0.5).abs() * PITCH;
    brush.lay(colour.lit(-0.15), move |x, y| across(x, y) - 1.35);
    brush.mist(colour.lit(0.55), move |x, y| if across(x, y) < 1.1 { 1.15 - (y - 3.0).abs() / 3.0 } else { 0.0 });
    brush.mist(Colour::BLACK, move |_, y| 0.5 * ((y - h + 3.0) / 3.0).clamp(0.0, 1.0));
}

fn rod(brush: &mut Brush) {
    let [w, h] = brush.size();
    brush.fill(Colour::hex(0x2C1A1A));
    brush.lay(Colour::hex(0x8A7C74), plate([0.0, h / 2.0 - 1.0], [w, h / 2.0 + 1.0], 0.0));
    brush.glaze(Colour::WHITE, 0.4, plate([0.0, h / 2.0 - 1.0], [w, h / 2.0], 0.0));
}

/// A key seen along its shaft: two wings, at a share of half a turn.
fn key(brush: &mut Brush, share: f64, metal: Colour) {
    let (sine, cosine) = libm::sincos(share * std::f64::consts::PI);
    let wing = |far: f64| [8.0 + cosine * far, 8.0 - sine * far];
    let shape = |grow: f64| {
        let ends = [disc(wing(4.4), 2.7 + grow), disc(wing(-4.4), 2.7 + grow)];
        let shaft = taper(wing(4.4), wing(-4.4), [2.4 + 2.0 * grow; 2]);
        move |x: f64, y: f64| ends[0](x, y).min(ends[1](x, y)).min(shaft(x, y))
    };
    let outline = shape(0.9);
    brush.lay(INK, move |x, y| if outline(x, y) < 0.0 { -1.0 } else { 1.0 });
    let body = shape(0.0);
    brush.lay(metal, &body);
    brush.mist(metal.lit(0.6), |x, y| if body(x, y) < -0.4 { 0.9 - y / 11.0 } else { 0.0 });
    for far in [4.4, -4.4] {
        brush.lay(INK, disc(wing(far), 0.9));
    }
    brush.lay(metal.lit(-0.4), disc([8.0, 8.0], 1.6));
}
