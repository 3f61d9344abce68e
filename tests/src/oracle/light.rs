//! Normals to shades and sphere coordinates, for a view that turns nothing.

use super::Scene;
use keitai_render::Compat;
use keitai_render::compat::{ShadeFormula, SphereCoord, ToonLevels};

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

/// Returns the level of a shade that toon shading asks for.
pub(super) fn toon_level(shade: u8, compat: &Compat) -> i64 {
    match compat.toon_levels {
        ToonLevels::Div255 => i64::from(shade) * 31 / 255,
        ToonLevels::Shift3 => i64::from(shade) / 8,
    }
}

impl Scene<'_> {
    /// Returns the shade in 1/256.
    pub(super) fn shade(&self, normal: [i16; 3]) -> i64 {
        let Some(light) = self.light else { return 255 * 256 };
        // The light travels along (0, 0, 4096), so the direction toward it is (0, 0, -4096).
        let facing = (i64::from(normal[2]) * -4096) >> 12;
        let directed = |facing: i64| (facing * i64::from(light.intensity)) >> 12;
        match self.compat.shade_formula {
            ShadeFormula::S8 => {
                let intensity = i64::from(light.ambient) + directed(facing.max(0));
                ((intensity * 255) >> 12).clamp(0, 255) * 256
            }
            // Levels are intensity >> 7, so an eighth of them has 16 intensities; steps are of 4.
            ShadeFormula::I12 => {
                let facing = if self.toon.is_some() { facing } else { facing.max(0) };
                (i64::from(light.ambient) + directed(facing)).clamp(0, 4095) / 4 * 64
            }
        }
    }

    /// Returns sphere coordinates in 1/256 texel.
    pub(super) fn reflection(&self, normal: [i16; 3]) -> [i64; 2] {
        [normal[0], normal[1]].map(|component| {
            let n = i64::from(component) + 4096;
            match self.compat.sphere_coord {
                SphereCoord::Shift7 => (n >> 7) * 256,
                SphereCoord::Mul65 => ((((n >> 1).clamp(0, 4095) * 65) >> 8) % 1024) * 16,
            }
        })
    }
}
