//! Curves to the track type that holds them, and its integers.
//!
//! Units: translation times the scale factor, scale 40.96 per percent, directions times 4096 without normalising, rolls
//! 4096 per turn without wrapping; all `floor(x + 0.5)` [vendor tool]. The types are tried in the vendor's order.

use crate::channels::{Curve, Motion, at, constant, union};
use crate::reduction;
use crate::rules;
use crate::space::{Vector, normalised, round, times};
use crate::work_budget::WorkBudget;
use crate::{Keys, Options};
use keitai_formats::action::{RollKey, Track, VectorKey};
use keitai_formats::figure::BoneMatrix;
use keitai_formats::text::Span;
use keitai_formats::{Diagnostic, Diagnostics};

/// Makes the track of a bone that has `frames` + 1 frames.
pub(crate) fn track(
    motion: &Motion,
    frames: u32,
    (path, span): (&str, Span),
    options: &Options,
    effort: &mut WorkBudget,
    found: &mut Diagnostics,
) -> Track {
    let mut writer = Writer { motion, frames, path, span, options, effort, found };
    let natural = writer.natural_type();
    let kind = writer.wanted_type().unwrap_or(natural);
    let roll_constant = writer.roll_is_constant();
    if (natural != 2 && kind != 2) && (!constant(&motion.scale) || at(&motion.scale, 0) != [100.0; 3]) && natural > 1 {
        let message = format!("{path}: scale within the tolerance of 100 % is not written");
        writer.found.push(Diagnostic::new(&rules::SCALE_LOST, span, message));
    }
    match kind {
        0 => Track::Matrix(writer.matrix()),
        1 => Track::Identity,
        2 => Track::Scaled {
            translate: writer.translate(),
            scale: writer.scale(),
            rotate: writer.rotate(),
            roll: writer.roll(roll_constant),
        },
        3 => Track::Turned { translate: writer.translation(0), rotate: writer.rotate(), roll: writer.roll_at(0) },
        4 => Track::Rolled { rotate: writer.rotate(), roll: writer.roll(roll_constant) },
        5 => Track::Rotated { rotate: writer.rotate() },
        _ => Track::Moved { translate: writer.translate(), rotate: writer.rotate(), roll: writer.roll(roll_constant) },
    }
}

struct Writer<'m, 'd> {
    motion: &'m Motion,
    frames: u32,
    path: &'m str,
    span: Span,
    options: &'m Options,
    effort: &'d mut WorkBudget,
    found: &'d mut Diagnostics,
}

impl Writer<'_, '_> {
    /// The type that the vendor's converter chooses; the order of the conditions is its own [vendor tool].
    fn natural_type(&mut self) -> u8 {
        let motion = self.motion;
        let roll_constant = self.roll_is_constant();
        let [translate_constant, scale_constant, rotate_constant] =
            [&motion.translate, &motion.scale, &motion.rotate].map(constant);
        if translate_constant && scale_constant && rotate_constant && roll_constant {
            return u8::from(self.matrix() == BoneMatrix::IDENTITY);
        }
        let still = translate_constant && self.translation(0) == [0; 3];
        if self.is_scaled() {
            2
        } else if !translate_constant {
            6
        } else if !roll_constant {
            if still { 4 } else { 6 }
        } else if still && self.roll_at(0) == 0 {
            5
        } else {
            3
        }
    }

    /// The type that the text asks for, when it can hold the curves and the keys of the text are kept.
    fn wanted_type(&mut self) -> Option<u8> {
        let wanted = self.motion.wanted.filter(|_| self.options.keys == Keys::Exact)?;
        let motion = self.motion;
        let [translate_constant, scale_constant, rotate_constant] =
            [&motion.translate, &motion.scale, &motion.rotate].map(constant);
        let still = translate_constant && self.translation(0) == [0; 3];
        let straight = motion.roll.is_constant() && self.roll_at(0) == 0;
        let whole = !self.is_scaled();
        let holds = match wanted {
            0 => translate_constant && scale_constant && rotate_constant && motion.roll.is_constant(),
            2 => true,
            3 => whole && translate_constant && motion.roll.is_constant(),
            4 => whole && still,
            5 => whole && still && straight,
            6 => whole,
            _ => false,
        };
        if !holds {
            let message = format!("{}: a track of type {wanted} cannot hold this motion", self.path);
            self.found.push(Diagnostic::new(&rules::TRACK_TYPE, self.span, message));
        }
        holds.then_some(wanted)
    }

    fn roll_is_constant(&self) -> bool {
        let Keys::Reduced(tolerances) = self.options.keys else { return self.motion.roll.is_constant() };
        let first = self.motion.roll.at(0);
        self.motion.roll.values().all(|value| (value - first).abs() < tolerances.rotate)
    }

    /// Whether some frame has a scale other than 100 %: by the tolerance or more, when keys are reduced.
    fn is_scaled(&self) -> bool {
        let differs = |value: f64| match self.options.keys {
            Keys::Exact => value != 100.0,
            Keys::Reduced(tolerances) => (value - 100.0).abs() >= tolerances.scale,
        };
        self.motion.scale.iter().any(|curve| differs(curve.at(0)) || curve.values().any(differs))
    }

