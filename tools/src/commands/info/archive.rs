//! The entries of an archive, by their contents.

use std::fmt;
use std::path::Path;

use keitai_formats::{Diagnostic, Kind, Limits, ReadOptions, bmp, mbac, mtra, recognise};
use serde::Serialize;

use super::report::{Contents, FileReport};
use crate::error::Error;
use crate::files::{self, archives};

/// The entries of an archive and of the archives inside.
#[derive(Debug, Serialize)]
pub(crate) struct ArchiveReport {
    pub(super) entries: Vec<EntryReport>,
}

/// An entry.
#[derive(Debug, Serialize)]
pub(crate) struct EntryReport {
    /// Name, with the archives inside which it is.
    name: String,
    /// Size, bytes; `None` when the entry cannot be read.
    bytes: Option<usize>,
    /// Kind of the contents, when it is known.
    format: Option<String>,
    /// The bytes are swapped as in games by Fishlabs.
    swapped: bool,
    /// Counts, or the reason why the entry cannot be read.
    about: String,
}

/// Lists the entries.
pub(super) fn describe(path: &Path) -> Result<FileReport, Error> {
    let whole = path.to_string_lossy();
    let entry = |inside: std::path::PathBuf| {
        let name = inside.to_string_lossy().strip_prefix(&*whole).map_or_else(String::new, |name| name[1..].to_owned());
        match files::read(&inside) {
            Ok(data) => EntryReport::new(name, &data),
            Err(Error::App(keitai_app::Error::Read { reason, .. })) => EntryReport::unreadable(name, reason),
            Err(error) => EntryReport::unreadable(name, error.to_string()),
        }
    };
    let entries = archives::entries(path)?.into_iter().map(entry).collect();
    let holds = Contents::Archive(ArchiveReport { entries });
    let (file, diagnostics): (_, Vec<Diagnostic>) = (path.display().to_string(), Vec::new());
    Ok(FileReport { file, format: Kind::Archive.to_string(), holds, diagnostics })
}

impl EntryReport {
    fn new(name: String, data: &[u8]) -> Self {
        let found = recognise(data).ok();
        let (format, swapped) = (found.map(|found| found.kind.to_string()), found.is_some_and(|found| found.swapped));
        let about = found.map(|found| about(data, found.kind)).unwrap_or_default();
        Self { name, bytes: Some(data.len()), format, swapped, about }
    }

    fn unreadable(name: String, about: String) -> Self {
        Self { name, bytes: None, format: None, swapped: false, about }
    }
}

/// Returns the counts of a document in a line.
pub(crate) fn about(data: &[u8], kind: Kind) -> String {
    let options = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    let described = match kind {
        Kind::Figure => mbac::read(data, &options).map(|report| {
            let figure = report.document;
            let (vertices, bones) = (figure.vertices.len(), figure.bones.len());
            format!("version {}, {vertices} vertices, {bones} bones, {} textures", figure.version, figure.texture_count)
        }),
        Kind::ActionTable => mtra::read(data).map(|report| {
            let table = report.document;
            format!("version {}, {} actions, {} bones", table.version, table.actions.len(), table.bone_count)
        }),
        Kind::Texture => bmp::read(data, &options).map(|report| {
            let texture = report.document;
            format!("{}x{}, {} colours", texture.width, texture.height, texture.palette.len())
        }),
        Kind::M3g => Ok("another format".to_owned()),
        _ => Ok(String::new()),
    };
    described.unwrap_or_else(|error| error.to_string())
}

impl fmt::Display for EntryReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format.as_deref().unwrap_or("-");
        let bytes = self.bytes.map_or_else(|| "?".to_owned(), |bytes| bytes.to_string());
        let name = keitai_formats::diagnostic::escaped(&self.name);
        write!(f, "  {bytes:>9} {format:<5} {name}")?;
        if !self.about.is_empty() {
            write!(f, ": {}", keitai_formats::diagnostic::escaped(&self.about))?;
        }
        if self.swapped { f.write_str(" (byte-swapped)") } else { Ok(()) }
    }
}
