//! The game: the current screen and what outlasts it.

use keitai::Stage;
use keitai::controls::{Controls, PLAYERS};
use keitai::menu::{Menu, MenuReader};

use crate::attract::Attract;
use crate::content::Content;
use crate::error::Result;
use crate::labels::Labels;
use crate::screens::{Choice, Fight, Match, Next, Outcome, Player, Title};
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
    content: Content,
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
    /// The first error of its scene.
    pub fn open(content: Content, streak: Streak, labels: Labels) -> Result<Self> {
        let screen = Screen::Title(Box::new(Title::open(&content, &labels, &streak)?));
        Ok(Self { content, screen, menu: MenuReader::default(), streak, last: None, labels })
    }

    /// Sets the names of the buttons.
    pub fn set_names(&mut self, labels: Labels) {
        self.labels = labels;
    }

    /// Advances the game by a tick. Returns `false` when the program is to end.
    ///
    /// # Errors
    /// When the next screen cannot be opened, or the win streak cannot be saved. The current screen stays.
    pub fn advance(&mut self, controls: &[Controls; PLAYERS]) -> Result<bool> {
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
            Next::Attract => self.screen = Screen::Attract(Box::new(Attract::open(&self.content)?)),
            Next::Choice => {
                self.screen = Screen::Choice(Box::new(Choice::open(&self.content, self.last.as_ref(), &self.labels)?));
            }
            Next::Fight(chosen) => {
                self.last = Some(chosen);
                self.screen = Screen::Fight(Box::new(Fight::open(&self.content, chosen, &self.labels)?));
            }
            Next::Result => self.end_bout()?,
        }
        Ok(true)
    }

    fn title(&self) -> Result<Box<Title>> {
        Ok(Box::new(Title::open(&self.content, &self.labels, &self.streak)?))
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

    /// Goes back one screen. Returns `false` when the program is to end.
    ///
    /// # Errors
    /// When the title cannot be opened.
    pub fn back(&mut self) -> Result<bool> {
        match &mut self.screen {
            Screen::Title(_) => return Ok(false),
            Screen::Fight(fight) if !fight.is_paused() => fight.pause(None),
            _ => self.screen = Screen::Title(self.title()?),
        }
        Ok(true)
    }

    /// Pauses a fight. `reason` is shown when no player asked for the pause.
    pub fn pause(&mut self, reason: Option<String>) {
        if let Screen::Fight(fight) = &mut self.screen {
            fight.pause(reason);
        }
    }

    /// Returns the scene on show.
    pub(crate) fn current_stage(&mut self) -> &mut Stage {
        match &mut self.screen {
            Screen::Title(title) => &mut title.stage,
            Screen::Attract(attract) => attract.stage(),
            Screen::Choice(choice) => &mut choice.stage,
            Screen::Fight(fight) => &mut fight.stage,
            Screen::Result(outcome) => &mut outcome.fight.stage,
        }
    }

    /// Returns whether a fight is on show.
    pub fn is_fight(&self) -> bool {
        matches!(self.screen, Screen::Fight(_))
    }

    /// Returns the win streak.
    pub fn streak(&self) -> &Streak {
        &self.streak
    }

    /// Starts again at the title, with another win streak.
    ///
    /// # Errors
    /// When the title cannot be opened.
    pub fn restart(&mut self, streak: Streak) -> Result<()> {
        let (content, labels) = (self.content.clone(), self.labels.clone());
        *self = Self::open(content, streak, labels)?;
        Ok(())
    }
}

/// Advances the recorded bout by a tick. Any button ends it.
fn show_off(attract: &mut Attract, menu: &Menu, labels: &Labels) -> Next {
    let shown = attract.left() % 40 < 28;
    attract.write("legend-2", &if shown { format!("PRESS {}", labels.start()) } else { String::new() });
    if attract.tick() && !menu.is_used() { Next::Stay } else { Next::Title }
}
