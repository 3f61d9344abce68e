//! The running scene: a world, the ticks that move it, and its pictures.
//!
//! [`Stage::tick`] calls all systems in a fixed order. A game changes the world before and after a tick. Drawing does not
//! change the simulation.

mod picture;
mod renew;
mod spawn;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::controls::{Controls, Mouse};
use hecs::{Entity, World};
use keitai_render::{Backend, Compat, Q12, Renderer, ScreenColours, Vector3};

use crate::assets::{AssetPath, Assets, Source};
use crate::error::{Error, Result};
use crate::random::Random;
use crate::scene::{Scene, Spawned};
use crate::settings::Settings;
use crate::world::camera::{Camera, aim, camera};
use crate::world::draw::Painter;
use crate::world::lifetime::lifetime;
use crate::world::motion::motion;
use crate::world::parent::{place, propagate_transforms};
use crate::world::playback::{playback, pose};
use crate::world::previous_state::PreviousState;
use crate::world::solid::{Contact, PlacedSolid, solid};
use crate::world::sound::Sounds;
use crate::world::sprite::sprite_frames;
use crate::world::steer::steer;
use crate::world::transform::{Transform, WorldTransform};
use crate::world::{Music, Name, digest};

/// A running scene.
pub struct Stage {
    /// Entities of the scene and of the game.
    pub world: World,
    /// Pairs of solids that overlapped after the last tick, in the order of their numbers.
    pub contacts: Vec<Contact>,
    /// Requested sounds, and the music.
    pub sounds: Sounds,
    /// Mouse over the picture in this tick. It changes nothing by itself. While a play is recorded or replayed it is at rest,
    /// because records hold controls only.
    pub mouse: Mouse,
    /// Random numbers. A game that takes all of its random numbers from here plays the same from the same seed.
    pub random: Random,
    /// The main camera, drawn under cameras with an area. Without one the picture is empty.
    pub camera: Option<Entity>,
    scene: Scene,
    assets: Assets,
    spawned: Spawned,
    /// The camera in place of one that the scene lacks.
    default_camera: Option<Entity>,
    ticks: u64,
    renderer: Renderer,
    backend: Backend,
    /// The renderer of the other back end, once it was used.
    spare: Option<Renderer>,
    painter: Painter,
    solids: Vec<PlacedSolid>,
    /// The state before the last tick, when pictures between ticks are drawn.
    previous: Option<PreviousState>,
    /// Sounds that the scene lacks, since [`Self::take_warnings`].
    warnings: BTreeSet<String>,
    /// Whether the scene was loaded again since the last tick.
    reloaded: bool,
    /// The assets from before a reload that failed.
    outdated: Option<Box<Assets>>,
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage")
            .field("scene", &self.scene.path)
            .field("ticks", &self.ticks)
            .field("entities", &self.world.len())
            .finish_non_exhaustive()
    }
}

impl Stage {
    /// Loads a scene. The settings take precedence over the scene's `compat`.
    ///
    /// # Errors
    /// The first error of the scene or its files.
    pub fn open(source: Source, path: &AssetPath, settings: &Settings) -> Result<Self> {
        let mut assets = Assets::with_settings(source, Compat::default(), *settings);
        let scene = Scene::load(&mut assets, path)?;
        Ok(Self::new(scene, assets))
    }

    /// Opens another scene of the same files, with the same settings. Files that this scene has loaded are not loaded again: both
    /// have the same figures, actions, textures and sounds.
    ///
    /// # Errors
    /// The first error of the scene or its files.
    pub fn open_scene(&self, path: &AssetPath) -> Result<Self> {
        let (scene, assets) = self.assets.load_other(|assets| Scene::load(assets, path))?;
        Ok(Self::new(scene, assets))
    }

    /// Returns a stage without entities or files, for a world that is built in code. The settings take precedence over
    /// `compat`.
    pub fn empty(size: (u32, u32), compat: Compat, settings: &Settings) -> Self {
        let assets = Assets::with_settings(Source::memory::<&str, &[u8]>([]), compat, *settings);
        Self::without_scene(size, assets)
    }

    /// Returns a stage without entities whose files are in `source`, for a game without scene files. Paths start from its root.
    /// After a change of a file [`Self::is_reloaded`] is true, and the next request for that file reads it again.
    pub fn with_files(source: Source, size: (u32, u32), settings: &Settings) -> Self {
        Self::without_scene(size, Assets::with_settings(source, Compat::default(), *settings))
    }

    fn without_scene(size: (u32, u32), assets: Assets) -> Self {
        let screen = assets.settings().over_screen(ScreenColours::default());
        Self::new(Scene::empty(size, *assets.compat(), screen), assets)
    }

