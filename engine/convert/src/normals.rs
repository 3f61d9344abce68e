//! Converts directions to packed normals: 7 bits for x and y, one for the sign of z, codes for the six axes [vendor
//! tool].

use crate::space::{Vector, normalised, round, times};
use keitai_formats::{Axis, PackedNormal};

/// Packs a direction given in bone space, of any length.
pub fn pack(direction: [f64; 3]) -> PackedNormal {
    pack_unit(normalised(direction))
}

pub(crate) fn pack_unit(direction: Vector) -> PackedNormal {
    // 4.12, then units of 1/64, both rounding half up.
    let packed = times(direction, 4096.0).map(|c| (round(c) + 32) >> 6);
    let positive = packed.iter().position(|c| *c >= 64);
    let negative = packed.iter().position(|c| *c <= -64);
    let axis = positive.or(negative.map(|axis| axis + 3)).and_then(|axis| Axis::ALL.get(axis).copied());
    let [x, y, z] = packed;
    // Faithful: the sign is that of the rounded z; directions with z in -32..=-1 of 4096 are treated as positive
    // [vendor tool].
    let direction = || PackedNormal::Direction { x: x as i8, y: y as i8, z_negative: z < 0 };
    axis.map_or_else(direction, PackedNormal::Axis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction(x: i8, y: i8, z_negative: bool) -> PackedNormal {
        PackedNormal::Direction { x, y, z_negative }
    }

    #[test]
    fn axes_have_codes_from_0_9921_on_upwards_only() {
        assert_eq!(pack([0.0, 0.0, 5.0]), PackedNormal::Axis(Axis::PlusZ));
        assert_eq!(pack([0.0, -1.0, 0.0]), PackedNormal::Axis(Axis::MinusY));
        let c = 0.9922;
        let s = f64::sqrt(1.0 - c * c);
        assert_eq!(pack([c, s, 0.0]), PackedNormal::Axis(Axis::PlusX));
        assert_eq!(pack([-c, s, 0.0]), direction(-63, 8, false));
    }

    #[test]
    fn the_sign_of_z_is_that_of_the_rounded_number() {
        let nearly = |z: f64| pack([0.6, f64::sqrt(1.0 - 0.36 - z * z), z]);
        assert_eq!(nearly(-16.0 / 4096.0), direction(38, 51, false));
        assert_eq!(nearly(-48.0 / 4096.0), direction(38, 51, true));
    }

    #[test]
    fn zero_is_plus_z_without_a_code() {
        assert_eq!(pack([0.0; 3]), direction(0, 0, false));
    }
}
