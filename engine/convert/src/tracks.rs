//! Channels to a track: its keys, its type and its integers.
//!
//! Units: translation times the scale factor, scale 40.96 per percent, directions 4096 for their length at frame 0, rolls
//! 4096 per turn without wrapping; all `floor(x + 0.5)` [vendor tool]. The types are tried in the vendor's order.

use crate::channels::{Curve, Motion, at, union};
use crate::reduction;
use crate::rules;
use crate::space::{Vector, length, minus, normalised, round, times};
use crate::work_budget::WorkBudget;
use crate::{Keys, Options, Tolerances};
use keitai_formats::action::{RollKey, Track, VectorKey};
use keitai_formats::figure::BoneMatrix;
use keitai_formats::text::Span;
use keitai_formats::{Diagnostic, Diagnostics, Rule};
use std::ops::{Bound, RangeBounds};

/// Makes the track of a bone in an action that ends with `last_frame`.
pub(crate) fn track(
    motion: &Motion,
    last_frame: u16,
    (path, span): (&str, Span),
    options: &Options,
    budget: &mut WorkBudget,
    found: &mut Diagnostics,
) -> Track {
    let (lists, limits) = match options.keys {
        Keys::Exact => (Lists::exact(motion), &EXACT),
        Keys::Reduced(tolerances) => (Lists::reduced(motion, last_frame, tolerances, budget), &VENDOR),
    };
    let mut writer = Writer { path, span, found };
    writer.report_singular(&motion.rotate);
    let smallest = lists.smallest_type(limits);
    let kind = motion.wanted.filter(|_| options.keys == Keys::Exact).map_or(smallest, |wanted| {
        let holds = lists.fits(wanted, limits);
        if !holds {
            writer.report(&rules::TRACK_TYPE, format!("a track of type {wanted} cannot hold this motion"));
        }
        if holds { wanted } else { smallest }
    });
    if kind > 2 && lists.scale.iter().any(|key| key.value != [100.0; 3]) {
        writer.report(&rules::SCALE_LOST, "scale within the tolerance of 100 % is not written".to_owned());
    }
    let Lists { translate, scale, rotate, roll } = &lists;
    let unit = match options.keys {
        Keys::Exact => exact_unit(rotate),
        Keys::Reduced(_) => Some(length(first(rotate))).filter(|length| *length > 0.0).map_or(0.0, f64::recip),
    };
    let rotate = |writer: &mut Writer<'_, '_>| writer.vectors(rotate, 4096.0 * unit, "rotate");
    match kind {
        0 => Track::Matrix(writer.matrix(lists.matrix())),
        1 => Track::Identity,
        2 => Track::Scaled {
            translate: writer.vectors(translate, 1.0, "translate"),
            scale: writer.vectors(scale, 40.96, "scale"),
            rotate: rotate(&mut writer),
            roll: writer.rolls(roll),
        },
        3 => Track::Turned {
            translate: writer.vector(first(translate), 0, "translate"),
            rotate: rotate(&mut writer),
            roll: writer.roll(first(roll), 0),
        },
        4 => Track::Rolled { rotate: rotate(&mut writer), roll: writer.rolls(roll) },
        5 => Track::Rotated { rotate: rotate(&mut writer) },
        _ => Track::Moved {
            translate: writer.vectors(translate, 1.0, "translate"),
            rotate: rotate(&mut writer),
            roll: writer.rolls(roll),
        },
    }
}

/// The factor that brings directions into the range of 4.12. Their common length has no effect on a posture: lengths that a
/// file can hold stay as they are, so that a file's own keys come back; for others the longest becomes 1.
fn exact_unit(rotate: &[Key<Vector>]) -> f64 {
    let longest = rotate.iter().map(|key| length(key.value)).fold(0.0, f64::max);
    if longest == 0.0 || (0.5..7.999).contains(&longest) { 1.0 } else { longest.recip() }
}

/// A key before its value is rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key<T> {
    frame: u32,
    value: T,
}

fn first<T: Copy + Default>(keys: &[Key<T>]) -> T {
    keys.first().map_or(T::default(), |key| key.value)
}

