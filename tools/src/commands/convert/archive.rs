//! Unpacks all files of an archive, with byte swaps undone, and writes figures and actions as text too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use keitai_app::console;
use keitai_exchange::archive::{file_name, is_safe};
use keitai_formats::{Diagnostic, Kind, Severity, counted, recognise, swap};

use super::output::Output;
use super::plan::{self, Job, Plan};
use super::{Done, carry_out};
use crate::cli::Convert;
use crate::error::Error;
use crate::files::models::Model;
use crate::files::{self, archives};

/// Plans and carries out the outputs of an archive. Other kinds of entries are left out; models are named, and an entry that
/// cannot be read is a warning.
pub(super) fn extract(archive: &Path, arguments: &Convert) -> Result<(Vec<Done>, Vec<PathBuf>), Error> {
    let Some(folder) = arguments.output.as_ref().filter(|path| plan::is_folder(path) || path.extension().is_none())
    else {
        let message = format!("{} holds many files", archive.display());
        return Err(Error::usage(message, "give a folder, such as -o out/"));
    };
    let (mut plan, mut own, mut unread) = (Plan::default(), Done::default(), Vec::new());
    let mut models = Vec::new();
    for entry in archives::entries(archive)? {
        let is_class = entry.is_class();
        let archives::Entry { path: entry, kind } = entry;
        let name = archives::below(archive, &entry).unwrap_or_default();
        if !is_safe(&name) {
            return Err(Error::read(archive, format!("the entry \"{name}\" leads out of the output folder")));
        }
        let mut data = match kind.and_then(|_| files::read(&entry)) {
            Ok(data) => data,
            Err(error @ Error::Budget { .. }) => return Err(error),
            Err(_) if is_class => continue,
            Err(error) => {
                unread.push((entry, error));
                continue;
            }
        };
        let Ok(found) = recognise(&data) else {
            models.extend(Model::of(&entry).map(|_| entry));
            continue;
        };
        let kind = found.kind;
        if !(kind.is_figure() || kind.is_actions() || kind.is_texture()) {
            continue;
        }
        let path = folder.join(named(&name, kind));
        let text = match kind {
            Kind::Figure => Some(path.with_extension(Kind::FigureText.ending())),
            Kind::ActionTable => Some(path.with_extension(Kind::ActionText.ending())),
            _ => None,
        };
        if let Some(output) = text {
            let figure = arguments.figure.clone().filter(|_| kind == Kind::ActionTable);
            let job = Job { source: entry.clone(), kind, output, figure, several: false };
            if kind == Kind::Figure { plan.figures.push(job) } else { plan.actions.push(vec![job]) }
        }
        if found.swapped {
            swap::swap(&mut data);
        }
        own.outputs.push(Output::new(path, data, entry.display()));
    }
    let way = models.first().map(|model| {
        let model = model.display();
        format!("`keitai convert '{model}' -o x.mbac` makes a figure of the first; unpack the archive to convert all")
    });
    if own.outputs.is_empty() {
        if let Some((_, error)) = unread.into_iter().next() {
            return Err(error);
        }
        let message = format!("{}: there is no figure, action table or texture inside", archive.display());
        let hint = way.map_or_else(
            || format!("`keitai scan {}` looks inside the files", archive.display()),
            |way| format!("{} inside: {way}", counted(models.len(), "model")),
        );
        return Err(Error::usage(message, hint));
    }
    if let Some(way) = way {
        console::note(&format!("note: left out {}; {way}", counted(models.len(), "model")));
    }
    // A text in the archive is better than one made of its binary file: it has names.
    let inside: BTreeSet<&Path> = own.outputs.iter().map(|output| output.path.as_path()).collect();
    plan.figures.retain(|job| !inside.contains(job.output.as_path()));
    plan.actions.retain(|jobs| !jobs.iter().any(|job| inside.contains(job.output.as_path())));
    arguments.check(&plan.work())?;
    let mut done = carry_out(plan, None, arguments).0;
    for done in &mut done {
        // Texts of several actions have a number in their names.
        done.outputs.retain(|output| !inside.contains(output.path.as_path()));
        // The binary file is written, even if it has no text.
        done.may_be_left_out = true;
    }
    done.insert(0, own);
    let mut warned = Done::default();
    for (path, error) in unread {
        let warning = Diagnostic { severity: Severity::Warning, ..error.diagnostic() };
        warned.note(&path, vec![warning], arguments.text_options.strict);
    }
    done.push(warned);
    Ok((done, vec![archive.to_owned()]))
}

/// Returns the name of an entry with the usual ending of its kind.
fn named(name: &str, kind: Kind) -> String {
    let (name, ending) = (file_name(name), kind.ending());
    let has = name.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(ending));
    if has { name } else { format!("{name}.{ending}") }
}
