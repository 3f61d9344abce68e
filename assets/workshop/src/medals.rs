//! Pictures of medals: a ribbon and a disc of gold, silver or bronze, and the empty place of a medal.

use crate::paint::shape::{disc, length, ring, taper};
use crate::paint::{Brush, Canvas, Colour, Tile};

const INK: Colour = Colour::hex(0x1E1018);

/// Side of a medal's cell; four in a row: gold, silver, bronze, none.
pub const CELL: u16 = 24;

/// Returns the sheet.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(4 * CELL, CELL);
    let metals = [(0xF2C244, 0xC02C24), (0xCCD4DE, 0x2C5CA8), (0xC8803C, 0x2A7A48), (0x5A3A30, 0x4A2C26)];
    for (column, (metal, ribbon)) in (0..).zip(metals) {
        let tile = Tile::new(column * CELL, 0, CELL, CELL);
        medal(&mut Brush::new(&mut canvas, tile), Colour::hex(metal), Colour::hex(ribbon), column < 3);
    }
    canvas
}

fn medal(brush: &mut Brush, metal: Colour, ribbon: Colour, won: bool) {
    let centre = [12.0, 14.5];
    let solid = |shape: &dyn Fn(f64, f64) -> f64, x: f64, y: f64| if shape(x, y) < 0.0 { -1.0 } else { 1.0 };
    let bands = [taper([5.5, 1.0], centre, [6.6, 5.6]), taper([18.5, 1.0], centre, [6.6, 5.6])];
    let whole = disc(centre, 8.6);
    let outline = |x: f64, y: f64| bands[0](x, y).min(bands[1](x, y)).min(whole(x, y));
    brush.lay(INK, |x, y| solid(&outline, x, y));
    for band in &bands {
        brush.lay(ribbon, |x, y| band(x, y) + 1.0);
    }
    brush.lay(metal, disc(centre, 7.6));
    brush.mist(metal.lit(0.6), |x, y| {
        if length(x - centre[0], y - centre[1]) < 7.4 { 0.9 - (x + y - 14.0) / 18.0 } else { 0.0 }
    });
    brush.lay(metal.lit(-0.45), ring(centre, 5.6, 1.0));
    if won {
        // A star.
        let star = move |x: f64, y: f64| {
            let (dx, dy) = (x - centre[0], y - centre[1]);
            let turn = libm::atan2(dx, -dy) / std::f64::consts::TAU * 5.0;
            let near = (turn - turn.round()).abs() * 2.0;
            length(dx, dy) - (4.8 - 2.8 * near)
        };
        brush.lay(metal.lit(-0.62), star);
    }
}
