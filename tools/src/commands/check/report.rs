//! The result of a check, as lines or as one JSON object, with the severities that the arguments set.

use std::path::Path;

use keitai_formats::diagnostic::escaped;
use keitai_formats::{Diagnostic, Diagnostics, Location, Rule, Severity};
use serde_json::{Map, Value, json};

use super::CheckedFile;
use crate::cli::Check;
use crate::commands::explain::rule;
use crate::error::Error;

/// Version of the JSON object. A field that changes its meaning or goes away raises it.
const SCHEMA: u32 = 1;

/// Changes to severities, from the arguments.
pub(super) struct Overrides {
    ignored: Vec<&'static Rule>,
    severities: Vec<(&'static Rule, Severity)>,
}

impl Overrides {
    pub(super) fn new(arguments: &Check) -> Result<Self, Error> {
        let ignored = arguments.ignore.iter().map(|code| rule(code)).collect::<Result<_, Error>>()?;
        let change = |(code, severity): &(String, Severity)| Ok((rule(code)?, *severity));
        let severities = arguments.severity.iter().map(change).collect::<Result<_, Error>>()?;
        Ok(Self { ignored, severities })
    }

    /// Applies the changes to a file's diagnostics, and caps the number of each code. Returns the number that is ignored.
    pub(super) fn apply(&self, file: &mut CheckedFile) -> usize {
        let before = file.diagnostics.len();
        file.diagnostics.retain(|diagnostic| !self.ignored.iter().any(|rule| diagnostic.is(rule)));
        let ignored = before - file.diagnostics.len();
        let mut rest = Diagnostics::default();
        for mut diagnostic in file.diagnostics.drain(..) {
            let severity = self.severities.iter().rev().find(|(rule, _)| diagnostic.is(rule));
            diagnostic.severity = severity.map_or(diagnostic.severity, |(_, severity)| *severity);
            rest.push(diagnostic);
        }
        file.diagnostics = rest.finish();
        ignored
    }
}

/// Numbers of diagnostics by severity.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) errors: usize,
    pub(super) warnings: usize,
    pub(super) notes: usize,
}

impl Counts {
    pub(super) fn new<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Self {
        let mut counts = Self::default();
        for diagnostic in diagnostics {
            *match diagnostic.severity {
                Severity::Error => &mut counts.errors,
                Severity::Warning => &mut counts.warnings,
                Severity::Note => &mut counts.notes,
            } += 1;
        }
        counts
    }
}

pub(super) fn lines<'f>(files: impl IntoIterator<Item = &'f CheckedFile>) -> String {
    let mut lines = String::new();
    for file in files {
        let path = file.path.to_string_lossy();
        for diagnostic in &file.diagnostics {
            lines.push_str(&format!("{}: {diagnostic}\n", escaped(&path)));
        }
    }
    lines
}

pub(super) fn object(files: &[CheckedFile], counts: Counts, ignored: usize) -> String {
    let object = json!({
        "schema": SCHEMA,
        "tool": { "name": "keitai", "version": env!("CARGO_PKG_VERSION") },
        "totals": {
            "files": files.len(),
            "errors": counts.errors,
            "warnings": counts.warnings,
            "notes": counts.notes,
            "ignored": ignored,
        },
        "files": files.iter().map(statistics).collect::<Vec<_>>(),
        "findings": files.iter().flat_map(findings).collect::<Vec<_>>(),
    });
    format!("{object:#}\n")
}

fn statistics(file: &CheckedFile) -> Value {
    let counts = Counts::new(&file.diagnostics);
    json!({
        "path": file.path.to_string_lossy(),
        "kind": file.kind,
        "bytes": file.bytes,
        "errors": counts.errors,
        "warnings": counts.warnings,
        "notes": counts.notes,
    })
}

fn findings(file: &CheckedFile) -> impl Iterator<Item = Value> + '_ {
    file.diagnostics.iter().map(|diagnostic| finding(&file.path, diagnostic))
}

/// Returns a diagnostic of a file as a JSON object.
pub(crate) fn finding(path: &Path, diagnostic: &Diagnostic) -> Value {
    let mut finding = object_of(diagnostic);
    finding.insert("path".to_owned(), path.to_string_lossy().into());
    finding.into()
}

/// Returns a diagnostic as a JSON object: code, severity, message, the note, the place and the numbers that are known.
pub(crate) fn object_of(diagnostic: &Diagnostic) -> Map<String, Value> {
    let mut object = Map::new();
    let mut insert = |name: &str, value: Value| object.insert(name.to_owned(), value);
    insert("code", diagnostic.rule.code.into());
    insert("severity", diagnostic.severity.to_string().into());
    insert("message", diagnostic.message.as_str().into());
    if let Some(note) = &diagnostic.note {
        insert("note", note.as_str().into());
    }
    match diagnostic.location {
        Location::Byte(offset) => drop(insert("offset", offset.into())),
        Location::Line(position) => {
            insert("line", position.line.into());
            insert("column", position.column.into());
        }
        _ => {}
    }
    for (name, number) in diagnostic.items.named() {
        insert(name, number.into());
    }
    object
}
