//! The game: which screen is shown, and what is kept.

use keitai_render::Framebuffer;
use keitai_runtime::Stage;
use keitai_runtime::assets::Source;
use keitai_runtime::controls::{Controls, PLAYERS};

use crate::attract::Attract;
use crate::error::Result;
use crate::labels::Labels;
use crate::screens::{Choice, Fight, Match, Menu, MenuReader, Next, Outcome, Player, Title};
use crate::streak::Streak;

enum Screen {
    Title(Box<Title>),
    Attract(Box<Attract>),
    Choice(Box<Choice>),
    Fight(Box<Fight>),
    Result(Box<Outcome>),
}

/// The whole game.
pub struct Game {
    source: Source,
    screen: Screen,
    menu: MenuReader,
    streak: Streak,
    last: Option<Match>,
    labels: Labels,
}

impl Game {
    /// Opens the title.
    ///
    /// # Errors
    /// The first thing that is wrong with its scene.
    pub fn open(source: Source, streak: Streak, labels: Labels) -> Result<Self> {
        let screen = Screen::Title(Box::new(Title::open(&source, &labels, &streak)?));
        Ok(Self { source, screen, menu: MenuReader::default(), streak, last: None, labels })
    }

    /// From now on the buttons are called this.
    pub fn set_labels(&mut self, labels: Labels) {
        self.labels = labels;
    }

    /// Lets a tick go by; `false` when the program is to end.
    ///
    /// # Errors
    /// The next screen cannot be opened, or the win streak cannot be kept. The game goes on with what is there.
    pub fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Result<bool> {
        let menu = self.menu.read(controls);
        let next = match &mut self.screen {
            Screen::Title(title) => title.tick(&menu, &self.labels),
            Screen::Attract(attract) => show_off(attract, &menu, &self.labels),
            Screen::Choice(choice) => choice.tick(&menu, &self.labels),
            Screen::Fight(fight) => fight.tick(controls, &menu, &self.labels),
            Screen::Result(outcome) => outcome.tick(&menu, &self.labels, &self.streak),
        };
        match next {
            Next::Stay => {}
            Next::Quit => return Ok(false),
            Next::Title => self.screen = Screen::Title(self.title()?),
            Next::Attract => self.screen = Screen::Attract(Box::new(Attract::open(&self.source)?)),
            Next::Choice => {
                self.screen = Screen::Choice(Box::new(Choice::open(&self.source, self.last.as_ref(), &self.labels)?));
            }
            Next::Fight(chosen) => {
                self.last = Some(chosen);
                self.screen = Screen::Fight(Box::new(Fight::open(&self.source, chosen, &self.labels)?));
            }
            Next::Result => self.end_bout()?,
        }
        Ok(true)
    }

    fn title(&self) -> Result<Box<Title>> {
        Ok(Box::new(Title::open(&self.source, &self.labels, &self.streak)?))
    }

    fn end_bout(&mut self) -> Result<()> {
        let Screen::Fight(fight) = &self.screen else { return Ok(()) };
        let (Some(winner), chosen) = (fight.ring.bout.winner(), fight.ring.chosen) else { return Ok(()) };
        let title = Screen::Title(self.title()?);
        if let Screen::Fight(fight) = std::mem::replace(&mut self.screen, title) {
            self.screen = Screen::Result(Box::new(Outcome::new(*fight, winner)));
        }
        match (chosen.players, winner) {
            ([Player::Human, Player::Computer(_)], 0) => self.streak.win(),
            ([Player::Human, Player::Computer(_)], _) => self.streak.lose(),
            _ => Ok(()),
        }
    }

    /// Somebody wants to go back; `false` when the program is to end.
    ///
    /// # Errors
    /// The title cannot be opened.
    pub fn back(&mut self) -> Result<bool> {
        match &mut self.screen {
            Screen::Title(_) => return Ok(false),
            Screen::Fight(fight) if !fight.is_paused() => fight.pause(None),
            _ => self.screen = Screen::Title(self.title()?),
        }
        Ok(true)
    }

    /// A fight stands still from now on; `reason` is said when it was not a player who asked.
    pub fn pause(&mut self, reason: Option<String>) {
        if let Screen::Fight(fight) = &mut self.screen {
            fight.pause(reason);
        }
    }

    /// The stage of a fight, while there is one: to be looked at, and to be drawn between ticks.
    pub fn fight(&mut self) -> Option<&mut Stage> {
        match &mut self.screen {
            Screen::Fight(fight) => Some(&mut fight.stage),
            _ => None,
        }
    }

    /// Draws what is shown.
    pub fn draw(&mut self, picture: &mut Framebuffer) {
        match &mut self.screen {
            Screen::Title(title) => title.draw(picture),
            Screen::Attract(attract) => attract.draw(picture),
            Screen::Choice(choice) => choice.draw(picture),
            Screen::Fight(fight) => fight.draw(picture),
            Screen::Result(outcome) => outcome.draw(picture),
        }
    }
}

/// Lets a tick of the record go by. Any button ends it.
fn show_off(attract: &mut Attract, menu: &Menu, labels: &Labels) -> Next {
    let shown = attract.left() % 40 < 28;
    attract.write("legend-2", &if shown { format!("PRESS {}", labels.start()) } else { String::new() });
    if attract.tick() && !menu.is_touched() { Next::Stay } else { Next::Title }
}
