//! Pictures on the screen: lamps of the start, dots of the map.

use crate::paint::shape::{disc, plate};
use crate::paint::{Brush, Canvas, Colour, Tile};

/// Width and height of the start's lamps.
pub const LAMPS: [u16; 2] = [96, 36];

/// Paints the lamps of the start, one below the other: dark, one, two, three red ones, all green.
pub fn lamps() -> Canvas {
    let [width, height] = LAMPS;
    let mut canvas = Canvas::new(width, height * 5);
    for state in 0..5 {
        let mut brush = Brush::new(&mut canvas, Tile::new(0, height * state, width, height));
        let outer = plate([0.0, 0.0], [96.0, 36.0], 9.0);
        brush.lay(Colour::hex(0x0C0C12), |x, y| if outer(x, y) < 0.0 { -1.0 } else { 1.0 });
        brush.lay(Colour::hex(0x3A3E4A), plate([1.5, 1.5], [94.5, 34.5], 7.5));
        brush.lay(Colour::hex(0x1C1E26), plate([3.5, 3.5], [92.5, 32.5], 6.0));
        for lamp in 0..3 {
            let x = 18.0 + 30.0 * f64::from(lamp);
            let lit = state == 4 || lamp < state;
            let colour = match (lit, state) {
                (true, 4) => Colour::hex(0x40F060),
                (true, _) => Colour::hex(0xFF3A28),
                _ => Colour::hex(0x442024),
            };
            brush.lay(Colour::BLACK, disc([x, 18.0], 12.5));
            brush.lay(colour.lit(-0.3), disc([x, 18.0], 11.0));
            brush.lay(colour, disc([x - 0.6, 17.2], 9.0));
            if lit {
                brush.glaze(colour.lit(0.6), 0.9, disc([x - 2.0, 15.0], 5.0));
                brush.glaze(Colour::WHITE, 0.9, disc([x - 3.0, 13.6], 2.2));
            } else {
                brush.glaze(Colour::WHITE, 0.18, disc([x - 3.5, 13.0], 2.6));
            }
        }
    }
    canvas
}