    fn matrix(&mut self) -> BoneMatrix {
        let motion = self.motion;
        let axes = posture(at(&motion.rotate, 0), motion.roll.at(0), times(at(&motion.scale, 0), 0.01));
        let translate = times(at(&motion.translate, 0), self.options.scale);
        let row = |i: usize| [axes[i][0] * 4096.0, axes[i][1] * 4096.0, axes[i][2] * 4096.0, translate[i]];
        let [a, b, c] = [row(0), row(1), row(2)];
        let matrix = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]];
        BoneMatrix(matrix.map(|value| self.short(value, 0, "matrix")))
    }

    fn translation(&mut self, frame: u32) -> [i16; 3] {
        let value = times(at(&self.motion.translate, frame), self.options.scale);
        value.map(|value| self.short(value, frame, "translate"))
    }

    fn translate(&mut self) -> Vec<VectorKey> {
        let factor = self.options.scale;
        self.vectors(&self.motion.translate, |tolerances| tolerances.translate, factor, factor, "translate")
    }

    fn scale(&mut self) -> Vec<VectorKey> {
        self.vectors(&self.motion.scale, |tolerances| tolerances.scale, 1.0, 40.96, "scale")
    }

    /// Keys of translations and scales. `measured` is the factor in which tolerances are given, `written` that of the file.
    fn vectors(
        &mut self,
        curves: &[Curve; 3],
        tolerance: impl Fn(crate::Tolerances) -> f64,
        measured: f64,
        written: f64,
        name: &str,
    ) -> Vec<VectorKey> {
        let frames = match self.options.keys {
            Keys::Exact => union(curves),
            Keys::Reduced(_) if constant(curves) || !self.effort.spend(self.frames as usize) => vec![0],
            Keys::Reduced(tolerances) => {
                let values: Vec<Vector> = (0..=self.frames).map(|frame| times(at(curves, frame), measured)).collect();
                let keys = reduction::by_component(&values, &union(curves), tolerance(tolerances));
                reduction::without_held_end(keys, |frame| at(curves, frame))
            }
        };
        self.keys(frames, name, |frame| times(at(curves, frame), written))
    }

    fn rotate(&mut self) -> Vec<VectorKey> {
        let curves = &self.motion.rotate;
        self.report_singular(curves);
        let frames = match self.options.keys {
            Keys::Exact => union(curves),
            Keys::Reduced(_) if constant(curves) || !self.effort.spend(self.frames as usize) => vec![0],
            Keys::Reduced(tolerances) => {
                let values: Vec<Vector> = (0..=self.frames).map(|frame| at(curves, frame)).collect();
                let keys = reduction::by_angle(&values, &union(curves), tolerances.rotate, self.effort);
                reduction::without_held_end(keys, |frame| at(curves, frame))
            }
        };
        self.keys(frames, "rotate", |frame| times(at(curves, frame), 4096.0))
    }

    fn keys(&mut self, frames: Vec<u32>, name: &str, value: impl Fn(u32) -> Vector) -> Vec<VectorKey> {
        let key = |frame: u32| VectorKey {
            frame: frame as u16,
            value: value(frame).map(|value| self.short(value, frame, name)),
        };
        frames.into_iter().map(key).collect()
    }

    fn roll_at(&mut self, frame: u32) -> i16 {
        self.short(self.motion.roll.at(frame) * 4096.0 / 360.0, frame, "roll")
    }

    fn roll(&mut self, constant: bool) -> Vec<RollKey> {
        let curve = &self.motion.roll;
        let frames = match self.options.keys {
            Keys::Exact => union([curve]),
            Keys::Reduced(_) if constant || !self.effort.spend(self.frames as usize) => vec![0],
            Keys::Reduced(tolerances) => {
                let values: Vec<f64> = (0..=self.frames).map(|frame| curve.at(frame)).collect();
                let keys = reduction::among(&union([curve]), &values, tolerances.rotate);
                reduction::without_held_end(keys, |frame| curve.at(frame))
            }
        };
        frames.into_iter().map(|frame| RollKey { frame: frame as u16, angle: self.roll_at(frame) }).collect()
    }

    /// Rounds to 16 bits; what does not fit is reported and wraps, as the vendor's does.
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

/// Whether the straight line from `a` to `b` passes zero or the half line of -Z, within half a degree.
pub(crate) fn passes_singularity(a: Vector, b: Vector) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let run = dx * dx + dy * dy;
    let t = if run > 0.0 { (-(a[0] * dx + a[1] * dy) / run).clamp(0.0, 1.0) } else { 0.0 };
    let near = [a[0] + dx * t, a[1] + dy * t, a[2] + (b[2] - a[2]) * t];
    let aside = near[0].hypot(near[1]);
    let through_zero = run == 0.0 && aside == 0.0 && a[2].min(b[2]) <= 0.0;
    through_zero || (near[2] <= 0.0 && aside <= 0.0087 * near[2].abs())
}

/// Rows of `R(z) * Rz(roll) * S`: Z turned to `direction` (of any length; zero counts as no turn), roll in degrees.
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
