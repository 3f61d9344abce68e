//! Computes shades and sphere coordinates of normals, for a view that turns nothing.

use super::Scene;

/// A light into the screen; both intensities in 4.12.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Light {
    pub intensity: i32,
    pub ambient: i32,
}

/// Two-level shading, 0..=255 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Toon {
    pub threshold: u8,
    pub high: u8,
    pub low: u8,
}

/// Returns the level of toon shading for a shade.
pub(super) fn toon_level(shade: u8) -> i64 {
    i64::from(shade) * 31 / 255
}

impl Scene<'_> {
    /// Returns the shade in 1/256.
    pub(super) fn shade(&self, normal: [i16; 3]) -> i64 {
        let Some(light) = self.light else { return 255 * 256 };
        // The light travels along (0, 0, 4096), so the direction toward it is (0, 0, -4096).
        let facing = (i64::from(normal[2]) * -4096) >> 12;
        let intensity = i64::from(light.ambient) + ((facing.max(0) * i64::from(light.intensity)) >> 12);
        ((intensity * 255) >> 12).clamp(0, 255) * 256
    }

    /// Returns sphere coordinates in 1/256 texel: the normal rounded to 1/64, and halved.
    pub(super) fn reflection(&self, normal: [i16; 3]) -> [i64; 2] {
        [normal[0], normal[1]].map(|component| {
            let rounded = (i64::from(component) + 32).div_euclid(64);
            (rounded + 64).div_euclid(2) * 256
        })
    }
}
