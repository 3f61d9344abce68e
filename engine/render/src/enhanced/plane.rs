//! Values that change linearly over a triangle on the screen.
//!
//! Triangles lie inside the guard band, which keeps their coordinates below 2^18; values stay below 2^38 and what a
//! pixel adds is held below 2^43, so that every product here fits 64 bits.

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

    /// The plane through a value at each corner; they lie within 2^38 of each other.
    pub(super) fn plane(&self, [a, b, c]: [i64; 3]) -> Plane {
        let (b, c) = (b - a, c - a);
        let gradient = |product: i64| {
            // Only a sliver's can be steeper, and it shows too few pixels to tell.
            (product * 16).div_euclid(self.area).clamp(-(1 << 43), 1 << 43)
        };
        Plane { value: a, right: gradient(b * self.c.1 - c * self.b.1), down: gradient(c * self.b.0 - b * self.c.0) }
    }

    /// The value at the centre of a pixel.
    #[inline(always)]
    pub(super) fn at(&self, plane: &Plane, x: i32, y: i32) -> i64 {
        let across = 16 * i64::from(x) + 8 - self.origin.0;
        let below = 16 * i64::from(y) + 8 - self.origin.1;
        plane.value + ((plane.right * across + plane.down * below) >> 4)
    }
}

impl Plane {
    /// What a pixel to the right adds.
    pub(super) fn right(&self) -> i64 {
        self.right
    }
}
