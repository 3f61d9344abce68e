//! Models of today's formats: read as figures wherever a figure is read.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use keitai_app::files;
use keitai_exchange::archive::file_name;
use keitai_exchange::import::Options;
use keitai_exchange::{Content, gltf, obj};
use keitai_formats::diagnostic::is_unsafe;
use keitai_formats::{Kind, Policy, Report, bmp, mbac, mtra};
use keitai_runtime::assets::{AssetPath, Source};

use super::{Session, is_stdin, join};
use crate::diagnostics;
use crate::error::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Model {
    /// glTF, also under the name of a VRM file.
    Gltf,
    Obj,
}

impl Session {
    /// Returns the format of a file by its first bytes, or else by its name; `None` for other files.
    pub(crate) fn model(&self, path: &Path) -> Option<Model> {
        const MARK: &[u8] = b"glTF";
        let ending = self.file_name(path).and_then(|name| Some(name.rsplit_once('.')?.1.to_lowercase()));
        match ending.as_deref() {
            Some("glb" | "gltf") => return Some(Model::Gltf),
            Some("obj") => return Some(Model::Obj),
            _ if self.split(path).is_some() => return None,
            _ => {}
        }
        let head =
            if is_stdin(path) { self.read(path).ok()?.into_vec() } else { files::ends(path, MARK.len()).ok()?.0 };
        head.starts_with(MARK).then_some(Model::Gltf)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gltf => "glTF model",
            Self::Obj => "OBJ model",
        })
    }
}

/// Files by folder, and by name in small letters.
type Names = BTreeMap<(PathBuf, String), PathBuf>;

/// A model that was read, and the files that it is made of.
pub(crate) struct Loaded {
    pub(crate) report: Report<Option<Content>>,
    pub(crate) files: Vec<PathBuf>,
}

impl Session {
    /// Reads a model with the files that it names.
    pub(crate) fn load_model(&self, path: &Path, model: Model, options: &Options) -> Result<Loaded, Error> {
        let mut files = vec![path.to_owned()];
        let mut folders = BTreeMap::new();
        let mut beside = |name: &str| {
            let file = self.named_by(path, name)?;
            // The error of a missing file would compare its name with all others.
            let file = if self.exists(&file) { file } else { self.in_other_case(&file, &mut folders)? };
            let bytes = self.read(&file).ok()?.into_vec();
            files.push(file);
            Some(bytes)
        };
        let data = self.read(path)?;
        let report = match model {
            Model::Gltf => gltf::read(&data, &mut beside, options),
            Model::Obj => obj::read(&data, &mut beside, options),
        };
        Ok(Loaded { report: report.under(Policy::default()).map(Option::flatten), files })
    }

    /// Returns the file of a folder whose name differs in capitals only: many systems take the two for the same. `places` has
    /// the files of folders, or of the whole archive, that were looked into before.
    fn in_other_case(&self, file: &Path, places: &mut BTreeMap<PathBuf, Names>) -> Option<PathBuf> {
        let place = self.split(file).map_or_else(|| self.folder(file), |(archive, _)| archive);
        let names = places.entry(place).or_insert_with(|| self.names_in(file));
        names.get(&(self.folder(file), self.file_name(file)?.to_lowercase())).cloned()
    }

    /// Returns the path of a file that a model names: beside it or in a folder below; `None` for a name that leads elsewhere, and for
    /// all names in a model of stdin.
    fn named_by(&self, model: &Path, name: &str) -> Option<PathBuf> {
        let inside = inside(name)?;
        if is_stdin(model) {
            return None;
        }
        match self.split(model) {
            Some((archive, entry)) => {
                let folder = entry.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
                Some(join(&archive, &format!("{folder}{}", inside.display())))
            }
            None => Some(model.parent().unwrap_or(Path::new("")).join(inside)),
        }
    }

    /// Returns a model as the runtime loads figures: its figure, tables and textures as files in memory, and the figure's path. Prints
    /// what is lost.
    pub(super) fn model_source(&self, path: &Path, model: Model) -> Result<(Source, AssetPath), Error> {
        let Loaded { report, .. } = self.load_model(path, model, &Options::default())?;
        let Report { document, diagnostics } = report;
        let Some(Content { figure: own, textures, tables, .. }) = document else {
            let refused = diagnostics.into_iter().find(|found| found.severity == keitai_formats::Severity::Error);
            let reason = refused.map(|found| found.to_string()).unwrap_or_default();
            return Err(Error::read(path, reason));
        };
        diagnostics::print(path, None, &diagnostics);
        let refuse = |error: keitai_formats::Error| Error::read(path, error);
        let stem = self.stem(path);
        let figure = format!("{stem}.{}", Kind::Figure.ending());
        let mut files = BTreeMap::from([(figure.clone(), mbac::write(&own).map_err(refuse)?)]);
        for (number, (name, table)) in tables.iter().enumerate() {
            let ending = Kind::ActionTable.ending();
            let mut file = format!("{}.{ending}", table_name(&stem, name, tables.len(), false));
            if files.contains_key(&file) {
                file = format!("{stem}_{number:03}.{ending}");
            }
            files.insert(file, mtra::write(table).map_err(refuse)?);
        }
        for (slot, (_, texture)) in textures.iter().enumerate().filter_map(|(slot, own)| Some((slot, own.as_ref()?))) {
            files.insert(format!("{stem}_{slot:02}.{}", Kind::Texture.ending()), bmp::write(texture).map_err(refuse)?);
        }
        Ok((Source::memory(files), AssetPath::new(&figure)?))
    }
}

/// The most letters that the name of an animation gives to the name of a file, which may have 255 bytes.
const LONGEST_NAME: usize = 40;

/// Returns the name of a table's file without its ending: with `own_names` that of the animation, or else the figure's `stem`
/// for the only table, or one that begins with it.
pub(crate) fn table_name(stem: &str, name: &str, tables: usize, own_names: bool) -> String {
    let letter = |c: char| if (c.is_alphanumeric() || "-_.".contains(c)) && !is_unsafe(c) { c } else { '_' };
    let plain: String = name.chars().map(letter).take(LONGEST_NAME).collect();
    match plain.strip_prefix(stem) {
        _ if own_names && !plain.is_empty() => file_name(&plain),
        _ if tables == 1 => stem.to_owned(),
        Some(rest) if rest.is_empty() || rest.starts_with('_') => plain,
        _ => format!("{stem}_{plain}"),
    }
}

/// Returns the path of a name without `.` and `..`; `None` for a name that leads elsewhere.
fn inside(name: &str) -> Option<PathBuf> {
    let name = name.replace('\\', "/");
    let mut inside = PathBuf::new();
    for part in Path::new(&name).components() {
        match part {
            Component::Normal(part) => inside.push(part),
            Component::CurDir => {}
            Component::ParentDir if inside.pop() => {}
            _ => return None,
        }
    }
    (!inside.as_os_str().is_empty()).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_model_are_beside_it_or_below() {
        let inside = |name: &str| Session::default().named_by(Path::new("art/robo.gltf"), name);
        assert_eq!(inside("./textures/t.png"), Some("art/textures/t.png".into()));
        assert_eq!(inside("textures\\t.png"), Some("art/textures/t.png".into()));
        assert_eq!(inside("a/../textures/t.png"), Some("art/textures/t.png".into()));
        for outside in ["../t.png", "a/../../t.png", "/etc/passwd", "", "."] {
            assert_eq!(inside(outside), None, "{outside}");
        }
    }
}
