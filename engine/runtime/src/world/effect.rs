//! Light, shading and tints, which change the colours of entities.
//!
//! Tints mix the colours of palettes before light, toon shading and blending, as a game on a phone would change a
//! palette. Tinted copies of textures and figures are made when they are first drawn and kept from picture to picture.

use std::sync::Arc;

use keitai_formats::{Blend, Rgb};
use keitai_render::{AffineTrans, Compat, Effect, Light, Model, Q12, Shading, SphereMap, TextureMap, Vector3};
use serde::{Deserialize, Deserializer, de};

use super::Figure;
use super::components::{SceneComponent, decimal};
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

impl WorldLight {
    pub(super) fn in_view(&self, view: &AffineTrans) -> Light {
        let turn = AffineTrans { translation: [0; 3], ..*view };
        Light { direction: turn.transform(self.direction.unit()), intensity: self.intensity, ambient: self.ambient }
    }
}

impl FigureEffect {
    /// Returns the renderer's effect in a view: under the own light, or else under the scene's in view space.
    pub(super) fn under(&self, light: Option<Light>, view: &AffineTrans) -> Effect {
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

/// A colour that those of an entity's figure, sprite and image are mixed with. Light, blending and reflections come after
/// it, and palette index 0 stays transparent.
///
/// The first picture with a tint costs about as much as laying out the textures again; 64 tinted textures are kept.
///
/// ```
/// use keitai_render::Q12;
/// use keitai_runtime::hecs::World;
/// use keitai_runtime::world::{Tint, Transform};
///
/// // A robot that was hit flashes white.
/// let mut world = World::new();
/// let robot = world.spawn((Transform::default(),));
/// world.insert_one(robot, Tint { colour: 0xFFFFFF, share: Q12::ONE })?;
/// world.remove_one::<Tint>(robot)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tint {
    /// 0xRRGGBB.
    #[serde(deserialize_with = "number::colour")]
    pub colour: u32,
    /// Share of the colour in the mixture, 0 to 1.0; a share outside is that of the nearer end.
    #[serde(default = "number::one", deserialize_with = "number::share")]
    pub share: Q12,
}

impl Tint {
    fn mix(self, colour: Rgb) -> Rgb {
        let share = self.share.clamp(Q12::ZERO, Q12::ONE).to_bits();
        let Rgb { r, g, b } = Rgb::from_hex(self.colour);
        let mix =
            |base: u8, tint: u8| ((i32::from(base) * (4096 - share) + i32::from(tint) * share + 2048) >> 12) as u8;
        Rgb { r: mix(colour.r, r), g: mix(colour.g, g), b: mix(colour.b, b) }
    }
}

impl SceneComponent for Tint {
    fn line(&self) -> String {
        format!("tint {:06x} {}", self.colour, decimal(self.share))
    }
}

/// The most tinted textures that are kept, and the most tinted figures. A tinted texture has some 200 KiB.
const MAX_COPIES: usize = 64;

#[derive(Debug, Default)]
pub(super) struct TintedCopies {
    textures: Cache<TextureMap, TextureMap>,
    figures: Cache<Model, Figure>,
    /// Textures of the last figure, reused.
    figure_textures: Vec<Arc<TextureMap>>,
}

/// Tinted copies, each with its original and the time of its last use.
#[derive(Debug)]
struct Cache<K, T> {
    copies: Vec<(Arc<K>, Tint, Arc<T>, u64)>,
    uses: u64,
}

impl<K, T> Default for Cache<K, T> {
    fn default() -> Self {
        Self { copies: Vec::new(), uses: 0 }
    }
}

impl<K, T> Cache<K, T> {
    /// Returns the tinted copy of `original`. A new copy replaces the least recently used one.
    fn copy(&mut self, original: &Arc<K>, tint: Tint, make: impl FnOnce(&K) -> T) -> &Arc<T> {
        self.uses += 1;
        let place = self.copies.iter().position(|(source, by, ..)| Arc::ptr_eq(source, original) && *by == tint);
        let at = place.unwrap_or_else(|| {
            if self.copies.len() >= MAX_COPIES {
                let oldest = self.copies.iter().enumerate().min_by_key(|(_, (.., used))| *used);
                let oldest = oldest.map_or(0, |(at, _)| at);
                self.copies.swap_remove(oldest);
            }
            self.copies.push((Arc::clone(original), tint, Arc::new(make(original)), 0));
            self.copies.len() - 1
        });
        let (.., copy, used) = &mut self.copies[at];
        *used = self.uses;
        copy
    }
}

impl TintedCopies {
    /// Returns a texture under a tint, laid out for a renderer with these settings.
    pub(super) fn texture<'t>(
        &'t mut self,
        texture: &'t Arc<TextureMap>,
        tint: Option<&Tint>,
        compat: &Compat,
    ) -> &'t Arc<TextureMap> {
        let Some(&tint) = tint else { return texture };
        self.textures.copy(texture, tint, |texture| texture.recoloured(|colour| tint.mix(colour), compat))
    }

    /// Returns a figure with the colours, and the textures, of a figure under a tint.
    pub(super) fn figure<'t>(
        &'t mut self,
        figure: &'t Figure,
        tint: Option<&Tint>,
        compat: &Compat,
    ) -> (&'t Figure, &'t [Arc<TextureMap>]) {
        let Some(&tint) = tint else { return (figure, &figure.textures) };
        let mut textures = std::mem::take(&mut self.figure_textures);
        textures.clear();
        textures.extend(figure.textures.iter().map(|texture| Arc::clone(self.texture(texture, Some(&tint), compat))));
        self.figure_textures = textures;
        if figure.document.palette.is_empty() {
            return (figure, &self.figure_textures);
        }
        (self.figures.copy(&figure.model, tint, |_| tinted_figure(figure, tint)), &self.figure_textures)
    }
}

