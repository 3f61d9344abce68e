//! The canvas: a picture in true colours, some of it cut out, divided into tiles that surfaces are mapped to.

use super::colour::Colour;

/// A rectangle of a canvas, in texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    /// Left edge.
    pub x: u16,
    /// Upper edge.
    pub y: u16,
    /// Width.
    pub width: u16,
    /// Height.
    pub height: u16,
}

impl Tile {
    /// Returns a tile.
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self { x, y, width, height }
    }

    /// Returns the texel at a place of the tile: (0, 0) is its first texel, (1, 1) its last one. Between the two
    /// nothing of a neighbour is ever seen.
    pub fn at(&self, u: f64, v: f64) -> [f64; 2] {
        let along = |start: u16, size: u16, part: f64| f64::from(start) + part.clamp(0.0, 1.0) * f64::from(size - 1);
        [along(self.x, self.width, u), along(self.y, self.height, v)]
    }
}

/// A picture in true colours. `None` is cut out: it becomes palette index 0, which the colour key hides.
#[derive(Debug, Clone)]
pub struct Canvas {
    /// Width in texels.
    pub width: u16,
    /// Height in texels.
    pub height: u16,
    /// Row by row from the top.
    pub texels: Vec<Option<Colour>>,
}

impl Canvas {
    /// Returns an empty canvas.
    pub fn new(width: u16, height: u16) -> Self {
        Self { width, height, texels: vec![None; usize::from(width) * usize::from(height)] }
    }

    /// Returns the whole of it.
    pub fn whole(&self) -> Tile {
        Tile::new(0, 0, self.width, self.height)
    }

    /// Changes every texel of a tile; places are texel centres, counted from the tile's corner.
    pub fn each(&mut self, tile: Tile, mut change: impl FnMut(f64, f64, Option<Colour>) -> Option<Colour>) {
        for row in 0..tile.height {
            for column in 0..tile.width {
                let index = usize::from(tile.y + row) * usize::from(self.width) + usize::from(tile.x + column);
                if let Some(texel) = self.texels.get_mut(index) {
                    *texel = change(f64::from(column) + 0.5, f64::from(row) + 0.5, *texel);
                }
            }
        }
    }
}
