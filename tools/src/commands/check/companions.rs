//! Files of one folder that belong together, by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use keitai_convert::NamedFigure;
use keitai_convert::check::{self, Document};
use keitai_formats::{Diagnostic, Kind, Texture};

use super::{CheckedFile, CheckedKind};
use crate::files::{self, Pictures};

/// The checked figures by folder, and the actions for which a scene or a shot names a figure.
pub(super) struct Folders<'c> {
    folders: BTreeMap<PathBuf, Folder<'c>>,
    given: &'c BTreeSet<PathBuf>,
}

/// The checked figures of a folder, and all its pictures.
struct Folder<'c> {
    figures: Vec<Companion<'c>>,
    pictures: Pictures,
}

/// A figure that other files of its folder may belong to.
struct Companion<'c> {
    stem: String,
    is_text: bool,
    made: &'c NamedFigure,
}

impl<'c> Folders<'c> {
    pub(super) fn new(checked: &'c [CheckedFile], given: &'c BTreeSet<PathBuf>) -> Self {
        let mut folders: BTreeMap<PathBuf, Folder> = BTreeMap::new();
        for file in checked {
            if let Some(Document::Figure(made)) = &file.document {
                let folder = folders.entry(files::folder(&file.path));
                let new = || Folder { figures: Vec::new(), pictures: Pictures::beside(&file.path) };
                let is_text = file.kind == Some(CheckedKind::Asset(Kind::FigureText));
                folder.or_insert_with(new).figures.push(Companion { stem: files::stem(&file.path), is_text, made });
            }
        }
        Self { folders, given }
    }

    fn figures(&self, path: &Path) -> &[Companion<'c>] {
        self.folders.get(&files::folder(path)).map(|folder| folder.figures.as_slice()).unwrap_or_default()
    }

    /// Returns the figure of an action: that of its name or of a beginning of it, or the only one of its folder. Texts come
    /// before binary files, for their names of bones.
    pub(super) fn figure_of(&self, action: &Path) -> Option<&'c NamedFigure> {
        let figures = self.figures(action);
        let stem = files::stem(action);
        let of_form = |wanted: bool| figures.iter().filter(move |figure| figure.is_text == wanted);
        let own = |owner: &str| of_form(true).chain(of_form(false)).find(|figure| figure.stem == owner);
        let mut texts = figures.iter().filter(|figure| figure.is_text);
        let only = match ((texts.next(), texts.next()), figures) {
            ((Some(one), None), _) => Some(one),
            (_, [one]) => Some(one),
            _ => None,
        };
        files::owners(&stem).find_map(own).or(only).map(|figure| figure.made)
    }

    /// Checks a file against others of its folder. Stdin has none.
    pub(super) fn between(&self, file: &CheckedFile) -> Vec<Diagnostic> {
        let path = &file.path;
        if files::is_stdin(path) {
            return Vec::new();
        }
        // The scene or shot that gives a table its figure is checked with both.
        let given = || !self.given.is_empty() && path.canonicalize().is_ok_and(|path| self.given.contains(&path));
        match &file.document {
            Some(Document::Actions(table)) if !given() => {
                // A folder may hold several figures: one that fits is enough.
                let fits = |figure: &&Companion| figure.made.figure.bones.len() == usize::from(table.bone_count);
                let figures = self.figures(path);
                let made = self
                    .figure_of(path)
                    .or_else(|| figures.iter().find(fits).or_else(|| figures.first()).map(|figure| figure.made));
                made.map(|made| check::fit(&made.figure, table)).unwrap_or_default()
            }
            Some(Document::Animation(animation)) if !given() => {
                self.figure_of(path).map(|made| check::animation(animation, Some(&made.figure))).unwrap_or_default()
            }
            Some(Document::Figure(made)) => {
                let textures = self.textures(path, usize::from(made.figure.texture_count));
                let found: Vec<Option<&Texture>> = textures.iter().map(Option::as_ref).collect();
                check::textures(&made.figure, &found)
            }
            _ => Vec::new(),
        }
    }

    /// Returns the textures beside a figure: those of its name, then the others, as many as the figure has slots.
    fn textures(&self, figure: &Path, slots: usize) -> Vec<Option<Texture>> {
        let load = |(path, named): (&Path, bool)| {
            let texture = files::texture(path)?;
            // A texture of another name may belong to another figure: its size tells nothing, only that there is one.
            Some(if named { texture } else { Texture { width: 256, height: 256, ..Texture::default() } })
        };
        let pictures = self.folders.get(&files::folder(figure)).map(|folder| &folder.pictures);
        pictures.iter().flat_map(|pictures| pictures.of(figure)).take(slots).map(load).collect()
    }
}
