//! Files of one folder that belong together, by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use keitai_convert::check::{self, Document};
use keitai_formats::{Content, Diagnostic, Kind, Texture};

use super::FileKind;
use crate::session::candidates::suggestion;
use crate::session::owners::{Figures, Pictures};
use crate::session::{self, Session};

/// Figures that are kept after they were read again. Actions come in the order of their names, so most belong to the same figure as
/// the one before.
const KEPT: usize = 4;

/// The figures by folder, and the actions for which a scene or a shot names a figure. Of a figure only the name is kept: there may
/// be thousands.
pub(super) struct Folders<'c> {
    session: &'c Session,
    folders: BTreeMap<PathBuf, Figures<Companion>>,
    tables: &'c BTreeSet<PathBuf>,
    figures: Mutex<Vec<(PathBuf, Arc<Content>)>>,
}

/// A figure that other files of its folder may belong to.
#[derive(Clone)]
pub(super) struct Companion {
    path: PathBuf,
    kind: Kind,
    bones: usize,
}

impl Companion {
    pub(super) fn new((path, kind): &FileKind, content: &Content) -> Self {
        Self { path: path.clone(), kind: kind.unwrap_or(Kind::Figure), bones: content.figure.bones.len() }
    }
}

impl<'c> Folders<'c> {
    pub(super) fn new(
        session: &'c Session,
        figures: impl IntoIterator<Item = Companion>,
        tables: &'c BTreeSet<PathBuf>,
    ) -> Self {
        let mut folders: BTreeMap<PathBuf, Figures<Companion>> = BTreeMap::new();
        for figure in figures {
            let (stem, is_text) = (session.stem(&figure.path), figure.kind == Kind::FigureText);
            folders.entry(session.folder(&figure.path)).or_default().add(stem, is_text, figure);
        }
        Self { session, folders, tables, figures: Mutex::default() }
    }

    fn figures(&self, path: &Path) -> Option<&Figures<Companion>> {
        self.folders.get(&self.session.folder(path))
    }

    /// Returns the figure of an action. Texts come before binary files, for their names of bones.
    pub(super) fn figure_of(&self, action: &Path) -> Option<Arc<Content>> {
        self.load(self.figures(action)?.owner(&self.session.stem(action), true).found()?)
    }

    fn load(&self, figure: &Companion) -> Option<Arc<Content>> {
        let mut recent = self.figures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, content)) = recent.iter().find(|(path, _)| *path == figure.path) {
            return Some(Arc::clone(content));
        }
        let contents = check::file(&self.session.read(&figure.path).ok()?, Some(figure.kind), None).document;
        let Some(Document::Figure(content)) = contents.document else { return None };
        let content = Arc::new(*content);
        recent.truncate(KEPT - 1);
        recent.insert(0, (figure.path.clone(), Arc::clone(&content)));
        Some(content)
    }

    /// Checks actions against the figure of their folder. Stdin has none.
    pub(super) fn between(&self, path: &Path, document: &Document) -> Vec<Diagnostic> {
        if session::is_stdin(path) {
            return Vec::new();
        }
        // The scene or shot that gives a table its figure is checked with both.
        if !self.tables.is_empty() && path.canonicalize().is_ok_and(|path| self.tables.contains(&path)) {
            return Vec::new();
        }
        match document {
            Document::Actions(table) => {
                // A folder may hold several figures: one that fits is enough.
                let fits = |figure: &&Companion| figure.bones == usize::from(table.bone_count);
                let figures = self.figures(path);
                let other = || {
                    let figures = figures?;
                    self.load(figures.files().find(fits).or(figures.files().next())?)
                };
                let content = self.figure_of(path).or_else(other);
                content.map(|content| check::fit(&content.figure, table)).unwrap_or_default()
            }
            Document::Animation(animation) => {
                self.figure_of(path).map(|owner| check::animation(animation, Some(&owner.figure))).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}

/// Checks a figure against the pictures of its folder: those of its name, then the others, as many as it has slots.
/// With `suggests`, findings name files elsewhere that could be the missing ones.
pub(super) fn textures(
    session: &Session,
    path: &Path,
    content: &Content,
    pictures: Option<&Pictures>,
    suggests: bool,
) -> Vec<Diagnostic> {
    let load = |(path, named): (&Path, bool)| {
        let texture = session.texture(path)?;
        // A texture of another name may belong to another figure: its size is not used, only that there is one.
        Some(if named { texture } else { Texture { width: 256, height: 256, ..Texture::default() } })
    };
    let stem = session.stem(path);
    let slots = usize::from(content.figure.texture_count);
    let items = pictures.iter().flat_map(|pictures| pictures.of(&stem)).take(slots).map(load);
    let textures: Vec<Option<Texture>> = items.collect();
    let textures: Vec<Option<&Texture>> = textures.iter().map(Option::as_ref).collect();
    let mut findings = check::textures(&content.figure, &textures);
    for missing in findings.iter_mut().filter(|finding| suggests && finding.is(&check::rules::TEXTURE_MISSING)) {
        let choices = session.candidates(path, None, Kind::is_texture).unwrap_or_default();
        missing.note = suggestion("texture", "textures", &choices);
    }
    findings
}
