//! The pause, over the picture of the race.

use keitai::prelude::*;

use super::{Choosing, Drive};
use crate::{Rally, Tick};

const ROWS: [&str; 3] = ["CONTINUE", "START AGAIN", "GIVE UP"];

/// The screen of the pause.
#[derive(Default)]
pub struct Pause {
    row: usize,
}

impl Screen<Rally> for Pause {
    fn tick(&mut self, rally: &mut Rally, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        let menu = rally.menu(controls);
        self.row = (self.row as i32 + menu.vertical()).rem_euclid(ROWS.len() as i32) as usize;
        Ok(match self.row {
            _ if menu.cancels() => Next::Pop,
            _ if !menu.confirms() => Next::Stay,
            0 => Next::Pop,
            1 => Next::To(Box::new(Drive::open(rally)?)),
            _ => Next::To(Box::new(Choosing::open(rally)?)),
        })
    }

    fn draw(&self, _: &Rally, picture: &mut Framebuffer) {
        let mut canvas = Canvas::new(picture);
        canvas.shade(50, 118, 140, 84);
        canvas.text("PAUSE", 105, 126, Lettering::Normal, 0xFFD83A);
        for (index, row) in (0..).zip(ROWS) {
            let colour = if index == self.row as i32 { 0xFFFFFF } else { 0x9098A8 };
            canvas.text(row, 120 - row.len() as i32 * 3, 148 + index * 16, Lettering::Normal, colour);
        }
    }
}
