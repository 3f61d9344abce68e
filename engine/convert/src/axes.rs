//! A bone's axes from its three points, exactly or in the vendor's arithmetic.
//!
//! Z goes from `translate` to `rotate`; X = (handle - translate) x Z; Y = Z x X: Z wins, Y is made orthogonal, lengths
//! do not matter [vendor tool].
//!
//! The vendor's converter finds the same axes by two turns of the axes of model space. The first takes Z to the
//! direction of `rotate`, about an axis at right angles to both. The second, about Z, brings Y as near as possible to
//! `handle`. Sums are 64-bit, but every value that is kept is rounded to 32 bits. This decides half units under turned
//! bones and the roll of bones whose handle lies on the Z axis or almost on it, and it loses turns of less than 0.00024
//! radians [vendor tool]: `converter_more/bm7`, `bm1`, `converter_random/r01067`. docs/conversion.md has the evidence.

use crate::options::Options;
use crate::space::{Frame, Vector, cross, dot, length, minus, normalised, plus, single, times};

/// The arithmetic of bones and points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// 64-bit throughout.
    Exact,
    Vendor,
}

impl Arithmetic {
    /// Returns the arithmetic that belongs to the options' policy.
    pub(crate) fn of(options: &Options) -> Self {
        if options.policy.vendor { Self::Vendor } else { Self::Exact }
    }

    /// Returns a number of the text times the scale factor.
    pub(crate) fn scaled(self, value: f32, factor: f64) -> f64 {
        match self {
            Self::Exact => f64::from(value) * factor,
            Self::Vendor => f64::from(value * factor as f32),
        }
    }

    /// Returns a bone's frame; `translate` and `rotate` must differ. With the handle on the Z axis the exact arithmetic
    /// has no X and Y axes, the vendor's has some roll.
    pub(crate) fn frame(self, [translate, rotate, handle]: [Vector; 3]) -> Frame {
        let (along, handle) = (minus(rotate, translate), minus(handle, translate));
        let axes = match self {
            Self::Exact => {
                let z = normalised(along);
                let x = normalised(cross(normalised(handle), z));
                [x, cross(z, x), z]
            }
            Self::Vendor => roll_to(handle, turn_z_to(direction(along))),
        };
        Frame { axes, origin: translate }
    }

    /// Returns a direction of model space in bone space, with length one; zero stays zero.
    pub(crate) fn normal(self, frame: &Frame, normal: Vector) -> Vector {
        let turned = frame.turn_in(normal);
        match self {
            Self::Exact => normalised(turned),
            Self::Vendor => unit(turned.map(single)),
        }
    }

    /// Returns the bone's frame in the space of its parent, which is model space for a root.
    ///
    /// The vendor's converter keeps a bone as the matrix from model space to the bone. The bone's origin comes from
    /// that matrix, not from the text: a root at -9.5 may be written at -10.
    pub(crate) fn within(self, parent: &Frame, bone: &Frame) -> Frame {
        match self {
            Self::Exact => parent.frame_in(bone),
            Self::Vendor => {
                let turned = |v: Vector| parent.turn_in(v).map(single);
                let origin = bone.turn_out(offset(bone)).map(|c| single(-c));
                let origin = plus(turned(origin), offset(parent)).map(single);
                Frame { axes: bone.axes.map(turned), origin }
            }
        }
    }

    /// Returns a point of model space in bone space.
    pub(crate) fn position(self, frame: &Frame, point: Vector) -> Vector {
        match self {
            Self::Exact => frame.bring_in(point),
            Self::Vendor => plus(frame.turn_in(point), offset(frame)).map(single),
        }
    }
}

/// Returns the place of model space's origin in the frame, as the vendor's converter keeps it.
fn offset(frame: &Frame) -> Vector {
    frame.turn_in(frame.origin).map(|c| single(-c))
}

/// Returns the unit vector, zero for zero. The length is kept before the components are divided by it.
fn unit(v: Vector) -> Vector {
    let length = single(length(v));
    if length > 0.0 { v.map(|c| single(c / length)) } else { v }
}

