//! The game: the current screen and what outlasts it.

use keitai::controls::{Button, Controls, PLAYERS, WindowCommand};
use keitai::menu::{Menu, MenuReader};
use keitai::{Result, Settings, Stage};

use crate::attract::Attract;
use crate::bout::Bout;
use crate::content::Content;
use crate::labels::Labels;
use crate::robots::Wrestler;
use crate::rules::SECOND;
use crate::saved::{Medal, Options, Saved, Season, Store};
use crate::screens::{
    Choice, Credits, Fight, Ladder, Lessons, Match, Mode, Next, OptionsPage, Outcome, Player, Records, Title,
};
use crate::sounds;

/// Ticks without input after which a screen gives way to the title: pages, and a fight with its pause.
const IDLE: [u32; 2] = [40 * SECOND, 180 * SECOND];

enum Screen {
    Title(Title),
    Attract(Attract),
    Choice(Choice),
    Ladder(Ladder),
    Fight(Fight),
    Result(Outcome),
    Records(Records),
    Options(OptionsPage),
    Credits(Credits),
}

impl Screen {
    fn stage(&mut self) -> &mut Stage {
        match self {
            Self::Title(title) => &mut title.stage,
            Self::Attract(attract) => &mut attract.stage,
            Self::Choice(choice) => &mut choice.table.stage,
            Self::Ladder(ladder) => &mut ladder.table.stage,
            Self::Fight(fight) => &mut fight.stage,
            Self::Result(outcome) => &mut outcome.fight.stage,
            Self::Records(records) => &mut records.board.stage,
            Self::Options(page) => &mut page.board.stage,
            Self::Credits(credits) => &mut credits.stage,
        }
    }
}

pub struct Game {
    /// The files, with the render settings of the options.
    pub(crate) content: Content,
    /// Render settings of the command line.
    pub(crate) given: Settings,
    screen: Screen,
    /// How to play, over the screen.
    lessons: Option<Lessons>,
    menu: MenuReader,
    pub(crate) store: Store,
    last: Option<Match>,
    /// Line of the title's menu that was selected last, where it opens again.
    row: usize,
    pub(crate) labels: Labels,
    /// Ticks without any input.
    idle: u32,
    /// Commands that give the window the saved options, one a tick.
    pub(crate) commands: Vec<WindowCommand>,
}

impl Game {
    /// Opens the title.
    pub fn open(content: Content, store: Store, labels: Labels) -> Result<Self> {
        let given = content.settings;
        let content = Content { settings: store.value.options.settings(given), ..content };
        let screen = Screen::Title(Title::open(&content, &labels, &store.value, None)?);
        let menu = MenuReader::default();
        let Options { scale, at_ticks, .. } = store.value.options;
        let mut commands = vec![WindowCommand::Between(!at_ticks)];
        commands.extend((scale > 0).then(|| WindowCommand::Scale(scale.into())));
        Ok(Self { content, given, screen, lessons: None, menu, store, last: None, row: 0, labels, idle: 0, commands })
    }

