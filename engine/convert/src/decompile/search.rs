//! Finds parameters whose results round to given integers: rotations for matrices, and directions for packed normals.
//!
//! The integers of a matrix were rounded from a transform with fewer degrees of freedom. Any transform that rounds to
//! the same integers will do; a pattern search that starts nearby finds one.

use crate::options::WorkBudget;
use crate::space::{Frame, Vector, cross, dot, least_along, normalised, pack_normal, plus, times};
use keitai_formats::PackedNormal;

/// The search stops when no rounded value is farther than this from its integer: safely below one half.
const GOOD_ENOUGH: f64 = 0.45;
/// Halvings of the step.
const ROUNDS: usize = 40;

/// Powers that residuals are raised to, one after the other. A higher power gives more weight to the largest residual,
/// but makes the search less smooth.
const POWERS: [i32; 3] = [12, 40, 160];

/// Moves `parameters` until every residual (a value minus its integer) is below one half, or until no step helps or the
/// budget ends. Returns the largest residual.
pub(crate) fn fit<const N: usize, const R: usize>(
    parameters: &mut [f64; N],
    step: f64,
    budget: &mut WorkBudget,
    residuals: impl Fn(&[f64; N]) -> [f64; R],
) -> f64 {
    let largest = |parameters: &[f64; N]| residuals(parameters).iter().fold(0.0f64, |max, r| max.max(r.abs()));
    for power in POWERS {
        // Integers that are far off after the first pass were not rounded from an exact matrix.
        let worst = largest(parameters);
        if worst < GOOD_ENOUGH || (power != POWERS[0] && worst > 2.0) {
            break;
        }
        search(parameters, step, power, budget, &residuals);
    }
    largest(parameters)
}

fn search<const N: usize, const R: usize>(
    parameters: &mut [f64; N],
    mut step: f64,
    power: i32,
    budget: &mut WorkBudget,
    residuals: &impl Fn(&[f64; N]) -> [f64; R],
) {
    let score = |parameters: &[f64; N]| -> f64 { residuals(parameters).iter().map(|r| (r * 2.0).powi(power)).sum() };
    let mut best = score(parameters);
    for _ in 0..ROUNDS {
        for _ in 0..50 {
            let mut moved = false;
            for (a, b) in (0..N).flat_map(|a| (a..N).map(move |b| (a, b))) {
                // Four directions of R residuals each.
                if !budget.spend(4 * R) {
                    return;
                }
                for (da, db) in [(step, step), (step, -step), (-step, step), (-step, -step)] {
                    let mut trial = *parameters;
                    trial[a] += da;
                    if a != b {
                        trial[b] += db;
                    }
                    let result = score(&trial);
                    if result < best {
                        (best, *parameters, moved) = (result, trial, true);
                    }
                }
            }
            if residuals(parameters).iter().all(|r| r.abs() < GOOD_ENOUGH) {
                return;
            }
            if !moved {
                break;
            }
        }
        step *= 0.5;
    }
}

/// Entries that differ by more than this, in 4.12, from the first rotation are not those of a rotation, and no other
/// one is searched for. Rounding moves an entry of a rotation by less than two.
const HOPELESS: f64 = 256.0;

