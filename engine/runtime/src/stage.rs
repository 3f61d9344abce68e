//! A scene that runs: a world, ticks that move it, pictures of it.
//!
//! [`Stage::tick`] is the one visible order of all systems. A game puts its own between them by calling the same
//! functions itself, or before and after by calling `tick` between its own. Drawing changes nothing that a tick sees.

use hecs::{Entity, World};
use keitai_render::{Backend, Compat, Framebuffer, Q16, Renderer};

use crate::assets::{AssetPath, Assets, Source};
use crate::controls::Controls;
use crate::debug::{Debug, DebugFigure, Subject, Times};
use crate::error::Result;
use crate::random::Random;
use crate::scene::{Scene, Spawned};
use crate::settings::Settings;
use crate::shot::{FrameSettings, Recorded, ShotRecorder};
use crate::world::camera::{Camera, aim, camera};
use crate::world::draw::{Ground, Painter, layout};
use crate::world::figure::{FigureInstance, Hidden};
use crate::world::lifetime::lifetime;
use crate::world::motion::motion;
use crate::world::playback::{Event, playback, pose};
use crate::world::previous_state::{Interpolation, PreviousState};
use crate::world::solid::{Contacts, solid};
use crate::world::steer::steer;
use crate::world::target::Drawing;
use crate::world::terrain::terrain;
use crate::world::transform::{Transform, WorldTransform, propagate_transforms};

/// A running scene.
pub struct Stage {
    /// Its entities.
    pub world: World,
    /// What happened in the last tick at frames of actions.
    pub events: Vec<Event>,
    /// Which solids overlapped after the last tick.
    pub contacts: Contacts,
    /// Chance; a game that draws from it alone plays the same from the same seed.
    pub random: Random,
    /// The camera that pictures are taken with, under those with an area of their own; when there is none, the picture is
    /// empty.
    pub camera: Option<Entity>,
    scene: Scene,
    assets: Assets,
    spawned: Spawned,
    ticks: u64,
    renderer: Renderer,
    backend: Backend,
    painter: Painter,
    /// Where everything was a tick ago, while somebody draws between ticks.
    between: Option<PreviousState>,
}

impl Stage {
    /// Loads a scene and makes it ready for its first tick. The scene's own `compat` wins.
    ///
    /// # Errors
    /// The first thing that is wrong with the scene or its files.
    pub fn open(source: Source, path: &AssetPath, compat: Compat) -> Result<Self> {
        let mut assets = Assets::new(source, compat);
        let scene = Scene::load(&mut assets, path)?;
        Ok(Self::new(scene, assets))
    }

    /// Loads a scene and makes it ready for its first tick. What is asked for wins over the scene's own `compat`.
    ///
    /// # Errors
    /// The first thing that is wrong with the scene or its files.
    pub fn open_with(source: Source, path: &AssetPath, settings: &Settings) -> Result<Self> {
        let mut assets = Assets::with_settings(source, Compat::default(), *settings);
        let scene = Scene::load(&mut assets, path)?;
        let mut stage = Self::new(scene, assets);
        stage.set_backend(settings.backend.unwrap_or_default());
        Ok(stage)
    }

