//! Counts of one bout, for statistics and medals.

use crate::bout::Bout;
use crate::collision::{Answer, Side};
use crate::events::BoutEvent;
use crate::fighter::FighterEvent;

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
    pub(super) last_dash: bool,
}

impl Tally {
    /// Counts the events of a tick.
    pub fn take_in(&mut self, bout: &Bout) {
        for event in &bout.events {
            match *event {
                BoutEvent::Hit(hit) if hit.by == 0 => {
                    self.pushes += 1;
                    self.from_behind += u32::from(hit.side == Side::Back);
                    self.last_dash = hit.dash;
                }
                BoutEvent::Hit(hit) => self.braced += u32::from(hit.answer == Answer::Braced),
                BoutEvent::Fighter(1, FighterEvent::Fell) => self.dashed_out |= self.last_dash,
                BoutEvent::Over(verdict) if verdict.winner == 0 => self.rounds += 1,
                BoutEvent::Over(_) => self.lost += 1,
                BoutEvent::Round => self.last_dash = false,
                BoutEvent::Done => self.won = bout.winner() == Some(0),
                _ => {}
            }
        }
    }
}
