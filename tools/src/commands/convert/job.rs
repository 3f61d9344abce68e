//! The jobs of a conversion: what becomes of each input, and where.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use keitai_exchange::gltf::Packaging;
use keitai_formats::Kind;

use crate::cli::Convert;
use crate::error::Error;
use crate::session::models::Model;
use crate::session::owners::Search;
use crate::session::{self, Session};

/// A format of today's tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Gltf(Packaging),
    Obj,
}

impl Format {
    pub(super) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "glb" => Some(Self::Gltf(Packaging::Binary)),
            "gltf" => Some(Self::Gltf(Packaging::Separate)),
            "obj" => Some(Self::Obj),
            _ => None,
        }
    }
}

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
    pub(super) fn of(kind: Kind) -> Self {
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
            Self::TableToText => Some(Kind::ActionTable),
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
    pub(super) copies: BTreeSet<PathBuf>,
}

impl Plan {
    pub(super) fn add(&mut self, other: Self) {
        self.jobs.extend(other.jobs);
        self.failed.extend(other.failed);
        self.warned.extend(other.warned);
        self.copies.extend(other.copies);
    }

    /// Adds the figures of actions that are no inputs themselves, after the other figures.
    pub(super) fn add_owners(&mut self) {
        let figures = self.jobs.iter().filter(|job| job.task.is_figure());
        let mut listed: BTreeSet<PathBuf> = figures.map(|job| job.source().to_owned()).collect();
        let owners = self.jobs.iter().filter_map(|job| job.figure.found());
        let owners: Vec<PathBuf> = owners.filter(|figure| listed.insert((*figure).clone())).cloned().collect();
        let is_first = |job: &Job| job.task.is_figure() || job.task == Task::Copy;
        let place = self.jobs.iter().position(|job| !is_first(job)).unwrap_or(self.jobs.len());
        let jobs = owners.into_iter().map(|figure| Job::new(Task::FigureOfActions, &figure, PathBuf::new()));
        self.jobs.splice(place..place, jobs);
    }
}

/// Returns the ending of what becomes of a figure, of actions or of a model, which for a given figure is its actions alone.
pub(super) fn ending(task: Task, arguments: &Convert) -> &'static str {
    match task {
        Task::FigureToText => "bac",
        Task::TableToText => "tra",
        Task::FigureFromText => "mbac",
        Task::Model(_) if arguments.figure.is_none() => "mbac",
        _ => "mtra",
    }
}

/// Refuses an output with an unknown ending, or one file for several inputs.
pub(super) fn check_output(session: &Session, arguments: &Convert, several: bool) -> Result<(), Error> {
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

pub(super) fn folder_of_outputs<'a>(session: &Session, arguments: &'a Convert) -> Option<&'a Path> {
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

/// Returns the output of a job, whose own is its place in a folder of outputs.
pub(super) fn place(session: &Session, arguments: &Convert, job: &Job) -> Result<PathBuf, Error> {
    let (source, ending) = (job.source(), ending(job.task, arguments));
    let Some(output) = &arguments.output else { return usual_place(session, source, ending) };
    if let Some(folder) = folder_of_outputs(session, arguments) {
        return Ok(folder.join(&job.output).with_extension(ending));
    }
    // A model may become a text, too.
    let is_text = session.named(output) == Some(Kind::FigureText) && session.model(source).is_some();
    if !is_text && output.extension().is_some_and(|other| !other.eq_ignore_ascii_case(ending)) {
        let message = format!("{} becomes a .{ending} file, not {}", source.display(), output.display());
        return Err(Error::usage(message, format!("give -o {}", output.with_extension(ending).display())));
    }
    Ok(output.clone())
}
