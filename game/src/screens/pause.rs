//! The pause: on, or back to the title.

use keitai::Stage;

use super::Menu;
use crate::signs::{Ink, Signs};

/// A bout that stands still.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pause {
    leave: bool,
    /// Why, when it was not a player who asked.
    reason: Option<String>,
}

/// What comes of a tick in the pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// It stays.
    Stay,
    /// The bout goes on.
    GoOn,
    /// The bout is left.
    Leave,
}

impl Pause {
    /// A pause that nobody asked for.
    pub(crate) fn because(reason: String) -> Self {
        Self { reason: Some(reason), ..Self::default() }
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, menu: &Menu) -> After {
        self.leave ^= menu.down() != 0;
        match (menu.start() || menu.no(), menu.yes(), self.leave) {
            (true, ..) | (_, true, false) => After::GoOn,
            (false, true, true) => After::Leave,
            _ => After::Stay,
        }
    }

    /// Writes it on the panel.
    pub(crate) fn write(&self, stage: &mut Stage, signs: &Signs) {
        const PAUSE: [i32; 4] = [60, 200, 196, 240];
        signs.show(stage, "panel", true);
        signs.show(stage, "call", true);
        signs.show(stage, "call-round", false);
        signs.cut_sprite(stage, "call", PAUSE, [100, 100]);
        signs.put(stage, "call", 120, 118);
        signs.write_in(stage, "panel-line", self.reason.as_deref().unwrap_or(""), Ink::Red);
        two_ways(stage, signs, ["GO ON", "LEAVE THE BOUT"], self.leave);
        // No tick goes by that would do it.
        stage.propagate_transforms();
    }
}

/// Two lines of the panel, of which one is chosen.
pub(crate) fn two_ways(stage: &mut Stage, signs: &Signs, lines: [&str; 2], second: bool) {
    for ((name, line), own) in ["panel-1", "panel-2"].into_iter().zip(lines).zip([false, true]) {
        let lit = own == second;
        let line = if lit { format!("< {line} >") } else { line.to_owned() };
        signs.write_in(stage, name, &line, Ink::chosen(lit));
    }
}

/// Takes the panel away.
pub(crate) fn clear(stage: &mut Stage, signs: &Signs) {
    signs.show(stage, "panel", false);
    signs.show(stage, "call", false);
    for name in ["panel-line", "panel-note", "panel-1", "panel-2"] {
        signs.write(stage, name, "");
    }
}
