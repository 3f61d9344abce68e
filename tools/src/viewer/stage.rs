//! What the viewer shows: a figure with the action tables and textures that were given or found beside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use keitai_formats::{Action, Diagnostic, Material, Normals, Severity, Track};
use keitai_render::{
    Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, MissingTextureGroup, Posture, Q12, Q16, Renderer,
    TextureMap, Vector3,
};
use keitai_runtime::Settings;
use keitai_runtime::assets::{
    ACTION_ENDINGS, ActionsAsset, AssetError, AssetPath, Assets, FIGURE_ENDINGS, FigureAsset, Source, TEXTURE_ENDINGS,
    TextureAsset, companions,
};
use keitai_runtime::debug::{self, Debug, DebugFigure, Times};
use keitai_runtime::shot::{FrameSettings, Recorded, ShotRecorder};
use keitai_runtime::world::figure::FigureInstance;
use keitai_runtime::world::target::{DrawTarget, PosedFigure};

use super::camera::{self, Bounds};
use super::state::Viewer;
use super::subject::{Playable, Subject};
use crate::error::Error;
use crate::follow::folder_of;
use crate::show::SIZE;

/// Poses of an action that are looked at to frame it: all of a short one, evenly spread over a long one.
const FRAMED_POSES: u32 = 32;

/// Files by what they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Files {
    /// The renderer's settings that textures are laid out for.
    compat: Compat,
    figure: Option<PathBuf>,
    actions: Vec<PathBuf>,
    textures: Vec<PathBuf>,
}

impl Files {
    /// Sorts files by their endings.
    pub(crate) fn sort(paths: &[PathBuf]) -> Result<Self, Error> {
        let mut files = Self { compat: compat(), ..Self::default() };
        for path in paths {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
            let is = |endings: &[&str]| endings.contains(&ending.as_str());
            if is(&FIGURE_ENDINGS) {
                if files.figure.replace(path.clone()).is_some() {
                    return Err(Error::Usage {
                        message: format!("{}: a second figure", path.display()),
                        hint: "one figure is shown at a time".to_owned(),
                    });
                }
            } else if is(&ACTION_ENDINGS) {
                files.actions.push(path.clone());
            } else if is(&TEXTURE_ENDINGS) {
                files.textures.push(path.clone());
            } else {
                let known = [&FIGURE_ENDINGS[..], &ACTION_ENDINGS, &TEXTURE_ENDINGS].concat().join(", .");
                return Err(Error::Read {
                    path: path.clone(),
                    reason: "not a figure, an action table or a texture".to_owned(),
                    hint: Some(format!("their names end in .{known}")),
                });
            }
        }
        Ok(files)
    }

    /// The same, laid out for a renderer that somebody asked for.
    pub(crate) fn drawn_with(self, settings: &Settings) -> Self {
        Self { compat: settings.over(compat()), ..self }
    }

    /// What is shown after `dropped` files are added to these: another figure brings its own belongings, without one
    /// the new actions or textures take the place of the old ones.
    pub(crate) fn with(&self, dropped: Self) -> Self {
        let compat = self.compat;
        if dropped.figure.is_some() {
            return Self { compat, ..dropped };
        }
        let or = |new: Vec<PathBuf>, old: &[PathBuf]| if new.is_empty() { old.to_vec() } else { new };
        Self {
            compat,
            figure: self.figure.clone(),
            actions: or(dropped.actions, &self.actions),
            textures: or(dropped.textures, &self.textures),
        }
    }
}

/// A figure ready to be shown, and what belongs to it.
pub(crate) struct Stage {
    compat: Compat,
    figure: Arc<FigureAsset>,
    tables: Vec<Arc<ActionsAsset>>,
    maps: Vec<Arc<TextureMap>>,
    /// Every action of every table, in order.
    actions: Vec<(usize, usize)>,
    subject: Subject,
    posture: Posture,
    /// What the camera frames, and the action it was made for.
    bounds: Bounds,
    framed: Option<usize>,
    /// What was loaded from where, for the one who asked.
    log: Vec<String>,
    /// Every file it is made of.
    files: Vec<PathBuf>,
}

