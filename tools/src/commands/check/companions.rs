//! Files of one folder that belong together, by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use keitai_convert::NamedFigure;
use keitai_convert::check::{self, Document};
use keitai_formats::{Diagnostic, Kind, Texture};

use super::CheckedFile;
use crate::files;

/// The checked figures by folder, and the actions for which a scene or a shot names a figure.
pub(super) struct Folders<'c> {
    figures: BTreeMap<PathBuf, Vec<(&'c Path, &'c NamedFigure)>>,
    given: &'c BTreeSet<PathBuf>,
}

impl<'c> Folders<'c> {
    pub(super) fn new(checked: &'c [CheckedFile], given: &'c BTreeSet<PathBuf>) -> Self {
        let mut figures: BTreeMap<PathBuf, Vec<(&Path, &NamedFigure)>> = BTreeMap::new();
        for file in checked {
            if let Some(Document::Figure(made)) = &file.document {
                let folder = files::folder(&file.path);
                figures.entry(folder).or_default().push((&file.path, made));
            }
        }
        Self { figures, given }
    }

    fn companions(&self, path: &Path) -> &[(&'c Path, &'c NamedFigure)] {
        self.figures.get(&files::folder(path)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the figure of an action: that of its name, or the only one of its folder. Texts come before binary files,
    /// for their names of bones.
    pub(super) fn figure_of(&self, action: &Path) -> Option<&'c NamedFigure> {
        let companions = self.companions(action);
        let text = |path: &Path| files::kind(path) == Some(Kind::FigureText);
        let own = |wanted: bool| {
            companions.iter().find(move |(path, _)| files::stem(path) == files::stem(action) && text(path) == wanted)
        };
        let texts: Vec<_> = companions.iter().filter(|(path, _)| text(path)).collect();
        let only = match (texts.as_slice(), companions) {
            ([one], _) => Some(*one),
            (_, [one]) => Some(one),
            _ => None,
        };
        own(true).or_else(|| own(false)).or(only).map(|(_, made)| *made)
    }

    /// Checks a file against others of its folder.
    pub(super) fn between(&self, file: &CheckedFile) -> Vec<Diagnostic> {
        let path = &file.path;
        // The scene or shot that gives a table its figure is checked with both.
        let given = || path.canonicalize().is_ok_and(|path| self.given.contains(&path));
        match &file.document {
            Some(Document::Actions(table)) if !given() => {
                // A folder may hold several figures: one that fits is enough.
                let fits =
                    |(_, made): &&(&Path, &NamedFigure)| made.figure.bones.len() == usize::from(table.bone_count);
                let companions = self.companions(path);
                let made = self
                    .figure_of(path)
                    .or_else(|| companions.iter().find(fits).or_else(|| companions.first()).map(|(_, made)| *made));
                made.map(|made| check::fit(&made.figure, table)).unwrap_or_default()
            }
            Some(Document::Animation(animation)) if !given() => {
                self.figure_of(path).map(|made| check::animation(animation, Some(&made.figure))).unwrap_or_default()
            }
            Some(Document::Figure(made)) => {
                let textures = textures(path, usize::from(made.figure.texture_count));
                let found: Vec<Option<&Texture>> = textures.iter().map(Option::as_ref).collect();
                check::textures(&made.figure, &found)
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the textures beside a figure: those of its name, then the others, as many as the figure has slots.
fn textures(figure: &Path, slots: usize) -> Vec<Option<Texture>> {
    let load = |(path, named): &(PathBuf, bool)| {
        let texture = files::texture(path)?;
        // A texture of another name may belong to another figure: its size tells nothing, only that there is one.
        Some(if *named { texture } else { Texture { width: 256, height: 256, ..Texture::default() } })
    };
    files::pictures(figure).iter().take(slots).map(load).collect()
}
