//! Resolved draw state of a material: shading, blending, facing and sort depth of its polygons.

use crate::effect::{Effect, Shading};
use crate::raster::{Kind, KindParts, Shade};
use crate::vertex::Vertex;
use keitai_formats::Material;

/// Resolved draw state of a material in a draw call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) material: Material,
    /// Kind of a polygon whose corners differ in shade.
    pub(crate) kind: Kind,
    /// Kind of a polygon whose corners have one shade.
    constant: Kind,
    /// The shade and the sphere texel of the first vertex are used for all.
    pub(crate) flat: bool,
    pub(crate) both_sides: bool,
    pub(crate) depth: SortDepth,
}

/// The vertices of a polygon that its sort key comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortDepth {
    Mean,
    Nearest,
    Farthest,
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

    /// Returns how a polygon of these vertices is shaded, with its shade where that is constant.
    #[inline(always)]
    pub(crate) fn shading(&self, vertices: &[&Vertex]) -> (Kind, u8) {
        if !self.kind.lit() {
            return (self.kind, 255);
        }
        let first = vertices[0].shade();
        if self.flat || vertices.iter().all(|v| v.shade() == first) {
            (self.constant, (first >> 8) as u8)
        } else {
            (self.kind, 0)
        }
    }
}
