//! The result: the winner cheers, and what was won is shown.

use keitai::controls::Controls;
use keitai::menu::Menu;

use super::choice::survival_match;
use super::{Fight, Match, Mode, Next, Player, pause, stepped};
use crate::hud::set_call;
use crate::labels::Labels;
use crate::ring::Ring;
use crate::saved::{Medal, Saved};
use crate::season::RUNGS;

/// Ticks in which no button has an effect, so that nobody leaves by mistake.
const DEAF: u32 = 20;
/// Words in the texture of calls.
const WIN: [i32; 4] = [36, 120, 220, 160];
const LOSE: [i32; 4] = [24, 160, 232, 200];

pub(crate) struct Outcome {
    pub(crate) fight: Fight,
    winner: usize,
    medals: Vec<Medal>,
    ticks: u32,
    row: usize,
}

impl Outcome {
    /// The result of a fight, and the medals that it earned.
    pub(crate) fn new(fight: Fight, winner: usize, medals: Vec<Medal>) -> Self {
        Self { fight, winner, medals, ticks: 0, row: 0 }
    }

    fn chosen(&self) -> Match {
        self.fight.ring.chosen
    }

    /// Returns whether the first player has won, or one of two.
    fn is_won(&self) -> bool {
        self.winner == 0 || self.chosen().players == [Player::Human; 2]
    }

    /// Advances the screen by a tick. The season and the streak already include the bout.
    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels, saved: &Saved) -> Next {
        let Fight { ring, stage, .. } = &mut self.fight;
        ring.tick(stage, &[Controls::IDLE; 2], labels);
        self.ticks += 1;
        let rows = self.rows();
        self.row = stepped(self.row, menu.vertical(), rows.len());
        self.write(saved, rows);
        if self.ticks <= DEAF {
            Next::Stay
        } else if menu.confirms() && self.row == 0 {
            self.onward(saved)
        } else if menu.confirms() && self.row + 1 < rows.len() {
            Next::Choice(self.chosen().mode)
        } else if menu.confirms() || menu.cancels() {
            Next::Title(true)
        } else {
            Next::Stay
        }
    }

    fn rows(&self) -> &'static [&'static str] {
        match (self.chosen().mode, self.is_won()) {
            (Mode::Season, true) | (Mode::Survival, true) => &["GO ON", "TITLE"],
            (Mode::Season, false) => &["TRY AGAIN", "TITLE"],
            (Mode::Survival, false) => &["NEW STREAK", "TITLE"],
            (Mode::Versus, _) => &["AGAIN", "CHANGE", "TITLE"],
        }
    }

    /// Returns the screen after the first line of the panel.
    fn onward(&self, saved: &Saved) -> Next {
        let chosen = self.chosen();
        let seed = chosen.seed.wrapping_add(self.ticks.into());
        match chosen.mode {
            Mode::Season if self.is_won() && saved.season.is_none() => Next::Credits,
            Mode::Season => Next::Ladder(None),
            Mode::Survival => Next::Fight(survival_match(chosen.wrestlers[0], saved.streak.now, seed)),
            Mode::Versus => Next::Fight(Match { seed, ..chosen }),
        }
    }

    /// Shows the panel, which slides up from the bottom of the picture.
    fn write(&mut self, saved: &Saved, rows: &[&str]) {
        let chosen = self.fight.ring.chosen;
        let won = self.is_won();
        let Fight { stage, ring: Ring { hud, bout, .. }, .. } = &mut self.fight;
        let slide = 120 - (self.ticks as i32 * 15).min(120);
        let top = 216 + slide;
        hud.show(stage, "panel", true);
        hud.set_position(stage, "panel", 20, top);
        hud.show(stage, "call", true);
        set_call(stage, hud, "call", if won { WIN } else { LOSE }, [100, 100]);
        hud.set_position(stage, "call", 120, top - 4);
        let [a, b] = bout.referee.wins;
        let name = chosen.wrestlers[self.winner].title();
        let line = match chosen.players {
            [Player::Human, Player::Human] => format!("PLAYER {}: {name} {a}-{b}", self.winner + 1),
            _ => format!("{name} WINS {}-{}", a.max(b), a.min(b)),
        };
        hud.set_position(stage, "panel-line", 120, top + 18);
        hud.set_text_like(stage, "panel-line", &line, "cream");
        // New medals one after the other.
        let medal = self.medals.get((self.ticks / 45) as usize % self.medals.len().max(1));
        let note = match (medal.map(|medal| medal.about()), chosen.mode, chosen.opponent()) {
            (Some((_, title, _)), ..) => format!("MEDAL: {title}"),
            (None, Mode::Survival, _) => format!("STREAK {}  LONGEST {}", saved.streak.now, saved.streak.best),
            (None, Mode::Season, _) => {
                format!("{} OF {} BEATEN", saved.season.map_or(RUNGS.len(), |season| season.beaten), RUNGS.len())
            }
            (None, Mode::Versus, Some(level)) => format!("COMPUTER, {}", level.title()),
            (None, Mode::Versus, None) => String::new(),
        };
        hud.set_position(stage, "panel-note", 120, top + 31);
        hud.set_text(stage, "panel-note", &note);
        for (index, name) in pause::ROWS.into_iter().enumerate() {
            hud.set_position(stage, name, 120, top + 46 + 13 * index as i32);
        }
        pause::rows(stage, hud, rows, self.row);
    }
}
