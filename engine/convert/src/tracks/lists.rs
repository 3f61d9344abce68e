//! The keys of a bone's lists, and the smallest type of track that holds them.

use crate::channels::{Curve, Motion, at, union};
use crate::options::{Tolerances, WorkBudget};
use crate::reduction;
use crate::space::{Vector, minus, posture, single, times};
use std::ops::{Bound, RangeBounds};

/// A percent as the vendor's converter keeps it.
pub(super) const PERCENT: f64 = 0.01_f32 as f64;

/// A key before its value is rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Key<T> {
    pub(super) frame: u32,
    pub(super) value: T,
}

pub(super) fn first<T: Copy + Default>(keys: &[Key<T>]) -> T {
    keys.first().map_or(T::default(), |key| key.value)
}

fn keys<T>(frames: &[u32], value: impl Fn(u32) -> T) -> Vec<Key<T>> {
    frames.iter().map(|frame| Key { frame: *frame, value: value(*frame) }).collect()
}

#[derive(Debug)]
pub(super) struct Lists {
    /// Model units, scaled.
    pub(super) translate: Vec<Key<Vector>>,
    /// Percent.
    pub(super) scale: Vec<Key<Vector>>,
    /// Directions of any length.
    pub(super) rotate: Vec<Key<Vector>>,
    /// Degrees.
    pub(super) roll: Vec<Key<f64>>,
}

type Range = (Bound<f64>, Bound<f64>);

/// Returns the numbers that differ from zero by no more than a limit.
const fn within(limit: f64) -> Range {
    (Bound::Included(-limit), Bound::Included(limit))
}

/// Returns the numbers that are zero after rounding to a multiple of `unit`: `floor(x + 0.5)` is 1 for one half.
const fn rounds_to_zero(unit: f64) -> Range {
    (Bound::Included(-0.5 * unit), Bound::Excluded(0.5 * unit))
}

/// The bounds within which motions are treated as constant, as identity and so on.
pub(super) struct Thresholds {
    /// A matrix holds translations, scales and rolls that differ by no more than this from the first key.
    constant: f64,
    /// A constant matrix is the identity when the differences of its elements are in this range, 1.0 being 1.
    identity: Range,
    /// Range of the translation of an identity matrix.
    identity_origin: Range,
    /// Scales that need not be written, percent.
    unscaled: Range,
    /// Translation does not move when no component differs by more than this from the first key.
    still: f64,
    /// Translation is zero when all components are in this range.
    origin: Range,
    /// Lists hold no roll when its keys differ by less than this from the first, degrees.
    still_roll: f64,
    /// A constant roll is zero below this, degrees.
    unrolled: f64,
}

/// The thresholds of the vendor's converter [vendor tool]: all were bracketed by texts on both sides of them.
pub(super) const VENDOR: Thresholds = Thresholds {
    constant: 0.05,
    identity: within(0.001),
    identity_origin: within(0.2),
    unscaled: (Bound::Excluded(99.0), Bound::Included(101.0)),
    still: 0.2,
    origin: within(0.5),
    // 0.005 radians: 0.28647 degrees are below it, 0.2865 are not.
    still_roll: 0.286_479,
    unrolled: 0.286_479,
};

/// These thresholds lose only what rounding loses.
pub(super) const EXACT: Thresholds = Thresholds {
    constant: 0.0,
    identity: rounds_to_zero(1.0 / 4096.0),
    identity_origin: rounds_to_zero(1.0),
    unscaled: (Bound::Included(100.0), Bound::Included(100.0)),
    still: 0.0,
    origin: rounds_to_zero(1.0),
    still_roll: 0.0,
    unrolled: 180.0 / 4096.0,
};

/// Returns true when all keys are within `limit` of the first, per component.
fn near_first(keys: &[Key<Vector>], limit: f64) -> bool {
    keys.iter().all(|key| minus(key.value, first(keys)).iter().all(|c| single(c.abs()) <= limit))
}

fn is_constant<T: PartialEq>(keys: &[Key<T>]) -> bool {
    keys.windows(2).all(|pair| pair[0].value == pair[1].value)
}

impl Lists {
    /// Returns the keys of the text, and frame 0.
    pub(super) fn exact(motion: &Motion) -> Self {
        let list = |curves: &[Curve; 3]| keys(&union(curves), |frame| at(curves, frame));
        Self {
            translate: list(&motion.translate),
            scale: list(&motion.scale),
            rotate: list(&motion.rotate),
            roll: keys(&union([&motion.roll]), |frame| motion.roll.at(frame)),
        }
    }

