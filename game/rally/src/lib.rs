//! Pocket Rally: three courses, three laps, one player or two, three opponents and the ghost of your best lap.
//!
//! The game is written on the crate `keitai` alone. Its README tells how it is built.

pub mod car;
pub mod course;
pub mod driver;
mod embedded;
mod hud;
pub mod land;
mod names;
mod notices;
pub mod race;
pub mod saved;
pub mod screens;
mod staging;

use std::hash::Hash;
use std::path::{Path, PathBuf};

use keitai::menu::{Menu, MenuReader};
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Saved, data_folder};

use course::{Course, LAYOUTS};
use names::Names;
use saved::Bests;
use screens::Title;

/// Name of the game, and of its own folders.
const NAME: &str = "Pocket Rally";
const FOLDER: &str = "pocket-rally";

/// The next screen, or an error that the player sees.
pub type Tick = keitai::Result<Next<Rally>>;

/// The part of the game that outlasts its screens.
pub struct Rally {
    /// A scene that has loaded the files of all others.
    files: Stage,
    menu: MenuReader,
    /// Name of the first player's Start.
    start: String,
    /// Names of the players' other buttons.
    names: [Names; 2],
    /// All courses.
    pub courses: Vec<Course>,
    /// The best laps, in a file of the user's.
    pub bests: Saved<Bests>,
    /// The choice for the next race.
    pub choice: Choice,
}

/// The choice for a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Number of players, 1 or 2.
    pub players: usize,
    /// Index of the course.
    pub course: usize,
    /// Kind of car and livery of each player.
    pub cars: [[usize; 2]; 2],
    /// Whether the opponents are slow in bends.
    pub easy: bool,
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

/// The choice when the program starts.
const FIRST_CHOICE: Choice = Choice { players: 1, course: 0, cars: [[0, 0], [1, 0]], easy: false };

impl Rally {
    /// Returns the game with files from `source`. Best laps are kept in a file, where one is given.
    ///
    /// # Errors
    /// When the courses cannot be read.
    pub fn new(source: Source, settings: &Settings, file: Option<PathBuf>) -> keitai::Result<Self> {
        let files = Stage::open(source, &AssetPath::new("scenes/courses.ron")?, settings)?;
        let courses = (0..LAYOUTS.len()).map(|index| Course::find(&files, index)).collect::<Result<_, _>>()?;
        let mut bests = Saved::<Bests>::open(file);
        bests.value.check();
        Ok(Self {
            files,
            menu: MenuReader::default(),
            start: "START".to_owned(),
            names: Names::of_default_keys(),
            courses,
            bests,
            choice: FIRST_CHOICE,
        })
    }

    /// Opens a scene.
    fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        Ok(self.files.open_scene(&AssetPath::new(scene)?)?)
    }

    fn menu(&mut self, input: &TickInput) -> Menu {
        self.menu.read(&input.controls)
    }
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
        ];
        let titles = titles.into_iter().map(|(button, title)| (Target::Button(button), title.to_owned())).collect();
        GameInfo { folder: FOLDER.to_owned(), players: 2, titles, ..GameInfo::new(NAME) }
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        Ok(Box::new(Title::open(self)?))
    }

    fn begin_tick(&mut self, input: &TickInput) {
        if let Some(labels) = &input.labels {
            self.start = labels.prompt(0, Button::Start).to_uppercase();
            self.names = [0, 1].map(|player| Names::of(labels, player));
        }
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.choice.hash(state);
        self.bests.value.0.iter().for_each(|best| best.as_ref().map(|best| best.ticks).hash(state));
    }

    /// Returns the best laps: their ghosts are in the picture, so a record needs them.
    fn setup(&self) -> String {
        self.bests.to_text()
    }

    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        (self.menu, self.choice) = (MenuReader::default(), FIRST_CHOICE);
        self.bests = Saved::from_text(setup)?;
        self.bests.value.check();
        Ok(())
    }
}

/// Returns the file of the best laps in a folder.
pub fn bests_in(folder: &Path) -> PathBuf {
    folder.join("bests.ron")
}

/// The files inside the program.
pub use embedded::FILES;

/// The game, with the best laps in a file, where one is given.
///
/// # Errors
/// When the title cannot be opened.
pub fn game(source: Source, settings: &Settings, file: Option<PathBuf>) -> keitai::Result<Screens<Rally>> {
    Screens::new(Rally::new(source, settings, file)?)
}

/// The game, ready to run.
pub fn app() -> App {
    App::new(|settings| game(FILES.source(), settings, data_folder(FOLDER).map(|folder| bests_in(&folder))))
}
