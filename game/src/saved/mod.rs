//! Everything that is kept between runs: options, the season, the streak, statistics and medals.
//!
//! The file `tin-sumo.ron` is written whole or not at all. When two games run at once, the better streak and the medals of
//! both stay. A missing or damaged file counts as a first start; the next change renames a damaged one to `tin-sumo.ron.bak`.

mod medals;
mod options;
mod tally;

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use keitai::files::{self, FileFault};
use serde::{Deserialize, Serialize};

pub use medals::{Medal, Metal};
pub use options::{Options, Screen};
pub use tally::Tally;

use crate::error::{Error, Result};
use crate::robots::Robot;
use crate::season::RUNGS;

/// The largest file that is read, bytes.
const LARGEST: u64 = 4096;

/// Everything that is kept between runs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Saved {
    /// Options.
    pub options: Options,
    /// The season that is being played.
    pub season: Option<Season>,
    /// The streak of survival.
    pub streak: Streak,
    /// Statistics of the first player against the computer.
    pub statistics: Statistics,
    /// Medals won.
    pub medals: BTreeSet<Medal>,
}

/// A season that is being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Season {
    /// The player's robot.
    pub robot: Robot,
    /// Opponents beaten, 0..7.
    pub beaten: usize,
}

/// A win streak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Streak {
    /// Bouts won in a row, up to now.
    pub now: u32,
    /// The longest streak.
    pub best: u32,
}

/// Counts of the first player against the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statistics {
    /// Bouts played to the end.
    pub bouts: u32,
    /// Bouts won.
    pub won: u32,
    /// Rounds won.
    pub rounds: u32,
    /// Pushes landed.
    pub pushes: u32,
    /// Pushes braced.
    pub braced: u32,
    /// Seasons won.
    pub seasons: u32,
}

impl Saved {
    /// Ends a streak, or adds a win to it.
    pub fn count_streak(&mut self, won: bool) {
        let streak = &mut self.streak;
        streak.now = if won { streak.now.saturating_add(1) } else { 0 };
        streak.best = streak.best.max(streak.now);
    }

    /// Parses a file.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok()?.trim_end().parse().ok()
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        format!("{self}\n").into_bytes()
    }

    /// Counts a beaten opponent of the season. After the last one the season is won.
    pub fn advance_season(&mut self) {
        let Some(season) = &mut self.season else { return };
        season.beaten += 1;
        if season.beaten >= RUNGS.len() {
            self.season = None;
            self.statistics.seasons = self.statistics.seasons.saturating_add(1);
        }
    }

    /// Returns whether all values are possible.
    fn is_valid(&self) -> bool {
        let season = self.season.is_none_or(|season| season.beaten < RUNGS.len() && Robot::ALL.contains(&season.robot));
        season && self.streak.now <= self.streak.best && self.options.is_valid()
    }

    /// Takes over what is better in what another game has saved.
    fn merge(&mut self, other: &Self) {
        self.streak.best = self.streak.best.max(other.streak.best);
        self.medals.extend(&other.medals);
    }
}

/// One line of text, as a record and the file keep it.
impl Display for Saved {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&ron::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Saved {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        let saved: Self = ron::from_str(text).map_err(drop)?;
        if saved.is_valid() { Ok(saved) } else { Err(()) }
    }
}

/// The saved values and their file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Store {
    /// The values.
    pub saved: Saved,
    file: Option<PathBuf>,
}

impl Store {
    /// Opens what is saved in this folder. Without a folder nothing is saved.
    pub fn open(folder: Option<&Path>) -> Self {
        let file = folder.map(|folder| folder.join("tin-sumo.ron"));
        let saved =
            file.as_deref().and_then(|file| Saved::from_bytes(&files::read(file, LARGEST).ok()?)).unwrap_or_default();
        Self { saved, file }
    }

    /// Returns values that are not saved in a file.
    pub fn unsaved(saved: Saved) -> Self {
        Self { saved, file: None }
    }

