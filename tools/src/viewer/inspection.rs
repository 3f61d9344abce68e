//! Facts of the selected figure that panels list, and changes of what is drawn of it.

use std::path::Path;
use std::sync::Arc;

use keitai_formats::Slot;
use keitai_render::{AffineTrans, Model, SphereMap};
use keitai_runtime::world::Figure;
use keitai_runtime::{Settings, Stage};

use super::camera::{Bounds, Orbit};
use super::load::{LoadedFigure, NamedSphere};
use super::polygons::Polygon;
use super::scene::FigureScene;
use super::state::Viewer;
use super::visibility::{self, Part, Visibility};
use crate::error::Error;

/// Side of a sphere map, texels.
const SPHERE: u16 = 64;

impl FigureScene {
    /// Changes what of the selected figure is shown.
    pub(crate) fn change_visibility(&mut self, change: impl FnOnce(&mut Visibility)) {
        let figure = &mut self.figures[self.selected];
        change(&mut figure.visibility);
        figure.apply_visibility(&mut self.stage);
    }

    /// Returns the polygon with this number in the order of the file: triangles and quads with colours, then with textures.
    pub(crate) fn polygon_in_file_order(&self, number: usize) -> Option<usize> {
        let lists = &self.figure().figure.document.polygons;
        let before = |polygon: &Polygon| {
            let (colour3, colour4) = (lists.colour_triangles.len(), lists.colour_quads.len());
            match (polygon.slot, polygon.vertices().len()) {
                (Slot::Colour, 3) => 0,
                (Slot::Colour, _) => colour3,
                (Slot::Texture(_), 3) => colour3 + colour4,
                (Slot::Texture(_), _) => colour3 + colour4 + lists.textured_triangles.len(),
            }
        };
        self.figure().polygons.iter().position(|polygon| before(polygon) + polygon.index == number)
    }

    /// Returns the place of a polygon in the painter's order of the current picture, counted from 0 at the bottom, the number of
    /// polygons that are painted, and the sort key, which is larger for farther ones; `None` when it is not painted.
    pub(crate) fn paint_order(&mut self, polygon: usize) -> Option<(usize, usize, i32)> {
        let index = match &self.figure().indices {
            Some(polygons) => polygons.binary_search(&polygon).ok()?,
            None => polygon,
        };
        let (pieces, call) = (self.stage.drawn_polygons(), self.call(self.selected));
        let place = pieces.iter().rposition(|piece| piece.call() == call && piece.polygon() == Some(index))?;
        Some((place, pieces.len(), pieces[place].key()))
    }

    /// Returns the matrix of a bone in its parent and in the figure, at the current frame.
    pub(crate) fn bone_matrices(&self, bone: usize) -> Option<(AffineTrans, AffineTrans)> {
        let figure = self.stage.world.get::<&Figure>(self.figure().entity).ok()?;
        let mut bones = Vec::new();
        figure.posture.bones(&figure.model, &mut bones);
        Some((*figure.posture.locals().get(bone)?, bones.get(bone)?.0))
    }

    /// Returns the camera that shows a part of the figure; `None` for one without vertices.
    pub(crate) fn framed(&self, part: Part, viewer: &Viewer) -> Option<Orbit> {
        let (placed, positions) = (self.figure(), self.positions());
        let of_part =
            |(index, polygon): &(usize, &Polygon)| part.contains(*index, polygon, placed.bone_of_polygon(polygon));
        let polygons = placed.polygons.iter().enumerate().filter(of_part);
        let vertices = polygons.flat_map(|(_, polygon)| polygon.vertices());
        let points = vertices.filter_map(|vertex| Some(placed.in_row(*positions.get(usize::from(*vertex))?)));
        let points: Vec<_> = points.collect();
        (!points.is_empty()).then(|| self.bounds.closer(&Bounds::around(&points), &viewer.orbit))
    }

