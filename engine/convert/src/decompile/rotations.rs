//! Rounded matrices to exact rotations that round to them.

use super::search::fit;
use crate::space::{Frame, Vector, cross, dot, normalised, plus, times};
use crate::work_budget::WorkBudget;

/// Returns a rotation for the axes of a frame, and the largest difference of its 4.12 entries from the frame's. With a
/// difference above one half the entries are not those of a rotation.
pub(crate) fn nearest(frame: &Frame, budget: &mut WorkBudget) -> (Frame, f64) {
    let [x, y, z] = frame.axes;
    let z0 = normalised(z);
    let x0 = normalised(cross(y, z0));
    let x0 = if x0 == [0.0; 3] { normalised(cross(z0, cross(x, z0))) } else { x0 };
    let start = [x0, cross(z0, x0), z0];
    let entries = |axes: [Vector; 3]| {
        let e = |i: usize, j: usize| (axes[i][j] - frame.axes[i][j]) * 4096.0;
        [e(0, 0), e(0, 1), e(0, 2), e(1, 0), e(1, 1), e(1, 2), e(2, 0), e(2, 1), e(2, 2)]
    };
    let mut turn = [0.0; 3];
    let worst = fit(&mut turn, 1e-3, budget, |turn| entries(start.map(|axis| turned(axis, *turn))));
    (Frame { axes: start.map(|axis| turned(axis, turn)), origin: frame.origin }, worst)
}

/// Returns a vector turned about an axis by the length of that axis, in radians.
fn turned(v: Vector, turn: Vector) -> Vector {
    let angle = dot(turn, turn).sqrt();
    if angle == 0.0 {
        return v;
    }
    let axis = times(turn, 1.0 / angle);
    let (sin, cos) = angle.sin_cos();
    let along = times(axis, dot(axis, v) * (1.0 - cos));
    plus(plus(times(v, cos), times(cross(axis, v), sin)), along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::round;

    #[test]
    fn every_rounded_rotation_is_found_again() {
        for seed in 1..3000u32 {
            let angle = |k: u32| f64::from(seed * k % 62_831) / 10_000.0;
            let exact =
                Frame::MODEL.axes.map(|axis| turned(axis, [angle(37), angle(10_111) - 3.0, angle(1_709) - 2.0]));
            let rounded = exact.map(|axis| axis.map(|c| round(c * 4096.0) as f64 / 4096.0));
            let (found, worst) =
                nearest(&Frame { axes: rounded, origin: [0.0; 3] }, &mut WorkBudget::new(WorkBudget::USUAL));
            assert!(worst < 0.5, "{seed}: {worst}");
            let again = found.axes.map(|axis| axis.map(|c| round(c * 4096.0) as f64 / 4096.0));
            assert_eq!(again, rounded, "{seed}");
        }
    }

    #[test]
    fn a_mirror_is_no_rotation() {
        let mirror = Frame { axes: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };
        assert!(nearest(&mirror, &mut WorkBudget::new(WorkBudget::USUAL)).1 > 1000.0);
    }
}
