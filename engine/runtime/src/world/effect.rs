//! Light and shading.

use std::sync::Arc;

use hecs::World;
use keitai_formats::Blend;
use keitai_render::{AffineTrans, Effect, Light, Q12, Shading, SphereMap, Vector3};
use serde::{Deserialize, Deserializer, de};

use super::components::{SceneComponent, decimal};
use super::draw::Places;
use super::reader::Reader;
use crate::error::Result;
use crate::ron_text::number;
use crate::text_file::{Field, Name};

/// The light of the scene. Of several entities with a light the one with the lowest number is used, in a scene the
/// first one; a [`FigureEffect`] may bring a light of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldLight {
    /// Direction of travel in world space, of any length but 0.
    #[serde(deserialize_with = "direction")]
    pub direction: Vector3,
    /// Intensity of the directional part, 4.12.
    #[serde(default = "number::one", deserialize_with = "number::fixed")]
    pub intensity: Q12,
    /// Intensity of the ambient part, 4.12.
    #[serde(default, deserialize_with = "number::fixed")]
    pub ambient: Q12,
}

/// The shading of a figure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FigureEffect {
    /// The light in place of the scene's, unless the figure is `unlit`.
    pub light: Option<WorldLight>,
    /// The figure is drawn at full brightness whatever the light.
    pub unlit: bool,
    /// Smooth or toon shading.
    pub shading: Shading,
    /// Blended polygons are drawn opaque.
    pub opaque: bool,
    /// The blending of all polygons in place of that of their materials, unless the figure is `opaque`; half for a ghost.
    pub blend: Option<Blend>,
    /// The reflection added to sphere-mapped polygons.
    pub sphere_map: Option<Arc<SphereMap>>,
}

/// Returns the first light of the scene.
pub(crate) fn light(world: &World, places: &Places) -> Option<WorldLight> {
    let mut lights = world.query::<(hecs::Entity, &WorldLight)>();
    lights.iter().min_by_key(|(entity, _)| places.of(*entity)).map(|(_, light)| *light)
}

impl WorldLight {
    pub(crate) fn in_view(&self, view: &AffineTrans) -> Light {
        let turn = AffineTrans { translation: [0; 3], ..*view };
        Light { direction: turn.transform(self.direction.unit()), intensity: self.intensity, ambient: self.ambient }
    }
}

impl FigureEffect {
    /// Returns the renderer's effect in a view: under the own light, or else under the scene's in view space.
    pub(crate) fn under(&self, light: Option<Light>, view: &AffineTrans) -> Effect {
        let light = self.light.map(|world_light| world_light.in_view(view)).or(light);
        Effect {
            light: light.filter(|_| !self.unlit),
            shading: self.shading,
            semi_transparent: !self.opaque,
            blend: self.blend,
            sphere_map: self.sphere_map.clone(),
            painter: false,
        }
    }

    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.needs(field, "effect", &["figure"], "figure")?;
        let EffectFile { light, unlit, shading, opaque, blend, sphere } = field.parse()?;
        let sphere_map = sphere.map(|file| field.load(&file, |path| reader.loader.assets.sphere(path))).transpose()?;
        Ok(Some(Self { light, unlit, shading, opaque, blend, sphere_map }))
    }
}

fn direction<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Vector3, D::Error> {
    match <[i32; 3]>::deserialize(deserializer)? {
        [0, 0, 0] => Err(de::Error::custom("expected a direction of a length above 0")),
        [x, y, z] => Ok(Vector3::new(x, y, z)),
    }
}

impl SceneComponent for WorldLight {
    fn line(&self) -> String {
        format!("light {} + {}", decimal(self.intensity), decimal(self.ambient))
    }
}

#[derive(Deserialize)]
#[serde(remote = "Shading", deny_unknown_fields)]
enum ShadingFile {
    Normal,
    Toon {
        #[serde(deserialize_with = "number::within::<0, { u8::MAX as i64 }, _, _>")]
        threshold: u8,
        #[serde(deserialize_with = "number::within::<0, { u8::MAX as i64 }, _, _>")]
        high: u8,
        #[serde(deserialize_with = "number::within::<0, { u8::MAX as i64 }, _, _>")]
        low: u8,
    },
}

/// The shading of a figure in a scene.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct EffectFile<'a> {
    light: Option<WorldLight>,
    unlit: bool,
    #[serde(with = "ShadingFile")]
    shading: Shading,
    opaque: bool,
    blend: Option<Blend>,
    #[serde(borrow)]
    sphere: Option<Name<'a>>,
}

impl SceneComponent for FigureEffect {
    fn line(&self) -> String {
        format!("effect {:?}{}", self.shading, if self.unlit { " unlit" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_of_its_own_takes_the_place_of_the_scene_s() {
        let direct = WorldLight { direction: Vector3::new(9, 0, 0), intensity: Q12::ONE, ambient: Q12::ONE };
        let effect = FigureEffect { light: Some(direct), ..FigureEffect::default() };
        let view = AffineTrans::rotation_z(keitai_render::Angle(1024));
        let direction = |light| effect.under(light, &view).light.map(|light| light.direction);
        let down = Some(Vector3::new(0, 4096, 0));
        assert_eq!([direction(None), direction(Some(Light::default()))], [down; 2], "turned by the view");
    }
}
