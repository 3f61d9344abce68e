//! The vendor's key reduction.
//!
//! The search is greedy. From a key the search goes on from candidate to candidate while every frame strictly between
//! deviates by less than the tolerance from the straight line; the last candidate before the first failure is the next
//! key, even if a later one would fit again [vendor tool]. The time for this is limited ([`WorkBudget`]).

use crate::options::WorkBudget;
use crate::space::{Vector, dot, length, minus, plus, single, times};

/// Returns keys such that every value is less than `tolerance` from its line. `values` has one value per frame and is
/// straight between `bends` (ascending), so that only a bend can be farthest from a line.
pub(crate) fn by_distance(
    candidates: &[u32],
    values: &[Vector],
    bends: &[u32],
    tolerance: f64,
    budget: &mut WorkBudget,
) -> Vec<u32> {
    greedy(candidates, |from, to| {
        let after = |frame: u32| bends.partition_point(|bend| *bend <= frame);
        let between = bends.get(after(from)..after(to - 1)).unwrap_or_default();
        let near = |bend: u32| length(minus(line(values, from, to, bend), value(values, bend))) < tolerance;
        budget.spend(between.len()) && between.iter().all(|bend| near(*bend))
    })
}

/// Returns keys such that every direction is less than `degrees` from its line. `values` has one direction per frame
/// and is straight between `bends` (ascending). A zero vector has no direction, so it never fits.
pub(crate) fn by_angle(
    candidates: &[u32],
    values: &[Vector],
    bends: &[u32],
    degrees: f64,
    budget: &mut WorkBudget,
) -> Vec<u32> {
    let bound = Bound::new(degrees);
    greedy(candidates, |from, to| {
        let after = |frame: u32| bends.partition_point(|bend| *bend <= frame);
        let between = bends.get(after(from)..after(to - 1)).unwrap_or_default();
        let ends = between.iter().copied().chain([to - 1]);
        let starts = [from + 1].into_iter().chain(between.iter().copied());
        let pair = |frame| [line(values, from, to, frame), value(values, frame)];
        starts.zip(ends).all(|(start, end)| bound.holds(start, end, &pair, budget))
    })
}

/// Returns the bends without those at which a value rests: a line is never farthest from a constant value inside its
/// piece. `values` has one value per frame; bends beyond them are dropped.
pub(crate) fn without_rests(bends: &[u32], values: &[Vector]) -> Vec<u32> {
    let bends: Vec<u32> = bends.iter().copied().filter(|bend| (*bend as usize) < values.len()).collect();
    let rests = |i: usize| match bends.get(i.wrapping_sub(1)..i + 2) {
        Some(around) => around.iter().all(|bend| value(values, *bend) == value(values, around[0])),
        None => false,
    };
    (0..bends.len()).filter(|i| !rests(*i)).map(|i| bends[i]).collect()
}

/// A bound for the angle between the directions of two straight lines.
struct Bound {
    /// Cosine of the angle.
    cos: f64,
    /// Sine of the angle, made smaller by more than the errors of 64-bit arithmetic.
    sin: f64,
}

impl Bound {
    /// The vendor's converter compares a cosine of 32 bits: the bound is the half between the two at the angle's.
    fn new(degrees: f64) -> Self {
        let cos = libm::cos(degrees.to_radians());
        let nearest = cos as f32;
        let above = if f64::from(nearest) > cos { nearest } else { nearest.next_up() };
        let cos = (f64::from(above.next_down()) + f64::from(above)) / 2.0;
        Self { cos, sin: (1.0 - cos.max(0.0).powi(2)).sqrt() * (1.0 - 1e-6) }
    }

    /// Returns whether the angle between two vectors is below the bound.
    fn near(&self, [a, b]: [Vector; 2]) -> bool {
        let lengths = length(a) * length(b);
        lengths > 0.0 && dot(a, b) / lengths > self.cos
    }

    /// Returns whether the two vectors of `pair` are near at all frames from `start` to `end`. Each moves on a straight
    /// line, so few frames have to be checked; false when the budget ends.
    fn holds(&self, start: u32, end: u32, pair: &impl Fn(u32) -> [Vector; 2], budget: &mut WorkBudget) -> bool {
        /// Two vectors at each end.
        const EXAMINED: usize = 4;
        let mut open = vec![(start, end)];
        while let Some((start, end)) = open.pop() {
            let ends = [pair(start), pair(end)];
            if !budget.spend(EXAMINED) || !ends.iter().all(|pair| self.near(*pair)) {
                return false;
            }
            if end - start > 1 && !self.surely_near_between(ends) {
                let middle = start + (end - start) / 2;
                open.extend([(start, middle), (middle, end)]);
            }
        }
        true
    }

