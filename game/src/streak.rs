//! The streak of won bouts against the computer, saved between runs.
//!
//! The file has one line, `tin-sumo 1: 3 of 7`: the version, the current streak, the longest one. It is written whole or not
//! at all. A missing or damaged file counts as no win, and the next change replaces it.

use std::fmt::{self, Display, Formatter};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{Error, Result};

/// The largest file that is read, bytes.
const LARGEST: u64 = 64;

/// A win streak.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Streak {
    /// Bouts won in a row, up to now.
    pub now: u32,
    /// The longest streak.
    pub best: u32,
    file: Option<PathBuf>,
}

impl Streak {
    /// Opens the streak that is saved in this folder. Without a folder the streak is not saved.
    pub fn open(folder: Option<&Path>) -> Self {
        let file = folder.map(|folder| folder.join("streak"));
        let streak = file.as_deref().and_then(read).unwrap_or_default();
        Self { file, ..streak }
    }

    /// Adds a win.
    ///
    /// # Errors
    /// When the file cannot be written; the win counts.
    pub fn win(&mut self) -> Result<()> {
        self.now = self.now.saturating_add(1);
        self.best = self.best.max(self.now);
        self.write()
    }

    /// Ends the streak.
    ///
    /// # Errors
    /// When the file cannot be written; the streak ends.
    pub fn lose(&mut self) -> Result<()> {
        self.now = 0;
        self.write()
    }

    fn write(&self) -> Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let error = |error: std::io::Error| Error::Streak { path: path.clone(), reason: error.to_string() };
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(error)?;
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(error)?;
        writeln!(file, "tin-sumo 1: {self}").map_err(error)?;
        file.persist(path).map_err(|failed| error(failed.error))?;
        Ok(())
    }
}

/// The streak as a record keeps it: `3 of 7`, the current one and the longest.
impl Display for Streak {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.now, self.best)
    }
}

/// A streak that is not saved.
impl FromStr for Streak {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        let (now, best) = text.split_once(" of ").ok_or(())?;
        let (now, best) = (now.parse().map_err(drop)?, best.parse().map_err(drop)?);
        if now <= best { Ok(Self { now, best, file: None }) } else { Err(()) }
    }
}

fn read(path: &Path) -> Option<Streak> {
    if std::fs::metadata(path).ok()?.len() > LARGEST {
        return None;
    }
    let text = std::fs::read_to_string(path).ok()?;
    text.strip_prefix("tin-sumo 1: ")?.trim_end().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_kept_between_runs() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("not/yet/there");
        let mut streak = Streak::open(Some(&inside));
        assert_eq!((streak.now, streak.best), (0, 0));
        streak.win().unwrap();
        streak.win().unwrap();
        streak.lose().unwrap();
        streak.win().unwrap();
        let again = Streak::open(Some(&inside));
        assert_eq!((again.now, again.best), (1, 2));
        assert_eq!(std::fs::read_dir(&inside).unwrap().count(), 1, "nothing else is left behind");
    }

    #[test]
    fn what_is_no_streak_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("streak");
        let long = "tin-sumo 1: 1 of 1".to_owned() + &" ".repeat(100);
        for text in ["", "tin-sumo 1: 5 of 3\n", "tin-sumo 2: 1 of 3", "tin-sumo 1: -1 of 3", "\u{fffd}", &long] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(Streak::open(Some(folder.path())).best, 0, "{text:?}");
        }
        std::fs::write(&file, b"\xff\xfe").unwrap();
        let mut streak = Streak::open(Some(folder.path()));
        streak.win().unwrap();
        assert_eq!(Streak::open(Some(folder.path())).now, 1, "the next change takes its place");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_and_the_win_counts() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let mut streak = Streak::open(Some(&folder.path().join("file")));
        let message = streak.win().unwrap_err().to_string();
        assert!(message.contains("cannot keep the win streak"), "{message}");
        assert_eq!(streak.now, 1);
        let mut homeless = Streak::open(None);
        homeless.win().unwrap();
        assert_eq!(homeless.best, 1);
    }
}
