//! Screens over the play: the pause and the result. They draw over its picture.

use keitai::prelude::*;
use keitai::{Align, world::MenuLook};

use crate::{Arena, Tick};

/// Top of the band with the texts and the menu, pixels.
const TOP: i32 = 110;

/// Stops the play until the player goes back to it.
pub struct Pause(ListMenu);

impl Pause {
    pub fn new() -> Self {
        Self(menu("GO ON"))
    }
}

impl Screen<Arena> for Pause {
    fn tick(&mut self, _: &mut Arena, input: &TickInput, _: &mut Messages) -> Tick {
        Ok(match self.0.tick(&input.controls, &input.mouse) {
            Some(MenuChoice::Item("LEAVE")) => Next::First,
            Some(_) => Next::Pop,
            None => Next::Stay,
        })
    }

    fn draw(&self, _: &Arena, picture: &mut Framebuffer) {
        draw(picture, "PAUSE", &self.0);
    }
}

/// The result. Its first item goes back to the play, which begins another bout.
pub struct Over {
    won: bool,
    menu: ListMenu,
}

impl Over {
    pub fn new(won: bool) -> Self {
        let menu = menu("AGAIN");
        Self { won, menu }
    }
}

impl Screen<Arena> for Over {
    fn tick(&mut self, _: &mut Arena, input: &TickInput, _: &mut Messages) -> Tick {
        Ok(match self.menu.tick(&input.controls, &input.mouse) {
            Some(MenuChoice::Item("AGAIN")) => Next::Pop,
            Some(_) => Next::First,
            None => Next::Stay,
        })
    }

    fn draw(&self, game: &Arena, picture: &mut Framebuffer) {
        let head = if self.won { "YOU WIN" } else { "YOU LOSE" };
        let text = format!("{head}\n{} OF {} WON", game.won, game.bouts);
        draw(picture, &text, &self.menu);
    }
}

fn menu(first: &str) -> ListMenu {
    ListMenu::new([first, "LEAVE"]).at(120, TOP + 44)
}

fn draw(picture: &mut Framebuffer, text: &str, menu: &ListMenu) {
    let mut canvas = Canvas::new(picture);
    canvas.shade(0, TOP, 240, 84);
    let font = MenuLook::default().font;
    canvas.write(text, 120, TOP + 12, &font, Align::Centre);
    menu.draw(picture);
}
