//! A figure with its action tables and textures, from its files, and how it is shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use keitai_app::console;
use keitai_convert::Rest;
use keitai_formats::diagnostic::counted;
use keitai_formats::{Action, Diagnostic, Kind, Material, Normals, Pattern, Rgb, Severity, Texture, Track};
use keitai_render::{Compat, SphereMap, TextureMap};
use keitai_runtime::assets::{ActionsAsset, AssetError, AssetPath, Assets, TextureAsset, companions};
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{Actions, Figure};

use super::files::Files;
use super::polygons::{Polygon, polygons};
use super::subject::{FigureChoices, PatternChoice, Playable, Subject};
#[cfg(feature = "inspector")]
use super::visibility::Visibility;
use crate::error::Error;
use crate::session::Session;
use crate::session::candidates::suggestion;

pub(in crate::viewer) type NamedSphere = (String, Arc<SphereMap>);

/// A figure with its action tables and textures, given or found beside it, and the user's choices for it.
pub(crate) struct LoadedFigure {
    /// At rest, and without textures.
    pub(crate) figure: Figure,
    /// The smallest and the largest corner of the box around it at rest, model units.
    pub(super) bounds: [[i32; 3]; 2],
    pub(crate) actions: Actions,
    pub(crate) textures: Vec<Arc<TextureAsset>>,
    /// Counts of actions and patterns, for the viewer's state.
    pub(crate) subject: Subject,
    /// The files that everything was loaded from, and warnings; a line each.
    pub(crate) log: Vec<String>,
    /// Why files beside the figure were not taken; a line each.
    problems: Vec<String>,
    pub(crate) opened: Files,
    /// Textures and actions that were neither given nor found.
    lacks: [bool; 2],
    /// All files that it is made of: the figure, its actions, and its textures.
    pub(crate) files: Vec<PathBuf>,
    /// The entity of the stage, once it is placed there.
    pub(super) entity: Entity,
    /// Distance to the right of the first figure, model units.
    pub(super) away: i32,
    /// The figure's polygons, in the renderer's order.
    pub(crate) polygons: Vec<Polygon>,
    /// The bone that owns each vertex.
    pub(super) owners: Vec<usize>,
    #[cfg(feature = "inspector")]
    pub(crate) visibility: Visibility,
    /// Indices of the polygons that are shown, ascending, unless all are.
    pub(super) indices: Option<Vec<usize>>,
    /// The sphere map in use, and those that can be chosen, once they were looked for.
    pub(super) sphere: Option<NamedSphere>,
    #[cfg(feature = "inspector")]
    pub(super) spheres: Option<Vec<NamedSphere>>,
    /// The user's choices for it. Those of the selected figure are the viewer's.
    pub(super) choices: FigureChoices,
}

