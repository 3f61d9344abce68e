//! The plan of a conversion: inputs, what becomes of each, the outputs, and the figures of actions.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use keitai_app::{Error as AppError, console};
use keitai_formats::{Kind, counted, recognise};
use keitai_runtime::assets::companions::TEXTURE_FOLDERS;

use super::export::Format;
use super::{archive, picture};
use crate::cli::{Convert, Order};
use crate::error::Error;
use crate::session::contents::Contents;
use crate::session::models::Model;
use crate::session::owners::{Figures, Search};
use crate::session::{self, Session, folders};

/// The treatment of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    FigureFromText,
    FigureToText,
    /// A figure is only read for its actions.
    FigureOfActions,
    /// Texts of actions become one table.
    Actions,
    TableToText,
    Joints,
    /// A glTF or OBJ file becomes a figure.
    Model(Model),
    /// A picture becomes one of this kind.
    Picture(Kind),
    /// A figure goes to a format of today's tools.
    Export(Format),
    Copy,
}

impl Task {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::FigureText => Self::FigureFromText,
            Kind::Figure => Self::FigureToText,
            Kind::ActionTable => Self::TableToText,
            Kind::BoneAnimation => Self::Joints,
            _ => Self::Actions,
        }
    }

    /// Returns the kind of the input where that is certain, or one that is as large in memory.
    pub(super) fn kind(self) -> Option<Kind> {
        match self {
            Self::Joints => Some(Kind::BoneAnimation),
            Self::Picture(_) | Self::Model(_) => Some(Kind::Png),
            _ => None,
        }
    }

    pub(super) fn is_figure(self) -> bool {
        matches!(self, Self::FigureFromText | Self::FigureToText | Self::FigureOfActions)
    }

    /// Returns whether an error of the input is that of the command.
    pub(super) fn is_alone(self) -> bool {
        matches!(self, Self::Picture(_) | Self::Export(_))
    }
}

#[derive(Debug)]
pub(super) struct Job {
    pub(super) task: Task,
    /// The input; texts of actions may be several.
    pub(super) sources: Vec<PathBuf>,
    /// The output; further outputs are named after it.
    pub(super) output: PathBuf,
    /// The figure of actions.
    pub(super) figure: Search<PathBuf>,
    /// The others are written even if this one has an error.
    pub(super) may_be_left_out: bool,
}

impl Job {
    pub(super) fn new(task: Task, source: &Path, output: PathBuf) -> Self {
        Self { task, sources: vec![source.to_owned()], output, figure: Search::Missing, may_be_left_out: false }
    }

    pub(super) fn source(&self) -> &Path {
        self.sources.first().map_or(Path::new(""), PathBuf::as_path)
    }
}

#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    /// Inputs that cannot be converted, and why.
    pub(super) failed: Vec<(PathBuf, Error)>,
    /// Entries of an archive that cannot be read, and why.
    pub(super) warned: Vec<(PathBuf, Error)>,
    /// Places of copies that no other output takes.
    pub(super) taken: BTreeSet<PathBuf>,
}

impl Plan {
    pub(super) fn new(session: &Session, arguments: &Convert) -> Result<Self, Error> {
        match &arguments.inputs[..] {
            [input] if session.is_archive(input) => archive::plan_alone(session, input, arguments),
            _ => Self::of_files(session, arguments),
        }
    }

    /// Plans files and folders.
    pub(super) fn of_files(session: &Session, arguments: &Convert) -> Result<Self, Error> {
        if picture::are_pictures(session, &arguments.inputs) {
            return picture::plan(session, arguments);
        }
        let file = arguments.output.as_deref().filter(|output| !is_folder(output));
        if let Some((output, format)) = file.and_then(|output| Some((output, Format::of(output)?))) {
            let job =
                Job { sources: arguments.inputs.clone(), ..Job::new(Task::Export(format), output, output.into()) };
            return Ok(Self { jobs: vec![job], ..Self::default() });
        }
        Self::of_inputs(session, arguments)
    }

