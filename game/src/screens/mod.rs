//! The screens. Each takes the controls of a tick and returns which screen is next.

mod board;
mod choice;
mod controls;
mod credits;
mod fight;
mod ladder;
mod lessons;
mod options;
mod pause;
mod prompts;
mod records;
mod result;
mod title;
mod turntable;

pub(crate) use board::{Board, Line};
pub(crate) use choice::Choice;
pub(crate) use controls::draw_controls;
pub(crate) use credits::Credits;
pub(crate) use fight::Fight;
pub(crate) use ladder::Ladder;
pub(crate) use lessons::Lessons;
pub(crate) use options::OptionsPage;
pub(crate) use records::Records;
pub(crate) use result::Outcome;
pub(crate) use title::Title;

use keitai::controls::WindowCommand;

use crate::ai::Level;
use crate::bout::Terms;
use crate::robots::{Robot, Wrestler};
use crate::saved;
use crate::season::Rung;
use crate::trays::Tray;

/// Returns the prefab with the font of a line: gold for a selected one and cream for others.
fn font(selected: bool) -> &'static str {
    if selected { "gold" } else { "cream" }
}

/// Returns a line of a menu, with marks when it is selected.
fn marked(line: &str, selected: bool) -> String {
    if selected { format!("< {line} >") } else { line.to_owned() }
}

/// Returns the number of the line `by` lines below another one, in a menu of `count` lines that begins again at its ends.
fn stepped(line: usize, by: i32, count: usize) -> usize {
    (line as i32 + by).rem_euclid(count as i32) as usize
}

/// Returns the item `by` places after another one, in a list that begins again at its ends.
fn turned<T: Copy + PartialEq>(all: &[T], own: T, by: i32) -> T {
    all[stepped(all.iter().position(|item| *item == own).unwrap_or(0), by, all.len())]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Seven opponents, one after the other.
    Season,
    /// A single match of one person or two.
    Versus,
    /// One opponent after the other until the first defeat.
    Survival,
}

/// A match: wrestlers, players and terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The way to play that the match belongs to.
    pub mode: Mode,
    pub wrestlers: [Wrestler; 2],
    pub players: [Player; 2],
    pub tray: Tray,
    pub wins: u32,
    pub seed: u64,
}

impl Match {
    /// Returns the match of a person against an opponent of a season or of survival.
    fn against(rung: Rung, mode: Mode, own: Wrestler, wins: u32, seed: u64) -> Self {
        let players = [Player::Human, Player::Computer(rung.level)];
        Self { mode, wrestlers: [own, rung.wrestler], players, tray: rung.tray, wins, seed }
    }

    pub fn terms(&self) -> Terms {
        Terms { robots: self.wrestlers.map(Wrestler::robot), tray: self.tray, wins: self.wins }
    }

    /// Returns the level of the first player's opponent, when the first player is a person and the opponent is not.
    pub fn opponent(&self) -> Option<Level> {
        match self.players {
            [Player::Human, Player::Computer(level)] => Some(level),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person: the player of that number, or in a single-player match the person who uses a device.
    Human,
    Computer(Level),
}

/// The next screen after a tick.
#[derive(Debug)]
pub(crate) enum Next {
    Stay,
    /// The title, with its menu open or closed.
    Title(bool),
    /// The menu of the title, from a fight that is not over.
    Leave,
    /// The recorded bout.
    Attract,
    /// The selection for a way to play.
    Choice(Mode),
    /// The selection for a match of two people.
    TwoPlayers,
    /// The ladder of the season; a robot begins a new one.
    Ladder(Option<Robot>),
    Fight(Match),
    Result,
    /// How to play; then the present screen again.
    Lessons,
    /// Medals and statistics.
    Records,
    Options,
    Changed(saved::Options),
    Credits,
    Command(WindowCommand),
    /// End of the program.
    Quit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_wraps_around() {
        assert_eq!(turned(&Robot::ALL, Robot::Tin, -1), Robot::Kabuto);
        assert_eq!(turned(&Robot::ALL, Robot::Kabuto, 1), Robot::Tin);
    }
}