impl Stage {
    /// Loads a figure, and what belongs to it where that was not given.
    pub(crate) fn open(files: &Files) -> Result<Self, Error> {
        let Some(path) = &files.figure else {
            return Err(Error::Usage {
                message: "no figure among the files".to_owned(),
                hint: format!("a figure's name ends in .{}", FIGURE_ENDINGS.join(" or .")),
            });
        };
        let compat = files.compat;
        let found = in_folder_of(path, compat, companions::find)?;
        let mut tables = found.actions;
        let mut textures = found.textures;
        if !files.actions.is_empty() {
            // Texts find their bones by the names that this figure gives them.
            let load =
                |path: &PathBuf| in_folder_of(path, compat, |assets, path| assets.actions_for(path, &found.figure));
            tables = files.actions.iter().map(load).collect::<Result<_, _>>()?;
        }
        if !files.textures.is_empty() {
            textures = files
                .textures
                .iter()
                .map(|path| in_folder_of(path, compat, Assets::texture))
                .collect::<Result<_, _>>()?;
        }
        let figure = found.figure;
        let problems = found.problems.iter().map(ToString::to_string);
        let log = tell(&figure, &tables, &textures, (files.actions.is_empty(), files.textures.is_empty()));
        let log = log.into_iter().chain(problems).collect();
        let found = |paths: Vec<&AssetPath>| paths.iter().map(|name| folder_of(path).join(name.as_str())).collect();
        let or_found = |given: &[PathBuf], paths| if given.is_empty() { found(paths) } else { given.to_vec() };
        let table_files = or_found(&files.actions, tables.iter().map(|table| &table.path).collect());
        let texture_files = or_found(&files.textures, textures.iter().map(|texture| &texture.path).collect());
        let mut stage = Self::new(figure, tables, &textures, log);
        stage.compat = compat;
        stage.files = [vec![path.clone()], table_files, texture_files].concat();
        Ok(stage)
    }

