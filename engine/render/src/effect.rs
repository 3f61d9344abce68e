//! Light, shading, blending and reflection of a draw call, and the draw state that they give to a material.

use crate::numbers::{Q12, Vector3};
use crate::raster::{Kind, KindParts, Shade};
use crate::texture::SphereMap;
use alloc::sync::Arc;
use keitai_formats::{Blend, Material};

/// A white light from one direction, and from everywhere.
#[doc(alias("setParallelLightDirection", "setParallelLightIntensity", "setAmbientIntensity"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Light {
    /// The way the light travels, in view space (x right, y down, z into the screen), of any length.
    #[doc(alias("getParallelLightDirection", "getDirection", "setDirection"))]
    pub direction: Vector3,
    /// Intensity of the directional part; 1.0 is full brightness. It is limited to 0..=4.0.
    #[doc(alias("getParallelLightIntensity", "getDirIntensity", "setDirIntensity"))]
    pub intensity: Q12,
    /// Intensity of the ambient part; 1.0 is full brightness. Below 0 is 0.
    #[doc(alias("getAmbientIntensity", "getAmbIntensity", "setAmbIntensity"))]
    pub ambient: Q12,
}

impl Light {
    /// Returns a light. `direction` is the way it travels, in view space.
    pub const fn new(direction: Vector3, intensity: Q12, ambient: Q12) -> Self {
        Self { direction, intensity, ambient }
    }
}

impl Default for Light {
    fn default() -> Self {
        Self { direction: Vector3::FORWARD, intensity: Q12::ONE, ambient: Q12::ZERO }
    }
}

/// Shading of polygons by light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Shading {
    /// Smooth between vertices.
    #[default]
    #[doc(alias = "NORMAL_SHADING")]
    Normal,
    /// Two levels. One set of numbers applies to a flush: the last one that was submitted before it.
    #[doc(alias("TOON_SHADING", "setToonParams", "setThreshold"))]
    Toon {
        /// Shades above it are high.
        #[doc(alias("getThreshold", "getToonThreshold"))]
        threshold: u8,
        /// Brightness of the high level.
        #[doc(alias("getThresholdHigh", "getToonHigh"))]
        high: u8,
        /// Brightness of the low level.
        #[doc(alias("getThresholdLow", "getToonLow"))]
        low: u8,
    },
}

/// Numbers of [`Shading::Toon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Toon {
    pub(crate) threshold: u8,
    pub(crate) high: u8,
    pub(crate) low: u8,
}

/// Faithful: what a command list shades before any numbers were set. Evidence: 17 shots of the engine.
impl Default for Toon {
    fn default() -> Self {
        Self { threshold: 128, high: 255, low: 128 }
    }
}

/// Light, shading, blending and reflection of a draw call.
#[doc(alias = "Effect3D")]
#[derive(Debug, Clone)]
pub struct Effect {
    /// The light; `None` draws at full brightness.
    #[doc(alias("getLight", "setLight"))]
    pub light: Option<Light>,
    /// Smooth or toon.
    #[doc(alias("getShading", "getShadingType", "setShading", "setShadingType"))]
    pub shading: Shading,
    /// Whether blended polygons are blended; otherwise they are drawn opaque.
    #[doc(alias("isSemiTransparentEnabled", "isTransparency", "setSemiTransparentEnabled", "setTransparency"))]
    pub semi_transparent: bool,
    /// The blending of all polygons in place of that of their materials, unless `semi_transparent` is off.
    pub blend: Option<Blend>,
    /// The reflection added to sphere-mapped polygons.
    #[doc(alias("getSphereMap", "getSphereTexture", "setSphereMap", "setSphereTexture"))]
    pub sphere_map: Option<Arc<SphereMap>>,
    /// Whether the enhanced back end draws by order alone, without the depth buffer, as the authentic one does.
    pub painter: bool,
}

impl Default for Effect {
    fn default() -> Self {
        Self {
            light: None,
            shading: Shading::Normal,
            semi_transparent: true,
            blend: None,
            sphere_map: None,
            painter: false,
        }
    }
}

impl Effect {
    /// Returns an effect as in the era's API: without a light everything is drawn at full brightness, and without
    /// transparency opaque.
    #[doc(alias = "Effect3D")]
    pub fn new(light: Option<Light>, shading: Shading, transparency: bool, sphere_map: Option<Arc<SphereMap>>) -> Self {
        Self { light, shading, semi_transparent: transparency, sphere_map, ..Self::default() }
    }

    /// Returns the effect of a light; everything else is the default.
    pub fn lit(light: Light) -> Self {
        Self { light: Some(light), ..Self::default() }
    }

    /// Returns the effect of a light with two levels: `high` for shades above the threshold, otherwise `low`.
    pub fn toon(light: Light, threshold: u8, high: u8, low: u8) -> Self {
        Self { shading: Shading::Toon { threshold, high, low }, ..Self::lit(light) }
    }

    pub(crate) fn blending(&self, material: Material) -> Blend {
        if self.semi_transparent { self.blend.unwrap_or_else(|| material.blend()) } else { Blend::Normal }
    }
}

/// The draw state of a material in a draw call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) material: Material,
    /// Kind of a polygon whose corners differ in shade.
    pub(crate) kind: Kind,
    /// Kind of a polygon whose corners have one shade.
    pub(crate) constant: Kind,
    /// The shade and the sphere texel of the first vertex are used for all.
    pub(crate) flat: bool,
    pub(crate) both_sides: bool,
    pub(crate) depth: SortDepth,
}

impl Style {
    /// Returns how polygons of a material are drawn, `textured` or not, with normals or without.
    pub(crate) fn new(material: Material, textured: bool, has_normals: bool, effect: &Effect) -> Self {
        let lit = has_normals && effect.light.is_some() && material.has(Material::LIGHTING);
        let sphere = lit && effect.sphere_map.is_some() && material.has(Material::SPHERE_MAP);
        let shade = match effect.shading {
            _ if !lit => Shade::Constant,
            Shading::Normal => Shade::Gouraud,
            Shading::Toon { .. } => Shade::Toon,
        };
        let key = material.has(Material::COLOUR_KEY);
        let kind = Kind::new(&KindParts { textured, key, shade, lit, blend: effect.blending(material), sphere });
        let depth = if material.has(Material::SORT_FARTHEST) {
            SortDepth::Farthest
        } else if material.has(Material::SORT_NEAREST) {
            SortDepth::Nearest
        } else {
            SortDepth::Mean
        };
        let flat = lit && material.has(Material::FLAT_SHADE);
        let both_sides = material.has(Material::DOUBLE_FACE);
        Self { material, kind, constant: kind.constant(), flat, both_sides, depth }
    }
}

/// The vertices of a polygon that its sort key comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortDepth {
    Mean,
    Nearest,
    Farthest,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_can_set_the_blending_of_all_materials() {
        let added = Material(Blend::Add.bits());
        let blending = |semi_transparent, blend| {
            let effect = Effect { semi_transparent, blend, ..Effect::default() };
            [Material(0), added].map(|material| effect.blending(material))
        };
        assert_eq!(blending(true, None), [Blend::Normal, Blend::Add]);
        assert_eq!(blending(true, Some(Blend::Half)), [Blend::Half; 2]);
        assert_eq!(blending(true, Some(Blend::Normal)), [Blend::Normal; 2]);
        assert_eq!(blending(false, Some(Blend::Half)), [Blend::Normal; 2]);
    }
}
