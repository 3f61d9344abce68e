//! The page of files: the folders and archives to go through, and the figures in one of them with small pictures.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use egui::{
    Align2, CollapsingHeader, Color32, ColorImage, FontId, Pos2, Rect, Sense, TextEdit, TextureHandle, TextureOptions,
    Ui, Vec2,
};
use keitai_formats::Kind;
use keitai_runtime::Settings;

use super::painter::colour_of;
use super::{FONT_HEIGHT, PanelView, Wish};
use crate::session::candidates::Candidate;
use crate::session::{self, Session};
use crate::viewer::files::Files;
use crate::viewer::framing::first_view;
use crate::viewer::scene::FigureScene;
use crate::viewer::state::Viewer;

/// Size of a small picture, pixels.
const PICTURE: (u32, u32) = (48, 64);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    path: PathBuf,
    name: String,
    /// A folder or an archive, which has a list of its own.
    is_place: bool,
}

pub(super) struct FilesPage {
    /// The folder or the archive whose list is shown.
    place: PathBuf,
    /// Whether the list comes first: the viewer was opened without a figure, or with all figures of a place.
    pub(super) chosen: bool,
    /// The list, once it was read, or the reason why there is none.
    entries: Option<Result<Vec<Entry>, String>>,
    search: String,
    /// The textures and actions that fit the current figure, once they were looked for, and its file.
    fitting: Option<(PathBuf, [Vec<Candidate>; 2])>,
    /// The small pictures that were drawn; none for a figure that cannot be shown.
    pictures: BTreeMap<PathBuf, Option<TextureHandle>>,
}

impl FilesPage {
    /// The page of a viewer that was opened with these files.
    pub(super) fn new(session: &Session, inputs: &[PathBuf]) -> Self {
        let is_place = |path: &Path| path.is_dir() || session.is_archive(path);
        let (place, chosen) = match inputs {
            [] => (absolute(Path::new(".")), true),
            [place] if is_place(place) => (absolute(place), true),
            [first, ..] => (outer(session, &absolute(first)), false),
        };
        Self { place, chosen, entries: None, search: String::new(), fitting: None, pictures: BTreeMap::new() }
    }

    /// Shows the list of a folder or of an archive.
    pub(super) fn go_to(&mut self, place: PathBuf) {
        self.place = place;
        self.search.clear();
        self.forget_lists();
    }

    /// Forgets what was read from folders, in which files have changed.
    pub(super) fn forget_lists(&mut self) {
        (self.entries, self.fitting) = (None, None);
        self.pictures.clear();
    }

    pub(super) fn show(&mut self, ui: &mut Ui, view: &mut PanelView, recent: &[PathBuf]) {
        ui.horizontal(|ui| {
            if ui.button("up").on_hover_text("the folder around it").clicked() {
                self.go_to(outer(&view.scene.session, &self.place));
            }
            if cfg!(feature = "window") && ui.button("open ...").clicked() {
                view.wish = Some(Wish::Ask);
            }
            ui.label(self.place.to_string_lossy());
        });
        if !recent.is_empty() {
            CollapsingHeader::new("opened before").default_open(view.scene.is_empty()).show(ui, |ui| {
                for path in recent {
                    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                    if ui.selectable_label(false, name).on_hover_text(path.to_string_lossy()).clicked() {
                        view.wish = Some(Wish::OpenRecent(path.clone()));
                    }
                }
            });
        }
        self.show_fitting(ui, view);
        ui.add(TextEdit::singleline(&mut self.search).hint_text("search").desired_width(f32::INFINITY));
        let place = &self.place;
        let entries = match self
            .entries
            .get_or_insert_with(|| list(&view.scene.session, place).map_err(|error| error.to_string()))
        {
            Ok(entries) => entries.clone(),
            Err(error) => {
                ui.label(error.as_str());
                return;
            }
        };
        let needle = self.search.to_lowercase();
        let figures = || entries.iter().filter(|entry| !entry.is_place).map(|entry| entry.path.clone());
        if figures().next().is_none() {
            ui.label("no figure is here");
        }
        let mut is_drawn = false;
        for entry in entries.iter().filter(|entry| entry.name.to_lowercase().contains(&needle)) {
            if entry.is_place {
                if ui.selectable_label(false, format!("{}/", entry.name)).clicked() {
                    return self.go_to(entry.path.clone());
                }
            } else if self.figure(ui, entry, view, &mut is_drawn) {
                view.wish = Some(Wish::Open(entry.path.clone(), figures().collect()));
            }
        }
        if is_drawn {
            ui.ctx().request_repaint();
        }
    }

    /// Draws the textures and the actions that fit the current figure. A click puts one on it.
    fn show_fitting(&mut self, ui: &mut Ui, view: &mut PanelView) {
        let files = view.scene.files();
        let Some(figure) = files.figure.as_deref() else { return };
        if self.fitting.as_ref().is_none_or(|(owner, _)| owner != figure) {
            let fitting = [Kind::is_texture, Kind::is_actions]
                .map(|kind| files.candidates(&view.scene.session, kind).unwrap_or_default());
            self.fitting = Some((figure.to_owned(), fitting));
        }
        let Some((figure, [textures, actions])) = &self.fitting else { return };
        let is_white = view.scene.figure().missing().is_some();
        for (title, list, is_open) in [("textures that fit", textures, is_white), ("actions that fit", actions, false)]
        {
            let header = CollapsingHeader::new(format!("{title} ({})", list.len())).id_salt((title, figure));
            header.default_open(is_open && !list.is_empty()).show(ui, |ui| {
                for Candidate { path, about, .. } in list {
                    let name = view.scene.session.file_name(path).unwrap_or_default();
                    let in_use = view.scene.figure().files.contains(path);
                    let row = ui.selectable_label(in_use, format!("{name}, {about}"));
                    if row.on_hover_text(path.to_string_lossy()).clicked() {
                        view.wish = Some(Wish::Use(path.clone()));
                    }
                }
            });
        }
    }