    /// Loads everything again, framed as before. After an error nothing has changed.
    pub(crate) fn reload(&mut self, files: &Files) -> Result<(), Error> {
        let mut stage = Self::open(files)?;
        // What was found beside the figure and is damaged now would only be passed over.
        for lost in self.files.iter().filter(|file| !stage.files.contains(file) && file.exists()) {
            let is = |endings: &[&str]| {
                endings.iter().any(|ending| lost.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)))
            };
            if is(&TEXTURE_ENDINGS) {
                in_folder_of(lost, files.compat, Assets::texture)?;
            } else {
                in_folder_of(lost, files.compat, Assets::actions)?;
            }
        }
        (stage.bounds, stage.framed) = (self.bounds, self.framed.filter(|action| *action < stage.actions.len().max(1)));
        *self = stage;
        Ok(())
    }

    fn new(
        figure: Arc<FigureAsset>,
        tables: Vec<Arc<ActionsAsset>>,
        textures: &[Arc<TextureAsset>],
        log: Vec<String>,
    ) -> Self {
        let actions: Vec<_> = (0..)
            .zip(&tables)
            .flat_map(|(number, table)| (0..table.table.actions.len()).map(move |action| (number, action)))
            .collect();
        let playable = |table: &Arc<ActionsAsset>| {
            let mode = table.loop_mode.unwrap_or_default();
            let last_frames = table.table.actions.iter().map(|action| action.last_frame);
            last_frames.map(|last| Playable { last, mode }).collect::<Vec<_>>()
        };
        let polygons = &figure.figure.polygons;
        let materials = polygons.textured_triangles.iter().map(|polygon| polygon.material);
        let materials = materials.chain(polygons.textured_quads.iter().map(|polygon| polygon.material));
        let materials = materials.chain(polygons.colour_triangles.iter().map(|polygon| polygon.material));
        let mut materials = materials.chain(polygons.colour_quads.iter().map(|polygon| polygon.material));
        let subject = Subject {
            actions: tables.iter().flat_map(playable).collect(),
            patterns: u32::try_from(figure.figure.patterns.len().saturating_sub(1)).unwrap_or(u32::MAX),
            lit: figure.figure.normals != Normals::None && materials.any(|material| material.has(Material::LIGHTING)),
        };
        Self {
            compat: compat(),
            posture: Posture::rest(&figure.model),
            maps: textures.iter().map(|texture| Arc::clone(&texture.map)).collect(),
            figure,
            tables,
            actions,
            subject,
            bounds: Bounds::around(&[]),
            framed: None,
            log,
            files: Vec::new(),
        }
    }

    /// What the viewer needs to know of the figure.
    pub(crate) fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The action in which most bones move, the first of several: the one that shows a figure best.
    pub(crate) fn liveliest(&self) -> usize {
        let moving = |number: &usize| self.action(*number).map_or(0, moving_bones);
        (0..self.actions.len()).rev().max_by_key(moving).unwrap_or(0)
    }

    /// What was loaded from where, and what is odd about it; a line each.
    pub(crate) fn log(&self) -> &[String] {
        &self.log
    }

    /// A renderer for its textures.
    pub(crate) fn renderer(&self, settings: &Settings) -> Renderer {
        Renderer::with_backend(SIZE.0, SIZE.1, self.compat, settings.backend.unwrap_or_default())
    }

    /// Every file it is made of.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The figure's name.
    pub(crate) fn name(&self) -> &str {
        self.figure.path.name()
    }

    /// Draws the figure as the viewer has it.
    pub(crate) fn draw(&mut self, viewer: &Viewer, renderer: &mut Renderer, picture: &mut Framebuffer) {
        picture.fill(viewer.background());
        self.pose_as(viewer, renderer.compat());
        let layout = self.layout(viewer, (picture.width(), picture.height()));
        let effect = effect(viewer);
        renderer.render_figure(&FigureDraw {
            model: &self.figure.model,
            posture: &self.posture,
            textures: &self.maps,
            selected: None,
            layout: &layout,
            effect: &effect,
            offset: (0, 0),
        });
        renderer.flush(picture);
        picture.reduce(renderer.compat());
    }

    /// What [`Self::draw`] draws, as a shot.
    pub(crate) fn shot(&mut self, viewer: &Viewer, renderer: &Renderer) -> Result<Recorded, Error> {
        self.pose_as(viewer, renderer.compat());
        let sheet = FrameSettings {
            size: SIZE,
            background: viewer.background(),
            compat: *renderer.compat(),
            backend: renderer.backend(),
        };
        let figure = FigureInstance {
            asset: Arc::clone(&self.figure),
            textures: self.maps.clone(),
            selected: None,
            posture: self.posture.clone(),
        };
        let mut taker = ShotRecorder::new(sheet, None);
        taker.figure(&PosedFigure {
            figure: &figure,
            posture: &self.posture,
            playing: None,
            layout: &self.layout(viewer, SIZE),
            effect: &effect(viewer),
        });
        taker.flush();
        Ok(taker.finish()?)
    }

    /// Draws what is behind the picture over it.
    pub(crate) fn draw_debug(
        &mut self,
        viewer: &Viewer,
        renderer: &mut Renderer,
        (debug, times): (&mut Debug, &Times),
        picture: &mut Framebuffer,
    ) {
        if !debug.is_shown() {
            return;
        }
        renderer.reset_statistics();
        renderer.set_trace(true);
        self.draw(viewer, renderer, &mut picture.clone());
        let layout = self.layout(viewer, (picture.width(), picture.height()));
        let figure = DebugFigure { entity: None, model: &self.figure.model, posture: &self.posture, layout };
        let statistics = renderer.statistics();
        debug.draw(&debug::Subject { renderer, statistics, figures: vec![figure], world: None }, times, picture);
        renderer.set_trace(false);
    }

    /// Frames and poses the figure as the viewer has it.
    fn pose_as(&mut self, viewer: &Viewer, compat: &Compat) {
        self.frame(viewer.action);
        self.pose(viewer.action, viewer.head.frame, compat);
        if let Some(mask) = viewer.pattern.mask() {
            self.posture.set_pattern(mask);
        }
    }

    fn layout(&self, viewer: &Viewer, size: (u32, u32)) -> FigureLayout {
        camera::layout(&viewer.orbit, &self.bounds, size)
    }

    fn action(&self, number: usize) -> Option<&Action> {
        let &(table, action) = self.actions.get(number)?;
        self.tables.get(table)?.table.actions.get(action)
    }

    fn pose(&mut self, number: usize, frame: Q16, compat: &Compat) {
        let Some(&(table, action)) = self.actions.get(number) else { return };
        // A mask that the user had chosen does not outlive the choice.
        self.posture.set_pattern(0);
        if let Some(action) = self.tables.get(table).and_then(|table| table.table.actions.get(action)) {
            self.posture.set(&self.figure.model, action, frame, compat);
        }
    }

    /// Frames everything that the figure reaches during an action.
    fn frame(&mut self, number: usize) {
        if self.framed == Some(number) {
            return;
        }
        self.framed = Some(number);
        let last = self.action(number).map_or(0, |action| u32::from(action.last_frame));
        let every = (last / FRAMED_POSES).max(1);
        let (mut positions, mut all) = (Vec::new(), Vec::new());
        for frame in (0..=last).step_by(every as usize) {
            // Frames beyond 32767 have no 16.16 form.
            let frame = i32::try_from(frame << 16).unwrap_or(i32::MAX);
            self.pose(number, Q16::from_bits(frame), &Compat::default());
            self.posture.positions(&self.figure.model, &mut positions);
            all.extend_from_slice(&positions);
        }
        self.bounds = Bounds::around(&all);
    }
}

