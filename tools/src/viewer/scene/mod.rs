//! The scene of the viewer: figures beside each other before a camera, built in code from the loaded files. One of them is
//! selected: keys, clicks and panels are for it.
//!
//! The first figure's place in the world is the whole view of [`camera::layout`]; the camera itself looks along the world's axes.
//! The space of the first figure is that of the row.

mod drawing;
mod placed;

use std::path::PathBuf;

use keitai_app::SIZE;
use keitai_render::{AffineTrans, Compat, Framebuffer, Light, Posture, Q16, Vector3};
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{Camera, WorldLight};
use keitai_runtime::{Settings, Stage};

use super::camera::{self, Bounds};
use super::files::Files;
use super::load::LoadedFigure;
use super::polygons::{self, Hit, Pixel, Selection};
use super::state::Viewer;
use crate::error::Error;
use crate::session::Session;

/// Poses of an action that are examined to frame it: all of a short one, evenly spread over a long one.
const FRAMED_POSES: u32 = 32;

pub(crate) struct FigureScene {
    pub(crate) session: Session,
    pub(crate) stage: Stage,
    pub(crate) settings: Settings,
    /// The figures from left to right, at least one.
    pub(crate) figures: Vec<LoadedFigure>,
    pub(crate) selected: usize,
    pub(crate) backdrop: Option<Framebuffer>,
    camera: Entity,
    light: Option<Entity>,
    /// The space that the camera frames, and the action of the first figure that it was measured for.
    pub(crate) bounds: Bounds,
    framed: Option<usize>,
}

impl FigureScene {
    /// Loads a figure and its companion files, and shows it on a picture of the usual size.
    pub(crate) fn open(session: &Session, files: &Files, settings: &Settings) -> Result<Self, Error> {
        Self::open_sized(session, files, settings, SIZE)
    }

    /// Loads a figure and its companion files, and shows it on a picture of `size` pixels.
    pub(crate) fn open_sized(
        session: &Session,
        files: &Files,
        settings: &Settings,
        size: (u32, u32),
    ) -> Result<Self, Error> {
        let stage = Stage::empty(size, Compat::default(), settings);
        let figure = LoadedFigure::open(session, files, stage.scene().compat)?;
        Ok(Self::of(session, stage, settings, figure))
    }

    /// Shows nothing, until a figure is opened.
    pub(crate) fn empty(session: &Session, settings: &Settings) -> Result<Self, Error> {
        Ok(Self::of(session, Stage::empty(SIZE, Compat::default(), settings), settings, LoadedFigure::none()?))
    }

    fn of(session: &Session, mut stage: Stage, settings: &Settings, mut figure: LoadedFigure) -> Self {
        let camera = Camera { view: AffineTrans::IDENTITY, ..Camera::default() };
        let camera = stage.world.spawn((camera,));
        if let Some(unused) = stage.camera.replace(camera) {
            // The entity was spawned with the stage.
            let _ = stage.world.despawn(unused);
        }
        figure.place(&mut stage, 0);
        let mut scene = Self {
            session: session.clone(),
            stage,
            settings: *settings,
            figures: vec![figure],
            selected: 0,
            backdrop: None,
            camera,
            light: None,
            bounds: Bounds::around(&[]),
            framed: None,
        };
        scene.show(&Viewer::default());
        scene
    }

    /// Adds a figure to the right of those that are shown, which plays its liveliest action. Returns the figure.
    pub(crate) fn add(&mut self, files: &Files) -> Result<&LoadedFigure, Error> {
        let mut figure = LoadedFigure::open(&self.session, files, self.stage.scene().compat)?;
        let away = self.figures.last().map_or(0, |last| {
            let away = i64::from(last.away) + (last.width() + figure.width()) / 2;
            i32::try_from(away).unwrap_or(i32::MAX)
        });
        figure.place(&mut self.stage, away);
        self.figures.push(figure);
        Ok(self.figures.last().unwrap_or(self.figure()))
    }

    /// Shows the figure of other files in place of all figures, framed again.
    pub(crate) fn replace(&mut self, files: &Files) -> Result<(), Error> {
        let figure = LoadedFigure::open(&self.session, files, self.stage.scene().compat)?;
        for other in self.figures.drain(1..) {
            other.remove(&mut self.stage);
        }
        self.selected = 0;
        self.set_figure(figure);
        Ok(())
    }

    /// Shows the figure of other files in place of the selected one, framed again.
    pub(crate) fn replace_selected(&mut self, files: &Files) -> Result<(), Error> {
        let figure = LoadedFigure::open(&self.session, files, self.stage.scene().compat)?;
        self.set_figure(figure);
        Ok(())
    }

    /// Shows the selected figure with other textures, framed as before. The user's choices for it stay.
    pub(crate) fn change_textures(&mut self, files: &Files) -> Result<(), Error> {
        let figure = LoadedFigure::open(&self.session, files, self.stage.scene().compat)?;
        self.figures[self.selected].renew(&mut self.stage, figure);
        Ok(())
    }