    /// Returns the lists with the keys that the vendor's converter keeps. The candidates of a 3-D list are its frames
    /// up to its last key, those of rolls the keys of the text, without frame 0 [vendor tool].
    pub(super) fn reduced(motion: &Motion, last_frame: u16, tolerances: Tolerances, budget: &mut WorkBudget) -> Self {
        /// A last key this near to the one before it is dropped.
        const HELD: f64 = 0.001;
        let last_frame = u32::from(last_frame);
        let mut list = |curves: &[Curve; 3], search: Search, tolerance: f64| {
            let bends = union(curves);
            let last = bends.last().map_or(0, |last| (*last).min(last_frame));
            let last = if budget.spend(last as usize) { last } else { 0 };
            let candidates: Vec<u32> = (0..=last).collect();
            let values: Vec<Vector> = candidates.iter().map(|frame| at(curves, *frame).map(single)).collect();
            let bends = reduction::without_rests(&bends, &values);
            let frames = search(&candidates, &values, &bends, tolerance, budget);
            let frames = reduction::without_held_end(frames, &values, HELD);
            keys(&frames, |frame| at(curves, frame).map(single))
        };
        let translate = list(&motion.translate, reduction::by_distance, tolerances.translate);
        let scale = list(&motion.scale, reduction::by_distance, tolerances.scale);
        let rotate = list(&motion.rotate, reduction::by_angle, tolerances.rotate);

        let bends: Vec<u32> = motion.roll.frames().filter(|frame| *frame <= last_frame).collect();
        let last = bends.last().copied().unwrap_or(0);
        let last = if budget.spend(last as usize) { last } else { 0 };
        let values: Vec<Vector> = (0..=last).map(|frame| [motion.roll.at(frame), 0.0, 0.0]).collect();
        let turns = reduction::without_rests(&bends, &values);
        let frames = reduction::by_distance(&bends, &values, &turns, tolerances.rotate, budget);
        let frames = reduction::without_held_end(frames, &values, tolerances.rotate);
        Self { translate, scale, rotate, roll: keys(&frames, |frame| single(motion.roll.at(frame))) }
    }

    /// Leaves only the first key of a roll that is treated as constant although its keys differ.
    pub(super) fn settle_roll(&mut self, thresholds: &Thresholds) {
        if self.roll.iter().all(|key| (key.value - first(&self.roll)).abs() < thresholds.still_roll) {
            self.roll.truncate(1);
        }
    }

    /// Returns whether the roll changes, so that a track needs a list of rolls.
    fn rolls(&self, thresholds: &Thresholds) -> bool {
        let differ = |key: &Key<f64>| (key.value - first(&self.roll)).abs() >= thresholds.still_roll;
        !is_constant(&self.roll) && self.roll.iter().any(differ)
    }

    /// Returns the smallest type that holds the lists, in the vendor's order of conditions [vendor tool].
    pub(super) fn smallest_type(&self, thresholds: &Thresholds) -> u8 {
        let rolls = self.rolls(thresholds);
        if self.fits(0, thresholds) {
            u8::from(self.is_identity(thresholds))
        } else if self.is_scaled(thresholds) {
            2
        } else if !self.is_still(thresholds) || (rolls && !self.is_at_origin(thresholds)) {
            6
        } else if rolls {
            4
        } else if self.fits(5, thresholds) {
            5
        } else {
            3
        }
    }

    /// Returns true when a track of a type can hold the lists.
    pub(super) fn fits(&self, kind: u8, thresholds: &Thresholds) -> bool {
        let roll_constant = !self.rolls(thresholds);
        let whole = !self.is_scaled(thresholds);
        let unmoved = whole && self.is_still(thresholds) && self.is_at_origin(thresholds);
        match kind {
            0 => {
                near_first(&self.translate, thresholds.constant)
                    && near_first(&self.scale, thresholds.constant)
                    && is_constant(&self.rotate)
                    && self.roll.iter().all(|key| (key.value - first(&self.roll)).abs() <= thresholds.constant)
            }
            2 => true,
            3 => whole && self.is_still(thresholds) && roll_constant,
            4 => unmoved,
            5 => unmoved && roll_constant && first(&self.roll).abs() < thresholds.unrolled,
            6 => whole,
            _ => false,
        }
    }

