//! The scene of the viewer: one figure before a camera, built in code from the loaded files.
//!
//! The figure's place in the world is the whole view of [`camera::layout`]; the camera itself looks along the world's axes.

use std::sync::Arc;

use keitai_app::SIZE;
use keitai_render::{AffineTrans, Compat, Light, Posture, Q12, Q16, Vector3};
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{Actions, Camera, FigureInstance, Part, Pattern, Playback, WorldLight, WorldTransform};
use keitai_runtime::{Settings, Stage};

use super::camera::{self, Bounds};
use super::load::{Files, LoadedFigure, compat};
use super::pick::{self, Hit, Pixel};
use super::polygons::{Polygon, polygons};
use super::state::Viewer;
use crate::error::Error;

/// Poses of an action that are examined to frame it: all of a short one, evenly spread over a long one.
const FRAMED_POSES: u32 = 32;

/// A light from the upper left behind the user's shoulder, with enough ambient light to see the dark side.
pub(crate) const LIGHT: Light =
    Light { direction: Vector3::new(500, 500, 500), intensity: Q12::from_bits(2000), ambient: Q12::from_bits(2400) };

/// A figure on a stage.
pub(crate) struct FigureScene {
    /// The running scene.
    pub(crate) stage: Stage,
    figure: LoadedFigure,
    /// The figure's polygons, in the renderer's order.
    polygons: Vec<Polygon>,
    /// The figure's entity.
    entity: Entity,
    camera: Entity,
    light: Option<Entity>,
    /// The space that the camera frames, and the action that it was measured for.
    bounds: Bounds,
    framed: Option<usize>,
}

impl FigureScene {
    /// Loads a figure and its companion files, and shows it on a picture of the usual size.
    pub(crate) fn open(files: &Files, settings: &Settings) -> Result<Self, Error> {
        Self::open_sized(files, settings, SIZE)
    }

    /// Loads a figure and its companion files, and shows it on a picture of `size` pixels.
    pub(crate) fn open_sized(files: &Files, settings: &Settings, size: (u32, u32)) -> Result<Self, Error> {
        let mut stage = Stage::empty(size, compat(), settings);
        let figure = LoadedFigure::open(files, stage.scene().compat)?;
        let camera = Camera { view: AffineTrans::IDENTITY, ..Camera::default() };
        let camera = stage.world.spawn((camera,));
        if let Some(unused) = stage.camera.replace(camera) {
            // It was spawned with the stage.
            let _ = stage.world.despawn(unused);
        }
        let entity = spawn(&mut stage, &figure);
        let bounds = Bounds::around(&[]);
        let polygons = polygons(&figure.asset.figure);
        let mut scene = Self { stage, figure, polygons, entity, camera, light: None, bounds, framed: None };
        scene.show(&Viewer::default());
        Ok(scene)
    }

    /// Shows other files, framed anew.
    pub(crate) fn replace(&mut self, files: &Files) -> Result<(), Error> {
        let figure = LoadedFigure::open(files, self.stage.scene().compat)?;
        self.framed = None;
        self.set_figure(figure);
        Ok(())
    }

    /// Loads all files again, framed as before. After an error nothing has changed.
    pub(crate) fn reload(&mut self, files: &Files) -> Result<(), Error> {
        let figure = self.figure.reloaded(files, self.stage.scene().compat)?;
        self.framed = self.framed.filter(|action| *action < figure.subject.actions.len().max(1));
        self.set_figure(figure);
        Ok(())
    }

    fn set_figure(&mut self, figure: LoadedFigure) {
        // The entity exists until here. A new one is not interpolated from the old pose.
        let _ = self.stage.world.despawn(self.entity);
        self.entity = spawn(&mut self.stage, &figure);
        self.polygons = polygons(&figure.asset.figure);
        self.figure = figure;
    }

    /// Returns the positions of all vertices in the current pose, in the figure's space.
    pub(crate) fn positions(&self) -> Vec<Vector3> {
        let mut positions = Vec::new();
        if let Ok(figure) = self.stage.world.get::<&FigureInstance>(self.entity) {
            figure.posture.positions(&figure.asset.model, &mut positions);
        }
        positions
    }

    /// Returns what is under a pixel of the picture.
    pub(crate) fn pick(&mut self, at: Pixel) -> Option<Hit> {
        let drawn = self.stage.drawn_polygons();
        let positions = self.positions();
        let pixel = |vertex: &u16| self.stage.pixel(self.entity, *positions.get(usize::from(*vertex))?);
        let corners = |polygon: &Polygon| polygon.vertices().iter().map(pixel).collect();
        pick::pick(&drawn, 0, at, &self.polygons, &self.figure.textures, corners)
    }

    /// Returns the pixel where a point of the figure's space is seen.
    pub(crate) fn pixel(&self, point: Vector3) -> Option<Pixel> {
        self.stage.pixel(self.entity, point)
    }

    /// Returns the space that the camera frames.
    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Returns the bone that owns a vertex.
    pub(crate) fn bone_of(&self, vertex: u16) -> usize {
        let mut next = 0;
        let owns = |bone: &keitai_formats::Bone| {
            next += usize::from(bone.vertex_count);
            usize::from(vertex) < next
        };
        self.figure.asset.figure.bones.iter().position(owns).unwrap_or(0)
    }

