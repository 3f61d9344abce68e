//! What is written to what is meant: names to entities, files to assets, numbers to their units, all checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_render::{Angle, Q12, Q16, Vector3};

use super::Scene;
use super::fault::SceneFault;
use super::file::{
    ActionRef, CameraFile, EffectFile, EntityFile, HeightsFile, PartFile, RepeatFile, RigFile, SolidFile, SpriteFile,
    Triple,
};
use super::read::{Document, Spot, Texts, Written};
use super::text::Step;
use crate::assets::beside::{self, Belongings};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::controls::PLAYERS;
use crate::error::{Error, Result};
use crate::world::camera::{Camera, Rig, RigPath};
use crate::world::effect::{FigureEffect, WorldLight};
use crate::world::figure::{FigureInstance, Hidden, Layer, Pattern};
use crate::world::flat::{Image, Rectangle, Text};
use crate::world::lifetime::Lifetime;
use crate::world::motion::Velocity;
use crate::world::playback::{Actions, FrameEvent, FrameEvents, Part, Playback};
use crate::world::solid::Solid;
use crate::world::sprite::Sprite;
use crate::world::steer::Steer;
use crate::world::terrain::{Grounded, Heights, Wall, Walls};
use crate::world::transform::Transform;
use crate::world::{Name, Tags};

/// The largest picture, pixels each way.
const LARGEST_SIDE: u32 = 2048;
/// The most entities of a scene, copies counted.
const MOST_ENTITIES: usize = 16384;

/// An entity of the scene, its components ready; other entities are known by their number.
#[derive(Debug, Clone, Default)]
pub(super) struct Cast {
    pub(super) name: Option<Name>,
    pub(super) tags: Option<Tags>,
    pub(super) transform: Transform,
    pub(super) parent: Option<usize>,
    pub(super) figure: Option<FigureInstance>,
    pub(super) actions: Option<Actions>,
    pub(super) playback: Option<Playback>,
    pub(super) events: Option<FrameEvents>,
    pub(super) pattern: Option<Pattern>,
    pub(super) layer: Option<Layer>,
    pub(super) hidden: Option<Hidden>,
    pub(super) effect: Option<FigureEffect>,
    pub(super) sprite: Option<Sprite>,
    pub(super) image: Option<Image>,
    pub(super) rectangle: Option<Rectangle>,
    pub(super) text: Option<Text>,
    pub(super) light: Option<WorldLight>,
    pub(super) camera: Option<Camera>,
    pub(super) rig: Option<Rig>,
    pub(super) rig_target: Option<usize>,
    pub(super) velocity: Option<Velocity>,
    pub(super) steer: Option<Steer>,
    pub(super) solid: Option<Solid>,
    pub(super) walls: Option<Walls>,
    pub(super) heights: Option<Heights>,
    pub(super) grounded: Option<Grounded>,
    pub(super) lifetime: Option<Lifetime>,
}