    /// Starts a scene that was loaded with these assets.
    fn new(scene: Scene, assets: Assets) -> Self {
        let backend = assets.settings().backend.unwrap_or_default();
        let mut stage = Self {
            world: World::new(),
            contacts: Vec::new(),
            sounds: Sounds::default(),
            mouse: Mouse::default(),
            random: Random::new(scene.seed),
            camera: None,
            renderer: assets.settings().renderer(scene.size, scene.compat, backend),
            backend,
            spare: None,
            scene,
            assets,
            spawned: Spawned::default(),
            default_camera: None,
            ticks: 0,
            painter: Painter::default(),
            solids: Vec::new(),
            previous: None,
            warnings: BTreeSet::new(),
            reloaded: false,
            outdated: None,
        };
        stage.restart();
        stage
    }

    /// Starts the scene again as it is before its first tick.
    pub fn restart(&mut self) {
        self.world = World::new();
        self.spawned = self.scene.spawn(&mut self.world);
        self.painter.set_order(&self.spawned.entities);
        self.default_camera = None;
        self.camera = self.scene_camera();
        self.contacts.clear();
        self.sounds = Sounds { music: self.scene.music().cloned(), ..Sounds::default() };
        self.random = Random::new(self.scene.seed);
        self.ticks = 0;
        self.propagate_transforms();
        if self.previous.is_some() {
            self.previous = Some(PreviousState::default());
            self.remember();
        }
    }

