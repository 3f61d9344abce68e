//! `keitai check`: what is wrong, doubtful or wasted in files, and between those of a folder.

mod program;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use keitai_app::console;
use keitai_convert::check::{self, Contents, Document};
use keitai_convert::{NamedFigure, Skeleton};
use keitai_formats::{Diagnostic, Kind, Location, Report, Severity, Texture};
use rayon::prelude::*;

use crate::cli::{Check, Denied};
use crate::error::Error;
use crate::{files, progress};

/// Checks what the arguments name.
pub(crate) fn run(arguments: &Check) -> Result<(), Error> {
    let paths = paths(arguments)?;
    let progress = progress::bar(paths.len());
    let (programs, paths): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| files::is_program(path));
    // Texts of actions are checked against their figures, so the others come first.
    let (texts, others): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| files::kind(path) == Some(Kind::ActionText));
    let check = |path: &PathBuf, skeleton: Option<&Skeleton>| {
        let data = files::read(path)?;
        progress.inc(1);
        Ok((path.clone(), check::file(&data, files::kind(path), skeleton)))
    };
    let others: Vec<(PathBuf, Report<Contents>)> =
        others.par_iter().map(|path| check(path, None)).collect::<Result<_, Error>>()?;
    let folders = Folders::new(&others);
    let texts: Vec<(PathBuf, Report<Contents>)> = texts
        .par_iter()
        .map(|path| check(path, folders.figure_of(path).map(|made| &made.skeleton)))
        .collect::<Result<_, Error>>()?;
    let programs = programs.into_par_iter().map(|path| {
        let findings = program::check(&path, arguments.paths.contains(&path))?;
        progress.inc(1);
        Ok((path, findings))
    });
    let mut found: Vec<(PathBuf, Vec<Diagnostic>)> = programs.collect::<Result<_, Error>>()?;
    progress.finish_and_clear();

    for (path, checked) in others.iter().chain(&texts) {
        let mut findings = checked.diagnostics.clone();
        findings.extend(folders.between(path, checked));
        found.push((path.clone(), findings));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    report(&found, arguments)
}

/// The files named, and all of a known kind below the folders named.
fn paths(arguments: &Check) -> Result<Vec<PathBuf>, Error> {
    let known = |path: &PathBuf| files::kind(path).is_some() || files::is_program(path);
    let mut paths = Vec::new();
    for path in &arguments.paths {
        if path.is_dir() {
            paths.extend(files::below(path)?.into_iter().filter(known));
        } else {
            paths.push(path.clone());
        }
    }
    paths.sort();
    paths.dedup();
    if paths.is_empty() {
        let message = "there is nothing to check in the folders given".to_owned();
        let hint = "known are .mbac, .mtra, .bmp, .bac, .tra, .bck and .ron".to_owned();
        return Err(Error::Usage { message, hint });
    }
    Ok(paths)
}

/// The checked figures, by folder.
struct Folders<'c> {
    figures: BTreeMap<PathBuf, Vec<(&'c Path, &'c NamedFigure)>>,
}

impl<'c> Folders<'c> {
    fn new(checked: &'c [(PathBuf, Report<Contents>)]) -> Self {
        let mut figures: BTreeMap<PathBuf, Vec<(&Path, &NamedFigure)>> = BTreeMap::new();
        for (path, checked) in checked {
            if let Some(Document::Figure(made)) = &checked.document.document {
                let folder = path.parent().map(Path::to_owned).unwrap_or_default();
                figures.entry(folder).or_default().push((path, made));
            }
        }
        Self { figures }
    }

