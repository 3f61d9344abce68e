//! Inputs, their outputs, and the figures of actions.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use keitai_app::{Error as AppError, console};
use keitai_formats::{Kind, counted, recognise};
use keitai_runtime::assets::companions::TEXTURE_FOLDERS;

use crate::cli::effects::Work;
use crate::cli::{Convert, Order};
use crate::error::Error;
use crate::files::contents::Contents;
use crate::files::models::Model;
use crate::files::{self, archives};

#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) source: PathBuf,
    pub(super) kind: Kind,
    /// The output; further outputs are named after it.
    pub(super) output: PathBuf,
    pub(super) figure: Option<PathBuf>,
    /// There are several figures that the actions may belong to.
    pub(super) several: bool,
}

#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) figures: Vec<Job>,
    /// Actions. Those of one list go into one file.
    pub(super) actions: Vec<Vec<Job>>,
    /// glTF and OBJ files, and the figures that they become.
    pub(super) models: Vec<(PathBuf, Model, PathBuf)>,
    /// Pictures of figures, and the places of their copies.
    pub(super) pictures: Vec<(PathBuf, PathBuf)>,
    /// Inputs that cannot be converted, and why.
    pub(super) failed: Vec<(PathBuf, Error)>,
}

impl Plan {
    /// Plans all inputs. Those that cannot be converted are collected; one that stands alone is the error, and so is an input or
    /// an output that the command line should not name.
    pub(super) fn new(arguments: &Convert) -> Result<Self, Error> {
        let (mut jobs, mut plan) = (Vec::new(), Self::default());
        let (mut models, mut from_folder) = (Vec::new(), false);
        for input in &arguments.inputs {
            if files::is_folder(input) {
                from_folder = true;
                let found = below(input, arguments.output.as_deref());
                found.note_left_out();
                jobs.extend(found.inputs);
                models.extend(found.models);
                plan.failed.extend(found.unreadable);
                if let Some(folder) = folder_of_outputs(arguments) {
                    found.pictures.into_iter().for_each(|(source, name)| plan.copy(source, folder.join(name)));
                }
                continue;
            }
            let name = archives::file_name(input).map(PathBuf::from).unwrap_or_default();
            if let Some(model) = Model::of(input) {
                models.push((input.clone(), model, name));
                continue;
            }
            match kind(input) {
                Ok(kind) => jobs.push((input.clone(), kind, name)),
                Err(error) => plan.failed.push((input.clone(), error)),
            }
        }
        if jobs.is_empty() && models.is_empty() && plan.failed.is_empty() {
            let message = "there is nothing to convert in the folders given";
            let hint = "known are .bac, .tra, .mbac, .mtra, .bck, .glb, .gltf and .obj";
            return Err(Error::usage(message, hint));
        }
        let known = jobs.iter().filter(|(_, kind, _)| kind.is_figure()).map(|(path, ..)| path);
        let mut figures = Figures::new(arguments.figure.as_deref(), known);
        let jobs: Vec<(Input, Result<Owner, Error>)> = jobs
            .into_iter()
            .map(|(source, kind, name)| {
                let owner = if kind.is_figure() { Ok((None, false)) } else { figures.of(&source) };
                ((source, kind, name), owner)
            })
            .collect();
        let outputs = models.len() + if arguments.combine.is_some() { combined(&jobs) } else { jobs.len() };
        check_output(arguments, outputs > 1 || from_folder && outputs > 0 && arguments.combine.is_none())?;
        for (source, model, name) in models {
            match place(arguments, &source, Kind::FigureText, &name) {
                Ok(output) => plan.models.push((source, model, output)),
                Err(error) => plan.failed.push((source, error)),
            }
        }
        for ((source, kind, name), owner) in jobs {
            let planned = place(arguments, &source, kind, &name).and_then(|output| {
                let (figure, several) = owner?;
                Ok(Job { source: source.clone(), kind, output, figure, several })
            });
            match planned {
                Ok(job) if kind.is_figure() => plan.figures.push(job),
                Ok(job) => plan.actions.push(vec![job]),
                Err(error) => plan.failed.push((source, error)),
            }
        }
        let alone =
            plan.figures.is_empty() && plan.actions.is_empty() && plan.models.is_empty() && plan.failed.len() == 1;
        let is_usage = |error: &Error| matches!(error, Error::App(AppError::Usage { .. }));
        if let Some(place) = plan.failed.iter().position(|(_, error)| alone || is_usage(error)) {
            return Err(plan.failed.swap_remove(place).1);
        }
        if let Some(order) = arguments.combine {
            plan.combine(order);
        }
        Ok(plan)
    }