fn keys<T>(frames: &[u32], value: impl Fn(u32) -> T) -> Vec<Key<T>> {
    frames.iter().map(|frame| Key { frame: *frame, value: value(*frame) }).collect()
}

/// The keys of a bone's lists.
#[derive(Debug)]
struct Lists {
    /// Model units, scaled.
    translate: Vec<Key<Vector>>,
    /// Percent.
    scale: Vec<Key<Vector>>,
    /// Directions of any length.
    rotate: Vec<Key<Vector>>,
    /// Degrees.
    roll: Vec<Key<f64>>,
}

/// The bounds within which motions count as constant, as identity and so on.
struct Limits {
    /// Translation and scale are constant when no component differs by more than this from the first key.
    constant: f64,
    /// A constant matrix is the identity when its elements differ by no more than this, 1 being 1,
    identity: f64,
    /// and its translation by no more than this.
    identity_origin: f64,
    /// Scales that need not be written, percent.
    unscaled: (Bound<f64>, Bound<f64>),
    /// Translation does not move when no component differs by more than this from the first key.
    still: f64,
    /// Translation is zero when no component is greater than this.
    origin: f64,
    /// A constant roll is zero below this, degrees.
    unrolled: f64,
}

/// The limits of the vendor's converter [vendor tool]: all were bracketed by texts on both sides of them.
const VENDOR: Limits = Limits {
    constant: 0.05,
    identity: 0.001,
    identity_origin: 0.2,
    unscaled: (Bound::Excluded(99.0), Bound::Included(101.0)),
    still: 0.2,
    origin: 0.5,
    // 0.005 radians; 0.28 degrees count as zero and 0.29 do not.
    unrolled: 0.286_479,
};

/// Nothing is lost but what rounding loses.
const EXACT: Limits = Limits {
    constant: 0.0,
    identity: 0.5 / 4096.0,
    identity_origin: 0.5,
    unscaled: (Bound::Included(100.0), Bound::Included(100.0)),
    still: 0.0,
    origin: 0.5,
    unrolled: 180.0 / 4096.0,
};

/// Whether all keys are within `limit` of the first, per component.
fn near_first(keys: &[Key<Vector>], limit: f64) -> bool {
    keys.iter().all(|key| minus(key.value, first(keys)).iter().all(|c| c.abs() <= limit))
}

fn is_constant<T: PartialEq>(keys: &[Key<T>]) -> bool {
    keys.windows(2).all(|pair| pair[0].value == pair[1].value)
}

impl Lists {
    /// The keys of the text, and frame 0.
    fn exact(motion: &Motion) -> Self {
        let list = |curves: &[Curve; 3]| keys(&union(curves), |frame| at(curves, frame));
        Self {
            translate: list(&motion.translate),
            scale: list(&motion.scale),
            rotate: list(&motion.rotate),
            roll: keys(&union([&motion.roll]), |frame| motion.roll.at(frame)),
        }
    }

    /// Fewer keys, the vendor's way. The candidates of a 3-D list are its frames up to its last key, those of rolls the keys
    /// of the text, without frame 0 [vendor tool].
    fn reduced(motion: &Motion, last_frame: u16, tolerances: Tolerances, budget: &mut WorkBudget) -> Self {
        /// A last key this near to the one before it is dropped.
        const HELD: f64 = 0.001;
        let last_frame = u32::from(last_frame);
        let mut list = |curves: &[Curve; 3], search: Search, tolerance: f64| {
            let bends = union(curves);
            let last = bends.last().map_or(0, |last| (*last).min(last_frame));
            let last = if budget.spend(last as usize) { last } else { 0 };
            let candidates: Vec<u32> = (0..=last).collect();
            let values: Vec<Vector> = candidates.iter().map(|frame| at(curves, *frame)).collect();
            let found = search(&candidates, &values, &bends, tolerance, budget);
            let found = reduction::without_held_end(found, &values, HELD);
            keys(&found, |frame| at(curves, frame))
        };
        let translate = list(&motion.translate, reduction::by_distance, tolerances.translate);
        let scale = list(&motion.scale, reduction::by_distance, tolerances.scale);
        let rotate = list(&motion.rotate, reduction::by_angle, tolerances.rotate);

        let bends: Vec<u32> = motion.roll.frames().filter(|frame| *frame <= last_frame).collect();
        let last = bends.last().copied().unwrap_or(0);
        let last = if budget.spend(last as usize) { last } else { 0 };
        let values: Vec<Vector> = (0..=last).map(|frame| [motion.roll.at(frame), 0.0, 0.0]).collect();
        let found = reduction::by_distance(&bends, &values, &bends, tolerances.rotate, budget);
        let found = reduction::without_held_end(found, &values, tolerances.rotate);
        Self { translate, scale, rotate, roll: keys(&found, |frame| motion.roll.at(frame)) }
    }

