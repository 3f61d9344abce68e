//! Checks a document and resolves it: names to entities, files to assets, numbers to their units.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_render::{Angle, Q12, Q16, Vector3};

use super::error_list::ErrorList;
use super::file::{CueFile, EntityFile, HeightsFile, LightFile, RepeatFile, SolidFile, SoundFile, Turns, VelocityFile};
use super::font::{self, Fonts};
use super::path::{self, Paths};
use super::read::{Document, Spot, Texts, Written};
use super::template::EntityTemplate;
use super::{Scene, budget, sound};
use crate::assets::companions::{self, Companions};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::path::Path;
use crate::ron_text::number::{Factor, Number};
use crate::ron_text::{SceneFault, Step};
use crate::world::components::Components;
use crate::world::effect::WorldLight;
use crate::world::figure::{Hidden, Layer, Pattern};
use crate::world::lifetime::Lifetime;
use crate::world::motion::Velocity;
use crate::world::solid::{Meets, Solid};
use crate::world::terrain::{Grounded, Heights, Wall, Walls};
use crate::world::transform::{ParentBone, Transform};
use crate::world::{Name, SoundCue, SoundSource, Tags};

/// The largest picture, pixels each way.
const MAX_SIDE: u32 = 2048;

/// Builds the scene of a document. The result is of use only when no error was added.
pub(super) fn build(
    document: Document,
    assets: &mut Assets,
    path: &AssetPath,
    errors: &mut ErrorList,
) -> Result<Scene> {
    let Document { scene, entities, ready, sounds, fonts, texts } = document;
    let size = scene.size.unwrap_or((240, 320));
    for side in [size.0, size.1] {
        if !(1..=MAX_SIDE).contains(&side) {
            let fault = SceneFault::Range { field: "size", expected: "1..=2048", found: side.into() };
            errors.add(texts.error(&[Spot::Scene], &[Step::Field("size")], fault));
        }
    }
    let background = colour_range(scene.background.unwrap_or(0), "background")
        .map_err(|fault| texts.error(&[Spot::Scene], &[Step::Field("background")], fault));
    let background = errors.keep(background).unwrap_or(0);
    if let Some(compat) = scene.compat {
        assets.set_compat(compat);
    }
    if entities.len() > MAX_ENTITIES {
        let found = entities.len() as i64;
        let fault = SceneFault::Range { field: "entities", expected: "at most 16384", found };
        return Err(texts.error(&[Spot::Scene], &[Step::Field("entities"), Step::Item(MAX_ENTITIES)], fault));
    }
    let sounds = sound::sounds(&sounds, &texts, assets, errors);
    let music = scene.music.as_ref().and_then(|music| errors.keep(sound::music(music, &texts, assets)));
    let fonts = font::fonts(&fonts, &texts, assets, errors);
    let declared = Declared { paths: path::paths(&scene.paths, &texts, errors), fonts };
    let names = names(&entities, &texts, errors);
    let mut lookup = AssetLookup { assets, companions: BTreeMap::new() };
    let mut copies = Vec::with_capacity(entities.len());
    for (index, written) in entities.iter().enumerate() {
        if errors.is_full() {
            break;
        }
        Builder { index, written, texts: &texts, names: &names, declared: &declared }.build(
            &mut lookup,
            errors,
            &mut copies,
        );
    }
    let mut spawnable = Vec::with_capacity(ready.len());
    for (name, written) in &ready {
        // No entity has this index, so that errors point to the prefab.
        let builder = Builder { index: entities.len(), written, texts: &texts, names: &names, declared: &declared };
        let mut own = Vec::with_capacity(1);
        builder.build(&mut lookup, errors, &mut own);
        spawnable.extend(own.into_iter().take(1).map(|(template, _)| (Arc::from(name.as_str()), template)));
    }
    // Templates refer to entities by their position in the file; with copies in between, that is the first copy's.
    let firsts: Vec<usize> = copies.iter().enumerate().filter(|(_, (_, copy))| *copy == 0).map(|(at, _)| at).collect();
    let mut templates: Vec<EntityTemplate> = copies.into_iter().map(|(template, _)| template).collect();
    let written_at = |position: usize| {
        let index = firsts.partition_point(|first| *first <= position).saturating_sub(1);
        entities.get(index).map(|written| (index, written))
    };
    for template in templates.iter_mut().chain(spawnable.iter_mut().map(|(_, template)| template)) {
        for position in [&mut template.parent, &mut template.rig_target] {
            *position = position.and_then(|index| firsts.get(index).copied());
        }
    }
    // With an error before, entities may be missing and positions in the file differ.
    if errors.is_empty()
        && let Some((position, found)) = bone_beyond_figure(&templates)
        && let Some((index, written)) = written_at(position)
    {
        let builder = Builder { index, written, texts: &texts, names: &names, declared: &declared };
        let expected = "a bone of the parent's figure";
        errors.add(builder.range_error(&[Step::Field("bone")], "bone", expected, found as i64));
    }
    let exceeded = if errors.is_empty() { budget::exceeded(&templates, size) } else { None };
    if let Some((position, field, fault)) = exceeded
        && let Some((index, written)) = written_at(position)
    {
        let builder = Builder { index, written, texts: &texts, names: &names, declared: &declared };
        errors.add(builder.error(&[Step::Field(field)], fault));
    }
    Ok(Scene {
        path: path.clone(),
        size,
        background,
        seed: scene.seed.unwrap_or(0),
        compat: *assets.compat(),
        screen: assets.settings().over_screen(scene.screen.unwrap_or_default()),
        files: texts.paths().cloned().collect(),
        templates,
        ready: spawnable,
        sounds,
        music,
        declared,
    })
}

