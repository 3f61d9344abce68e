//! The title.

use keitai::prelude::*;

use crate::play::Play;
use crate::{Arena, Tick};

/// The title: the menu of its scene.
pub struct Title {
    stage: Stage,
    menu: SceneMenu,
}

impl Title {
    /// Opens the scene.
    pub fn open(game: &Arena) -> keitai::Result<Self> {
        let stage = game.stage("scenes/title.ron")?;
        let menu = SceneMenu::find(&stage, "menu")?;
        Ok(Self { stage, menu })
    }
}

impl Screen<Arena> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, game: &mut Arena, input: &TickInput, _: &mut Messages) -> Tick {
        self.stage.tick(&[]);
        Ok(match self.menu.tick(&mut self.stage, &input.controls) {
            Some(MenuChoice::Item("PLAY")) => Next::To(Box::new(Play::open(game)?)),
            Some(MenuChoice::Item("LEAVE")) => Next::Quit,
            _ => Next::Stay,
        })
    }
}
