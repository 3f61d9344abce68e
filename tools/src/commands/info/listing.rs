//! The files in an archive or in a folder, by their contents: a line each.

use std::fmt;
use std::path::Path;

use keitai_exchange::{Memory, SoundFormat, picture};
use keitai_formats::diagnostic::{counted, escaped};
use keitai_formats::{Kind, ReadOptions, Report, Texture, mbac, mtra, recognise_as};
use keitai_sound::SoundKind;
use serde::Serialize;

use crate::error::Error;
use crate::session::{self, Session, archives, folders};
use keitai_runtime::ron_text::RonKind;

/// Bytes by which a sound is recognised.
const SOUND_HEAD: usize = 16;

/// The files in an archive and in the archives inside, or below a folder.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Entry {
    /// Name in the archive or the folder, with the archives inside which it is.
    name: String,
    /// Size, bytes; `None` when the file cannot be read.
    bytes: Option<u64>,
    format: Option<String>,
    /// The bytes are swapped as in games by Fishlabs.
    swapped: bool,
    #[serde(skip)]
    is_figure: bool,
    /// Counts, or the reason why the file cannot be read.
    about: String,
}

impl Listing {
    /// Lists the files of an archive. An entry of no known kind is not kept, whatever its size.
    pub(super) fn of_archive(session: &Session, path: &Path) -> Result<Self, Error> {
        let whole = path.to_string_lossy();
        let entry = |entry: archives::Entry| {
            let name = entry.path.to_string_lossy();
            let name = name.strip_prefix(&*whole).map_or_else(String::new, |name| name[1..].to_owned());
            match entry.kind {
                Ok(None) if !entry.is_sound && !session::is_program(&entry.path) => {
                    Entry { name, bytes: Some(entry.size), ..Entry::default() }
                }
                Err(Error::App(keitai_app::Error::Read { reason, .. })) => Entry::unreadable(name, reason),
                _ => Entry::read(session, name, &entry.path),
            }
        };
        Ok(Self { entries: session.entries(path)?.into_iter().map(entry).collect() })
    }

    /// Returns whether figures can only be inside other files: there is none, nor a model, and all files can be read.
    pub(super) fn hides_figures(&self) -> bool {
        let is_model =
            |name: &str| [".glb", ".gltf", ".obj"].iter().any(|ending| name.to_lowercase().ends_with(ending));
        !self.entries.iter().any(|entry| entry.is_figure || entry.bytes.is_none() || is_model(&entry.name))
    }

    /// Lists the files below a folder. A file of no known kind is not read, whatever its size.
    pub(super) fn of_folder(session: &Session, folder: &Path) -> Result<Self, Error> {
        let (paths, unreadable) = folders::below(folder, None);
        if let Some((_, error)) = unreadable.into_iter().next() {
            return Err(error);
        }
        let entry = |file: std::path::PathBuf| {
            let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().into_owned();
            if is_known(session, &file) { Entry::read(session, name, &file) } else { Entry::unknown(name, &file) }
        };
        Ok(Self { entries: paths.into_iter().map(entry).collect() })
    }
}

/// Returns whether a file of the disk is of a known kind, by its ends or its name.
fn is_known(session: &Session, file: &Path) -> bool {
    let is_sound = || keitai_app::files::ends(file, SOUND_HEAD).is_ok_and(|(head, _)| archives::is_sound(&head));
    session::is_program(file) || session.kind(file).is_some() || is_sound()
}

impl Entry {
    fn read(session: &Session, name: String, file: &Path) -> Self {
        match session.read(file) {
            Ok(data) => Self::new(session, name, file, &data),
            Err(Error::App(keitai_app::Error::Read { reason, .. })) => Self::unreadable(name, reason),
            Err(error) => Self::unreadable(name, error.to_string()),
        }
    }

    fn new(session: &Session, name: String, file: &Path, data: &[u8]) -> Self {
        let bytes = Some(data.len() as u64);
        if let Ok(asset) = recognise_as(data, session.named(file)) {
            let (format, about) = (Some(asset.kind.to_string()), about(data, asset.kind, session.memory()));
            return Self { name, bytes, format, swapped: asset.swapped, is_figure: asset.kind.is_figure(), about };
        }
        let (format, about) = if let Some(kind) = SoundKind::of(data) {
            (Some(kind.to_string()), "sound".to_owned())
        } else if let Some(format) = SoundFormat::of(data) {
            (Some(format.to_string()), "sound, which is not read".to_owned())
        } else if session::is_program(Path::new(&name)) {
            let kind = std::str::from_utf8(data).ok().and_then(RonKind::of);
            (Some("RON".to_owned()), kind.map_or_else(String::new, |kind| kind.to_string()))
        } else {
            (None, String::new())
        };
        Self { name, bytes, format, about, ..Self::default() }
    }

    fn unknown(name: String, file: &Path) -> Self {
        match file.metadata() {
            Ok(data) => Self { name, bytes: Some(data.len()), ..Self::default() },
            Err(error) => Self::unreadable(name, error.to_string()),
        }
    }

    fn unreadable(name: String, reason: String) -> Self {
        // The reason may begin with the name in the archive.
        let without_name = reason.split_once(": ").filter(|(file, _)| name.ends_with(file));
        let about = without_name.map_or(reason.as_str(), |(_, rest)| rest).to_owned();
        Self { name, about, ..Self::default() }
    }
}

/// Returns the counts of a document in a line.
pub(crate) fn about(data: &[u8], kind: Kind, memory: &Memory) -> String {
    let options = ReadOptions::UNLIMITED;
    let described = match kind {
        Kind::Figure => mbac::read_with(data, &options).map(|report| {
            let figure = report.document;
            let vertices = counted(figure.vertices.len(), "vertex");
            let (bones, textures) = (counted(figure.bones.len(), "bone"), counted(figure.texture_count, "texture"));
            format!("version {}, {vertices}, {bones}, {textures}", figure.version)
        }),
        Kind::ActionTable => mtra::read(data).map(|report| {
            let table = report.document;
            let (actions, bones) = (counted(table.actions.len(), "action"), counted(table.bone_count, "bone"));
            format!("version {}, {actions}, {bones}", table.version)
        }),
        Kind::Texture => match picture::bitmap(data, &options, memory) {
            Ok(Report { document: Texture { width, height, palette, .. }, .. }) => {
                Ok(format!("{width}x{height}, {}", counted(palette.len(), "colour")))
            }
            Err(error) => return error.to_string(),
        },
        Kind::M3g => Ok("another format".to_owned()),
        _ => Ok(String::new()),
    };
    described.unwrap_or_else(|error| error.to_string())
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format.as_deref().unwrap_or("-");
        let bytes = self.bytes.map_or_else(|| "?".to_owned(), |bytes| bytes.to_string());
        write!(f, "  {bytes:>9} {format:<5} {}", escaped(&self.name))?;
        if !self.about.is_empty() {
            write!(f, ": {}", escaped(&self.about))?;
        }
        if self.swapped { f.write_str(" (byte-swapped)") } else { Ok(()) }
    }
}
