//! Pocket Rally: three courses and a cup, one player or two, three opponents and the ghost of your best lap.
//!
//! The game is written on the crate `keitai` alone. Its README explains how it is built.
// A program; nobody reads its documentation as that of a library.
#![allow(missing_docs)]

pub mod car;
pub mod course;
pub mod cup;
pub mod driver;
mod embedded;
mod hud;
pub mod land;
pub mod names;
mod notices;
pub mod panel;
pub mod race;
pub mod saved;
pub mod screens;
mod staging;

use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use keitai::controls_screen::ControlsPage;
use keitai::menu::MenuReader;
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Saved, data_folder};

use course::{Course, LAYOUTS};
use cup::Cup;
use driver::Level;
use panel::Panel;
use saved::Career;
use screens::Title;

const NAME: &str = "Pocket Rally";
const FOLDER: &str = "pocket-rally";

/// The next screen, or an error that the player sees.
pub type Tick = keitai::Result<Next<Rally>>;

/// The part of the game that outlasts its screens.
pub struct Rally {
    /// A scene that has loaded the files of all others.
    files: Stage,
    panel: Rc<Panel>,
    menu: MenuReader,
    names: ButtonNames,
    /// Whether the window draws between ticks.
    between: bool,
    pub courses: Vec<Course>,
    /// Best laps, cups and options, in a file of the user's.
    pub saved: Saved<Career>,
    pub choice: Choice,
    pub cup: Option<Cup>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Number of players, 1 or 2.
    pub players: usize,
    /// Index of the course; that after the last one is the cup.
    pub course: usize,
    /// Kind of car and livery of each player.
    pub cars: [[usize; 2]; 2],
    pub level: Level,
}

impl Choice {
    /// Gives a car to a player. If the other player has it, the two exchange their cars.
    fn take(&mut self, player: usize, car: [usize; 2]) {
        let other = 1 - player;
        if self.cars[other] == car {
            self.cars[other] = self.cars[player];
        }
        self.cars[player] = car;
    }
}

const FIRST_CHOICE: Choice = Choice { players: 1, course: 0, cars: [[0, 0], [1, 0]], level: Level::Fair };

impl Rally {
    /// Returns the game with files from `source`. Best laps, cups and options are kept in a file, where one is given.
    pub fn new(source: Source, settings: &Settings, file: Option<PathBuf>) -> keitai::Result<Self> {
        let mut files = Stage::open(source, &AssetPath::new("scenes/courses.ron")?, settings)?;
        let courses = (0..LAYOUTS.len()).map(|index| Course::find(&files, index)).collect::<Result<_, _>>()?;
        let mut saved = Saved::<Career>::open(file);
        saved.value.check();
        Ok(Self {
            panel: Rc::new(Panel::load(&mut files)?),
            files,
            menu: MenuReader::default(),
            names: ButtonNames::default(),
            between: false,
            courses,
            saved,
            choice: FIRST_CHOICE,
            cup: None,
        })
    }

    fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        Ok(self.files.open_scene(&AssetPath::new(scene)?)?)
    }

    fn fill(&self, text: &str) -> String {
        names::fill(&self.names, text)
    }

    /// Returns the index of the course of the next race.
    fn course(&self) -> usize {
        self.cup.map_or(self.choice.course % LAYOUTS.len(), |cup| cup.course())
    }

    /// Saves the kept values. The game continues when they cannot be saved.
    fn save(&mut self, messages: &mut Messages) {
        self.saved.save_merged(Career::merge).unwrap_or_else(|error| messages.tell(error.to_string()));
    }
}

/// Returns whether a player asks how to drive.
fn asks(input: &TickInput) -> bool {
    input.controls.iter().any(|player| player.pressed(Button::Select) && !player.quits())
}

impl ScreenGame for Rally {
    fn info(&self) -> GameInfo {
        let titles = [
            (Button::Up, "up, accelerate"),
            (Button::Down, "down, brake"),
            (Button::Left, "left"),
            (Button::Right, "right"),
            (Button::A, "accelerate"),
            (Button::B, "brake"),
            (Button::X, "drift"),
            (Button::Start, "pause"),
            (Button::Select, "how to drive"),
        ];
        let panel = Rc::clone(&self.panel);
        let controls_page: ControlsPage = Rc::new(move |screen, pads, picture| panel.controls(screen, pads, picture));
        let controls_page = Some(controls_page);
        let warning = self.saved.warning.clone();
        let (folder, title) = (FOLDER.to_owned(), NAME.to_owned());
        GameInfo { folder, title, players: 2, controls_page, warning, ..GameInfo::new("rally").with_buttons(&titles) }
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        self.cup = None;
        Ok(Box::new(Title::open(self)?))
    }

    fn begin_tick(&mut self, input: &TickInput) -> Next<Self> {
        self.names.follow(input.labels.as_ref(), &input.controls);
        // The window draws as the options say.
        let is_smooth = !self.saved.value.options.at_ticks;
        let changes = std::mem::replace(&mut self.between, is_smooth) != is_smooth;
        if changes { Next::Command(WindowCommand::Between(is_smooth)) } else { Next::Stay }
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (self.choice, self.cup).hash(state);
        self.saved.value.bests.iter().for_each(|best| best.as_ref().map(|best| best.ticks).hash(state));
    }

    /// Returns the kept values: ghosts, for instance, are in the picture, so a record needs them.
    fn setup(&self) -> String {
        self.saved.to_text()
    }

    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        (self.menu, self.choice, self.cup, self.names.used) = (MenuReader::default(), FIRST_CHOICE, None, 0);
        self.saved = Saved::from_text(setup)?;
        self.saved.value.check();
        Ok(())
    }
}

pub fn saved_in(folder: &Path) -> PathBuf {
    folder.join("pocket-rally.ron")
}

pub use embedded::FILES;

/// Returns the game, with the kept values in a file, where one is given.
pub fn game(source: Source, settings: &Settings, file: Option<PathBuf>) -> keitai::Result<Screens<Rally>> {
    Screens::new(Rally::new(source, settings, file)?)
}

pub fn app() -> App {
    App::new(|settings| game(FILES.source(), settings, data_folder(FOLDER).map(|folder| saved_in(&folder))))
}