    /// Puts a scene that was loaded with these assets on the stage.
    pub fn new(scene: Scene, assets: Assets) -> Self {
        let mut world = World::new();
        let spawned = scene.spawn(&mut world);
        let camera = spawned.camera.unwrap_or_else(|| world.spawn(default_camera()));
        let mut stage = Self {
            world,
            events: Vec::new(),
            contacts: Contacts::default(),
            random: Random::new(scene.seed),
            camera: Some(camera),
            renderer: Renderer::new(scene.size.0, scene.size.1, scene.compat),
            backend: Backend::Authentic,
            scene,
            assets,
            spawned,
            ticks: 0,
            painter: Painter::default(),
            between: None,
        };
        stage.propagate_transforms();
        stage
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The files it is made of.
    pub fn assets(&self) -> &Assets {
        &self.assets
    }

    /// The scene's entities, in the order of its file.
    pub fn spawned(&self) -> &Spawned {
        &self.spawned
    }

    /// Makes an entity of a prefab that the scene keeps `ready`, where the prefab says; `None` when it keeps none of that
    /// name. It is drawn from the next tick on, or after [`Self::propagate_transforms`].
    pub fn spawn(&mut self, prefab: &str) -> Option<Entity> {
        self.scene.spawn_ready(prefab, &self.spawned, &mut self.world)
    }

    /// Ticks gone by.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// A picture of the scene's size.
    pub fn framebuffer(&self) -> Framebuffer {
        let (width, height) = self.scene.size;
        Framebuffer::new(width, height)
    }

    /// Lets a tick of 1/30 s go by. Player n does `controls[n]`; players beyond do nothing.
    pub fn tick(&mut self, controls: &[Controls]) {
        self.remember();
        self.events.clear();
        steer(&mut self.world, controls);
        motion(&mut self.world);
        terrain(&mut self.world);
        lifetime(&mut self.world);
        playback(&mut self.world, &mut self.events);
        pose(&mut self.world, &self.scene.compat);
        propagate_transforms(&mut self.world);
        camera(&mut self.world);
        solid(&self.world, &mut self.contacts);
        self.ticks += 1;
    }

    /// Keeps where everything is for [`Self::draw_between`]. [`Self::tick`] begins with it; a game that calls the systems
    /// itself does the same.
    pub fn remember(&mut self) {
        if let Some(between) = &mut self.between {
            between.remember(&self.world);
        }
    }

    /// Whether [`Self::draw_between`] draws between ticks or the last of them.
    pub fn set_smooth(&mut self, smooth: bool) {
        if smooth != self.between.is_some() {
            self.between = smooth.then(PreviousState::default);
        }
    }

    /// Sets the colour that the picture is filled with before anything is drawn, 0xRRGGBB.
    pub fn set_background(&mut self, colour: u32) {
        self.scene.background = colour;
    }

    /// Draws with this rasteriser from now on.
    pub fn set_backend(&mut self, backend: Backend) {
        let (width, height) = self.scene.size;
        self.renderer = Renderer::with_backend(width, height, self.scene.compat, backend);
        self.backend = backend;
    }

    /// Loads the scene and the files that were changed again. What moves on goes on from where it is.
    ///
    /// # Errors
    /// The first thing that is wrong; everything stays as it was then.
    pub fn reload(&mut self, changed: &[AssetPath]) -> Result<()> {
        changed.iter().for_each(|path| self.assets.forget(path));
        let scene = Scene::load(&mut self.assets, &self.scene.path)?;
        let spawned = self.scene.apply_reload(&scene, &self.spawned, &mut self.world);
        if self.camera == self.spawned.camera || !self.camera.is_some_and(|camera| self.world.contains(camera)) {
            self.camera = spawned.camera.or_else(|| Some(self.world.spawn(default_camera())));
        }
        if (scene.size, scene.compat) != (self.scene.size, self.scene.compat) {
            self.renderer = Renderer::with_backend(scene.size.0, scene.size.1, scene.compat, self.backend);
        }
        (self.scene, self.spawned) = (scene, spawned);
        self.propagate_transforms();
        Ok(())
    }

    /// Every file that the scene is made of.
    pub fn files(&self) -> Vec<AssetPath> {
        let mut files = self.assets.files();
        files.extend_from_slice(self.scene.files());
        files
    }

    /// Brings places, poses and views up to date with what was changed by hand. No time goes by.
    pub fn propagate_transforms(&mut self) {
        pose(&mut self.world, &self.scene.compat);
        propagate_transforms(&mut self.world);
        aim(&mut self.world);
    }

    /// The world as it is now as a shot, with the files that it names; played, the shot draws what [`Self::draw`] does.
    ///
    /// # Errors
    /// When a figure or an action that a game has made cannot be written in its format.
    pub fn shot(&mut self) -> Result<Recorded> {
        let Scene { size, background, compat, .. } = self.scene;
        let sheet = FrameSettings { size, background, compat, backend: self.backend };
        let mut target = ShotRecorder::new(sheet, Some(&self.assets));
        if let Some(camera) = self.camera {
            self.painter.draw(&self.world, camera, Ground { size, background }, &mut Interpolation::now(), &mut target);
        }
        target.finish()
    }

    /// Draws the world as it is now over the scene's background, in the colours of the screen that the settings name.
    pub fn draw(&mut self, framebuffer: &mut Framebuffer) {
        self.draw_at(&mut Interpolation::now(), framebuffer);
    }

    /// Draws the world between the last tick but one, `part` 0, and the last one, 1.0, when it [is to](Self::set_smooth).
    pub fn draw_between(&mut self, part: Q16, framebuffer: &mut Framebuffer) {
        let Some(mut between) = self.between.take() else { return self.draw(framebuffer) };
        self.draw_at(&mut between.at(part), framebuffer);
        self.between = Some(between);
    }

    fn draw_at(&mut self, moment: &mut Interpolation, framebuffer: &mut Framebuffer) {
        let Scene { background, .. } = self.scene;
        framebuffer.fill(background);
        if let Some(camera) = self.camera {
            let size = (framebuffer.width(), framebuffer.height());
            let mut drawing = Drawing { renderer: &mut self.renderer, framebuffer, area: None };
            self.painter.draw(&self.world, camera, Ground { size, background }, moment, &mut drawing);
        }
        framebuffer.reduce(&self.scene.compat);
    }

    fn camera(&self) -> Option<Camera> {
        Some(*self.world.get::<&Camera>(self.camera?).ok()?)
    }

    /// Draws what is behind a picture of the world as it is now over it.
    pub fn draw_debug(&mut self, debug: &mut Debug, times: &Times, framebuffer: &mut Framebuffer) {
        if !debug.is_shown() {
            return;
        }
        // Drawn once more, to be looked at: what is shown is not touched.
        self.renderer.reset_statistics();
        self.renderer.set_trace(true);
        self.draw(&mut self.framebuffer());
        let statistics = self.renderer.statistics();
        let mut query = self.world.query::<(Entity, &WorldTransform, &FigureInstance)>().without::<&Hidden>();
        let mut figures = Vec::new();
        if let Some(camera) = self.camera() {
            figures.extend(query.iter().map(|(entity, place, figure)| {
                let mut layout = layout(&camera, self.scene.size);
                layout.transform = camera.view.mul(&place.0);
                DebugFigure { entity: Some(entity), model: &figure.asset.model, posture: &figure.posture, layout }
            }));
        }
        let subject = Subject { renderer: &self.renderer, statistics, figures, world: Some(&self.world) };
        debug.draw(&subject, times, framebuffer);
        drop(subject);
        drop(query);
        self.renderer.set_trace(false);
    }
}

/// The camera of a scene without one: before the origin, a little above it, looking straight ahead.
fn default_camera() -> (Camera, Transform, WorldTransform) {
    (Camera::new(Camera::PROJECTION), Transform::at(0, 100, 500), WorldTransform::default())
}
