//! Vectors, rotations and bone frames in 64-bit floats, and the rounding of everything that is written.

use keitai_formats::{Axis, Diagnostic, Diagnostics, PackedNormal};

/// A vector in model or bone space.
pub(crate) type Vector = [f64; 3];

/// Returns `floor(x + 0.5)`: the rounding of positions, translations, axes, texels, normals, scales and rolls [vendor
/// tool]. Saturates far outside of anything that is written.
pub(crate) fn round(x: f64) -> i64 {
    (x + 0.5).floor() as i64
}

/// Returns a value as the vendor's converter keeps it: rounded to a 32-bit float [vendor tool].
pub(crate) fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Rounds to the 16 bits of a file. A value that does not fit is reported and wraps, as in the vendor's output.
pub(crate) fn short(value: f64, findings: &mut Diagnostics, overflow: impl FnOnce(i64) -> Diagnostic) -> i16 {
    let rounded = round(value);
    i16::try_from(rounded).unwrap_or_else(|_| {
        findings.push(overflow(rounded));
        rounded as i16
    })
}

/// Packs a direction given in bone space, of any length.
pub fn pack_normal(direction: [f64; 3]) -> PackedNormal {
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

pub(crate) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn times(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the point of a line at `t`, 0.0 at `a` and 1.0 at `b`.
pub(crate) fn mixed(a: Vector, b: Vector, t: f64) -> Vector {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/// Returns the unit vector; zero stays zero.
pub(crate) fn normalised(a: Vector) -> Vector {
    let length = length(a);
    if length > 0.0 { [a[0] / length, a[1] / length, a[2] / length] } else { a }
}

/// Returns the axis of the outer space that a direction is least along; of equal ones Y comes first, then X.
pub(crate) fn least_along(direction: Vector) -> Vector {
    let [x, y, z] = direction.map(f64::abs);
    if y <= x && y <= z {
        [0.0, 1.0, 0.0]
    } else if x <= z {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    }
}

/// Returns the rows of the turn of Z to a direction of length one, the short way. -Z is a half turn about X.
pub fn turn_to([x, y, z]: [f64; 3]) -> [[f64; 3]; 3] {
    let aside = x * x + y * y;
    if aside > 0.0 {
        let a = (1.0 - z) / aside;
        let b = -a * x * y;
        [[z + y * y * a, b, x], [b, z + x * x * a, y], [-x, -y, z]]
    } else {
        [[1.0, 0.0, 0.0], [0.0, z, 0.0], [0.0, 0.0, z]]
    }
}

/// Returns the rows of `R(z) * Rz(roll) * S`: Z turned to `direction` (of any length; zero is no turn), roll in
/// degrees.
pub(crate) fn posture(direction: Vector, roll: f64, scale: Vector) -> [Vector; 3] {
    let mut z = normalised(direction);
    if z == [0.0; 3] {
        z = [0.0, 0.0, 1.0];
    }
    let [x, y, z] = turn_to(z);
    let (sin, cos) = libm::sincos(roll.to_radians());
    let row =
        |[m0, m1, m2]: Vector| [(m0 * cos + m1 * sin) * scale[0], (m1 * cos - m0 * sin) * scale[1], m2 * scale[2]];
    [row(x), row(y), row(z)]
}

/// Returns true when the straight line from `a` to `b` passes zero or the half line of -Z, within half a degree.
pub fn passes_singularity(a: [f64; 3], b: [f64; 3]) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let run = dx * dx + dy * dy;
    let t = if run > 0.0 { (-(a[0] * dx + a[1] * dy) / run).clamp(0.0, 1.0) } else { 0.0 };
    let near = mixed(a, b, t);
    let aside = libm::hypot(near[0], near[1]);
    let through_zero = run == 0.0 && aside == 0.0 && a[2].min(b[2]) <= 0.0;
    through_zero || (near[2] <= 0.0 && aside <= 0.0087 * near[2].abs())
}

/// A bone's own space in model space: unit axes and origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(crate) axes: [Vector; 3],
    pub(crate) origin: Vector,
}

impl Frame {
    /// Model space itself.
    pub(crate) const MODEL: Self = Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    /// Returns a direction of the outer space in this one.
    pub(crate) fn turn_in(&self, v: Vector) -> Vector {
        let [x, y, z] = self.axes;
        [dot(x, v), dot(y, v), dot(z, v)]
    }

    /// Returns a point of the outer space in this one.
    pub(crate) fn bring_in(&self, p: Vector) -> Vector {
        self.turn_in(minus(p, self.origin))
    }

    /// Returns a direction of this space in the outer one.
    pub(crate) fn turn_out(&self, v: Vector) -> Vector {
        let [x, y, z] = self.axes;
        plus(plus(times(x, v[0]), times(y, v[1])), times(z, v[2]))
    }

    /// Returns a point of this space in the outer one.
    pub(crate) fn bring_out(&self, p: Vector) -> Vector {
        plus(self.turn_out(p), self.origin)
    }

    /// Returns another frame of the outer space in this one.
    pub(crate) fn frame_in(&self, inner: &Frame) -> Frame {
        Frame { axes: inner.axes.map(|axis| self.turn_in(axis)), origin: self.bring_in(inner.origin) }
    }

    /// Returns a frame of this space in the outer one.
    pub(crate) fn frame_out(&self, inner: &Frame) -> Frame {
        Frame { axes: inner.axes.map(|axis| self.turn_out(axis)), origin: self.bring_out(inner.origin) }
    }

    /// Returns the twelve numbers of a file's matrix, unrounded: axes times 4096 as columns, and the origin.
    pub(crate) fn matrix(&self) -> [f64; 12] {
        std::array::from_fn(|i| match (i / 4, i % 4) {
            (row, 3) => self.origin[row],
            (row, axis) => self.axes[axis][row] * 4096.0,
        })
    }

    pub(crate) fn from_matrix(m: &[i16; 12]) -> Self {
        let column = |i: usize| [m[i], m[4 + i], m[8 + i]].map(f64::from);
        let axes = [column(0), column(1), column(2)].map(|axis| times(axis, 1.0 / 4096.0));
        Self { axes, origin: column(3) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction(x: i8, y: i8, z_negative: bool) -> PackedNormal {
        PackedNormal::Direction { x, y, z_negative }
    }

    #[test]
    fn halves_round_up() {
        assert_eq!([-2.5, -0.5, 0.5, 2.5].map(round), [-2, 0, 1, 3]);
    }

    #[test]
    fn in_and_out_are_inverse() {
        let turned = Frame { axes: [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], origin: [5.0, 6.0, 7.0] };
        let point = [1.0, 2.0, 3.0];
        assert_eq!(turned.bring_out(point), [3.0, 7.0, 10.0]);
        assert_eq!(turned.bring_in(turned.bring_out(point)), point);
        assert_eq!(turned.frame_out(&turned.frame_in(&Frame::MODEL)), Frame::MODEL);
    }

    #[test]
    fn axes_have_codes_from_0_9921_on_upwards_only() {
        assert_eq!(pack_normal([0.0, 0.0, 5.0]), PackedNormal::Axis(Axis::PlusZ));
        assert_eq!(pack_normal([0.0, -1.0, 0.0]), PackedNormal::Axis(Axis::MinusY));
        let c = 0.9922;
        let s = f64::sqrt(1.0 - c * c);
        assert_eq!(pack_normal([c, s, 0.0]), PackedNormal::Axis(Axis::PlusX));
        assert_eq!(pack_normal([-c, s, 0.0]), direction(-63, 8, false));
        assert_eq!(pack_normal([0.0; 3]), direction(0, 0, false), "no axis");
    }

    #[test]
    fn the_sign_of_z_is_that_of_the_rounded_number() {
        let nearly = |z: f64| pack_normal([0.6, f64::sqrt(1.0 - 0.36 - z * z), z]);
        assert_eq!(nearly(-16.0 / 4096.0), direction(38, 51, false));
        assert_eq!(nearly(-48.0 / 4096.0), direction(38, 51, true));
    }

    #[test]
    fn minus_z_is_a_half_turn_about_x() {
        let [x, y, z] = posture([0.0, 0.0, -2.0], 0.0, [1.0; 3]);
        assert_eq!([x, y, z], [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]);
        assert_eq!(posture([0.0; 3], 0.0, [1.0; 3]), posture([0.0, 0.0, 1.0], 0.0, [1.0; 3]));
    }

    #[test]
    fn the_third_column_is_the_direction() {
        let rows = posture([0.6, 0.0, 0.8], 0.0, [1.0; 3]);
        assert_eq!(rows.map(|row| (row[2] * 10.0).round()), [6.0, 0.0, 8.0]);
    }

    #[test]
    fn sines_are_equal_on_every_machine() {
        // Libraries of systems differ in the last digit.
        assert_eq!(posture([0.0, 0.0, 1.0], 46.0, [1.0; 3])[0][1], -0.719_339_800_338_651_2);
    }

    #[test]
    fn singular_paths() {
        assert!(passes_singularity([0.0, 0.0, 1.0], [0.0, 0.0, -1.0]), "through zero");
        assert!(passes_singularity([0.5, 0.0, -1.0], [-0.5, 0.0, -1.0]), "through -Z");
        assert!(!passes_singularity([0.5, 0.0, 1.0], [-0.5, 0.0, 1.0]), "through +Z");
        assert!(!passes_singularity([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]));
    }
}
