//! Projected and lit vertices: pixel, sort key, shade, and the limits of the picture that a vertex lies beyond.

use crate::clip::ClipVertex;
use crate::project::{GUARD, Projector, ViewVertex};

/// Projected and lit vertex with its outcode.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Vertex {
    pub(crate) position: ViewVertex,
    /// Pixels; meaningful unless it lies before the near plane.
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) key: i32,
    /// Limits it lies beyond, see [`Outcode`].
    pub(crate) outcode: u8,
    /// 8.8.
    pub(crate) shade: u16,
    /// Sphere-map coordinates, 8.8.
    pub(crate) reflection: [i32; 2],
}

/// The limits a vertex can lie beyond. A polygon whose vertices all lie beyond the same one cannot be seen.
pub(crate) struct Outcode;

impl Outcode {
    pub(crate) const NEAR: u8 = 1;
    pub(crate) const FAR: u8 = 2;
    pub(crate) const GUARD: u8 = 4;
    pub(crate) const LEFT: u8 = 8;
    pub(crate) const RIGHT: u8 = 16;
    pub(crate) const ABOVE: u8 = 32;
    pub(crate) const BELOW: u8 = 64;
    /// A polygon with a vertex beyond one of these has to be cut.
    pub(crate) const CLIP: u8 = Self::NEAR | Self::FAR | Self::GUARD;

    #[inline(never)]
    fn of(projector: &Projector, z: i32, (x, y): (i32, i32), (width, height): (u32, u32)) -> u8 {
        let bit = |on: bool, bit: u8| if on { bit } else { 0 };
        let mut outcode = 0;
        if let Some((near, far)) = projector.limits() {
            if z < near {
                // Its place on the screen means nothing.
                return Self::NEAR;
            }
            outcode = bit(z > far, Self::FAR);
        }
        let (center, unit) = (projector.center(), projector.unit());
        let guard = GUARD * unit;
        let [x, y] = [x, y].map(i64::from);
        // One comparison of numbers read as unsigned for both sides.
        let beyond = |at: i64, center: i64| (at - center + guard) as u64 > 2 * guard as u64;
        outcode
            | bit(beyond(x, center[0]) | beyond(y, center[1]), Self::GUARD)
            | bit(x <= 0, Self::LEFT)
            | bit(x >= i64::from(width) * unit, Self::RIGHT)
            | bit(y <= 0, Self::ABOVE)
            | bit(y >= i64::from(height) * unit, Self::BELOW)
    }
}

impl Vertex {
    /// Projects a vertex onto a target of `size` pixels.
    #[inline(always)]
    pub(crate) fn new(projector: &Projector, position: ViewVertex, size: (u32, u32)) -> Self {
        Self::placed(projector, position, projector.place(&position), size)
    }

    /// Returns a vertex whose pixel and sort key are known.
    #[inline(always)]
    pub(crate) fn placed(
        projector: &Projector,
        position: ViewVertex,
        (x, y, key): (i32, i32, i32),
        size: (u32, u32),
    ) -> Self {
        let outcode =
            if projector.well_inside(&position, x, y) { 0 } else { Outcode::of(projector, position.z, (x, y), size) };
        Self { position, x, y, key, outcode, ..Self::default() }
    }

    /// Returns whether it lies between near and far.
    pub(crate) fn in_depth(&self) -> bool {
        self.outcode & (Outcode::NEAR | Outcode::FAR) == 0
    }

    /// Returns the distance in model units.
    pub(crate) fn z(&self) -> i32 {
        self.position.z
    }

    /// As the end of a line.
    pub(crate) fn clip_vertex(&self) -> ClipVertex {
        ClipVertex { position: self.position, ..ClipVertex::default() }
    }
}
