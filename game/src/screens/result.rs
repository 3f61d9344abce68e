//! The result: the winner cheers, and the streak is shown.

use keitai::controls::Controls;
use keitai::menu::Menu;

use super::pause::two_ways;
use super::{Fight, Match, Next, Player};
use crate::labels::Labels;
use crate::ring::Ring;
use crate::streak::Streak;
use crate::text_colour::TextColour;

/// Ticks in which no button counts, so that nobody leaves by mistake.
const DEAF: u32 = 20;
/// Words in the texture of calls.
const WIN: [i32; 4] = [36, 120, 220, 160];
const LOSE: [i32; 4] = [24, 160, 232, 200];

/// A bout that is over.
pub(crate) struct Outcome {
    pub(crate) fight: Fight,
    winner: usize,
    ticks: u32,
    home: bool,
}

impl Outcome {
    /// The result of a fight.
    pub(crate) fn new(fight: Fight, winner: usize) -> Self {
        Self { fight, winner, ticks: 0, home: false }
    }

    /// Returns the match.
    fn chosen(&self) -> Match {
        self.fight.ring.chosen
    }

    /// Advances the screen by a tick.
    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels, streak: &Streak) -> Next {
        let Fight { ring, stage, .. } = &mut self.fight;
        ring.tick(stage, &[Controls::IDLE; 2], labels);
        self.ticks += 1;
        self.home ^= menu.vertical() != 0;
        self.write(streak);
        match (self.ticks > DEAF && menu.confirms(), self.home) {
            (true, true) => Next::Title,
            (true, false) => {
                let chosen = self.chosen();
                Next::Fight(Match { seed: chosen.seed.wrapping_add(self.ticks.into()), ..chosen })
            }
            _ if self.ticks > DEAF && menu.cancels() => Next::Choice,
            _ => Next::Stay,
        }
    }

    /// Shows the panel, which slides up from the bottom of the picture.
    fn write(&mut self, streak: &Streak) {
        let chosen = self.fight.ring.chosen;
        let Fight { stage, ring: Ring { hud, bout, .. }, .. } = &mut self.fight;
        let slide = 120 - (self.ticks as i32 * 15).min(120);
        let top = 216 + slide;
        hud.show(stage, "panel", true);
        hud.set_position(stage, "panel", 20, top);
        let won = self.winner == 0 || chosen.players == [Player::Human; 2];
        hud.show(stage, "call", true);
        hud.set_sprite(stage, "call", if won { WIN } else { LOSE }, [100, 100]);
        hud.set_position(stage, "call", 120, top - 4);
        let [a, b] = bout.referee.wins;
        let robot = chosen.wrestlers[self.winner].title();
        let line = match chosen.players {
            [Player::Human, Player::Human] => format!("PLAYER {}: {robot} {a}-{b}", self.winner + 1),
            _ => format!("{robot} WINS {}-{}", a.max(b), a.min(b)),
        };
        hud.set_position(stage, "panel-line", 120, top + 22);
        hud.set_text_like(stage, "panel-line", &line, TextColour::Cream.prefab());
        if let Player::Computer(level) = chosen.players[1] {
            hud.set_position(stage, "panel-note", 120, top + 35);
            hud.set_text(stage, "panel-note", &format!("{}: STREAK {}", level.title(), streak.now));
        }
        hud.set_position(stage, "panel-1", 120, top + 54);
        hud.set_position(stage, "panel-2", 120, top + 68);
        two_ways(stage, hud, ["AGAIN", "TITLE"], self.home);
    }
}
