//! Everything of meshes that a figure cannot hold, counted and reported once.

use glam::DVec3;
use keitai_formats::{Diagnostics, counted};

use super::fault;
use crate::error::Result;
use crate::rules;

/// Factors that `--scale` takes.
const SCALES: std::ops::RangeInclusive<f64> = 0.001..=32767.0;
/// Farthest place of a vertex.
const FARTHEST: f64 = 32767.0;

#[derive(Debug, Default)]
pub(super) struct Losses {
    pub(super) weights: WeightLoss,
    pub(super) shaded: usize,
    pub(super) degenerate: usize,
    pub(super) clamped: usize,
    /// The mesh and the picture of the first texture coordinate that is clamped.
    pub(super) clamped_at: Option<String>,
    /// Texture coordinates outside a picture that does not repeat.
    pub(super) unwrapped: usize,
    /// Triangles that run against their normals.
    pub(super) turned: usize,
    /// Normals and texture coordinates that are no numbers.
    pub(super) undefined: usize,
    /// Textured faces with colours.
    pub(super) tinted: usize,
    /// Distance of the farthest vertex outside 16 bits, and its place in the file.
    farthest: Option<(f64, String)>,
}

/// Vertices that several joints move.
#[derive(Debug, Default)]
pub(super) struct WeightLoss {
    count: usize,
    worst: Option<(f64, String)>,
}

impl WeightLoss {
    /// A weight from here on is treated as the only one.
    const WHOLE: f64 = 0.99;

    pub(super) fn add(&mut self, weight: f64, place: &dyn Fn() -> String) {
        if weight < Self::WHOLE {
            self.count += 1;
            if self.worst.as_ref().is_none_or(|(worst, _)| weight < *worst) {
                self.worst = Some((weight, place()));
            }
        }
    }
}

impl Losses {
    /// Counts a vertex whose place does not fit 16 bits.
    pub(super) fn out_of_range(&mut self, point: DVec3, described: impl Fn() -> String) {
        let distance = if point.is_nan() { f64::INFINITY } else { point.abs().max_element() };
        if self.farthest.as_ref().is_none_or(|(farthest, _)| distance > *farthest) {
            self.farthest = Some((distance, described()));
        }
    }

    /// Returns the distance of the farthest vertex outside 16 bits.
    pub(super) fn farthest(&self) -> Option<f64> {
        self.farthest.as_ref().map(|(distance, _)| *distance)
    }

    /// Reports all losses. `scale` is the factor that positions were multiplied with.
    pub(super) fn report(&self, scale: f64, findings: &mut Diagnostics) -> Result<()> {
        if let Some((distance, place)) = &self.farthest {
            let hint =
                fitting(scale, *distance).map(|factor| format!("; --scale {factor} would fit")).unwrap_or_default();
            let distance = if *distance < 1e9 { format!("{distance:.0}") } else { format!("{distance:e}") };
            return fault(&rules::POSITION_RANGE, format!("{place} is {distance} units from its joint{hint}"));
        }
        if let Some((weight, place)) = &self.weights.worst {
            let vertices = counted(self.weights.count, "vertex");
            let message =
                format!("{vertices} of several joints belong to the strongest; the weakest has {weight:.2}: {place}");
            findings.report(&rules::WEIGHTS, message);
        }
        let first = self.clamped_at.as_deref().unwrap_or_default();
        let clamped = format!("before the first or after the last texel, clamped; the first: {first}");
        let counts = [
            (self.shaded, &rules::SHADED_COLOURS, "face", "with several colours; the mean is taken"),
            (self.degenerate, &rules::DEGENERATE, "triangle", "without area after rounding, left out"),
            (self.clamped, &rules::TEXEL_CLAMPED, "texture coordinate", &*clamped),
            (self.unwrapped, &rules::WRAP_LOST, "texture coordinate", "outside a picture that does not repeat"),
            (
                self.turned,
                &rules::TURNED,
                "triangle",
                "against the normals, not seen from the side that these point to",
            ),
            (self.undefined, &rules::UNDEFINED, "vertex attribute", "without a number, taken as 0"),
            (self.tinted, &rules::VERTEX_COLOURS_LOST, "textured face", "with colours of vertices; the mean is taken"),
        ];
        for (count, rule, thing, what) in counts.into_iter().filter(|(count, ..)| *count > 0) {
            findings.report(rule, format!("{} {what}", counted(count, thing)));
        }
        Ok(())
    }
}

/// Returns the factor to use instead of `scale` so that a vertex at this distance fits, rounded down to four digits;
/// `None` when `--scale` does not accept it.
fn fitting(scale: f64, distance: f64) -> Option<f64> {
    let factor = FARTHEST / distance * scale;
    if !SCALES.contains(&factor) {
        return None;
    }
    Some(rounded(factor))
}

/// Rounds a factor down to four digits.
pub(super) fn rounded(factor: f64) -> f64 {
    if !factor.is_finite() || factor <= 0.0 {
        return factor;
    }
    let (mut scale, mut steps) = (1.0, 0);
    while factor * scale < 1000.0 && steps < 300 {
        (scale, steps) = (scale * 10.0, steps + 1);
    }
    // The result is the number nearest to these digits, so no more of them are printed.
    libm::floor(factor * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_rounded_down_and_one_that_scale_takes() {
        assert_eq!(fitting(1.0, 40000.0), Some(0.8191), "32767 / 40000 is 0.819175");
        assert_eq!(fitting(0.5, 100_000.0), Some(0.1638), "of the factor that was given");
        assert_eq!(fitting(1.0, 30_000_000.0), Some(0.001_092));
        assert_eq!([fitting(1.0, 1e33), fitting(1.0, f64::INFINITY), fitting(f64::NAN, 1.0)], [None; 3]);
    }
}
