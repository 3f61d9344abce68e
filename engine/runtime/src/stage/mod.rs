//! The running scene: a world, the ticks that move it, and its pictures.
//!
//! [`Stage::tick`] calls all systems in a fixed order. A game changes the world before and after a tick. Drawing does not
//! change the simulation. `game` has the calls of a game, `reload` those after a file has changed, `inspect` those of tools
//! that look into a picture.

mod game;
mod inspect;
mod reload;

use std::collections::BTreeSet;
use std::fmt;

use hecs::{Entity, World};
use keitai_render::{Backend, Compat, Framebuffer, Q16, Renderer, ScreenColours};

use crate::assets::{AssetPath, Assets, Source};
use crate::controls::{Controls, Mouse};
use crate::error::Result;
use crate::limits::MAX_POLYGON_PIXELS;
use crate::random::Random;
use crate::scene::{Scene, Spawned};
use crate::settings::Settings;
use crate::world::camera::{Camera, aim, camera};
use crate::world::digest;
use crate::world::draw::{Drawing, Painter, PictureSettings};
use crate::world::lifetime::lifetime;
use crate::world::motion::motion;
use crate::world::playback::{playback, pose};
use crate::world::previous_state::{Interpolation, PreviousState};
use crate::world::solid::{Contact, PlacedSolid, solid};
use crate::world::sound::Sounds;
use crate::world::sprite::sprite_frames;
use crate::world::steer::steer;
use crate::world::transform::{Transform, WorldTransform, propagate_transforms};

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

    /// Opens another scene of the same files, with the same settings. Files that this scene has loaded are not loaded
    /// again: both have the same figures, actions, textures and sounds.
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

    /// Returns a stage without entities whose files are in `source`, for a game without scene files. Paths start from its
    /// root. After a change of a file [`Self::is_reloaded`] is true, and the next request for that file reads it again.
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
            sounds: Sounds { played: Vec::new(), music: None },
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
        self.sounds = Sounds { played: Vec::new(), music: self.scene.music().cloned() };
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

    /// Returns the files of the scene, for figures, actions, textures and files of a game's own that are loaded while it
    /// runs. Each is loaded once and shared with the scene. After a hot reload entities have what the changed file holds, and
    /// the same call returns it.
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

    /// Returns the digest of the world: places, playback, views, menus' selections and values. Components of a game are
    /// not included.
    pub fn digest(&self) -> u64 {
        digest(&self.world)
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

    /// Returns a picture of the scene's size.
    pub fn framebuffer(&self) -> Framebuffer {
        let (width, height) = self.scene.size;
        Framebuffer::new(width, height)
    }

    /// Returns a renderer for pictures of the scene's size, with its settings and those of the player.
    pub fn new_renderer(&self) -> Renderer {
        self.assets.settings().renderer(self.scene.size, self.scene.compat, self.backend)
    }

    /// Sets whether [`Self::draw_between`] interpolates between ticks, and keeps the present state for it.
    /// [`Self::tick`] keeps the state too; a game that changes the world without a tick calls this again before the
    /// change.
    pub fn set_smooth(&mut self, smooth: bool) {
        if smooth != self.previous.is_some() {
            self.previous = smooth.then(PreviousState::default);
        }
        self.remember();
    }

    /// Sets the colour that the picture is filled with before anything is drawn, 0xRRGGBB.
    pub fn set_background(&mut self, colour: u32) {
        self.scene.background = colour;
    }

    /// Sets the back end of the renderer. The memory of the other back end is kept for the next change.
    pub fn set_backend(&mut self, backend: Backend) {
        if backend == self.backend {
            return;
        }
        self.backend = backend;
        let renderer = self.spare.take().unwrap_or_else(|| self.new_renderer());
        self.spare = Some(std::mem::replace(&mut self.renderer, renderer));
    }

    /// Draws the scene after the last tick, in the screen format of the settings.
    pub fn draw(&mut self, framebuffer: &mut Framebuffer) {
        self.draw_between(Q16::ONE, framebuffer);
    }

    /// Draws the scene between the last two ticks: `part` 0 is the earlier one, 1.0 the later one. Without
    /// [`Self::set_smooth`] it draws the later one.
    pub fn draw_between(&mut self, part: Q16, framebuffer: &mut Framebuffer) {
        let Scene { background, compat, .. } = self.scene;
        let mut previous = self.previous.take();
        let between = previous.as_mut().filter(|_| part < Q16::ONE);
        let mut interpolation = between.map_or_else(Interpolation::now, |previous| previous.at(part));
        framebuffer.fill(background);
        self.renderer.limit_pixels(MAX_POLYGON_PIXELS);
        if let Some(camera) = self.camera {
            let size = (framebuffer.width(), framebuffer.height());
            let mut drawing = Drawing { renderer: &mut self.renderer, framebuffer, area: None };
            let settings = PictureSettings { size, background, compat };
            self.painter.draw(&self.world, camera, settings, &mut interpolation, &mut drawing);
        }
        framebuffer.reduce(self.scene.screen);
        self.previous = previous;
    }

    /// Checks that the last picture is complete.
    ///
    /// # Errors
    /// When its polygons cover more than 268,435,456 pixels, so that some of them were not drawn.
    pub fn check_picture(&self) -> keitai_render::Result<()> {
        self.renderer.check_pixel_limit()
    }

    fn camera(&self) -> Option<Camera> {
        Some(*self.world.get::<&Camera>(self.camera?).ok()?)
    }
}
