//! Medals and statistics, over the picture of the title.

use keitai::menu::MenuReader;
use keitai::{Align, Canvas, Framebuffer, Messages, Next, Screen, TickInput};

use super::lessons::page;
use crate::panel::LINES;
use crate::saved::Medal;
use crate::sumo::{Sumo, Tick};

#[derive(Default)]
pub(crate) struct Records {
    reader: MenuReader,
    selected: usize,
    sound: Option<&'static str>,
}

impl Screen<Sumo> for Records {
    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, _: &mut Messages) -> Tick {
        let menu = self.reader.read(&input.controls);
        let count = Medal::ALL.len() as i32;
        self.selected = (self.selected as i32 + menu.horizontal()).rem_euclid(count) as usize;
        let leaves = menu.cancels() || menu.confirms();
        self.sound = if leaves { Some("menu-no") } else { (menu.horizontal() != 0).then_some("menu-move") };
        page(sumo, input, if leaves { Next::Pop } else { Next::Stay })
    }

    fn draw(&self, sumo: &Sumo, picture: &mut Framebuffer) {
        let (panel, saved) = (&sumo.panel, &sumo.store.value);
        panel.board(picture, "RECORDS");
        let counts = saved.statistics;
        // There is room for five digits.
        let digits = |count: u32| count.min(99_999).to_string();
        let lines = [
            ("BOUTS WON", format!("{} OF {}", digits(counts.won), digits(counts.bouts))),
            ("ROUNDS WON", digits(counts.rounds)),
            ("PUSHES LANDED", digits(counts.pushes)),
            ("PUSHES BRACED", digits(counts.braced)),
            ("LONGEST STREAK", digits(saved.streak.best)),
            ("SEASONS WON", digits(counts.seasons)),
        ];
        for (y, (label, value)) in (LINES..).step_by(12).zip(lines) {
            let mut canvas = Canvas::new(picture);
            canvas.write(label, 20, y, &panel.cream, Align::Left);
            canvas.write(&value, 220, y, &panel.cream, Align::Right);
        }
        for (x, medal) in (20..).step_by(26).zip(Medal::ALL) {
            panel.medal(picture, medal, saved.medals.contains(&medal), x, 150);
        }
        Canvas::new(picture).rectangle(20 + 26 * self.selected as i32, 178, 24, 2, 0xF0_C050);
        let medal = Medal::ALL[self.selected];
        let (_, title, condition) = medal.about();
        panel.write(picture, &format!("< {title} >"), 194, &panel.gold);
        let won = if saved.medals.contains(&medal) { "WON" } else { "NOT YET WON" };
        panel.write(picture, &format!("{condition}\n\n{won}"), 210, &panel.cream);
        panel.write(picture, &format!("{} OF {} MEDALS", saved.medals.len(), Medal::ALL.len()), 268, &panel.cream);
        panel.write(picture, &sumo.names.fill("{B} BACK"), 304, &panel.cream);
    }

    fn sound(&self) -> Option<&str> {
        self.sound
    }
}