/// Returns a rotation for the axes of a frame, and the largest difference of its 4.12 entries from the frame's. With a
/// difference above one half the entries are not those of a rotation.
pub(crate) fn nearest_rotation(frame: &Frame, budget: &mut WorkBudget) -> (Frame, f64) {
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

/// Returns a direction for a code, and true when it packs to that code: some codes stand for no direction of length
/// one.
pub fn unpack_normal(normal: PackedNormal) -> ([f64; 3], bool) {
    let direction = match normal {
        PackedNormal::Axis(axis) => axis.scaled(1).map(f64::from),
        // Only the zero vector gives this code; it is drawn as +Z.
        PackedNormal::Direction { x: 0, y: 0, z_negative: false } => [0.0; 3],
        PackedNormal::Direction { x, y, z_negative } => inside(x, y, z_negative),
    };
    (direction, pack_normal(direction) == normal)
}

/// Returns the direction nearest to the middle of the code's cell whose z has the right sign. In units of 1/4096: x and
/// y may be up to 32 from 64 times the code, z is -32..4063 when positive and -4064..-33 when negative.
fn inside(x: i8, y: i8, z_negative: bool) -> Vector {
    let middle = [f64::from(x) * 64.0, f64::from(y) * 64.0];
    let [most, least] = if z_negative { [4063.0f64, 34.0] } else { [4062.0, 0.0] };
    let radius = libm::hypot(middle[0], middle[1]);
    let goal = radius.clamp(aside(most), aside(least));
    // The corners of the cell nearest to and farthest from the axis, a little inside.
    let away = |c: f64, by: f64| if c < 0.0 { c - by } else { c + by };
    let [near, far] = [-31.4f64, 31.4].map(|by| middle.map(|c| if c == 0.0 { by.max(0.0) } else { away(c, by) }));
    let towards = if goal < radius { near } else { far };
    let mut share = (0.0, 1.0);
    let point = |t: f64| [0, 1].map(|c| middle[c] + (towards[c] - middle[c]) * t);
    for _ in 0..50 {
        let half = (share.0 + share.1) / 2.0;
        let [px, py] = point(half);
        let reached = if goal < radius { libm::hypot(px, py) <= goal } else { libm::hypot(px, py) >= goal };
        share = if reached { (share.0, half) } else { (half, share.1) };
    }
    let [px, py] = point(share.1);
    let pz = aside(libm::hypot(px, py));
    [px, py, if z_negative { -pz } else { pz }].map(|c| c / 4096.0)
}

/// Returns the third side: `sqrt(4096^2 - r^2)`.
fn aside(r: f64) -> f64 {
    (4096.0 * 4096.0 - r * r).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{normalised, round};

    #[test]
    fn finds_an_angle_by_its_rounded_sine_and_cosine() {
        let angle = 0.7312f64;
        let integers = [(angle.sin() * 4096.0).round(), (angle.cos() * 4096.0).round()];
        let mut result = [0.73];
        let worst = fit(&mut result, 1e-3, &mut WorkBudget::usual(), |[a]| {
            [a.sin() * 4096.0 - integers[0], a.cos() * 4096.0 - integers[1]]
        });
        assert!(worst < 0.5, "{worst}");
    }

    #[test]
    fn every_rounded_rotation_is_found_again() {
        for seed in 1..3000u32 {
            let angle = |k: u32| f64::from(seed * k % 62_831) / 10_000.0;
            let exact = turned(Frame::MODEL.axes, [angle(37), angle(10_111) - 3.0, angle(1_709) - 2.0]);
            let rounded = exact.map(|axis| axis.map(|c| round(c * 4096.0) as f64 / 4096.0));
            let (frame, worst) = nearest_rotation(&Frame { axes: rounded, origin: [0.0; 3] }, &mut WorkBudget::usual());
            assert!(worst < 0.5, "{seed}: {worst}");
            let again = frame.axes.map(|axis| axis.map(|c| round(c * 4096.0) as f64 / 4096.0));
            assert_eq!(again, rounded, "{seed}");
        }
    }

    #[test]
    fn a_mirror_is_no_rotation() {
        let mirror = Frame { axes: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };
        assert!(nearest_rotation(&mirror, &mut WorkBudget::usual()).1 > 1000.0);
    }

    #[test]
    fn axes_without_a_direction_are_no_rotation() {
        let (x, y) = ([0.6, 0.8, 0.0], [-0.8, 0.6, 0.0]);
        for axes in
            [[[0.0; 3]; 3], [x, [0.0; 3], [0.0; 3]], [[0.0; 3], y, [0.0; 3]], [x, y, [0.0; 3]], [x, x, [0.0; 3]]]
        {
            let (frame, worst) = nearest_rotation(&Frame { axes, origin: [0.0; 3] }, &mut WorkBudget::usual());
            assert!(worst > 1000.0, "{axes:?}: {worst}");
            let [x, y, z] = frame.axes;
            assert!(frame.axes.iter().all(|axis| (dot(*axis, *axis) - 1.0).abs() < 1e-9), "{axes:?}: {frame:?}");
            assert!(dot(cross(x, y), z) > 0.999_999, "{axes:?}: {frame:?}");
        }
        let (frame, _) = nearest_rotation(&Frame { axes: [x, y, [0.0; 3]], origin: [0.0; 3] }, &mut WorkBudget(0));
        assert_eq!(frame.axes, [x, y, [0.0, 0.0, 1.0]], "two axes give the third");
    }

    #[test]
    fn every_code_that_the_converter_writes_comes_back() {
        let mut codes = std::collections::HashSet::new();
        for a in 0..400 {
            for b in 0..200 {
                let (a, b) = (f64::from(a) * 0.0157, f64::from(b) * 0.0157);
                codes.insert(pack_normal(normalised([a.cos() * b.sin(), a.sin() * b.sin(), b.cos()])));
            }
        }
        assert!(codes.len() > 10_000);
        let lost: Vec<_> = codes.iter().filter(|code| !unpack_normal(**code).1).collect();
        assert!(lost.is_empty(), "{} of {}: {:?}", lost.len(), codes.len(), &lost[..lost.len().min(20)]);
    }

    #[test]
    fn a_code_longer_than_one_is_told() {
        assert!(!unpack_normal(PackedNormal::Direction { x: 60, y: 60, z_negative: false }).1);
        assert!(unpack_normal(PackedNormal::Direction { x: 0, y: 0, z_negative: false }).1, "the zero vector");
    }
}
