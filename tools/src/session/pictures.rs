//! The pictures in the folder of a figure.

use std::path::{Path, PathBuf};

use keitai_formats::{Kind, is_drawn};

use super::Session;

/// The pictures of a folder: BMP files and then PNG files, in the order of their names without endings.
pub(crate) struct Pictures(Vec<(String, PathBuf)>);

impl Session {
    pub(crate) fn pictures(&self, file: &Path) -> Pictures {
        let is_own_picture = |path: &Path| self.read(path).is_ok_and(|data| is_drawn(&data));
        let picture = |path: &PathBuf| {
            let kind = self.kind(path).filter(|kind| kind.is_texture())?;
            (kind != Kind::Png || !is_own_picture(path)).then(|| (self.stem(path), kind, path.clone()))
        };
        let files = self.neighbours(file).unwrap_or_default();
        let mut pictures: Vec<(String, Kind, PathBuf)> =
            Self::each(&files, |path| self.size(path), picture).into_iter().flatten().collect();
        // Of two files with one name the BMP is the texture.
        pictures.sort_by(|(a, kind_a, _), (b, kind_b, _)| (a, *kind_a == Kind::Png).cmp(&(b, *kind_b == Kind::Png)));
        pictures.dedup_by(|(a, ..), (b, ..)| a == b);
        // A PNG may as well be a picture of the figure.
        pictures.sort_by_key(|(_, kind, _)| *kind == Kind::Png);
        Pictures(pictures.into_iter().map(|(stem, _, path)| (stem, path)).collect())
    }
}

impl Pictures {
    /// Returns the pictures, and whether their names begin with that of a figure, which is given without its ending: those first.
    pub(crate) fn of(&self, stem: &str) -> impl Iterator<Item = (&Path, bool)> {
        let part = move |choice| {
            let all = self.0.iter().map(move |(name, path)| (path.as_path(), name.starts_with(stem)));
            all.filter(move |(_, is_named)| *is_named == choice)
        };
        part(true).chain(part(false))
    }
}