    fn is_still(&self, thresholds: &Thresholds) -> bool {
        near_first(&self.translate, thresholds.still)
    }

    fn is_at_origin(&self, thresholds: &Thresholds) -> bool {
        self.translate.iter().flat_map(|key| key.value).all(|c| thresholds.origin.contains(&c))
    }

    fn is_scaled(&self, thresholds: &Thresholds) -> bool {
        self.scale.iter().any(|key| key.value.iter().any(|c| !thresholds.unscaled.contains(c)))
    }

    /// Returns the rows of the constant matrix, axes with 1 as 1.
    pub(super) fn matrix(&self) -> [[f64; 4]; 3] {
        let axes = posture(first(&self.rotate), first(&self.roll), times(first(&self.scale), 0.01));
        let origin = first(&self.translate);
        [0, 1, 2].map(|row| [axes[row][0], axes[row][1], axes[row][2], origin[row]])
    }

    /// Returns the rows that are written. The vendor's converter turns Z to a direction of length zero, which leaves
    /// the first row of axes (one case, `converter_r3/mal0047`).
    pub(super) fn written_matrix(&self, vendor: bool) -> [[f64; 4]; 3] {
        let [first_row, y, z] = self.matrix();
        if vendor && first(&self.rotate) == [0.0; 3] {
            return [first_row, [0.0, 0.0, 0.0, y[3]], [0.0, 0.0, 0.0, z[3]]];
        }
        [first_row, y, z]
    }

    fn is_identity(&self, thresholds: &Thresholds) -> bool {
        self.matrix().iter().enumerate().all(|(row, elements)| {
            let near = |(column, element): (usize, &f64)| match column {
                3 => thresholds.identity_origin.contains(element),
                _ => thresholds.identity.contains(&(element - if row == column { 1.0 } else { 0.0 })),
            };
            elements.iter().enumerate().all(near)
        })
    }
}

type Search = fn(&[u32], &[Vector], &[u32], f64, &mut WorkBudget) -> Vec<u32>;

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lists of a bone that stands at x, and turns if `turns` is set.
    fn standing(x: f64, turns: bool) -> Lists {
        let turn = |frame: u32| Key { frame, value: [0.0, f64::from(frame), 1.0] };
        Lists {
            translate: vec![Key { frame: 0, value: [x, 0.0, 0.0] }],
            scale: vec![Key { frame: 0, value: [100.0; 3] }],
            rotate: if turns { vec![turn(0), turn(1)] } else { vec![turn(0)] },
            roll: vec![Key { frame: 0, value: 0.0 }],
        }
    }

    #[test]
    fn a_roll_that_stays_within_0_005_radians_counts_as_constant() {
        let kind = |second: f64, x: f64| {
            let roll = [(0, 45.0), (6, second)].map(|(frame, value)| Key { frame, value }).to_vec();
            let mut lists = Lists { roll, ..standing(x, false) };
            let kind = lists.smallest_type(&VENDOR);
            lists.settle_roll(&VENDOR);
            (kind, lists.roll.len())
        };
        assert_eq!([45.286_47, 44.713_53].map(|second| kind(second, 5.0)), [(3, 1); 2]);
        assert_eq!([45.286_5, 44.713_5].map(|second| kind(second, 5.0)), [(6, 2); 2]);
        assert_eq!(kind(45.286_5, 0.0), (4, 2));
        let lists = Lists { roll: [0.0, 0.1].map(|value| Key { frame: 0, value }).to_vec(), ..standing(0.0, false) };
        assert_eq!([lists.smallest_type(&VENDOR), lists.smallest_type(&EXACT)], [5, 4]);
    }

    #[test]
    fn a_translation_that_is_written_as_zero_is_none() {
        let types =
            |x: f64, thresholds: &Thresholds| [false, true].map(|turns| standing(x, turns).smallest_type(thresholds));
        assert_eq!([0.0, 0.4999, -0.5].map(|x| types(x, &EXACT)), [[1, 5]; 3]);
        assert_eq!([0.5, -0.5001].map(|x| types(x, &EXACT)), [[0, 3]; 2], "written as 1 and -1");
        assert_eq!(types(0.5, &VENDOR), [0, 5], "the vendor's limit");
    }
}
