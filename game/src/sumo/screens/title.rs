//! The title: the lettering over a tray that turns.

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};

use super::{Menu, Next};
use crate::error::Result;
use crate::lettering::{CREAM, GOLD, GREY, centred};
use crate::streak::Streak;

/// Its scene.
const SCENE: &str = "scenes/sumo/title.ron";

/// The title.
pub(crate) struct Title {
    stage: Stage,
    ticks: u32,
}

impl Title {
    /// Opens its scene.
    pub(crate) fn open(source: &Source) -> Result<Self> {
        let stage = Stage::open(source.clone(), &AssetPath::new(SCENE)?, Compat::default())?;
        Ok(Self { stage, ticks: 0 })
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, menu: &Menu) -> Next {
        self.stage.tick(&[]);
        self.ticks += 1;
        if menu.quits() {
            Next::Quit
        } else if menu.yes() {
            Next::Choice
        } else {
            Next::Stay
        }
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, picture: &mut Framebuffer, streak: &Streak, yes: &str) {
        self.stage.draw(picture);
        if self.ticks / 15 % 3 != 2 {
            centred(picture, &format!("PRESS {yes}"), 120, 262, CREAM);
        }
        if streak.best > 0 {
            centred(picture, &format!("LONGEST STREAK {}", streak.best), 120, 284, GOLD);
        }
        centred(picture, "MADE WITH KEITAI", 120, 304, GREY);
    }
}
