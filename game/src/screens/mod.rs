//! The screens: each is told what the players do in a tick, says what comes after it, and draws itself.

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

use crate::mind::Level;
use crate::rules::Robot;

/// Who fights whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Left and right.
    pub robots: [Robot; 2],
    /// Who moves them.
    pub players: [Player; 2],
    /// What decides where nothing else does.
    pub seed: u64,
}

/// Who moves a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Somebody with buttons: the player of that number, or whoever touches one when there is only one.
    Human,
    /// The computer.
    Computer(Level),
}

/// What comes after a tick of a screen.
#[derive(Debug)]
pub(crate) enum Next {
    /// The same.
    Stay,
    /// The title.
    Title,
    /// The bout on record.
    Attract,
    /// The choice.
    Choice,
    /// A bout.
    Fight(Match),
    /// A bout is over.
    Result,
    /// The program ends.
    Quit,
}

/// What the players do in a menu: anybody's buttons count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Menu {
    all: Controls,
    /// A stick that was just pushed counts as a press.
    pushed: [i32; 2],
}

/// Turns controls into menus; remembers where sticks were.
#[derive(Debug, Clone, Default)]
pub(crate) struct MenuReader {
    last: [i32; 2],
}

impl MenuReader {
    /// The menu presses of a tick.
    pub(crate) fn read(&mut self, controls: &[Controls; PLAYERS]) -> Menu {
        let all = anybody(controls);
        let Stick { x, y } = all.left;
        let now = [x, y].map(|c| if c.unsigned_abs() > 64 { i32::from(c.signum()) } else { 0 });
        let pushed = [0, 1].map(|axis| if now[axis] == self.last[axis] { 0 } else { now[axis] });
        self.last = now;
        Menu { all, pushed }
    }
}

/// All devices in one hand.
pub(crate) fn anybody(controls: &[Controls; PLAYERS]) -> Controls {
    controls.iter().fold(Controls::IDLE, |all, one| all.merged(*one))
}

impl Menu {
    /// Left or right was pressed, -1 or 1.
    pub(crate) fn across(&self) -> i32 {
        self.axis(0, Button::Right, Button::Left)
    }

    /// Up or down was pressed, -1 or 1.
    pub(crate) fn down(&self) -> i32 {
        self.axis(1, Button::Down, Button::Up)
    }

    fn axis(&self, axis: usize, plus: Button, minus: Button) -> i32 {
        let pad = i32::from(self.all.pressed(plus)) - i32::from(self.all.pressed(minus));
        (pad + self.pushed[axis]).signum()
    }

    /// Yes.
    pub(crate) fn yes(&self) -> bool {
        self.all.pressed(Button::A) || self.all.pressed(Button::Start)
    }

    /// No.
    pub(crate) fn no(&self) -> bool {
        self.all.pressed(Button::B)
    }

    /// Pause or on.
    pub(crate) fn start(&self) -> bool {
        self.all.pressed(Button::Start)
    }

    /// Something was pressed.
    pub(crate) fn is_touched(&self) -> bool {
        !self.all.pressed.is_empty() || self.pushed != [0, 0]
    }

    /// The two buttons that end the program from a pad.
    pub(crate) fn quits(&self) -> bool {
        self.all.held(Button::Start) && self.all.held(Button::Select)
    }
}