/// How the viewer lights it.
fn effect(viewer: &Viewer) -> Effect {
    Effect { light: viewer.light.then_some(LIGHT), ..Effect::default() }
}

/// Bones with more than one key of a kind.
fn moving_bones(action: &Action) -> usize {
    let moves = |track: &&Track| match track {
        Track::Matrix(_) | Track::Identity => false,
        Track::Scaled { translate, scale, rotate, roll } => {
            translate.len() > 1 || scale.len() > 1 || rotate.len() > 1 || roll.len() > 1
        }
        Track::Turned { rotate, .. } | Track::Rotated { rotate } => rotate.len() > 1,
        Track::Rolled { rotate, roll } => rotate.len() > 1 || roll.len() > 1,
        Track::Moved { translate, rotate, roll } => translate.len() > 1 || rotate.len() > 1 || roll.len() > 1,
    };
    action.tracks.iter().filter(moves).count()
}

/// The renderer's settings for looking at things: what has no texture is drawn in white instead of not at all.
pub(crate) fn compat() -> Compat {
    Compat { missing_texture_group: MissingTextureGroup::DrawUntextured, ..Compat::default() }
}

/// A light from the upper left over the user's shoulder, with enough from everywhere to see the dark side.
pub(crate) const LIGHT: Light =
    Light { direction: Vector3::new(500, 500, 500), intensity: Q12::from_bits(2000), ambient: Q12::from_bits(2400) };

/// Loads something by its path anywhere on the machine: its folder is the root, its name the path in it.
pub(crate) fn in_folder_of<T>(
    path: &Path,
    compat: Compat,
    load: impl FnOnce(&mut Assets, &AssetPath) -> Result<T, AssetError>,
) -> Result<T, Error> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(|| Error::read(path, "not a file"))?;
    let load = || {
        let mut assets = Assets::new(Source::folder(folder)?, compat);
        load(&mut assets, &AssetPath::new(name)?)
    };
    load().map_err(Error::from)
}

