//! Models of today's formats: read as figures wherever a figure is read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use keitai_app::files;
use keitai_exchange::archive::file_name;
use keitai_exchange::import::Options;
use keitai_exchange::{gltf, obj};
use keitai_formats::diagnostic::is_unsafe;
use keitai_formats::{ActionTable, Content, Kind, Policy, Report, Severity};
use keitai_runtime::assets::{AssetPath, Importer, Source};

use super::{Session, is_stdin, join};
use crate::error::Error;
use crate::terminal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Model {
    /// glTF, also under the name of a VRM file.
    Gltf,
    Obj,
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
pub(crate) struct ModelReport {
    pub(crate) report: Report<Option<Content>>,
    pub(crate) files: Vec<PathBuf>,
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

    /// Reads a model with the files that it names.
    pub(crate) fn load_model(&self, path: &Path, model: Model, options: &Options) -> Result<ModelReport, Error> {
        let mut files = vec![path.to_owned()];
        let mut folders = BTreeMap::new();
        let mut beside = |name: &str| {
            let file = self.named_by(path, name)?;
            let file = self.there(file, &mut folders).or_else(|| {
                // A library that was renamed with its model.
                let library = name.to_lowercase().ends_with(".mtl").then(|| format!("{}.mtl", self.stem(path)))?;
                self.there(self.named_by(path, &library)?, &mut folders)
            })?;
            let bytes = self.read(&file).ok()?.into_vec();
            files.push(file);
            Some(bytes)
        };
        let data = self.read(path)?;
        let report = match model {
            Model::Gltf => gltf::read(&data, &mut beside, options),
            Model::Obj => obj::read(&data, &mut beside, options),
        };
        Ok(ModelReport { report: report.under(Policy::default()).map(Option::flatten), files })
    }

    /// Returns a file that exists, or the one of its folder whose name differs in capitals only: many systems take the two for the
    /// same. `places` has the files of folders, or of the whole archive, that were looked into before.
    fn there(&self, file: PathBuf, places: &mut BTreeMap<PathBuf, Names>) -> Option<PathBuf> {
        // The error of a missing file would compare its name with all others.
        if self.exists(&file) {
            return Some(file);
        }
        let place = self.split(&file).map_or_else(|| self.folder(&file), |(archive, _)| archive);
        let names = places.entry(place).or_insert_with(|| self.names_in(&file));
        names.get(&(self.folder(&file), self.file_name(&file)?.to_lowercase())).cloned()
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

    /// Returns a source whose models are figures, too. `archive` is that of its files.
    pub(crate) fn importing(&self, source: Source, archive: Option<&Path>) -> Source {
        let importer = Models { session: self.clone(), archive: archive.map(Path::to_owned) };
        Source::Importing(source.into(), Arc::new(importer))
    }
}

/// Makes figures of models where the runtime asks for figures.
#[derive(Debug)]
struct Models {
    session: Session,
    archive: Option<PathBuf>,
}

impl Importer for Models {
    /// Converts a model, and prints what is lost.
    fn import(&self, path: &AssetPath, file: Option<&Path>) -> Option<Result<Content, String>> {
        let entry = self.archive.as_ref().map(|archive| join(archive, path.as_str()));
        let place = entry.or_else(|| file.map(Path::to_owned)).unwrap_or_else(|| path.to_file());
        let model = self.session.model(&place)?;
        let loaded = self.session.load_model(&place, model, &Options::default()).map_err(|error| error.to_string());
        Some(loaded.and_then(|ModelReport { report, .. }| imported(&place, report)))
    }
}

fn imported(path: &Path, report: Report<Option<Content>>) -> Result<Content, String> {
    let Some(mut content) = report.document else {
        let refused = report.diagnostics.into_iter().find(|finding| finding.severity == Severity::Error);
        return Err(refused.map(|finding| finding.to_string()).unwrap_or_default());
    };
    terminal::print(path, None, &report.diagnostics);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let count = content.tables.len();
    let mut names = BTreeSet::new();
    let mut name = |(number, (title, table)): (usize, (String, ActionTable))| {
        let mut name = table_name(&stem, &title, count, true);
        if !names.insert(name.clone()) {
            name = format!("{stem}_{number:03}");
        }
        (format!("{name}.{}", Kind::ActionTable.ending()), table)
    };
    content.tables = content.tables.into_iter().enumerate().map(&mut name).collect();
    Ok(content)
}

/// The most letters that the name of an animation gives to the name of a file, which may have 255 bytes.
const LONGEST_NAME: usize = 40;

/// Returns the name of a table's file without its ending: with `by_name` that of the animation, or else the figure's `stem`
/// for the only table, or one that begins with it.
pub(crate) fn table_name(stem: &str, name: &str, tables: usize, by_name: bool) -> String {
    let letter = |c: char| if (c.is_alphanumeric() || "-_.".contains(c)) && !is_unsafe(c) { c } else { '_' };
    let plain: String = name.chars().map(letter).take(LONGEST_NAME).collect();
    match plain.strip_prefix(stem) {
        _ if by_name && !plain.is_empty() => file_name(&plain),
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
