//! The limits of the picture that a vertex lies beyond.

use super::{GUARD, Projector};

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
    /// The limits of the distance: a polygon with a vertex beyond one has to be cut.
    pub(crate) const DEPTH: u8 = Self::NEAR | Self::FAR;
    /// The edges of the picture.
    pub(crate) const SIDES: u8 = Self::LEFT | Self::RIGHT | Self::ABOVE | Self::BELOW;

    #[inline(never)]
    pub(crate) fn of(projector: &Projector, z: i32, (x, y): (i32, i32)) -> u8 {
        let bit = |on: bool, bit: u8| if on { bit } else { 0 };
        let mut outcode = 0;
        if let Some((near, far)) = projector.planes {
            if z < near {
                // A vertex before near has no meaningful place on the screen.
                return Self::NEAR;
            }
            outcode = bit(z > far, Self::FAR);
        }
        let (centre, [right, bottom]) = (projector.centre(), projector.edges());
        let guard = GUARD * projector.unit();
        let [x, y] = [x, y].map(i64::from);
        // One comparison of numbers read as unsigned for both sides.
        let beyond = |at: i64, centre: i64| (at - centre + guard) as u64 > 2 * guard as u64;
        outcode
            | bit(beyond(x, centre[0]) | beyond(y, centre[1]), Self::GUARD)
            | bit(x <= 0, Self::LEFT)
            | bit(x >= right, Self::RIGHT)
            | bit(y <= 0, Self::ABOVE)
            | bit(y >= bottom, Self::BELOW)
    }
}