    /// Returns true only when vectors that move straight from the first pair to the second are near on the whole way.
    /// When `a` is off a multiple of `b` by no more than e, and that multiple is at least n long, the sine of the angle
    /// is at most e / n. A vector that moves straight is farthest from zero at one of its ends.
    fn surely_near_between(&self, [[a, b], [c, d]]: [[Vector; 2]; 2]) -> bool {
        let (middle, other) = (plus(a, c), plus(b, d));
        let multiple = dot(middle, other) / dot(other, other);
        let off = |a: Vector, b: Vector| length(minus(a, times(b, multiple)));
        off(a, b).max(off(c, d)) < self.sin * multiple * nearest_to_zero(b, d)
    }
}

/// Returns the smallest distance of the straight line between two vectors from zero.
fn nearest_to_zero(from: Vector, to: Vector) -> f64 {
    let way = minus(to, from);
    let square = dot(way, way);
    let share = if square > 0.0 { (-dot(from, way) / square).clamp(0.0, 1.0) } else { 0.0 };
    length(plus(from, times(way, share)))
}

fn value(values: &[Vector], frame: u32) -> Vector {
    values.get(frame as usize).copied().unwrap_or_default()
}

/// Returns the value at `frame` of the straight line between two other frames, with the vendor's roundings [vendor tool].
fn line(values: &[Vector], from: u32, to: u32, frame: u32) -> Vector {
    let start = value(values, from);
    let way = minus(value(values, to), start).map(single);
    plus(start, times(way, f64::from(frame - from) / f64::from(to - from))).map(single)
}

/// Goes through the candidates (ascending); `fits` returns whether two frames may be joined by a line.
fn greedy(candidates: &[u32], mut fits: impl FnMut(u32, u32) -> bool) -> Vec<u32> {
    let mut keys: Vec<u32> = candidates.iter().take(1).copied().collect();
    let mut reached: Option<u32> = None;
    for candidate in candidates.iter().skip(1) {
        if let (Some(before), Some(from)) = (reached, keys.last().copied())
            && !fits(from, *candidate)
        {
            keys.push(before);
        }
        reached = Some(*candidate);
    }
    keys.extend(reached);
    keys
}