    /// Draws the row of a figure. Returns whether it was clicked. A pass draws one new picture at most, so that long lists open
    /// at once.
    fn figure(&mut self, ui: &mut Ui, entry: &Entry, view: &PanelView, is_drawn: &mut bool) -> bool {
        let size = Vec2::new(PICTURE.0 as f32, PICTURE.1 as f32);
        let (row, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), size.y + 4.0), Sense::click());
        if !ui.is_rect_visible(row) {
            return response.clicked();
        }
        let is_open = view.scene.files().figure.as_deref().is_some_and(|open| absolute(open) == entry.path);
        let visuals = ui.style().interact_selectable(&response, is_open);
        if is_open || response.hovered() || response.has_focus() {
            ui.painter().rect_filled(row, 0.0, visuals.weak_bg_fill);
        }
        if !*is_drawn && !self.pictures.contains_key(&entry.path) {
            *is_drawn = true;
            let picture = picture(&view.scene.session, &entry.path)
                .map(|image| ui.ctx().load_texture("figure", image, TextureOptions::NEAREST));
            self.pictures.insert(entry.path.clone(), picture);
        }
        if let Some(Some(picture)) = self.pictures.get(&entry.path) {
            let all = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            let place = Rect::from_min_size(row.min + Vec2::splat(2.0), size);
            ui.painter().image(picture.id(), place, all, Color32::WHITE);
        }
        let font = FontId::proportional(FONT_HEIGHT);
        let at = row.left_center() + Vec2::new(size.x + 10.0, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, &entry.name, font, visuals.text_color());
        response.clicked()
    }
}

/// Returns a path from the root of the disk on, without `..`.
fn absolute(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut short = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => _ = short.pop(),
            part => short.push(part),
        }
    }
    short
}

/// Returns the folder around a folder or a file, or the archive around an entry.
fn outer(session: &Session, path: &Path) -> PathBuf {
    session.split(path).map_or_else(|| path.parent().unwrap_or(path).to_owned(), |(archive, _)| archive)
}

/// Returns the folders, archives and figures in a folder, or the figures in an archive, in the order of their names.
fn list(session: &Session, place: &Path) -> Result<Vec<Entry>, crate::error::Error> {
    let entry = |path: PathBuf, name: String, is_place| Entry { path, name, is_place };
    if session.is_archive(place) {
        let inside = session.entries(place)?.into_iter();
        let figures = inside.filter(|entry| matches!(entry.kind, Ok(Some(kind)) if kind.is_figure()));
        let start = session::join(place, "").to_string_lossy().len();
        let name = |path: &Path| path.to_string_lossy().get(start..).unwrap_or_default().to_owned();
        return Ok(figures.map(|figure| entry(figure.path.clone(), name(&figure.path), false)).collect());
    }
    let folder = std::fs::read_dir(place).map_err(|error| crate::error::Error::read(place, error))?;
    let mut entries: Vec<Entry> = folder
        .flatten()
        .filter_map(|item| {
            let (path, name) = (item.path(), item.file_name().to_string_lossy().into_owned());
            if name.starts_with('.') {
                return None;
            }
            let is_folder = path.is_dir();
            let kind = if is_folder { None } else { session.kind(&path) };
            let is_place = is_folder || kind == Some(Kind::Archive);
            (is_place || kind.is_some_and(Kind::is_figure)).then(|| entry(path, name, is_place))
        })
        .collect();
    entries.sort_by(|a, b| (!a.is_place, &a.name).cmp(&(!b.is_place, &b.name)));
    Ok(entries)
}

/// Returns the small picture of a figure; `None` for one that cannot be shown.
fn picture(session: &Session, path: &Path) -> Option<ColorImage> {
    let mut scene = FigureScene::open_sized(session, &Files::figure(path), &Settings::default(), PICTURE).ok()?;
    let mut viewer = Viewer::starting_at(scene.figure().liveliest(), Some(0));
    viewer.light = scene.figure().subject.lit;
    viewer.set_home(first_view(&mut scene, &viewer));
    let picture = scene.picture(&viewer);
    let colours = picture.pixels().iter().map(|pixel| colour_of(*pixel)).collect();
    Some(ColorImage::new([PICTURE.0 as usize, PICTURE.1 as usize], colours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lists_places_before_figures() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["tin.mbac", "tin.bmp", "boiler.mbac"] {
            std::fs::copy(crate::testing::robot(name), folder.path().join(name)).unwrap();
        }
        std::fs::create_dir(folder.path().join("textures")).unwrap();
        let names: Vec<String> =
            list(&Session::default(), folder.path()).unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["textures", "boiler.mbac", "tin.mbac"]);
        let small = picture(&Session::default(), &folder.path().join("tin.mbac")).unwrap();
        assert!(small.pixels.iter().any(|pixel| *pixel != small.pixels[0]), "the figure is drawn");
        assert!(picture(&Session::default(), &folder.path().join("tin.bmp")).is_none());
    }

    #[test]
    fn a_relative_path_leads_to_the_same_place_as_the_listed_one() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(absolute(Path::new("../a/../b.jar!res/17")), here.parent().unwrap().join("b.jar!res/17"));
        let page = FilesPage::new(&Session::default(), &[PathBuf::from("..")]);
        assert_eq!(
            (page.place.as_path(), outer(&Session::default(), &page.place)),
            (here.parent().unwrap(), outer(&Session::default(), here.parent().unwrap()))
        );
    }
}