    /// Plans figures, actions and models. Those that cannot be converted are collected; one that stands alone is the error, and so is an
    /// input or an output that the command line should not name.
    fn of_inputs(session: &Session, arguments: &Convert) -> Result<Self, Error> {
        let (mut inputs, mut models, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        let (mut failed, mut from_folder) = (Vec::new(), false);
        let mut archived = Self::default();
        for input in &arguments.inputs {
            if session::is_folder(input) {
                from_folder = true;
                let mut found = below(session, input, arguments.output.as_deref());
                if let Some(folder) = folder_of_outputs(session, arguments) {
                    for (archive, name) in std::mem::take(&mut found.archives) {
                        match archive::plan(session, &archive, &folder.join(name).with_extension(""), arguments) {
                            Ok(plan) => archived.add(plan),
                            Err(error) => failed.push((archive, error)),
                        }
                    }
                }
                found.note_left_out();
                inputs.extend(found.inputs);
                models.extend(found.models);
                failed.extend(found.unreadable);
                if let Some(folder) = folder_of_outputs(session, arguments) {
                    for (source, name) in found.pictures {
                        picture::copy(session, &mut copies, &source, folder.join(name));
                    }
                }
                continue;
            }
            let name = session.file_name(input).map(PathBuf::from).unwrap_or_default();
            if let Some(model) = session.model(input) {
                models.push((input.clone(), model, name));
                continue;
            }
            match kind(session, input) {
                Ok(kind) => inputs.push((input.clone(), kind, name)),
                Err(error) => failed.push((input.clone(), error)),
            }
        }
        if inputs.is_empty() && models.is_empty() && failed.is_empty() && archived.jobs.is_empty() {
            let message = "there is nothing to convert in the folders given";
            let hint = "known are .bac, .tra, .mbac, .mtra, .bck, .glb, .gltf and .obj";
            return Err(Error::usage(message, hint));
        }
        let mut owners = Owners::new(session, arguments.figure.as_deref(), &inputs);
        let inputs: Vec<(Input, Result<Search<PathBuf>, Error>)> = inputs
            .into_iter()
            .map(|input| {
                let owner = if input.1.is_figure() { Ok(Search::Missing) } else { owners.of(&input.0) };
                (input, owner)
            })
            .collect();
        let outputs = models.len() + if arguments.combine.is_some() { combined(&inputs) } else { inputs.len() };
        check_output(session, arguments, outputs > 1 || from_folder && outputs > 0 && arguments.combine.is_none())?;
        let may_be_left_out = models.len() > 1;
        let (mut figures, mut actions, mut imports) = (Vec::new(), Vec::new(), Vec::new());
        for (source, model, name) in models {
            match place(session, arguments, &source, of_model(arguments), &name) {
                Ok(output) => imports.push(Job { may_be_left_out, ..Job::new(Task::Model(model), &source, output) }),
                Err(error) => failed.push((source, error)),
            }
        }
        for ((source, kind, name), owner) in inputs {
            let planned = place(session, arguments, &source, kind, &name)
                .and_then(|output| Ok(Job { figure: owner?, ..Job::new(Task::of(kind), &source, output) }));
            match planned {
                Ok(job) if kind.is_figure() => figures.push(job),
                Ok(job) => actions.push(job),
                Err(error) => failed.push((source, error)),
            }
        }
        let none = figures.is_empty() && actions.is_empty() && imports.is_empty() && archived.jobs.is_empty();
        let alone = none && failed.len() == 1;
        let is_usage = |error: &Error| matches!(error, Error::App(AppError::Usage { .. }));
        if let Some(place) = failed.iter().position(|(_, error)| alone || is_usage(error)) {
            return Err(failed.swap_remove(place).1);
        }
        if let Some(order) = arguments.combine {
            actions = combine(actions, order);
        }
        let jobs = figures.into_iter().chain(actions).chain(imports).chain(copies).collect();
        let mut plan = Self { jobs, failed, ..Self::default() };
        plan.add(archived);
        plan.add_owners();
        Ok(plan)
    }

    fn add(&mut self, other: Self) {
        self.jobs.extend(other.jobs);
        self.failed.extend(other.failed);
        self.warned.extend(other.warned);
        self.taken.extend(other.taken);
    }

    /// Adds the figures of actions that are no inputs themselves, after the other figures.
    pub(super) fn add_owners(&mut self) {
        let figures = self.jobs.iter().filter(|job| job.task.is_figure());
        let mut listed: BTreeSet<PathBuf> = figures.map(|job| job.source().to_owned()).collect();
        let owners = self.jobs.iter().filter_map(|job| job.figure.as_ref().found());
        let owners: Vec<PathBuf> = owners.filter(|figure| listed.insert((*figure).clone())).cloned().collect();
        let is_first = |job: &Job| job.task.is_figure() || job.task == Task::Copy;
        let place = self.jobs.iter().position(|job| !is_first(job)).unwrap_or(self.jobs.len());
        let jobs = owners.into_iter().map(|figure| Job::new(Task::FigureOfActions, &figure, PathBuf::new()));
        self.jobs.splice(place..place, jobs);
    }
}

/// Puts texts of actions of one figure into one job.
fn combine(actions: Vec<Job>, order: Order) -> Vec<Job> {
    let (mut texts, rest): (Vec<Job>, Vec<Job>) = actions.into_iter().partition(|job| job.task == Task::Actions);
    if order == Order::Name {
        texts.sort_by(|a, b| a.source().file_name().cmp(&b.source().file_name()));
    }
    let mut jobs: Vec<Job> = Vec::new();
    for job in texts {
        match jobs.iter_mut().find(|first| first.figure.as_ref().found() == job.figure.as_ref().found()) {
            Some(first) => first.sources.extend(job.sources),
            None => jobs.push(job),
        }
    }
    jobs.extend(rest);
    jobs
}

/// Returns the number of outputs when the texts of actions of one figure go into one file.
fn combined(inputs: &[(Input, Result<Search<PathBuf>, Error>)]) -> usize {
    let mut figures: Vec<Option<&PathBuf>> = Vec::new();
    let mut others = 0;
    for ((_, kind, _), owner) in inputs {
        let figure = owner.as_ref().ok().and_then(|figure| figure.as_ref().found());
        if *kind != Kind::ActionText {
            others += 1;
        } else if !figures.contains(&figure) {
            figures.push(figure);
        }
    }
    others + figures.len()
}

/// Returns the kind of a text that would become the same kind of file as a model: its actions alone, for a given figure.
pub(super) fn of_model(arguments: &Convert) -> Kind {
    if arguments.figure.is_some() { Kind::ActionText } else { Kind::FigureText }
}

pub(super) fn ending(kind: Kind) -> &'static str {
    match kind {
        Kind::FigureText => "mbac",
        Kind::Figure => "bac",
        Kind::ActionTable => "tra",
        _ => "mtra",
    }
}