    /// The smallest type that holds the lists, by the vendor's order of conditions [vendor tool].
    fn smallest_type(&self, limits: &Limits) -> u8 {
        let roll_constant = is_constant(&self.roll);
        let still = near_first(&self.translate, limits.still);
        let at_origin = self.translate.iter().all(|key| key.value.iter().all(|c| c.abs() <= limits.origin));
        if self.fits(0, limits) {
            u8::from(self.is_identity(limits))
        } else if self.is_scaled(limits) {
            2
        } else if !still || (!roll_constant && !at_origin) {
            6
        } else if !roll_constant {
            4
        } else if at_origin && first(&self.roll).abs() < limits.unrolled {
            5
        } else {
            3
        }
    }

    /// Whether a track of a type can hold the lists.
    fn fits(&self, kind: u8, limits: &Limits) -> bool {
        let still = near_first(&self.translate, limits.still);
        let at_origin = self.translate.iter().all(|key| key.value.iter().all(|c| c.abs() <= limits.origin));
        let roll_constant = is_constant(&self.roll);
        let whole = !self.is_scaled(limits);
        match kind {
            0 => {
                near_first(&self.translate, limits.constant)
                    && near_first(&self.scale, limits.constant)
                    && is_constant(&self.rotate)
                    && roll_constant
            }
            2 => true,
            3 => whole && still && roll_constant,
            4 => whole && still && at_origin,
            5 => whole && still && at_origin && roll_constant && first(&self.roll).abs() < limits.unrolled,
            6 => whole,
            _ => false,
        }
    }

    fn is_scaled(&self, limits: &Limits) -> bool {
        self.scale.iter().any(|key| key.value.iter().any(|c| !limits.unscaled.contains(c)))
    }

    /// Rows of the constant matrix, axes with 1 as 1.
    fn matrix(&self) -> [[f64; 4]; 3] {
        let axes = posture(first(&self.rotate), first(&self.roll), times(first(&self.scale), 0.01));
        let origin = first(&self.translate);
        [0, 1, 2].map(|row| [axes[row][0], axes[row][1], axes[row][2], origin[row]])
    }

    fn is_identity(&self, limits: &Limits) -> bool {
        self.matrix().iter().enumerate().all(|(row, elements)| {
            let near = |(column, element): (usize, &f64)| match column {
                3 => element.abs() <= limits.identity_origin,
                _ => (element - if row == column { 1.0 } else { 0.0 }).abs() <= limits.identity,
            };
            elements.iter().enumerate().all(near)
        })
    }
}

type Search = fn(&[u32], &[Vector], &[u32], f64, &mut WorkBudget) -> Vec<u32>;

/// Rounds to the file's integers and reports what does not fit.
struct Writer<'m, 'd> {
    path: &'m str,
    span: Span,
    found: &'d mut Diagnostics,
}

impl Writer<'_, '_> {
    fn report(&mut self, rule: &'static Rule, what: String) {
        self.found.push(Diagnostic::new(rule, self.span, format!("{}: {what}", self.path)));
    }