    fn set_figure(&mut self, mut figure: LoadedFigure) {
        self.framed = None;
        let away = self.figure().away;
        figure.place(&mut self.stage, away);
        std::mem::replace(self.figure_mut(), figure).remove(&mut self.stage);
    }

    /// Loads all files again, framed as before. After an error nothing has changed.
    pub(crate) fn reload(&mut self) -> Result<(), Error> {
        let compat = self.stage.scene().compat;
        let reloaded = self.figures.iter().map(|figure| figure.reloaded(&self.session, compat));
        let figures: Vec<LoadedFigure> = reloaded.collect::<Result<_, _>>()?;
        self.framed = self.framed.filter(|action| *action < figures[0].subject.actions.len().max(1));
        for (old, figure) in self.figures.iter_mut().zip(figures) {
            old.renew(&mut self.stage, figure);
        }
        Ok(())
    }

    pub(crate) fn select(&mut self, index: usize, viewer: &mut Viewer) {
        self.figure_mut().choices = viewer.choices();
        self.selected = index.min(self.figures.len() - 1);
        let choices = self.figure().choices;
        viewer.select_figure(choices, self.figure().subject.last_frame(choices.action));
    }

    pub(crate) fn all_files(&self) -> Vec<PathBuf> {
        self.figures.iter().flat_map(|figure| &figure.files).cloned().collect()
    }

    pub(crate) fn figure(&self) -> &LoadedFigure {
        &self.figures[self.selected]
    }

    pub(super) fn figure_mut(&mut self) -> &mut LoadedFigure {
        &mut self.figures[self.selected]
    }

    /// Returns the positions of all vertices of the selected figure in the current pose, in its space.
    pub(crate) fn positions(&self) -> Vec<Vector3> {
        self.figure().positions(&self.stage)
    }

    /// Returns the positions of the vertices of all polygons that are drawn of the selected figure, and the corners of boxes around
    /// the others, in the space of the row.
    pub(crate) fn drawn_points(&mut self) -> Vec<Vector3> {
        let (pieces, call, positions) = (self.stage.drawn_polygons(), self.call(self.selected), self.positions());
        let figure = self.figure();
        let all = &figure.polygons;
        let polygons = pieces.iter().filter(|piece| piece.call() == call).filter_map(|piece| all.get(piece.polygon()?));
        let vertices = polygons.flat_map(|polygon| polygon.vertices());
        let points = vertices.filter_map(|vertex| Some(figure.in_row(*positions.get(usize::from(*vertex))?)));
        let others = self.figures.iter().enumerate().filter(|(index, _)| *index != self.selected);
        points.chain(others.flat_map(|(_, other)| other.corners())).collect()
    }

    /// Returns the place of a figure among the draw calls: figures are drawn in the order of their entities.
    pub(super) fn call(&self, index: usize) -> usize {
        let entity = self.figures[index].entity.id();
        self.figures.iter().filter(|other| other.entity.id() < entity).count()
    }

    /// Returns what is under a pixel of the picture.
    pub(crate) fn pick(&mut self, at: Pixel) -> Option<Hit> {
        let pieces = self.stage.drawn_polygons();
        let calls: Vec<usize> = (0..self.figures.len()).map(|index| self.call(index)).collect();
        let positions: Vec<Vec<Vector3>> = self.figures.iter().map(|placed| placed.positions(&self.stage)).collect();
        pieces.iter().rev().filter(|piece| polygons::covers(piece.corners(), at)).find_map(|piece| {
            let figure = calls.iter().position(|call| *call == piece.call())?;
            let placed = &self.figures[figure];
            let index = placed.whole(piece.polygon()?)?;
            let polygon = placed.polygons.get(index)?;
            let pixel = |vertex: &u16| self.stage.pixel(placed.entity, *positions[figure].get(usize::from(*vertex))?);
            let corners: Vec<Option<Pixel>> = polygon.vertices().iter().map(pixel).collect();
            let is_hit = !polygons::is_seen_through(polygon, &corners, at, &placed.textures);
            is_hit.then(|| Hit { figure, polygon: index, corner: polygons::nearest(&corners, at) })
        })
    }

    pub(crate) fn selection(&self, hit: Hit) -> Selection {
        let Hit { figure, polygon, corner } = hit;
        let placed = &self.figures[figure];
        let vertex = placed.polygons.get(polygon).and_then(|polygon| polygon.vertices().get(corner));
        Selection { polygon: Some(polygon), corner, bone: vertex.map(|vertex| placed.bone_of(*vertex)) }
    }

    /// Returns the pixel where a point of the row's space is seen.
    pub(crate) fn pixel(&self, point: Vector3) -> Option<Pixel> {
        self.stage.pixel(self.figures[0].entity, point)
    }

