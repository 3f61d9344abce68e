//! The layout of a figure: its place in view space, and the projection to the screen with its scale.

use crate::affine::AffineTrans;
use crate::error::{Error, Result};
use crate::numbers::{Angle, Q12, cosine, saturate, sine};

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
        matches!(self.planes(), Some((1, _)))
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

    /// Returns the near and the far plane of a perspective projection.
    pub(crate) fn planes(self) -> Option<(i32, i32)> {
        match self {
            Self::PerspectiveFov { near, far, .. } | Self::PerspectiveSize { near, far, .. } => Some((near, far)),
            Self::ParallelScale { .. } | Self::ParallelSize { .. } => None,
        }
    }

    /// Returns the scale on a target of `w` x `h` pixels.
    pub(crate) fn scale(self, (w, h): (u32, u32)) -> Scale {
        match self {
            Self::ParallelScale { x, y } => Scale { k: [x, y].map(Q12::to_bits), g: 0 },
            Self::ParallelSize { width, height } => {
                let fit = |pixels: u32, units: i32| saturate((i64::from(pixels) << 12) / i64::from(units.max(1)));
                Scale { k: [fit(w, width), fit(h, height)], g: 0 }
            }
            Self::PerspectiveFov { angle, .. } => field(w, angle),
            Self::PerspectiveSize { near, width, height, .. } => {
                near_plane([w, h], near, [width, height].map(Q12::to_bits))
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

    /// Changes the projection; one with impossible numbers leaves the previous in force.
    ///
    /// # Errors
    /// Those of [`Projection::check`].
    #[doc(alias("setPerspective", "setParallelSize", "setScale"))]
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

/// The scale of a projection, as factors with 12 significant bits and an exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    /// By axis. Parallel: pixels per unit in 4.12. Perspective: the upper 12 bits of the larger factor, 2048..=4095, and as
    /// many of the other as stand at the same places.
    pub(crate) k: [i32; 2],
    /// Perspective: the factors are `k * 2^(g - 12)`.
    pub(crate) g: i32,
}

/// The shifts of a division in perspective: of the numerator to the right, and of the quotient to the right or to the left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quotient {
    pub(crate) before: u32,
    pub(crate) right: u32,
    pub(crate) left: u32,
}

impl Quotient {
    /// Returns the shifts for factors with the exponent `g`. A numerator has 16 fraction bits and the factors 12: quotients go
    /// right by `16 - g`, and on sixteenths of a pixel numerators by `12 - g`.
    pub(crate) fn new(g: i32, fine: bool) -> Self {
        let shift = if fine { 12 } else { 16 } - g;
        let right = shift.clamp(0, 31).unsigned_abs();
        let (before, right) = if fine { (right, 0) } else { (0, right) };
        // With such factors only vertices in the middle stay on the screen.
        Self { before, right, left: (-shift).clamp(0, 10).unsigned_abs() }
    }
}

/// Returns the scale of a horizontal field of view on a target `width` pixels wide.
fn field(width: u32, angle: Angle) -> Scale {
    // Faithful: odd angles lose their lowest bit. Evidence: 418 of 418 widths and angles in the engine.
    let half = Angle(angle.0 >> 1);
    let (s, c) = (sine(half).max(1) as u32, cosine(half).max(1) as u32);
    let (top, bottom) = (fifteen_bits(width.max(1).saturating_mul(c)).into(), (2 * s).into());
    let g = exponent(top, bottom);
    Scale { k: [factor(top, bottom, g); 2], g }
}

/// Returns the scale of a near plane of a size (20.12 model units) across a target of so many pixels; both axes share
/// one exponent.
fn near_plane(pixels: [u32; 2], near: i32, size: [i32; 2]) -> Scale {
    let near = u128::from(near.max(1) as u32);
    let tops = pixels.map(|pixels| (u128::from(pixels.max(1)) << 12) * near);
    let sizes = size.map(|size| u128::from(fifteen_bits(size.max(1) as u32)));
    let g = exponent(tops[0], sizes[0]).max(exponent(tops[1], sizes[1]));
    Scale { k: [0, 1].map(|axis| factor(tops[axis], sizes[axis], g)), g }
}

/// Returns the 15 highest bits of a number, the others 0.
fn fifteen_bits(number: u32) -> u32 {
    let lower = 17_u32.saturating_sub(number.leading_zeros());
    number >> lower << lower
}

/// Returns g, with which `top / bottom` is 2048..4096 times `2^(g - 12)`.
fn exponent(top: u128, bottom: u128) -> i32 {
    let estimate = top.ilog2() as i32 - bottom.ilog2() as i32 + 1;
    // At most one too large.
    if factor(top, bottom, estimate) < 2048 { estimate - 1 } else { estimate }
}

/// Returns `top / bottom` in units of `2^(g - 12)`, rounded down.
fn factor(top: u128, bottom: u128, g: i32) -> i32 {
    let up = 12 - g;
    (if up >= 0 { (top << up) / bottom } else { top / (bottom << -up) }) as i32
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

    #[test]
    fn factors_of_fields_of_view_are_floored() {
        let k = |angle, width| field(width, Angle(angle)).k[0];
        assert_eq!((k(682, 256), field(256, Angle(682)).g), (3551, 8));
        let floored = [(600, 240), (512, 176), (600, 176), (1300, 176)].map(|(angle, width)| k(angle, width));
        assert_eq!(floored, [3873, 3400, 2840, 3639]);
        // 240 * 3603 is 864720, of which the lowest 5 bits are not used: 864704 / (2 * 1947) is 222.06, or 3552.97 / 16; with
        // all bits it would be 3553.03 / 16.
        assert_eq!((k(646, 240), field(240, Angle(646)).g), (3552, 8));
    }

    #[test]
    fn a_near_plane_as_wide_as_the_target_has_its_distance_as_factor() {
        // 3000 = 3000 * 2^(12 - 12), and twice that down.
        assert_eq!(near_plane([240, 320], 3000, [240 << 12, 160 << 12]), Scale { k: [1500, 3000], g: 13 });
        // 1_000_001 has 20 bits, of which the lower 5 are not used.
        assert_eq!(fifteen_bits(1_000_001), 1_000_000 / 32 * 32);
        assert_eq!([1, 32767, 32769].map(fifteen_bits), [1, 32767, 32768]);
    }
}
