//! The pause, over the picture of the race.

use std::hash::Hash;
use std::sync::Arc;

use keitai::TextureMap;
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::world::{MenuLook, MenuSounds};

use super::{Choosing, Drive};
use crate::{Rally, Tick};

/// Part of the sheet of calls with the word.
const WORD: [i32; 4] = [0, 160, 224, 200];
/// Top of the panel, and the width and height of its picture; height of its upper and of its lower part that are drawn.
const TOP: i32 = 112;
const BOARD: [i32; 2] = [208, 150];
const PARTS: [i32; 2] = [72, 22];

/// The screen of the pause.
pub struct Pause {
    menu: ListMenu,
    board: Arc<TextureMap>,
    calls: Arc<TextureMap>,
}

impl Pause {
    /// Opens the screen over the scene of a race, whose fonts it has.
    pub fn open(race: &mut Stage) -> keitai::Result<Self> {
        let sounds = MenuSounds {
            moved: Some("move".into()),
            chosen: Some("yes".into()),
            back: Some("no".into()),
            ..MenuSounds::default()
        };
        let mut look = MenuLook { row: 14, sounds, ..MenuLook::default() };
        for (font, name) in [(&mut look.font, "cream"), (&mut look.selected_font, "gold")] {
            if let Some(own) = race.scene().font(name) {
                font.clone_from(own);
            }
        }
        let menu = ListMenu::new(["CONTINUE", "START AGAIN", "CONTROLS", "GIVE UP"]).at(120, TOP + 26).with_look(look);
        let mut picture = |name: &str| Ok::<_, keitai::Error>(race.texture(&AssetPath::new(name)?)?);
        let (board, calls) = (picture("assets/board.bmp")?, picture("assets/calls.bmp")?);
        Ok(Self { menu, board, calls })
    }
}

impl Screen<Rally> for Pause {
    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        Ok(match self.menu.tick(&input.controls, &input.mouse) {
            Some(MenuChoice::Item("START AGAIN")) => Next::To(Box::new(Drive::open(rally)?)),
            Some(MenuChoice::Item("CONTROLS")) => Next::Command(WindowCommand::Controls),
            Some(MenuChoice::Item("GIVE UP")) => Next::To(Box::new(Choosing::open(rally)?)),
            Some(_) => Next::Pop,
            None => Next::Stay,
        })
    }

    fn sound(&self) -> Option<&str> {
        self.menu.sound().map(|name| &**name)
    }

    fn draw(&self, _: &Rally, picture: &mut Framebuffer) {
        let mut canvas = Canvas::new(picture);
        let ([width, height], [upper, lower]) = (BOARD, PARTS);
        canvas.image(&self.board, [0, 0, width, upper], 16, TOP, true);
        canvas.image(&self.board, [0, height - lower, width, height], 16, TOP + upper, true);
        canvas.image(&self.calls, WORD, 8, TOP - 16, true);
        self.menu.draw(picture);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.menu.selected().hash(state);
    }
}
