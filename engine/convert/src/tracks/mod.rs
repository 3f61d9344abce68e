//! Converts channels to a track: its keys, its type and its integers.
//!
//! Units: translation times the scale factor, scale 40.96 per percent, directions 4096 for their length at frame 0,
//! rolls 4096 per turn without wrapping; all `floor(x + 0.5)` [vendor tool]. The types are tried in the vendor's order.
//! Reduced keys have the vendor's arithmetic: values are kept in 32 bits before they are compared and written.

mod lists;

use crate::channels::{Curve, Motion, at, union};
use crate::options::{Keys, Options, WorkBudget};
use crate::rules;
use crate::space::{Vector, length, passes_singularity, short, single, times};
use keitai_formats::text::Span;
use keitai_formats::{BoneMatrix, Diagnostic, Diagnostics, RollKey, Rule, Track, VectorKey};
use lists::{EXACT, Key, Lists, PERCENT, VENDOR, first};
use std::f64::consts::PI;

/// Makes the track of a bone in an action that ends with `last_frame`.
pub(crate) fn track(
    motion: &Motion,
    last_frame: u16,
    (path, span): (&str, Span),
    options: &Options,
    budget: &mut WorkBudget,
    findings: &mut Diagnostics,
) -> Track {
    let (mut lists, thresholds) = match options.keys {
        Keys::Exact => (Lists::exact(motion), &EXACT),
        Keys::Reduced(tolerances) => (Lists::reduced(motion, last_frame, tolerances, budget), &VENDOR),
    };
    let is_reduced = options.keys != Keys::Exact;
    let mut writer = Writer { path, span, is_reduced, findings };
    writer.report_singular(&motion.rotate);
    let smallest = lists.smallest_type(thresholds);
    let kind = motion.kind.filter(|_| !is_reduced).map_or(smallest, |choice| {
        let holds = lists.fits(choice, thresholds);
        if !holds {
            writer.report(&rules::TRACK_TYPE, format!("a track of type {choice} cannot hold this motion"));
        }
        if holds { choice } else { smallest }
    });
    if kind > 2 && lists.scale.iter().any(|key| key.value != [100.0; 3]) {
        writer.report(&rules::SCALE_LOST, "scale within the tolerance of 100 % is not written".to_owned());
    }
    if kind > 1 {
        lists.settle_roll(thresholds);
    }
    let Lists { translate, scale, rotate, roll } = &lists;
    let unit = match length(first(rotate)) {
        _ if !is_reduced => exact_unit(rotate),
        0.0 => 0.0,
        length => single(length.recip()),
    };
    let rotate = each(rotate, |value| value.map(|c| writer.kept(c * unit) * 4096.0));
    let scale = each(scale, |value| match is_reduced {
        true => value.map(|c| single(c * PERCENT) * 4096.0),
        false => times(value, 40.96),
    });
    match kind {
        0 => Track::Matrix(writer.matrix(lists.written_matrix(options.policy.vendor))),
        1 => Track::Identity,
        2 => Track::Scaled {
            translate: writer.vectors(translate, "translate"),
            scale: writer.vectors(&scale, "scale"),
            rotate: writer.vectors(&rotate, "rotate"),
            roll: writer.rolls(roll),
        },
        3 => Track::Turned {
            translate: writer.vector(first(translate), 0, "translate"),
            rotate: writer.vectors(&rotate, "rotate"),
            roll: writer.roll(first(roll), 0),
        },
        4 => Track::Rolled { rotate: writer.vectors(&rotate, "rotate"), roll: writer.rolls(roll) },
        5 => Track::Rotated { rotate: writer.vectors(&rotate, "rotate") },
        _ => Track::Moved {
            translate: writer.vectors(translate, "translate"),
            rotate: writer.vectors(&rotate, "rotate"),
            roll: writer.rolls(roll),
        },
    }
}

fn each(keys: &[Key<Vector>], change: impl Fn(Vector) -> Vector) -> Vec<Key<Vector>> {
    keys.iter().map(|key| Key { value: change(key.value), ..*key }).collect()
}

