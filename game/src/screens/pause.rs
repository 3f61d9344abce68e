//! The pause of a fight: resume, change the volume, read how to play, or leave after a second question.

use keitai::Stage;
use keitai::menu::Menu;

use super::{Next, font, marked, stepped};
use crate::hud::set_call;
use crate::saved::Options;
use keitai::hud::Hud;

#[derive(Debug, Clone, Default)]
pub(crate) struct Pause {
    row: usize,
    /// Whether the question about leaving is shown.
    asks: bool,
    /// Shown when no player asked for the pause.
    reason: Option<String>,
}

impl Pause {
    /// A pause that no player asked for.
    pub(crate) fn because(reason: String) -> Self {
        Self { reason: Some(reason), ..Self::default() }
    }

    /// Advances the menu by a tick, and returns what comes next; `None` when the fight resumes. The button that opened the pause
    /// chooses the selected line, like every other one.
    pub(crate) fn tick(&mut self, menu: &Menu, options: &mut Options) -> Option<Next> {
        self.row = stepped(self.row, menu.vertical(), self.rows(options.volume).len());
        let next = match (self.asks, menu.confirms(), menu.cancels(), self.row) {
            (false, _, true, _) | (false, true, _, 0) => return None,
            (false, false, _, 1) if menu.horizontal() != 0 => {
                options.change_volume(menu.horizontal());
                Next::Changed(*options)
            }
            (false, true, _, 1) => Next::Stay,
            (false, true, _, 2) => Next::Lessons,
            (false, true, ..) => {
                (self.asks, self.row) = (true, 0);
                Next::Stay
            }
            (true, _, true, _) | (true, true, _, 0) => {
                (self.asks, self.row) = (false, 3);
                Next::Stay
            }
            (true, true, ..) => Next::Leave,
            (_, false, false, _) => Next::Stay,
        };
        Some(next)
    }

    fn rows(&self, volume: u8) -> Vec<String> {
        if self.asks {
            return ["STAY", "LEAVE"].map(str::to_owned).into();
        }
        let sound = if volume == 0 { "SOUND OFF".to_owned() } else { format!("SOUND {}", u32::from(volume) * 10) };
        vec!["RESUME".to_owned(), sound, "HOW TO PLAY".to_owned(), "LEAVE".to_owned()]
    }

    pub(crate) fn write(&self, stage: &mut Stage, hud: &Hud, volume: u8) {
        const PAUSE: [i32; 4] = [60, 200, 196, 240];
        hud.show(stage, "panel", true);
        hud.show(stage, "call", true);
        hud.show(stage, "call-round", false);
        set_call(stage, hud, "call", PAUSE, [100, 100]);
        hud.set_position(stage, "call", 120, 112);
        let line = if self.asks { "LEAVE THE BOUT?" } else { self.reason.as_deref().unwrap_or("") };
        hud.set_text_like(stage, "panel-line", line, "red");
        let lines = self.rows(volume);
        rows(stage, hud, &lines.iter().map(String::as_str).collect::<Vec<_>>(), self.row);
        // No tick follows that would propagate them.
        stage.propagate_transforms();
    }
}

pub(crate) const ROWS: [&str; 4] = ["panel-1", "panel-2", "panel-3", "panel-4"];

/// Shows at most four lines of the panel, one of them selected.
pub(crate) fn rows(stage: &mut Stage, hud: &Hud, lines: &[&str], selected: usize) {
    for (index, name) in ROWS.into_iter().enumerate() {
        let lit = index == selected;
        let line = lines.get(index).map_or_else(String::new, |line| marked(line, lit));
        hud.set_text_like(stage, name, &line, font(lit));
    }
}

pub(crate) fn clear(stage: &mut Stage, hud: &Hud) {
    hud.show(stage, "panel", false);
    hud.show(stage, "call", false);
    for name in ["panel-line", "panel-note"].into_iter().chain(ROWS) {
        hud.set_text(stage, name, "");
    }
}