    fn matrix(&mut self, [a, b, c]: [[f64; 4]; 3]) -> BoneMatrix {
        let row = |[x, y, z, origin]: [f64; 4]| [x * 4096.0, y * 4096.0, z * 4096.0, origin];
        let [a, b, c] = [row(a), row(b), row(c)];
        let elements = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]];
        BoneMatrix(elements.map(|element| self.short(element, 0, "matrix")))
    }

    fn vectors(&mut self, keys: &[Key<Vector>], unit: f64, name: &str) -> Vec<VectorKey> {
        let key = |key: &Key<Vector>| VectorKey {
            frame: key.frame as u16,
            value: self.vector(times(key.value, unit), key.frame, name),
        };
        keys.iter().map(key).collect()
    }

    fn vector(&mut self, value: Vector, frame: u32, name: &str) -> [i16; 3] {
        value.map(|value| self.short(value, frame, name))
    }

    fn rolls(&mut self, keys: &[Key<f64>]) -> Vec<RollKey> {
        keys.iter().map(|key| RollKey { frame: key.frame as u16, angle: self.roll(key.value, key.frame) }).collect()
    }

    fn roll(&mut self, degrees: f64, frame: u32) -> i16 {
        self.short(degrees * 4096.0 / 360.0, frame, "roll")
    }

    /// Rounds to 16 bits. A value that does not fit is reported and wraps, as in the vendor's output.
    fn short(&mut self, value: f64, frame: u32, name: &str) -> i16 {
        let rounded = round(value);
        i16::try_from(rounded).unwrap_or_else(|_| {
            let message = format!("{}/{name}: {rounded} at frame {frame} is outside -32768..=32767", self.path);
            self.found.push(Diagnostic::new(&rules::OVERFLOW, self.span, message));
            rounded as i16
        })
    }

    /// Reports where a direction passes zero or -Z between two keys.
    fn report_singular(&mut self, curves: &[Curve; 3]) {
        let frames = union(curves);
        let singular = frames.iter().enumerate().find(|(index, frame)| {
            let a = at(curves, **frame);
            let b = frames.get(index + 1).map_or(a, |next| at(curves, *next));
            passes_singularity(a, b)
        });
        if let Some((_, frame)) = singular {
            let message = format!("{}/rotate: at or after frame {frame} the direction passes 0 or -Z", self.path);
            self.found.push(Diagnostic::new(&rules::SINGULAR, self.span, message));
        }
    }
}

/// Returns whether the straight line from `a` to `b` passes zero or the half line of -Z, within half a degree.
pub(crate) fn passes_singularity(a: Vector, b: Vector) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let run = dx * dx + dy * dy;
    let t = if run > 0.0 { (-(a[0] * dx + a[1] * dy) / run).clamp(0.0, 1.0) } else { 0.0 };
    let near = [a[0] + dx * t, a[1] + dy * t, a[2] + (b[2] - a[2]) * t];
    let aside = near[0].hypot(near[1]);
    let through_zero = run == 0.0 && aside == 0.0 && a[2].min(b[2]) <= 0.0;
    through_zero || (near[2] <= 0.0 && aside <= 0.0087 * near[2].abs())
}

/// Returns the rows of `R(z) * Rz(roll) * S`: Z turned to `direction` (of any length; zero counts as no turn), roll in degrees.
pub(crate) fn posture(direction: Vector, roll: f64, scale: Vector) -> [Vector; 3] {
    let mut z = normalised(direction);
    if z == [0.0; 3] {
        z = [0.0, 0.0, 1.0];
    }
    let [x, y, z] = z;
    let aside = x * x + y * y;
    let turned = if aside > 0.0 {
        let a = (1.0 - z) / aside;
        let b = -a * x * y;
        [[z + y * y * a, b, x], [b, z + x * x * a, y], [-x, -y, z]]
    } else {
        [[1.0, 0.0, 0.0], [0.0, z, 0.0], [0.0, 0.0, z]]
    };
    let (sin, cos) = roll.to_radians().sin_cos();
    turned.map(|[m0, m1, m2]| [(m0 * cos + m1 * sin) * scale[0], (m1 * cos - m0 * sin) * scale[1], m2 * scale[2]])
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
    fn singular_paths() {
        assert!(passes_singularity([0.0, 0.0, 1.0], [0.0, 0.0, -1.0]), "through zero");
        assert!(passes_singularity([0.5, 0.0, -1.0], [-0.5, 0.0, -1.0]), "through -Z");
        assert!(!passes_singularity([0.5, 0.0, 1.0], [-0.5, 0.0, 1.0]), "through +Z");
        assert!(!passes_singularity([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]));
    }
}
