//! The screens. Each takes the controls of a tick and returns which screen is next.

mod choice;
mod fight;
mod pause;
mod result;
mod title;

use keitai::controls::{Button, Controls, PLAYERS, Stick};

pub(crate) use choice::Choice;
pub(crate) use fight::Fight;
pub(crate) use result::Outcome;
pub(crate) use title::Title;

use crate::ai::Level;
use crate::rules::Robot;

/// A match: robots and players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The left and the right robot.
    pub robots: [Robot; 2],
    /// The players of both robots.
    pub players: [Player; 2],
    /// Seed of the random numbers.
    pub seed: u64,
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

/// Menu input of a tick, from all players' devices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Menu {
    all: Controls,
    /// Directions in which a stick was pushed in this tick; they count as presses.
    pushed: [i32; 2],
}

/// Turns controls into menu input; keeps the last state of the sticks.
#[derive(Debug, Clone, Default)]
pub(crate) struct MenuReader {
    last: [i32; 2],
}

impl MenuReader {
    /// Returns the menu input of a tick.
    pub(crate) fn read(&mut self, controls: &[Controls; PLAYERS]) -> Menu {
        let all = merged_controls(controls);
        let Stick { x, y } = all.left;
        let now = [x, y].map(|c| if c.unsigned_abs() > 64 { i32::from(c.signum()) } else { 0 });
        let pushed = [0, 1].map(|axis| if now[axis] == self.last[axis] { 0 } else { now[axis] });
        self.last = now;
        Menu { all, pushed }
    }
}

/// Merges the controls of all players.
pub(crate) fn merged_controls(controls: &[Controls; PLAYERS]) -> Controls {
    controls.iter().fold(Controls::IDLE, |all, one| all.merged(*one))
}

impl Menu {
    /// Returns 1 when right was pressed and -1 when left was pressed.
    pub(crate) fn across(&self) -> i32 {
        self.axis(0, Button::Right, Button::Left)
    }

    /// Returns 1 when down was pressed and -1 when up was pressed.
    pub(crate) fn down(&self) -> i32 {
        self.axis(1, Button::Down, Button::Up)
    }

    fn axis(&self, axis: usize, plus: Button, minus: Button) -> i32 {
        let pad = i32::from(self.all.pressed(plus)) - i32::from(self.all.pressed(minus));
        (pad + self.pushed[axis]).signum()
    }

    /// Returns whether A or Start was pressed.
    pub(crate) fn yes(&self) -> bool {
        self.all.pressed(Button::A) || self.all.pressed(Button::Start)
    }

    /// Returns whether B was pressed.
    pub(crate) fn no(&self) -> bool {
        self.all.pressed(Button::B)
    }

    /// Returns whether Start was pressed.
    pub(crate) fn start(&self) -> bool {
        self.all.pressed(Button::Start)
    }

    /// Returns whether anything was pressed.
    pub(crate) fn is_touched(&self) -> bool {
        !self.all.pressed.is_empty() || self.pushed != [0, 0]
    }

    /// Returns whether Start and Select are held together, which ends the program.
    pub(crate) fn quits(&self) -> bool {
        self.all.held(Button::Start) && self.all.held(Button::Select)
    }
}
