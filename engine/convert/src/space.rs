//! Rotations and bone frames in 64-bit floats, and the rounding of everything that is written.

use keitai_formats::{Diagnostic, Diagnostics};

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
}
