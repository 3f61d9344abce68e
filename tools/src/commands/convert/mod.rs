//! `keitai convert`: converts texts to binary files and back, models, pictures and archives.
//!
//! The inputs become a list of jobs, which is planned first. Each job is carried out and its outputs are staged. They are written at the
//! end, and only when all inputs convert.

mod actions;
mod archive;
pub(super) mod done;
mod export;
mod figure;
mod folder;
mod import;
mod into;
mod job;
mod picture;
mod plan;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use done::{Done, Output, finish};
use export::export;
use job::{Job, Plan, Task};
use keitai_formats::diagnostic::{counted, rules::UNREADABLE};
use keitai_formats::{Content, Diagnostic, Rgb, Severity, recognise, swap};

use crate::cli::Convert;
use crate::error::Error;
use crate::session::Session;
use crate::session::owners::Pictures;
use crate::terminal;

pub(crate) fn run(arguments: &Convert) -> Result<(), Error> {
    let session = &Session::limited(arguments.text_options.no_limits);
    if let Some(target) = &arguments.into {
        return into::run(session, target, arguments);
    }
    let done = results(session, arguments)?;
    session.check()?;
    let unread = |finding: &&Diagnostic| finding.rule == &UNREADABLE && finding.severity == Severity::Warning;
    let unread = done.iter().flat_map(Done::diagnostics).filter(unread).count();
    let others = if done.iter().any(|done| !done.outputs.is_empty()) { "; the others were converted" } else { "" };
    finish(session, done, arguments)?;
    if unread > 0 {
        let unread = counted(unread, "file");
        return Err(Error::Found(format!("{unread} of the archive cannot be read{others}")));
    }
    Ok(())
}

pub(crate) type Findings = Vec<(PathBuf, Diagnostic)>;

/// Returns the outputs without writing them, and all diagnostics of the inputs. After an error there is no output.
pub(crate) fn in_memory(session: &Session, arguments: &Convert) -> Result<(Vec<Output>, Findings), Error> {
    let (mut outputs, mut findings) = (Vec::new(), Vec::new());
    for done in results(session, arguments)? {
        outputs.extend(done.outputs);
        for input in done.inputs {
            findings.extend(input.diagnostics.into_iter().map(|diagnostic| (input.path.clone(), diagnostic)));
        }
    }
    if findings.iter().any(|(_, diagnostic)| diagnostic.severity == Severity::Error) {
        outputs.clear();
    }
    Ok((outputs, findings))
}

fn results(session: &Session, arguments: &Convert) -> Result<Vec<Done>, Error> {
    carry_out(session, Plan::new(session, arguments)?, arguments)
}

fn converted(session: &Session, arguments: &Convert) -> Result<Vec<Done>, Error> {
    carry_out(session, Plan::of_files(session, arguments)?, arguments)
}

/// Values that the jobs of a plan share.
struct Context<'a> {
    session: &'a Session,
    arguments: &'a Convert,
    palette: Option<Vec<Rgb>>,
    /// The pictures beside the binary figures, by folder.
    pictures: BTreeMap<PathBuf, Pictures>,
    /// The figures of actions; none for one with an error.
    figures: BTreeMap<PathBuf, Option<Box<Content>>>,
}

/// Carries out a plan. Figures come first, because actions need their bones. The results have the order of the jobs.
fn carry_out(session: &Session, plan: Plan, arguments: &Convert) -> Result<Vec<Done>, Error> {
    let Plan { jobs, failed, warned, copies } = plan;
    let palette = picture::palette(session, arguments)?;
    let mut context = Context { session, arguments, palette, pictures: BTreeMap::new(), figures: BTreeMap::new() };
    for job in jobs.iter().filter(|job| job.task == Task::FigureToText) {
        let source = job.source();
        context.pictures.entry(session.folder(source)).or_insert_with(|| session.pictures(source));
    }
    let owners: BTreeSet<&PathBuf> = jobs.iter().filter_map(|job| job.figure.found()).collect();
    let progress = terminal::bar(jobs.len(), "files");
    let (figures, others): (Vec<_>, Vec<_>) = jobs.iter().enumerate().partition(|(_, job)| job.task.is_figure());
    let mut results: Vec<Done> = jobs.iter().map(|_| Done::default()).collect();
    let mut inputs: BTreeSet<PathBuf> = BTreeSet::new();
    for chosen in [figures, others] {
        let carry_out = |(_, job): &(usize, &Job)| {
            let result = context.carry_out(job);
            progress.inc(1);
            // Only the figures of actions are needed further on.
            let is_owner = job.sources.iter().any(|input| owners.contains(input));
            result.map(|(done, figure)| (done, figure.filter(|_| is_owner).map(Box::new)))
        };
        let outcomes = Session::each(&chosen, |(_, job)| session.weight(job.source(), job.task.kind()), carry_out);
        for ((number, job), result) in chosen.into_iter().zip(outcomes) {
            let (mut done, figure) = match result {
                Err(error) if job.task.is_alone() || matches!(error, Error::Budget(_)) => return Err(error),
                Err(error) => (Done::failed(job.source(), &error), None),
                Ok(result) => result,
            };
            inputs.extend(done.files.drain(..).chain(job.sources.iter().map(|source| session.outermost(source))));
            if job.task != Task::Copy {
                // Texts of several actions have a number in their names.
                done.outputs.retain(|output| !copies.contains(&output.path));
            }
            if job.task.is_figure() && owners.contains(&job.sources[0]) {
                context.figures.insert(job.sources[0].clone(), figure);
            }
            results[number] = Done { may_be_left_out: job.may_be_left_out, ..done };
        }
    }
    progress.finish_and_clear();
    results.extend(failed.iter().map(|(path, error)| Done::failed(path, error)));
    let strict = arguments.text_options.strict;
    results.extend(warned.iter().map(|(path, error)| Done::warned(path, error, strict)));
    results.push(Done { files: inputs.into_iter().collect(), ..Done::default() });
    Ok(results)
}

impl Context<'_> {
    /// Carries out a job. Also returns the figure that was read.
    fn carry_out(&self, job: &Job) -> Result<(Done, Option<Content>), Error> {
        let (session, arguments) = (self.session, self.arguments);
        Ok(match job.task {
            Task::FigureFromText | Task::FigureToText | Task::FigureOfActions => return self.figure(job),
            Task::Actions | Task::TableToText | Task::Joints => (self.actions(job)?, None),
            Task::Model(model) => (import::import(self, job.source(), &job.output, model)?, None),
            Task::Picture(kind) => (self.picture(job, kind)?, None),
            Task::Export(format) => (export(session, format, &job.output, arguments)?, None),
            Task::Copy => (self.copy(job)?, None),
        })
    }

    /// Returns a file as it is, with a byte swap of an archive's entry undone.
    fn copy(&self, job: &Job) -> Result<Done, Error> {
        let mut bytes = self.session.read(job.source())?.into_vec();
        if self.session.split(job.source()).is_some() && recognise(&bytes).is_ok_and(|format| format.swapped) {
            swap::swap(&mut bytes);
        }
        Ok(Done::of(self.output(job, bytes)))
    }

    /// Stages the bytes of a job's only output.
    fn output(&self, job: &Job, bytes: Vec<u8>) -> Output {
        self.output_at(&job.output, bytes, job.source())
    }

    fn output_at(&self, path: impl Into<PathBuf>, bytes: Vec<u8>, source: &Path) -> Output {
        Output::new(path, self.session.stage(bytes), source.display())
    }
}
