//! The result of a fight: the winner cheers, and a panel shows what was won.

use keitai::world::{ListMenu, MenuChoice};
use keitai::{Framebuffer, Next, TickInput};

use crate::duel::Duel;
use crate::hud::Word;
use crate::panel::{MARGIN, Panel};
use crate::saved::Medal;
use crate::season::{Match, Mode, RUNGS};
use crate::sumo::{Place, Sumo, Tick};

/// Ticks in which no button has an effect, so that nobody leaves by mistake.
const DEAF: u32 = 20;
const WIN: Word = [36, 120, 220, 160];
const LOSE: Word = [24, 160, 232, 200];
/// Row under the panel, and heights of its lines.
const BOTTOM: i32 = 312;
const LEADING: i32 = 13;

pub(crate) struct Outcome {
    pub(crate) menu: ListMenu,
    chosen: Match,
    won: bool,
    /// Lines over the menu; the last one changes with new medals.
    line: String,
    notes: Vec<String>,
    top: i32,
    ticks: u32,
}

impl Outcome {
    /// The result of a fight, and the medals that it earned. The season and the streak already include the bout.
    pub(crate) fn new(sumo: &Sumo, duel: &Duel, winner: usize, medals: Vec<Medal>) -> Self {
        let (chosen, saved) = (duel.chosen, &sumo.store.value);
        let [a, b] = duel.bout.now.referee.wins;
        let (won, name) = (winner == 0 || chosen.is_of_two(), chosen.wrestlers[winner].title());
        let line = if chosen.is_of_two() {
            format!("PLAYER {}: {name} {a}-{b}", winner + 1)
        } else {
            format!("{name} WINS {}-{}", a.max(b), a.min(b))
        };
        let mut notes: Vec<_> = medals.iter().map(|medal| format!("MEDAL: {}", medal.about().1)).collect();
        if medals.is_empty() {
            let beaten = saved.season.map_or(RUNGS.len(), |season| season.beaten);
            notes.extend(match (chosen.mode, chosen.opponent()) {
                (Mode::Survival, _) => Some(format!("STREAK {}  LONGEST {}", saved.streak.now, saved.streak.best)),
                (Mode::Season, _) => Some(format!("{beaten} OF {} BEATEN", RUNGS.len())),
                (Mode::Versus, level) => level.map(|level| format!("COMPUTER, {}", level.title())),
            });
        }
        let rows: &[&str] = match (chosen.mode, won) {
            (Mode::Season | Mode::Survival, true) => &["GO ON", "TITLE"],
            (Mode::Season, false) => &["TRY AGAIN", "TITLE"],
            (Mode::Survival, false) => &["NEW STREAK", "TITLE"],
            (Mode::Versus, _) => &["AGAIN", "CHANGE", "TITLE"],
        };
        let first = BOTTOM - MARGIN - rows.len() as i32 * LEADING;
        let top = first - MARGIN - (1 + i32::from(!notes.is_empty())) * LEADING;
        let menu = sumo.panel.menu(rows.iter().copied(), first);
        Self { menu, chosen, won, line, notes, top, ticks: 0 }
    }

    pub(crate) fn tick(&mut self, sumo: &mut Sumo, input: &TickInput) -> Tick {
        self.ticks += 1;
        if self.ticks <= DEAF {
            return Ok(Next::Stay);
        }
        let seed = self.chosen.seed.wrapping_add(self.ticks.into());
        let saved = &sumo.store.value;
        let place = match (self.menu.tick(&input.controls, &input.mouse), self.chosen.mode) {
            (None, _) => return Ok(Next::Stay),
            (Some(MenuChoice::Item("CHANGE")), mode) => Place::Choice(mode),
            (Some(MenuChoice::Item("TITLE") | MenuChoice::Back), _) => Place::Menu,
            (Some(_), Mode::Season) if saved.season.is_some() => Place::Ladder,
            (Some(_), Mode::Season) => Place::Credits(self.chosen.wrestlers[0]),
            (Some(_), Mode::Survival) => {
                Place::Fight(Match::survival(self.chosen.wrestlers[0], saved.streak.now, seed))
            }
            (Some(_), Mode::Versus) => Place::Fight(Match { seed, ..self.chosen }),
        };
        sumo.go(place)
    }

    pub(crate) fn draw(&self, panel: &Panel, picture: &mut Framebuffer) {
        panel.frame(picture, self.top, BOTTOM - self.top, Some(if self.won { WIN } else { LOSE }));
        panel.write(picture, &self.line, self.top + MARGIN, &panel.cream);
        // New medals one after the other.
        if let Some(note) = self.notes.get((self.ticks / 45) as usize % self.notes.len().max(1)) {
            panel.write(picture, note, self.top + MARGIN + LEADING, &panel.gold);
        }
        self.menu.draw(picture);
    }
}