/// What was loaded, a line each, and what is odd about it.
fn tell(
    figure: &FigureAsset,
    tables: &[Arc<ActionsAsset>],
    textures: &[Arc<TextureAsset>],
    (actions_found, textures_found): (bool, bool),
) -> Vec<String> {
    let origin = |found| if found { "found companions it" } else { "given" };
    let document = &figure.figure;
    let mut lines =
        vec![format!("figure {}: {} bones, {} vertices", figure.path, document.bones.len(), document.vertices.len())];
    fn warn(lines: &mut Vec<String>, path: &AssetPath, diagnostics: &[Diagnostic]) {
        let worth = diagnostics.iter().filter(|diagnostic| diagnostic.severity > Severity::Note);
        lines.extend(worth.map(|diagnostic| format!("{path}: {diagnostic}")));
    }
    warn(&mut lines, &figure.path, &figure.diagnostics);
    let mut first = 0;
    for table in tables {
        let count = table.table.actions.len();
        let last = (first + count).saturating_sub(1);
        lines.push(format!("actions {first}..={last}: {} ({})", table.path, origin(actions_found)));
        warn(&mut lines, &table.path, &table.diagnostics);
        first += count;
    }
    for (slot, texture) in textures.iter().enumerate() {
        lines.push(format!("texture {slot}: {} ({})", texture.path, origin(textures_found)));
        warn(&mut lines, &texture.path, &texture.diagnostics);
    }
    let missing = usize::from(document.texture_count).saturating_sub(textures.len());
    if missing > 0 {
        lines.push(format!("warning: {missing} of {} textures not found; drawn white", document.texture_count));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(names: &[&str]) -> Result<Files, Error> {
        Files::sort(&names.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn files_are_sorted_by_their_endings() {
        let files = sorted(&["a/b.BMP", "walk.mtra", "robo.Mbac", "run.mtra"]).unwrap();
        assert_eq!(files.figure, Some("robo.Mbac".into()));
        assert_eq!(files.actions, [PathBuf::from("walk.mtra"), "run.mtra".into()]);
        assert_eq!(files.textures, [PathBuf::from("a/b.BMP")]);
        assert_eq!(sorted(&["a.mbac", "b.mbac"]).unwrap_err().exit_code(), 2);
        assert_eq!(sorted(&["a.mbac", "notes.txt"]).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn dropped_files_replace_their_kind_and_a_figure_replaces_all() {
        let shown = sorted(&["robo.mbac", "walk.mtra", "skin.bmp"]).unwrap();
        assert_eq!(shown.with(sorted(&["run.mtra"]).unwrap()), sorted(&["robo.mbac", "run.mtra", "skin.bmp"]).unwrap());
        assert_eq!(shown.with(sorted(&["car.mbac"]).unwrap()), sorted(&["car.mbac"]).unwrap());
    }

    #[test]
    fn a_figure_has_to_be_there() {
        assert_eq!(Stage::open(&Files::default()).err().map(|error| error.exit_code()), Some(2));
        assert_eq!(Stage::open(&sorted(&["no/such/robo.mbac"]).unwrap()).err().map(|error| error.exit_code()), Some(3));
    }

    #[test]
    fn the_belongings_of_a_real_figure_are_found_and_it_walks() {
        let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
            println!("KEITAI_CORPUS is not set: skipped");
            return;
        };
        let corpus = Path::new(&corpus).join("corpus");
        let robo = Files { figure: Some(corpus.join("test_model_robo.mbac")), ..Files::default() };
        let mut stage = Stage::open(&robo).unwrap();
        let log = stage.log().join("\n");
        for name in ["action_01.mtra (found", "action_02.mtra (found", "tex_001.bmp (found"] {
            assert!(log.contains(name), "{log}");
        }
        assert_eq!((stage.subject().actions.len(), stage.liveliest()), (2, 1));
        assert!(!log.contains("warning"), "{log}");

        let mut renderer = Renderer::new(240, 320, compat());
        let mut shown = |stage: &mut Stage, frame| {
            let mut picture = Framebuffer::new(240, 320);
            let viewer = Viewer::starting_at(1, Some(frame));
            stage.draw(&viewer, &mut renderer, &mut picture);
            let figure = picture.pixels().iter().filter(|pixel| **pixel != viewer.background()).count();
            (picture, figure)
        };
        let (first, covered) = shown(&mut stage, 0);
        let (later, _) = shown(&mut stage, 20);
        assert!(covered > 5000, "{covered} pixels are too small a figure");
        assert_ne!(first, later);
        let edges = first.pixels().chunks_exact(240).flat_map(|row| [row[0], row[239]]);
        assert!(edges.chain(first.pixels()[..240].iter().copied()).all(|pixel| pixel == 0x333377), "it is cut off");
    }
}
