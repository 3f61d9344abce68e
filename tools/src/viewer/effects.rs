//! Light and effect of the figure, as the user has set them.

use keitai_render::{Light, Q12, Shading, Vector3};

/// A light from the upper left behind the user's shoulder, with enough ambient light to see the dark side.
pub(crate) const LAMP: Light =
    Light { direction: Vector3::new(500, 500, 500), intensity: Q12::from_bits(2000), ambient: Q12::from_bits(2400) };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) lamp: Light,
    pub(crate) shading: Shading,
    /// Blended polygons are drawn opaque.
    pub(crate) opaque: bool,
}

impl Default for Effects {
    fn default() -> Self {
        Self { lamp: LAMP, shading: Shading::Normal, opaque: false }
    }
}