pub(super) fn build(document: Document, assets: &mut Assets, path: &AssetPath) -> Result<Scene> {
    let Document { scene, entities, ready, texts } = document;
    let size = scene.size.unwrap_or((240, 320));
    for side in [size.0, size.1] {
        if !(1..=LARGEST_SIDE).contains(&side) {
            let fault = SceneFault::Range { field: "size", expected: "1..=2048", found: side.into() };
            return Err(texts.fault(&[Spot::Scene], &[Step::Field("size")], fault));
        }
    }
    if let Some(compat) = scene.compat {
        assets.set_compat(compat);
    }
    if entities.len() > MOST_ENTITIES {
        let found = entities.len() as i64;
        let fault = SceneFault::Range { field: "entities", expected: "at most 16384", found };
        return Err(texts.fault(&[Spot::Scene], &[Step::Field("entities"), Step::Item(MOST_ENTITIES)], fault));
    }
    let names = names(&entities, &texts)?;
    let mut wardrobe = Wardrobe { assets, found: BTreeMap::new() };
    let mut cast = Vec::with_capacity(entities.len());
    for (index, written) in entities.iter().enumerate() {
        Builder { index, written, texts: &texts, names: &names }.build(&mut wardrobe, &mut cast)?;
    }
    let mut kept = Vec::with_capacity(ready.len());
    for (name, written) in &ready {
        // Faults of a prefab that no entity uses are told at the prefab.
        let builder = Builder { index: entities.len(), written, texts: &texts, names: &names };
        let mut own = Vec::with_capacity(1);
        builder.build(&mut wardrobe, &mut own)?;
        kept.extend(own.into_iter().take(1).map(|(member, _)| (Arc::from(name.as_str()), member)));
    }
    // Copies stand behind their first, so numbers of entities as written are those of their first copies.
    let firsts: Vec<usize> = cast.iter().enumerate().filter(|(_, (_, copy))| *copy == 0).map(|(at, _)| at).collect();
    let mut cast: Vec<Cast> = cast.into_iter().map(|(member, _)| member).collect();
    for member in cast.iter_mut().chain(kept.iter_mut().map(|(_, member)| member)) {
        for number in [&mut member.parent, &mut member.rig_target] {
            *number = number.and_then(|index| firsts.get(index).copied());
        }
    }
    Ok(Scene {
        path: path.clone(),
        size,
        background: scene.background.unwrap_or(0) & 0x00FF_FFFF,
        seed: scene.seed.unwrap_or(0),
        compat: *assets.compat(),
        files: texts.paths().cloned().collect(),
        cast,
        ready: kept,
    })
}

/// Entities by name. Also refuses circles of parents.
fn names<'a>(entities: &'a [Written], texts: &Texts) -> Result<BTreeMap<&'a str, usize>> {
    let mut names = BTreeMap::new();
    for (index, written) in entities.iter().enumerate() {
        if let Some(name) = &written.entity.name
            && names.insert(name.as_str(), index).is_some()
        {
            let fault = SceneFault::Duplicate { what: "entity", name: name.clone() };
            return Err(texts.fault(&[Spot::Entity(index)], &[Step::Field("name")], fault));
        }
    }
    let parent = |index: usize| {
        let name = entities.get(index)?.entity.parent.as_deref()?;
        names.get(name).copied()
    };
    // As long a line as there are entities has one of them twice. The walk is short for trees as they are written, and
    // a line that is long is walked once, from its end.
    let mut clear = vec![false; entities.len()];
    for start in 0..entities.len() {
        let mut line = vec![start];
        while let Some(next) = line.last().and_then(|last| parent(*last)).filter(|next| !clear[*next]) {
            if line.contains(&next) {
                let name = entities[next].entity.name.clone().unwrap_or_default();
                return Err(texts.fault(&[Spot::Entity(next)], &[Step::Field("parent")], SceneFault::Circle { name }));
            }
            line.push(next);
        }
        line.into_iter().for_each(|index| clear[index] = true);
    }
    Ok(names)
}

/// Assets, and what was found beside the figures seen so far.
struct Wardrobe<'a> {
    assets: &'a mut Assets,
    found: BTreeMap<AssetPath, Belongings>,
}

impl Wardrobe<'_> {
    fn beside(&mut self, path: &AssetPath) -> Result<&Belongings, AssetError> {
        if !self.found.contains_key(path) {
            self.found.insert(path.clone(), beside::find(self.assets, path)?);
        }
        self.found.get(path).ok_or_else(|| AssetError::NotFound { path: path.clone(), similar: None })
    }
}

/// Makes one entity, and its copies.
pub(super) struct Builder<'a> {
    index: usize,
    pub(super) written: &'a Written,
    texts: &'a Texts,
    names: &'a BTreeMap<&'a str, usize>,
}

