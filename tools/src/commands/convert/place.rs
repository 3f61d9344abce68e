//! The places of outputs.

use std::path::{Path, PathBuf};

use keitai_formats::Kind;

use super::job::{Job, Task};
use crate::cli::Convert;
use crate::error::Error;
use crate::session::{self, Session};

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