    fn companions(&self, path: &Path) -> &[(&'c Path, &'c NamedFigure)] {
        path.parent().and_then(|folder| self.figures.get(folder)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The figure of an action: of its name, or the only one of its folder; texts before binary files, for their names.
    fn figure_of(&self, action: &Path) -> Option<&'c NamedFigure> {
        let companions = self.companions(action);
        let text = |path: &Path| files::kind(path) == Some(Kind::FigureText);
        let own = |wanted: bool| {
            companions.iter().find(move |(path, _)| path.file_stem() == action.file_stem() && text(path) == wanted)
        };
        let texts: Vec<_> = companions.iter().filter(|(path, _)| text(path)).collect();
        let only = match (texts.as_slice(), companions) {
            ([one], _) => Some(*one),
            (_, [one]) => Some(one),
            _ => None,
        };
        own(true).or_else(|| own(false)).or(only).map(|(_, made)| *made)
    }

    /// Findings about a file together with others of its folder.
    fn between(&self, path: &Path, checked: &Report<Contents>) -> Vec<Diagnostic> {
        match &checked.document.document {
            Some(Document::Actions(table)) => {
                // A folder may hold several figures: one that fits will do.
                let fits =
                    |(_, made): &&(&Path, &NamedFigure)| made.figure.bones.len() == usize::from(table.bone_count);
                let companions = self.companions(path);
                let made = self
                    .figure_of(path)
                    .or_else(|| companions.iter().find(fits).or_else(|| companions.first()).map(|(_, made)| *made));
                made.map(|made| check::fit(&made.figure, table)).unwrap_or_default()
            }
            Some(Document::Animation(animation)) => {
                self.figure_of(path).map(|made| check::animation(animation, Some(&made.figure))).unwrap_or_default()
            }
            Some(Document::Figure(made)) => {
                let textures = textures(path, usize::from(made.figure.texture_count));
                let found: Vec<Option<&Texture>> = textures.iter().map(Option::as_ref).collect();
                check::textures(&made.figure, &found)
            }
            _ => Vec::new(),
        }
    }
}

/// The textures beside a figure: those of its name, then the others, as many as it has slots.
fn textures(figure: &Path, slots: usize) -> Vec<Option<Texture>> {
    let load = |(path, kin): &(PathBuf, bool)| {
        let texture = files::texture(path)?;
        // A stranger's size tells nothing; that there is one must do.
        Some(if *kin { texture } else { Texture { width: 256, height: 256, ..Texture::default() } })
    };
    files::pictures(figure).iter().take(slots).map(load).collect()
}

/// Prints the findings, and fails when there are any that are not allowed.
fn report(found: &[(PathBuf, Vec<Diagnostic>)], arguments: &Check) -> Result<(), Error> {
    let all = found.iter().flat_map(|(path, findings)| findings.iter().map(move |finding| (path, finding)));
    if arguments.json {
        let findings: Vec<serde_json::Value> = all.clone().map(|(path, finding)| json(path, finding)).collect();
        let text = serde_json::to_string_pretty(&findings).map_err(|error| Error::write(Path::new("stdout"), error))?;
        console::print(&format!("{text}\n"));
    } else {
        let mut lines = String::new();
        for (path, finding) in all.clone() {
            lines.push_str(&format!("{}: {finding}\n", path.display()));
        }
        console::print(&lines);
    }
    let count = |wanted: Severity| all.clone().filter(|(_, finding)| finding.severity == wanted).count();
    let (errors, warnings, notes) = (count(Severity::Error), count(Severity::Warning), count(Severity::Note));
    let summary = format!("{} file(s): {errors} error(s), {warnings} warning(s), {notes} note(s)", found.len());
    let failed = match arguments.deny {
        None => errors > 0,
        Some(Denied::Warnings) => errors + warnings > 0,
        Some(Denied::Notes) => errors + warnings + notes > 0,
    };
    if failed {
        return Err(Error::Found { summary });
    }
    console::note(&summary);
    Ok(())
}

fn json(path: &Path, finding: &Diagnostic) -> serde_json::Value {
    let (offset, line, column) = match finding.location {
        Location::Byte(offset) => (Some(offset), None, None),
        Location::Line(position) => (None, Some(position.line), Some(position.column)),
        _ => (None, None, None),
    };
    serde_json::json!({
        "file": path.display().to_string(),
        "code": finding.rule.code,
        "severity": finding.severity.to_string(),
        "offset": offset,
        "line": line,
        "column": column,
        "message": finding.message,
        "note": finding.note,
    })
}
