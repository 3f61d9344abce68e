//! Checks an entity and resolves it: names to entities, files to assets, numbers to their units.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_formats::LoopMode;
use keitai_render::{Angle, Font, Q12, Q16, Vector3};

use super::error_list::ErrorList;
use super::file::{
    CueFile, EntityFile, HeightsFile, LightFile, Pair, RepeatFile, SolidFile, SoundFile, Turns, VelocityFile,
};
use super::path::Paths;
use super::prefab::Written;
use super::sound::{self, Sounds};
use super::template::{EntityTemplate, Owner};
use super::text_table::TextTable;
use super::texts::{Spot, Texts, with_prefabs};
use crate::assets::companions::{self, Companions};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::number::{Factor, Number};
use crate::ron_text::{SceneFault, Step};
use crate::world::camera::RigPath;
use crate::world::components::Components;
use crate::world::effect::WorldLight;
use crate::world::figure::{Hidden, Layer, Pattern};
use crate::world::lifetime::Lifetime;
use crate::world::motion::Velocity;
use crate::world::path::Path;
use crate::world::playback::{Actions, Part};
use crate::world::playhead::Playhead;
use crate::world::solid::{Meets, Solid};
use crate::world::terrain::{Grounded, Heights};
use crate::world::text_key::TextKey;
use crate::world::transform::{ParentBone, Transform};
use crate::world::wall::{Wall, Walls};
use crate::world::{Name, SoundCue, SoundSource, Tags};

/// Checks a colour.
pub(super) fn colour_range(colour: u32, field: &'static str) -> std::result::Result<u32, SceneFault> {
    let fault = SceneFault::range(field, "0x000000..=0xFFFFFF", colour);
    if colour <= 0xFF_FFFF { Ok(colour) } else { Err(fault) }
}

/// Assets, and the companion files of the figures used so far.
pub(super) struct AssetLookup<'a> {
    pub(super) assets: &'a mut Assets,
    companions: BTreeMap<AssetPath, Companions>,
}

impl<'a> AssetLookup<'a> {
    /// Returns a lookup of assets, with no companion files yet.
    pub(super) fn new(assets: &'a mut Assets) -> Self {
        Self { assets, companions: BTreeMap::new() }
    }

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
    pub(super) fonts: BTreeMap<Arc<str>, Font>,
    pub(super) sounds: Sounds,
    pub(super) texts: Option<TextTable>,
}

/// Builds one entity, its children and its copies.
pub(super) struct Builder<'a> {
    /// Parts of the texts that set fields of the entity.
    spots: Vec<Spot<'a>>,
    /// Whether the entity is one of another one's `children`.
    is_child: bool,
    pub(super) written: &'a Written,
    texts: &'a Texts,
    names: &'a BTreeMap<&'a str, usize>,
    pub(super) declared: &'a Declared,
}

impl<'a> Builder<'a> {
    /// Returns the builder of an entity whose own fields are at `spot`.
    pub(super) fn new(
        spot: Spot<'a>,
        written: &'a Written,
        texts: &'a Texts,
        names: &'a BTreeMap<&'a str, usize>,
        declared: &'a Declared,
    ) -> Self {
        Self { spots: with_prefabs([spot], &written.prefabs), is_child: false, written, texts, names, declared }
    }

    /// Returns the builder of a child of the entity.
    fn child<'c>(&'c self, number: usize, written: &'c Written) -> Builder<'c> {
        let own = self.spots.iter().map(|spot| Spot::Child(spot, number));
        let spots = with_prefabs(own, &written.prefabs);
        let Self { texts, names, declared, .. } = *self;
        Builder { spots, is_child: true, written, texts, names, declared }
    }

    /// Returns the error for a fault in the field that `steps` lead to.
    pub(super) fn error(&self, steps: &[Step], fault: SceneFault) -> Error {
        self.texts.error(&self.spots, steps, fault)
    }

    /// Returns the error for a fault of the entity or of one of its children, by the place of its template in their group.
    pub(super) fn error_at(&self, place: usize, steps: &[Step], fault: SceneFault) -> Error {
        let mut first = 1;
        for (number, child) in self.written.children.iter().enumerate() {
            let count = child.count();
            if (first..first + count).contains(&place) {
                return self.child(number, child).error_at(place - first, steps, fault);
            }
            first += count;
        }
        self.error(steps, fault)
    }

    /// Returns the error for a file that is named in a field.
    pub(super) fn asset_error(&self, steps: &[Step], error: AssetError) -> Error {
        self.error(steps, SceneFault::Asset(Box::new(error)))
    }