/// Returns a figure whose polygons without texture are under a tint.
fn tinted_figure(figure: &Figure, tint: Tint) -> Figure {
    let mut document = (*figure.document).clone();
    document.palette.iter_mut().for_each(|colour| *colour = tint.mix(*colour));
    // Cannot fail: the figure differs in colours only from one that has a model.
    Figure { path: Arc::clone(&figure.path), ..Figure::new(document).unwrap_or_else(|_| figure.clone()) }
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

    #[test]
    fn colours_are_mixed_by_share() {
        let mix = |share: i32| {
            let tint = Tint { colour: 0xFF_00_40, share: Q12::from_bits(share) };
            let Rgb { r, g, b } = tint.mix(Rgb { r: 0, g: 255, b: 32 });
            [r, g, b]
        };
        assert_eq!(mix(0), [0, 255, 32]);
        // A quarter: 63.75, 191.25 and 40.
        assert_eq!(mix(1024), [64, 191, 40]);
        assert_eq!(mix(4096), [255, 0, 64]);
        assert_eq!([mix(-9), mix(9999)], [mix(0), mix(4096)]);
    }

    #[test]
    fn copies_are_made_once_and_the_longest_unused_goes_first() {
        let mut copies = Cache::<usize, usize>::default();
        let originals: Vec<Arc<usize>> = (0..=MAX_COPIES).map(Arc::new).collect();
        let tint = Tint { colour: 0, share: Q12::ONE };
        let adds = |copies: &mut Cache<usize, usize>, index: usize| {
            let mut is_new = false;
            let copy = copies.copy(&originals[index], tint, |number| {
                is_new = true;
                number + 1000
            });
            assert_eq!(**copy, index + 1000);
            is_new
        };
        assert!((0..MAX_COPIES).all(|index| adds(&mut copies, index)));
        assert!((0..MAX_COPIES).all(|index| !adds(&mut copies, index)));
        assert!(!adds(&mut copies, 0));
        assert!(adds(&mut copies, MAX_COPIES));
        assert_eq!(copies.copies.len(), MAX_COPIES);
        assert!(!adds(&mut copies, 0));
        assert!(adds(&mut copies, 1), "it was the longest unused");
        let other = Tint { share: Q12::ZERO, ..tint };
        assert!(copies.copy(&originals[0], other, |_| 7).as_ref() == &7, "another tint is another copy");
    }
}