    /// Draws with other settings from now on. After an error nothing has changed.
    pub(crate) fn change_settings(&mut self, settings: Settings) -> Result<(), Error> {
        let plain = |settings: &Settings| Settings {
            backend: Some(settings.backend.unwrap_or_default()),
            screen_format: Some(settings.screen_format.unwrap_or_default()),
            screen_dither: Some(settings.screen_dither.unwrap_or_default()),
            ..*settings
        };
        if plain(&settings) == plain(&self.settings) {
            return Ok(());
        }
        let mut scene = Self::open_sized(&self.session, &self.figures[0].opened, &settings, self.stage.scene().size)?;
        for other in &self.figures[1..] {
            scene.add(&other.opened)?;
        }
        for (index, old) in self.figures.iter().enumerate() {
            scene.selected = index;
            scene.figure_mut().choices = old.choices;
            scene.change_visibility(|visibility| visibility.clone_from(&old.visibility));
            scene.choose_sphere_map(old.sphere.as_ref().map(|(name, _)| name.as_str()));
        }
        scene.selected = self.selected;
        scene.backdrop = self.backdrop.take();
        *self = scene;
        Ok(())
    }

    pub(crate) fn sphere_map(&self) -> Option<&str> {
        self.figure().sphere.as_ref().map(|(name, _)| name.as_str())
    }

    /// Returns the names of all pictures beside the figure that can be sphere maps.
    pub(crate) fn sphere_maps(&mut self) -> Vec<String> {
        let Self { session, stage, figures, selected, .. } = self;
        let placed = &mut figures[*selected];
        let spheres = placed.spheres.get_or_insert_with(|| {
            let Some(figure) = placed.opened.figure.as_deref() else { return Vec::new() };
            let load = |path: &Path| -> Option<NamedSphere> {
                let texture = session.texture(path)?;
                let map = SphereMap::new(&texture, &stage.scene().compat).ok()?;
                (texture.width == SPHERE && texture.height == SPHERE)
                    .then(|| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), Arc::new(map)))
            };
            session.pictures(figure).of(&session.stem(figure)).filter_map(|(path, _)| load(path)).collect()
        });
        spheres.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(crate) fn choose_sphere_map(&mut self, name: Option<&str>) {
        if name == self.sphere_map() {
            return;
        }
        let names = self.sphere_maps();
        let at = names.iter().position(|sphere| Some(sphere.as_str()) == name);
        let figure = self.figure_mut();
        figure.sphere = at.and_then(|at| figure.spheres.as_ref()?.get(at).cloned());
    }
}

impl LoadedFigure {
    /// Returns the bone that owns a polygon's first vertex.
    fn bone_of_polygon(&self, polygon: &Polygon) -> usize {
        polygon.vertices().first().map_or(0, |first| self.bone_of(*first))
    }

    /// Draws what is shown of the figure, and nothing else of it.
    pub(super) fn apply_visibility(&mut self, stage: &mut Stage) {
        let Ok(mut figure) = stage.world.get::<&mut Figure>(self.entity) else { return };
        let Figure { document, model, .. } = &self.figure;
        (figure.document, figure.model, self.indices) = (Arc::clone(document), Arc::clone(model), None);
        if self.visibility.is_whole() {
            return;
        }
        let shows = |index: usize| {
            let polygon = &self.polygons[index];
            self.visibility.shows(index, polygon, self.bone_of_polygon(polygon))
        };
        let (reduced, indices) = visibility::reduced(document, shows);
        // Fewer polygons of a figure that was drawn can be drawn too.
        if let Ok(model) = Model::new(&reduced) {
            (figure.document, figure.model, self.indices) = (reduced.into(), model.into(), Some(indices));
        }
    }

    /// Returns the number of an action among all loaded ones. `path` is the file of its table, `index` its place there.
    pub(crate) fn action_in(&self, path: &Path, index: usize) -> Option<usize> {
        let table = self.companions().0.iter().position(|source| source == path)?;
        let before: usize = self.actions.tables[..table].iter().map(|table| table.table.actions.len()).sum();
        Some(before + index)
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::Files;
    use super::*;
    use crate::testing::{robot, shown};

    #[test]
    fn figures_that_were_added_stay_under_other_settings() {
        let picture = |scene: &mut FigureScene| scene.picture(&Viewer::starting_at(3, Some(7)));
        let enhanced = Settings { backend: Some(keitai_render::Backend::Enhanced), ..Settings::default() };
        let (mut alone, mut both) = (shown(&robot("tin.mbac")), shown(&robot("tin.mbac")));
        alone.change_settings(enhanced).unwrap();
        both.add(&Files::figure(&robot("boiler.mbac"))).unwrap();
        let before = picture(&mut both);
        both.change_settings(enhanced).unwrap();
        assert_ne!(picture(&mut both), picture(&mut alone));
        both.change_settings(Settings::default()).unwrap();
        assert_eq!(picture(&mut both), before);
    }
}
