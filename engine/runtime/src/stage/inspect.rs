//! Looks into pictures of the running scene: pixels of points, polygons, shots and the debug overlay.

use hecs::Entity;
use keitai_render::micro3d::{ShotFrame, ShotRecorder};
use keitai_render::{DrawnPolygon, Framebuffer, Vector3};

use super::Stage;
use crate::debug::{Debug, DebugFigure, Subject, Times};
use crate::error::{Error, Result};
use crate::scene::Scene;
use crate::shot::RecordedShot;
use crate::world::Figure;
use crate::world::draw::{PictureSettings, layout};
use crate::world::figure::Hidden;
use crate::world::previous_state::Interpolation;
use crate::world::transform::WorldTransform;

impl Stage {
    /// Records the current picture as a shot with its files. The shot draws the same picture as [`Self::draw`].
    ///
    /// # Errors
    /// When a figure or an action that a game has made cannot be written in its format.
    pub fn shot(&mut self) -> Result<RecordedShot> {
        let Scene { size, background, compat, screen, .. } = self.scene;
        let mut target = ShotRecorder::new(&self.assets);
        if let Some(camera) = self.camera {
            let settings = PictureSettings { size, background, compat };
            self.painter.draw(&self.world, camera, settings, &mut Interpolation::now(), &mut target);
        }
        let frame = ShotFrame { size, background, backend: self.backend, compat, screen };
        target.finish(frame).map_err(|source| Error::Record { source })
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

    /// Returns the pixel where a point of the world is seen through the main camera; `None` outside the near and the far
    /// plane.
    pub fn pixel_of(&self, point: Vector3) -> Option<(i32, i32)> {
        self.renderer.project(&layout(&self.camera()?, self.scene.size), point)
    }

    /// Draws the debug overlay over a picture of the current world.
    pub fn draw_debug(&mut self, debug: &mut Debug, times: &Times, framebuffer: &mut Framebuffer) {
        if !debug.visible {
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
