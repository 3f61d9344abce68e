//! Converts PNG and BMP of any kind to textures and back, and JPEG, WebP, GIF and TGA to textures.

use std::path::{Path, PathBuf};

use keitai_convert::check;
use keitai_exchange::picture::{self, write_png};
use keitai_formats::{Diagnostic, Kind, ReadOptions, Rgb, Texture, bmp};

use super::Context;
use super::done::Done;
use super::job::{Job, Plan, Task, is_folder, usual_place};
use crate::cli::Convert;
use crate::error::Error;
use crate::session::Session;
use crate::session::contents::Contents;

/// Pictures are read in any size; too large ones get a warning.
const READ: ReadOptions = ReadOptions::UNLIMITED;

pub(super) fn are_pictures(session: &Session, inputs: &[PathBuf]) -> bool {
    let is_other = |path: &Path| session.model(path).is_none() && session.contents(path) == Some(Contents::Picture);
    inputs.iter().all(|path| session.kind(path).map_or_else(|| is_other(path), Kind::is_texture))
}

/// Plans the conversion of each picture to the other format, or to that of the output.
pub(super) fn plan(session: &Session, arguments: &Convert) -> Result<Plan, Error> {
    let job = |input: &PathBuf| {
        let (output, kind) = place(session, arguments, input)?;
        Ok(Job::new(Task::Picture(kind), input, output))
    };
    Ok(Plan { jobs: arguments.inputs.iter().map(job).collect::<Result<_, Error>>()?, ..Plan::default() })
}

impl Context<'_> {
    pub(super) fn picture(&self, job: &Job, kind: Kind) -> Result<Done, Error> {
        let (session, arguments, input) = (self.session, self.arguments, job.source());
        let refuse = |error: keitai_exchange::Error| Error::read(input, error);
        let data = session.read(input)?;
        let (loaded, reduced) = picture::load_reduced(&data, &READ, session.memory()).map_err(refuse)?;
        drop(data);
        let report = loaded.quantised(self.palette.as_deref(), arguments.exchange.dither);
        let mut diagnostics: Vec<Diagnostic> = reduced.into_iter().chain(report.diagnostics).collect();
        diagnostics.extend(check::texture(&report.document));
        let bytes = match kind {
            Kind::Png => write_png(&report.document).map_err(refuse)?,
            _ => bmp::write(&report.document).map_err(|error| Error::read(input, error))?,
        };
        let mut done = Done::of(self.output(job, bytes));
        done.note(input, diagnostics, arguments.text_options.strict);
        done.files.extend(arguments.palette.clone());
        Ok(done)
    }
}

/// Adds the copy of a picture. One that lies in its place, and one that another folder has with the same bytes, needs none.
pub(super) fn copy(session: &Session, copies: &mut Vec<Job>, source: &Path, copy: PathBuf) {
    let lies_there = copy.canonicalize().is_ok_and(|copy| source.canonicalize().is_ok_and(|source| source == copy));
    let same = |other: &Path| matches!((session.read(other), session.read(source)), (Ok(a), Ok(b)) if a == b);
    if !lies_there && !copies.iter().any(|other| other.output == copy && same(other.source())) {
        copies.push(Job::new(Task::Copy, source, copy));
    }
}

pub(super) fn palette(session: &Session, arguments: &Convert) -> Result<Option<Vec<Rgb>>, Error> {
    arguments.palette.as_deref().map(|path| Ok(texture(session, path, &READ)?.palette)).transpose()
}

/// Reads a picture that an option names.
pub(super) fn texture(session: &Session, path: &Path, options: &ReadOptions) -> Result<Texture, Error> {
    let report = picture::read(&session.read(path)?, options, session.memory());
    let report = report.map_err(|error| match session.contents(path) {
        Some(Contents::Asset(kind)) if kind.is_texture() => Error::read(path, error),
        Some(other) => other.instead_of("a picture", path),
        None => Error::read(path, error),
    })?;
    Ok(report.document)
}

/// Returns the output of a picture and its kind.
fn place(session: &Session, arguments: &Convert, input: &Path) -> Result<(PathBuf, Kind), Error> {
    let usual = if session.kind(input) == Some(Kind::Texture) { Kind::Png } else { Kind::Texture };
    let name = PathBuf::from(session.file_name(input).unwrap_or_default()).with_extension(usual.ending());
    let Some(output) = &arguments.output else {
        return Ok((usual_place(session, input, usual.ending())?, usual));
    };
    match session.named(output) {
        _ if is_folder(output) => Ok((output.join(name), usual)),
        Some(kind) if kind.is_texture() && arguments.inputs.len() == 1 => Ok((output.clone(), kind)),
        None if output.extension().is_none() => Ok((output.join(name), usual)),
        _ => {
            let message = format!("{} cannot be the output of {}", output.display(), input.display());
            let hint = "a picture becomes a .bmp or a .png; several go into a folder, such as -o out/";
            Err(Error::usage(message, hint))
        }
    }
}