impl LoadedFigure {
    /// Loads a figure, and its companion files where they are not given.
    pub(crate) fn open(session: &Session, files: &Files, compat: Compat) -> Result<Self, Error> {
        let Some(path) = files.figure.as_deref() else {
            return Err(Error::usage("no figure among the files", "`keitai info FILE` tells the kind of a file"));
        };
        let loaded = in_folder_of(session, path, compat, files.rest, companions::find)?;
        let origins =
            [&files.actions, &files.textures].map(|paths| if paths.is_some() { "given" } else { "found beside it" });
        let mut tables = loaded.actions;
        let mut textures = loaded.textures;
        if let Some(paths) = &files.actions {
            // Texts find their bones by the names that this figure gives them.
            let load = |path: &PathBuf| {
                in_folder_of(session, path, compat, files.rest, |assets, path| assets.actions_for(path, &loaded.figure))
            };
            tables = paths.iter().map(load).collect::<Result<_, _>>()?;
        }
        if let Some(paths) = &files.textures {
            let load = |path: &PathBuf| in_folder_of(session, path, compat, Rest::default(), Assets::texture);
            textures = paths.iter().map(load).collect::<Result<_, _>>()?;
        }
        let (figure, diagnostics) = (loaded.figure, loaded.diagnostics);
        let problems: Vec<String> = (loaded.action_problems.iter())
            .chain(&loaded.texture_problems)
            .map(ToString::to_string)
            .chain(loaded.searched)
            .collect();
        let lacks_actions = files.actions.is_none() && tables.is_empty();
        let lacks_textures = files.textures.is_none() && textures.len() < usize::from(figure.document.texture_count);
        let beside = |paths: Vec<&AssetPath>| paths.iter().map(|name| session.beside(path, name)).collect();
        let or_found = |list: &Option<Vec<PathBuf>>, paths| list.clone().unwrap_or_else(|| beside(paths));
        let table_files = or_found(&files.actions, tables.iter().map(|table| &table.path).collect());
        let texture_files = or_found(&files.textures, textures.iter().map(|texture| &texture.path).collect());
        let mut loaded = Self {
            textures,
            problems,
            opened: files.clone(),
            lacks: [lacks_textures, lacks_actions],
            files: [vec![path.to_owned()], table_files, texture_files].concat(),
            ..Self::of(figure, tables)
        };
        loaded.log = loaded.summary(&diagnostics, origins);
        Ok(loaded)
    }

    /// Returns a figure with actions and without textures and files, which plays its liveliest action.
    fn of(figure: Figure, tables: Vec<Arc<ActionsAsset>>) -> Self {
        let mut positions = Vec::new();
        figure.posture.positions(&figure.model, &mut positions);
        let points = positions.iter().map(|point| [point.x, point.y, point.z]);
        let mut loaded = Self {
            bounds: keitai_formats::bounds(points).unwrap_or_default(),
            subject: subject(&figure.document, &tables),
            actions: Actions { tables, names: Vec::new() },
            textures: Vec::new(),
            log: Vec::new(),
            problems: Vec::new(),
            opened: Files::default(),
            lacks: [false; 2],
            files: Vec::new(),
            entity: Entity::DANGLING,
            away: 0,
            polygons: polygons(&figure.document),
            owners: figure.document.owners().collect(),
            #[cfg(feature = "inspector")]
            visibility: Visibility::default(),
            indices: None,
            sphere: None,
            #[cfg(feature = "inspector")]
            spheres: None,
            choices: FigureChoices::default(),
            figure,
        };
        loaded.choices.action = loaded.liveliest();
        loaded
    }

    /// Returns an empty figure, for a viewer in which no file is open. Its name is empty.
    pub(crate) fn none() -> Result<Self, Error> {
        let document = keitai_formats::Figure { patterns: vec![Pattern::default()], ..Default::default() };
        let figure = Figure::new(document);
        let figure = figure.map_err(|source| AssetError::Render { path: AssetPath::root(), source })?;
        Ok(Self::of(Figure { path: "".into(), ..figure }, Vec::new()))
    }

    /// Loads everything again. A companion file that was found before and is damaged now is an error.
    pub(crate) fn reloaded(&self, session: &Session, compat: Compat) -> Result<Self, Error> {
        let figure = Self::open(session, &self.opened, compat)?;
        for lost in self.files.iter().filter(|file| !figure.files.contains(file) && file.exists()) {
            // The name gives the kind of a damaged file.
            if session.kind(lost).or_else(|| session.named(lost)).is_some_and(Kind::is_actions) {
                let rest = self.opened.rest;
                in_folder_of(session, lost, compat, rest, |assets, path| assets.actions_for(path, &figure.figure))?;
            } else {
                in_folder_of(session, lost, compat, Rest::default(), Assets::texture)?;
            }
        }
        Ok(figure)
    }

    /// Returns an action by its number over all tables.
    pub(crate) fn action(&self, number: usize) -> Option<&Action> {
        self.actions.nth(number).and_then(|id| self.actions.get(id))
    }

