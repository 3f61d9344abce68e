//! Values that change linearly over a triangle on the screen.

use crate::raster::Corner;

/// A value at the first corner, and what a pixel to the right and a pixel down add.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Plane {
    value: i64,
    right: i64,
    down: i64,
}

/// A triangle's shape, as planes need it; coordinates are 28.4.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    origin: (i64, i64),
    /// From the first corner to the others.
    b: (i64, i64),
    c: (i64, i64),
    /// Twice the area, not 0.
    area: i64,
}

impl Frame {
    /// `None` for a triangle without area.
    pub(super) fn new([a, b, c]: &[Corner; 3]) -> Option<Self> {
        let from = |p: &Corner| (i64::from(p.x) - i64::from(a.x), i64::from(p.y) - i64::from(a.y));
        let (b, c) = (from(b), from(c));
        let area = b.0 * c.1 - b.1 * c.0;
        (area != 0).then_some(Self { origin: (i64::from(a.x), i64::from(a.y)), b, c, area })
    }

    /// Twice the area in 1/256 pixel, positive when the corners run clockwise.
    pub(super) fn area(&self) -> i64 {
        self.area
    }

    /// The plane through a value at each corner.
    pub(super) fn plane(&self, [a, b, c]: [i64; 3]) -> Plane {
        let (b, c) = (i128::from(b - a), i128::from(c - a));
        let wide = |v: i64| i128::from(v);
        let right = (b * wide(self.c.1) - c * wide(self.b.1)) * 16;
        let down = (c * wide(self.b.0) - b * wide(self.c.0)) * 16;
        Plane { value: a, right: self.divided(right), down: self.divided(down) }
    }

    /// By the area, rounded toward minus infinity.
    fn divided(&self, product: i128) -> i64 {
        match i64::try_from(product) {
            Ok(product) => {
                let quotient = product / self.area;
                let floors = product % self.area != 0 && (product < 0) != (self.area < 0);
                quotient - i64::from(floors)
            }
            // A sliver may leave 64 bits; what it shows is less than a pixel wide.
            Err(_) => (product / i128::from(self.area)).clamp(-(1 << 62), 1 << 62) as i64,
        }
    }

    /// The value at the centre of a pixel.
    pub(super) fn at(&self, plane: &Plane, x: i32, y: i32) -> i64 {
        let across = i128::from(16 * i64::from(x) + 8 - self.origin.0);
        let below = i128::from(16 * i64::from(y) + 8 - self.origin.1);
        let offset = (i128::from(plane.right) * across + i128::from(plane.down) * below) >> 4;
        (i128::from(plane.value) + offset).clamp(-(1 << 62), 1 << 62) as i64
    }
}

impl Plane {
    /// What a pixel to the right adds.
    pub(super) fn right(&self) -> i64 {
        self.right
    }
}
