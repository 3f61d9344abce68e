//! The title: the lettering over a turning tray.

use keitai::Stage;
use keitai::menu::Menu;

use super::Next;
use crate::content::Content;
use crate::error::Result;
use crate::labels::Labels;
use crate::rules::SECOND;
use crate::streak::Streak;
use keitai::hud::Hud;

/// The scene.
const SCENE: &str = "scenes/sumo/title.ron";

/// The title screen.
pub(crate) struct Title {
    pub(crate) stage: Stage,
    hud: Hud,
    ticks: u32,
    /// Ticks without any input.
    idle: u32,
}

/// Ticks without input after which the recorded bout is shown.
const PATIENCE: u32 = 10 * SECOND;

impl Title {
    /// Opens the scene.
    pub(crate) fn open(content: &Content, labels: &Labels, streak: &Streak) -> Result<Self> {
        let mut stage = content.stage(SCENE)?;
        let hud = Hud::new(&stage);
        if streak.best > 0 {
            let line = format!("STREAK {}  LONGEST {}", streak.now, streak.best);
            hud.set_text(&mut stage, "streak", &line);
        }
        hud.set_text(&mut stage, "foot", "MADE WITH KEITAI");
        let mut title = Self { stage, hud, ticks: 0, idle: 0 };
        title.ask(labels);
        Ok(title)
    }

    /// Updates the blinking line.
    fn ask(&mut self, labels: &Labels) {
        let shown = self.ticks % 45 < 32;
        self.hud.set_text(
            &mut self.stage,
            "press",
            &if shown { format!("PRESS {}", labels.start()) } else { String::new() },
        );
    }

    /// Advances the screen by a tick.
    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.ticks += 1;
        self.idle = if menu.is_used() { 0 } else { self.idle + 1 };
        self.ask(labels);
        // The lettering drops in and bounces.
        const DROP: [i32; 12] = [-130, -96, -58, -16, 14, 2, -4, 4, 13, 11, 9, 10];
        let y = DROP.get(self.ticks as usize).copied().unwrap_or(10);
        self.hud.set_position(&mut self.stage, "lettering", 4, y);
        self.stage.tick(&[]);
        if menu.quits() {
            Next::Quit
        } else if menu.confirms() {
            Next::Choice
        } else if self.idle >= PATIENCE {
            Next::Attract
        } else {
            Next::Stay
        }
    }
}
