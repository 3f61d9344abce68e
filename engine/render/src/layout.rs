//! The layout of a figure: its place in view space and the projection to the screen.

use crate::affine::AffineTrans;
use crate::error::{Error, Result};
use crate::numbers::{Angle, Q12};

/// The projection of view space (x right, y down, z into the screen) to the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    /// Parallel; pixels per model unit, 1.0 being one pixel per unit.
    ParallelScale {
        /// Horizontally.
        x: Q12,
        /// Vertically.
        y: Q12,
    },
    /// Parallel; the target is this many model units wide and high.
    ParallelSize {
        /// Model units, above 0.
        width: i32,
        /// Model units, above 0.
        height: i32,
    },
    /// Perspective with a horizontal field of view.
    PerspectiveFov {
        /// Nearest visible z in model units, 1..far.
        near: i32,
        /// Farthest visible z in model units, at most 32767.
        far: i32,
        /// Field of view, 1..=2047.
        angle: Angle,
    },
    /// Perspective with a near plane of this size.
    PerspectiveSize {
        /// Nearest visible z in model units, 1..far.
        near: i32,
        /// Farthest visible z in model units, at most 32767.
        far: i32,
        /// Width of the near plane in model units, above 0.
        width: Q12,
        /// Height of the near plane in model units, above 0.
        height: Q12,
    },
}

impl Projection {
    /// Returns whether far polygons have so few sort keys that they change places, as on phones: with a near plane of 1 all
    /// farther than 200 share 160 keys.
    pub fn has_few_keys(&self) -> bool {
        matches!(self, Self::PerspectiveFov { near: 1, .. } | Self::PerspectiveSize { near: 1, .. })
    }

    /// Checks the ranges above.
    ///
    /// # Errors
    /// When a parameter is outside its range. The error names the first one.
    pub fn check(&self) -> Result<()> {
        let within = |what, value: i32, low: i32, high: i32, expected| {
            if (low..=high).contains(&value) { Ok(()) } else { Err(Error::Projection { what, found: value, expected }) }
        };
        let planes = |near: i32, far: i32| {
            within("near", near, 1, 32766, "1..=32766")?;
            within("far", far, near + 1, 32767, "above near and at most 32767")
        };
        let positive = |what, value| within(what, value, 1, i32::MAX, "above 0");
        match *self {
            Self::ParallelScale { .. } => Ok(()),
            Self::ParallelSize { width, height } => {
                positive("width", width)?;
                positive("height", height)
            }
            Self::PerspectiveFov { near, far, angle } => {
                planes(near, far)?;
                within("angle", angle.0, 1, 2047, "1..=2047")
            }
            Self::PerspectiveSize { near, far, width, height } => {
                planes(near, far)?;
                positive("width", width.to_bits())?;
                positive("height", height.to_bits())
            }
        }
    }
}

/// View transform, projection and screen centre of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FigureLayout {
    /// Transforms figure space to view space.
    #[doc(alias("setAffineTrans", "getAffineTrans"))]
    pub transform: AffineTrans,
    /// The pixel at which the view axis meets the screen.
    #[doc(alias("setCenter", "getCenterX", "getCenterY"))]
    pub centre: (i32, i32),
    projection: Projection,
}

impl Default for FigureLayout {
    fn default() -> Self {
        Self {
            transform: AffineTrans::IDENTITY,
            centre: (0, 0),
            projection: Projection::ParallelScale { x: Q12::from_bits(512), y: Q12::from_bits(512) },
        }
    }
}

impl FigureLayout {
    /// Returns the projection in force.
    #[doc(alias("getScaleX", "getScaleY", "getParallelWidth", "getParallelHeight"))]
    pub fn projection(&self) -> Projection {
        self.projection
    }

    #[doc(alias("setPerspective", "setParallelSize", "setScale"))]
    /// Changes the projection; one with impossible numbers leaves the previous in force.
    ///
    /// # Errors
    /// Those of [`Projection::check`].
    pub fn set_projection(&mut self, projection: Projection) -> Result<()> {
        projection.check()?;
        self.projection = projection;
        Ok(())
    }

    /// Sets the middle of the projection, pixels.
    #[doc(alias = "setCenter")]
    pub fn set_centre(&mut self, x: i32, y: i32) {
        self.centre = (x, y);
    }

    /// Sets a perspective projection with a horizontal field of view; see [`Projection::PerspectiveFov`]. Impossible numbers leave
    /// the projection as it was.
    #[doc(alias = "setPerspective")]
    pub fn set_perspective(&mut self, near: i32, far: i32, angle: Angle) {
        let _ = self.set_projection(Projection::PerspectiveFov { near, far, angle });
    }

    /// Sets a perspective projection with the size of the near plane; see [`Projection::PerspectiveSize`]. Impossible numbers leave
    /// the projection as it was.
    #[doc(alias = "setPerspective")]
    pub fn set_perspective_size(&mut self, near: i32, far: i32, width: Q12, height: Q12) {
        let _ = self.set_projection(Projection::PerspectiveSize { near, far, width, height });
    }

    /// Sets a parallel projection of this many pixels per model unit. Impossible numbers leave the projection as it was.
    #[doc(alias = "setScale")]
    pub fn set_scale(&mut self, x: Q12, y: Q12) {
        let _ = self.set_projection(Projection::ParallelScale { x, y });
    }

    /// Sets a parallel projection that shows this many model units. Impossible numbers leave the projection as it was.
    #[doc(alias = "setParallelSize")]
    pub fn set_parallel_size(&mut self, width: i32, height: i32) {
        let _ = self.set_projection(Projection::ParallelSize { width, height });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_projections_leave_the_previous_one_in_force() {
        let fov = |far, angle| Projection::PerspectiveFov { near: 1, far, angle: Angle(angle) };
        let mut layout = FigureLayout::default();
        layout.set_projection(fov(9, 682)).unwrap();
        let error = layout.set_projection(fov(9, 3000)).unwrap_err();
        assert!(error.to_string().starts_with("angle is 3000"));
        assert!(layout.set_projection(fov(0, 682)).is_err());
        assert_eq!(layout.projection(), fov(9, 682));
    }
}
