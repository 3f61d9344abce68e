//! The figures of a folder or an archive, shown one after another.

use std::path::{Path, PathBuf};

use keitai_formats::Kind;

use super::files::Files;
use crate::error::Error;
use crate::session::{Session, archives, folders, looks_inside};

/// The figures that can be stepped through, and the current one.
#[derive(Debug, Default)]
pub(crate) struct Tour {
    pub(crate) figures: Vec<PathBuf>,
    pub(crate) current: usize,
    /// The folder that they were found in.
    folder: Option<PathBuf>,
}

/// Files to show for paths of the command line, or for those that were dropped.
#[derive(Debug, Default)]
pub(crate) struct TourStart {
    /// The first figure, or files without one.
    pub(crate) files: Files,
    /// The other figures, which are shown beside it.
    pub(crate) others: Vec<Files>,
    /// The figures to step through: those in the folder or the archive, or those beside the first one.
    pub(crate) tour: Tour,
    /// A folder or an archive was opened.
    is_place: bool,
}

impl TourStart {
    /// Shows the first figure. Those of a folder or an archive that cannot be shown are reported and skipped.
    pub(crate) fn show<T>(&mut self, mut show: impl FnMut(&Files) -> Result<T, Error>) -> Result<T, Error> {
        loop {
            let is_alone = self.files.actions.is_none() && self.files.textures.is_none();
            match (show(&self.files), self.is_place && is_alone) {
                (Err(error), true) => {
                    let Some(next) = self.tour.go_to(self.tour.current + 1) else { return Err(error) };
                    error.report();
                    self.files = next.resting(Some(self.files.rest));
                }
                (result, _) => return result,
            }
        }
    }
}

impl Tour {
    /// Sorts files to show.
    pub(crate) fn open(session: &Session, paths: &[PathBuf]) -> Result<TourStart, Error> {
        if let [path] = paths
            && (path.is_dir() || session.is_archive(path))
        {
            let folder = path.is_dir().then(|| path.clone());
            let tour = Self { figures: figures_in(session, path)?, current: 0, folder };
            let Some(first) = tour.figures.first() else {
                let message = format!("{}: no figure is inside", path.display());
                let hint = model_in(session, path)?.map_or_else(
                    || looks_inside(path),
                    |model| format!("models are given by name: `keitai view '{}'`", model.display()),
                );
                return Err(Error::usage(message, hint));
            };
            let files = Files::figure(first).found_in(tour.folder.as_deref());
            return Ok(TourStart { files, others: Vec::new(), tour, is_place: true });
        }
        let mut others = Files::sort_all(session, paths)?;
        let files = others.remove(0);
        let tour = files.figure.as_deref().map(|figure| Self::beside(session, figure)).unwrap_or_default();
        Ok(TourStart { files, others, tour, is_place: false })
    }

    pub(crate) fn of(figures: Vec<PathBuf>, figure: &Path) -> Self {
        let current = figures.iter().position(|path| path == figure).unwrap_or_default();
        Self { figures, current, folder: None }
    }

    pub(crate) fn go_to(&mut self, index: usize) -> Option<Files> {
        let figure = self.figures.get(index)?;
        self.current = index;
        Some(Files::figure(figure).found_in(self.folder.as_deref()))
    }

    fn beside(session: &Session, figure: &Path) -> Self {
        let mut figures = session.neighbours(figure).unwrap_or_default();
        figures.retain(|path| path == figure || session.kind(path).is_some_and(Kind::is_figure));
        Self::of(figures, figure)
    }

    /// Goes to the next or the previous figure, round the ends; `None` when there is no other.
    pub(crate) fn step(&mut self, forward: bool) -> Option<Files> {
        if !self.has_others() {
            return None;
        }
        let count = self.figures.len();
        self.go_to((self.current + if forward { 1 } else { count - 1 }) % count)
    }

    /// Returns whether there is another figure to step to.
    pub(crate) fn has_others(&self) -> bool {
        self.figures.len() > 1
    }

    /// Returns the place of the current figure, such as "2 of 7".
    pub(crate) fn place(&self) -> String {
        format!("{} of {}", self.current + 1, self.figures.len())
    }
}

fn figures_in(session: &Session, path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        let is_figure = |entry: &archives::Entry| matches!(entry.kind, Ok(Some(kind)) if kind.is_figure());
        return Ok(session.entries(path)?.into_iter().filter(is_figure).map(|entry| entry.path).collect());
    }
    let mut paths = folders::below(path, None).0;
    paths.retain(|path| session.kind(path).is_some_and(Kind::is_figure));
    Ok(paths)
}

/// Returns the first model in a folder or an archive.
fn model_in(session: &Session, path: &Path) -> Result<Option<PathBuf>, Error> {
    let files = if path.is_dir() {
        folders::below(path, None).0
    } else {
        session.entries(path)?.into_iter().map(|entry| entry.path).collect()
    };
    Ok(files.into_iter().find(|file| session.model(file).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_stepped_through_both_ways() {
        let robots = crate::testing::robot("");
        let TourStart { files, mut tour, .. } = Tour::open(&Session::default(), std::slice::from_ref(&robots)).unwrap();
        let first = files.figure.as_deref().unwrap().to_owned();
        let mut seen = vec![first.clone()];
        let path = |files: Option<Files>| files?.figure.as_deref().map(Path::to_owned);
        while let Some(next) = path(tour.step(true)).filter(|next| *next != first) {
            seen.push(next);
        }
        assert!(seen.contains(&robots.join("tin.mbac")) && seen.contains(&robots.join("boiler.bac")), "{seen:?}");
        assert_eq!(tour.place(), format!("1 of {}", seen.len()));
        assert_eq!(path(tour.step(false)).as_ref(), seen.last());
        // From a figure the others beside it are reached.
        let mut beside = Tour::open(&Session::default(), &[robots.join("tin.mbac")]).unwrap().tour;
        assert!(path(beside.step(true)).is_some_and(|next| next != robots.join("tin.mbac")));
    }
}
