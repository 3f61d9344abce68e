//! `keitai` alone: the sample game in a window, or without a display the bout on record.

use std::path::{Path, PathBuf};

use keitai_render::{Framebuffer, Q16};
use keitai_runtime::controls::{Button, Controls, Key, KeyMap, Labels, Maps, PLAYERS, Target};
use keitai_runtime::debug::{Debug, Times};
use keitai_runtime::shot::Recorded;
use tin_sumo::attract::{self, Attract};
use tin_sumo::streak::Streak;
use tin_sumo::{Device, Game, Labels as Names, embedded};

use crate::commands::view;
use crate::error::Error;
use crate::message::Message;
use crate::picture::{self, Gif};
use crate::show::{self, Next, Options, Program, Request, Show};

/// The game until its window is closed.
pub(crate) fn run() -> Result<(), Error> {
    let folders = directories::ProjectDirs::from("", "", "keitai");
    let streak = Streak::open(folders.as_ref().map(directories::ProjectDirs::data_dir));
    let maps = maps();
    let game = Game::open(embedded::source(), streak, names(&unplugged(&maps)))?;
    match show::run(Box::new(Sumo { game, message: Message::default() }), Options::default()) {
        Err(Error::Desktop(missing @ keitai_desktop::Error::NoDisplay(_))) => without_display(&missing),
        other => other,
    }
}

/// Ticks at the end of the bout on record that the moving picture shows, and ticks for each of its frames.
const SHOWN: usize = 300;
const STEP: u32 = 3;

/// Plays the bout on record, compares it tick by tick, and writes the end of it as a moving picture.
fn without_display(missing: &keitai_desktop::Error) -> Result<(), Error> {
    let source = embedded::source();
    let recording = attract::read(&source)?;
    if let Err(difference) = attract::verify(&source, &recording)? {
        let shown = picture::write_screenshot(Path::new("."), &difference.picture)?;
        let (tick, ticks) = (difference.tick, recording.ticks());
        let message = format!("the recorded bout differs in tick {tick} of {ticks}; wrote {}", shown.display());
        return Err(Error::Differs { message, hint: None });
    }
    let mut bout = Attract::play(&source, &recording)?;
    let (width, height) = show::SIZE;
    let mut frame = Framebuffer::new(width, height);
    let (path, file) = picture::create_numbered(Path::new("."), "gif")?;
    let mut gif = Gif::begin(&path, file, width, height)?;
    while bout.tick() {
        if bout.left() < SHOWN && bout.left().is_multiple_of(STEP as usize) {
            bout.draw(&mut frame);
            gif.add_for(&frame, STEP)?;
        }
    }
    let (seconds, digest) = (recording.ticks() / 30, frame.digest());
    println!("{missing}: played the recorded bout of {seconds} s, every tick as it should be");
    println!("wrote {}, its end; the last picture's digest is {digest:#018x}", path.display());
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
        let Program { titles, .. } = Program::play();
        Program { name: "sumo", defaults: maps(), titles: titles.into_iter().map(named).collect() }
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request> {
        self.message.tick();
        if let Some(stage) = self.game.fight() {
            // A fight that stands still stands still between ticks, too.
            stage.remember();
        }
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

    fn set_smooth(&mut self, smooth: bool) {
        if let Some(stage) = self.game.fight() {
            stage.set_smooth(smooth);
        }
    }

    fn draw_between(&mut self, part: Q16, picture: &mut Framebuffer) {
        match self.game.fight() {
            Some(stage) => {
                // Every fight has a stage of its own.
                stage.set_smooth(true);
                stage.draw_between(part, picture);
            }
            None => self.game.draw(picture),
        }
    }

    fn shot(&mut self) -> Option<Result<Recorded, Error>> {
        self.game.fight().map(|stage| stage.shot().map_err(Error::from))
    }

    fn draw_debug(&mut self, debug: &mut Debug, times: &Times, picture: &mut Framebuffer) {
        if let Some(stage) = self.game.fight() {
            stage.draw_debug(debug, times, picture);
        }
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        self.game.set_labels(names(labels));
        self.message.draw(picture);
    }

    fn tell(&mut self, text: String) {
        self.message.tell(text);
    }

    fn open_dropped(&mut self, files: &[PathBuf]) -> Result<Option<Next>, Error> {
        Ok(Some(Next::Show(view::open(files)?)))
    }

    fn ask_to_quit(&mut self) -> bool {
        match self.game.back() {
            Ok(goes_on) => !goes_on,
            Err(error) => {
                self.message.tell(error.to_string());
                true
            }
        }
    }

    fn lose_focus(&mut self) {
        self.game.pause(None);
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

/// The first player has the left half of the keyboard, the second the right one: the arrow keys and the letters above
/// them. Who plays alone has both.
fn maps() -> Maps {
    use Button::{A, B, Down, Left, Right, Select, Start, Up, X, Y};
    let map =
        |keys: &[(Key, Button)]| KeyMap(keys.iter().map(|(key, button)| (*key, Target::Button(*button))).collect());
    let mut maps = Maps::single(map(&[
        (Key::W, Up),
        (Key::S, Down),
        (Key::A, Left),
        (Key::D, Right),
        (Key::F, A),
        (Key::Space, A),
        (Key::G, B),
        (Key::R, X),
        (Key::T, Y),
        (Key::Enter, Start),
        (Key::P, Start),
        (Key::Tab, Select),
    ]));
    maps.players[1].keys = map(&[
        (Key::Up, Up),
        (Key::Down, Down),
        (Key::Left, Left),
        (Key::Right, Right),
        (Key::K, A),
        (Key::L, B),
        (Key::I, X),
        (Key::O, Y),
        (Key::KeypadEnter, Start),
    ]);
    maps
}

/// Nobody holds a pad.
fn unplugged(maps: &Maps) -> Labels<'_> {
    Labels { maps, pads: [None; PLAYERS], last: None, by_key: true }
}
