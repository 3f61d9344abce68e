//! Fewer keys within a tolerance, the vendor's way.
//!
//! Greedy: from a key go on from candidate to candidate while every frame strictly between deviates by less than the
//! tolerance from the straight line; the last one before the first failure is the next key, even if a later one would
//! do again. Then a last key is dropped when its value is that of the key before it [vendor tool].
//!
//! For components the frames between need not be looked at one by one: each allows the line a range of slopes, and the
//! two that allow least stand for all. Angles have no such range, so their work is limited ([`WorkBudget`]).

use crate::space::{Vector, dot, length};
use crate::work_budget::WorkBudget;

/// Keys for `values` (one per frame), any frame being a candidate; components may differ by less than `tolerance`.
/// Between `bends` (ascending) the values are straight: only there can they be farthest from a line.
pub(crate) fn by_component(values: &[Vector], bends: &[u32], tolerance: f64) -> Vec<u32> {
    lines(&every_frame(values), values, bends, tolerance)
}

/// Keys for a number (one value per frame), only `candidates` being candidates (ascending, beginning with 0).
pub(crate) fn among(candidates: &[u32], values: &[f64], tolerance: f64) -> Vec<u32> {
    let values: Vec<Vector> = values.iter().map(|value| [*value, 0.0, 0.0]).collect();
    lines(candidates, &values, candidates, tolerance)
}

/// Keys for directions (one per frame), any frame being a candidate; the angle may be less than `degrees`. A zero vector
/// has no direction: every line misses it. Between `bends` the values are straight.
pub(crate) fn by_angle(values: &[Vector], bends: &[u32], degrees: f64, effort: &mut WorkBudget) -> Vec<u32> {
    let least = degrees.to_radians().cos();
    let near = |line: Vector, value: Vector| {
        let lengths = length(line) * length(value);
        lengths > 0.0 && dot(line, value) / lengths > least
    };
    let zero = values.contains(&[0.0; 3]);
    let mut bent = bends.iter().copied().peekable();
    let mut last_bend = 0;
    greedy(&every_frame(values), |from, to| {
        while let Some(bend) = bent.next_if(|bend| *bend < to) {
            last_bend = bend;
        }
        let straight = !zero && last_bend <= from;
        straight
            || (effort.spend((to - from) as usize)
                && (from + 1..to).all(|frame| near(line(values, from, to, frame), value(values, frame))))
    })
}

fn every_frame(values: &[Vector]) -> Vec<u32> {
    (0..values.len()).filter_map(|frame| u32::try_from(frame).ok()).collect()
}

fn value(values: &[Vector], frame: u32) -> Vector {
    values.get(frame as usize).copied().unwrap_or_default()
}

/// The straight line between two frames, at a third.
fn line(values: &[Vector], from: u32, to: u32, frame: u32) -> Vector {
    let (a, b) = (value(values, from), value(values, to));
    let t = f64::from(frame - from) / f64::from(to - from);
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * t)
}

/// Goes through the candidates; `straight` tells whether two frames may be joined by a line. It is asked with ascending
/// frames.
fn greedy(candidates: &[u32], mut straight: impl FnMut(u32, u32) -> bool) -> Vec<u32> {
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

/// Keys among candidates such that at all bends every component is less than `tolerance` from its line.
fn lines(candidates: &[u32], values: &[Vector], bends: &[u32], tolerance: f64) -> Vec<u32> {
    let mut bends = bends.iter().copied().peekable();
    let mut start = None;
    let mut narrowest = [[None; 2]; 3];
    greedy(candidates, |from, to| {
        if start.replace(from) != Some(from) {
            narrowest = [[None; 2]; 3];
        }
        while let Some(bend) = bends.next_if(|bend| *bend < to) {
            if bend > from {
                narrow(&mut narrowest, values, from, bend, tolerance);
            }
        }
        (0..3).all(|c| {
            let near = |bend: u32| (line(values, from, to, bend)[c] - value(values, bend)[c]).abs() < tolerance;
            narrowest[c].iter().flatten().all(|(bend, _)| near(*bend))
        })
    })
}

/// For each component the bends that allow the least and the greatest slope of a line, and the slopes.
type Narrowest = [[Option<(u32, f64)>; 2]; 3];

/// Takes another bend into account.
fn narrow(narrowest: &mut Narrowest, values: &[Vector], from: u32, bend: u32, tolerance: f64) {
    let (a, b) = (value(values, from), value(values, bend));
    let run = f64::from(bend - from);
    for (c, [most, least]) in narrowest.iter_mut().enumerate() {
        let [up, down] = [tolerance, -tolerance].map(|by| (b[c] + by - a[c]) / run);
        if most.is_none_or(|(_, slope)| up <= slope) {
            *most = Some((bend, up));
        }
        if least.is_none_or(|(_, slope)| down >= slope) {
            *least = Some((bend, down));
        }
    }
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
        assert_eq!(by_angle(&values, &[0, 10], 2.0, &mut WorkBudget::new(1000)), [0, 5, 10]);
    }

    #[test]
    fn rolls_take_only_the_keys_of_the_text() {
        let values: Vec<f64> = (0..=10).map(|f| if f <= 5 { 0.0 } else { f64::from(f - 5) * 18.0 }).collect();
        assert_eq!(among(&[0, 5, 10], &values, 2.0), [0, 5, 10]);
    }

    #[test]
    fn the_narrowest_bends_stand_for_all() {
        // A small generator of numbers: any will do.
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 16) / 65536.0
        };
        for _ in 0..200 {
            let values: Vec<Vector> = (0..60).map(|f| [next() * 4.0, f64::from(f) * next() * 0.1, 0.0]).collect();
            let every = every_frame(&values);
            let near = |from, to, frame| {
                let (line, value) = (line(&values, from, to, frame), value(&values, frame));
                (0..3).all(|c| (line[c] - value[c]).abs() < 1.5)
            };
            let plain = greedy(&every, |from, to| (from + 1..to).all(|frame| near(from, to, frame)));
            assert_eq!(by_component(&values, &every, 1.5), plain);
        }
    }

    #[test]
    fn long_lines_take_no_time_and_hopeless_ones_are_given_up() {
        let nearly = |frame: u32| f64::from(frame) + f64::from(frame % 2) * 0.5;
        let values: Vec<Vector> = (0..60_000).map(|frame| [nearly(frame), 0.0, 1e6]).collect();
        let every = every_frame(&values);
        assert_eq!(by_component(&values, &every, 1.0), [0, 59_999]);
        let mut effort = WorkBudget::new(1_000_000);
        assert!(by_angle(&values, &every, 2.0, &mut effort).len() > 2);
        assert!(effort.is_spent());
    }
}
