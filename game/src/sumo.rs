//! Tin Sumo as a game of the engine: what outlasts its screens.

use std::rc::Rc;

use keitai::assets::AssetPath;
use keitai::controls::{ButtonNames, WindowCommand};
use keitai::{Messages, Next, Settings, Stage};

use crate::embedded;
use crate::panel::Panel;
use crate::robots::Wrestler;
use crate::rules::SECOND;
use crate::saved::{Saved, Store};
use crate::season::{Match, Mode};

/// Scene of the title, which has the files that all screens share.
pub(crate) const SCENE: &str = "scenes/sumo/title.ron";
pub const FOLDER: &str = "tin-sumo";

/// Ticks without input after which a screen gives way to the title.
pub(crate) const IDLE: u32 = 180 * SECOND;

/// Legend of a page: how to choose and how to go back.
pub(crate) const PAGE: &str = "{A} CHOOSE   {B} BACK";

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
    pub names: ButtonNames,
    /// Line of the title's menu that was chosen last, where it opens again.
    pub(crate) row: String,
    /// The screen that [`Next::First`] opens; `None` for the title.
    pub(crate) place: Option<Place>,
    /// The last match.
    pub(crate) last: Option<Match>,
    /// The reason for a pause that no player asked for.
    pub(crate) reason: String,
    /// Ticks without any input, outside fights.
    pub(crate) idle: u32,
    /// Commands that give the window the saved options, one a tick.
    pub(crate) commands: Vec<WindowCommand>,
}

/// A screen to which another one leads.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// The menu of the title.
    Menu,
    Demo,
    Choice(Mode),
    /// The choice for a match of two people.
    TwoPlayers,
    /// The next match of the season.
    Ladder,
    Fight(Match),
    Credits(Wrestler),
}

impl Sumo {
    pub fn new(settings: &Settings, store: Store) -> keitai::Result<Self> {
        let mut files = Stage::open(embedded::source(), &AssetPath::new(SCENE)?, settings)?;
        let panel = Rc::new(Panel::load(&mut files)?);
        let mut sumo = Self {
            files,
            panel,
            store,
            names: ButtonNames::default(),
            row: String::new(),
            place: None,
            last: None,
            reason: String::new(),
            idle: 0,
            commands: Vec::new(),
        };
        sumo.start();
        Ok(sumo)
    }

    /// Gives the window the saved options.
    pub(crate) fn start(&mut self) {
        let options = self.store.value.options;
        self.commands = vec![WindowCommand::Between(!options.at_ticks)];
        self.commands.extend((options.scale > 0).then(|| WindowCommand::Scale(options.scale.into())));
        self.last = None;
        self.row.clear();
    }

    pub fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        Ok(self.files.open_scene(&AssetPath::new(scene)?)?)
    }

    pub(crate) fn go(&mut self, place: Place) -> Tick {
        self.place = Some(place);
        Ok(Next::First)
    }

    /// Saves the values, with those that another game has saved since. The game continues when they cannot be saved.
    pub(crate) fn save(&mut self, messages: &mut Messages) {
        self.store.save_merged(Saved::merge).unwrap_or_else(|error| messages.tell(error.to_string()));
    }
}