    /// Returns the number of the action in which most bones move, the first of several.
    pub(crate) fn liveliest(&self) -> usize {
        let moving = |number: &usize| self.action(*number).map_or(0, moving_bones);
        (0..self.subject.actions.len()).rev().max_by_key(moving).unwrap_or(0)
    }

    /// Returns the requested action, or by default the one in which most bones move.
    pub(crate) fn chosen_action(&self, requested: Option<usize>) -> Result<usize, Error> {
        match requested {
            Some(number) => {
                let hint = "without --action the figure is shown as it was built";
                within("action", number, self.subject.actions.len(), hint)
            }
            None => Ok(self.liveliest()),
        }
    }

    pub(crate) fn check_pattern(&self, requested: Option<PatternChoice>) -> Result<(), Error> {
        let Some(PatternChoice::One(pattern)) = requested else { return Ok(()) };
        // Pattern 0 shows what every pattern shows.
        let count = self.subject.patterns as usize + 1;
        within("pattern", pattern as usize, count, "").map(drop)
    }

    /// Prints where everything was loaded from, and warnings.
    pub(crate) fn print_log(&self, session: &Session) {
        self.log.iter().for_each(|line| console::note(line));
        self.print_problems(session);
    }

    /// Prints why files beside the figure were not taken, and those elsewhere that could be the missing ones.
    pub(crate) fn print_problems(&self, session: &Session) {
        self.problems.iter().for_each(|line| console::note(line));
        let kinds = [
            (Kind::is_texture as fn(Kind) -> bool, "texture", "textures"),
            (Kind::is_actions, "action table", "actions"),
        ];
        for (_, (kind, thing, option)) in self.lacks.into_iter().zip(kinds).filter(|(lacks, _)| *lacks) {
            let mut choices = self.opened.candidates(session, kind).unwrap_or_default();
            // Many figures may share a texture, but not their actions.
            choices.retain(|candidate| option == "textures" || !candidate.of_other);
            suggestion(thing, option, &choices).iter().for_each(|line| console::note(&format!("note: {line}")));
        }
    }

    /// Returns how many textures are missing; `None` when all are there.
    pub(crate) fn missing(&self) -> Option<String> {
        let count = self.figure.document.texture_count;
        let missing = usize::from(count).saturating_sub(self.textures.len());
        (missing > 0).then(|| format!("{missing} of {} not found; drawn white", counted(count, "texture")))
    }

    /// Describes the loaded files and their warnings, a line each.
    fn summary(&self, diagnostics: &[Diagnostic], [of_actions, of_textures]: [&str; 2]) -> Vec<String> {
        fn warn(lines: &mut Vec<String>, path: &AssetPath, diagnostics: &[Diagnostic]) {
            let findings = diagnostics.iter().filter(|diagnostic| diagnostic.severity > Severity::Note);
            lines.extend(findings.map(|diagnostic| format!("{path}: {diagnostic}")));
        }
        let (path, document) = (AssetPath::from(&self.figure), &self.figure.document);
        let (bones, vertices) = (counted(document.bones.len(), "bone"), counted(document.vertices.len(), "vertex"));
        let mut lines = vec![format!("figure {path}: {bones}, {vertices}")];
        warn(&mut lines, &path, diagnostics);
        let mut first = 0;
        for table in &self.actions.tables {
            let count = table.table.actions.len();
            let numbers = match count {
                0 => "no action".to_owned(),
                1 => format!("action {first}"),
                count => format!("actions {first} to {}", first + count - 1),
            };
            lines.push(format!("{numbers}: {} ({of_actions})", table.path));
            warn(&mut lines, &table.path, &table.diagnostics);
            first += count;
        }
        for (slot, texture) in self.textures.iter().enumerate() {
            lines.push(format!("texture {slot}: {} ({of_textures})", texture.path));
            warn(&mut lines, &texture.path, &texture.diagnostics);
        }
        lines.extend(self.missing().map(|line| format!("warning: {line}")));
        lines
    }