/// The kinds of files that are converted, as messages name them.
const EXPECTED: &str = "a figure or actions";

/// Returns the kind of a file that can be converted: by its content, or else by its ending.
fn kind(session: &Session, path: &Path) -> Result<Kind, Error> {
    // `files::kind` gives an empty file the kind of its name. Here an empty file is an error.
    let is_empty = std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == 0);
    let kind = match session.kind(path) {
        Some(kind) if !is_empty => kind,
        _ => {
            recognise(&session.read(path)?)
                .map_err(|error| match session.contents(path) {
                    Some(other) => other.instead_of(EXPECTED, path),
                    None => Error::format(path, error),
                })?
                .kind
        }
    };
    match kind {
        kind if is_convertible(kind) => Ok(kind),
        kind if kind.is_texture() => Err(Error::usage(
            format!("{}: pictures are converted alone", path.display()),
            "such as `keitai convert skin.png -o skin.bmp`",
        )),
        Kind::Archive => Err(Error::usage(
            format!("{}: an archive is converted alone", path.display()),
            "such as `keitai convert game.jar -o out/`",
        )),
        kind => Err(Contents::Asset(kind).instead_of(EXPECTED, path)),
    }
}

fn is_convertible(kind: Kind) -> bool {
    kind.is_figure() || kind.is_actions()
}

/// An input, its kind, and the name of its output below the folder of outputs.
type Input = (PathBuf, Kind, PathBuf);

/// Files of a folder, by their use.
struct Found {
    /// Sources of the folder (.bac, .tra, .bck), or its binary files when it has no sources.
    inputs: Vec<Input>,
    /// Binary files that are left out although no source becomes them.
    binaries: Vec<PathBuf>,
    /// Archives, with their names below it.
    archives: Vec<(PathBuf, PathBuf)>,
    /// Models of the folder (glTF and OBJ), one of each name.
    models: Vec<(PathBuf, Model, PathBuf)>,
    /// The pictures beside figures of it, where players look for textures, and their names below the folder of outputs.
    pictures: Vec<(PathBuf, PathBuf)>,
    unreadable: Vec<(PathBuf, Error)>,
}

