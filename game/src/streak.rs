//! The streak of won bouts against the computer, saved between runs.
//!
//! The file has one line, `tin-sumo 1: 3 of 7`: the version, the current streak, the longest one. It is written whole or not
//! at all, and of the longest streaks of two games the longer one stays. A missing or damaged file counts as no win, and the
//! next change replaces it.

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use keitai::files;

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
        let streak =
            file.as_deref().and_then(|file| Self::from_bytes(&files::read(file, LARGEST).ok()?)).unwrap_or_default();
        Self { file, ..streak }
    }

    /// Parses a file. The streak is not saved.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok()?.strip_prefix("tin-sumo 1: ")?.trim_end().parse().ok()
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        format!("tin-sumo 1: {self}\n").into_bytes()
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

    /// Saves the streak. Another game may have saved a better one meanwhile, which is kept.
    fn write(&mut self) -> Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let streak = Self { now: self.now, best: self.best, file: None };
        let mut best = self.best;
        let saved = files::update(path, LARGEST, |there| {
            best = there.and_then(|bytes| Self::from_bytes(&bytes)).map_or(best, |other| best.max(other.best));
            Self { best, ..streak }.to_bytes()
        });
        let saved = saved.map_err(|fault| Error::Streak { path: path.clone(), reason: fault.to_string() });
        self.best = best;
        saved
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_is_saved_between_runs() {
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
    fn two_games_at_once_keep_the_better_streak() {
        let folder = tempfile::tempdir().unwrap();
        let mut good = Streak::open(Some(folder.path()));
        let mut bad = Streak::open(Some(folder.path()));
        (0..3).for_each(|_| good.win().unwrap());
        bad.win().unwrap();
        bad.lose().unwrap();
        assert_eq!(bad.best, 3);
        let next = Streak::open(Some(folder.path()));
        assert_eq!((next.now, next.best), (0, 3));
    }

    #[test]
    fn a_damaged_file_counts_as_no_win() {
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
    fn a_folder_that_cannot_be_written_is_an_error_and_the_win_counts() {
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
