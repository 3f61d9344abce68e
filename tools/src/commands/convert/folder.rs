//! The files of a folder that is converted, by their use.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use keitai_app::console;
use keitai_formats::Kind;
use keitai_formats::diagnostic::counted;
use keitai_runtime::assets::companions::TEXTURE_FOLDERS;

use super::job::{Task, ending};
use crate::cli::Convert;
use crate::error::Error;
use crate::session::models::Model;
use crate::session::{Session, folders};

/// An input, its kind, and the name of its output below the folder of outputs.
pub(super) type Input = (PathBuf, Kind, PathBuf);

pub(super) struct Files {
    /// Sources of the folder (.bac, .tra, .bck), or its binary files when it has no sources.
    pub(super) inputs: Vec<Input>,
    /// Binary files that are left out although no source becomes them.
    binaries: Vec<PathBuf>,
    /// Archives, with their names below it.
    pub(super) archives: Vec<(PathBuf, PathBuf)>,
    /// Models of the folder (glTF and OBJ), one of each name.
    pub(super) models: Vec<(PathBuf, Model, PathBuf)>,
    /// The pictures beside figures of it, where players look for textures, and their names below the folder of outputs.
    pub(super) pictures: Vec<(PathBuf, PathBuf)>,
    pub(super) unreadable: Vec<(PathBuf, Error)>,
}

impl Files {
    /// Prints notes about the files that are left out.
    pub(super) fn note_left_out(&self) {
        let archives: Vec<&PathBuf> = self.archives.iter().map(|(path, _)| path).collect();
        let notes = [
            (
                self.binaries.iter().collect(),
                "binary file",
                "sources are converted instead; give binary files by name to convert them to text",
            ),
            (archives, "archive", "give -o out/ to convert what is inside"),
        ];
        for (paths, what, hint) in notes.into_iter().filter(|(paths, ..)| !paths.is_empty()) {
            const NAMED: usize = 3;
            let names: Vec<String> = paths.iter().take(NAMED).map(|path| path.display().to_string()).collect();
            let rest = match paths.len() - names.len() {
                0 => String::new(),
                rest => format!(" and {rest} more"),
            };
            console::note(&format!(
                "note: left out {}: {}{rest}; {hint}",
                counted(paths.len(), what),
                names.join(", ")
            ));
        }
    }
}

/// Returns the files of a folder except those in the folder of outputs.
pub(super) fn below(session: &Session, folder: &Path, arguments: &Convert) -> Files {
    let (below, unreadable) = folders::below(folder, arguments.output.as_deref());
    let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
    let models = models(session, &below).into_iter().map(|(path, model)| (path.clone(), model, name(&path))).collect();
    let named = |path: PathBuf| session.kind(&path).map(|kind| (path.clone(), kind, name(&path)));
    let (pictures, mut inputs): (Vec<Input>, Vec<Input>) =
        below.into_iter().filter_map(named).partition(|(_, kind, _)| kind.is_texture());
    let archives = inputs.iter().filter(|(_, kind, _)| *kind == Kind::Archive);
    let archives = archives.map(|(path, _, name)| (path.clone(), name.clone())).collect();
    let source = |kind: Kind| matches!(kind, Kind::FigureText | Kind::ActionText | Kind::BoneAnimation);
    inputs.retain(|(_, kind, _)| is_convertible(*kind));
    let mut binaries = Vec::new();
    if inputs.iter().any(|(_, kind, _)| source(*kind)) {
        let (sources, others): (Vec<Input>, Vec<Input>) = inputs.into_iter().partition(|(_, kind, _)| source(*kind));
        let result = |(path, kind, _): &Input| path.with_extension(ending(Task::of(*kind), arguments));
        let results: BTreeSet<PathBuf> = sources.iter().map(result).collect();
        binaries = others.into_iter().map(|(path, ..)| path).filter(|path| !results.contains(path)).collect();
        inputs = sources;
    }
    let figures = inputs.iter().filter(|(_, kind, _)| kind.is_figure());
    let folders: BTreeSet<Option<&Path>> = figures.map(|(path, ..)| path.parent()).collect();
    let belongs = |picture: &Path| {
        let folder = picture.parent();
        let textures = folder.filter(|folder| {
            folder.file_name().is_some_and(|name| TEXTURE_FOLDERS.iter().any(|folder| name == *folder))
        });
        folders.contains(&folder) || textures.is_some_and(|folder| folders.contains(&folder.parent()))
    };
    let pictures = pictures.into_iter().filter(|(path, ..)| belongs(path));
    let pictures = pictures.map(|(path, _, name)| (path, name)).collect();
    Files { inputs, binaries, archives, models, pictures, unreadable }
}

/// Returns the models among files. Packs have the same model in several formats: of one name the first of .glb, .gltf and .obj is
/// taken. None is taken where a figure has the name, because the model was exported from it.
pub(super) fn models(session: &Session, below: &[PathBuf]) -> Vec<(PathBuf, Model)> {
    let stem = |path: &Path| path.with_extension("");
    let figures = below.iter().filter(|path| session.named(path).is_some_and(Kind::is_figure));
    let mut known: BTreeSet<PathBuf> = figures.map(|path| stem(path)).collect();
    let mut models: Vec<(&PathBuf, Model)> =
        below.iter().filter_map(|path| Some((path, session.model(path)?))).collect();
    models.sort_by_key(|(path, model)| {
        (*model == Model::Obj, path.extension().map(|ending| ending.to_ascii_lowercase()))
    });
    models.retain(|(path, _)| known.insert(stem(path)));
    models.sort_by_key(|(path, _)| *path);
    models.into_iter().map(|(path, model)| (path.clone(), model)).collect()
}

pub(super) fn is_convertible(kind: Kind) -> bool {
    kind.is_figure() || kind.is_actions()
}