/// Returns the direction of Z. Of the three differences x alone is not kept before it is divided.
fn direction([x, y, z]: Vector) -> Vector {
    let (kept_y, kept_z) = (single(y), single(z));
    let length = single((x * x + kept_y * kept_y + z * kept_z).sqrt());
    [x, kept_y, kept_z].map(|c| single(c / length))
}

/// Returns the axes of model space after a turn that takes Z to `z`. Zeros keep their signs, which decide between the
/// rolls of half a turn.
fn turn_z_to(z: Vector) -> [Vector; 3] {
    let (sin, cos) = libm::sincos(single(libm::acos(z[2].clamp(-1.0, 1.0))));
    let rest = single(1.0 - cos);
    let axes = match z {
        [_, y, z] if z <= -1.0 && y != 0.0 => {
            let [_, y, w] = unit([0.0, -z, y]);
            let mixed = rest * y * w;
            [[cos, sin * w, -sin * y], [-sin * w, cos + rest * y * y, mixed], [sin * y, mixed, cos + rest * w * w]]
        }
        [x, y, _] => {
            let [x, y, _] = if [x, y] == [0.0; 2] { [0.0, 1.0, 0.0] } else { unit([-y, x, 0.0]) };
            let mixed = rest * single(x * y);
            [[cos + rest * x * x, mixed, -sin * y], [mixed, cos + rest * y * y, sin * x], [sin * y, -sin * x, cos]]
        }
    };
    axes.map(|axis| axis.map(single))
}

