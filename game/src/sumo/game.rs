//! The game: which screen is shown, and what is kept.

use keitai_render::Framebuffer;
use keitai_runtime::assets::Source;
use keitai_runtime::controls::{Controls, PLAYERS};

use crate::error::Result;
use crate::screens::{Choice, Fight, Match, MenuReader, Next, Opponent, Outcome, Title};
use crate::streak::Streak;

/// What the buttons are called on the device in the player's hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labels {
    /// A.
    pub shove: &'static str,
    /// B.
    pub brace: &'static str,
    /// X.
    pub dash: &'static str,
    /// Y.
    pub wind: &'static str,
    /// Start.
    pub start: &'static str,
}

enum Screen {
    Title(Box<Title>),
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
        let screen = Screen::Title(Box::new(Title::open(&source)?));
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
            Screen::Title(title) => title.tick(&menu),
            Screen::Choice(choice) => choice.tick(&menu),
            Screen::Fight(fight) => fight.tick(controls, &menu),
            Screen::Result(outcome) => outcome.tick(&menu),
        };
        match next {
            Next::Stay => {}
            Next::Quit => return Ok(false),
            Next::Title => self.screen = Screen::Title(Box::new(Title::open(&self.source)?)),
            Next::Choice => {
                self.screen = Screen::Choice(Box::new(Choice::open(&self.source, self.last.as_ref())?));
            }
            Next::Fight(chosen) => {
                self.last = Some(chosen);
                self.screen = Screen::Fight(Box::new(Fight::open(&self.source, chosen)?));
            }
            Next::Result => self.end_bout()?,
        }
        Ok(true)
    }

    fn end_bout(&mut self) -> Result<()> {
        let Screen::Fight(fight) = &self.screen else { return Ok(()) };
        let (Some(winner), chosen) = (fight.bout.winner(), fight.chosen) else { return Ok(()) };
        let title = Screen::Title(Box::new(Title::open(&self.source)?));
        if let Screen::Fight(fight) = std::mem::replace(&mut self.screen, title) {
            self.screen = Screen::Result(Box::new(Outcome::new(*fight, winner)));
        }
        match (chosen.opponent, winner) {
            (Opponent::Player, _) => Ok(()),
            (Opponent::Computer(_), 0) => self.streak.win(),
            (Opponent::Computer(_), _) => self.streak.lose(),
        }
    }

    /// A fight stands still from now on; `reason` is said when it was not a player who asked.
    pub fn pause(&mut self, reason: Option<String>) {
        if let Screen::Fight(fight) = &mut self.screen {
            fight.pause(reason);
        }
    }

    /// Draws what is shown.
    pub fn draw(&mut self, picture: &mut Framebuffer) {
        let Labels { shove: yes, brace: no, .. } = self.labels;
        match &mut self.screen {
            Screen::Title(title) => title.draw(picture, &self.streak, yes),
            Screen::Choice(choice) => choice.draw(picture, yes, no),
            Screen::Fight(fight) => fight.draw(picture),
            Screen::Result(outcome) => outcome.draw(picture, &self.streak),
        }
    }
}
