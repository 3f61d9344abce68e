//! Files that belong together by their names and folders: the figure of actions, and the pictures of a figure.

use std::path::{Path, PathBuf};

use keitai_formats::{Kind, is_drawn};

use super::Session;
use crate::error::Error;

/// The result of a search for one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search<T> {
    Found(T),
    /// None has the name, and there are several.
    Several,
    Missing,
}

impl<T> Search<T> {
    pub(crate) fn found(&self) -> Option<&T> {
        if let Self::Found(file) = self { Some(file) } else { None }
    }

    /// Returns this result, or else another one if that is more.
    pub(crate) fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Found(_) => self,
            Self::Missing => other(),
            Self::Several => match other() {
                Self::Missing => Self::Several,
                other => other,
            },
        }
    }
}

/// Figures among which the one of actions is looked for.
#[derive(Debug)]
pub(crate) struct Figures<T>(Vec<Figure<T>>);

#[derive(Debug)]
struct Figure<T> {
    /// Name without its ending, in lower case.
    stem: String,
    is_text: bool,
    file: T,
}

impl<T> Default for Figures<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> Figures<T> {
    pub(crate) fn add(&mut self, stem: String, is_text: bool, file: T) {
        self.0.push(Figure { stem, is_text, file });
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|figure| &figure.file)
    }

    /// Returns the figure of actions: that of their name or of a beginning of it before a `_`, or else the only one. A figure and its
    /// text are taken as one: of both, the text or the binary file is taken, as `wants_text` says.
    pub(crate) fn owner(&self, stem: &str, wants_text: bool) -> Search<T> {
        let form = |is_text: bool| self.0.iter().filter(move |figure| figure.is_text == is_text);
        let figure_of = |name: &str| form(wants_text).chain(form(!wants_text)).find(|figure| figure.stem == name);
        let names = std::iter::once(stem).chain(stem.rmatch_indices('_').map(|(at, _)| &stem[..at]));
        match names.into_iter().find_map(figure_of) {
            Some(figure) => Search::Found(figure.file.clone()),
            None => match only(form(wants_text)) {
                Search::Found(file) => Search::Found(file),
                _ => self.only(),
            },
        }
    }

    /// Returns the only figure.
    pub(crate) fn only(&self) -> Search<T> {
        only(self.0.iter())
    }
}

fn only<'f, T: Clone + 'f>(mut figures: impl Iterator<Item = &'f Figure<T>>) -> Search<T> {
    match (figures.next(), figures.next()) {
        (Some(figure), None) => Search::Found(figure.file.clone()),
        (None, _) => Search::Missing,
        _ => Search::Several,
    }
}

/// The pictures of a folder: BMP files and then PNG files, in the order of their names without endings.
pub(crate) struct Pictures(Vec<(String, PathBuf)>);

impl Session {
    /// Returns the figures in the folder of a file.
    pub(crate) fn figures_beside(&self, path: &Path) -> Result<Figures<PathBuf>, Error> {
        let mut figures = Figures::default();
        for path in self.neighbours(path)? {
            if let Some(kind) = self.kind(&path).filter(|kind| kind.is_figure()) {
                figures.add(self.stem(&path), kind == Kind::FigureText, path);
            }
        }
        Ok(figures)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_before_the_only_figure_and_a_form_before_the_other() {
        let figures = |names: &[&'static str]| {
            let mut figures = Figures::default();
            for name in names {
                let (stem, ending) = name.split_once('.').unwrap();
                figures.add(stem.to_owned(), ending == "bac", *name);
            }
            figures
        };
        let owner = |names: &[&'static str], stem: &str, wants_text| match figures(names).owner(stem, wants_text) {
            Search::Found(file) => file,
            Search::Several => "several",
            Search::Missing => "missing",
        };
        let both = ["tin.bac", "tin.mbac", "car.mbac"];
        assert_eq!([true, false].map(|text| owner(&both, "tin_walk", text)), ["tin.bac", "tin.mbac"]);
        assert_eq!(owner(&both, "car_drive_on", true), "car.mbac");
        assert_eq!([true, false].map(|text| owner(&both, "walk", text)), ["tin.bac", "several"]);
        assert_eq!([true, false].map(|text| owner(&both[..1], "walk", text)), ["tin.bac"; 2]);
        assert_eq!(owner(&[], "walk", true), "missing");
    }
}