/// Returns axes rolled about their Z until Y is nearest to the handle.
fn roll_to(handle: Vector, [x, y, z]: [Vector; 3]) -> [Vector; 3] {
    let (sin, cos) = libm::sincos(single(libm::atan2(single(-dot(x, handle)), single(dot(y, handle)))));
    let (sin, cos) = (single(sin), single(cos));
    let rolled = [plus(times(x, cos), times(y, sin)), plus(times(y, cos), times(x, -sin)), z];
    rolled.map(|axis| axis.map(single))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::round;

    const BOTH: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::Vendor];

    #[test]
    fn z_wins_over_the_handle() {
        let points = [[0.0; 3], [0.0, 0.0, 9.0], [0.0, 1.0, 1.0]];
        assert_eq!(BOTH.map(|arithmetic| arithmetic.frame(points)), [Frame::MODEL; 2]);
    }

    #[test]
    fn a_handle_on_the_z_axis_has_the_vendors_roll() {
        let points = [[0.0; 3], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]];
        assert_eq!(Arithmetic::Vendor.frame(points), Frame::MODEL);
    }

    #[test]
    fn quarter_turns_keep_the_cosine_of_32_bits() {
        let cos = single(single(std::f64::consts::FRAC_PI_2).cos());
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let [exact, turned] = BOTH.map(|arithmetic| arithmetic.frame(points).axes);
        assert_eq!(exact, [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
        assert_eq!(turned, [[cos, 0.0, -1.0], [0.0, single(1.0 + cos), 0.0], [1.0, 0.0, cos]]);
        assert!(cos != 0.0 && turned[1][1] < 1.0);
    }

    #[test]
    fn x_is_not_kept_before_it_is_divided() {
        // With the length 4.784414769, x gives 0.548656489. In 32 bits x is 2.625000238, which gives 0.548656495: more
        // than the half between the neighbours 0.5486564636 and 0.5486565232.
        assert_eq!(direction([2.625 + 7.0 / f64::from(1 << 25), 4.0, 0.0])[0], 0.548_656_463_623_046_9);
    }

    #[test]
    fn half_turns_are_about_y_and_the_rest_of_z() {
        // The axis is (0, 1, 0.0001), of length one in 32 bits: Z becomes (0, 2 * 0.0001, -1).
        let frame = Arithmetic::Vendor.frame([[0.0; 3], [0.0, 0.0001, -1.0], [0.0, 1.0, 0.0]]);
        let numbers = frame.axes.map(|axis| axis.map(|c| round(c * 1e4)));
        assert_eq!(numbers, [[-10_000, 0, 0], [0, 10_000, 2], [0, 2, -10_000]]);
    }

    #[test]
    fn the_length_of_a_normal_is_kept() {
        // 4096 * 729 / length is 1439.49992 with the exact length, 1439.5 with that of 32 bits.
        let [x, _, _] = Arithmetic::Vendor.normal(&Frame::MODEL, [729.0, 1942.0, 0.0]);
        assert_eq!(round(x * 4096.0), 1440);
        let [x, _, _] = Arithmetic::Exact.normal(&Frame::MODEL, [729.0, 1942.0, 0.0]);
        assert_eq!(round(x * 4096.0), 1439);
    }

    #[test]
    fn half_units_fall_as_the_vendors_do() {
        // The first two points of converter_more/bm7.
        let points = [[322.0, 88.0, 298.0], [322.0, 88.0, 297.0], [321.0, 88.0, 298.0]];
        let local = |arithmetic: Arithmetic, point| arithmetic.position(&arithmetic.frame(points), point).map(round);
        let (first, second) = ([-101.5, -390.5, 382.5], [85.5, -13.5, -245.5]);
        assert_eq!(BOTH.map(|arithmetic| local(arithmetic, first)), [[479, 424, -84], [478, 424, -84]]);
        assert_eq!(BOTH.map(|arithmetic| local(arithmetic, second)), [[102, 237, 544], [101, 236, 544]]);
    }

    #[test]
    fn a_handle_almost_on_the_z_axis_rolls_as_the_vendors_does() {
        // A bone and a vertex of converter_random/r01289: every value that is rounded or not changes the roll by about
        // 0.00001, and the vertex by a unit.
        let points = [
            [-49.93592, 29.595_934, 0.884_699],
            [-50.613_983, 29.817_743, 1.585_438_6],
            [-50.613_533, 29.818_624, 1.585_592_7],
        ];
        let frame = Arithmetic::Vendor.frame(points.map(|point: [f32; 3]| point.map(f64::from)));
        let position = Arithmetic::Vendor.position(&frame, [12067.0, 9501.0, -1183.0]);
        assert_eq!(position.map(round), [2261, 13586, -6945]);
    }

    #[test]
    fn the_origin_of_a_root_comes_from_its_rounded_matrix() {
        // The cosine of a quarter turn is not zero in 32 bits: a half may fall to either side.
        let root = |origin: Vector, z: Vector, y: Vector| {
            let frame = Arithmetic::Vendor.frame([origin, plus(origin, z), plus(origin, y)]);
            Arithmetic::Vendor.within(&Frame::MODEL, &frame).origin.map(round)
        };
        let [x, y, z] = Frame::MODEL.axes;
        assert_eq!(root([-9.5, 9.5, 0.5], z, y), [-9, 10, 1], "no turn");
        assert_eq!(root([-72.5, 33.5, 257.5], times(x, -0.5), times(z, 0.5)), [-72, 33, 258], "bone 1 of poly0022");
        assert_eq!(root([-42.25, -71.0, -91.5], [0.3, -2.375, -0.7], [2.275, 0.0, 1.025]), [-42, -71, -92]);
    }

    #[test]
    fn origins_within_a_parent_are_rounded_before_they_are_subtracted() {
        // Bones 6 and 8 of converter_random/r01122: the sum of unrounded products would be 8899.4995.
        let parent = [[5128.0, 430.5, -4587.0], [5128.0, 430.0, -4587.0], [5127.5, 430.5, -4587.0]];
        let bone = Frame { origin: [-3771.5, -6025.5, -5038.5], ..Frame::MODEL };
        let vendor = Arithmetic::Vendor;
        assert_eq!(vendor.within(&vendor.frame(parent), &bone).origin.map(round), [-451, 8900, 6456]);
    }

    #[test]
    fn only_the_vendors_arithmetic_loses_small_turns() {
        let points = [[0.0; 3], [0.0, 0.0002, 1.0], [0.0, 1.0, 0.0]];
        let [exact, vendors] = BOTH.map(|arithmetic| arithmetic.frame(points).axes[2]);
        assert!((exact[1] - 0.0002).abs() < 1e-9);
        assert_eq!(vendors, [0.0, 0.0, 1.0]);
    }
}
