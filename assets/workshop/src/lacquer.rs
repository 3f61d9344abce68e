//! The sphere map: the reflection of a room with one window on clear lacquer. Black is index 0 and adds nothing.

use crate::paint::shape::{length, plate};
use crate::paint::{Brush, Canvas, Colour};

/// Side of the map in texels.
const SIDE: u16 = 64;

/// Paints the map.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIDE, SIDE);
    let whole = canvas.whole();
    let mut brush = Brush::new(&mut canvas, whole);
    brush.fill(Colour::BLACK);
    // The sky of the room: a soft glow from above, off the rim, which wraps to the other side.
    let height = |x: f64, y: f64| (1.0 - length(x - 32.0, y - 32.0) / 31.0).clamp(0.0, 1.0);
    brush.mist(Colour::hex(0x7E8CA8), |x, y| height(x, y).sqrt() * 0.38 * ((30.0 - y) / 26.0).clamp(0.0, 1.0));
    // The table's warm light from below.
    brush.mist(Colour::hex(0x6B4A2A), |x, y| height(x, y).sqrt() * 0.6 * ((y - 44.0) / 12.0).clamp(0.0, 1.0));
    // The window: four panes, high on the left, small enough to leave the print readable.
    for [x, y] in [[19.0, 12.0], [24.6, 11.4], [18.6, 17.4], [24.2, 17.0]] {
        let pane = plate([x, y], [x + 4.8, y + 4.6], 1.2);
        brush.mist(Colour::hex(0xB8C4D0), |px, py| (0.6 - pane(px, py) / 1.8).clamp(0.0, 1.0) * 0.8);
    }
    canvas.each(whole, |_, _, colour| colour.filter(|colour| colour.bytes().iter().any(|&c| c > 7)));
    canvas
}