    /// Adds the copy of a picture. One that lies in its place, and one that another folder has with the same bytes, needs none.
    fn copy(&mut self, source: PathBuf, copy: PathBuf) {
        let lies_there = copy.canonicalize().is_ok_and(|copy| source.canonicalize().is_ok_and(|source| source == copy));
        let same = |other: &Path| matches!((files::read(other), files::read(&source)), (Ok(a), Ok(b)) if a == b);
        if !lies_there && !self.pictures.iter().any(|(other, place)| *place == copy && same(other)) {
            self.pictures.push((source, copy));
        }
    }

    /// Returns the work on the files and on the figures of actions.
    pub(super) fn work(&self) -> Vec<Work> {
        let jobs = self.figures.iter().chain(self.actions.iter().flatten());
        let kinds = jobs.flat_map(|job| [Some(job.kind), job.figure.as_deref().and_then(files::kind)]);
        kinds.flatten().filter_map(Work::on).chain(self.models.first().map(|_| Work::FromModels)).collect()
    }

    /// Puts texts of actions of one figure into one list.
    fn combine(&mut self, order: Order) {
        let (mut texts, rest): (Vec<Job>, Vec<Job>) =
            std::mem::take(&mut self.actions).into_iter().flatten().partition(|job| job.kind == Kind::ActionText);
        if order == Order::Name {
            texts.sort_by(|a, b| a.source.file_name().cmp(&b.source.file_name()));
        }
        let mut lists: Vec<Vec<Job>> = Vec::new();
        for job in texts {
            match lists.iter_mut().find(|list| list.first().is_some_and(|first| first.figure == job.figure)) {
                Some(list) => list.push(job),
                None => lists.push(vec![job]),
            }
        }
        lists.extend(rest.into_iter().map(|job| vec![job]));
        self.actions = lists;
    }
}

/// Returns the number of outputs when the texts of actions of one figure go into one file.
fn combined(jobs: &[(Input, Result<Owner, Error>)]) -> usize {
    let mut figures: Vec<Option<&PathBuf>> = Vec::new();
    let mut others = 0;
    for ((_, kind, _), owner) in jobs {
        let figure = owner.as_ref().ok().and_then(|(figure, _)| figure.as_ref());
        if *kind != Kind::ActionText {
            others += 1;
        } else if !figures.contains(&figure) {
            figures.push(figure);
        }
    }
    others + figures.len()
}