    /// Returns the camera that shows the bone under a pixel, or the polygon of a figure with one bone; `None` where
    /// nothing is drawn.
    pub(crate) fn framed_at(&mut self, at: Pixel, viewer: &Viewer) -> Option<camera::Orbit> {
        let hit = self.pick(at)?;
        let placed = &self.figures[hit.figure];
        let polygon = placed.polygons.get(hit.polygon)?;
        let positions = placed.positions(&self.stage);
        let bone = placed.bone_of(*polygon.vertices().get(hit.corner)?);
        let bones = &placed.figure.document.bones;
        let first: usize = bones[..bone].iter().map(|bone| usize::from(bone.vertex_count)).sum();
        let points = positions.get(first..first + usize::from(bones[bone].vertex_count)).unwrap_or_default();
        let of_polygon = || polygon.vertices().iter().filter_map(|vertex| positions.get(usize::from(*vertex)).copied());
        let part: Vec<Vector3> = if points.len() == positions.len() { of_polygon().collect() } else { points.to_vec() };
        let part: Vec<Vector3> = part.into_iter().map(|point| placed.in_row(point)).collect();
        Some(self.bounds.closer(&Bounds::around(&part), &viewer.orbit))
    }

    /// Returns the settings with which `keitai shot` draws the same picture; `None` when it cannot: only a single,
    /// whole figure has options.
    pub(crate) fn plain_settings(&self) -> Option<Settings> {
        let compat = self.settings.compat.filter(|value| *value != Compat::default());
        let plain = self.figures.len() == 1 && self.figure().indices.is_none() && self.figure().sphere.is_none();
        plain.then_some(Settings { compat, ..self.settings })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files().figure.is_none()
    }

    pub(crate) fn files(&self) -> &Files {
        &self.figure().opened
    }

    pub(crate) fn show(&mut self, viewer: &Viewer) {
        self.figure_mut().choices = viewer.choices();
        self.frame();
        let mut layout = camera::layout(&viewer.orbit, &self.bounds, self.stage.scene().size);
        if self.figures.len() > 1 {
            camera::widen(&mut layout);
        }
        self.stage.set_background(viewer.background);
        self.set_light(viewer.light.then_some(viewer.effects.lamp));
        let world = &mut self.stage.world;
        if let Ok(mut camera) = world.get::<&mut Camera>(self.camera) {
            (camera.projection, camera.centre) = (layout.projection(), Some(layout.centre));
        }
        for (index, placed) in self.figures.iter().enumerate() {
            placed.show(world, &layout.transform, viewer.head, index == self.selected);
        }
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

    /// Frames everything that the first figure reaches during its action.
    fn frame(&mut self) {
        let figure = &self.figures[0];
        let number = figure.choices.action;
        if self.framed == Some(number) {
            return;
        }
        self.framed = Some(number);
        let model = &figure.figure.model;
        let action = figure.action(number);
        let last = action.map_or(0, |action| u32::from(action.last_frame));
        let every = (last / FRAMED_POSES).max(1);
        let mut posture = Posture::rest(model);
        let (mut positions, mut all) = (Vec::new(), Vec::new());
        for frame in (0..=last).step_by(every as usize) {
            if let Some(action) = action {
                // Frames beyond 32767 have no 16.16 form.
                let frame = i32::try_from(frame << 16).unwrap_or(i32::MAX);
                posture.set(model, action, Q16::from_bits(frame));
            }
            posture.positions(model, &mut positions);
            all.extend_from_slice(&positions);
        }
        self.bounds = Bounds::around(&all);
    }
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
        let mut scene = FigureScene::open(
            &Session::default(),
            &Files::sort(&Session::default(), &[robo]).unwrap(),
            &Settings::default(),
        )
        .unwrap();
        let log = scene.figure().log.join("\n");
        for name in ["action_01.mtra (found", "action_02.mtra (found", "tex_001.bmp (found"] {
            assert!(log.contains(name), "{log}");
        }
        assert_eq!((scene.figure().subject.actions.len(), scene.figure().liveliest()), (2, 1));
        assert!(!log.contains("warning"), "{log}");

        let mut frame_of = |frame| {
            let viewer = Viewer::starting_at(1, Some(frame));
            let picture = scene.picture(&viewer);
            let figure = picture.pixels().iter().filter(|pixel| **pixel != viewer.background).count();
            (picture, figure)
        };
        let (first, covered) = frame_of(0);
        let (later, _) = frame_of(20);
        assert!(covered > 5000, "{covered} pixels are too small a figure");
        assert_ne!(first, later);
        let edges = first.pixels().chunks_exact(240).flat_map(|row| [row[0], row[239]]);
        assert!(edges.chain(first.pixels()[..240].iter().copied()).all(|pixel| pixel == 0x333377), "it is cut off");
    }
}
