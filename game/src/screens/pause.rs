//! The pause of a fight: resume, or leave for the title.

use keitai::Stage;
use keitai::menu::Menu;

use crate::text_colour::TextColour;
use keitai::hud::Hud;

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
        self.leave ^= menu.vertical() != 0;
        match (menu.starts() || menu.cancels(), menu.confirms(), self.leave) {
            (true, ..) | (_, true, false) => After::Resume,
            (false, true, true) => After::Leave,
            _ => After::Stay,
        }
    }

    /// Shows the panel.
    pub(crate) fn write(&self, stage: &mut Stage, hud: &Hud) {
        const PAUSE: [i32; 4] = [60, 200, 196, 240];
        hud.show(stage, "panel", true);
        hud.show(stage, "call", true);
        hud.show(stage, "call-round", false);
        hud.set_sprite(stage, "call", PAUSE, [100, 100]);
        hud.set_position(stage, "call", 120, 118);
        hud.set_text_like(stage, "panel-line", self.reason.as_deref().unwrap_or(""), TextColour::Red.prefab());
        two_ways(stage, hud, ["RESUME", "QUIT THE BOUT"], self.leave);
        // No tick follows that would do it.
        stage.propagate_transforms();
    }
}

/// Shows two lines of the panel, one of them selected.
pub(crate) fn two_ways(stage: &mut Stage, hud: &Hud, lines: [&str; 2], second: bool) {
    for ((name, line), own) in ["panel-1", "panel-2"].into_iter().zip(lines).zip([false, true]) {
        let lit = own == second;
        let line = if lit { format!("< {line} >") } else { line.to_owned() };
        hud.set_text_like(stage, name, &line, TextColour::selected(lit).prefab());
    }
}

/// Hides the panel.
pub(crate) fn clear(stage: &mut Stage, hud: &Hud) {
    hud.show(stage, "panel", false);
    hud.show(stage, "call", false);
    for name in ["panel-line", "panel-note", "panel-1", "panel-2"] {
        hud.set_text(stage, name, "");
    }
}
