//! Pictures of the running scene, and the pixels of its points.

use hecs::Entity;
use keitai_render::micro3d::{ShotFrame, ShotRecorder};
use keitai_render::{Backend, DrawnPolygon, Framebuffer, Q16, Renderer, Vector3};

use super::Stage;
use crate::debug::{Debug, DebugFigure, Subject, Times};
use crate::error::{Error, Result};
use crate::limits::MAX_POLYGON_PIXELS;
use crate::scene::Scene;
use crate::shot::Recorded;
use crate::world::Figure;
use crate::world::camera::Camera;
use crate::world::draw::layout;
use crate::world::draw_target::{Drawing, PictureSettings};
use crate::world::figure::Hidden;
use crate::world::previous_state::{Interpolation, PreviousState};
use crate::world::transform::WorldTransform;

impl Stage {
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

    /// Records the current picture as a shot with its files. The shot draws the same picture as [`Self::draw`].
    ///
    /// # Errors
    /// When a figure or an action that a game has made cannot be written in its format.
    pub fn shot(&mut self) -> Result<Recorded> {
        let mut target = ShotRecorder::new(&self.assets);
        if let Some(camera) = self.camera {
            let Scene { size, background, compat, .. } = self.scene;
            let settings = PictureSettings { size, background, compat };
            self.painter.draw(&self.world, camera, settings, &mut Interpolation::now(), &mut target);
        }
        let Scene { size, background, compat, screen, .. } = self.scene;
        let frame = ShotFrame { size, background, backend: self.backend, compat, screen };
        target.finish(frame).map_err(|source| Error::Record { source })
    }

    /// Draws the scene after the last tick, in the screen format of the settings.
    pub fn draw(&mut self, framebuffer: &mut Framebuffer) {
        self.draw_between(Q16::ONE, framebuffer);
    }

    /// Returns all polygons of the picture after the last tick, in the order in which they are painted.
    pub fn drawn_polygons(&mut self) -> Vec<DrawnPolygon> {
        self.renderer.set_trace(true);
        self.draw(&mut self.framebuffer());
        let polygons = self.renderer.trace().to_vec();
        self.renderer.set_trace(false);
        polygons
    }

    /// Returns the pixel where a point of a figure's space is seen through the main camera; `None` outside the near and the
    /// far plane, and for entities without a place.
    pub fn pixel(&self, figure: Entity, point: Vector3) -> Option<(i32, i32)> {
        let camera = self.camera()?;
        let mut layout = layout(&camera, self.scene.size);
        layout.transform = camera.view.mul(&self.world.get::<&WorldTransform>(figure).ok()?.0);
        self.renderer.project(&layout, point)
    }

    /// Returns the pixel where a point of the world is seen through the main camera; `None` outside the near and the far plane.
    pub fn pixel_of(&self, point: Vector3) -> Option<(i32, i32)> {
        self.renderer.project(&layout(&self.camera()?, self.scene.size), point)
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
    ///
    /// When its polygons cover more than 268,435,456 pixels, so that some of them were not drawn.
    pub fn check_picture(&self) -> keitai_render::Result<()> {
        self.renderer.check_pixel_limit()
    }

    pub(super) fn camera(&self) -> Option<Camera> {
        Some(*self.world.get::<&Camera>(self.camera?).ok()?)
    }

    /// Draws the debug overlay over a picture of the current world.
    pub fn draw_debug(&mut self, debug: &mut Debug, times: &Times, framebuffer: &mut Framebuffer) {
        if !debug.is_shown() {
            return;
        }
        // Drawn again into another picture, to trace and count the polygons.
        self.renderer.reset_statistics();
        self.renderer.set_trace(true);
        self.draw(&mut self.framebuffer());
        let statistics = self.renderer.statistics();
        let mut query = self.world.query::<(Entity, &WorldTransform, &Figure)>().without::<&Hidden>();
        let mut figures = Vec::new();
        if let Some(camera) = self.camera() {
            figures.extend(query.iter().map(|(entity, transform, figure)| {
                let mut layout = layout(&camera, self.scene.size);
                layout.transform = camera.view.mul(&transform.0);
                DebugFigure { entity, model: &figure.model, posture: &figure.posture, layout }
            }));
        }
        let subject = Subject { renderer: &self.renderer, statistics, figures, world: &self.world };
        debug.draw(&subject, times, framebuffer);
        drop(subject);
        drop(query);
        self.renderer.set_trace(false);
    }
}
