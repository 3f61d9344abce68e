//! `keitai info`: the contents of a file, an archive or a folder, as text or as one JSON object.

mod companions;
mod listing;
mod report;
mod sound_report;

use std::fmt::Display;

use keitai_app::console;
use keitai_convert::{Options, open_actions, open_figure};
use keitai_exchange::picture;
use keitai_formats::{Diagnostic, Kind, Limits, ReadOptions, Recognised, Report, bck, bmp, mbac, mtra, recognise_as};
use keitai_sound::SoundKind;

use crate::cli::Info;
use crate::commands::print_json;
use crate::error::Error;
use crate::session::{self, Session};
use listing::Listing;
pub(crate) use listing::about;
use report::{ActionTableReport, BoneAnimationReport, Facts, FigureReport, FileReport, TextureReport};
use sound_report::SoundReport;

/// Versions of the source texts. Texts of other versions are not read.
const BAC_VERSION: u16 = 6;
const TRA_VERSION: u16 = 4;

pub(crate) fn run(arguments: &Info) -> Result<(), Error> {
    let session = &Session::limited(arguments.no_limits);
    let report = describe(session, arguments)?;
    session.check()?;
    if arguments.json {
        print_json(&report)?;
    } else {
        console::print(&report.to_string())?;
    }
    if let Facts::Archive(listing) = &report.holds
        && listing.hides_figures()
    {
        console::note(&format!("note: no figure is inside; {}", session::looks_inside(&arguments.path)));
    }
    Ok(())
}

/// Reads a file of any kind. Source texts are described by what they convert to.
fn describe(session: &Session, arguments: &Info) -> Result<FileReport, Error> {
    let path = arguments.path.as_path();
    let report = |format: &dyn Display, holds: Facts, diagnostics: Vec<Diagnostic>| {
        Ok(FileReport { file: path.display().to_string(), format: format.to_string(), holds, diagnostics })
    };
    if session::is_folder(path) {
        return report(&"folder", Facts::Folder(Listing::of_folder(session, path)?), Vec::new());
    }
    if session.is_archive(path) {
        return report(&Kind::Archive, Facts::Archive(Listing::of_archive(session, path)?), Vec::new());
    }
    let data = session.read(path)?;
    if let Some(kind) = SoundKind::of(&data) {
        let sound = SoundReport::read(&data).map_err(|error| Error::read(path, error))?;
        return report(&kind, Facts::Sound(sound), Vec::new());
    }
    let options = arguments.layout.read_options(arguments.no_limits);
    let text_options = Options { no_limits: arguments.no_limits, ..Options::default() };
    let refuse = |error: keitai_formats::Error| Error::read(path, error);
    let Recognised { kind, .. } =
        recognise_as(&data, session.kind(path)).map_err(|error| match session.contents(path) {
            Some(other) => other.instead_of("a figure, actions, a texture or a sound", path),
            None => Error::read_with_hint(path, error, Some(session::looks_inside(path))),
        })?;
    let (holds, diagnostics) = match kind {
        Kind::Figure => {
            let Report { document: figure, diagnostics } = mbac::read_with(&data, &options).map_err(refuse)?;
            (Facts::Figure(FigureReport::new(session, &figure, figure.version, path)), diagnostics)
        }
        Kind::FigureText => {
            let opened = open_figure(&data, session.kind(path), &options, &text_options)
                .map_err(|error| Error::read(path, error))?;
            (Facts::Figure(FigureReport::new(session, &opened.document.figure, BAC_VERSION, path)), opened.diagnostics)
        }
        Kind::ActionTable => {
            let Report { document: table, diagnostics } = mtra::read(&data).map_err(refuse)?;
            (Facts::ActionTable(ActionTableReport::new(&table, table.version)), diagnostics)
        }
        Kind::ActionText => {
            let opened =
                open_actions(&data, Some(kind), None, &Options::default()).map_err(|error| Error::read(path, error))?;
            (Facts::ActionTable(ActionTableReport::new(&opened.document.table, TRA_VERSION)), opened.diagnostics)
        }
        Kind::Texture => {
            let Report { document: texture, diagnostics } = bmp::read_with(&data, &options).map_err(refuse)?;
            (Facts::Texture(TextureReport::new(&texture)), diagnostics)
        }
        Kind::Png => {
            let reading = ReadOptions::new(Limits::NONE, options.dialect);
            let loaded = picture::read(&data, &reading, session.memory()).map_err(|error| Error::read(path, error))?;
            (Facts::Texture(TextureReport::new(&loaded.document)), loaded.diagnostics)
        }
        Kind::M3g => {
            return Err(Error::read(path, "is an M3G file, the scene format of JSR 184, which is another format"));
        }
        Kind::BoneAnimation => {
            let Report { document: animation, diagnostics } = bck::read(&data).map_err(refuse)?;
            (Facts::BoneAnimation(BoneAnimationReport::new(&animation)), diagnostics)
        }
        other => return Err(Error::read(path, format!("nothing is known to tell of {other} files"))),
    };
    report(&kind, holds, diagnostics)
}
