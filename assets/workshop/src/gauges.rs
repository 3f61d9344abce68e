//! Instruments: the frame of a spring gauge, a plate for the time, lamps for rounds, a plate for menus.

use crate::paint::shape::{disc, plate, ring};
use crate::paint::{Brush, Canvas, Colour, Tile};

const INK: Colour = Colour::hex(0x1E1018);
const BRASS: Colour = Colour::hex(0xD9A441);

/// Rectangles of the sheet: left, top, width, height.
#[allow(missing_docs)]
pub mod place {
    /// A gauge, its window from (4, 5) to (88, 11).
    pub const GAUGE: [u16; 4] = [0, 0, 92, 16];
    /// A plate for two numbers.
    pub const CLOCK: [u16; 4] = [96, 0, 48, 34];
    /// A lamp that is off, and one that is lit.
    pub const LAMPS: [[u16; 4]; 2] = [[148, 0, 12, 12], [160, 0, 12, 12]];
    /// A plate of lacquer behind a menu.
    pub const PANEL: [u16; 4] = [0, 36, 200, 92];
}

/// Paints the sheet.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(200, 128);
    let tile = |[left, top, width, height]: [u16; 4]| Tile::new(left, top, width, height);
    gauge(&mut Brush::new(&mut canvas, tile(place::GAUGE)));
    clock(&mut Brush::new(&mut canvas, tile(place::CLOCK)));
    for (lit, at) in [false, true].into_iter().zip(place::LAMPS) {
        lamp(&mut Brush::new(&mut canvas, tile(at)), lit);
    }
    panel(&mut Brush::new(&mut canvas, tile(place::PANEL)));
    canvas
}

/// Sizes of the plates behind lists and behind the menu of the title.
pub const PLATES: [(&str, [u16; 2]); 2] = [("board", [224, 212]), ("menu", [152, 112])];

/// Paints a plate of a size.
pub fn plate_of([width, height]: [u16; 2]) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let whole = canvas.whole();
    panel(&mut Brush::new(&mut canvas, whole));
    canvas
}

/// Paints brass, lit from above, with a dark edge.
fn metal(brush: &mut Brush, corner: f64) {
    let [w, h] = brush.size();
    let outer = plate([0.0, 0.0], [w, h], corner);
    let inner = plate([1.0, 1.0], [w - 1.0, h - 1.0], corner - 1.0);
    // The edge is hard: a texel is either the colour key or opaque.
    brush.lay(INK, |x, y| if outer(x, y) < 0.0 { -1.0 } else { 1.0 });
    brush.lay(BRASS, &inner);
    brush.light(|x, y| {
        if inner(x, y) < 0.0 { 0.42 - 0.8 * y / h + 0.5 * (-inner(x, y) - 2.0).min(0.0) * (y / h - 0.5) } else { 0.0 }
    });
}

fn gauge(brush: &mut Brush) {
    metal(brush, 5.0);
    let [w, h] = brush.size();
    brush.lay(INK, plate([3.0, 4.0], [w - 3.0, h - 4.0], 1.0));
    brush.lay(Colour::hex(0x3A2420), plate([4.0, 5.0], [w - 4.0, h - 5.0], 0.5));
    // A mark at every quarter.
    for quarter in 1..4 {
        let at = 4.0 + (w - 8.0) * f64::from(quarter) / 4.0;
        brush.glaze(INK, 0.7, move |x, y| (x - at).abs().max((y - 13.5).abs() - 1.5) - 0.4);
    }
}

fn clock(brush: &mut Brush) {
    metal(brush, 7.0);
    let [w, h] = brush.size();
    brush.lay(INK, plate([3.0, 3.0], [w - 3.0, h - 3.0], 5.0));
    let glass = plate([4.0, 4.0], [w - 4.0, h - 4.0], 4.0);
    brush.lay(Colour::hex(0x5A1A18), &glass);
    brush.mist(Colour::hex(0x9A3428), |x, y| if glass(x, y) < 0.0 { 0.8 - y / h * 1.3 } else { 0.0 });
}

fn lamp(brush: &mut Brush, lit: bool) {
    let middle = [6.0, 6.0];
    let whole = disc(middle, 5.8);
    brush.lay(INK, |x, y| if whole(x, y) < 0.0 { -1.0 } else { 1.0 });
    brush.lay(BRASS.lit(-0.1), ring(middle, 4.4, 1.4));
    let glass = disc(middle, 3.6);
    brush.lay(Colour::hex(if lit { 0xFFC42C } else { 0x4A2A24 }), &glass);
    let shine = disc([4.6, 4.4], 1.5);
    brush.glaze(Colour::WHITE, if lit { 0.95 } else { 0.3 }, shine);
}

/// Paints red lacquer in a brass frame with rivets in its corners.
fn panel(brush: &mut Brush) {
    metal(brush, 8.0);
    let [w, h] = brush.size();
    brush.lay(INK, plate([4.0, 4.0], [w - 4.0, h - 4.0], 5.0));
    let field = plate([5.0, 5.0], [w - 5.0, h - 5.0], 4.0);
    brush.lay(Colour::hex(0x4A1814), &field);
    brush.mist(Colour::hex(0x7A2A20), |x, y| if field(x, y) < 0.0 { 0.9 - 1.2 * y / h } else { 0.0 });
    brush.mist(Colour::BLACK, |x, y| if field(x, y) < 0.0 { 0.45 * (1.0 + field(x, y) / 5.0) } else { 0.0 });
    for x in [8.0, w - 8.0] {
        for y in [8.0, h - 8.0] {
            brush.rivet([x, y], 2.2, BRASS);
        }
    }
}
