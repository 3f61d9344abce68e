//! The scene of the viewer: a figure before a camera, and others beside it, built in code from the loaded files.
//!
//! The figure's place in the world is the whole view of [`camera::layout`]; the camera itself looks along the world's axes.

mod drawing;
mod guests;

use std::sync::Arc;

use keitai_app::SIZE;
use keitai_formats::Figure;
use keitai_render::{AffineTrans, Backend, Compat, Framebuffer, Light, Posture, Q16, SphereMap, Vector3};
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{
    Actions, Camera, FigureEffect, FigureInstance, Part, Pattern, Playback, WorldLight, WorldTransform,
};
use keitai_runtime::{Settings, Stage};

use super::camera::{self, Bounds};
use super::load::{Files, LoadedFigure, compat};
use super::pick::{self, Hit, Pixel};
use super::polygons::{Polygon, polygons};
use super::selection::Selection;
use super::state::Viewer;
#[cfg(feature = "inspector")]
use super::visibility::Visibility;
use crate::error::Error;
use guests::Guest;

/// Poses of an action that are examined to frame it: all of a short one, evenly spread over a long one.
const FRAMED_POSES: u32 = 32;

/// A figure on a stage.
pub(crate) struct FigureScene {
    /// The running scene.
    pub(crate) stage: Stage,
    pub(super) settings: Settings,
    pub(super) files: Files,
    pub(super) figure: LoadedFigure,
    /// The figure's polygons, in the renderer's order.
    pub(super) polygons: Vec<Polygon>,
    /// The bone that owns each vertex.
    owners: Vec<usize>,
    #[cfg(feature = "inspector")]
    pub(super) visibility: Visibility,
    /// Indices of the polygons that are shown, ascending, unless all are.
    pub(super) kept: Option<Vec<usize>>,
    /// The sphere map in use, and those that can be chosen, once they were looked for.
    pub(super) sphere: Option<(String, Arc<SphereMap>)>,
    pub(super) spheres: Option<Vec<(String, Arc<SphereMap>)>>,
    /// Figures that were added, beside the first one.
    pub(super) guests: Vec<Guest>,
    /// Picture for the background.
    pub(super) backdrop: Option<Framebuffer>,
    /// The figure's entity.
    pub(super) entity: Entity,
    camera: Entity,
    light: Option<Entity>,
    /// The space that the camera frames, and the action that it was measured for.
    pub(super) bounds: Bounds,
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
        let (polygons, owners) = (polygons(&figure.asset.figure), owners(&figure.asset.figure));
        let mut scene = Self {
            stage,
            settings: *settings,
            files: files.clone(),
            figure,
            polygons,
            owners,
            #[cfg(feature = "inspector")]
            visibility: Visibility::default(),
            kept: None,
            sphere: None,
            spheres: None,
            guests: Vec::new(),
            backdrop: None,
            entity,
            camera,
            light: None,
            bounds,
            framed: None,
        };
        scene.show(&Viewer::default());
        Ok(scene)
    }

    /// Shows other files, framed anew.
    pub(crate) fn replace(&mut self, files: &Files) -> Result<(), Error> {
        let figure = LoadedFigure::open(files, self.stage.scene().compat)?;
        self.framed = None;
        self.remove_guests();
        self.files = files.clone();
        self.sphere = None;
        #[cfg(feature = "inspector")]
        std::mem::take(&mut self.visibility);
        self.set_figure(figure);
        Ok(())
    }

    /// Loads all files again, framed as before. After an error nothing has changed.
    pub(crate) fn reload(&mut self, files: &Files) -> Result<(), Error> {
        let figure = self.figure.reloaded(files, self.stage.scene().compat)?;
        self.reload_guests()?;
        self.framed = self.framed.filter(|action| *action < figure.subject.actions.len().max(1));
        self.set_figure(figure);
        Ok(())
    }

    fn set_figure(&mut self, figure: LoadedFigure) {
        // The entity exists until here. A new one is not interpolated from the old pose.
        let _ = self.stage.world.despawn(self.entity);
        self.entity = spawn(&mut self.stage, &figure);
        let polygons = polygons(&figure.asset.figure);
        #[cfg(feature = "inspector")]
        if polygons.len() != self.polygons.len() {
            self.visibility = Visibility::default();
        }
        self.polygons = polygons;
        self.owners = owners(&figure.asset.figure);
        self.figure = figure;
        self.spheres = None;
        #[cfg(feature = "inspector")]
        self.apply_visibility();
    }

    /// Sets the picture for the background.
    pub(crate) fn set_backdrop(&mut self, picture: Framebuffer) {
        self.backdrop = Some(picture);
    }

    /// Returns the positions of all vertices in the current pose, in the figure's space.
    pub(crate) fn positions(&self) -> Vec<Vector3> {
        let mut positions = Vec::new();
        if let Ok(figure) = self.stage.world.get::<&FigureInstance>(self.entity) {
            figure.posture.positions(&figure.asset.model, &mut positions);
        }
        positions
    }

    /// Returns the positions of the vertices of all polygons that are drawn, and the corners of boxes around the added figures,
    /// in the figure's space.
    pub(crate) fn drawn_points(&mut self) -> Vec<Vector3> {
        let positions = self.positions();
        let drawn = self.stage.drawn_polygons();
        let polygons =
            drawn.iter().filter(|piece| piece.call() == 0).filter_map(|piece| self.polygons.get(piece.polygon()?));
        let vertices = polygons.flat_map(|polygon| polygon.vertices());
        let points = vertices.filter_map(|vertex| positions.get(usize::from(*vertex)).copied());
        points.chain(self.guest_corners()).collect()
    }

    /// Returns what is under a pixel of the picture.
    pub(crate) fn pick(&mut self, at: Pixel) -> Option<Hit> {
        let drawn = self.stage.drawn_polygons();
        let positions = self.positions();
        let pixel = |vertex: &u16| self.stage.pixel(self.entity, *positions.get(usize::from(*vertex))?);
        let corners = |polygon: &Polygon| polygon.vertices().iter().map(pixel).collect();
        match &self.kept {
            None => pick::pick(&drawn, 0, at, &self.polygons, &self.figure.textures, corners),
            Some(kept) => {
                let polygons: Vec<Polygon> = kept.iter().map(|index| self.polygons[*index]).collect();
                let hit = pick::pick(&drawn, 0, at, &polygons, &self.figure.textures, corners)?;
                Some(Hit { polygon: *kept.get(hit.polygon)?, ..hit })
            }
        }
    }

    /// Returns a hit as a selection.
    pub(crate) fn selection(&self, hit: Hit) -> Selection {
        let Hit { polygon, corner } = hit;
        let vertex = self.polygons.get(polygon).and_then(|polygon| polygon.vertices().get(corner));
        Selection { polygon: Some(polygon), corner, bone: vertex.map(|vertex| self.bone_of(*vertex)) }
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
        self.owners.get(usize::from(vertex)).copied().unwrap_or(0)
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

    /// Returns the back end that draws the scene.
    pub(crate) fn backend(&self) -> Backend {
        self.settings.backend.unwrap_or_default()
    }

    /// Returns whether `keitai shot` draws the figure alike: alone, whole and with the usual settings.
    pub(crate) fn is_plain(&self) -> bool {
        let Settings { backend: _, threads: _, language: _, compat: own, screen_format, screen_dither } = self.settings;
        let usual = own.is_none_or(|own| own == compat());
        let usual = usual && screen_format.is_none() && screen_dither.is_none();
        usual && self.guests.is_empty() && self.kept.is_none() && self.sphere.is_none()
    }

    /// Returns the figure and its companion files.
    pub(crate) fn figure(&self) -> &LoadedFigure {
        &self.figure
    }

    /// Brings the scene to the viewer's state.
    pub(crate) fn show(&mut self, viewer: &Viewer) {
        self.frame(viewer.action);
        let mut layout = camera::layout(&viewer.orbit, &self.bounds, self.stage.scene().size);
        if !self.guests.is_empty() {
            camera::widen(&mut layout);
        }
        self.show_guests(viewer, &layout.transform);
        self.stage.set_background(viewer.background);
        self.set_light(viewer.light.then_some(viewer.effects.lamp));
        self.set_effect(viewer);
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

    fn set_light(&mut self, lamp: Option<Light>) {
        let world = &mut self.stage.world;
        let light = lamp.map(|Light { direction, intensity, ambient }| WorldLight { direction, intensity, ambient });
        match (light, self.light) {
            (Some(light), None) => self.light = Some(world.spawn((light,))),
            // The entity was spawned here.
            (Some(light), Some(entity)) => _ = world.insert_one(entity, light),
            (None, Some(entity)) => {
                _ = world.despawn(entity);
                self.light = None;
            }
            (None, None) => {}
        }
    }

    fn set_effect(&mut self, viewer: &Viewer) {
        let (shading, opaque) = (viewer.effects.shading, viewer.effects.opaque);
        let sphere_map = self.sphere.as_ref().map(|(_, map)| Arc::clone(map));
        let effect = FigureEffect { shading, opaque, sphere_map, ..FigureEffect::default() };
        // The entity exists.
        _ = self.stage.world.insert_one(self.entity, effect);
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

/// Returns the bone that owns each vertex.
fn owners(figure: &Figure) -> Vec<usize> {
    let bones = figure.bones.iter().enumerate();
    let owners = bones.flat_map(|(bone, own)| std::iter::repeat_n(bone, usize::from(own.vertex_count)));
    owners.take(figure.vertices.len()).collect()
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
