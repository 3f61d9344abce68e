//! Tin Sumo as a game of the engine: its controls, and the recorded bout that a machine without a display plays.

use std::hash::Hash;
use std::path::Path;
use std::rc::Rc;

use keitai::controls::{Button, Labels, Maps, PLAYERS, PadKind, Target, WindowCommand, spelled};
use keitai::controls_screen::ControlsScreen;
use keitai::picture::{self, Gif};
use keitai::replay::GameHasher;
use keitai::{App, Error, Framebuffer, GameInfo, Messages, SIZE, Settings, Stage, TickInput, console, data_folder};

use crate::attract::{self, Attract};
use crate::content::Content;
use crate::game::Game;
use crate::labels::Labels as Names;
use crate::saved::Store;
use crate::screens::draw_controls;
use crate::{Device, embedded, trace};

pub const FOLDER: &str = "tin-sumo";

/// Returns the game, ready to run. On a machine without a display it plays the recorded bout.
pub fn app() -> App {
    App::new(|settings| open(settings, data_folder(FOLDER).as_deref())).without_display(play_record)
}

/// Opens the title of the game. Options, the season and medals are kept in a folder, where one is given.
pub fn open(settings: &Settings, folder: Option<&Path>) -> keitai::Result<Game> {
    let content = Content { settings: *settings, ..embedded::source().into() };
    let maps = Maps::default();
    let store = Store::open(folder.map(|folder| folder.join("tin-sumo.ron")));
    Game::open(content, store, names(&Labels::keyboard(&maps)))
}

/// Ticks at the end of the recorded bout that the moving picture shows, and ticks per frame.
const SHOWN: usize = 300;
const STEP: u32 = 3;

/// Plays the recorded bout, compares it tick by tick, and writes the end of it as a moving picture.
fn play_record(missing: &Error) -> keitai::Result<()> {
    let content = embedded::source().into();
    let recording = attract::read(&content)?;
    if let Err(difference) = attract::verify(&content, &recording)? {
        let kept = picture::keep_screenshot(FOLDER, &difference.picture);
        let (tick, ticks) = (difference.tick, recording.ticks());
        let message = format!("the recorded bout differs in tick {tick} of {ticks}; {kept}");
        return Err(Error::Differs { message, hint: None });
    }
    let mut bout = Attract::play(&content, &recording)?;
    let (width, height) = SIZE;
    let mut frame = Framebuffer::new(width, height);
    let mut gif = Gif::new(width, height)?;
    while bout.tick() {
        if bout.left() < SHOWN && bout.left().is_multiple_of(STEP as usize) {
            bout.stage.draw(&mut frame);
            gif.add(&frame, STEP)?;
        }
    }
    let path = picture::write_numbered(Path::new("."), FOLDER, "gif", &gif.finish()?)?;
    let (seconds, digest) = (recording.ticks() / 30, frame.digest());
    console::print(&format!(
        "{missing}: played the recorded bout of {seconds} s; every tick equals the record\n\
         wrote {}, its end; the digest of the last picture is {digest:#018x}\n",
        path.display()
    ))
}

impl keitai::Game for Game {
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
        let titles = titles.into_iter().map(|(button, title)| (Target::Button(button), title.to_owned()));
        let content = self.content.clone();
        let page = move |screen: &ControlsScreen, pads: &[Option<PadKind>; PLAYERS], picture: &mut Framebuffer| {
            // A page that cannot be opened is drawn in the engine's own look.
            if draw_controls(&content, screen, pads, picture).is_err() {
                screen.draw(picture, pads);
            }
        };
        GameInfo {
            folder: FOLDER.to_owned(),
            title: "Tin Sumo - Keitai".to_owned(),
            titles: titles.collect(),
            players: 2,
            controls_page: Some(Rc::new(page)),
            waits_for_pads: false,
            ..GameInfo::new("sumo")
        }
    }

    fn stage(&mut self) -> &mut Stage {
        self.current_stage()
    }

    fn stages(&mut self) -> Vec<&mut Stage> {
        self.all_stages()
    }

    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
        if let Some(labels) = &input.labels {
            self.labels = Names { used: self.labels.used, ..names(labels) };
        }
        if let Some(volume) = input.volume {
            self.store.value.options.volume = volume / 10;
        }
        if input.focus_lost {
            self.pause(Some("THE GAME WAITS FOR YOU".to_owned()));
        }
        if let Some(pad) = input.lost_pad {
            self.pause(Some(format!("PAD {} WAS UNPLUGGED", pad + 1)));
        }
        let command = self.advance(&input.controls).unwrap_or_else(|error| {
            messages.tell(error.to_string());
            None
        });
        messages.trace(|| trace::line(self.screen(), self.bout()));
        let screenshot = input.controls.iter().any(|player| player.pressed(Button::R3));
        command.or(screenshot.then_some(WindowCommand::Screenshot)).or_else(|| self.commands.pop())
    }

    fn quit(&mut self, messages: &mut Messages) -> bool {
        // After an error the game continues, so that the player can read it.
        let goes_on = self.back().unwrap_or_else(|error| {
            messages.tell(error.to_string());
            true
        });
        !goes_on
    }

    fn hash_state(&self, state: &mut GameHasher) {
        trace::line(self.screen(), self.bout()).hash(state);
        self.setup().hash(state);
    }

    /// Values kept between runs: options, the season, the streak, statistics and medals.
    fn setup(&self) -> String {
        self.store.to_text()
    }

    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        let content = Content { settings: self.given, ..self.content.clone() };
        *self = Self::open(content, Store::from_text(setup)?, self.labels.clone())?;
        Ok(())
    }
}

/// Returns the names of the buttons on the players' devices.
fn names(labels: &Labels) -> Names {
    let device = |player| {
        let name = |button| spelled(labels.prompt(player, button));
        Device {
            walk: labels.directions(player),
            shove: name(Button::A),
            brace: name(Button::B),
            dash: name(Button::X),
            wind: name(Button::Y),
            start: name(Button::Start),
        }
    };
    Names { players: [device(0), device(1)], used: 0 }
}
