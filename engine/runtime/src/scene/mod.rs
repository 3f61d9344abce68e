//! Loads scenes: RON text to checked templates, and templates to entities of a world.
//!
//! `document` reads the files and fills entities with the fields of their prefabs, `build` makes templates, whose components the
//! modules of [`world`](crate::world) read, `budget` limits their work, `spawn` makes entities, and updates a world whose scene has changed.

mod budget;
mod build;
mod document;
mod spawn;

use std::collections::BTreeMap;
use std::sync::Arc;

use hecs::{Entity, World};
use keitai_render::{Compat, Font, ScreenColours};

pub use crate::ron_text::{FaultKind, SceneFault};

use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::world::path::Path;
use crate::world::reader::{Declared, EntityTemplate};
use crate::world::{Music, SoundCue, Text};
use document::ErrorList;
pub(crate) use spawn::Spawned;

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
    declared: Declared,
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

    /// Returns all errors of a scene, at most 100, in the order in which they are found, one for each field. Also
    /// returns what only checks report: [`FaultKind::Unseen`] and [`FaultKind::NearPlane`]. A syntax error is reported alone. Prefabs that no entity is made of are
    /// checked alone; what an entity could add to them is not reported as missing.
    pub fn errors(assets: &mut Assets, path: &AssetPath) -> Vec<Error> {
        let mut errors = ErrorList::new(MAX_ERRORS);
        let built = build::build(assets, path, true, &mut errors);
        errors.keep(built);
        errors.into_errors()
    }

    /// Returns one of the `paths` by its name.
    ///
    /// # Errors
    /// When there is none. The error's hint names a similar one.
    pub fn path(&self, name: &str) -> Result<&Arc<Path>> {
        let paths = &self.declared.paths;
        paths.get(name).ok_or_else(|| Error::missing(&self.path, "path", name, paths.keys().map(|key| &**key)))
    }

    /// Returns one of the `fonts` by its name, or else the font of the text prefab of this name in the `ready` list.
    pub fn font(&self, name: &str) -> Option<&Font> {
        let ready = || {
            let (_, templates) = self.ready.iter().find(|(prefab, _)| &**prefab == name)?;
            templates.first()?.components.get::<&Text>().map(|text| &text.font)
        };
        self.declared.fonts.get(name).or_else(ready)
    }

    /// Returns one of the `sounds`, or one that the game has loaded, by its name.
    pub(crate) fn sound(&self, name: &str) -> Result<&SoundCue> {
        let (added, sounds) = (&self.added_sounds, &self.declared.sounds);
        let names = || added.keys().chain(sounds.keys()).map(|key| &**key);
        let cue = added.get(name).or_else(|| sounds.get(name));
        cue.ok_or_else(|| Error::missing(&self.path, "sound", name, names()))
    }

    pub(crate) fn music(&self) -> Option<&Music> {
        self.music.as_ref()
    }

    /// Makes the scene's entities, in the order of the file.
    pub(crate) fn spawn(&self, world: &mut World) -> Spawned {
        Spawned::new(&self.templates, spawn::spawn(&self.templates, None, world))
    }

    /// Makes an entity of a prefab in the scene's `ready` list, and its children, which come after it. `spawned` are the scene's own
    /// entities, which the prefab may refer to.
    pub(crate) fn spawn_ready(&self, prefab: &str, spawned: &Spawned, world: &mut World) -> Result<Vec<Entity>> {
        let names = self.ready.iter().map(|(name, _)| &**name);
        let missing = || Error::missing(&self.path, "prefab in `ready` named", prefab, names);
        let (_, templates) = self.ready.iter().find(|(name, _)| &**name == prefab).ok_or_else(missing)?;
        if world.len() as usize + templates.len() > MAX_ENTITIES {
            return Err(Error::Full { scene: self.path.clone(), prefab: prefab.to_owned() });
        }
        Ok(spawn::spawn(templates, Some(&spawned.entities), world))
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
        spawn::apply_reload(&self.templates, &newer.templates, spawned, world)
    }
}
