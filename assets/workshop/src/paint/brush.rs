//! Brushes that paint lithographed tin. Places are texels from the tile's corner, light comes from the upper left.

use super::canvas::{Canvas, Tile};
use super::colour::Colour;
use super::shape;

/// A tile of a canvas being painted.
pub struct Brush<'c> {
    canvas: &'c mut Canvas,
    tile: Tile,
}

impl<'c> Brush<'c> {
    /// Paints on a tile; nothing outside it changes.
    pub fn new(canvas: &'c mut Canvas, tile: Tile) -> Self {
        Self { canvas, tile }
    }

    /// Returns the width and height of the tile.
    pub fn size(&self) -> [f64; 2] {
        [f64::from(self.tile.width), f64::from(self.tile.height)]
    }

    /// Covers the tile.
    pub fn fill(&mut self, colour: Colour) -> &mut Self {
        self.canvas.each(self.tile, |_, _, _| Some(colour));
        self
    }

    /// Covers the tile from `top` to `bottom`.
    pub fn fade(&mut self, top: Colour, bottom: Colour) -> &mut Self {
        let height = f64::from(self.tile.height);
        self.canvas.each(self.tile, |_, y, _| Some(top.mix(bottom, y / height)));
        self
    }

    /// Lays a shape over what is there, with soft edges.
    pub fn lay(&mut self, colour: Colour, shape: impl Fn(f64, f64) -> f64) -> &mut Self {
        self.glaze(colour, 1.0, shape)
    }

    /// Paints a shape as [`Self::lay`] does, but with thin paint: `strength` 1.0 covers.
    pub fn glaze(&mut self, colour: Colour, strength: f64, shape: impl Fn(f64, f64) -> f64) -> &mut Self {
        self.mist(colour, |x, y| strength * (0.5 - shape(x, y)).clamp(0.0, 1.0))
    }

    /// Paints with a strength that is a function of the place.
    pub fn mist(&mut self, colour: Colour, strength: impl Fn(f64, f64) -> f64) -> &mut Self {
        self.canvas.each(self.tile, |x, y, old| {
            let strength = strength(x, y).clamp(0.0, 1.0);
            match old {
                Some(old) => Some(old.mix(colour, strength)),
                None => (strength > 0.5).then_some(colour),
            }
        });
        self
    }

    /// Lightens and darkens: positive amounts to white, negative ones to black.
    pub fn light(&mut self, amount: impl Fn(f64, f64) -> f64) -> &mut Self {
        self.canvas.each(self.tile, |x, y, old| old.map(|old| old.lit(amount(x, y))));
        self
    }

    /// Cuts a shape out.
    pub fn cut(&mut self, shape: impl Fn(f64, f64) -> f64) -> &mut Self {
        self.canvas.each(self.tile, |x, y, old| if shape(x, y) < 0.0 { None } else { old });
        self
    }

    /// Paints a pressed line: a groove with a lit lower edge.
    pub fn seam(&mut self, from: [f64; 2], to: [f64; 2]) -> &mut Self {
        let lower = |p: [f64; 2]| [p[0] + 0.5, p[1] + 1.0];
        self.glaze(Colour::WHITE, 0.35, shape::taper(lower(from), lower(to), [1.0; 2]));
        self.glaze(Colour::BLACK, 0.5, shape::taper(from, to, [1.0; 2]))
    }

    /// Paints a rivet.
    pub fn rivet(&mut self, [x, y]: [f64; 2], radius: f64, metal: Colour) -> &mut Self {
        self.glaze(Colour::BLACK, 0.45, shape::disc([x + 0.4, y + 0.6], radius + 0.5));
        self.lay(metal.lit(-0.15), shape::disc([x, y], radius));
        self.glaze(metal.lit(0.75), 0.9, shape::disc([x - radius * 0.3, y - radius * 0.35], radius * 0.45))
    }

    /// Darkens softly towards the tile's own edges, as in the folds of pressed sheet.
    pub fn folds(&mut self, width: f64, strength: f64) -> &mut Self {
        let [w, h] = self.size();
        self.light(|x, y| {
            let near = x.min(w - x).min(y).min(h - y);
            -strength * (1.0 - near / width).clamp(0.0, 1.0)
        })
    }

    /// Makes the paint finely uneven, as if printed by hand.
    pub fn grain(&mut self, strength: f64, seed: u32) -> &mut Self {
        self.light(|x, y| strength * (noise(x / 1.3, y / 1.3, seed) + noise(x / 5.0, y / 5.0, seed ^ 7) - 1.0))
    }

    /// Wears the paint down to the bare metal where `edge` (a distance in texels) is small.
    pub fn wear(&mut self, metal: Colour, reach: f64, seed: u32, edge: impl Fn(f64, f64) -> f64) -> &mut Self {
        let bare = move |x: f64, y: f64| {
            let rough = noise(x / 2.1, y / 2.1, seed) * 0.65 + noise(x / 0.9, y / 0.9, seed ^ 3) * 0.35;
            let near = 1.0 - (edge(x, y) / reach).clamp(0.0, 1.0);
            ((near * 0.62 + rough - 0.98) * 8.0).clamp(0.0, 1.0)
        };
        // The broken edge of the paint casts a thin shadow on the metal.
        self.mist(Colour::BLACK, |x, y| bare(x - 0.7, y - 0.7) * 0.4);
        self.mist(metal, |x, y| bare(x, y) * 0.85)
    }

    /// Scratches the paint a few times, with long strokes.
    pub fn scratches(&mut self, metal: Colour, count: u32, seed: u32) -> &mut Self {
        let [w, h] = self.size();
        for i in 0..count {
            let at = |k: u32| noise(f64::from(i * 5 + k) + 0.5, 0.5, seed);
            let from = [at(0) * w, at(1) * h];
            let to = [from[0] + (at(2) - 0.5) * 14.0, from[1] + (at(3) - 0.5) * 9.0];
            self.glaze(metal, 0.45, shape::taper(from, to, [0.9, 0.2]));
        }
        self
    }
}

/// Returns smooth noise, 0.0..=1.0, one cell per unit.
pub fn noise(x: f64, y: f64, seed: u32) -> f64 {
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - left), ease(y - top));
    let cell = |dx: i32, dy: i32| hash(left as i32 + dx, top as i32 + dy, seed);
    let upper = cell(0, 0) + (cell(1, 0) - cell(0, 0)) * u;
    let lower = cell(0, 1) + (cell(1, 1) - cell(0, 1)) * u;
    upper + (lower - upper) * v
}

fn hash(x: i32, y: i32, seed: u32) -> f64 {
    let mut h =
        (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ h >> 15).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ h >> 12).wrapping_mul(0x297A_2D39);
    f64::from(h ^ h >> 15) / f64::from(u32::MAX)
}
