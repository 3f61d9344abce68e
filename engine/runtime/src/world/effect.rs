//! Light, and how figures answer to it.

use std::sync::Arc;

use hecs::World;
use keitai_render::{AffineTrans, Effect, Light, Q12, Shading, SphereMap, Vector3};

/// The light of the scene. The era's has one; when several entities have this, the first one spawned counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorldLight {
    /// The way it travels, in world space, of any length.
    pub direction: Vector3,
    /// Intensity of the directional part.
    pub intensity: Q12,
    /// Intensity of the ambient part.
    pub ambient: Q12,
}

/// How a figure is shaded.
#[derive(Debug, Clone, Default)]
pub struct FigureEffect {
    /// Drawn at full brightness whatever the light.
    pub unlit: bool,
    /// Smooth or toon.
    pub shading: Shading,
    /// Blended polygons are drawn opaque.
    pub opaque: bool,
    /// The reflection added to sphere-mapped polygons.
    pub sphere_map: Option<Arc<SphereMap>>,
    /// In the enhanced back end, drawn by order alone, without depth, as phones did: for ground that figures stand in.
    pub painter: bool,
}

/// The light of a world.
pub fn light(world: &World) -> Option<WorldLight> {
    let mut lights = world.query::<(hecs::Entity, &WorldLight)>();
    lights.iter().min_by_key(|(entity, _)| entity.id()).map(|(_, light)| *light)
}

impl WorldLight {
    /// The light as a camera with this view sees it.
    pub fn seen(&self, view: &AffineTrans) -> Light {
        let turn = AffineTrans { translation: [0; 3], ..*view };
        Light { direction: turn.transform(self.direction.unit()), intensity: self.intensity, ambient: self.ambient }
    }
}

impl FigureEffect {
    /// What the renderer is asked for under a light.
    pub fn under(&self, light: Option<Light>) -> Effect {
        Effect {
            light: light.filter(|_| !self.unlit),
            shading: self.shading,
            semi_transparent: !self.opaque,
            sphere_map: self.sphere_map.clone(),
            painter: self.painter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_from_above_falls_down_the_screen() {
        let sun = WorldLight { direction: Vector3::new(0, -9, 0), intensity: Q12::ONE, ambient: Q12::ZERO };
        let view = AffineTrans::look_at(Vector3::new(5, 6, 7), Vector3::new(0, 0, -4096), Vector3::new(0, 4096, 0));
        assert_eq!(sun.seen(&view).direction, Vector3::new(0, 4096, 0));
    }

    #[test]
    fn an_unlit_figure_ignores_the_light() {
        let light = Some(Light::default());
        assert!(FigureEffect::default().under(light).light.is_some());
        assert!(FigureEffect { unlit: true, ..FigureEffect::default() }.under(light).light.is_none());
    }
}
