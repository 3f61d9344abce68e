//! Files that could belong to a figure, for the user to choose from.

use std::path::{Path, PathBuf};

use keitai_app::folder_of;
use keitai_formats::Kind;
use keitai_render::Compat;
use keitai_runtime::assets::{AssetPath, Assets, Source, companions};

use super::folders::DEEPEST;
use super::{Session, in_folder, is_stdin};
use crate::error::Error;

/// A file that could belong to a figure.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    /// Size of a texture, or number of actions.
    pub(crate) about: String,
    /// Whether the file is named after another figure.
    pub(crate) of_other: bool,
}

impl Session {
    /// Returns the files that could belong to a figure, the likeliest first: textures ([`Kind::is_texture`]) or actions
    /// ([`Kind::is_actions`]) of its whole archive, or of the folder `within` that it was found in. Of a figure given alone, these
    /// are files below its folder, and in the folders beside it.
    pub(crate) fn candidates(
        &self,
        figure: &Path,
        within: Option<&Path>,
        kinds: fn(Kind) -> bool,
    ) -> Result<Vec<Candidate>, Error> {
        if is_stdin(figure) {
            return Ok(Vec::new());
        }
        let root = AssetPath::root();
        type Place<'a> = Box<dyn Fn(&AssetPath) -> PathBuf + 'a>;
        let (source, inside, files, place): (_, _, _, Place) = match within {
            _ if self.split(figure).is_some() => {
                let (source, inside) = self.source(figure)?;
                let files = source.below(&root, DEEPEST);
                (source, inside, files, Box::new(|path| self.beside(figure, path)))
            }
            Some(folder) if figure.starts_with(folder) => {
                let source = Source::folder(folder)?;
                let inside = AssetPath::of_file(figure.strip_prefix(folder).unwrap_or(figure));
                let files = source.below(&root, DEEPEST);
                (source, inside, files, Box::new(|path| in_folder(folder, &path.to_file())))
            }
            _ => {
                let folder = folder_of(figure);
                let real = folder.canonicalize().map_err(|error| Error::read(folder, error))?;
                // The folders beside one at the root of the disk are those of the system.
                let above = real.parent().filter(|above| above.parent().is_some());
                let source = Source::folder(above.unwrap_or(&real))?;
                let parent =
                    AssetPath::of_file(above.and_then(|above| real.strip_prefix(above).ok()).unwrap_or(Path::new("")));
                let mut files = source.below(&parent, DEEPEST);
                files.extend(source.below(&root, 1));
                files.sort();
                files.dedup();
                let inside = parent.to_file().join(figure.file_name().unwrap_or_default());
                let outer = match folder.parent() {
                    Some(outer) if folder.file_name() == real.file_name() => outer.to_owned(),
                    _ => in_folder(folder, Path::new("..")),
                };
                let place = move |path: &AssetPath| {
                    let file = path.to_file();
                    match file.strip_prefix(parent.to_file()) {
                        Ok(below) => in_folder(folder, below),
                        Err(_) => outer.join(file),
                    }
                };
                (source, AssetPath::of_file(&inside), files, Box::new(place))
            }
        };
        let mut assets = Assets::new(source, Compat::default());
        let loaded = assets.figure(&inside)?;
        let candidates = companions::candidates(&mut assets, &loaded, &files, kinds).into_iter();
        let named = |candidate: companions::Candidate| {
            let companions::Candidate { path, about, of_other } = candidate;
            Candidate { path: place(&path), about, of_other }
        };
        Ok(candidates.map(named).collect())
    }
}

/// Returns a line that names the files that could be the missing ones.
pub(crate) fn suggestion(thing: &str, option: &str, files: &[Candidate]) -> Option<String> {
    const NAMED: usize = 6;
    let named = files.iter().take(NAMED).map(|Candidate { path, about, .. }| format!("{} ({about})", path.display()));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match files.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!files.is_empty()).then(|| format!("it could have the {thing} {named}{more}; choose with --{option} FILE"))
}
