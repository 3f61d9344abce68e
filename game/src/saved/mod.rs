//! Everything that is kept between runs: options, the season, the streak, statistics and medals.
//!
//! The engine's [`Store`] keeps the file `tin-sumo.ron`. When two games run at once, the better streak and the medals
//! of both stay. Values that the game cannot have saved are treated as damage of the file; fields of other versions of the game
//! are left out.

mod medals;

use std::collections::BTreeSet;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

pub use medals::{Medal, Tally};

use crate::robots::Robot;
use crate::season::{Match, Mode, RUNGS};

pub type Store = keitai::Saved<Saved>;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    #[serde(deserialize_with = "checked")]
    pub options: Options,
    #[serde(deserialize_with = "checked")]
    pub season: Option<Season>,
    #[serde(deserialize_with = "checked")]
    pub streak: Streak,
    /// Statistics of the first player against the computer.
    pub statistics: Statistics,
    pub medals: BTreeSet<Medal>,
}

/// Options of the player. The engine keeps the volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Window pixels per pixel of the picture, 1..=6; 0 leaves the window as it opens.
    pub scale: u8,
    /// Draws only at ticks, 30 pictures per second, instead of as often as the display shows one.
    pub at_ticks: bool,
}

impl Options {
    pub const LARGEST: u8 = 6;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    pub robot: Robot,
    /// Opponents beaten, 0..7.
    pub beaten: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Streak {
    /// Bouts won in a row, up to now.
    pub now: u32,
    pub best: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    pub bouts: u32,
    pub won: u32,
    pub rounds: u32,
    pub pushes: u32,
    pub braced: u32,
    pub seasons: u32,
}

impl Saved {
    /// Counts a match that is over. Returns the medals that it has earned.
    pub fn count(&mut self, chosen: &Match, tally: &Tally) -> Vec<Medal> {
        let Some(level) = chosen.opponent() else { return Vec::new() };
        let counts = &mut self.statistics;
        for (count, by) in [
            (&mut counts.bouts, 1),
            (&mut counts.won, tally.won.into()),
            (&mut counts.rounds, tally.rounds),
            (&mut counts.pushes, tally.pushes),
            (&mut counts.braced, tally.braced),
        ] {
            *count = count.saturating_add(by);
        }
        match chosen.mode {
            Mode::Season if tally.won => self.advance_season(),
            Mode::Survival => self.count_streak(tally.won),
            Mode::Season | Mode::Versus => {}
        }
        let earned: Vec<Medal> =
            Medal::earned(self, tally, level).filter(|medal| !self.medals.contains(medal)).collect();
        self.medals.extend(&earned);
        earned
    }

    /// Ends a streak, or adds a win to it.
    pub fn count_streak(&mut self, won: bool) {
        let streak = &mut self.streak;
        streak.now = if won { streak.now.saturating_add(1) } else { 0 };
        streak.best = streak.best.max(streak.now);
    }

    /// Counts a beaten opponent of the season. After the last one the season is won.
    fn advance_season(&mut self) {
        let Some(season) = &mut self.season else { return };
        season.beaten += 1;
        if season.beaten >= RUNGS.len() {
            self.season = None;
            self.statistics.seasons = self.statistics.seasons.saturating_add(1);
        }
    }

    /// Takes over the better ones of the values that another game has saved.
    pub fn merge(&mut self, other: Self) {
        self.streak.best = self.streak.best.max(other.streak.best);
        self.medals.extend(other.medals);
    }
}

/// Values of which not all are possible.
trait Possible {
    /// Returns whether the game can have saved the values.
    fn is_possible(&self) -> bool;
}

impl Possible for Options {
    fn is_possible(&self) -> bool {
        self.scale <= Self::LARGEST
    }
}

impl Possible for Option<Season> {
    fn is_possible(&self) -> bool {
        self.is_none_or(|season| season.beaten < RUNGS.len() && Robot::ALL.contains(&season.robot))
    }
}

impl Possible for Streak {
    fn is_possible(&self) -> bool {
        self.now <= self.best
    }
}

/// Reads values, and refuses those that the game cannot have saved.
fn checked<'de, D: Deserializer<'de>, T: Deserialize<'de> + Possible>(deserializer: D) -> Result<T, D::Error> {
    let values = T::deserialize(deserializer)?;
    if values.is_possible() { Ok(values) } else { Err(D::Error::custom("values that the game cannot have saved")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_games_at_once_keep_the_better_streak_and_all_medals() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Store::open(Some(folder.path().join("tin-sumo.ron")));
        let [mut good, mut bad] = [open(), open()];
        (0..3).for_each(|_| good.value.count_streak(true));
        good.value.season = Some(Season { robot: Robot::Sprout, beaten: 3 });
        good.value.medals.insert(Medal::Champion);
        good.save_merged(Saved::merge).unwrap();
        assert_eq!(open(), good);
        bad.value.medals.insert(Medal::FirstWin);
        bad.save_merged(Saved::merge).unwrap();
        let next = open().value;
        assert_eq!((next.streak, next.season), (Streak { now: 0, best: 3 }, None));
        assert_eq!(next.medals.len(), 2);
    }

    #[test]
    fn impossible_values_are_refused_and_fields_of_other_versions_cost_nothing() {
        for text in [
            "(streak:(now:5,best:3))",
            "(streak:(now:-1,best:3))",
            "(season:Some((robot:Tin,beaten:7)))",
            "(season:Some((robot:Daimyo,beaten:1)))",
            "(options:(scale:7))",
        ] {
            assert!(Store::from_text(text).is_err(), "{text:?}");
        }
        let sound = "(options:(scale:3),season:Some((robot:Tin,beaten:6)),streak:(now:1,best:2))";
        let saved = Store::from_text(sound).unwrap();
        assert_eq!(Store::from_text(&saved.to_text()).unwrap(), saved);
        let older = "(options:(volume:10,scale:2),season:Some((robot:Tin,beaten:3)),statistics:(pushes:0),tips:[])";
        let Saved { options, season, .. } = Store::from_text(older).unwrap().value;
        assert_eq!((options.scale, season), (2, Some(Season { robot: Robot::Tin, beaten: 3 })));
    }
}
