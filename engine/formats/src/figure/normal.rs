//! Packed normals as vectors.
//!
//! The length is not corrected: stored x and y can lie beyond the unit circle. The vendor's own output has such normals
//! near the XY plane.

use super::{Axis, PackedNormal};

impl Axis {
    /// All axes, in the order of the file's codes.
    pub const ALL: [Self; 6] = [Self::PlusX, Self::PlusY, Self::PlusZ, Self::MinusX, Self::MinusY, Self::MinusZ];

    /// Returns the axis of a code in the file, 0..=5.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns a vector of `length` along the axis.
    pub fn scaled(self, length: i16) -> [i16; 3] {
        match self {
            Self::PlusX => [length, 0, 0],
            Self::PlusY => [0, length, 0],
            Self::PlusZ => [0, 0, length],
            Self::MinusX => [-length, 0, 0],
            Self::MinusY => [0, -length, 0],
            Self::MinusZ => [0, 0, -length],
        }
    }
}

impl PackedNormal {
    /// Returns the normal in 4.12; an axis has length 4096. The vendor's viewer decodes to the same components.
    pub fn to_vector(self) -> [i16; 3] {
        self.decode(4096)
    }

    /// Returns the normal in 1/64; an axis has length 64. The vendor's viewer lights with these.
    pub fn to_sixty_fourths(self) -> [i16; 3] {
        self.decode(64)
    }

    /// Decodes with `one` (64 or 4096) for 1: x and y are exact, z is rounded to nearest.
    ///
    /// Faithful: beyond the unit circle z is -1/64, or 1/64 with its sign bit set. Evidence: 900 of 900 normals in the
    /// phone engine.
    fn decode(self, one: i16) -> [i16; 3] {
        match self {
            Self::Axis(axis) => axis.scaled(one),
            Self::Direction { x, y, z_negative } => {
                let [x, y] = [x, y].map(|component| i16::from(component) * (one / 64));
                let [wide_x, wide_y, wide_one] = [x, y, one].map(i32::from);
                let square = wide_one * wide_one - wide_x * wide_x - wide_y * wide_y;
                let z = if square < 0 { -(one / 64) } else { rounded_root(square) };
                [x, y, if z_negative { -z } else { z }]
            }
        }
    }
}

/// Returns floor(sqrt(square) + 0.5). The square is 0..=4096 * 4096.
fn rounded_root(square: i32) -> i16 {
    let square = square.unsigned_abs();
    let root = square.isqrt();
    // The next integer is nearer when square > (root + 0.5)^2 = root^2 + root + 0.25.
    (root + u32::from(square - root * root > root)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_decoded_as_by_hand() {
        let normal = |x, y, z_negative| PackedNormal::Direction { x, y, z_negative };
        // 64^2 - 36^2 - 48^2 = 496, whose root is 22.27; 4096^2 - 2304^2 - 3072^2 = 2031616, root 1425.35.
        assert_eq!(normal(36, -48, true).to_sixty_fourths(), [36, -48, -22]);
        assert_eq!(normal(36, -48, true).to_vector(), [2304, -3072, -1425]);
        assert_eq!(normal(60, 60, false).to_vector(), [3840, 3840, -64], "beyond the unit circle");
        assert_eq!(normal(60, 60, true).to_sixty_fourths(), [60, 60, 1]);
        assert_eq!(PackedNormal::Axis(Axis::MinusY).to_vector(), [0, -4096, 0]);
        assert_eq!(PackedNormal::Axis(Axis::PlusZ).to_sixty_fourths(), [0, 0, 64]);
    }

    #[test]
    fn roots_are_rounded_to_nearest() {
        for square in 0..70_000 {
            assert_eq!(rounded_root(square), (f64::from(square).sqrt() + 0.5).floor() as i16, "{square}");
        }
        assert_eq!(rounded_root(4096 * 4096), 4096);
    }
}