    /// Saves the values.
    ///
    /// # Errors
    /// When the file cannot be written. The values stay as they are.
    pub fn save(&mut self) -> Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let refuse = |fault: FileFault| Error::Save { path: path.clone(), reason: fault.to_string() };
        let readable = match files::read(path, LARGEST) {
            Ok(bytes) => Saved::from_bytes(&bytes).is_some(),
            Err(fault) => fault.kind() == ErrorKind::NotFound,
        };
        if !readable {
            files::keep_aside(path).map_err(refuse)?;
        }
        let mut merged = self.saved.clone();
        let written = files::update(path, LARGEST, |there| {
            if let Some(other) = there.and_then(|bytes| Saved::from_bytes(&bytes)) {
                merged.merge(&other);
            }
            merged.to_bytes()
        });
        self.saved = merged;
        written.map_err(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_saved_between_runs() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("not/yet/there");
        let mut store = Store::open(Some(&inside));
        assert_eq!(store.saved, Saved::default());
        [true, true, false, true].into_iter().for_each(|won| store.saved.count_streak(won));
        store.saved.season = Some(Season { robot: Robot::Sprout, beaten: 3 });
        store.saved.medals.insert(Medal::FirstWin);
        store.saved.options.volume = 3;
        store.save().unwrap();
        let again = Store::open(Some(&inside)).saved;
        assert_eq!(again, store.saved);
        assert_eq!(again.streak, Streak { now: 1, best: 2 });
        assert_eq!(std::fs::read_dir(&inside).unwrap().count(), 1, "nothing else is left behind");
    }

    /// The calls are made in a thread of their own: one that waits for the other end of the FIFO fails the test instead of
    /// stopping it.
    #[cfg(unix)]
    #[test]
    fn a_fifo_instead_of_the_file_is_kept_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tin-sumo.ron");
        assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
        let place = folder.path().to_owned();
        let (sender, answer) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut store = Store::open(Some(&place));
            store.saved.count_streak(true);
            sender.send((store.save().map_err(|error| error.to_string()), Store::open(Some(&place)).saved.streak))
        });
        let (saved, streak) = answer.recv_timeout(std::time::Duration::from_secs(60)).expect("no waiting");
        assert_eq!((saved, streak), (Ok(()), Streak { now: 1, best: 1 }));
        assert!(file.with_file_name("tin-sumo.ron.bak").exists());
    }

    #[test]
    fn two_games_at_once_keep_the_better_streak_and_all_medals() {
        let folder = tempfile::tempdir().unwrap();
        let [mut good, mut bad] = [0, 1].map(|_| Store::open(Some(folder.path())));
        (0..3).for_each(|_| good.saved.count_streak(true));
        good.saved.medals.insert(Medal::Champion);
        good.save().unwrap();
        bad.saved.medals.insert(Medal::FirstWin);
        bad.save().unwrap();
        let next = Store::open(Some(folder.path())).saved;
        assert_eq!(next.streak, Streak { now: 0, best: 3 });
        assert_eq!(next.medals.len(), 2);
    }

    #[test]
    fn a_damaged_file_counts_as_a_first_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tin-sumo.ron");
        let long = format!("(){}", " ".repeat(5000));
        for text in [
            "",
            "(streak:(now:5,best:3))",
            "(streak:(now:-1,best:3))",
            "(nobody:1)",
            "(season:Some((robot:Tin,beaten:7)))",
            "(season:Some((robot:Daimyo,beaten:1)))",
            "(options:(volume:11))",
            "\u{fffd}",
            &long,
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(Store::open(Some(folder.path())).saved, Saved::default(), "{text:?}");
        }
        std::fs::write(&file, b"\xff\xfe").unwrap();
        let mut store = Store::open(Some(folder.path()));
        store.saved.count_streak(true);
        store.save().unwrap();
        assert_eq!(Store::open(Some(folder.path())).saved.streak.now, 1, "the next change takes its place");
        assert_eq!(std::fs::read(folder.path().join("tin-sumo.ron.bak")).unwrap(), b"\xff\xfe");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error_and_the_values_stay() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let mut store = Store::open(Some(&folder.path().join("file")));
        store.saved.count_streak(true);
        let message = store.save().unwrap_err().to_string();
        assert!(message.contains("cannot save the game"), "{message}");
        assert_eq!(store.saved.streak.now, 1);
        let mut homeless = Store::open(None);
        homeless.saved.count_streak(true);
        homeless.save().unwrap();
    }
}
