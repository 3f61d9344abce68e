//! The options, over the picture of the screen below. A change takes effect at once.

use std::hash::Hash;
use std::rc::Rc;

use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::world::MenuItem;

use crate::panel::{OPTIONS, Panel};
use crate::{Rally, Tick};

/// Top of the board and of the menu.
const TOP: i32 = 92;

pub struct OptionsPage {
    menu: ListMenu,
    panel: Rc<Panel>,
}

impl OptionsPage {
    pub fn open(rally: &Rally) -> Self {
        let options = rally.saved.value.options;
        let items = [
            sound(rally.volume),
            MenuItem::from("PICTURES").with_values(["30 HZ", "60 HZ"], usize::from(!options.at_ticks)),
            MenuItem::from("SHAKE").with_values(["OFF", "ON"], usize::from(options.shake)),
            "CONTROLS".into(),
            "DONE".into(),
        ];
        Self { menu: rally.panel.menu(items, TOP + 42), panel: Rc::clone(&rally.panel) }
    }
}

/// Returns the item of the volume, in tenths of the greatest.
pub(super) fn sound(volume: u8) -> MenuItem {
    let values = (0..=10).map(|tenths| if tenths == 0 { "OFF".to_owned() } else { format!("{tenths}0") });
    MenuItem::from(SOUND).with_values(values, volume.into())
}

pub(super) const SOUND: &str = "SOUND";

/// Sets the volume to a value of its item, for the window as well.
pub(super) fn set_sound(rally: &mut Rally, tenths: usize) -> Next<Rally> {
    rally.volume = tenths.min(10) as u8;
    Next::Command(WindowCommand::Volume(10 * rally.volume))
}

impl Screen<Rally> for OptionsPage {
    fn tick(&mut self, rally: &mut Rally, input: &TickInput, messages: &mut Messages) -> Tick {
        self.menu.set_value(SOUND, rally.volume.into());
        Ok(match self.menu.tick(&input.controls, &input.mouse) {
            None => rally.pictures().map_or(Next::Stay, Next::Command),
            Some(MenuChoice::Value(SOUND, tenths)) => set_sound(rally, tenths),
            Some(MenuChoice::Value(item, value)) => {
                let options = &mut rally.saved.value.options;
                if item == "SHAKE" {
                    options.shake = value == 1;
                } else {
                    options.at_ticks = value == 0;
                }
                rally.save(messages);
                Next::Stay
            }
            Some(MenuChoice::Item("CONTROLS")) => Next::Command(WindowCommand::Controls),
            Some(MenuChoice::Item(_) | MenuChoice::Back) => Next::Pop,
        })
    }

    fn sound(&self) -> Option<&str> {
        self.menu.sound().map(|name| &**name)
    }

    fn draw(&self, rally: &Rally, picture: &mut Framebuffer) {
        let (width, height) = (picture.width(), picture.height());
        Canvas::new(picture).shade(0, 0, width, height);
        self.panel.draw(picture, TOP, 150, OPTIONS);
        self.menu.draw(picture);
        self.panel.write(picture, &rally.names().page(), 305, false);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.menu.selected().hash(state);
    }

    fn trace(&self, _: &Rally) -> Option<String> {
        Some("options".to_owned())
    }
}
