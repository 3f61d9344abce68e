//! What is written to what is meant: names to entities, files to assets, numbers to their units, all checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_render::{Angle, Q12, Q16, Vector3};

use super::Scene;
use super::fault::SceneFault;
use super::faults::Faults;
use super::file::{EntityFile, HeightsFile, RepeatFile, SolidFile, Triple};
use super::read::{Document, Spot, Texts, Written};
use super::text::Step;
use crate::assets::companions::{self, Companions};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::error::{Error, Result};
use crate::world::camera::{Camera, Rig};
use crate::world::effect::{FigureEffect, WorldLight};
use crate::world::figure::{FigureInstance, Hidden, Layer, Pattern};
use crate::world::flat::{Image, Rectangle, Text};
use crate::world::lifetime::Lifetime;
use crate::world::motion::Velocity;
use crate::world::playback::{Actions, FrameEvents, Playback};
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
pub(super) struct EntityTemplate {
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

/// The scene that a document means. Where something is wrong with it, what is made is of no use.
pub(super) fn build(document: Document, assets: &mut Assets, path: &AssetPath, faults: &mut Faults) -> Result<Scene> {
    let Document { scene, entities, ready, texts } = document;
    let size = scene.size.unwrap_or((240, 320));
    for side in [size.0, size.1] {
        if !(1..=LARGEST_SIDE).contains(&side) {
            let fault = SceneFault::Range { field: "size", expected: "1..=2048", found: side.into() };
            faults.add(texts.fault(&[Spot::Scene], &[Step::Field("size")], fault));
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
    let names = names(&entities, &texts, faults);
    let mut wardrobe = AssetLookup { assets, found: BTreeMap::new() };
    let mut cast = Vec::with_capacity(entities.len());
    for (index, written) in entities.iter().enumerate() {
        if faults.are_enough() {
            break;
        }
        Builder { index, written, texts: &texts, names: &names }.build(&mut wardrobe, faults, &mut cast);
    }
    let mut kept = Vec::with_capacity(ready.len());
    for (name, written) in &ready {
        // Faults of a prefab that no entity uses are told at the prefab.
        let builder = Builder { index: entities.len(), written, texts: &texts, names: &names };
        let mut own = Vec::with_capacity(1);
        builder.build(&mut wardrobe, faults, &mut own);
        kept.extend(own.into_iter().take(1).map(|(member, _)| (Arc::from(name.as_str()), member)));
    }
    // Copies stand behind their first, so numbers of entities as written are those of their first copies.
    let firsts: Vec<usize> = cast.iter().enumerate().filter(|(_, (_, copy))| *copy == 0).map(|(at, _)| at).collect();
    let mut cast: Vec<EntityTemplate> = cast.into_iter().map(|(member, _)| member).collect();
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
fn names<'a>(entities: &'a [Written], texts: &Texts, faults: &mut Faults) -> BTreeMap<&'a str, usize> {
    let mut names = BTreeMap::new();
    for (index, written) in entities.iter().enumerate() {
        if let Some(name) = &written.entity.name
            && names.insert(name.as_str(), index).is_some()
        {
            let fault = SceneFault::Duplicate { what: "entity", name: name.clone() };
            faults.add(texts.fault(&[Spot::Entity(index)], &[Step::Field("name")], fault));
            if faults.are_enough() {
                return names;
            }
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
                let fault = SceneFault::Circle { name };
                faults.add(texts.fault(&[Spot::Entity(next)], &[Step::Field("parent")], fault));
                break;
            }
            line.push(next);
        }
        line.into_iter().for_each(|index| clear[index] = true);
    }
    names
}

/// Assets, and what was found beside the figures seen so far.
pub(super) struct AssetLookup<'a> {
    pub(super) assets: &'a mut Assets,
    found: BTreeMap<AssetPath, Companions>,
}

impl AssetLookup<'_> {
    pub(super) fn companions(&mut self, path: &AssetPath) -> Result<&Companions, AssetError> {
        if !self.found.contains_key(path) {
            self.found.insert(path.clone(), companions::find(self.assets, path)?);
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

    /// What is wrong with a file that is named at `way`.
    pub(super) fn asset(&self, way: &[Step], error: AssetError) -> Error {
        self.fault(way, SceneFault::Asset(Box::new(error)))
    }

    pub(super) fn range(&self, way: &[Step], field: &'static str, expected: &'static str, found: i64) -> Error {
        self.fault(way, SceneFault::Range { field, expected, found })
    }

    pub(super) fn named(&self, name: &str, way: &[Step]) -> Result<usize> {
        let unknown = || SceneFault::unknown("entity", name, self.names.keys().copied());
        self.names.get(name).copied().ok_or_else(|| self.fault(way, unknown()))
    }

    fn build(&self, wardrobe: &mut AssetLookup, faults: &mut Faults, cast: &mut Vec<(EntityTemplate, u32)>) {
        let entity = &self.written.entity;
        let mut first = EntityTemplate {
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
            heights: entity.heights.as_ref().and_then(|heights| faults.keep(self.heights(heights))),
            grounded: entity.grounded.unwrap_or(false).then_some(Grounded),
            lifetime: entity.lifetime.map(Lifetime),
            ..EntityTemplate::default()
        };
        first.parent =
            entity.parent.as_ref().and_then(|parent| faults.keep(self.named(parent, &[Step::Field("parent")])));
        first.effect = entity.effect.as_ref().and_then(|effect| faults.keep(self.effect(effect, wardrobe.assets)));
        self.flat(wardrobe.assets, faults, &mut first);
        if let Some(camera) = &entity.camera {
            faults.keep(self.camera(camera, &mut first));
        }
        let actions_known = match &entity.figure {
            Some(figure) => self.figure(figure, wardrobe, faults, &mut first),
            None => {
                self.without_figure(entity, faults);
                true
            }
        };
        if let Some(steer) = entity.steer.as_ref().filter(|_| actions_known) {
            faults.keep(self.steer(steer, &mut first));
        }
        if entity.lifetime == Some(0) {
            faults.add(self.range(&[Step::Field("lifetime")], "lifetime", "at least 1 tick", 0));
        }
        faults.keep(self.copies(first, cast));
    }

    /// Refuses what only figures have.
    fn without_figure(&self, entity: &EntityFile, faults: &mut Faults) {
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
        for (field, _) in set.into_iter().filter(|(_, set)| *set) {
            faults.add(self.fault(&[Step::Field(field)], SceneFault::Needs { field, needs: "figure" }));
        }
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

    fn copies(&self, first: EntityTemplate, cast: &mut Vec<(EntityTemplate, u32)>) -> Result<()> {
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
