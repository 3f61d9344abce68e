//! The pause, over the picture of the race.

use std::hash::Hash;

use keitai::prelude::*;
use keitai::replay::GameHasher;

use super::{Choosing, Drive};
use crate::{Rally, Tick};

/// The screen of the pause.
pub struct Pause(ListMenu);

impl Default for Pause {
    fn default() -> Self {
        Self(ListMenu::new(["CONTINUE", "START AGAIN", "GIVE UP"]).at(120, 146))
    }
}

impl Screen<Rally> for Pause {
    fn tick(&mut self, rally: &mut Rally, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        Ok(match self.0.tick(controls, &rally.mouse) {
            Some(MenuChoice::Item("START AGAIN")) => Next::To(Box::new(Drive::open(rally)?)),
            Some(MenuChoice::Item("GIVE UP")) => Next::To(Box::new(Choosing::open(rally)?)),
            Some(_) => Next::Pop,
            None => Next::Stay,
        })
    }

    fn draw(&self, _: &Rally, picture: &mut Framebuffer) {
        let mut canvas = Canvas::new(picture);
        canvas.shade(50, 118, 140, 84);
        canvas.text("PAUSE", 105, 126, Lettering::Normal, 0xFFD83A);
        self.0.draw(picture);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.0.selected().hash(state);
    }
}
