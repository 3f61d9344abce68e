//! The title.

use keitai::prelude::*;

use crate::play::Play;
use crate::{Arena, Tick};

/// The title: its scene waits for a button.
pub struct Title(Stage);

impl Title {
    /// Opens the scene.
    pub fn open(game: &Arena) -> keitai::Result<Self> {
        Ok(Self(game.stage("scenes/title.ron")?))
    }
}

impl Screen<Arena> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.0)
    }

    fn tick(&mut self, game: &mut Arena, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        self.0.tick(&[]);
        let starts = game.menu(controls).confirms();
        Ok(if starts {
            Next::To(Box::new(Play::open(game)?))
        } else {
            Next::Stay
        })
    }
}
