//! The plan of an archive: all files of known kinds are unpacked, figures and tables are written as text too, and models become
//! figures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use keitai_exchange::archive::{file_name, is_safe};
use keitai_formats::Kind;

use super::folder;
use super::job::{Job, Plan, Task, ending, is_folder};
use crate::cli::Convert;
use crate::error::Error;
use crate::session::archives::Entry;
use crate::session::owners::Search;
use crate::session::{Session, looks_inside};

/// Plans the outputs of an archive that is the only input.
pub(super) fn plan_alone(session: &Session, archive: &Path, arguments: &Convert) -> Result<Plan, Error> {
    let Some(folder) = arguments.output.as_ref().filter(|path| is_folder(path) || path.extension().is_none()) else {
        let message = format!("{} holds many files", archive.display());
        return Err(Error::usage(message, "give a folder, such as -o out/"));
    };
    let mut plan = plan(session, archive, folder, arguments)?;
    if plan.jobs.is_empty() && plan.warned.is_empty() {
        let message = format!("{}: there is no figure, action table, texture or model inside", archive.display());
        return Err(Error::usage(message, looks_inside(archive)));
    }
    plan.add_owners();
    Ok(plan)
}

/// Plans the outputs of an archive in a folder. Other kinds of entries are left out; an entry that cannot be read is a warning.
pub(super) fn plan(session: &Session, archive: &Path, folder: &Path, arguments: &Convert) -> Result<Plan, Error> {
    let mut plan = Plan::default();
    let (mut models, mut texts) = (Vec::new(), Vec::new());
    for entry in session.entries(archive)? {
        let is_class = entry.is_class();
        let Entry { path: entry, kind, is_named, .. } = entry;
        let name = session.below(archive, &entry).unwrap_or_default();
        if !is_safe(&name) {
            return Err(Error::read(archive, format!("the entry \"{name}\" leads out of the output folder")));
        }
        let kind = match kind {
            Ok(kind) => kind.filter(|_| !is_named),
            Err(_) if is_class => continue,
            Err(error) => {
                plan.warned.push((entry, error));
                continue;
            }
        };
        let Some(kind) = kind else {
            models.push(entry);
            continue;
        };
        if !(kind.is_figure() || kind.is_actions() || kind.is_texture()) {
            continue;
        }
        let output = folder.join(named(&name, kind));
        let task = Task::of(kind);
        if matches!(task, Task::FigureToText | Task::TableToText) {
            let figure = arguments.figure.clone().filter(|_| task == Task::TableToText);
            let figure = figure.map_or(Search::Missing, Search::Found);
            let output = output.with_extension(ending(task, arguments));
            // The binary file is written, even if it has no text.
            texts.push(Job { figure, may_be_left_out: true, ..Job::new(task, &entry, output) });
        }
        plan.jobs.push(Job::new(Task::Copy, &entry, output));
    }
    // A text in the archive is better than one made of its binary file: it has names.
    let inside: BTreeSet<PathBuf> = plan.jobs.iter().map(|job| job.output.clone()).collect();
    texts.retain(|job| !inside.contains(&job.output));
    let (figures, tables): (Vec<Job>, Vec<Job>) = texts.into_iter().partition(|job| job.task.is_figure());
    plan.jobs.extend(figures.into_iter().chain(tables));
    for (entry, model) in folder::models(session, &models) {
        let output = folder.join(file_name(&session.below(archive, &entry).unwrap_or_default()));
        let output = output.with_extension(ending(Task::Model(model), arguments));
        if !inside.contains(&output) {
            plan.jobs.push(Job { may_be_left_out: true, ..Job::new(Task::Model(model), &entry, output) });
        }
    }
    plan.copies = inside;
    Ok(plan)
}

/// Returns the name of an entry with the usual ending of its kind.
fn named(name: &str, kind: Kind) -> String {
    let (name, ending) = (file_name(name), kind.ending());
    let has = name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending));
    if has { name } else { format!("{name}.{ending}") }
}
