//! Loads scenes: RON text to checked templates, and templates to entities of a world.
//!
//! `document` reads the files and fills entities with the fields of their prefabs, `build` makes templates, whose
//! components the modules of [`world`](crate::world) read, and `budget` limits their work.
//!
//! A changed scene is applied to a running world: entities that the new scene lacks are removed, new ones are spawned, and
//! of the others only what differs between both scenes changes. Entities are the same when they have the same name, or no
//! name and the same position among those without one; children are the same when their owners are the same and they have
//! the same number.

mod budget;
mod build;
mod document;

use std::collections::BTreeMap;
use std::sync::Arc;

use hecs::{Entity, EntityBuilderClone, World};
use keitai_render::{Compat, Font, ScreenColours};

pub use crate::ron_text::{FaultKind, SceneFault};

use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::world::path::Path;
use crate::world::reader::EntityTemplate;
use crate::world::rig::Rig;
use crate::world::transform::{Parent, remove};
use crate::world::{Camera, Figure, Music, Name, Pattern, Playback, SoundCue, Text, replace};
use document::ErrorList;

/// The most errors that are reported for one scene.
const MAX_ERRORS: usize = 100;

/// A checked scene. All of its files are loaded and all numbers are in range.
#[derive(Debug, Default)]
pub struct Scene {
    /// The scene file.
    pub path: AssetPath,
    /// Width and height of the picture, pixels.
    pub size: (u32, u32),
    /// Colour that the picture is filled with before anything is drawn, 0xRRGGBB.
    pub background: u32,
    /// Background colour in the file; the game may have set another one.
    file_background: u32,
    pub(crate) seed: u64,
    /// Settings of the renderer.
    pub compat: Compat,
    /// Colours of the screen that shows the picture.
    pub screen: ScreenColours,
    templates: Vec<EntityTemplate>,
    /// Each with its children.
    ready: Vec<(Arc<str>, Vec<EntityTemplate>)>,
    music: Option<Music>,
    paths: BTreeMap<Arc<str>, Arc<Path>>,
    fonts: BTreeMap<Arc<str>, Font>,
    sounds: BTreeMap<Arc<str>, SoundCue>,
    /// Sounds that the game has loaded, which replace `sounds` of the same name.
    pub(crate) added_sounds: BTreeMap<Arc<str>, SoundCue>,
}

impl Scene {
    /// Loads a scene and its files. Its `compat` applies to `assets`, too. The error is the first one, with its place
    /// in the text.
    pub(crate) fn load(assets: &mut Assets, path: &AssetPath) -> Result<Self> {
        assets.load_scene(|assets| {
            let mut errors = ErrorList::new(1);
            let scene = build::build(assets, path, false, &mut errors)?;
            errors.into_errors().pop().map_or(Ok(scene), Err)
        })
    }

    /// Returns a scene without entities, for a world that is built in code.
    pub(crate) fn empty(size: (u32, u32), compat: Compat, screen: ScreenColours) -> Self {
        Self { size, compat, screen, ..Self::default() }
    }

    /// Returns all errors of a scene, at most 100, in the order in which they are found, one for each field. Among them
    /// are the faults that only checks report: [`FaultKind::Unseen`] and [`FaultKind::NearPlane`]. A syntax error is
    /// reported alone. Prefabs that no entity is made of are checked alone; fields that an entity could add to them are not
    /// reported as missing.
    pub fn errors(assets: &mut Assets, path: &AssetPath) -> Vec<Error> {
        let mut errors = ErrorList::new(MAX_ERRORS);
        let scene = build::build(assets, path, true, &mut errors);
        errors.keep(scene);
        errors.into_errors()
    }

    /// Returns one of the `paths` by its name.
    ///
    /// # Errors
    /// When there is none. The error's hint names a similar one.
    pub fn path(&self, name: &str) -> Result<&Arc<Path>> {
        let names = || self.paths.keys().map(|key| &**key);
        self.paths.get(name).ok_or_else(|| Error::missing(&self.path, "path", name, names()))
    }

    /// Returns one of the `fonts` by its name, or else the font of the text prefab of this name in the `ready` list.
    pub fn font(&self, name: &str) -> Option<&Font> {
        let ready = || {
            let (_, templates) = self.ready.iter().find(|(prefab, _)| &**prefab == name)?;
            templates.first()?.components.get::<&Text>().map(|text| &text.font)
        };
        self.fonts.get(name).or_else(ready)
    }

    /// Returns one of the `sounds`, or one that the game has loaded, by its name.
    pub(crate) fn sound(&self, name: &str) -> Result<&SoundCue> {
        let names = || self.added_sounds.keys().chain(self.sounds.keys()).map(|key| &**key);
        let cue = self.added_sounds.get(name).or_else(|| self.sounds.get(name));
        cue.ok_or_else(|| Error::missing(&self.path, "sound", name, names()))
    }

    pub(crate) fn music(&self) -> Option<&Music> {
        self.music.as_ref()
    }

    /// Makes the scene's entities, in the order of the file.
    pub(crate) fn spawn(&self, world: &mut World) -> Spawned {
        Spawned::new(&self.templates, spawn(&self.templates, None, world))
    }

    /// Makes an entity of a prefab in the scene's `ready` list, and its children, which come after it. `spawned` are the
    /// scene's own entities, which the prefab may refer to.
    pub(crate) fn spawn_ready(&self, prefab: &str, spawned: &Spawned, world: &mut World) -> Result<Vec<Entity>> {
        let names = self.ready.iter().map(|(name, _)| &**name);
        let missing = || Error::missing(&self.path, "prefab in `ready` named", prefab, names);
        let (_, templates) = self.ready.iter().find(|(name, _)| &**name == prefab).ok_or_else(missing)?;
        if world.len() as usize + templates.len() > MAX_ENTITIES {
            return Err(Error::Full { scene: self.path.clone(), prefab: prefab.to_owned() });
        }
        Ok(spawn(templates, Some(&spawned.entities), world))
    }

