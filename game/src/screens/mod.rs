//! The screens: title, demo, choice, ladder, fight with its pause and its result, how to play, records, options, credits.
//!
//! A screen leads to another one by its [`Place`]; this file opens it.

mod choice;
mod credits;
mod demo;
mod fight;
mod ladder;
mod lessons;
mod pages;
mod prompts;
mod records;
mod result;
mod title;
mod turntable;

use std::path::Path;
use std::rc::Rc;

use keitai::controls::{Button, Controls};
use keitai::controls_screen::ControlsPage;
use keitai::replay::GameHasher;
use keitai::{App, GameInfo, Next, Screen, ScreenGame, Screens, Settings, TickInput, data_folder};

use crate::saved::Store;
use crate::season::Mode;
use crate::sumo::{FOLDER, IDLE, Place, Sumo};
use choice::Choice;
use credits::Credits;
use demo::Demo;
use fight::Fight;
use ladder::Ladder;
use title::Title;

/// Returns the game, ready to run. On a machine without a display it plays the recorded bout.
pub fn app() -> App {
    App::new(|settings| open(settings, data_folder(FOLDER).as_deref())).without_display(crate::attract::film)
}

/// Opens the title of the game. Options, the season and medals are kept in a folder, where one is given.
pub fn open(settings: &Settings, folder: Option<&Path>) -> keitai::Result<Screens<Sumo>> {
    Screens::new(Sumo::new(settings, Store::open(folder.map(|folder| folder.join("tin-sumo.ron"))))?)
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
        let panel = Rc::clone(&self.panel);
        let controls_page: ControlsPage = Rc::new(move |screen, pads, picture| panel.controls(screen, pads, picture));
        GameInfo {
            folder: FOLDER.to_owned(),
            title: "Tin Sumo - Keitai".to_owned(),
            players: 2,
            controls_page: Some(controls_page),
            waits_for_pads: false,
            warning: self.store.warning.clone(),
            ..GameInfo::new("sumo").with_buttons(&titles)
        }
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        Ok(match self.place.take() {
            None => {
                self.idle = 0;
                Box::new(Title::open(self, false)?)
            }
            Some(Place::Menu) => Box::new(Title::open(self, true)?),
            Some(Place::Demo) => Box::new(Demo::open(self)?),
            Some(Place::Choice(mode)) => Box::new(Choice::open(self, mode)?),
            Some(Place::TwoPlayers) => Box::new(Choice::open(self, Mode::Versus)?.of_two()),
            Some(Place::Ladder) => Box::new(Ladder::open(self)?),
            Some(Place::Fight(chosen)) => Box::new(Fight::open(self, chosen)?),
            Some(Place::Credits(champion)) => Box::new(Credits::open(self, champion)?),
        })
    }

    fn begin_tick(&mut self, input: &TickInput) -> Next<Self> {
        self.names.follow(input.labels.as_ref(), &input.controls);
        let is_used = input.controls.iter().any(|player| *player != Controls::IDLE);
        self.idle = if is_used { 0 } else { self.idle + 1 };
        if self.idle > IDLE { Next::First } else { self.commands.pop().map_or(Next::Stay, Next::Command) }
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