/// Returns the first template at a bone that the figure of its parent does not have, and the bone.
fn bone_beyond_figure(templates: &[EntityTemplate]) -> Option<(usize, usize)> {
    templates.iter().enumerate().find_map(|(position, template)| {
        let ParentBone(bone) = template.components.bone?;
        let figure = templates.get(template.parent?)?.components.figure.as_ref();
        let bones = figure.map_or(0, |figure| figure.asset.figure.bones.len());
        (bone >= bones).then_some((position, bone))
    })
}

/// Checks a colour.
fn colour_range(colour: u32, field: &'static str) -> std::result::Result<u32, SceneFault> {
    let fault = SceneFault::Range { field, expected: "0x000000..=0xFFFFFF", found: colour.into() };
    if colour <= 0xFF_FFFF { Ok(colour) } else { Err(fault) }
}

/// Returns the position of every named entity. Refuses names that are used twice and parent cycles.
fn names<'a>(entities: &'a [Written], texts: &Texts, errors: &mut ErrorList) -> BTreeMap<&'a str, usize> {
    let mut names = BTreeMap::new();
    for (index, written) in entities.iter().enumerate() {
        if let Some(name) = &written.entity.name
            && names.insert(name.as_str(), index).is_some()
        {
            let fault = SceneFault::Duplicate { what: "entity", name: name.clone() };
            errors.add(texts.error(&[Spot::Entity(index)], &[Step::Field("name")], fault));
            if errors.is_full() {
                return names;
            }
        }
    }
    let parent = |index: usize| {
        let name = entities.get(index)?.entity.parent.as_deref()?;
        names.get(name).copied()
    };
    // Entities whose line of parents was checked are marked, so that a long line is followed only once.
    let mut checked = vec![false; entities.len()];
    for start in 0..entities.len() {
        let mut line = vec![start];
        while let Some(next) = line.last().and_then(|last| parent(*last)).filter(|next| !checked[*next]) {
            if line.contains(&next) {
                let name = entities[next].entity.name.clone().unwrap_or_default();
                let fault = SceneFault::ParentCycle { name };
                errors.add(texts.error(&[Spot::Entity(next)], &[Step::Field("parent")], fault));
                break;
            }
            line.push(next);
        }
        line.into_iter().for_each(|index| checked[index] = true);
    }
    names
}

/// Assets, and the companion files of the figures used so far.
pub(super) struct AssetLookup<'a> {
    pub(super) assets: &'a mut Assets,
    companions: BTreeMap<AssetPath, Companions>,
}

impl AssetLookup<'_> {
    pub(super) fn companions(&mut self, path: &AssetPath) -> Result<&Companions, AssetError> {
        if !self.companions.contains_key(path) {
            self.companions.insert(path.clone(), companions::find(self.assets, path)?);
        }
        self.companions.get(path).ok_or_else(|| AssetError::NotFound { path: path.clone(), similar: None })
    }
}

