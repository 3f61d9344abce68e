//! Lists of keys: which frames get a key, and the smallest track that holds the lists of a joint.

use crate::space::{Vector, mixed, round};
use crate::tracks::posture;
use crate::work_budget::WorkBudget;
use keitai_formats::{BoneMatrix, RollKey, Track, VectorKey};

pub(super) struct Lists {
    pub(super) translate: Vec<VectorKey>,
    pub(super) scale: Vec<VectorKey>,
    pub(super) rotate: Vec<VectorKey>,
    pub(super) roll: Vec<RollKey>,
}

impl Lists {
    /// Returns the smallest track that holds the lists.
    pub(super) fn track(self) -> Track {
        let Self { translate, scale, rotate, roll } = self;
        let constant = |list: &[VectorKey]| list.len() == 1;
        let is = |list: &[VectorKey], value: [i16; 3]| constant(list) && list.iter().all(|key| key.value == value);
        let first = |list: &[VectorKey]| list.first().map(|key| key.value).unwrap_or_default();
        let angle = roll.first().map(|key| key.angle).unwrap_or_default();
        let (straight, still) = (roll.len() == 1, is(&translate, [0; 3]));
        if constant(&translate) && constant(&scale) && constant(&rotate) && straight {
            let scale = first(&scale).map(|c| f64::from(c) / 4096.0);
            let rows = posture(first(&rotate).map(f64::from), f64::from(angle) * 360.0 / 4096.0, scale);
            let origin = first(&translate);
            let matrix = BoneMatrix(std::array::from_fn(|i| match (i / 4, i % 4) {
                (row, 3) => origin[row],
                (row, axis) => round(rows[row][axis] * 4096.0).clamp(-32768, 32767) as i16,
            }));
            return if matrix == BoneMatrix::IDENTITY { Track::Identity } else { Track::Matrix(matrix) };
        }
        if !is(&scale, [4096; 3]) {
            return Track::Scaled { translate, scale, rotate, roll };
        }
        match (constant(&translate), straight, still) {
            (true, true, true) if angle == 0 => Track::Rotated { rotate },
            (true, true, _) => Track::Turned { translate: first(&translate), rotate, roll: angle },
            (true, false, true) => Track::Rolled { rotate, roll },
            _ => Track::Moved { translate, rotate, roll },
        }
    }
}

/// Keeps only the first key of a list whose values are all equal.
fn unchanging<T, V: PartialEq>(mut keys: Vec<T>, value: impl Fn(&T) -> V) -> Vec<T> {
    if keys.windows(2).all(|pair| value(&pair[0]) == value(&pair[1])) {
        keys.truncate(1);
    }
    keys
}

/// Returns the keys of three components at some of the frames of `values`.
pub(super) fn vectors_at(frames: &[usize], values: &[[i16; 3]]) -> Vec<VectorKey> {
    let value = |frame: usize| values.get(frame).copied().unwrap_or_default();
    let keys = frames.iter().map(|frame| VectorKey { frame: *frame as u16, value: value(*frame) });
    unchanging(keys.collect(), |key| key.value)
}

/// Returns the keys of a roll at some of the frames of `values`.
pub(super) fn rolls_at(frames: &[usize], values: &[i16]) -> Vec<RollKey> {
    let angle = |frame: usize| values.get(frame).copied().unwrap_or_default();
    let keys = frames.iter().map(|frame| RollKey { frame: *frame as u16, angle: angle(*frame) });
    unchanging(keys.collect(), |key| key.angle)
}

/// Returns key frames such that every frame between two of them is near their line. `near(from, to, frame)` checks a
/// frame between two keys, and `same` compares the values of two frames. A call of `near` takes `cost` of the budget;
/// nothing is near any more when the budget is spent.
pub(super) fn key_frames(
    count: usize,
    near: impl Fn(usize, usize, usize) -> bool,
    same: impl Fn(usize, usize) -> bool,
    cost: usize,
    budget: &mut WorkBudget,
) -> Vec<usize> {
    /// Longest line tried: the work grows with the square of the length.
    const LONGEST: usize = 1024;
    let mut keys = vec![0];
    let mut from = 0;
    // Values that stay the same need no search: each frame is near its own value or not, and this is checked once.
    let (mut same_since, mut last_not_near) = (0, 0);
    for to in 1..count {
        if !same(to - 1, to) {
            same_since = to;
        }
        // No frame is between 0 and 1.
        if to == 1 {
            continue;
        }
        let frame = to - 1;
        if !(budget.spend(cost) && near(frame, frame, frame)) {
            last_not_near = frame;
        }
        let straight = to - from <= LONGEST
            && if same_since <= from {
                last_not_near <= from
            } else {
                budget.spend((to - from) * cost) && (from + 1..to).all(|frame| near(from, to, frame))
            };
        if !straight {
            from = to - 1;
            keys.push(from);
        }
    }
    if count > 1 {
        keys.push(count - 1);
    }
    if let [.., before, last] = keys.as_slice()
        && same(*before, *last)
        && budget.spend((last - before) * cost)
        && (before + 1..*last).all(|frame| near(*before, *before, frame))
    {
        keys.pop();
    }
    keys
}

/// Returns the value at `frame` of the line between two other frames.
pub(super) fn between(values: &[[i16; 3]], from: usize, to: usize, frame: usize) -> Vector {
    let value = |frame: usize| values.get(frame).copied().unwrap_or_default().map(f64::from);
    let t = if to > from { (frame - from) as f64 / (to - from) as f64 } else { 0.0 };
    mixed(value(from), value(to), t)
}

/// Returns the value of a list at a frame. The last key's value is held.
pub(super) fn interpolated<K>(keys: &[K], frame: f64, read: impl Fn(&K) -> (u16, Vector)) -> Vector {
    let next = keys.partition_point(|key| f64::from(read(key).0) <= frame);
    let (Some(before), after) = (keys.get(next.saturating_sub(1)), keys.get(next)) else { return [0.0; 3] };
    let (f0, a) = read(before);
    let Some((f1, b)) = after.map(&read) else { return a };
    let t = (frame - f64::from(f0)) / (f64::from(f1) - f64::from(f0)).max(1.0);
    mixed(a, b, t)
}