/// Drops a last key that is less than `tolerance` from the key before it.
pub(crate) fn without_held_end(mut keys: Vec<u32>, values: &[Vector], tolerance: f64) -> Vec<u32> {
    if let [.., before, last] = keys.as_slice()
        && length(minus(value(values, *last), value(values, *before))) < tolerance
    {
        keys.pop();
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::mixed;

    fn every_frame(values: &[Vector]) -> Vec<u32> {
        (0..values.len() as u32).collect()
    }

    fn distance(values: &[Vector], tolerance: f64) -> Vec<u32> {
        let every = every_frame(values);
        by_distance(&every, values, &every, tolerance, &mut WorkBudget(100_000))
    }

    fn on_x(values: &[f64]) -> Vec<Vector> {
        values.iter().map(|x| [*x, 0.0, 0.0]).collect()
    }

    #[test]
    fn a_bent_line_has_a_key_at_the_bend() {
        let ramp: Vec<f64> = (0..=20).map(|frame| f64::from(frame.min(10))).collect();
        let keys = distance(&on_x(&ramp), 0.001);
        assert_eq!(keys, [0, 10, 20]);
        assert_eq!(without_held_end(keys, &on_x(&ramp), 0.001), [0, 10]);
    }

    #[test]
    fn a_deviation_equal_to_the_tolerance_is_too_much() {
        assert_eq!(distance(&on_x(&[0.0, 1.0, 0.0, 0.0]), 1.0), [0, 1, 3]);
        assert_eq!(distance(&on_x(&[0.0, 0.999, 0.0, 1.0]), 1.0), [0, 3]);
    }

    #[test]
    fn the_deviation_is_a_length() {
        let aside = |by: f64| [[0.0; 3], [by, by, 0.0], [0.0; 3], [0.0; 3]];
        assert_eq!(distance(&aside(0.7), 1.0), [0, 3]);
        assert_eq!(distance(&aside(0.8), 1.0), [0, 1, 3], "1.13 long");
    }

    #[test]
    fn the_first_failure_ends_a_line_even_if_a_later_candidate_would_fit() {
        let swing = on_x(&[0.0, 0.9, 0.0, -0.9, 0.0]);
        assert_eq!(distance(&swing, 1.0), [0, 2, 4], "0 to 4 would fit, but 0 to 3 does not");
    }

    #[test]
    fn lines_and_cosines_are_compared_in_32_bits() {
        // From 0.2 to -1 are 1.2000000477 in 32 bits, of which a sixth is more than 0.200000003: the line is nearer than
        // 1 to -1 at frame 1. Exactly it is 1.0000000025 away.
        let values = [0.2_f32, -1.0, -0.2, -0.4, -0.6, -0.8, -1.0].map(|x| [f64::from(x), 0.0, 0.0]);
        assert_eq!(by_distance(&[0, 1, 6], &values, &[0, 1, 6], 1.0, &mut WorkBudget(100)), [0, 6]);
        // The cosine of 2 degrees is 0.9993908270; the half between its neighbours of 32 bits is 0.9993908107.
        let bound = Bound::new(2.0);
        let near = |degrees: f64| bound.near([[0.0, 0.0, 3.0], [degrees.to_radians().tan(), 0.0, 1.0]]);
        assert_eq!([2.000_02, 2.000_03].map(near), [true, false]);
    }

    #[test]
    fn only_candidates_become_keys() {
        let values = on_x(&[0.0, 5.0, 0.0, 0.0, 9.0]);
        assert_eq!(by_distance(&[2, 4], &values, &[2, 4], 2.0, &mut WorkBudget(100)), [2, 4]);
    }

    #[test]
    fn a_value_rests_between_equal_bends() {
        let values = on_x(&[1.0, 1.0, 1.0, 1.0, 2.0, 0.0, 0.0, 0.0]);
        assert_eq!(without_rests(&[0, 1, 2, 3, 4, 5, 6, 7, 9], &values), [0, 3, 4, 5, 7]);
        assert_eq!(without_rests(&[2], &values), [2]);
        assert_eq!(without_rests(&[], &values), [0; 0]);
    }

    #[test]
    fn a_zero_direction_never_fits() {
        let flip = |f: i32| [0.0, 0.0, f64::from(5 - f)];
        let values: Vec<Vector> = (0..=10).map(flip).collect();
        let budget = &mut WorkBudget(1000);
        assert_eq!(by_angle(&every_frame(&values), &values, &[0, 10], 2.0, budget), [0, 5, 10]);
    }

    /// Directions that wobble, with a bend every few frames; some are short, pass zero or stand still.
    fn wobble(seed: u32, bends: &[u32]) -> Vec<Vector> {
        let part = |k: u32, c: u32| f64::from((seed * 7919 + k * 104_729 + c * 1_299_709) % 1000) / 500.0 - 1.0;
        let size = [0.02, 0.1, 1.0][seed as usize % 3];
        let at = |k: usize| [part(k as u32, 1) * size, part(k as u32, 2) * size, [1.0, 0.05][seed as usize % 2]];
        let mut values = vec![at(0)];
        for (k, pair) in bends.windows(2).enumerate() {
            let (a, b) = (at(k), at(k + 1));
            let steps = pair[1] - pair[0];
            values.extend((1..=steps).map(|step| mixed(a, b, f64::from(step) / f64::from(steps))));
        }
        values
    }

    #[test]
    fn the_angle_is_that_of_every_frame() {
        for seed in 0..60 {
            let bends: Vec<u32> = (0..20).map(|k| k * 11 + k * k * seed % 7).collect();
            let values = wobble(seed, &bends);
            let every = every_frame(&values);
            let keys = by_angle(&every, &values, &bends, 2.0, &mut WorkBudget(10_000_000));
            let bound = Bound::new(2.0);
            let all = |from: u32, to: u32| {
                (from + 1..to).all(|frame| bound.near([line(&values, from, to, frame), value(&values, frame)]))
            };
            assert_eq!(keys, greedy(&every, all), "{seed}");
        }
    }

    #[test]
    fn a_slow_turn_of_any_length_is_searched() {
        let bends = [0, 10_922, 16_383, 32_766];
        let values: Vec<Vector> = (0..=32_766)
            .map(|f: u32| {
                let x = 0.02 * f64::from(f.min(10_922)) / 10_922.0;
                [x, 0.02 * f64::from(f.saturating_sub(16_383)) / 16_383.0, 1.0]
            })
            .collect();
        let mut budget = WorkBudget(1_000_000);
        assert_eq!(by_angle(&every_frame(&values), &values, &bends, 2.0, &mut budget), [0, 32_766]);
        assert!(!budget.is_spent());
    }

    #[test]
    fn the_time_for_a_search_is_limited() {
        let values: Vec<Vector> = (0..20_000).map(|frame| [f64::from(frame + frame % 2) * 0.5, 0.0, 1e6]).collect();
        let every = every_frame(&values);
        for search in [by_distance, by_angle] {
            let mut budget = WorkBudget(1_000_000);
            assert!(search(&every, &values, &every, 2.0, &mut budget).len() > 2);
            assert!(budget.is_spent());
        }
    }
}