fn ending(kind: Kind) -> &'static str {
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
fn kind(path: &Path) -> Result<Kind, Error> {
    // `files::kind` gives an empty file the kind of its name. Here an empty file is an error.
    let is_empty = std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == 0);
    let kind = match files::kind(path) {
        Some(kind) if !is_empty => kind,
        _ => {
            recognise(&files::read(path)?)
                .map_err(|error| match Contents::of(path) {
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
    /// Archives, which are left out.
    archives: Vec<PathBuf>,
    /// Models of the folder (glTF and OBJ), one of each name.
    models: Vec<(PathBuf, Model, PathBuf)>,
    /// The pictures beside figures of it, where players look for textures, and their names below the folder of outputs.
    pictures: Vec<(PathBuf, PathBuf)>,
    unreadable: Vec<(PathBuf, Error)>,
}

impl Found {
    /// Prints notes about the files that are left out.
    fn note_left_out(&self) {
        let notes = [
            (
                &self.binaries,
                "binary file",
                "sources are converted instead; give binary files by name to convert them to text",
            ),
            (&self.archives, "archive", "one is converted alone, such as `keitai convert game.jar -o out/`"),
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
fn below(folder: &Path, outputs: Option<&Path>) -> Found {
    let (below, unreadable) = files::below(folder, outputs);
    let models = models(folder, &below);
    let named = |path: PathBuf| {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        files::kind(&path).map(|kind| (path, kind, name))
    };
    let (pictures, mut inputs): (Vec<Input>, Vec<Input>) =
        below.into_iter().filter_map(named).partition(|(_, kind, _)| kind.is_texture());
    let archives = inputs.iter().filter(|(_, kind, _)| *kind == Kind::Archive).map(|(path, ..)| path.clone()).collect();
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

/// Returns the models of a folder, with their names below it. Packs have the same model in several formats: of one name
/// the first of .glb, .gltf and .obj is taken. None is taken where a figure has the name, because the model was
/// exported from it.
fn models(folder: &Path, below: &[PathBuf]) -> Vec<(PathBuf, Model, PathBuf)> {
    let stem = |path: &Path| path.with_extension("");
    let figures = below.iter().filter(|path| files::named(path).is_some_and(Kind::is_figure));
    let mut known: BTreeSet<PathBuf> = figures.map(|path| stem(path)).collect();
    let mut models: Vec<(&PathBuf, Model)> = below.iter().filter_map(|path| Some((path, Model::of(path)?))).collect();
    models.sort_by_key(|(path, model)| {
        (*model == Model::Obj, path.extension().map(|ending| ending.to_ascii_lowercase()))
    });
    models.retain(|(path, _)| known.insert(stem(path)));
    models.sort_by_key(|(path, _)| *path);
    let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
    models.into_iter().map(|(path, model)| (path.clone(), model, name(path))).collect()
}

/// Refuses an output with an unknown ending, or one file for several inputs.
fn check_output(arguments: &Convert, several: bool) -> Result<(), Error> {
    let Some(output) = &arguments.output else { return Ok(()) };
    let text = output.to_string_lossy();
    if is_folder(output) {
        return Ok(());
    }
    if output.extension().is_some() && files::named(output).is_none() {
        return Err(Error::usage(
            format!("{text}: no format has this ending"),
            "the endings are .mbac, .mtra, .bac, .tra, .glb, .gltf and .obj; a folder's name ends in /",
        ));
    }
    if several && files::named(output).is_some() {
        let message = format!("{text} is one file, but there are several inputs");
        return Err(Error::usage(message, "give a folder, such as -o out/"));
    }
    Ok(())
}

fn folder_of_outputs(arguments: &Convert) -> Option<&Path> {
    arguments.output.as_deref().filter(|output| is_folder(output) || files::named(output).is_none())
}

pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', '\\'])
}

/// Returns the output of an input where none is given: the file beside it with another ending.
pub(super) fn usual_place(source: &Path, ending: &str) -> Result<PathBuf, Error> {
    if files::is_stdin(source) {
        return Err(files::nameless(ending));
    }
    if archives::split(source).is_some() {
        let message = format!("{} is in an archive", source.display());
        return Err(Error::usage(message, "give -o out/ for the result"));
    }
    Ok(source.with_extension(ending))
}

/// Returns the output of an input. `name` is its place in a folder of outputs.
fn place(arguments: &Convert, source: &Path, kind: Kind, name: &Path) -> Result<PathBuf, Error> {
    let Some(output) = &arguments.output else { return usual_place(source, ending(kind)) };
    if let Some(folder) = folder_of_outputs(arguments) {
        return Ok(folder.join(name).with_extension(ending(kind)));
    }
    // A model may become a text, too.
    let is_text = files::named(output) == Some(Kind::FigureText) && Model::of(source).is_some();
    if !is_text && output.extension().is_some_and(|found| !found.eq_ignore_ascii_case(ending(kind))) {
        let message = format!("{} becomes a .{} file, not {}", source.display(), ending(kind), output.display());
        return Err(Error::usage(message, format!("give -o {}", output.with_extension(ending(kind)).display())));
    }
    Ok(output.clone())
}

/// The figure that actions belong to, or whether there are several, none of which has the name of the actions.
type Owner = (Option<PathBuf>, bool);

/// The figures that actions may belong to.
struct Figures<'a> {
    /// The figure that the command line gives for all actions.
    given: Option<&'a Path>,
    known: Candidates,
    /// Figures among the inputs, by folder.
    neighbours: BTreeMap<PathBuf, Candidates>,
    /// Figures beside actions, by folder: all, and the texts among them.
    companions: BTreeMap<PathBuf, [Candidates; 2]>,
}

impl<'a> Figures<'a> {
    /// `known` are the figures among the inputs.
    fn new<'k>(given: Option<&'a Path>, known: impl Iterator<Item = &'k PathBuf>) -> Self {
        let mut figures =
            Self { given, known: Candidates::default(), neighbours: BTreeMap::new(), companions: BTreeMap::new() };
        for figure in known {
            figures.neighbours.entry(files::folder(figure)).or_default().add(figure);
            figures.known.add(figure);
        }
        figures
    }

    /// Returns the figure of an action. The given figure comes first. Then come the inputs in the same folder, by name or the
    /// only one, and the only figure of all inputs. Then come the figures beside the action: by name, or else the only one,
    /// each time texts before binary files. A name is that of the action, or its beginning before a `_`.
    fn of(&mut self, action: &Path) -> Result<Owner, Error> {
        if let Some(figure) = self.given {
            return Ok((Some(figure.to_owned()), false));
        }
        let (folder, stem) = (files::folder(action), files::stem(action));
        let nothing = Candidates::default();
        let neighbours = self.neighbours.get(&folder).unwrap_or(&nothing);
        let [companions, texts] = match self.companions.entry(folder) {
            Entry::Occupied(listed) => listed.into_mut(),
            Entry::Vacant(new) => new.insert(beside(action)?),
        };
        let found = neighbours.named(&stem).or_else(|| neighbours.only()).or_else(|| self.known.only());
        let found = found.or_else(|| texts.named(&stem)).or_else(|| companions.named(&stem));
        let found = found.or_else(|| texts.only()).or_else(|| companions.only());
        let several = found.is_none() && (self.known.first.is_some() || companions.first.is_some());
        Ok((found.cloned(), several))
    }
}

/// Returns the figures in the folder of an action, and the texts among them. A figure and its text are taken as one;
/// the text has the names.
fn beside(action: &Path) -> Result<[Candidates; 2], Error> {
    let (mut all, mut texts) = (Candidates::default(), Candidates::default());
    for path in files::companions(action)? {
        let kind = files::kind(&path);
        if kind.is_some_and(Kind::is_figure) {
            all.add(&path);
        }
        if kind == Some(Kind::FigureText) {
            texts.add(&path);
        }
    }
    Ok([all, texts])
}

/// Figures among which one is looked for.
#[derive(Default)]
struct Candidates {
    /// The first figure of each name.
    names: BTreeMap<String, PathBuf>,
    first: Option<PathBuf>,
    several: bool,
}

impl Candidates {
    fn add(&mut self, figure: &Path) {
        self.names.entry(files::stem(figure)).or_insert_with(|| figure.to_owned());
        self.several = self.first.is_some();
        self.first.get_or_insert_with(|| figure.to_owned());
    }

    /// Returns the figure that actions of a name belong to by that name.
    fn named(&self, stem: &str) -> Option<&PathBuf> {
        files::owners(stem).find_map(|owner| self.names.get(owner))
    }

    fn only(&self) -> Option<&PathBuf> {
        self.first.as_ref().filter(|_| !self.several)
    }
}