    /// Returns the error for a number outside its range.
    pub(super) fn range_error(
        &self,
        steps: &[Step],
        field: &'static str,
        expected: impl Into<Cow<'static, str>>,
        found: impl TryInto<i64>,
    ) -> Error {
        self.error(steps, SceneFault::range(field, expected, found))
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

    /// Adds the entity with its children, and their copies.
    pub(super) fn build(&self, lookup: &mut AssetLookup, errors: &mut ErrorList, templates: &mut Vec<EntityTemplate>) {
        let group = self.group(lookup, errors);
        errors.keep(self.copies(&group, templates));
    }

    /// Returns the templates of the entity and of its children. Owners are given by their places among them.
    pub(super) fn group(&self, lookup: &mut AssetLookup, errors: &mut ErrorList) -> Vec<EntityTemplate> {
        let mut group = Vec::with_capacity(self.written.count());
        self.add(None, lookup, errors, &mut group);
        group
    }

    fn add(
        &self,
        owner: Option<Owner>,
        lookup: &mut AssetLookup,
        errors: &mut ErrorList,
        group: &mut Vec<EntityTemplate>,
    ) {
        let position = group.len();
        group.push(EntityTemplate { owner, ..self.template(lookup, errors) });
        for (number, child) in self.written.children.iter().enumerate() {
            if errors.is_full() {
                return;
            }
            self.child(number, child).add(Some(Owner { position, number }), lookup, errors, group);
        }
    }

    /// Returns the entity itself.
    fn template(&self, lookup: &mut AssetLookup, errors: &mut ErrorList) -> EntityTemplate {
        // Every field is named here and below, so that a new field or component that is forgotten does not compile.
        let EntityFile {
            name,
            prefab: _,   // replaced by its fields in `read`
            children: _, // entities of their own
            tags,
            at,
            turn,
            scale,
            parent,
            bone,
            repeat: _, // applied to the finished entity
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
            number,
            gauge,
            menu,
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
        if self.is_child {
            self.refuse_fields_of_owners(errors);
        }
        if bone.is_some() && self.written.entity.parent.is_none() && !self.is_child {
            errors.add(self.error(&[Step::Field("bone")], SceneFault::Needs { field: "bone", needs: "parent" }));
        }
        let effect = effect.as_ref().and_then(|effect| errors.keep(self.effect(effect, lookup.assets)));
        let tint = tint.as_ref().and_then(|tint| errors.keep(self.tint(tint)));
        let sprite = sprite.as_ref().and_then(|sprite| errors.keep(self.sprite(sprite, lookup.assets)));
        let (sprite, frames) = sprite.map_or((None, None), |(sprite, frames)| (Some(sprite), frames));
        let image = image.as_ref().and_then(|image| errors.keep(self.image(image, lookup.assets)));
        let rectangle = rectangle.as_ref().and_then(|rectangle| errors.keep(self.rectangle(rectangle)));
        let key = text.as_ref().and_then(|text| text.key.as_deref()).map(|key| TextKey(key.into()));
        let mut text = text.as_ref().and_then(|text| errors.keep(self.text(text, lookup.assets)));
        let number = number.as_ref().and_then(|number| errors.keep(self.number(number, text.as_mut())));
        let gauge = gauge.as_ref().and_then(|gauge| errors.keep(self.gauge(gauge)));
        let menu = menu.as_ref().and_then(|menu| errors.keep(self.menu(menu, lookup.assets)));
        let light = light.as_ref().and_then(|light| errors.keep(self.light(light, &[Step::Field("light")])));
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
        if self.is_child || self.written.entity.parent.is_some() {
            let moves = rig.is_some_and(|rig| rig.path != RigPath::Stay);
            let other = "parent";
            if moves {
                let steps = [Step::Field("camera"), Step::Field("rig")];
                errors.add(self.error(&steps, SceneFault::Excluded { field: "rig", other }));
            }
            if *grounded == Some(true) {
                let fault = SceneFault::Excluded { field: "grounded", other };
                errors.add(self.error(&[Step::Field("grounded")], fault));
            }
        }
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
            key,
            number,
            gauge,
            menu,
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
            walls: walls.as_ref().and_then(|walls| errors.keep(self.walls(walls))),
            heights: heights.as_ref().and_then(|heights| errors.keep(self.heights(heights))),
            grounded: grounded.unwrap_or(false).then_some(Grounded),
            sound,
            lifetime: lifetime.map(Lifetime),
        };
        EntityTemplate { components, owner: None, parent, rig_target }
    }

    /// Refuses the fields that a child cannot have.
    fn refuse_fields_of_owners(&self, errors: &mut ErrorList) {
        let EntityFile { name, parent, repeat, .. } = &self.written.entity;
        let set = [("name", name.is_some()), ("parent", parent.is_some()), ("repeat", repeat.is_some())];
        for (field, _) in set.into_iter().filter(|(_, set)| *set) {
            errors.add(self.error(&[Step::Field(field)], SceneFault::Misplaced { field, place: "a child" }));
        }
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

    /// Returns the light that the field at `steps` has.
    pub(super) fn light(&self, light: &LightFile, steps: &[Step]) -> Result<WorldLight> {
        let (x, y, z) = light.direction;
        if (x, y, z) == (0, 0, 0) {
            let steps = [steps, &[Step::Field("direction")]].concat();
            return Err(self.range_error(&steps, "direction", "a vector other than (0, 0, 0)", 0));
        }
        let [intensity, ambient] = [light.intensity, light.ambient].map(|factor| Q12::from_bits(factor.0));
        Ok(WorldLight { direction: Vector3::new(x, y, z), intensity, ambient })
    }

    /// Checks the colour that the field at `steps` has.
    pub(super) fn colour(&self, colour: u32, steps: &[Step]) -> Result<u32> {
        colour_range(colour, "colour").map_err(|fault| self.error(steps, fault))
    }

    fn walls(&self, written: &[(Pair, Pair)]) -> Result<Walls> {
        let wall = |(number, (from, to)): (usize, &(Pair, Pair))| {
            let steps = [Step::Field("walls"), Step::Item(number)];
            let without_length = || self.range_error(&steps, "length of a wall", "two different points", 0);
            (from != to).then_some(Wall([from.0, from.1], [to.0, to.1])).ok_or_else(without_length)
        };
        written.iter().enumerate().map(wall).collect::<Result<_>>().map(Walls)
    }

    fn heights(&self, written: &HeightsFile) -> Result<Heights> {
        let HeightsFile { origin: (x, z), spacing, columns, heights } = written;
        let steps = |field| [Step::Field("heights"), Step::Field(field)];
        if *spacing <= 0 {
            return Err(self.range_error(&steps("spacing"), "spacing", "at least 1", *spacing));
        }
        Heights::new([*x, *z], *spacing, *columns, heights.clone()).ok_or_else(|| {
            let expected = "two or more full rows of `columns`, which are at least 2";
            self.range_error(&steps("heights"), "heights", expected, heights.len())
        })
    }

    /// Adds the copies of the entity and its children.
    fn copies(&self, group: &[EntityTemplate], templates: &mut Vec<EntityTemplate>) -> Result<()> {
        let once = RepeatFile { count: (1, 1), spacing: (0, 0), stagger: Number(0) };
        let RepeatFile { count: (columns, rows), spacing: (x, z), stagger } =
            *self.written.entity.repeat.as_ref().unwrap_or(&once);
        let count = u64::from(columns) * u64::from(rows);
        let entities = count.saturating_mul(group.len() as u64);
        if count == 0 || entities.saturating_add(templates.len() as u64) > MAX_ENTITIES as u64 {
            let steps = [Step::Field("repeat"), Step::Field("count")];
            if count == 0 {
                return Err(self.range_error(&steps, "repeat", "at least 1 column and 1 row", 0));
            }
            let found = entities.saturating_add(templates.len() as u64);
            return Err(self.range_error(&steps, "entities", "at most 16384 in the scene, copies included", found));
        }
        for copy in 0..count as u32 {
            let base = templates.len();
            for template in group {
                let mut template = template.clone();
                let Components { name, transform, playback, actions, .. } = &mut template.components;
                let (column, row) = ((copy % columns) as i32, (copy / columns) as i32);
                match (&mut template.owner, transform) {
                    (Some(owner), _) => owner.position += base,
                    (None, Some(Transform { position: [at_x, _, at_z], .. })) => {
                        *at_x = at_x.saturating_add(Q12::saturating_from_num(i64::from(x) * i64::from(column)));
                        *at_z = at_z.saturating_add(Q12::saturating_from_num(i64::from(z) * i64::from(row)));
                    }
                    (None, None) => {}
                }
                if copy > 0 {
                    *name = None;
                    if let (Some(playback), Some(actions)) = (playback, actions) {
                        stagger_by(&mut playback.head, i64::from(stagger.0) * i64::from(copy), playback.part, actions);
                    }
                }
                templates.push(template);
            }
        }
        Ok(())
    }
}

/// Moves the start of a copy by some frames, 16.16, in the direction of play. Every action counts as endless here, so that no
/// copy starts at its end.
fn stagger_by(head: &mut Playhead, by: i64, part: Part, actions: &Actions) {
    let last_frame = actions.get(part.action).map_or(0, |action| action.last_frame);
    let mode = if part.mode.is_mirrored() { LoopMode::MirroredLoop } else { LoopMode::Loop };
    if by != 0 {
        head.advance(if part.speed < Q16::ZERO { -by } else { by }, last_frame, mode);
        head.fresh = true;
    }
}

fn velocity_component(velocity: &VelocityFile) -> Velocity {
    let VelocityFile { linear, acceleration, spin } = *velocity;
    Velocity { linear: linear.0, acceleration: acceleration.0, spin: spin.map_or([Angle(0); 3], angles) }
}

fn angles((x, y, z): Turns) -> [Angle; 3] {
    [x.0, y.0, z.0]
}
