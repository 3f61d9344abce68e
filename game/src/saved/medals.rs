//! Medals and the conditions for them.

use serde::{Deserialize, Serialize};

use super::{Saved, Tally};
use crate::ai::Level;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Medal {
    /// A bout is won.
    FirstWin,
    /// A round is won with a dash.
    Bullseye,
    /// Five pushes of a bout are braced.
    StoneWall,
    /// A bout is won without a lost round.
    Flawless,
    /// Three pushes of a bout land from behind.
    BehindYou,
    /// Five bouts are won in a row.
    Survivor,
    /// A bout against a hard computer player is won.
    Master,
    /// A season is won.
    Champion,
}

/// Metal of a medal, in the order of the columns of its texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metal {
    /// Medals for the most difficult feats.
    Gold,
    /// Medals for difficult feats.
    Silver,
    /// All other medals.
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
