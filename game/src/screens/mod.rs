//! The screens. Each takes the controls of a tick and returns which screen is next.

mod choice;
mod fight;
mod pause;
mod result;
mod title;

pub(crate) use choice::Choice;
pub(crate) use fight::Fight;
pub(crate) use result::Outcome;
pub(crate) use title::Title;

use crate::ai::Level;
use crate::bout::Terms;
use crate::robots::Wrestler;
use crate::trays::Tray;

/// A match: robots and players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The left and the right wrestler.
    pub wrestlers: [Wrestler; 2],
    /// The players of both robots.
    pub players: [Player; 2],
    /// The tray.
    pub tray: Tray,
    /// Rounds that win the bout.
    pub wins: u32,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Match {
    /// Returns the terms of the bout.
    pub fn terms(&self) -> Terms {
        Terms { robots: self.wrestlers.map(Wrestler::robot), tray: self.tray, wins: self.wins }
    }
}

/// A player of a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person: the player of that number, or in a single-player match whoever uses a device.
    Human,
    /// The computer.
    Computer(Level),
}

/// The next screen after a tick.
#[derive(Debug)]
pub(crate) enum Next {
    /// The same screen.
    Stay,
    /// The title.
    Title,
    /// The recorded bout.
    Attract,
    /// The selection.
    Choice,
    /// A fight.
    Fight(Match),
    /// The result of the fight.
    Result,
    /// End of the program.
    Quit,
}
