//! Counts of a bout, and the medals for them.

use serde::{Deserialize, Serialize};

use super::Saved;
use crate::ai::Level;
use crate::bout::{BoutEvent, Moment};
use crate::collision::{Answer, Side};
use crate::fighter::FighterEvent;
use crate::referee::Call;

/// Counts of the first fighter in one bout.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    pub won: bool,
    pub rounds: u32,
    pub lost: u32,
    pub pushes: u32,
    pub braced: u32,
    pub from_behind: u32,
    /// Whether the other went over the edge after a dash.
    pub dashed_out: bool,
    /// Whether the last push landed was a dash.
    last_dash: bool,
}

impl Tally {
    /// Counts the events of a tick.
    pub fn take_in(&mut self, now: &Moment) {
        for event in &now.ring.events {
            match *event {
                BoutEvent::Hit(hit) if hit.by == 0 => {
                    self.pushes += 1;
                    self.from_behind += u32::from(hit.side == Side::Back);
                    self.last_dash = hit.dash;
                }
                BoutEvent::Hit(hit) => self.braced += u32::from(hit.answer == Answer::Braced),
                BoutEvent::Fighter(1, FighterEvent::Fell) => self.dashed_out |= self.last_dash,
                BoutEvent::Call(Call::Over(verdict)) if verdict.winner == 0 => self.rounds += 1,
                BoutEvent::Call(Call::Over(_)) => self.lost += 1,
                BoutEvent::Call(Call::Round) => self.last_dash = false,
                BoutEvent::Call(Call::Done) => self.won = now.referee.winner() == Some(0),
                _ => {}
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Medal {
    FirstWin,
    Bullseye,
    StoneWall,
    Flawless,
    BehindYou,
    Survivor,
    Master,
    Champion,
}

/// Metal of a medal, in the order of the columns of its texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metal {
    Gold,
    Silver,
    Bronze,
}

impl Medal {
    /// All medals, in the order of the page.
    pub const ALL: [Self; 8] = {
        use Medal::*;
        [FirstWin, Bullseye, StoneWall, Flawless, BehindYou, Survivor, Master, Champion]
    };

    /// Returns the metal, the name on the screen and the condition.
    pub fn about(self) -> (Metal, &'static str, &'static str) {
        match self {
            Self::FirstWin => (Metal::Bronze, "FIRST WIN", "WIN A BOUT"),
            Self::Bullseye => (Metal::Bronze, "BULLSEYE", "PUSH ONE OUT WITH A DASH"),
            Self::StoneWall => (Metal::Bronze, "STONE WALL", "BRACE 5 PUSHES IN A BOUT"),
            Self::Flawless => (Metal::Silver, "FLAWLESS", "WIN 2 ROUNDS AND LOSE NONE"),
            Self::BehindYou => (Metal::Silver, "BEHIND YOU", "LAND 3 PUSHES FROM BEHIND"),
            Self::Survivor => (Metal::Silver, "SURVIVOR", "WIN 5 BOUTS IN SURVIVAL"),
            Self::Master => (Metal::Gold, "MASTER", "BEAT A HARD COMPUTER"),
            Self::Champion => (Metal::Gold, "CHAMPION", "WIN A SEASON"),
        }
    }

    /// Returns the medals that a player has earned after a bout against this level.
    pub fn earned(saved: &Saved, tally: &Tally, level: Level) -> impl Iterator<Item = Self> {
        let won = tally.won;
        let earned = [
            (Self::FirstWin, won),
            (Self::Bullseye, tally.dashed_out),
            (Self::StoneWall, tally.braced >= 5),
            (Self::Flawless, won && tally.rounds >= 2 && tally.lost == 0),
            (Self::BehindYou, tally.from_behind >= 3),
            (Self::Survivor, saved.streak.best >= 5),
            (Self::Master, won && level == Level::Hard),
            (Self::Champion, saved.statistics.seasons > 0),
        ];
        earned.into_iter().filter(|(_, earned)| *earned).map(|(medal, _)| medal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medals_have_conditions() {
        let none = Tally::default();
        assert_eq!(Medal::earned(&Saved::default(), &none, Level::Hard).count(), 0);
        let good = Tally { won: true, rounds: 2, lost: 0, braced: 5, from_behind: 3, dashed_out: true, ..none };
        let mut saved = Saved::default();
        assert_eq!(Medal::earned(&saved, &good, Level::Easy).count(), 5);
        assert!(Medal::earned(&saved, &good, Level::Hard).any(|medal| medal == Medal::Master));
        saved.streak.best = 5;
        saved.statistics.seasons = 1;
        assert_eq!(Medal::earned(&saved, &good, Level::Hard).count(), Medal::ALL.len());
    }
}