/// Values that a scene declares by name and its entities refer to.
#[derive(Debug, Default)]
pub(super) struct Declared {
    pub(super) paths: Paths,
    pub(super) fonts: Fonts,
}

/// Builds one entity and its copies.
pub(super) struct Builder<'a> {
    index: usize,
    pub(super) written: &'a Written,
    texts: &'a Texts,
    names: &'a BTreeMap<&'a str, usize>,
    pub(super) declared: &'a Declared,
}

impl Builder<'_> {
    /// Returns the error for a fault in the field that `steps` lead to.
    pub(super) fn error(&self, steps: &[Step], fault: SceneFault) -> Error {
        let prefabs = self.written.prefabs.iter().map(|(text, name)| Spot::Prefab(*text, name));
        let spots: Vec<Spot> = std::iter::once(Spot::Entity(self.index)).chain(prefabs).collect();
        self.texts.error(&spots, steps, fault)
    }

    /// Returns the error for a file that is named in a field.
    pub(super) fn asset_error(&self, steps: &[Step], error: AssetError) -> Error {
        self.error(steps, SceneFault::Asset(Box::new(error)))
    }

    /// Returns the error for a number outside its range.
    pub(super) fn range_error(&self, steps: &[Step], field: &'static str, expected: &'static str, found: i64) -> Error {
        self.error(steps, SceneFault::Range { field, expected, found })
    }

    /// Returns the position of the entity with this name.
    pub(super) fn named(&self, name: &str, steps: &[Step]) -> Result<usize> {
        let unknown = || SceneFault::unknown("entity", name, self.names.keys().copied());
        self.names.get(name).copied().ok_or_else(|| self.error(steps, unknown()))
    }

    /// Returns the path of this name, which the field at `steps` has.
    pub(super) fn path(&self, name: &str, steps: &[Step]) -> Result<Arc<Path>> {
        let unknown = || SceneFault::unknown("path", name, self.declared.paths.keys().map(|name| &**name));
        self.declared.paths.get(name).cloned().ok_or_else(|| self.error(steps, unknown()))
    }

    /// Adds the entity and its copies, each with its number among the copies.
    fn build(&self, lookup: &mut AssetLookup, errors: &mut ErrorList, copies: &mut Vec<(EntityTemplate, u32)>) {
        // Every field is named here and below, so that a new field or component that is forgotten does not compile.
        let EntityFile {
            name,
            prefab: _, // replaced by its fields in `read`
            tags,
            at,
            turn,
            scale,
            parent,
            bone,
            repeat,
            figure,
            strips,
            textures: _, // these six belong to `figure`
            texture: _,
            actions: _,
            action_names: _,
            play: _,
            events: _,
            pattern,
            layer,
            hidden,
            effect,
            tint,
            sprite,
            image,
            rectangle,
            text,
            light,
            camera,
            velocity,
            along,
            steer,
            solid,
            meets,
            walls,
            heights,
            grounded,
            sound,
            lifetime,
        } = &self.written.entity;
        let parent = parent.as_ref().and_then(|name| errors.keep(self.named(name, &[Step::Field("parent")])));
        if meets.is_some() && solid.is_none() {
            errors.add(self.error(&[Step::Field("meets")], SceneFault::Needs { field: "meets", needs: "solid" }));
        }
        if bone.is_some() && self.written.entity.parent.is_none() {
            errors.add(self.error(&[Step::Field("bone")], SceneFault::Needs { field: "bone", needs: "parent" }));
        }
        let effect = effect.as_ref().and_then(|effect| errors.keep(self.effect(effect, lookup.assets)));
        let tint = tint.as_ref().and_then(|tint| errors.keep(self.tint(tint)));
        let sprite = sprite.as_ref().and_then(|sprite| errors.keep(self.sprite(sprite, lookup.assets)));
        let (sprite, frames) = sprite.map_or((None, None), |(sprite, frames)| (Some(sprite), frames));
        let image = image.as_ref().and_then(|image| errors.keep(self.image(image, lookup.assets)));
        let rectangle = rectangle.as_ref().and_then(|rectangle| errors.keep(self.rectangle(rectangle)));
        let text = text.as_ref().and_then(|text| errors.keep(self.text(text, lookup.assets)));
        let light = light.as_ref().and_then(|light| errors.keep(self.light(light)));
        let camera = camera.as_ref().and_then(|camera| errors.keep(self.camera(camera)));
        let along = along.as_ref().and_then(|along| errors.keep(self.along(along)));
        let sound = sound.as_ref().and_then(|sound| errors.keep(self.sound(sound, lookup.assets)));
        let animation = figure.as_ref().map(|figure| self.figure(figure, lookup, errors));
        if figure.is_none() {
            self.refuse_figure_fields(errors);
        }
        let mut animation = animation.unwrap_or_default();
        if let Some(strips) = strips {
            animation.figure = errors.keep(self.strips(strips, lookup.assets));
        }
        let steer = steer.as_ref().filter(|_| figure.is_none() || animation.actions.is_some());
        let steer = steer.and_then(|steer| errors.keep(self.steer(steer, &mut animation)));
        if *lifetime == Some(0) {
            errors.add(self.range_error(&[Step::Field("lifetime")], "lifetime", "at least 1 tick", 0));
        }
        let (camera, rig, rig_target) = camera.map_or((None, None, None), |parts| (Some(parts.0), parts.1, parts.2));
        let mut transform = Transform {
            position: at.map_or([Q12::ZERO; 3], |(x, y, z)| [x.0, y.0, z.0]),
            turn: turn.map_or([Angle(0); 3], angles),
            scale: Q12::from_bits(scale.unwrap_or(Factor::ONE).0),
        };
        if let Some(along) = &along {
            along.place(&mut transform);
        }
        let components = Components {
            name: name.as_deref().map(|name| Name(name.into())),
            transform: Some(transform),
            parent: None,
            bone: bone.map(ParentBone),
            tags: tags.as_ref().map(|tags| Tags(tags.iter().map(|tag| tag.as_str().into()).collect())),
            figure: animation.figure,
            actions: animation.actions,
            playback: animation.playback,
            events: animation.events,
            pattern: pattern.map(Pattern),
            layer: layer.map(Layer),
            hidden: hidden.unwrap_or(false).then_some(Hidden),
            effect,
            tint,
            sprite,
            frames,
            image,
            rectangle,
            text,
            light,
            camera,
            rig,
            velocity: velocity.as_ref().map(velocity_component),
            along,
            steer,
            solid: solid.map(|solid| match solid {
                SolidFile::Circle(radius) => Solid::Circle(radius),
                SolidFile::Box(x, z) => Solid::Box(x, z),
            }),
            meets: meets.as_ref().map(|tags| Meets(tags.iter().map(|tag| tag.as_str().into()).collect())),
            walls: walls
                .as_ref()
                .map(|walls| Walls(walls.iter().map(|(from, to)| Wall([from.0, from.1], [to.0, to.1])).collect())),
            heights: heights.as_ref().and_then(|heights| errors.keep(self.heights(heights))),
            grounded: grounded.unwrap_or(false).then_some(Grounded),
            sound,
            lifetime: lifetime.map(Lifetime),
        };
        let template = EntityTemplate { components, parent, rig_target };
        errors.keep(self.copies(template, repeat.as_ref(), copies));
    }

    /// Refuses the fields that only an entity with a figure can have.
    fn refuse_figure_fields(&self, errors: &mut ErrorList) {
        let entity = &self.written.entity;
        let set = [
            ("textures", entity.textures.is_some()),
            ("texture", entity.texture.is_some()),
            ("actions", entity.actions.is_some()),
            ("action_names", entity.action_names.is_some()),
            ("play", entity.play.is_some()),
            ("events", entity.events.is_some()),
            ("pattern", entity.pattern.is_some()),
            ("effect", entity.effect.is_some() && entity.strips.is_none()),
        ];
        for (field, _) in set.into_iter().filter(|(_, set)| *set) {
            errors.add(self.error(&[Step::Field(field)], SceneFault::Needs { field, needs: "figure" }));
        }
    }

    /// Returns the sound of the entity.
    fn sound(&self, written: &SoundFile, assets: &mut Assets) -> Result<SoundSource> {
        let cue = self.cue(&written.cue(), &[Step::Field("sound")], assets)?;
        Ok(SoundSource { cue, looped: written.looped, starts_in: Some(written.at) })
    }

    /// Returns the sound that the field at `steps` describes.
    pub(super) fn cue(&self, written: &CueFile, steps: &[Step], assets: &mut Assets) -> Result<SoundCue> {
        sound::cue(written, assets, |step, fault| self.error(&[steps, &[step]].concat(), fault))
    }

    fn light(&self, light: &LightFile) -> Result<WorldLight> {
        let (x, y, z) = light.direction;
        if (x, y, z) == (0, 0, 0) {
            let steps = [Step::Field("light"), Step::Field("direction")];
            return Err(self.range_error(&steps, "direction", "a number other than 0", 0));
        }
        let [intensity, ambient] = [light.intensity, light.ambient].map(|factor| Q12::from_bits(factor.0));
        Ok(WorldLight { direction: Vector3::new(x, y, z), intensity, ambient })
    }

    /// Checks the colour that the field at `steps` has.
    pub(super) fn colour(&self, colour: u32, steps: &[Step]) -> Result<u32> {
        colour_range(colour, "colour").map_err(|fault| self.error(steps, fault))
    }

    fn heights(&self, written: &HeightsFile) -> Result<Heights> {
        let HeightsFile { origin: (x, z), spacing, columns, heights } = written;
        let steps = |field| [Step::Field("heights"), Step::Field(field)];
        if *spacing <= 0 {
            return Err(self.range_error(&steps("spacing"), "spacing", "at least 1", (*spacing).into()));
        }
        let found = heights.len() as i64;
        Heights::new([*x, *z], *spacing, *columns, heights.clone()).ok_or_else(|| {
            let expected = "two or more full rows of `columns`, which are at least 2";
            self.range_error(&steps("heights"), "heights", expected, found)
        })
    }

    fn copies(
        &self,
        template: EntityTemplate,
        repeat: Option<&RepeatFile>,
        copies: &mut Vec<(EntityTemplate, u32)>,
    ) -> Result<()> {
        let once = RepeatFile { count: (1, 1), spacing: (0, 0), stagger: Number(0) };
        let RepeatFile { count: (columns, rows), spacing: (x, z), stagger } = *repeat.unwrap_or(&once);
        let count = u64::from(columns) * u64::from(rows);
        if count == 0 || copies.len() as u64 + count > MAX_ENTITIES as u64 {
            let steps = [Step::Field("repeat"), Step::Field("count")];
            let found = i64::try_from(count).unwrap_or(i64::MAX);
            return Err(self.range_error(&steps, "repeat", "1 to 16384 entities in the scene", found));
        }
        for copy in 0..count as u32 {
            let mut template = template.clone();
            let Components { name, transform, playback, actions, .. } = &mut template.components;
            let (column, row) = ((copy % columns) as i32, (copy / columns) as i32);
            if let Some(Transform { position: [at_x, _, at_z], .. }) = transform {
                *at_x = at_x.saturating_add(Q12::saturating_from_num(i64::from(x) * i64::from(column)));
                *at_z = at_z.saturating_add(Q12::saturating_from_num(i64::from(z) * i64::from(row)));
            }
            if copy > 0 {
                *name = None;
                if let (Some(playback), Some(actions)) = (playback, actions) {
                    let last_frame = actions.get(playback.part.action).map_or(0, |action| action.last_frame);
                    let length = (i64::from(last_frame) << 16).max(1);
                    let frame = i64::from(playback.head.frame.to_bits()) + i64::from(stagger.0) * i64::from(copy);
                    playback.head.frame = Q16::from_bits(i32::try_from(frame.rem_euclid(length)).unwrap_or(0));
                }
            }
            copies.push((template, copy));
        }
        Ok(())
    }
}

fn velocity_component(velocity: &VelocityFile) -> Velocity {
    let VelocityFile { linear, acceleration, spin } = *velocity;
    Velocity { linear: linear.0, acceleration: acceleration.0, spin: spin.map_or([Angle(0); 3], angles) }
}

fn angles((x, y, z): Turns) -> [Angle; 3] {
    [x.0, y.0, z.0]
}
