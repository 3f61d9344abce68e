//! The pause, over the picture of the race.

use std::hash::Hash;
use std::rc::Rc;

use keitai::prelude::*;
use keitai::replay::GameHasher;

use super::options::{SOUND, set_sound, sound};
use super::{Choosing, Drive, Lessons};
use crate::panel::{PAUSE, Panel};
use crate::{Rally, Tick, asks};

const TOP: i32 = 92;

pub struct Pause {
    menu: ListMenu,
    panel: Rc<Panel>,
    /// Whether the pages about driving open at once.
    asks: bool,
}

impl Pause {
    /// Opens the screen, with the pages about driving over it when a player `asks` for them.
    pub fn open(rally: &Rally, asks: bool) -> Self {
        let items = ["CONTINUE", "START AGAIN", SOUND, "HOW TO DRIVE", "CONTROLS", "GIVE UP"];
        let items = items.map(|item| if item == SOUND { sound(rally.volume) } else { item.into() });
        Self { menu: rally.panel.menu(items, TOP + 34), panel: Rc::clone(&rally.panel), asks }
    }
}

impl Screen<Rally> for Pause {
    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        if std::mem::take(&mut self.asks) || asks(input) {
            return Ok(Next::Push(Box::new(Lessons::open(rally)?)));
        }
        self.menu.set_value(SOUND, rally.volume.into());
        Ok(match self.menu.tick(&input.controls, &input.mouse) {
            Some(MenuChoice::Item("START AGAIN")) => Next::To(Box::new(Drive::open(rally)?)),
            Some(MenuChoice::Item("HOW TO DRIVE")) => Next::Push(Box::new(Lessons::open(rally)?)),
            Some(MenuChoice::Item("CONTROLS")) => Next::Command(WindowCommand::Controls),
            Some(MenuChoice::Item("GIVE UP")) => Next::To(Box::new(Choosing::open(rally)?)),
            Some(MenuChoice::Value(_, tenths)) => set_sound(rally, tenths),
            Some(_) => Next::Pop,
            None => Next::Stay,
        })
    }

    fn sound(&self) -> Option<&str> {
        self.menu.sound().map(|name| &**name)
    }

    fn draw(&self, _: &Rally, picture: &mut Framebuffer) {
        self.panel.draw(picture, TOP, 150, PAUSE);
        self.menu.draw(picture);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.menu.selected().hash(state);
    }

    fn trace(&self, _: &Rally) -> Option<String> {
        Some("pause".to_owned())
    }
}
