//! Finds exact rotations that round to given matrices.

use super::search::fit;
use crate::space::{Frame, Vector, cross, dot, least_along, normalised, plus, times};
use crate::work_budget::WorkBudget;

/// Entries that differ by more than this, in 4.12, from the first rotation are not those of a rotation, and no other
/// one is searched for. Rounding moves an entry of a rotation by less than two.
const HOPELESS: f64 = 256.0;

/// Returns a rotation for the axes of a frame, and the largest difference of its 4.12 entries from the frame's. With a
/// difference above one half the entries are not those of a rotation.
pub(crate) fn nearest(frame: &Frame, budget: &mut WorkBudget) -> (Frame, f64) {
    let start = near(frame.axes);
    let entries = |axes: [Vector; 3]| -> [f64; 9] {
        std::array::from_fn(|i| (axes[i / 3][i % 3] - frame.axes[i / 3][i % 3]) * 4096.0)
    };
    let worst = entries(start).iter().fold(0.0f64, |worst, entry| worst.max(entry.abs()));
    if worst > HOPELESS {
        return (Frame { axes: start, origin: frame.origin }, worst);
    }
    let mut turn = [0.0; 3];
    let worst = fit(&mut turn, 1e-3, budget, |turn| entries(turned(start, *turn)));
    (Frame { axes: turned(start, turn), origin: frame.origin }, worst)
}

/// Returns a rotation near to three axes: Z is kept, then Y. Axes without a direction are found from the others.
fn near([x, y, z]: [Vector; 3]) -> [Vector; 3] {
    let z = first(&[z, cross(x, y), cross(x, least_along(x)), cross(y, least_along(y)), Frame::MODEL.axes[2]]);
    let x = first(&[cross(y, z), cross(z, cross(x, z)), cross(least_along(z), z)]);
    [x, cross(z, x), z]
}

/// Returns the first of several vectors that is not zero, with length one.
pub(super) fn first(vectors: &[Vector]) -> Vector {
    vectors.iter().copied().find(|vector| *vector != [0.0; 3]).map_or([0.0; 3], normalised)
}

/// Returns axes turned about a vector by the length of that vector, in radians.
pub(super) fn turned(axes: [Vector; 3], turn: Vector) -> [Vector; 3] {
    let angle = dot(turn, turn).sqrt();
    if angle == 0.0 {
        return axes;
    }
    let about = times(turn, 1.0 / angle);
    let (sin, cos) = libm::sincos(angle);
    axes.map(|axis| {
        let along = times(about, dot(about, axis) * (1.0 - cos));
        plus(plus(times(axis, cos), times(cross(about, axis), sin)), along)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::round;

    #[test]
    fn every_rounded_rotation_is_found_again() {
        for seed in 1..3000u32 {
            let angle = |k: u32| f64::from(seed * k % 62_831) / 10_000.0;
            let exact = turned(Frame::MODEL.axes, [angle(37), angle(10_111) - 3.0, angle(1_709) - 2.0]);
            let rounded = exact.map(|axis| axis.map(|c| round(c * 4096.0) as f64 / 4096.0));
            let (frame, worst) = nearest(&Frame { axes: rounded, origin: [0.0; 3] }, &mut WorkBudget::usual());
            assert!(worst < 0.5, "{seed}: {worst}");
            let again = frame.axes.map(|axis| axis.map(|c| round(c * 4096.0) as f64 / 4096.0));
            assert_eq!(again, rounded, "{seed}");
        }
    }

    #[test]
    fn a_mirror_is_no_rotation() {
        let mirror = Frame { axes: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };
        assert!(nearest(&mirror, &mut WorkBudget::usual()).1 > 1000.0);
    }

    #[test]
    fn axes_without_a_direction_are_no_rotation() {
        let (x, y) = ([0.6, 0.8, 0.0], [-0.8, 0.6, 0.0]);
        for axes in
            [[[0.0; 3]; 3], [x, [0.0; 3], [0.0; 3]], [[0.0; 3], y, [0.0; 3]], [x, y, [0.0; 3]], [x, x, [0.0; 3]]]
        {
            let (frame, worst) = nearest(&Frame { axes, origin: [0.0; 3] }, &mut WorkBudget::usual());
            assert!(worst > 1000.0, "{axes:?}: {worst}");
            let [x, y, z] = frame.axes;
            assert!(frame.axes.iter().all(|axis| (dot(*axis, *axis) - 1.0).abs() < 1e-9), "{axes:?}: {frame:?}");
            assert!(dot(cross(x, y), z) > 0.999_999, "{axes:?}: {frame:?}");
        }
        let (frame, _) = nearest(&Frame { axes: [x, y, [0.0; 3]], origin: [0.0; 3] }, &mut WorkBudget(0));
        assert_eq!(frame.axes, [x, y, [0.0, 0.0, 1.0]], "two axes give the third");
    }
}
