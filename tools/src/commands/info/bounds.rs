//! The bounding box of a figure.

use std::fmt;

use keitai_formats::{Figure, bounds};
use keitai_render::{Model, Posture, Vector3};
use serde::Serialize;

/// The smallest box around all vertices in the rest posture, whatever their patterns. Model units.
#[derive(Debug, Serialize)]
pub(crate) struct Bounds {
    low: [i32; 3],
    high: [i32; 3],
}

impl Bounds {
    /// Returns the bounds of a figure; `None` without vertices.
    pub(super) fn of(figure: &Figure) -> Option<Self> {
        // The readers refuse the figures that have no model.
        let model = Model::new(figure).ok()?;
        let mut points = Vec::new();
        Posture::rest(&model).positions(&model, &mut points);
        let [low, high] = bounds(points.into_iter().map(|Vector3 { x, y, z }| [x, y, z]))?;
        Some(Self { low, high })
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([left, bottom, back], [right, top, front]) = (self.low, self.high);
        write!(f, "x {left} to {right}, y {bottom} to {top}, z {back} to {front}")
    }
}