impl Found {
    /// Prints notes about the files that are left out.
    fn note_left_out(&self) {
        let archives: Vec<&PathBuf> = self.archives.iter().map(|(path, _)| path).collect();
        let notes = [
            (
                self.binaries.iter().collect(),
                "binary file",
                "sources are converted instead; give binary files by name to convert them to text",
            ),
            (archives, "archive", "give -o out/ to convert what is inside"),
        ];
        for (paths, what, hint) in notes.into_iter().filter(|(paths, ..)| !paths.is_empty()) {
            const NAMED: usize = 3;
            let names: Vec<String> = paths.iter().take(NAMED).map(|path| path.display().to_string()).collect();
            let rest = match paths.len() - names.len() {
                0 => String::new(),
                rest => format!(" and {rest} more"),
            };
            console::note(&format!(
                "note: left out {}: {}{rest}; {hint}",
                counted(paths.len(), what),
                names.join(", ")
            ));
        }
    }
}

/// Returns the files of a folder except those in the folder of outputs.
fn below(session: &Session, folder: &Path, outputs: Option<&Path>) -> Found {
    let (below, unreadable) = folders::below(folder, outputs);
    let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
    let models = models(session, &below).into_iter().map(|(path, model)| (path.clone(), model, name(&path))).collect();
    let named = |path: PathBuf| session.kind(&path).map(|kind| (path.clone(), kind, name(&path)));
    let (pictures, mut inputs): (Vec<Input>, Vec<Input>) =
        below.into_iter().filter_map(named).partition(|(_, kind, _)| kind.is_texture());
    let archives = inputs.iter().filter(|(_, kind, _)| *kind == Kind::Archive);
    let archives = archives.map(|(path, _, name)| (path.clone(), name.clone())).collect();
    let source = |kind: Kind| matches!(kind, Kind::FigureText | Kind::ActionText | Kind::BoneAnimation);
    inputs.retain(|(_, kind, _)| is_convertible(*kind));
    let mut binaries = Vec::new();
    if inputs.iter().any(|(_, kind, _)| source(*kind)) {
        let (sources, others): (Vec<Input>, Vec<Input>) = inputs.into_iter().partition(|(_, kind, _)| source(*kind));
        let made: BTreeSet<PathBuf> =
            sources.iter().map(|(path, kind, _)| path.with_extension(ending(*kind))).collect();
        binaries = others.into_iter().map(|(path, ..)| path).filter(|path| !made.contains(path)).collect();
        inputs = sources;
    }
    let figures = inputs.iter().filter(|(_, kind, _)| kind.is_figure());
    let folders: BTreeSet<Option<&Path>> = figures.map(|(path, ..)| path.parent()).collect();
    let belongs = |picture: &Path| {
        let folder = picture.parent();
        let textures = folder.filter(|folder| {
            folder.file_name().is_some_and(|name| TEXTURE_FOLDERS.iter().any(|folder| name == *folder))
        });
        folders.contains(&folder) || textures.is_some_and(|folder| folders.contains(&folder.parent()))
    };
    let pictures = pictures.into_iter().filter(|(path, ..)| belongs(path));
    let pictures = pictures.map(|(path, _, name)| (path, name)).collect();
    Found { inputs, binaries, archives, models, pictures, unreadable }
}

/// Returns the models among files. Packs have the same model in several formats: of one name the first of .glb, .gltf and .obj is
/// taken. None is taken where a figure has the name, because the model was exported from it.
pub(super) fn models(session: &Session, below: &[PathBuf]) -> Vec<(PathBuf, Model)> {
    let stem = |path: &Path| path.with_extension("");
    let figures = below.iter().filter(|path| session.named(path).is_some_and(Kind::is_figure));
    let mut known: BTreeSet<PathBuf> = figures.map(|path| stem(path)).collect();
    let mut models: Vec<(&PathBuf, Model)> =
        below.iter().filter_map(|path| Some((path, session.model(path)?))).collect();
    models.sort_by_key(|(path, model)| {
        (*model == Model::Obj, path.extension().map(|ending| ending.to_ascii_lowercase()))
    });
    models.retain(|(path, _)| known.insert(stem(path)));
    models.sort_by_key(|(path, _)| *path);
    models.into_iter().map(|(path, model)| (path.clone(), model)).collect()
}

