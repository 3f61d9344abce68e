//! A track's rotation from direction, roll and scale.

use crate::space::{Vector, normalised};

/// Returns true when the straight line from `a` to `b` passes zero or the half line of -Z, within half a degree.
pub fn passes_singularity(a: [f64; 3], b: [f64; 3]) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let run = dx * dx + dy * dy;
    let t = if run > 0.0 { (-(a[0] * dx + a[1] * dy) / run).clamp(0.0, 1.0) } else { 0.0 };
    let near = [a[0] + dx * t, a[1] + dy * t, a[2] + (b[2] - a[2]) * t];
    let aside = libm::hypot(near[0], near[1]);
    let through_zero = run == 0.0 && aside == 0.0 && a[2].min(b[2]) <= 0.0;
    through_zero || (near[2] <= 0.0 && aside <= 0.0087 * near[2].abs())
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

#[cfg(test)]
mod tests {
    use super::*;

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