    /// Returns the scene as it was loaded, with the changes of the game to its colours and sounds.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the files of the scene, for figures, actions, textures and files of a game's own that are loaded while it runs. Each is
    /// loaded once and shared with the scene. After a hot reload entities have what the changed file holds, and the same call
    /// returns it.
    ///
    /// ```
    /// use keitai_runtime::assets::{AssetPath, Source};
    /// use keitai_runtime::world::{Actions, Part, Playback, Transform};
    /// use keitai_runtime::{Settings, Stage};
    ///
    /// let source = Source::folder("../..".as_ref())?;
    /// let mut stage = Stage::open(source, &AssetPath::new("scenes/chase.ron")?, &Settings::default())?;
    /// let [mbac, bmp, mtra] = ["mbac", "bmp", "mtra"].map(|ending| AssetPath::new(&format!("assets/robots/tin.{ending}")));
    /// let mut figure = stage.assets().figure(&mbac?)?;
    /// figure.set_texture(stage.texture(&bmp?)?);
    /// let actions = Actions { tables: vec![stage.assets().actions_for(&mtra?, &figure)?], names: Vec::new() };
    /// let playback = Playback::new(Part::default(), &actions);
    /// stage.world.spawn((figure, actions, playback, Transform::at(0, 0, 200)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assets(&mut self) -> &mut Assets {
        &mut self.assets
    }

    /// Returns the entities that the scene has made, in the order of its file.
    pub fn entities(&self) -> &[Entity] {
        &self.spawned.entities
    }

    /// Returns the entity with this name, which a game needs.
    ///
    /// # Errors
    /// When there is none. The error's hint names a similar one.
    pub fn named(&self, name: &str) -> Result<Entity> {
        let mut names = self.world.query::<(Entity, &Name)>();
        let entity = names.iter().find(|(_, title)| &*title.0 == name).map(|(entity, _)| entity);
        let known = names.iter().map(|(_, title)| &*title.0);
        entity.ok_or_else(|| Error::missing(&self.scene.path, "entity", name, known))
    }

    /// Puts an entity somewhere else at once, where it is seen before the next tick, but not on the way. Nothing happens when the entity was removed or has no [`Transform`].
    pub fn place(&mut self, entity: Entity, at: Transform) {
        if let Ok(mut transform) = self.world.get::<&mut Transform>(entity) {
            *transform = at;
        }
        place(&self.world, &[entity]);
        if let Some(previous) = &mut self.previous {
            previous.forget(&self.world, entity);
        }
        self.propagate_transforms();
    }

    /// Returns the digest of the world: places, playback, views, menus' selections and values. Components of a game are
    /// not included.
    pub fn digest(&self) -> u64 {
        digest(&self.world)
    }

    /// Plays one of the scene's `sounds`, at `volume` times its own, at a position in the world or, without one, in the
    /// middle. A name that the scene lacks is silent, and one of [`Self::take_warnings`].
    pub fn play_sound(&mut self, name: &str, volume: Q12, at: Option<[Q12; 3]>) {
        let view = self.camera().map(|camera| camera.view);
        let at = at.map(|[x, y, z]| Vector3::new(x.round().to_num(), y.round().to_num(), z.round().to_num()));
        match self.scene.sound(name) {
            Ok(cue) => self.sounds.play(cue, volume, at, view.as_ref()),
            Err(error) => self.warn(&error),
        }
    }

    /// Plays one of the scene's `sounds` as music, again and again, or ends the music. The change takes `fade` ticks. A name
    /// that the scene lacks changes nothing, and is one of [`Self::take_warnings`].
    pub fn set_music(&mut self, name: Option<&str>, fade: u32) {
        match name.map(|name| self.scene.sound(name)).transpose() {
            Ok(cue) => {
                self.sounds.music = cue.map(|cue| Music { asset: Arc::clone(&cue.asset), fade });
            }
            Err(error) => self.warn(&error),
        }
    }

    /// Keeps a fault that does not stop the game for [`Self::take_warnings`].
    pub fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.insert(warning.into());
    }

    /// Returns the faults since the last call that do not stop the game: sounds that the scene lacks, and cameras whose
    /// projection the renderer refuses. The engine reports each of them once. Of pictures it reports the first 64.
    pub fn take_warnings(&mut self) -> BTreeSet<String> {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.append(&mut self.painter.warnings.take());
        warnings
    }

    /// Returns the number of ticks so far.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Advances the scene by a tick. Player n has `controls[n]`; players without controls do nothing.
    pub fn tick(&mut self, controls: &[Controls]) {
        self.remember();
        steer(&mut self.world, controls);
        motion(&mut self.world);
        lifetime(&mut self.world);
        sprite_frames(&mut self.world);
        playback(&mut self.world);
        pose(&mut self.world);
        propagate_transforms(&mut self.world);
        camera(&mut self.world);
        solid(&self.world, &mut self.contacts, &mut self.solids);
        self.ticks += 1;
        self.reloaded = false;
    }

    fn remember(&mut self) {
        if let Some(previous) = &mut self.previous {
            previous.remember(&self.world, self.ticks);
        }
    }

    /// Loads the scene and the changed files again. Only differences are applied; moving entities continue from their places. Figures,
    /// sprites and sounds that a game has made of changed files change, too; a file that cannot be loaded gives a warning.
    ///
    /// # Errors
    /// The first error. The running scene stays as it was.
    pub fn reload(&mut self, changed: &[AssetPath]) -> Result<()> {
        // The path of a stage without a scene is the root.
        if self.scene.path == AssetPath::root() {
            changed.iter().for_each(|path| self.assets.forget(path));
            self.reloaded = true;
            return Ok(());
        }
        let old = self.outdated.take().unwrap_or_else(|| Box::new(self.assets.clone()));
        changed.iter().for_each(|path| self.assets.forget(path));
        let mut scene = match Scene::load(&mut self.assets, &self.scene.path) {
            Ok(scene) => scene,
            Err(error) => {
                self.assets.set_compat(Some(self.scene.compat));
                self.outdated = Some(old);
                return Err(error);
            }
        };
        let spawned = self.scene.apply_reload(&scene, &self.spawned, &mut self.world);
        let is_of_scene = self.camera == self.spawned.camera.or(self.default_camera);
        let is_gone = !self.camera.is_some_and(|camera| self.world.contains(camera));
        if (scene.size, scene.compat) != (self.scene.size, self.scene.compat) {
            self.renderer = self.assets.settings().renderer(scene.size, scene.compat, self.backend);
            self.spare = None;
        }
        if self.sounds.music.as_ref() == self.scene.music() {
            self.sounds.music = scene.music().cloned();
        }
        scene.keep_changes(&mut self.scene);
        (self.scene, self.spawned) = (scene, spawned);
        self.painter.set_order(&self.spawned.entities);
        if is_of_scene || is_gone {
            self.camera = self.scene_camera();
        }
        self.renew(&old);
        self.propagate_transforms();
        self.reloaded = true;
        Ok(())
    }

    /// Returns whether the scene was loaded again since the last tick, because a file has changed. A game that keeps entities or
    /// values of files looks for them again then.
    pub fn is_reloaded(&self) -> bool {
        self.reloaded
    }

    /// Returns the scene's first camera, or else one in front of the origin, a little above it, looking straight ahead.
    fn scene_camera(&mut self) -> Option<Entity> {
        if let Some(camera) =
            self.default_camera.take_if(|camera| self.spawned.camera.is_some() || !self.world.contains(*camera))
        {
            // Fails when the game has removed it.
            let _ = self.world.despawn(camera);
        }
        if self.spawned.camera.is_none() && self.default_camera.is_none() {
            let parts = (Camera::default(), Transform::at(0, 100, 500), WorldTransform::default());
            self.default_camera = Some(self.world.spawn(parts));
        }
        self.spawned.camera.or(self.default_camera)
    }

    /// Updates world transforms, postures and views after changes to the world. No time passes.
    pub fn propagate_transforms(&mut self) {
        pose(&mut self.world);
        propagate_transforms(&mut self.world);
        aim(&mut self.world);
    }
}