    /// Keeps what the game has set and loaded in the scene before this one, where the file has not changed it.
    pub(crate) fn keep_changes(&mut self, before: &mut Self) {
        if self.file_background == before.file_background {
            self.background = before.background;
        }
        self.added_sounds = std::mem::take(&mut before.added_sounds);
    }

    /// Updates a world that was made from this scene to `newer`. Only the differences between the two scenes are
    /// applied: frames, places and views that have moved on stay, and so do components that a game has added.
    pub(crate) fn apply_reload(&self, newer: &Self, spawned: &Spawned, world: &mut World) -> Spawned {
        let new = &newer.templates;
        let known = identities(&self.templates).into_iter().zip(self.templates.iter().zip(&spawned.entities));
        let mut known: BTreeMap<Identity, (&EntityTemplate, &Entity)> = known.collect();
        let mut entities = Vec::with_capacity(new.len());
        let mut before = Vec::with_capacity(new.len());
        for identity in identities(new) {
            let previous = known.remove(&identity);
            entities.push(previous.map_or_else(|| world.spawn(()), |(_, entity)| *entity));
            before.push(previous.map(|(template, _)| template));
        }
        for ((template, before), entity) in new.iter().zip(&before).zip(&entities) {
            let components = linked(template, &entities, &entities);
            match before {
                // Cannot fail: the entity has just been spawned.
                None => drop(world.insert(*entity, &components.build())),
                Some(before) if world.contains(*entity) => {
                    let before = linked(before, &spawned.entities, &spawned.entities);
                    replace(&before, &components, *entity, world);
                    let is_not_played_any_more = before.has::<Playback>() && !components.has::<Playback>();
                    let has_no_pattern_any_more = before.has::<Pattern>() && !components.has::<Pattern>();
                    if (is_not_played_any_more || has_no_pattern_any_more)
                        && let Some(figure) = components.get::<&Figure>()
                    {
                        // Otherwise the last posture and the last patterns would stay.
                        let _ = world.insert_one(*entity, figure.clone());
                    }
                }
                // The game has removed the entity; it stays removed.
                Some(_) => {}
            }
        }
        // A new entity is not made if the game has removed its parent.
        for (entity, _) in entities.iter().zip(&before).filter(|(_, before)| before.is_none()) {
            let parent = world.get::<&Parent>(*entity).map(|parent| parent.0);
            if parent.is_ok_and(|parent| !world.contains(parent)) {
                remove(world, *entity);
            }
        }
        // Removed last: an entity that had one of them as its parent may have another one now, or none.
        for (_, entity) in known.into_values() {
            remove(world, *entity);
        }
        Spawned::new(new, entities)
    }
}

/// The entities of a scene in a world.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spawned {
    /// One entity per entity of the scene, in the order of its file.
    pub(crate) entities: Vec<Entity>,
    /// The first camera.
    pub(crate) camera: Option<Entity>,
}

impl Spawned {
    fn new(templates: &[EntityTemplate], entities: Vec<Entity>) -> Self {
        let camera = templates.iter().position(|template| template.components.has::<Camera>());
        Self { camera: camera.and_then(|camera| entities.get(camera).copied()), entities }
    }
}

/// Makes an entity for each template. They may refer to the entities in `scene`, or without it to each other.
fn spawn(templates: &[EntityTemplate], scene: Option<&[Entity]>, world: &mut World) -> Vec<Entity> {
    let entities: Vec<Entity> = templates.iter().map(|_| world.spawn(())).collect();
    for (template, entity) in templates.iter().zip(&entities) {
        // Cannot fail: the entity has just been spawned.
        let _ = world.insert(*entity, &linked(template, scene.unwrap_or(&entities), &entities).build());
    }
    entities
}

/// Returns the components of a template with their links to `entities`, which are those of the scene, and to the owner in
/// `group`.
fn linked(template: &EntityTemplate, entities: &[Entity], group: &[Entity]) -> EntityBuilderClone {
    let entity = |position: Option<usize>| position.and_then(|position| entities.get(position).copied());
    let mut components = template.components.clone();
    let owner = template.owner.and_then(|owner| group.get(owner.position).copied());
    if let Some(parent) = owner.or_else(|| entity(template.parent)) {
        components.add(Parent(parent));
    }
    if let Some(rig) = components.get::<&Rig>().copied() {
        components.add(Rig { target: entity(template.rig_target), ..rig });
    }
    if let Some(name) = &template.name {
        components.add(Name(name.clone()));
    }
    components
}

/// A name, or a position among the entities without one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    NamedEntities(Arc<str>),
    Nameless(usize),
    /// Child of an entity, with its number among the children.
    Child(Box<Identity>, usize),
}

fn identities(templates: &[EntityTemplate]) -> Vec<Identity> {
    let mut nameless = 0;
    let mut identities: Vec<Identity> = Vec::with_capacity(templates.len());
    for template in templates {
        // Owners are before their children.
        let owner = template.owner.and_then(|owner| Some((identities.get(owner.position)?.clone(), owner.number)));
        identities.push(match (owner, &template.name) {
            (Some((owner, number)), _) => Identity::Child(Box::new(owner), number),
            (None, Some(name)) => Identity::NamedEntities(Arc::clone(name)),
            (None, None) => {
                nameless += 1;
                Identity::Nameless(nameless)
            }
        });
    }
    identities
}
