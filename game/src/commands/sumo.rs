//! `keitai` alone: the sample game in a window.

use std::path::{Path, PathBuf};

use keitai_desktop::{Direction, Key, KeyMap, PadKind, Target};
use keitai_render::Framebuffer;
use keitai_runtime::controls::{Button, Controls, PLAYERS};
use tin_sumo::streak::Streak;
use tin_sumo::{Device, Game, Labels};

use crate::commands::view;
use crate::embedded;
use crate::error::Error;
use crate::message::Message;
use crate::show::{self, Next, Request, Show};

/// The game until its window is closed.
pub(crate) fn run() -> Result<(), Error> {
    let folders = directories::ProjectDirs::from("", "", "keitai");
    let streak = Streak::open(folders.as_ref().map(directories::ProjectDirs::data_dir));
    let game = Game::open(embedded::source(), streak, labels(None))?;
    match show::run(Box::new(Sumo { game, message: Message::default() }), &key_map()) {
        Err(Error::Desktop(missing @ keitai_desktop::Error::NoDisplay(_))) => without_display(&missing),
        other => other,
    }
}

fn without_display(missing: &keitai_desktop::Error) -> Result<(), Error> {
    let mut game = Game::open(embedded::source(), Streak::default(), labels(None))?;
    let mut picture = Framebuffer::new(240, 320);
    for _ in 0..45 {
        game.tick(&[Controls::IDLE; PLAYERS])?;
    }
    game.draw(&mut picture);
    let path = crate::picture::write_screenshot(Path::new("."), &picture)?;
    println!("{missing}: wrote {}", path.display());
    Ok(())
}

/// The game in its window.
struct Sumo {
    game: Game,
    message: Message,
}

impl Show for Sumo {
    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request> {
        self.message.tick();
        match self.game.tick(controls) {
            Ok(true) => {}
            Ok(false) => return Some(Request::Quit),
            Err(error) => self.message.tell(error.to_string()),
        }
        controls.iter().any(|player| player.pressed(Button::R3)).then_some(Request::Screenshot)
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.game.draw(picture);
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, pad: Option<PadKind>) {
        self.game.set_labels(labels(pad));
        self.message.draw(picture);
    }

    fn tell(&mut self, text: String) {
        self.message.tell(text);
    }

    fn open_dropped(&mut self, files: &[PathBuf]) -> Option<Next> {
        match view::open(files, None, None) {
            Ok(viewer) => Some(Next::Show(viewer)),
            Err(error) => {
                error.report();
                self.message.tell(error.to_string());
                None
            }
        }
    }

    fn lose_pad(&mut self) {
        self.game.pause(Some("A PAD WAS UNPLUGGED".to_owned()));
    }

    fn title(&self) -> String {
        "Tin Sumo - Keitai".to_owned()
    }
}

/// What the buttons are called on a pad, or on the keyboard.
fn labels(pad: Option<PadKind>) -> Labels {
    let keys =
        Device { shove: "F".into(), brace: "G".into(), dash: "R".into(), wind: "T".into(), start: "Enter".into() };
    let first = pad.map(|kind| {
        let label = |button| kind.label(button).to_owned();
        Device {
            shove: label(Button::A),
            brace: label(Button::B),
            dash: label(Button::X),
            wind: label(Button::Y),
            start: label(Button::Start),
        }
    });
    Labels { players: [first.unwrap_or_else(|| keys.clone()), keys] }
}

fn key_map() -> KeyMap {
    let stick = |key, direction| (key, Target::LeftStick(direction));
    let button = |key, button| (key, Target::Button(button));
    KeyMap(vec![
        stick(Key::W, Direction::Up),
        stick(Key::A, Direction::Left),
        stick(Key::S, Direction::Down),
        stick(Key::D, Direction::Right),
        stick(Key::Up, Direction::Up),
        stick(Key::Left, Direction::Left),
        stick(Key::Down, Direction::Down),
        stick(Key::Right, Direction::Right),
        button(Key::F, Button::A),
        button(Key::Space, Button::A),
        button(Key::G, Button::B),
        button(Key::R, Button::X),
        button(Key::T, Button::Y),
        button(Key::Enter, Button::Start),
        button(Key::P, Button::Start),
        button(Key::Backspace, Button::B),
        (Key::F11, Target::FullScreen),
        (Key::F12, Target::Screenshot),
        (Key::Escape, Target::Quit),
    ])
}
