//! Runs of pixels: where they lie, and how depth and attributes change along them.

/// Interpolants of a pixel: u, v and shade in 8.24, sphere coordinates in 6.26. Texture coordinates wrap by themselves,
/// and a shift leaves the whole texel.
pub(super) type Values = [u32; 5];

/// A run of pixels: inverse depth and interpolants of the first pixel, and what each pixel adds to the interpolants.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Run {
    /// Index of the first pixel, and of its depth if that is tested.
    pub(super) pixels: u32,
    /// At least 1.
    pub(super) count: u32,
    /// Inverse depth, larger is nearer, with the fraction bits of [`Slope`].
    pub(super) depth: i32,
    pub(super) start: Values,
    pub(super) step: Values,
}

/// Change of inverse depth and interpolants along all runs of a polygon.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slope {
    /// Added to the inverse depth by each pixel.
    pub(super) depth: i32,
    /// Fraction bits of inverse depths.
    pub(super) fraction: u32,
    /// Whether each pixel of every run adds `values` to the interpolants, and a run's own step is not used.
    pub(super) linear: bool,
    pub(super) values: Values,
}