    /// Returns the files of the actions, and those of the textures.
    pub(crate) fn companions(&self) -> (&[PathBuf], &[PathBuf]) {
        self.files.get(1..).unwrap_or_default().split_at(self.actions.tables.len())
    }

    pub(crate) fn name(&self) -> &str {
        self.figure.path.rsplit('/').next().unwrap_or_default()
    }
}

/// Returns the names of all actions: the number, the name of the file, and the number in the file where it has several.
fn names(tables: &[Arc<ActionsAsset>]) -> Vec<String> {
    let of_table = |table: &Arc<ActionsAsset>| -> Vec<String> {
        let (name, count) = (table.path.stem(), table.table.actions.len());
        (0..count).map(|index| if count == 1 { name.to_owned() } else { format!("{name}:{index}") }).collect()
    };
    let names = tables.iter().flat_map(of_table);
    names.enumerate().map(|(number, name)| format!("{number} {name}")).collect()
}

/// Counts what the viewer steps through.
fn subject(figure: &keitai_formats::Figure, tables: &[Arc<ActionsAsset>]) -> Subject {
    let playable = |table: &Arc<ActionsAsset>| {
        let mode = table.loop_mode.unwrap_or_default();
        let last_frames = table.table.actions.iter().map(|action| action.last_frame);
        last_frames.map(|last| Playable { last, mode }).collect::<Vec<_>>()
    };
    let takes_light = figure.polygons.materials().any(|material| material.has(Material::LIGHTING));
    Subject {
        actions: tables.iter().flat_map(playable).collect(),
        names: names(tables),
        patterns: u32::try_from(figure.patterns.len().saturating_sub(1)).unwrap_or(u32::MAX),
        lit: figure.normals != Normals::None && takes_light,
    }
}

/// Bones with more than one key of a kind.
fn moving_bones(action: &Action) -> usize {
    let moves = |track: &&Track| {
        let lists = track.lists();
        lists.vectors().any(|keys| keys.len() > 1) || lists.roll.is_some_and(|keys| keys.len() > 1)
    };
    action.tracks.iter().filter(moves).count()
}

/// Returns textures for a figure that has only some of its own: polygons without one are drawn white instead of not at all.
pub(crate) fn or_white(mut textures: Vec<Arc<TextureMap>>, figure: &keitai_formats::Figure) -> Vec<Arc<TextureMap>> {
    let count = usize::from(figure.texture_count);
    if textures.len() < count {
        let white = Rgb { r: 255, g: 255, b: 255 };
        // Index 0 may be transparent.
        let texture = Texture { width: 256, height: 256, palette: vec![white; 2], texels: vec![1; 1 << 16] };
        if let Ok(white) = TextureMap::new(&texture, &Compat::default()) {
            textures.resize(count, Arc::new(white));
        }
    }
    textures
}

/// Loads a file anywhere on the machine or in an archive; [`Session::source`] gives its root.
pub(crate) fn in_folder_of<T>(
    session: &Session,
    path: &Path,
    compat: Compat,
    rest: Rest,
    load: impl FnOnce(&mut Assets, &AssetPath) -> Result<T, AssetError>,
) -> Result<T, Error> {
    let (source, inside) = session.source(path)?;
    Ok(load(&mut Assets::new(source, compat).with_rest(rest), &inside)?)
}

/// Returns the number that an option gives, if it is one of `count` things. `hint` is advice where there is none.
fn within(option: &str, number: usize, count: usize, hint: &str) -> Result<usize, Error> {
    let (message, hint) = match count.checked_sub(1) {
        Some(last) if number <= last => return Ok(number),
        Some(0) => (format!("the only {option} is 0"), format!("give --{option} 0")),
        Some(last) => (format!("the {option}s are 0 to {last}"), format!("the nearest is --{option} {last}")),
        None => (format!("there is no {option}"), hint.to_owned()),
    };
    Err(Error::usage(format!("--{option} {number}: {message}"), hint))
}
