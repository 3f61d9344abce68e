//! Files given on the command line, or dropped on the window, sorted by figure and kind.

use std::path::{Path, PathBuf};

use keitai_convert::Rest;
use keitai_formats::Kind;

use crate::error::Error;
use crate::session::candidates::Candidate;
use crate::session::contents::Contents;
use crate::session::{Session, looks_inside};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Files {
    pub(crate) figure: Option<PathBuf>,
    /// `None` for those that are found beside the figure.
    pub(crate) actions: Option<Vec<PathBuf>>,
    pub(crate) textures: Option<Vec<PathBuf>>,
    /// The folder that the figure was found in.
    within: Option<PathBuf>,
    /// How poses of joint animations are combined with the matrices of the bones.
    pub(crate) rest: Rest,
}

impl Files {
    pub(crate) fn sort(session: &Session, paths: &[PathBuf]) -> Result<Self, Error> {
        let mut figures = Self::sort_all(session, paths)?.into_iter();
        let first = figures.next().unwrap_or_default();
        match figures.next().and_then(|second| second.figure) {
            None => Ok(first),
            Some(second) => {
                let message = format!("{}: a second figure", second.display());
                let hint = "give one figure; `keitai view` shows several beside each other";
                Err(Error::usage(message, hint))
            }
        }
    }

    /// Sorts the files of several figures. Actions and textures belong to the figure before them, those before all figures to
    /// the first one. Returns at least one element.
    pub(crate) fn sort_all(session: &Session, paths: &[PathBuf]) -> Result<Vec<Self>, Error> {
        let (mut done, mut files) = (Vec::new(), Self::default());
        for path in paths {
            let kind = session.kind(path);
            if kind.is_some_and(Kind::is_figure) || session.model(path).is_some() {
                if files.figure.is_some() {
                    done.push(std::mem::take(&mut files));
                }
                files.figure = Some(path.clone());
                continue;
            }
            match kind {
                Some(kind) if kind.is_actions() => files.actions.get_or_insert_default().push(path.clone()),
                Some(kind) if kind.is_texture() => files.textures.get_or_insert_default().push(path.clone()),
                kind => {
                    // A file that is not there is named as such.
                    session.read(path)?;
                    let expected = "a figure, actions or a texture";
                    if let Some(other) = kind.map(Contents::Asset).or_else(|| session.contents(path)) {
                        return Err(other.instead_of(expected, path));
                    }
                    let reason = format!("expected {expected}, found an unknown kind of file");
                    return Err(Error::read_with_hint(path, reason, Some(looks_inside(path))));
                }
            }
        }
        done.push(files);
        Ok(done)
    }

    pub(crate) fn figure(path: &Path) -> Self {
        Self { figure: Some(path.to_owned()), ..Self::default() }
    }

    pub(crate) fn with_chosen(self, actions: Option<Vec<PathBuf>>, textures: Option<Vec<PathBuf>>) -> Self {
        Self { actions: actions.or(self.actions), textures: textures.or(self.textures), ..self }
    }

    /// Returns the same files with joint animations that are read in another way than the usual one.
    pub(crate) fn resting(self, rest: Option<Rest>) -> Self {
        Self { rest: rest.unwrap_or(self.rest), ..self }
    }

    pub(crate) fn found_in(self, folder: Option<&Path>) -> Self {
        Self { within: folder.map(Path::to_owned), ..self }
    }

    /// Returns the textures or the actions that could belong to the figure.
    pub(crate) fn candidates(&self, session: &Session, kinds: fn(Kind) -> bool) -> Result<Vec<Candidate>, Error> {
        let Some(figure) = &self.figure else { return Ok(Vec::new()) };
        session.candidates(figure, self.within.as_deref(), kinds)
    }

    /// Returns the same files with their textures after others.
    pub(crate) fn after_textures(self, others: &[PathBuf]) -> Self {
        let textures = self.textures.map(|files| [others, &files].concat());
        Self { textures, ..self }
    }

    /// Returns the files to show after `dropped` files are added: another figure comes with its own companion files;
    /// without one the new actions or textures replace the old ones.
    pub(crate) fn with(&self, dropped: Self) -> Self {
        if dropped.figure.is_some() {
            return dropped;
        }
        self.clone().with_chosen(dropped.actions, dropped.textures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(names: &[&str]) -> Result<Files, Error> {
        Files::sort(&Session::default(), &names.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn files_that_are_not_there_are_sorted_by_their_endings() {
        let files = sorted(&["a/b.BMP", "walk.mtra", "robo.Mbac", "run.mtra"]).unwrap();
        assert_eq!(files.figure, Some("robo.Mbac".into()));
        assert_eq!(files.actions.unwrap(), [PathBuf::from("walk.mtra"), "run.mtra".into()]);
        assert_eq!(files.textures.unwrap(), [PathBuf::from("a/b.BMP")]);
        assert_eq!(sorted(&["a.mbac", "b.mbac"]).unwrap_err().exit_code(), 2);
        assert_eq!(sorted(&["a.mbac", "notes.txt"]).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn actions_and_textures_belong_to_the_figure_before_them() {
        let paths = ["walk.mtra", "robo.mbac", "skin.bmp", "car.mbac", "drive.mtra"].map(PathBuf::from);
        let all = Files::sort_all(&Session::default(), &paths).unwrap();
        let robo = sorted(&["robo.mbac", "walk.mtra", "skin.bmp"]).unwrap();
        assert_eq!(all, [robo, sorted(&["car.mbac", "drive.mtra"]).unwrap()]);
    }

    #[test]
    fn the_content_decides_the_kind() {
        let folder = tempfile::tempdir().unwrap();
        let copy = |from: &str, to: &str| {
            let to = folder.path().join(to);
            std::fs::copy(crate::testing::robot(from), &to).unwrap();
            to
        };
        let (figure, table) = (copy("tin.mbac", "17"), copy("tin.mtra", "walk.bmp"));
        let files = Files::sort(&Session::default(), &[table.clone(), figure.clone()]).unwrap();
        assert_eq!((files.figure, files.actions, files.textures), (Some(figure), Some(vec![table]), None));
    }

    #[test]
    fn dropped_files_replace_their_kind_and_a_figure_replaces_all() {
        let files = sorted(&["robo.mbac", "walk.mtra", "skin.bmp"]).unwrap();
        assert_eq!(files.with(sorted(&["run.mtra"]).unwrap()), sorted(&["robo.mbac", "run.mtra", "skin.bmp"]).unwrap());
        assert_eq!(files.with(sorted(&["car.mbac"]).unwrap()), sorted(&["car.mbac"]).unwrap());
    }
}