/// Returns the factor that brings directions into the range of 4.12. Their common length has no effect on a posture:
/// lengths that a file can hold stay as they are, so that a file's own keys come back; for others the longest becomes
/// 1.
fn exact_unit(rotate: &[Key<Vector>]) -> f64 {
    /// From this length on rounding turns a direction by less than 0.03 degrees.
    const SHORT: f64 = 0.5;
    /// Up to this length every component fits 16 bits.
    const LONG: f64 = 7.999;
    let longest = rotate.iter().map(|key| length(key.value)).fold(0.0, f64::max);
    let fits = longest == 0.0 || (SHORT..LONG).contains(&longest);
    if fits || rotate.iter().flat_map(|key| key.value).all(is_written_exactly) { 1.0 } else { longest.recip() }
}

/// Returns whether a component is a number of the file: a text that was made from a file has no others.
fn is_written_exactly(component: f64) -> bool {
    let number = component * 4096.0;
    number == number.round() && (f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&number)
}

/// Rounds to the file's integers and reports values that do not fit.
struct Writer<'m, 'd> {
    path: &'m str,
    span: Span,
    /// Whether the vendor's reduction chose the keys.
    is_reduced: bool,
    findings: &'d mut Diagnostics,
}

impl Writer<'_, '_> {
    /// Returns a value as it is kept before it is written.
    fn kept(&self, value: f64) -> f64 {
        if self.is_reduced { single(value) } else { value }
    }

    fn report(&mut self, rule: &'static Rule, what: String) {
        self.findings.push(Diagnostic::new(rule, self.span, format!("{}: {what}", self.path)));
    }

    fn matrix(&mut self, rows: [[f64; 4]; 3]) -> BoneMatrix {
        BoneMatrix(std::array::from_fn(|i| {
            let unit = if i % 4 == 3 { 1.0 } else { 4096.0 };
            self.short(self.kept(rows[i / 4][i % 4]) * unit, 0, "matrix")
        }))
    }

    fn vectors(&mut self, keys: &[Key<Vector>], name: &str) -> Vec<VectorKey> {
        let key =
            |key: &Key<Vector>| VectorKey { frame: key.frame as u16, value: self.vector(key.value, key.frame, name) };
        keys.iter().map(key).collect()
    }

    fn vector(&mut self, value: Vector, frame: u32, name: &str) -> [i16; 3] {
        value.map(|value| self.short(value, frame, name))
    }

    fn rolls(&mut self, keys: &[Key<f64>]) -> Vec<RollKey> {
        keys.iter().map(|key| RollKey { frame: key.frame as u16, angle: self.roll(key.value, key.frame) }).collect()
    }

    fn roll(&mut self, degrees: f64, frame: u32) -> i16 {
        let units = match self.is_reduced {
            true => single(degrees * PI / 180.0) * 2048.0 / PI,
            false => degrees * 4096.0 / 360.0,
        };
        self.short(units, frame, "roll")
    }

    fn short(&mut self, value: f64, frame: u32, name: &str) -> i16 {
        short(value, self.findings, |rounded| {
            let message = format!("{}/{name}: {rounded} at frame {frame} is outside -32768..=32767", self.path);
            Diagnostic::new(&rules::OVERFLOW, self.span, message)
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
            self.findings.push(Diagnostic::new(&rules::SINGULAR, self.span, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_of_a_file_keep_their_length() {
        let unit = |values: &[Vector]| {
            let keys: Vec<Key<Vector>> = values.iter().map(|value| Key { frame: 0, value: *value }).collect();
            exact_unit(&keys)
        };
        let file = |numbers: [i16; 3]| numbers.map(|number| f64::from(number) / 4096.0);
        for numbers in [[0, 0, 5], [100, -200, 300], [0, 0, 32_767], [30_000, 30_000, -32_768], [0, 3000, 4000]] {
            assert_eq!(unit(&[file(numbers), file([1, 0, 0])]), 1.0, "{numbers:?}");
        }
        assert_eq!(unit(&[[0.0, 0.0, 0.1]]), 10.0, "no number of a file");
        assert_eq!(unit(&[[0.0, 0.0, 8.0]]), 0.125, "more than 16 bits");
        assert_eq!(unit(&[[0.0, 6.0, 8.0], [0.0, 0.0, 1.0]]), 0.1);
    }
}