    /// Returns the camera that shows the bone under a pixel, or of a figure with one bone the polygon; `None` where nothing
    /// is drawn.
    pub(crate) fn framed_at(&mut self, at: Pixel, viewer: &Viewer) -> Option<camera::Orbit> {
        let hit = self.pick(at)?;
        let polygon = self.polygons.get(hit.polygon)?;
        let positions = self.positions();
        let bone = self.bone_of(*polygon.vertices().get(hit.corner)?);
        let bones = &self.figure.asset.figure.bones;
        let first: usize = bones[..bone].iter().map(|bone| usize::from(bone.vertex_count)).sum();
        let own = positions.get(first..first + usize::from(bones[bone].vertex_count)).unwrap_or_default();
        let of_polygon = || polygon.vertices().iter().filter_map(|vertex| positions.get(usize::from(*vertex)).copied());
        let part = if own.len() == positions.len() { of_polygon().collect() } else { own.to_vec() };
        Some(self.bounds.closer(&Bounds::around(&part), &viewer.orbit))
    }

    /// Returns the figure and its companion files.
    pub(crate) fn figure(&self) -> &LoadedFigure {
        &self.figure
    }

    /// Brings the scene to the viewer's state.
    pub(crate) fn show(&mut self, viewer: &Viewer) {
        self.frame(viewer.action);
        let layout = camera::layout(&viewer.orbit, &self.bounds, self.stage.scene().size);
        self.stage.set_background(viewer.background);
        self.set_light(viewer.light);
        let world = &mut self.stage.world;
        if let Ok(mut camera) = world.get::<&mut Camera>(self.camera) {
            (camera.projection, camera.centre) = (layout.projection(), Some(layout.center));
        }
        let mut parts =
            world.query_one::<(&mut WorldTransform, &mut FigureInstance, &mut Playback, &Actions)>(self.entity);
        if let Ok((place, figure, playback, actions)) = parts.get() {
            place.0 = layout.transform;
            // A mask that the user chose does not outlive the choice.
            figure.posture.set_pattern(0);
            if let Some(action) = actions.nth(viewer.action) {
                playback.part.action = action;
                playback.head = viewer.head;
            }
        }
        drop(parts);
        // The entity exists, and a component that is not there needs no removal.
        let _ = match viewer.pattern.mask() {
            Some(mask) => world.insert_one(self.entity, Pattern(mask)).is_ok(),
            None => world.remove_one::<Pattern>(self.entity).is_ok(),
        };
        self.stage.propagate_transforms();
    }

    fn set_light(&mut self, lit: bool) {
        match (lit, self.light) {
            (true, None) => {
                let Light { direction, intensity, ambient } = LIGHT;
                self.light = Some(self.stage.world.spawn((WorldLight { direction, intensity, ambient },)));
            }
            (false, Some(light)) => {
                // It was spawned here.
                let _ = self.stage.world.despawn(light);
                self.light = None;
            }
            _ => {}
        }
    }

    /// Frames everything that the figure reaches during an action.
    fn frame(&mut self, number: usize) {
        if self.framed == Some(number) {
            return;
        }
        self.framed = Some(number);
        let model = &self.figure.asset.model;
        let action = self.figure.actions.nth(number).and_then(|id| self.figure.actions.get(id));
        let last = action.map_or(0, |action| u32::from(action.last_frame));
        let every = (last / FRAMED_POSES).max(1);
        let mut posture = Posture::rest(model);
        let (mut positions, mut all) = (Vec::new(), Vec::new());
        for frame in (0..=last).step_by(every as usize) {
            if let Some(action) = action {
                // Frames beyond 32767 have no 16.16 form.
                let frame = i32::try_from(frame << 16).unwrap_or(i32::MAX);
                posture.set(model, action, Q16::from_bits(frame), &Compat::default());
            }
            posture.positions(model, &mut positions);
            all.extend_from_slice(&positions);
        }
        self.bounds = Bounds::around(&all);
    }
}

/// Spawns a figure that plays its first action, paused: the viewer moves the playhead itself.
fn spawn(stage: &mut Stage, figure: &LoadedFigure) -> Entity {
    let playback = Playback { paused: true, ..Playback::new(Part::default(), &figure.actions) };
    let textures = figure.textures.iter().map(|texture| Arc::clone(&texture.map)).collect();
    let instance = FigureInstance::new(figure.asset.clone(), textures);
    let actions = figure.actions.clone();
    stage.world.spawn((WorldTransform::default(), instance, actions, playback))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_companion_files_of_a_real_figure_are_found_and_it_walks() {
        let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
            println!("KEITAI_CORPUS is not set: skipped");
            return;
        };
        let robo = Path::new(&corpus).join("corpus/test_model_robo.mbac");
        let mut scene = FigureScene::open(&Files::sort(&[robo]).unwrap(), &Settings::default()).unwrap();
        let log = scene.figure().log.join("\n");
        for name in ["action_01.mtra (found", "action_02.mtra (found", "tex_001.bmp (found"] {
            assert!(log.contains(name), "{log}");
        }
        assert_eq!((scene.figure().subject.actions.len(), scene.figure().liveliest()), (2, 1));
        assert!(!log.contains("warning"), "{log}");

        let mut shown = |frame| {
            let viewer = Viewer::starting_at(1, Some(frame));
            scene.show(&viewer);
            let mut picture = scene.stage.framebuffer();
            scene.stage.draw(&mut picture);
            let figure = picture.pixels().iter().filter(|pixel| **pixel != viewer.background).count();
            (picture, figure)
        };
        let (first, covered) = shown(0);
        let (later, _) = shown(20);
        assert!(covered > 5000, "{covered} pixels are too small a figure");
        assert_ne!(first, later);
        let edges = first.pixels().chunks_exact(240).flat_map(|row| [row[0], row[239]]);
        assert!(edges.chain(first.pixels()[..240].iter().copied()).all(|pixel| pixel == 0x333377), "it is cut off");
    }
}
