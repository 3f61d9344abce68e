//! Scenes: RON text to a checked list of entities, and that to a world.
//!
//! `file` is what may be written, `read` puts includes and prefabs in their place, `build` and `flat` check it and load
//! what it names, `spawn` makes entities, `apply_reload` changes those of a world whose scene was changed. `text` tells where in
//! a file something stands. Size and nesting are limited before anything is parsed; every error has a line and a column.

mod apply_reload;
mod build;
mod camera;
pub(crate) mod fault;
mod faults;
mod figure;
mod file;
mod flat;
mod read;
mod spawn;
mod text;

use std::sync::Arc;

use hecs::{Entity, World};
use keitai_render::Compat;

pub use fault::SceneFault;
pub(crate) use read::parse;
pub use spawn::Spawned;
pub(crate) use text::{Position, Step, locate};

use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use build::EntityTemplate;
use faults::Faults;

/// The most faults that are told of one scene.
const MOST_FAULTS: usize = 100;

/// A scene that has been checked: everything it names is loaded, and every number is in its range.
#[derive(Debug)]
pub struct Scene {
    /// Its file.
    pub path: AssetPath,
    /// Width and height of the picture, pixels.
    pub size: (u32, u32),
    /// What the picture is filled with before anything is drawn, 0xRRGGBB.
    pub background: u32,
    /// Where chance starts.
    pub seed: u64,
    /// The renderer's settings.
    pub compat: Compat,
    files: Vec<AssetPath>,
    cast: Vec<EntityTemplate>,
    ready: Vec<(Arc<str>, EntityTemplate)>,
}

impl Scene {
    /// Loads a scene and everything it names. When the scene sets `compat`, it is set for the assets too.
    ///
    /// # Errors
    /// The first thing that is wrong, with the place in the text.
    pub fn load(assets: &mut Assets, path: &AssetPath) -> Result<Self> {
        let mut faults = Faults::at_most(1);
        let scene = Self::examine(assets, path, &mut faults)?;
        faults.into_errors().pop().map_or(Ok(scene), Err)
    }

    /// Everything that is wrong with a scene, in the order in which it is found. After wrong syntax nothing else can be
    /// told, and a hundred faults are enough for once.
    pub fn faults(assets: &mut Assets, path: &AssetPath) -> Vec<Error> {
        let mut faults = Faults::at_most(MOST_FAULTS);
        let examined = Self::examine(assets, path, &mut faults);
        faults.keep(examined);
        faults.into_errors()
    }

    /// The scene, of use when there are no faults.
    fn examine(assets: &mut Assets, path: &AssetPath, faults: &mut Faults) -> Result<Self> {
        let document = read::read(assets.source(), path, faults)?;
        build::build(document, assets, path, faults)
    }

    /// The scene's file and those that it includes.
    pub fn files(&self) -> &[AssetPath] {
        &self.files
    }

    /// Number of entities.
    pub fn len(&self) -> usize {
        self.cast.len()
    }

    /// Whether there are no entities.
    pub fn is_empty(&self) -> bool {
        self.cast.is_empty()
    }

    /// Makes the scene's entities, in the order of the file.
    pub fn spawn(&self, world: &mut World) -> Spawned {
        spawn::spawn(&self.cast, world)
    }

    /// Makes an entity of a prefab that the scene keeps ready; `None` when it keeps none of that name. `spawned` are the
    /// scene's own entities, which the prefab may name.
    pub fn spawn_ready(&self, prefab: &str, spawned: &Spawned, world: &mut World) -> Option<Entity> {
        let (_, member) = self.ready.iter().find(|(name, _)| &**name == prefab)?;
        let entity = world.spawn(());
        spawn::insert_components(member, entity, &spawned.entities, world);
        Some(entity)
    }

    /// Brings a world that came from this scene up to date with `newer`. Only what the newer scene says differently is
    /// changed: frames, places and views that have moved on stay where they are, as does all that a game has added.
    pub(crate) fn apply_reload(&self, newer: &Self, spawned: &Spawned, world: &mut World) -> Spawned {
        apply_reload::apply_reload(&self.cast, &newer.cast, spawned, world)
    }
}