/// Refuses an output with an unknown ending, or one file for several inputs.
fn check_output(session: &Session, arguments: &Convert, several: bool) -> Result<(), Error> {
    let Some(output) = &arguments.output else { return Ok(()) };
    let text = output.to_string_lossy();
    if is_folder(output) {
        return Ok(());
    }
    if output.extension().is_some() && session.named(output).is_none() {
        return Err(Error::usage(
            format!("{text}: no format has this ending"),
            "the endings are .mbac, .mtra, .bac, .tra, .glb, .gltf and .obj; a folder's name ends in /",
        ));
    }
    if several && session.named(output).is_some() {
        let message = format!("{text} is one file, but there are several inputs");
        return Err(Error::usage(message, "give a folder, such as -o out/"));
    }
    Ok(())
}

fn folder_of_outputs<'a>(session: &Session, arguments: &'a Convert) -> Option<&'a Path> {
    arguments.output.as_deref().filter(|output| is_folder(output) || session.named(output).is_none())
}

pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', '\\'])
}

/// Returns the output of an input where none is given: the file beside it with another ending.
pub(super) fn usual_place(session: &Session, source: &Path, ending: &str) -> Result<PathBuf, Error> {
    if session::is_stdin(source) {
        return Err(session::nameless(ending));
    }
    if session.split(source).is_some() {
        let message = format!("{} is in an archive", source.display());
        return Err(Error::usage(message, "give -o out/ for the result"));
    }
    Ok(source.with_extension(ending))
}

/// Returns the output of an input. `name` is its place in a folder of outputs.
fn place(session: &Session, arguments: &Convert, source: &Path, kind: Kind, name: &Path) -> Result<PathBuf, Error> {
    let Some(output) = &arguments.output else { return usual_place(session, source, ending(kind)) };
    if let Some(folder) = folder_of_outputs(session, arguments) {
        return Ok(folder.join(name).with_extension(ending(kind)));
    }
    // A model may become a text, too.
    let is_text = session.named(output) == Some(Kind::FigureText) && session.model(source).is_some();
    if !is_text && output.extension().is_some_and(|found| !found.eq_ignore_ascii_case(ending(kind))) {
        let message = format!("{} becomes a .{} file, not {}", source.display(), ending(kind), output.display());
        return Err(Error::usage(message, format!("give -o {}", output.with_extension(ending(kind)).display())));
    }
    Ok(output.clone())
}

/// The figures that actions may belong to.
struct Owners<'a> {
    session: &'a Session,
    /// The figure that the command line gives for all actions.
    given: Option<&'a Path>,
    /// Figures among the inputs: all, and by folder.
    known: Figures<PathBuf>,
    by_folder: BTreeMap<PathBuf, Figures<PathBuf>>,
    /// Figures beside actions, by folder.
    beside: BTreeMap<PathBuf, Figures<PathBuf>>,
}

impl<'a> Owners<'a> {
    fn new(session: &'a Session, given: Option<&'a Path>, inputs: &[Input]) -> Self {
        let (mut known, mut by_folder) = (Figures::default(), BTreeMap::<PathBuf, Figures<PathBuf>>::new());
        for (path, kind, _) in inputs.iter().filter(|(_, kind, _)| kind.is_figure()) {
            let (stem, is_text) = (session.stem(path), *kind == Kind::FigureText);
            by_folder.entry(session.folder(path)).or_default().add(stem.clone(), is_text, path.clone());
            known.add(stem, is_text, path.clone());
        }
        Self { session, given, known, by_folder, beside: BTreeMap::new() }
    }

    /// Returns the figure of an action. The given figure comes first. Then come the inputs in the same folder, and the only figure of
    /// all inputs. Then come the figures beside the action.
    fn of(&mut self, action: &Path) -> Result<Search<PathBuf>, Error> {
        if let Some(figure) = self.given {
            return Ok(Search::Found(figure.to_owned()));
        }
        let (folder, stem) = (self.session.folder(action), self.session.stem(action));
        let own = self.by_folder.get(&folder).map_or(Search::Missing, |figures| figures.owner(&stem, true));
        let beside = match self.beside.entry(folder) {
            Entry::Occupied(listed) => listed.into_mut(),
            Entry::Vacant(new) => new.insert(self.session.figures_beside(action)?),
        };
        Ok(own.or_else(|| self.known.only()).or_else(|| beside.owner(&stem, true)).cloned())
    }
}
