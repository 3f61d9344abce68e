//! `keitai check`: errors, doubtful values and waste in files, and between those of a folder.
//!
//! A file that cannot be read is a finding like any other; all other files are still checked.

mod companions;
mod program;
pub(crate) mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use keitai_app::files::{FileFault, Overwrite, write};
use keitai_app::{Error as AppError, console};
use keitai_convert::check::{self, Document};
use keitai_exchange::import::Options;
use keitai_exchange::memory::Loan;
use keitai_exchange::picture;
use keitai_formats::diagnostic::{counted, rules};
use keitai_formats::{Diagnostic, Kind, Location, ReadOptions, Report, Skeleton, mbac, mtra, recognise};
use keitai_sound::SoundKind;
use rayon::prelude::*;

use crate::cli::{Check, DenyLevel};
use crate::error::Error;
use crate::session::models::Model;
use crate::session::owners::Pictures;
use crate::session::{self, Session, folders};
use crate::shot_file::read_text;
use crate::terminal;
use companions::{Companion, Folders};
use keitai_runtime::ron_text::RonKind;
use report::{Counts, Overrides};

/// Most figures for which the check names files that could be their textures.
const MOST_NAMED: usize = 16;

pub(crate) struct CheckedFile {
    path: PathBuf,
    /// The name of the file's kind.
    kind: Option<String>,
    /// Size in bytes; `None` when the file cannot be read.
    bytes: Option<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl CheckedFile {
    /// Makes the finding for a file or a folder that cannot be read.
    fn unreadable(path: &Path, error: &Error) -> Self {
        let diagnostics = vec![error.diagnostic()];
        Self { path: path.to_owned(), kind: None, bytes: None, diagnostics }
    }
}

/// Checks the files and folders that the arguments name, and prints or writes the findings.
pub(crate) fn run(arguments: &Check) -> Result<(), Error> {
    let session = &Session::limited(arguments.no_limits);
    let (checked, ignored) = check(session, arguments)?;
    session.check()?;
    finish(session, arguments, &checked, ignored)
}

/// Returns the findings as one JSON object. A file of more than `largest` bytes is an error, and nothing in it is checked.
pub(crate) fn json(session: &Session, mut arguments: Check, largest: u64) -> Result<String, Error> {
    let mut large = Vec::new();
    arguments.paths.retain(|path| {
        let size = session.size(path);
        if size > largest {
            let fault = FileFault::TooLarge { size, limit: largest };
            large.push(CheckedFile::unreadable(path, &AppError::read(path, fault).into()));
        }
        size <= largest
    });
    let (mut checked, ignored) =
        if arguments.paths.is_empty() { Default::default() } else { check(session, &arguments)? };
    checked.extend(large);
    Ok(report::object(&checked, Counts::new(checked.iter().flat_map(|file| &file.diagnostics)), ignored))
}

/// Checks the files and folders that the arguments name. Also returns the number of findings that are ignored.
fn check(session: &Session, arguments: &Check) -> Result<(Vec<CheckedFile>, usize), Error> {
    let overrides = Overrides::new(arguments)?;
    let (paths, mut checked) = paths(session, arguments)?;
    let progress = terminal::bar(paths.len(), "files");
    let (programs, paths): (Vec<FileKind>, Vec<FileKind>) =
        paths.into_iter().partition(|(path, _)| session::is_program(path));
    let check_one = |(path, _): &FileKind| check_program(session, path, arguments.root.as_deref(), &progress);
    let programs: Vec<(CheckedFile, Vec<PathBuf>)> =
        Session::each(&programs, |(path, _)| session.size(path), check_one);
    let tables: BTreeSet<PathBuf> = programs.iter().flat_map(|(_, tables)| tables).cloned().collect();
    checked.extend(check_assets(session, paths, &tables, &progress));
    progress.finish_and_clear();

    checked.extend(programs.into_iter().map(|(file, _)| file));
    checked.sort_by(|a, b| a.path.cmp(&b.path));
    let ignored = checked.iter_mut().map(|file| overrides.apply(file)).sum();
    Ok((checked, ignored))
}

/// Checks figures, actions, pictures and sounds, and those of a folder together. A scene or a shot names a figure for the
/// actions in `tables`.
fn check_assets(
    session: &Session,
    paths: Vec<FileKind>,
    tables: &BTreeSet<PathBuf>,
    progress: &ProgressBar,
) -> Vec<CheckedFile> {
    // Actions are checked against their figures, so figures come first. Contents are dropped as soon as they are
    // checked.
    let (figures, others): (Vec<FileKind>, Vec<FileKind>) =
        paths.into_iter().partition(|(_, kind)| kind.is_some_and(Kind::is_figure));
    let mut pictures: BTreeMap<PathBuf, Pictures> = BTreeMap::new();
    for (path, _) in figures.iter().filter(|(path, _)| !session::is_stdin(path)) {
        pictures.entry(session.folder(path)).or_insert_with(|| session.pictures(path));
    }
    let weight = |(path, kind): &FileKind| session.weight(path, *kind);
    // The search for files that could be missing takes long, and is of no use for many figures.
    let is_small = figures.len() <= MOST_NAMED;
    let figure = |file: &FileKind| {
        let (mut checked, document) = check_file(session, file, None, progress);
        let Some(Document::Figure(content)) = document else { return (checked, None) };
        if !session::is_stdin(&file.0) {
            let beside = pictures.get(&session.folder(&file.0));
            checked.diagnostics.extend(companions::textures(session, &file.0, &content, beside, is_small));
        }
        (checked, Some(Companion::new(file, &content)))
    };
    let (mut checked, figures): (Vec<CheckedFile>, Vec<Option<Companion>>) =
        Session::each(&figures, weight, figure).into_iter().unzip();
    let folders = Folders::new(session, figures.into_iter().flatten(), tables);
    let other = |file: &FileKind| {
        let is_text = file.1 == Some(Kind::ActionText);
        let owner = if is_text { folders.figure_of(&file.0) } else { None };
        let (mut checked, document) = check_file(session, file, owner.as_ref().map(|owner| &owner.skeleton), progress);
        checked.diagnostics.extend(document.map(|document| folders.between(&file.0, &document)).unwrap_or_default());
        checked
    };
    checked.extend(Session::each(&others, weight, other));
    checked
}

type FileKind = (PathBuf, Option<Kind>);

/// Returns the files named, all of a known kind below the folders named, and the findings about unreadable folders.
fn paths(session: &Session, arguments: &Check) -> Result<(Vec<FileKind>, Vec<CheckedFile>), Error> {
    // Pictures and archives in a folder may be anything; those that are named are checked.
    let is_checked = |kind: Kind| kind.is_figure() || kind.is_actions() || kind == Kind::Texture;
    let known = |(path, kind): &FileKind| {
        kind.is_some_and(is_checked) || session::is_program(path) || session.model(path).is_some()
    };
    let with_kind = |path: PathBuf| {
        let kind = session.kind(&path);
        (path, kind)
    };
    let named = |paths: Vec<PathBuf>| paths.into_par_iter().map(with_kind);
    let (mut paths, mut unreadable): (Vec<FileKind>, _) = (Vec::new(), Vec::new());
    for path in &arguments.paths {
        if session::is_folder(path) {
            let (below, errors) = folders::below(path, None);
            paths.par_extend(named(below).filter(known));
            unreadable.extend(errors.iter().map(|(folder, error)| CheckedFile::unreadable(folder, error)));
        } else if session.is_archive(path) {
            for entry in session.entries(path)? {
                // An entry whose name has no known kind, or that of an archive, may be a figure or hold many.
                let kind_fits = |kind| is_checked(kind) || kind == Kind::Archive;
                let may_be_checked = !entry.is_class() && session.named(&entry.path).is_none_or(kind_fits);
                match entry.kind {
                    Ok(kind) => paths.extend(Some((entry.path, kind)).filter(known)),
                    Err(error) if may_be_checked => unreadable.push(CheckedFile::unreadable(&entry.path, &error)),
                    Err(_) => {}
                }
            }
        } else {
            paths.par_extend(named(vec![path.clone()]));
        }
    }
    paths.sort_by(|(a, _), (b, _)| a.cmp(b));
    paths.dedup_by(|(a, _), (b, _)| a == b);
    if paths.is_empty() && unreadable.is_empty() {
        let message = "there is nothing to check in the folders and archives given";
        let hint = "known are .mbac, .mtra, .bmp, .bac, .tra, .bck, .ron, .gltf, .glb and .obj; `keitai scan` looks into other files";
        return Err(Error::usage(message, hint));
    }
    Ok((paths, unreadable))
}

/// Returns the findings of files that belong together, and between them.
#[cfg(feature = "inspector")]
pub(crate) fn findings(session: &Session, paths: &[PathBuf]) -> Vec<(PathBuf, Vec<Diagnostic>)> {
    let named = paths.iter().map(|path| (path.clone(), session.kind(path))).collect();
    let checked = check_assets(session, named, &BTreeSet::new(), &ProgressBar::hidden());
    checked.into_iter().map(|file| (file.path, file.diagnostics)).collect()
}

fn check_file(
    session: &Session,
    (path, kind): &FileKind,
    skeleton: Option<&Skeleton>,
    progress: &ProgressBar,
) -> (CheckedFile, Option<Document>) {
    let data = session.read(path);
    progress.inc(1);
    let data = match data {
        Ok(data) => data,
        Err(error) => return (CheckedFile::unreadable(path, &error), None),
    };
    if let Some(kind) = SoundKind::of(&data) {
        progress.suspend(|| console::note(&format!("{}: a {kind} file; sounds are not checked", path.display())));
        let (kind, bytes) = (Some(kind.to_string()), Some(data.len()));
        return (CheckedFile { path: path.to_owned(), kind, bytes, diagnostics: Vec::new() }, None);
    }
    if let Some(model) = session.model(path) {
        let bytes = data.len();
        // The model is read again with the files beside it.
        drop(data);
        return (check_model(session, path, model, bytes), None);
    }
    let report = match (*kind, document_memory(session, &data, *kind)) {
        (Some(Kind::Png), _) => png(session, &data),
        (_, Ok(_loan)) => check::file(&data, *kind, skeleton),
        (kind, Err(error)) => {
            let diagnostics = vec![Diagnostic::new(&rules::UNREADABLE, Location::Document, error)];
            Report::new(check::Contents { kind, document: None }, diagnostics)
        }
    };
    let kind = report.document.kind.map(|kind| kind.to_string());
    let checked = CheckedFile { path: path.to_owned(), kind, bytes: Some(data.len()), diagnostics: report.diagnostics };
    (checked, report.document.document)
}

/// Takes the memory of the texels of a BMP file or of the document of a text; none for other files.
fn document_memory(session: &Session, data: &[u8], kind: Option<Kind>) -> Result<Option<Loan>, String> {
    if kind.is_some_and(Kind::is_text) {
        return session.hold_document(data).map(Some);
    }
    let is_bitmap = recognise(data).is_ok_and(|format| format.kind == Kind::Texture);
    let texels = is_bitmap.then(|| picture::texels(data, session.memory())).transpose();
    texels.map_err(|error| error.to_string())
}

/// Checks a model as the figure and the actions that it becomes.
fn check_model(session: &Session, path: &Path, model: Model, bytes: usize) -> CheckedFile {
    let Report { document, mut diagnostics } =
        match session.load_model(path, model, &Options { memory: session.memory().clone(), ..Options::default() }) {
            Ok(loaded) => loaded.report,
            Err(error) => return CheckedFile::unreadable(path, &error),
        };
    if let Some(import) = document {
        let figure = mbac::write(&import.figure).ok().map(|bytes| (String::new(), bytes, Kind::Figure));
        let tables = import.tables.iter().filter_map(|(name, table)| {
            Some((format!("animation \"{name}\": "), mtra::write(table).ok()?, Kind::ActionTable))
        });
        for (place, bytes, kind) in figure.into_iter().chain(tables) {
            let mut findings = check::file(&bytes, Some(kind), None).diagnostics;
            findings.iter_mut().for_each(|finding| finding.message.insert_str(0, &place));
            diagnostics.extend(findings);
        }
    }
    CheckedFile { path: path.to_owned(), kind: Some(model.to_string()), bytes: Some(bytes), diagnostics }
}

/// Checks a PNG file as the texture that it may stand for.
fn png(session: &Session, data: &[u8]) -> Report<check::Contents> {
    // A picture that is too large is not given a palette first, which takes long.
    let large = picture::png_size(data).map(check::texture_size).unwrap_or_default();
    let (document, diagnostics) = if large.is_empty() {
        match picture::read(data, &ReadOptions::UNLIMITED, session.memory()) {
            Ok(report) => (Some(Document::Texture(report.document)), report.diagnostics),
            Err(keitai_exchange::Error::Format(error)) => (None, vec![Diagnostic::from(&error)]),
            Err(error) => (None, vec![Diagnostic::new(&rules::UNREADABLE, Location::Document, error.to_string())]),
        }
    } else {
        (None, large)
    };
    Report::new(check::Contents { kind: Some(Kind::Png), document }, diagnostics)
}

/// Checks a RON file. Also returns the actions that it gives to figures.
fn check_program(
    session: &Session,
    path: &Path,
    root: Option<&Path>,
    progress: &ProgressBar,
) -> (CheckedFile, Vec<PathBuf>) {
    let checked = read_text(session, path).and_then(|text| {
        let kind = RonKind::misspelt(&text);
        let diagnostics = program::check(session, path, &text, kind, root)?;
        let (kind, bytes) = (kind.map(|kind| kind.to_string()), Some(text.len()));
        let file = CheckedFile { path: path.to_owned(), kind, bytes, diagnostics };
        let named = program::names::named(session, path, &text).into_iter().map(|(file, ..)| file);
        let actions = named.filter(|file| session.kind(file).is_some_and(Kind::is_actions));
        let tables = actions.filter_map(|file| file.canonicalize().ok());
        Ok((file, tables.collect()))
    });
    progress.inc(1);
    checked.unwrap_or_else(|error| (CheckedFile::unreadable(path, &error), Vec::new()))
}

/// Prints or writes the findings, and fails when there are any that are not allowed.
fn finish(session: &Session, arguments: &Check, checked: &[CheckedFile], ignored: usize) -> Result<(), Error> {
    let counts = Counts::new(checked.iter().flat_map(|file| &file.diagnostics));
    let named = |file: &&CheckedFile| file.bytes.is_none() && arguments.paths.contains(&file.path);
    let unread = checked.iter().find(named);
    // On the screen the error at the end names this file.
    let is_told = |file: &CheckedFile| arguments.output.is_none() && unread.is_some_and(|one| one.path == file.path);
    let text = if arguments.json {
        report::object(checked, counts, ignored)
    } else {
        report::lines(checked.iter().filter(|file| !is_told(file)))
    };
    match &arguments.output {
        Some(path) => {
            let inputs: Vec<PathBuf> = checked.iter().map(|file| session.outermost(&file.path)).collect();
            write(path, text.as_bytes(), Overwrite::forced(arguments.force), &inputs)
                .map_err(|fault| keitai_app::Error::output(path, fault))?;
        }
        None if arguments.json => console::print_json(text.trim_end())?,
        None => console::print(&text)?,
    }
    let Counts { errors, warnings, notes } = counts;
    let parts = [(errors, "error"), (warnings, "warning"), (notes, "note")].map(|(count, thing)| counted(count, thing));
    let mut summary = format!("{}: {}", counted(checked.len(), "file"), parts.join(", "));
    if ignored > 0 {
        summary.push_str(&format!(", {ignored} ignored"));
    }
    if let Some((file, diagnostic)) = unread.and_then(|file| Some((file, file.diagnostics.first()?))) {
        console::note(&summary);
        return Err(Error::read_with_hint(&file.path, &diagnostic.message, diagnostic.note.clone()));
    }
    let failed = match arguments.deny {
        None => errors > 0,
        Some(DenyLevel::Warnings) => errors + warnings > 0,
        Some(DenyLevel::Notes) => errors + warnings + notes > 0,
    };
    if failed {
        return Err(Error::Found(summary));
    }
    console::note(&summary);
    Ok(())
}
