//! The title: the lettering over a turning tray, and the menu.

use keitai::menu::Menu;
use keitai::{Result, Stage};

use super::{Mode, Next, font, marked, stepped};
use crate::content::Content;
use crate::labels::Labels;
use crate::rules::SECOND;
use crate::saved::Saved;
use keitai::hud::Hud;

const SCENE: &str = "scenes/sumo/title.ron";

const ROWS: [&str; 8] = ["SEASON", "ONE MATCH", "TWO PLAYERS", "SURVIVAL", "HOW TO PLAY", "RECORDS", "OPTIONS", "QUIT"];

pub(crate) struct Title {
    pub(crate) stage: Stage,
    hud: Hud,
    ticks: u32,
    /// Ticks without any input.
    idle: u32,
    /// The selected line of the menu when it is open.
    pub(crate) row: Option<usize>,
    season: bool,
}

/// Ticks without input after which the recorded bout is shown.
const PATIENCE: u32 = 10 * SECOND;

impl Title {
    /// Opens the scene, with the menu open at a line, or closed.
    pub(crate) fn open(content: &Content, labels: &Labels, saved: &Saved, row: Option<usize>) -> Result<Self> {
        let mut stage = content.stage(SCENE)?;
        let hud = Hud::new(&stage);
        let streak = saved.streak;
        if streak.best > 0 && row.is_none() {
            hud.set_text(&mut stage, "streak", &format!("LONGEST STREAK {}", streak.best));
        }
        let mut title = Self { stage, hud, ticks: 0, idle: 0, row, season: saved.season.is_some() };
        title.write(labels);
        Ok(title)
    }

    /// Updates the blinking line and the menu.
    fn write(&mut self, labels: &Labels) {
        let Self { stage, hud, .. } = self;
        let open = self.row.is_some();
        let blinks = !open && self.ticks % 45 < 32;
        hud.set_text(stage, "press", &if blinks { format!("PRESS {}", labels.start()) } else { String::new() });
        hud.set_text(stage, "foot", &if open { labels.page() } else { "MADE WITH KEITAI".to_owned() });
        hud.show(stage, "menu", open);
        if open {
            hud.set_text(stage, "streak", "");
        }
        for (index, row) in ROWS.into_iter().enumerate() {
            let lit = self.row == Some(index);
            let text = if open { marked(row, lit) } else { String::new() };
            hud.set_text_like(stage, &format!("row-{index}"), &text, font(lit));
        }
    }

    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.ticks += 1;
        self.idle = if menu.is_used() { 0 } else { self.idle + 1 };
        let next = match self.row {
            _ if menu.quits() => Next::Quit,
            None if menu.confirms() => {
                self.row = Some(0);
                Next::Stay
            }
            None if self.idle >= PATIENCE => Next::Attract,
            None => Next::Stay,
            Some(row) => self.choose(row, menu),
        };
        self.write(labels);
        // The lettering drops in and bounces.
        const DROP: [i32; 12] = [-130, -96, -58, -16, 14, 2, -4, 4, 13, 11, 9, 10];
        let y = DROP.get(self.ticks as usize).copied().unwrap_or(10);
        self.hud.set_position(&mut self.stage, "lettering", 4, y);
        self.stage.tick(&[]);
        next
    }

    fn choose(&mut self, row: usize, menu: &Menu) -> Next {
        if menu.cancels() {
            self.row = None;
            return Next::Stay;
        }
        self.row = Some(stepped(row, menu.vertical(), ROWS.len()));
        match row {
            _ if !menu.confirms() => Next::Stay,
            0 if self.season => Next::Ladder(None),
            0 => Next::Choice(Mode::Season),
            1 => Next::Choice(Mode::Versus),
            2 => Next::TwoPlayers,
            3 => Next::Choice(Mode::Survival),
            4 => Next::Lessons,
            5 => Next::Records,
            6 => Next::Options,
            _ => Next::Quit,
        }
    }
}