    /// Advances the game by a tick. Returns a command for the window, if any. After an error the current screen stays.
    pub fn advance(&mut self, controls: &[Controls; PLAYERS]) -> Result<Option<WindowCommand>> {
        let menu = self.menu.read(controls);
        let fights = matches!(&self.screen, Screen::Fight(fight) if !fight.is_paused()) && self.lessons.is_none();
        let result = self.tick(controls, &menu);
        if !fights {
            sounds::play_menu(self.current_stage(), &menu);
        }
        result
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS], menu: &Menu) -> Result<Option<WindowCommand>> {
        let used = menu.is_used() || controls.iter().any(|player| !player.held.is_empty());
        self.idle = if used { 0 } else { self.idle + 1 };
        // Whoever plays alone may change the half of the keyboard at any time.
        let uses = |player: usize| controls[player] != Controls::IDLE;
        self.labels.used = [0, 1].into_iter().find(|player| uses(*player)).unwrap_or(self.labels.used);
        let asks = controls.iter().any(|player| player.pressed(Button::Select)) && !menu.quits();
        if let Some(lessons) = &mut self.lessons {
            if lessons.tick(menu, &self.labels) || asks || self.idle > IDLE[0] {
                self.lessons = None;
            }
            return Ok(None);
        }
        if asks {
            self.pause(None);
            self.lessons = Some(Lessons::open(&self.content, &self.labels)?);
            return Ok(None);
        }
        let next = match &mut self.screen {
            Screen::Title(title) => title.tick(menu, &self.labels),
            Screen::Attract(attract) => show_off(attract, menu, &self.labels),
            Screen::Choice(choice) => choice.tick(menu, &self.labels),
            Screen::Ladder(ladder) => ladder.tick(menu, &self.labels),
            Screen::Fight(fight) => fight.tick(controls, menu, &self.labels, self.store.value.options),
            Screen::Result(outcome) => outcome.tick(menu, &self.labels, &self.store.value),
            Screen::Records(records) => records.tick(menu, &self.labels),
            Screen::Options(page) => page.tick(menu, self.store.value.options, &self.labels),
            Screen::Credits(credits) => credits.tick(menu, &self.labels),
        };
        if let Screen::Title(title) = &self.screen {
            self.row = title.row.unwrap_or(0);
        }
        let next = if matches!(next, Next::Stay) && self.is_forgotten() { Next::Title(false) } else { next };
        self.follow(next)
    }

    /// Returns whether nobody has used a screen for a long time.
    fn is_forgotten(&self) -> bool {
        match &self.screen {
            Screen::Title(title) => title.row.is_some() && self.idle > IDLE[0],
            Screen::Attract(_) | Screen::Credits(_) => false,
            Screen::Fight(_) => self.idle > IDLE[1],
            _ => self.idle > IDLE[0],
        }
    }

    fn follow(&mut self, next: Next) -> Result<Option<WindowCommand>> {
        let (content, labels, saved) = (&self.content, &self.labels, &self.store.value);
        match next {
            Next::Stay => {}
            Next::Quit => return Ok(Some(WindowCommand::Quit)),
            Next::Command(command) => return Ok(Some(command)),
            Next::Title(menu) => {
                let row = menu.then_some(self.row);
                self.screen = Screen::Title(Title::open(content, labels, saved, row)?);
            }
            Next::Leave => return self.leave_fight(),
            Next::Attract => self.screen = Screen::Attract(Attract::open(content)?),
            Next::Choice(mode) => {
                self.screen =
                    Screen::Choice(Choice::open(content, mode, self.last.as_ref(), saved.streak.now, labels)?);
            }
            Next::TwoPlayers => {
                let mut choice = Choice::open(content, Mode::Versus, self.last.as_ref(), 0, labels)?;
                choice.opponent = Player::Human;
                self.screen = Screen::Choice(choice);
            }
            Next::Ladder(robot) => return self.climb(robot.map(|robot| Season { robot, beaten: 0 })),
            Next::Fight(chosen) => {
                let fight =
                    Fight::open(content, chosen, saved.statistics.bouts == 0, labels)?.with_streak(saved.streak);
                (self.last, self.screen) = (Some(chosen), Screen::Fight(fight));
            }
            Next::Result => self.end_bout()?,
            Next::Lessons => self.lessons = Some(Lessons::open(content, labels)?),
            Next::Records => self.screen = Screen::Records(Records::open(content, saved, labels)?),
            Next::Options => self.screen = Screen::Options(OptionsPage::open(content, saved.options, 0, labels)?),
            Next::Changed(options) => return self.change(options),
            Next::Credits => {
                let champion = self.last.map_or(Wrestler::Tin, |last| last.wrestlers[0]);
                self.screen = Screen::Credits(Credits::open(content, champion)?);
            }
        }
        Ok(None)
    }

    /// Goes from a fight to the menu. A streak of survival ends, as after a defeat.
    fn leave_fight(&mut self) -> Result<Option<WindowCommand>> {
        let ends = matches!(&self.screen, Screen::Fight(fight) if fight.ring.chosen.mode == Mode::Survival);
        self.follow(Next::Title(true))?;
        if ends {
            self.store.value.count_streak(false);
            self.save()?;
        }
        Ok(None)
    }

    /// Opens the ladder of a new season, or of the present one.
    fn climb(&mut self, new: Option<Season>) -> Result<Option<WindowCommand>> {
        let Some(season) = new.or(self.store.value.season) else { return self.follow(Next::Choice(Mode::Season)) };
        self.screen = Screen::Ladder(Ladder::open(&self.content, season, &self.labels)?);
        self.store.value.season = Some(season);
        self.save().map(|()| None)
    }

    /// Uses new options from now on. The page is opened again in the new look.
    fn change(&mut self, options: Options) -> Result<Option<WindowCommand>> {
        let before = std::mem::replace(&mut self.store.value.options, options);
        let row = if let Screen::Options(page) = &self.screen { page.row } else { 0 };
        self.content.settings = options.settings(self.given);
        if (before.screen, before.enhanced) != (options.screen, options.enhanced) {
            self.screen = Screen::Options(OptionsPage::open(&self.content, options, row, &self.labels)?);
        }
        self.save()?;
        if before.volume != options.volume {
            return Ok(Some(WindowCommand::Volume(10 * options.volume)));
        }
        if before.at_ticks != options.at_ticks {
            return Ok(Some(WindowCommand::Between(!options.at_ticks)));
        }
        let scaled = before.scale != options.scale;
        Ok(scaled.then(|| WindowCommand::Scale(options.scale.into())))
    }

    fn end_bout(&mut self) -> Result<()> {
        let Screen::Fight(fight) = &self.screen else { return Ok(()) };
        let (Some(winner), chosen, tally) = (fight.ring.winner(), fight.ring.chosen, fight.tally.clone()) else {
            return Ok(());
        };
        // The title takes the place of the fight while its result is made. The title is opened first, so that a bout is
        // counted once.
        let title = Screen::Title(Title::open(&self.content, &self.labels, &self.store.value, None)?);
        let mut medals = Vec::new();
        if let Some(level) = chosen.opponent() {
            let saved = &mut self.store.value;
            let counts = &mut saved.statistics;
            counts.bouts = counts.bouts.saturating_add(1);
            counts.won = counts.won.saturating_add(tally.won.into());
            counts.rounds = counts.rounds.saturating_add(tally.rounds);
            counts.pushes = counts.pushes.saturating_add(tally.pushes);
            counts.braced = counts.braced.saturating_add(tally.braced);
            match chosen.mode {
                Mode::Season if tally.won => saved.advance_season(),
                Mode::Survival => saved.count_streak(tally.won),
                Mode::Season | Mode::Versus => {}
            }
            medals.extend(Medal::earned(saved, &tally, level).filter(|medal| !saved.medals.contains(medal)));
            saved.medals.extend(&medals);
        }
        if let Screen::Fight(fight) = std::mem::replace(&mut self.screen, title) {
            self.screen = Screen::Result(Outcome::new(fight, winner, medals));
        }
        self.save()
    }

    /// Saves the values, with those that another game has saved since.
    fn save(&mut self) -> Result<()> {
        self.store.save_merged(Saved::merge)
    }

    /// Goes back as B does; a running fight pauses. Returns `false` when the program is to end.
    pub fn back(&mut self) -> Result<bool> {
        match &mut self.screen {
            _ if self.lessons.is_some() => self.lessons = None,
            Screen::Title(title) if title.row.is_none() => return Ok(false),
            Screen::Fight(fight) if !fight.is_paused() => fight.pause(None, self.store.value.options.volume),
            _ => {
                self.advance(&[Controls::press(Button::B), Controls::IDLE, Controls::IDLE, Controls::IDLE])?;
            }
        }
        Ok(true)
    }

    /// Pauses a fight. `reason` is shown when no player asked for the pause.
    pub fn pause(&mut self, reason: Option<String>) {
        if let Screen::Fight(fight) = &mut self.screen {
            fight.pause(reason, self.store.value.options.volume);
        }
    }

    pub(crate) fn current_stage(&mut self) -> &mut Stage {
        match &mut self.lessons {
            Some(lessons) => &mut lessons.stage,
            None => self.screen.stage(),
        }
    }

    /// Returns the current scene and the one under it.
    pub(crate) fn all_stages(&mut self) -> Vec<&mut Stage> {
        let lessons = self.lessons.iter_mut().map(|lessons| &mut lessons.stage);
        lessons.chain([self.screen.stage()]).collect()
    }

    /// Returns the name of the current screen, for tests and records of a play.
    pub fn screen(&self) -> &'static str {
        match &self.screen {
            _ if self.lessons.is_some() => "how to play",
            Screen::Title(title) if title.row.is_some() => "menu",
            Screen::Title(_) => "title",
            Screen::Attract(_) => "demo",
            Screen::Choice(_) => "choice",
            Screen::Ladder(_) => "ladder",
            Screen::Fight(fight) if fight.is_paused() => "pause",
            Screen::Fight(fight) if fight.ring.is_replay() => "replay",
            Screen::Fight(_) => "fight",
            Screen::Result(_) => "result",
            Screen::Records(_) => "records",
            Screen::Options(_) => "options",
            Screen::Credits(_) => "credits",
        }
    }

    pub fn bout(&self) -> Option<&Bout> {
        match &self.screen {
            Screen::Fight(fight) => Some(&fight.ring.bout),
            Screen::Result(outcome) => Some(&outcome.fight.ring.bout),
            Screen::Attract(attract) => Some(&attract.ring.bout),
            _ => None,
        }
    }

    pub fn saved(&self) -> &Saved {
        &self.store.value
    }
}

/// Advances the recorded bout by a tick. Any button ends it.
fn show_off(attract: &mut Attract, menu: &Menu, labels: &Labels) -> Next {
    let shown = attract.left() % 40 < 28;
    attract.write(&if shown { format!("PRESS {} TO PLAY", labels.start()) } else { String::new() });
    match (attract.tick(), menu.is_used()) {
        (_, true) => Next::Title(true),
        (true, false) => Next::Stay,
        (false, false) => Next::Title(false),
    }
}
