//! The result: the winner cheers, and what it counts for.

use keitai_render::Canvas;
use keitai_render::Framebuffer;

use super::{Fight, Match, Menu, Next, Opponent};
use crate::lettering::{CREAM, GOLD, GREY, centred};
use crate::streak::Streak;

/// Ticks in which no button counts, so that nobody leaves by mistake.
const DEAF: u32 = 20;

/// A bout that is over.
pub(crate) struct Outcome {
    fight: Fight,
    winner: usize,
    ticks: u32,
    home: bool,
}

impl Outcome {
    /// The end of a bout.
    pub(crate) fn new(fight: Fight, winner: usize) -> Self {
        Self { fight, winner, ticks: 0, home: false }
    }

    /// Who fought.
    pub(crate) fn chosen(&self) -> Match {
        self.fight.chosen
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, menu: &Menu) -> Next {
        self.fight.linger();
        self.ticks += 1;
        self.home ^= menu.down() != 0;
        match (self.ticks > DEAF && menu.yes(), self.home) {
            (true, true) => Next::Title,
            (true, false) => {
                let chosen = self.chosen();
                Next::Fight(Match { seed: chosen.seed.wrapping_add(self.ticks.into()), ..chosen })
            }
            _ if self.ticks > DEAF && menu.no() => Next::Choice,
            _ => Next::Stay,
        }
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, picture: &mut Framebuffer, streak: &Streak) {
        self.fight.draw_stage(picture);
        let chosen = self.chosen();
        Canvas::new(picture).shade(0, 0, 240, 60);
        let robot = chosen.robots[self.winner].title();
        let line = match (chosen.opponent, self.winner) {
            (Opponent::Player, _) => format!("PLAYER {} WINS", self.winner + 1),
            (Opponent::Computer(_), 0) => "YOU WIN".to_owned(),
            (Opponent::Computer(_), _) => "YOU LOSE".to_owned(),
        };
        let [a, b] = self.fight.bout.referee.wins;
        centred(picture, &line, 120, 10, GOLD);
        centred(picture, &format!("{robot}  {a} - {b}"), 120, 26, CREAM);
        if let Opponent::Computer(level) = chosen.opponent {
            centred(
                picture,
                &format!("STREAK {}   LONGEST {}   {}", streak.now, streak.best, level.title()),
                120,
                42,
                GREY,
            );
        }
        for (index, text) in (0..).zip(["AGAIN", "TITLE"]) {
            let lit = (index == 1) == self.home;
            let text = if lit { format!("> {text} <") } else { text.to_owned() };
            centred(picture, &text, 120, 272 + 16 * index, if lit { GOLD } else { CREAM });
        }
    }
}