impl Builder<'_> {
    pub(super) fn fault(&self, way: &[Step], fault: SceneFault) -> Error {
        let entity = Spot::Entity(self.index);
        match &self.written.prefab {
            Some((text, name)) => self.texts.fault(&[entity, Spot::Prefab(*text, name)], way, fault),
            None => self.texts.fault(&[entity], way, fault),
        }
    }

    pub(super) fn range(&self, way: &[Step], field: &'static str, expected: &'static str, found: i64) -> Error {
        self.fault(way, SceneFault::Range { field, expected, found })
    }

    fn named(&self, name: &str, way: &[Step]) -> Result<usize> {
        let unknown = || SceneFault::unknown("entity", name, self.names.keys().copied());
        self.names.get(name).copied().ok_or_else(|| self.fault(way, unknown()))
    }

    fn build(&self, wardrobe: &mut Wardrobe, cast: &mut Vec<(Cast, u32)>) -> Result<()> {
        let entity = &self.written.entity;
        let mut first = Cast {
            name: entity.name.as_deref().map(|name| Name(name.into())),
            tags: entity.tags.as_ref().map(|tags| Tags(tags.iter().map(|tag| tag.as_str().into()).collect())),
            transform: Transform {
                position: entity.at.map_or([Q12::ZERO; 3], whole),
                turn: entity.turn.map_or([Angle(0); 3], turn),
                scale: Q12::from_bits(entity.scale.unwrap_or(4096)),
            },
            pattern: entity.pattern.map(Pattern),
            layer: entity.layer.map(Layer),
            hidden: entity.hidden.unwrap_or(false).then_some(Hidden),
            velocity: entity.velocity.map(|velocity| Velocity {
                linear: bits(velocity.linear),
                acceleration: bits(velocity.acceleration),
                spin: turn(velocity.spin),
            }),
            light: entity.light.as_ref().map(|light| WorldLight {
                direction: vector(light.direction),
                intensity: Q12::from_bits(light.intensity),
                ambient: Q12::from_bits(light.ambient),
            }),
            solid: entity.solid.map(|solid| match solid {
                SolidFile::Circle(radius) => Solid::Circle(radius),
                SolidFile::Box(x, z) => Solid::Box(x, z),
            }),
            walls: entity.walls.as_ref().map(|walls| {
                let wall = |(from, to): &((i32, i32), (i32, i32))| Wall([from.0, from.1], [to.0, to.1]);
                Walls(walls.iter().map(wall).collect())
            }),
            heights: entity.heights.as_ref().map(|heights| self.heights(heights)).transpose()?,
            grounded: entity.grounded.unwrap_or(false).then_some(Grounded),
            lifetime: entity.lifetime.map(Lifetime),
            ..Cast::default()
        };
        if let Some(parent) = &entity.parent {
            first.parent = Some(self.named(parent, &[Step::Field("parent")])?);
        }
        if let Some(effect) = &entity.effect {
            first.effect = Some(self.effect(effect, wardrobe.assets)?);
        }
        if let Some(sprite) = &entity.sprite {
            first.sprite = Some(self.sprite(sprite, wardrobe.assets)?);
        }
        self.flat(wardrobe.assets, &mut first)?;
        if let Some(camera) = &entity.camera {
            self.camera(camera, &mut first)?;
        }
        match &entity.figure {
            Some(figure) => self.figure(figure, wardrobe, &mut first)?,
            None => self.without_figure(entity)?,
        }
        self.steer(entity, &mut first)?;
        if entity.lifetime == Some(0) {
            return Err(self.range(&[Step::Field("lifetime")], "lifetime", "at least 1 tick", 0));
        }
        self.copies(first, cast)
    }

    fn without_figure(&self, entity: &EntityFile) -> Result<()> {
        let set = [
            ("textures", entity.textures.is_some()),
            ("texture", entity.texture.is_some()),
            ("actions", entity.actions.is_some()),
            ("action_names", entity.action_names.is_some()),
            ("play", entity.play.is_some()),
            ("events", entity.events.is_some()),
            ("pattern", entity.pattern.is_some()),
            ("effect", entity.effect.is_some()),
        ];
        match set.into_iter().find(|(_, set)| *set) {
            Some((field, _)) => Err(self.fault(&[Step::Field(field)], SceneFault::Needs { field, needs: "figure" })),
            None => Ok(()),
        }
    }

    fn figure(&self, path: &str, wardrobe: &mut Wardrobe, cast: &mut Cast) -> Result<()> {
        let entity = &self.written.entity;
        let asset = |way: &[Step], error| self.fault(way, SceneFault::Asset(Box::new(error)));
        let at_figure = |error| asset(&[Step::Field("figure")], error);
        let path = AssetPath::new(path).map_err(at_figure)?;
        let figure = wardrobe.assets.figure(&path).map_err(at_figure)?;
        let (mut textures, mut tables) = (Vec::new(), Vec::new());
        if entity.textures.is_none() || entity.actions.is_none() {
            let found = wardrobe.beside(&path).map_err(at_figure)?;
            for problem in &found.problems {
                let own = if matches!(problem.path(), Some(path) if path.has_extension("bmp")) {
                    entity.textures.is_none()
                } else {
                    entity.actions.is_none()
                };
                if own {
                    return Err(at_figure(problem.clone()));
                }
            }
            textures = found.textures.iter().map(|texture| Arc::clone(&texture.map)).collect();
            tables = found.actions.clone();
        }
        if let Some(paths) = &entity.textures {
            textures.clear();
            for (index, path) in paths.iter().enumerate() {
                let texture = AssetPath::new(path).and_then(|path| wardrobe.assets.texture(&path));
                let way = [Step::Field("textures"), Step::Item(index)];
                textures.push(Arc::clone(&texture.map_err(|error| asset(&way, error))?.map));
            }
        } else if textures.is_empty() && figure.figure.texture_count > 0 {
            let fault = SceneFault::NoTexture { figure: path.to_string() };
            return Err(self.fault(&[Step::Field("figure")], fault));
        }
        if let Some(paths) = &entity.actions {
            tables.clear();
            for (index, file) in paths.iter().enumerate() {
                let way = [Step::Field("actions"), Step::Item(index)];
                let table = AssetPath::new(file).and_then(|file| wardrobe.assets.actions_for(&file, &figure));
                let table = table.map_err(|error| asset(&way, error))?;
                let (found, expected) = (usize::from(table.table.bone_count), figure.figure.bones.len());
                if found != expected {
                    let actions = table.path.clone();
                    return Err(asset(&way, AssetError::Bones { actions, found, figure: path, expected }));
                }
                tables.push(table);
            }
        }
        if let Some(texture) = entity.texture.filter(|texture| *texture >= textures.len()) {
            let way = [Step::Field("texture")];
            return Err(self.range(&way, "texture", "a number below that of the textures", texture as i64));
        }
        let mut actions = Actions { tables, names: Vec::new() };
        for (name, number) in entity.action_names.iter().flatten() {
            let way = [Step::Field("action_names"), Step::Field(name)];
            let Some(id) = actions.nth(*number) else {
                return Err(self.range(&way, "action", "a number below that of the actions", *number as i64));
            };
            actions.names.push((name.as_str().into(), id));
        }
        self.play(&actions, cast)?;
        cast.figure = Some(FigureInstance { selected: entity.texture, ..FigureInstance::new(figure, textures) });
        cast.actions = Some(actions);
        Ok(())
    }

    /// The part of an action that stands at `way`.
    fn part(&self, actions: &Actions, part: &PartFile, way: &[Step]) -> Result<Part> {
        let mut way = way.to_vec();
        way.push(Step::Field("action"));
        let found = match &part.action {
            ActionRef::Number(number) => actions.nth(*number),
            ActionRef::Name(name) => actions.find(name),
        };
        let action = found.ok_or_else(|| {
            let names: Vec<String> = actions.iter().map(|id| actions.name_of(id)).collect();
            let name = match &part.action {
                ActionRef::Number(number) => number.to_string(),
                ActionRef::Name(name) => name.clone(),
            };
            self.fault(&way, SceneFault::unknown("action", &name, names.iter().map(String::as_str)))
        })?;
        let mode = part.mode.unwrap_or_else(|| actions.own_mode(action));
        Ok(Part { action, speed: Q16::from_bits(part.speed), mode })
    }

    fn play(&self, actions: &Actions, cast: &mut Cast) -> Result<()> {
        let entity = &self.written.entity;
        if let Some(play) = &entity.play {
            let way = [Step::Field("play")];
            let written = PartFile { action: play.action.clone(), speed: play.speed, mode: play.mode };
            let mut playback = Playback::new(self.part(actions, &written, &way)?, actions);
            let last_frame = actions.get(playback.part.action).map_or(0, |action| action.last_frame);
            if play.start > last_frame.min(i16::MAX as u16) {
                let way = [Step::Field("play"), Step::Field("start")];
                return Err(self.range(&way, "start", "a frame of the action", play.start.into()));
            }
            if play.start > 0 {
                playback.head.frame = Q16::from_bits(i32::from(play.start) << 16);
            }
            if let Some(then) = &play.then {
                playback.next = Some(self.part(actions, then, &[Step::Field("play"), Step::Field("then")])?);
            }
            cast.playback = Some(playback);
        }
        if let Some(events) = &entity.events {
            let mut frames = Vec::with_capacity(events.len());
            for (index, event) in events.iter().enumerate() {
                let way = [Step::Field("events"), Step::Item(index)];
                let written = PartFile { action: event.action.clone(), speed: 0, mode: Default::default() };
                let action = self.part(actions, &written, &way)?.action;
                frames.push(FrameEvent { action, frame: event.frame, name: event.name.as_str().into() });
            }
            cast.events = Some(FrameEvents(frames));
        }
        Ok(())
    }

    fn steer(&self, entity: &EntityFile, cast: &mut Cast) -> Result<()> {
        let Some(steer) = &entity.steer else { return Ok(()) };
        if steer.player >= PLAYERS {
            let way = [Step::Field("steer"), Step::Field("player")];
            return Err(self.range(&way, "player", "0..=3", steer.player as i64));
        }
        let none = Actions::default();
        let actions = cast.actions.as_ref().unwrap_or(&none);
        let part = |field, written: &Option<PartFile>| {
            let way = [Step::Field("steer"), Step::Field(field)];
            written.as_ref().map(|written| self.part(actions, written, &way)).transpose()
        };
        let (idle, moving) = (part("idle", &steer.idle)?, part("moving", &steer.moving)?);
        if let (None, Some(part)) = (cast.playback, idle.or(moving)) {
            cast.playback = Some(Playback::new(part, actions));
        }
        let speed = Q12::from_bits(steer.speed);
        cast.steer = Some(Steer { player: steer.player, speed, turn: Angle(steer.turn), idle, moving });
        Ok(())
    }

    fn heights(&self, written: &HeightsFile) -> Result<Heights> {
        let HeightsFile { origin: (x, z), spacing, columns, heights } = written;
        let way = |field| [Step::Field("heights"), Step::Field(field)];
        if *spacing <= 0 {
            return Err(self.range(&way("spacing"), "spacing", "at least 1", (*spacing).into()));
        }
        let found = heights.len() as i64;
        Heights::new([*x, *z], *spacing, *columns, heights.clone()).ok_or_else(|| {
            self.range(&way("heights"), "heights", "two or more full rows of `columns`, which are at least 2", found)
        })
    }

    fn effect(&self, effect: &EffectFile, assets: &mut Assets) -> Result<FigureEffect> {
        let way = [Step::Field("effect"), Step::Field("sphere")];
        let sphere_map = effect
            .sphere
            .as_ref()
            .map(|path| AssetPath::new(path).and_then(|path| assets.sphere(&path)))
            .transpose()
            .map_err(|error| self.fault(&way, SceneFault::Asset(Box::new(error))))?;
        Ok(FigureEffect {
            unlit: effect.unlit,
            shading: effect.shading.map_or_else(Default::default, Into::into),
            opaque: effect.opaque,
            sphere_map,
            painter: effect.painter,
        })
    }

    fn sprite(&self, sprite: &SpriteFile, assets: &mut Assets) -> Result<Sprite> {
        let texture = self.texture(&sprite.texture, &[Step::Field("sprite"), Step::Field("texture")], assets)?;
        Ok(Sprite {
            texels: self.texels(sprite.texels, &texture, "sprite")?,
            texture: Arc::clone(&texture.map),
            size: [sprite.size.0, sprite.size.1],
            angle: sprite.angle,
            blend: sprite.blend,
            key: sprite.key,
            screen: sprite.screen,
        })
    }

    fn camera(&self, camera: &CameraFile, cast: &mut Cast) -> Result<()> {
        let projection = camera.projection.map_or(Camera::PROJECTION, Into::into);
        projection.check().map_err(|error| {
            self.fault(&[Step::Field("camera"), Step::Field("projection")], SceneFault::Projection(error))
        })?;
        cast.camera = Some(Camera { centre: camera.centre, ..Camera::new(projection) });
        let Some(rig) = &camera.rig else { return Ok(()) };
        let (target, offset, path) = match rig {
            RigFile::LookAt { target, offset } => (target.as_ref(), offset, RigPath::Stay),
            RigFile::Orbit { target, offset, distance, angle, pitch, spin } => {
                let path = RigPath::Orbit {
                    distance: *distance,
                    angle: Angle(*angle),
                    pitch: Angle(*pitch),
                    spin: Angle(*spin),
                };
                (target.as_ref(), offset, path)
            }
            RigFile::Follow { target, offset, away: (x, y, z), ease } => {
                (Some(target), offset, RigPath::Follow { away: [*x, *y, *z], ease: self.ease(*ease)? })
            }
            RigFile::Chase { target, offset, distance, height, ease } => {
                let ease = self.ease(*ease)?;
                (Some(target), offset, RigPath::Chase { distance: *distance, height: *height, ease })
            }
        };
        let way = [Step::Field("camera"), Step::Field("rig"), Step::Field("target")];
        cast.rig_target = target.map(|name| self.named(name, &way)).transpose()?;
        cast.rig = Some(Rig { offset: [offset.0, offset.1, offset.2], ..Rig::new(path) });
        Ok(())
    }

    fn ease(&self, ease: i32) -> Result<Q12> {
        let way = [Step::Field("camera"), Step::Field("rig"), Step::Field("ease")];
        if (1..=4096).contains(&ease) {
            Ok(Q12::from_bits(ease))
        } else {
            Err(self.range(&way, "ease", "1..=4096", ease.into()))
        }
    }

    fn copies(&self, first: Cast, cast: &mut Vec<(Cast, u32)>) -> Result<()> {
        let way = [Step::Field("repeat"), Step::Field("count")];
        let once = RepeatFile { count: (1, 1), spacing: (0, 0), stagger: 0 };
        let RepeatFile { count: (columns, rows), spacing: (x, z), stagger } =
            self.written.entity.repeat.clone().unwrap_or(once);
        let count = u64::from(columns) * u64::from(rows);
        if count == 0 || cast.len() as u64 + count > MOST_ENTITIES as u64 {
            let found = i64::try_from(count).unwrap_or(i64::MAX);
            return Err(self.range(&way, "repeat", "1 to 16384 entities in the scene", found));
        }
        for copy in 0..count as u32 {
            let mut member = first.clone();
            let (column, row) = ((copy % columns) as i32, (copy / columns) as i32);
            let [at_x, _, at_z] = &mut member.transform.position;
            *at_x = at_x.saturating_add(Q12::saturating_from_num(i64::from(x) * i64::from(column)));
            *at_z = at_z.saturating_add(Q12::saturating_from_num(i64::from(z) * i64::from(row)));
            if copy > 0 {
                member.name = None;
                if let (Some(playback), Some(actions)) = (&mut member.playback, &member.actions) {
                    let last_frame = actions.get(playback.part.action).map_or(0, |action| action.last_frame);
                    let length = (i64::from(last_frame) << 16).max(1);
                    let frame = i64::from(playback.head.frame.to_bits()) + i64::from(stagger) * i64::from(copy);
                    playback.head.frame = Q16::from_bits(i32::try_from(frame.rem_euclid(length)).unwrap_or(0));
                }
            }
            cast.push((member, copy));
        }
        Ok(())
    }
}

fn whole((x, y, z): Triple) -> [Q12; 3] {
    [x, y, z].map(Q12::saturating_from_num)
}

fn bits((x, y, z): Triple) -> [Q12; 3] {
    [x, y, z].map(Q12::from_bits)
}

fn turn((x, y, z): Triple) -> [Angle; 3] {
    [Angle(x), Angle(y), Angle(z)]
}

fn vector((x, y, z): Triple) -> Vector3 {
    Vector3::new(x, y, z)
}
