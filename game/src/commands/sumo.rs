//! `keitai` alone: the sample game in a window.

use std::path::{Path, PathBuf};

use keitai_render::Framebuffer;
use keitai_runtime::controls::{Button, Controls, Labels, Maps, PLAYERS, Target};
use keitai_runtime::debug::{Debug, Times};
use tin_sumo::streak::Streak;
use tin_sumo::{Device, Game, Labels as Names};

use crate::commands::view;
use crate::embedded;
use crate::error::Error;
use crate::message::Message;
use crate::show::{self, Next, Options, Program, Request, Show};

/// The game until its window is closed.
pub(crate) fn run() -> Result<(), Error> {
    let folders = directories::ProjectDirs::from("", "", "keitai");
    let streak = Streak::open(folders.as_ref().map(directories::ProjectDirs::data_dir));
    let maps = Maps::default();
    let game = Game::open(embedded::source(), streak, names(&unplugged(&maps)))?;
    match show::run(Box::new(Sumo { game, message: Message::default() }), Options::default()) {
        Err(Error::Desktop(missing @ keitai_desktop::Error::NoDisplay(_))) => without_display(&missing),
        other => other,
    }
}

fn without_display(missing: &keitai_desktop::Error) -> Result<(), Error> {
    let maps = Maps::default();
    let mut game = Game::open(embedded::source(), Streak::default(), names(&unplugged(&maps)))?;
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
    fn program(&self) -> Program {
        let moves = [(Button::A, "shove"), (Button::B, "brace"), (Button::X, "dash"), (Button::Y, "wind up")];
        let named = |(target, title): (Target, String)| {
            let name = moves.iter().find(|(button, _)| target == Target::Button(*button));
            (target, name.map_or(title, |(_, name)| (*name).to_owned()))
        };
        let Program { defaults, titles, .. } = Program::play();
        Program { name: "sumo", defaults, titles: titles.into_iter().map(named).collect() }
    }

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

    fn draw_debug(&mut self, _: &mut Debug, _: &Times, _: &mut Framebuffer) {}

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        self.game.set_labels(names(labels));
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

    fn lose_pad(&mut self, pad: usize) -> bool {
        self.game.pause(Some(format!("PAD {} WAS UNPLUGGED", pad + 1)));
        false
    }

    fn title(&self) -> String {
        "Tin Sumo - Keitai".to_owned()
    }
}

/// What the buttons are called on what the players hold.
fn names(labels: &Labels) -> Names {
    let device = |player| {
        let name = |button| labels.prompt(player, button).to_owned();
        Device {
            shove: name(Button::A),
            brace: name(Button::B),
            dash: name(Button::X),
            wind: name(Button::Y),
            start: name(Button::Start),
        }
    };
    Names { players: [device(0), device(1)] }
}

/// Nobody holds a pad.
fn unplugged(maps: &Maps) -> Labels<'_> {
    Labels { maps, pads: [None; PLAYERS], last: None, by_key: true }
}
