//! Tin Sumo as a game of the engine: what outlasts its screens.

use std::path::Path;
use std::rc::Rc;

use keitai::assets::AssetPath;
use keitai::controls::{Button, Controls, Target, WindowCommand};
use keitai::controls_screen::ControlsPage;
use keitai::replay::GameHasher;
use keitai::{App, GameInfo, Messages, Next, Screen, ScreenGame, Screens, Settings, Stage, TickInput, data_folder};

use crate::embedded;
use crate::labels::{self, Labels};
use crate::panel::Panel;
use crate::rules::SECOND;
use crate::saved::{Saved, Store};
use crate::screens::{Lessons, Title, title};
use crate::season::Match;

pub const FOLDER: &str = "tin-sumo";

/// Ticks without input after which a screen gives way to the title.
const IDLE: u32 = 180 * SECOND;

/// The next screen, or an error that the player sees.
pub(crate) type Tick = keitai::Result<Next<Sumo>>;

/// The part of the game that outlasts its screens.
#[derive(Debug)]
pub struct Sumo {
    /// Has loaded files that the other scenes share.
    files: Stage,
    pub(crate) panel: Rc<Panel>,
    /// Options, the season, the streak, statistics and medals.
    pub store: Store,
    pub labels: Labels,
    /// Line of the title's menu that was chosen last, where it opens again.
    pub(crate) row: String,
    /// The last match.
    pub(crate) last: Option<Match>,
    /// The reason for a pause that no player asked for.
    pub(crate) reason: String,
    /// Volume of the window, in tenths of the greatest.
    pub(crate) volume: u8,
    /// Ticks without any input.
    pub(crate) idle: u32,
    /// Commands that give the window the saved options, one a tick.
    pub(crate) commands: Vec<WindowCommand>,
}

/// Returns the game, ready to run. On a machine without a display it plays the recorded bout.
pub fn app() -> App {
    App::new(|settings| open(settings, data_folder(FOLDER).as_deref())).without_display(crate::attract::film)
}

/// Opens the title of the game. Options, the season and medals are kept in a folder, where one is given.
pub fn open(settings: &Settings, folder: Option<&Path>) -> keitai::Result<Screens<Sumo>> {
    Screens::new(Sumo::new(settings, Store::open(folder.map(|folder| folder.join("tin-sumo.ron"))))?)
}

impl Sumo {
    pub fn new(settings: &Settings, store: Store) -> keitai::Result<Self> {
        let mut files = Stage::open(embedded::source(), &AssetPath::new(title::SCENE)?, settings)?;
        let panel = Rc::new(Panel::load(&mut files)?);
        let labels = Labels::keyboard();
        let mut sumo = Self {
            files,
            panel,
            store,
            labels,
            row: String::new(),
            last: None,
            reason: String::new(),
            volume: 10,
            idle: 0,
            commands: Vec::new(),
        };
        sumo.start();
        Ok(sumo)
    }

    /// Gives the window the saved options.
    fn start(&mut self) {
        let options = self.store.value.options;
        self.commands = vec![WindowCommand::Between(!options.at_ticks)];
        self.commands.extend((options.scale > 0).then(|| WindowCommand::Scale(options.scale.into())));
        self.last = None;
        self.row.clear();
    }

    pub fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        Ok(self.files.open_scene(&AssetPath::new(scene)?)?)
    }

    /// Returns the way to the menu of the title.
    pub(crate) fn title(&self) -> Tick {
        Ok(Next::To(Box::new(Title::open(self, true)?)))
    }

    /// Saves the values, with those that another game has saved since. The game continues when they cannot be saved.
    pub(crate) fn save(&mut self, messages: &mut Messages) {
        self.store.save_merged(Saved::merge).unwrap_or_else(|error| messages.tell(error.to_string()));
    }

    /// Returns the screen after a tick of a page: the pages about how to play when somebody asks for them, and the title when
    /// nobody has done anything for a long time.
    pub(crate) fn page(&self, input: &TickInput, next: Next<Self>) -> Tick {
        Ok(match next {
            Next::Stay if asks(input) => Next::Push(Box::new(Lessons::open(self)?)),
            Next::Stay if self.idle > IDLE => Next::First,
            next => next,
        })
    }
}

/// Returns whether a player asks how to play.
pub(crate) fn asks(input: &TickInput) -> bool {
    input.controls.iter().any(|player| player.pressed(Button::Select) && !player.quits())
}

impl ScreenGame for Sumo {
    fn info(&self) -> GameInfo {
        let titles = [
            (Button::Up, "up"),
            (Button::Down, "down"),
            (Button::Left, "left"),
            (Button::Right, "right"),
            (Button::A, "shove"),
            (Button::B, "brace"),
            (Button::X, "dash"),
            (Button::Y, "wind"),
            (Button::Start, "pause"),
            (Button::Select, "how to play"),
        ];
        let titles = titles.map(|(button, title)| (Target::Button(button), title.to_owned())).into();
        let panel = Rc::clone(&self.panel);
        let controls_page: ControlsPage = Rc::new(move |screen, pads, picture| panel.controls(screen, pads, picture));
        GameInfo {
            folder: FOLDER.to_owned(),
            title: "Tin Sumo - Keitai".to_owned(),
            titles,
            players: 2,
            controls_page: Some(controls_page),
            waits_for_pads: false,
            warning: self.store.warning.clone(),
            ..GameInfo::new("sumo")
        }
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        self.idle = 0;
        Ok(Box::new(Title::open(self, false)?))
    }

    fn begin_tick(&mut self, input: &TickInput) {
        if let Some(names) = &input.labels {
            self.labels.players = labels::devices(names);
        }
        // Whoever plays alone may change the half of the keyboard at any time.
        let uses = |player: usize| input.controls[player] != Controls::IDLE;
        self.labels.used = [0, 1].into_iter().find(|player| uses(*player)).unwrap_or(self.labels.used);
        self.idle = if (0..input.controls.len()).any(uses) { 0 } else { self.idle + 1 };
        self.volume = input.volume.map_or(self.volume, |volume| volume / 10);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        std::hash::Hash::hash(&self.setup(), state);
    }

    /// Values kept between runs: options, the season, the streak, statistics and medals.
    fn setup(&self) -> String {
        self.store.to_text()
    }

    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        self.store = Store::from_text(setup)?;
        self.start();
        Ok(())
    }
}
