//! Fewer keys within a tolerance, the vendor's way.
//!
//! Greedy: from a key go on from candidate to candidate while every frame strictly between deviates by less than the
//! tolerance from the straight line; the last one before the first failure is the next key, even if a later one would
//! do again. Then a last key is dropped when its value is that of the key before it [vendor tool].

use crate::space::{Vector, dot, length};

/// Keys for `values` (one per frame), any frame being a candidate; components may differ by less than `tolerance`.
/// Between `bends` the values are straight: only there can they be farthest from a line.
pub(crate) fn by_component(values: &[Vector], bends: &[u32], tolerance: f64) -> Vec<u32> {
    let near = |line: Vector, value: Vector| (0..3).all(|c| (line[c] - value[c]).abs() < tolerance);
    greedy(&every_frame(values), |from, to| {
        between(bends, from, to).all(|frame| near_at(values, from, to, frame, near))
    })
}

/// Keys for directions (one per frame), any frame being a candidate; the angle may be less than `degrees`. A zero vector
/// has no direction: every line misses it.
/// Between `bends` the values are straight.
pub(crate) fn by_angle(values: &[Vector], bends: &[u32], degrees: f64) -> Vec<u32> {
    let least = degrees.to_radians().cos();
    let near = |line: Vector, value: Vector| {
        let lengths = length(line) * length(value);
        lengths > 0.0 && dot(line, value) / lengths > least
    };
    let zero = values.contains(&[0.0; 3]);
    greedy(&every_frame(values), |from, to| {
        let straight = !zero && between(bends, from, to).next().is_none();
        straight || (from + 1..to).all(|frame| near_at(values, from, to, frame, near))
    })
}

/// Keys for a number (one value per frame), only `candidates` being candidates (ascending, beginning with 0).
pub(crate) fn among(candidates: &[u32], values: &[f64], tolerance: f64) -> Vec<u32> {
    let vectors: Vec<Vector> = values.iter().map(|value| [*value, 0.0, 0.0]).collect();
    let near = |line: Vector, value: Vector| (line[0] - value[0]).abs() < tolerance;
    greedy(candidates, |from, to| between(candidates, from, to).all(|frame| near_at(&vectors, from, to, frame, near)))
}

fn every_frame(values: &[Vector]) -> Vec<u32> {
    (0..values.len()).filter_map(|frame| u32::try_from(frame).ok()).collect()
}

/// The frames of a list strictly between two frames.
fn between(frames: &[u32], from: u32, to: u32) -> impl Iterator<Item = u32> + '_ {
    let first = frames.partition_point(|frame| *frame <= from);
    frames.iter().skip(first).copied().take_while(move |frame| *frame < to)
}

/// Whether the straight line between two frames is near the value at a third.
fn near_at(values: &[Vector], from: u32, to: u32, frame: u32, near: impl Fn(Vector, Vector) -> bool) -> bool {
    let value = |frame: u32| values.get(frame as usize).copied().unwrap_or_default();
    let (a, b) = (value(from), value(to));
    let t = f64::from(frame - from) / f64::from(to - from);
    near([0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * t), value(frame))
}

/// Goes through the candidates; `straight` tells whether two frames may be joined by a line.
fn greedy(candidates: &[u32], straight: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let mut keys: Vec<u32> = candidates.iter().take(1).copied().collect();
    let mut reached: Option<u32> = None;
    for candidate in candidates.iter().skip(1) {
        if let (Some(before), Some(from)) = (reached, keys.last().copied())
            && !straight(from, *candidate)
        {
            keys.push(before);
        }
        reached = Some(*candidate);
    }
    keys.extend(reached);
    keys
}

/// Drops a last key whose value is that of the key before it.
pub(crate) fn without_held_end<T: PartialEq>(mut keys: Vec<u32>, value: impl Fn(u32) -> T) -> Vec<u32> {
    if let [.., before, last] = keys.as_slice()
        && value(*before) == value(*last)
    {
        keys.pop();
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_x(values: impl Iterator<Item = f64>) -> Vec<Vector> {
        values.map(|x| [x, 0.0, 0.0]).collect()
    }

    fn component(values: &[f64], tolerance: f64) -> Vec<u32> {
        let values = on_x(values.iter().copied());
        by_component(&values, &every_frame(&values), tolerance)
    }

    #[test]
    fn a_straight_line_has_two_keys_and_a_held_end_one_less() {
        let ramp: Vec<f64> = (0..=20).map(|frame| f64::from(frame.min(10))).collect();
        let keys = component(&ramp, 0.001);
        assert_eq!(keys, [0, 10, 20]);
        assert_eq!(without_held_end(keys, |frame| ramp[frame as usize]), [0, 10]);
    }

    #[test]
    fn a_deviation_equal_to_the_tolerance_is_too_much() {
        assert_eq!(component(&[0.0, 1.0, 0.0, 0.0], 1.0), [0, 1, 3]);
        assert_eq!(component(&[0.0, 0.999, 0.0, 1.0], 1.0), [0, 3]);
    }

    #[test]
    fn the_first_failure_ends_a_line_even_if_a_later_one_would_do() {
        let swing = [0.0, 0.9, 0.0, -0.9, 0.0];
        assert_eq!(component(&swing, 1.0), [0, 2, 4], "0 to 4 would do, but 0 to 3 does not");
    }

    #[test]
    fn a_zero_direction_is_always_missed() {
        let flip = |f: i32| [0.0, 0.0, f64::from(5 - f)];
        let values: Vec<Vector> = (0..=10).map(flip).collect();
        assert_eq!(by_angle(&values, &[0, 10], 2.0), [0, 5, 10]);
    }

    #[test]
    fn rolls_take_only_the_keys_of_the_text() {
        let values: Vec<f64> = (0..=10).map(|f| if f <= 5 { 0.0 } else { f64::from(f - 5) * 18.0 }).collect();
        assert_eq!(among(&[0, 5, 10], &values, 2.0), [0, 5, 10]);
    }
}
