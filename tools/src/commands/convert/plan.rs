//! The plan of a conversion: inputs, what becomes of each, the outputs, and the figures of actions.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use keitai_app::Error as AppError;
use keitai_formats::{Kind, recognise};

use super::folder::{Input, below, is_convertible};
use super::job::{Format, Job, Plan, Task, check_output, folder_of_outputs, is_folder, place};
use super::{archive, picture};
use crate::cli::{Convert, Order};
use crate::error::Error;
use crate::session::contents::Contents;
use crate::session::owners::{Figures, Search};
use crate::session::{self, Session};

impl Plan {
    pub(super) fn new(session: &Session, arguments: &Convert) -> Result<Self, Error> {
        match &arguments.inputs[..] {
            [input] if session.is_archive(input) => archive::plan_alone(session, input, arguments),
            _ => Self::of_files(session, arguments),
        }
    }

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
                let mut files = below(session, input, arguments);
                if let Some(folder) = folder_of_outputs(session, arguments) {
                    for (archive, name) in std::mem::take(&mut files.archives) {
                        match archive::plan(session, &archive, &folder.join(name).with_extension(""), arguments) {
                            Ok(plan) => archived.add(plan),
                            Err(error) => failed.push((archive, error)),
                        }
                    }
                    for (source, name) in &files.pictures {
                        picture::copy(session, &mut copies, source, folder.join(name));
                    }
                }
                files.note_left_out();
                inputs.extend(files.inputs);
                models.extend(files.models);
                failed.extend(files.unreadable);
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
        let (mut jobs, mut actions) = (Vec::new(), Vec::new());
        for (source, kind, name) in inputs {
            let job = Job::new(Task::of(kind), &source, name);
            if kind.is_figure() {
                jobs.push(job);
                continue;
            }
            match owners.of(&source) {
                Ok(figure) => actions.push(Job { figure, ..job }),
                Err(error) => failed.push((source, error)),
            }
        }
        jobs.extend(match arguments.combine {
            Some(order) => combine(actions, order),
            None => actions,
        });
        let may_be_left_out = models.len() > 1;
        for (source, model, name) in models {
            jobs.push(Job { may_be_left_out, ..Job::new(Task::Model(model), &source, name) });
        }
        let is_several = jobs.len() > 1 || from_folder && !jobs.is_empty() && arguments.combine.is_none();
        check_output(session, arguments, is_several)?;
        jobs.retain_mut(|job| match place(session, arguments, job) {
            Ok(output) => {
                job.output = output;
                true
            }
            Err(error) => {
                failed.push((job.source().to_owned(), error));
                false
            }
        });
        let is_alone = jobs.is_empty() && archived.jobs.is_empty() && failed.len() == 1;
        let is_usage = |error: &Error| matches!(error, Error::App(AppError::Usage { .. }));
        if let Some(place) = failed.iter().position(|(_, error)| is_alone || is_usage(error)) {
            return Err(failed.swap_remove(place).1);
        }
        jobs.extend(copies);
        let mut plan = Self { jobs, failed, ..Self::default() };
        plan.add(archived);
        plan.add_owners();
        Ok(plan)
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
        match jobs.iter_mut().find(|first| first.figure.found() == job.figure.found()) {
            Some(first) => first.sources.extend(job.sources),
            None => jobs.push(job),
        }
    }
    jobs.extend(rest);
    jobs
}

/// The kinds of files that are converted, as messages name them.
const EXPECTED: &str = "a figure or actions";

/// Returns the kind of a file that can be converted: by its content, or else by its ending.
fn kind(session: &Session, path: &Path) -> Result<Kind, Error> {
    // `files::kind` gives an empty file the kind of its name. Here an empty file is an error.
    let is_empty = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0);
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

/// The figures that actions may belong to.
struct Owners<'a> {
    session: &'a Session,
    /// The figure that the command line gives for all actions.
    figure: Option<&'a Path>,
    /// Figures among the inputs: all, and by folder.
    known: Figures<PathBuf>,
    by_folder: BTreeMap<PathBuf, Figures<PathBuf>>,
    /// Figures beside actions, by folder.
    beside: BTreeMap<PathBuf, Figures<PathBuf>>,
}

impl<'a> Owners<'a> {
    fn new(session: &'a Session, figure: Option<&'a Path>, inputs: &[Input]) -> Self {
        let (mut known, mut by_folder) = (Figures::default(), BTreeMap::<PathBuf, Figures<PathBuf>>::new());
        for (path, kind, _) in inputs.iter().filter(|(_, kind, _)| kind.is_figure()) {
            let (stem, is_text) = (session.stem(path), *kind == Kind::FigureText);
            by_folder.entry(session.folder(path)).or_default().add(stem.clone(), is_text, path.clone());
            known.add(stem, is_text, path.clone());
        }
        Self { session, figure, known, by_folder, beside: BTreeMap::new() }
    }

    /// Returns the figure of an action. The given figure comes first. Then come the inputs in the same folder, and the only figure of
    /// all inputs. Then come the figures beside the action.
    fn of(&mut self, action: &Path) -> Result<Search<PathBuf>, Error> {
        if let Some(figure) = self.figure {
            return Ok(Search::Found(figure.to_owned()));
        }
        let (folder, stem) = (self.session.folder(action), self.session.stem(action));
        let owner = self.by_folder.get(&folder).map_or(Search::Missing, |figures| figures.owner(&stem, true));
        let beside = match self.beside.entry(folder) {
            Entry::Occupied(listed) => listed.into_mut(),
            Entry::Vacant(new) => new.insert(self.session.figures_beside(action)?),
        };
        Ok(owner.or_else(|| self.known.only()).or_else(|| beside.owner(&stem, true)))
    }
}
