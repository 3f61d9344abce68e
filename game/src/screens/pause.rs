//! The pause of a fight: resume, or leave for the title.

use keitai::Stage;

use super::Menu;
use crate::signs::{Signs, TextColour};

/// A paused fight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pause {
    leave: bool,
    /// Shown when no player asked for the pause.
    reason: Option<String>,
}

/// Result of a tick in the pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// The pause goes on.
    Stay,
    /// The fight resumes.
    Resume,
    /// The fight ends.
    Leave,
}

impl Pause {
    /// A pause that no player asked for.
    pub(crate) fn because(reason: String) -> Self {
        Self { reason: Some(reason), ..Self::default() }
    }

    /// Advances the menu by a tick.
    pub(crate) fn tick(&mut self, menu: &Menu) -> After {
        self.leave ^= menu.down() != 0;
        match (menu.start() || menu.no(), menu.yes(), self.leave) {
            (true, ..) | (_, true, false) => After::Resume,
            (false, true, true) => After::Leave,
            _ => After::Stay,
        }
    }

    /// Shows the panel.
    pub(crate) fn write(&self, stage: &mut Stage, signs: &Signs) {
        const PAUSE: [i32; 4] = [60, 200, 196, 240];
        signs.show(stage, "panel", true);
        signs.show(stage, "call", true);
        signs.show(stage, "call-round", false);
        signs.cut_sprite(stage, "call", PAUSE, [100, 100]);
        signs.put(stage, "call", 120, 118);
        signs.write_in(stage, "panel-line", self.reason.as_deref().unwrap_or(""), TextColour::Red);
        two_ways(stage, signs, ["RESUME", "QUIT THE BOUT"], self.leave);
        // No tick follows that would do it.
        stage.propagate_transforms();
    }
}

/// Shows two lines of the panel, one of them selected.
pub(crate) fn two_ways(stage: &mut Stage, signs: &Signs, lines: [&str; 2], second: bool) {
    for ((name, line), own) in ["panel-1", "panel-2"].into_iter().zip(lines).zip([false, true]) {
        let lit = own == second;
        let line = if lit { format!("< {line} >") } else { line.to_owned() };
        signs.write_in(stage, name, &line, TextColour::chosen(lit));
    }
}

/// Hides the panel.
pub(crate) fn clear(stage: &mut Stage, signs: &Signs) {
    signs.show(stage, "panel", false);
    signs.show(stage, "call", false);
    for name in ["panel-line", "panel-note", "panel-1", "panel-2"] {
        signs.write(stage, name, "");
    }
}
