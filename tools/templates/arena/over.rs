//! Screens over the play: the pause and the result. They draw over its picture.

use keitai::prelude::*;

use crate::{Arena, Tick};

/// The pause: Start or A goes on, B leaves.
pub struct Pause;

impl Screen<Arena> for Pause {
    fn tick(&mut self, game: &mut Arena, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        let menu = game.menu(controls);
        Ok(match () {
            () if menu.confirms() => Next::Pop,
            () if menu.cancels() => Next::First,
            () => Next::Stay,
        })
    }

    fn draw(&self, _: &Arena, picture: &mut Framebuffer) {
        write(picture, &["PAUSE", "", "A: GO ON", "B: LEAVE"]);
    }
}

/// The result: A goes back to the play, which begins another bout, B leaves.
pub struct Over {
    pub won: bool,
}

impl Screen<Arena> for Over {
    fn tick(&mut self, game: &mut Arena, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        let menu = game.menu(controls);
        Ok(match () {
            () if menu.confirms() => Next::Pop,
            () if menu.cancels() => Next::First,
            () => Next::Stay,
        })
    }

    fn draw(&self, game: &Arena, picture: &mut Framebuffer) {
        let head = if self.won { "YOU WIN" } else { "YOU LOSE" };
        let count = format!("{} OF {} WON", game.won, game.bouts);
        write(picture, &[head, &count, "", "A: AGAIN", "B: TITLE"]);
    }
}

/// Writes lines in the middle of the picture.
fn write(picture: &mut Framebuffer, lines: &[&str]) {
    let font = Lettering::Normal;
    let (width, height) = (picture.width() as i32, font.height() as i32 + 4);
    let top = (picture.height() as i32 - height * lines.len() as i32) / 2;
    let mut canvas = Canvas::new(picture);
    canvas.shade(
        0,
        top - 8,
        width as u32,
        (height * lines.len() as i32 + 16) as u32,
    );
    for (number, line) in (0..).zip(lines) {
        let left = (width - line.len() as i32 * font.width() as i32) / 2;
        canvas.text(line, left, top + number * height, font, 0xFFFFFF);
    }
}
