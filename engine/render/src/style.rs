//! Resolved draw state of a material: shading, blending, facing and sort depth of its polygons.

use crate::compat::{Compat, FlatBit, SphereOrder, ZsortBits};
use crate::effect::{Effect, Shading};
use crate::raster::kind::{Kind, KindParts, Shade, Sphere};
use crate::vertex::Vertex;
use keitai_formats::Material;

/// Resolved draw state of a material in a draw call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) material: Material,
    /// Shaded as a polygon whose corners differ in shade.
    pub(crate) kind: Kind,
    /// Shaded as a polygon whose corners have one shade.
    constant: Kind,
    /// The shade of the first vertex counts for all.
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
    pub(crate) fn new(material: Material, textured: bool, has_normals: bool, effect: &Effect, compat: &Compat) -> Self {
        let lit = has_normals && effect.light.is_some() && material.has(Material::LIGHTING);
        let sphere = match compat.sphere_order {
            _ if !(lit && effect.sphere_map.is_some() && material.has(Material::SPHERE_MAP)) => Sphere::None,
            SphereOrder::AfterBlend => Sphere::AfterBlend,
            SphereOrder::BeforeBlend => Sphere::BeforeBlend,
        };
        let shade = match effect.shading {
            _ if !lit => Shade::Constant,
            Shading::Normal => Shade::Gouraud,
            Shading::Toon { .. } => Shade::Toon,
        };
        let key = material.has(Material::COLOUR_KEY);
        let kind = Kind::new(&KindParts { textured, key, shade, lit, blend: effect.blending(material), sphere });
        let [nearest, farthest] = [Material::SORT_NEAREST, Material::SORT_FARTHEST].map(|bit| material.has(bit));
        let depth = match compat.zsort_bits {
            ZsortBits::Honour if farthest => SortDepth::Farthest,
            ZsortBits::BothNearest if nearest => SortDepth::Nearest,
            ZsortBits::Honour if nearest => SortDepth::Nearest,
            ZsortBits::BothNearest if farthest => SortDepth::Farthest,
            _ => SortDepth::Mean,
        };
        Self {
            material,
            kind,
            constant: kind.constant(),
            flat: compat.flat_bit == FlatBit::Honour && material.has(Material::FLAT_SHADE),
            both_sides: material.has(Material::DOUBLE_FACE),
            depth,
        }
    }

    /// Returns how a polygon of these vertices is shaded, with its shade where that is constant; `even` if it is in any
    /// case.
    #[inline(always)]
    pub(crate) fn shading(&self, vertices: &[&Vertex], even: bool) -> (Kind, u8) {
        if !self.kind.lit() {
            return (self.kind, 255);
        }
        let first = vertices[0].shade();
        if even || self.flat || vertices.iter().all(|v| v.shade() == first) {
            (self.constant, (first >> 8) as u8)
        } else {
            (self.kind, 0)
        }
    }
}
