//! Medals and statistics.

use keitai::Result;
use keitai::menu::Menu;
use keitai::world::Image;

use super::{Board, Line, Next, stepped};
use crate::content::Content;
use crate::labels::Labels;
use crate::saved::{Medal, Saved};

/// Side of a medal in the texture, and the column of the empty place.
const CELL: i32 = 24;
const NONE: i32 = 3;

pub(crate) struct Records {
    pub(crate) board: Board,
    medals: Vec<Medal>,
    selected: usize,
}

impl Records {
    pub(crate) fn open(content: &Content, saved: &Saved, labels: &Labels) -> Result<Self> {
        let mut board = Board::open(content, "RECORDS")?;
        let counts = saved.statistics;
        let line = |label: &str, value: String| Line::new(label, value, false);
        board.write(&[
            line("BOUTS WON", format!("{} OF {}", counts.won, counts.bouts)),
            line("ROUNDS WON", counts.rounds.to_string()),
            line("PUSHES LANDED", counts.pushes.to_string()),
            line("PUSHES BRACED", counts.braced.to_string()),
            line("LONGEST STREAK", saved.streak.best.to_string()),
            line("SEASONS WON", counts.seasons.to_string()),
        ]);
        let medals: Vec<Medal> = saved.medals.iter().copied().collect();
        for (index, medal) in Medal::ALL.into_iter().enumerate() {
            let (metal, ..) = medal.about();
            let column = if medals.contains(&medal) { metal as i32 } else { NONE };
            let name = format!("medal-{index}");
            board.hud.show(&mut board.stage, &name, true);
            let texels = [column * CELL, 0, (column + 1) * CELL, CELL];
            board.hud.change(&mut board.stage, &name, |image: &mut Image| image.texels = texels);
        }
        let mut records = Self { board, medals, selected: 0 };
        records.write(labels);
        Ok(records)
    }

    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.selected = stepped(self.selected, menu.horizontal(), Medal::ALL.len());
        self.write(labels);
        self.board.stage.tick(&[]);
        if menu.cancels() || menu.confirms() { Next::Title(true) } else { Next::Stay }
    }

    fn write(&mut self, labels: &Labels) {
        let medal = Medal::ALL[self.selected];
        let (_, title, condition) = medal.about();
        let won = if self.medals.contains(&medal) { "WON" } else { "NOT YET WON" };
        self.board.hud.show(&mut self.board.stage, "pointer", true);
        self.board.hud.set_position(&mut self.board.stage, "pointer", 20 + 26 * self.selected as i32, 178);
        self.board.set("title", &format!("< {title} >"));
        self.board.set("text", &format!("{condition}\n\n{won}"));
        self.board.set("note", &format!("{} OF {} MEDALS", self.medals.len(), Medal::ALL.len()));
        self.board.set("foot", &format!("{} BACK", labels.device().brace).to_uppercase());
    }
}
