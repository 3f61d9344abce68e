//! Endless Road: drive as far as the time lasts, which checkpoints extend. Each stage gives less time than the one before.
//!
//! The game draws call by call, with [`keitai::micro3d`]: `road.rs` has the road, `rules.rs` the drive, `draw.rs` the picture,
//! `pages.rs` the pages over it. It has no scene and no world of entities. Figures, pictures and sounds are those of Pocket Rally.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::print_stdout))]

mod draw;
mod pages;
mod road;
mod rules;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use keitai::controls_screen::ControlsPage;
use keitai::micro3d::{self, Files, Framebuffer, Graphics3D};
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Embedded, Saved, data_folder};

use draw::Art;
use road::View;
use rules::{Drive, FAST};

/// Names of the files and their bytes.
macro_rules! rally {
    ($($name:literal),* $(,)?) => { &[$(($name, include_bytes!(concat!("../../rally/assets/", $name)))),*] };
}

/// The files inside the program. A debug build reads them from the folder, so that edits show at once.
#[rustfmt::skip]
pub static FILES: Embedded = Embedded::new(
    rally![
        "bean.mbac", "bean-red.bmp", "dart.mbac", "dart-blue.bmp", "ox.mbac", "ox-yellow.bmp", "drive.mtra", "lacquer.bmp",
        "shadow.mbac", "shadow.bmp", "coast-things.bmp", "coast-sky.bmp", "print-cream.bmp", "print-gold.bmp", "numbers.bmp",
        "endless.bmp", "heads.bmp", "board.bmp", "cruise.mid", "drive.mid", "bean-1.wav", "bean-3.wav", "bean-5.wav",
        "bean-7.wav", "bump.wav", "lap.wav", "go.wav", "no.wav", "move.wav", "yes.wav",
    ],
    if cfg!(debug_assertions) { Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../rally/assets")) } else { None },
);

const NAME: &str = "Endless Road";
const FOLDER: &str = "endless-road";
/// Sounds of the engine at four speeds.
const ENGINE: [&str; 4] = ["bean-1", "bean-3", "bean-5", "bean-7"];

/// The game: the drive, and the pages over it.
pub struct Road {
    /// The pages over the picture, the uppermost last. Without one the car drives.
    pages: Vec<Box<dyn Screen<Road>>>,
    /// Whether nobody drives yet.
    is_title: bool,
    ticks: i32,
    drive: Drive,
    /// Whether the last drive was the longest one.
    improved: bool,
    /// The longest way, metres.
    best: Saved<i32>,
    names: ButtonNames,
    /// Volume of the window, in tenths of the greatest.
    volume: u8,
    art: Art,
    view: View,
}

impl Road {
    fn start(&mut self) {
        (self.is_title, self.ticks, self.drive) = (false, 0, Drive::new());
    }

    fn show_title(&mut self) {
        (self.is_title, self.drive) = (true, Drive::new());
        self.pages = vec![Box::new(pages::title(self))];
    }

    fn race(&mut self, player: &Controls, stage: &mut Stage, messages: &mut Messages) {
        self.ticks += 1;
        if self.ticks == 1 {
            stage.play_sound("go", Q12::ONE, None);
        }
        if let Some(sound) = self.drive.tick(player) {
            stage.play_sound(sound, Q12::ONE, None);
        }
        if self.ticks % 5 == 0 {
            let engine = ENGINE[(self.drive.speed * 4 / (FAST + 1)) as usize];
            stage.play_sound(engine, Q12::ONE / 3, None);
        }
        if self.drive.time < 0 {
            stage.play_sound("no", Q12::ONE, None);
            self.improved = self.drive.metres() > self.best.value;
            if self.improved {
                self.best.value = self.drive.metres();
                self.best.save().unwrap_or_else(|error| messages.tell(error.to_string()));
            }
            self.pages.push(Box::new(pages::result(self)));
        }
    }

    /// Goes to the next page. Returns the command to the window, if any.
    fn follow(&mut self, next: Next<Self>) -> Option<WindowCommand> {
        match next {
            Next::Stay => {}
            Next::To(page) => self.pages = vec![page],
            Next::Push(page) => self.pages.push(page),
            Next::Pop => drop(self.pages.pop()),
            Next::First => self.show_title(),
            Next::Command(command) => return Some(command),
            Next::Quit => return Some(WindowCommand::Quit),
        }
        None
    }

    /// Lets the uppermost page do something, and goes to the next one.
    fn ask(
        &mut self,
        answer: impl FnOnce(&mut dyn Screen<Self>, &mut Self) -> keitai::Result<Next<Self>>,
        messages: &mut Messages,
    ) -> Option<WindowCommand> {
        let mut page = self.pages.pop()?;
        let next = answer(&mut *page, self);
        self.pages.push(page);
        next.map(|next| self.follow(next)).unwrap_or_else(|error| {
            messages.tell(error.to_string());
            None
        })
    }

    fn page_name(&self) -> String {
        self.pages.last().map(|page| page.trace(self)).unwrap_or_else(|| "drive".to_owned())
    }
}

impl micro3d::Program for Road {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        for name in ENGINE.into_iter().chain(["bump", "lap", "go", "no", "move", "yes"]) {
            files.sound(name, &format!("{name}.wav"), Q12::ONE)?;
        }
        for name in ["cruise", "drive"] {
            files.sound(name, &format!("{name}.mid"), Q12::ONE)?;
        }
        let mut road = Self {
            pages: Vec::new(),
            is_title: true,
            ticks: 0,
            drive: Drive::new(),
            improved: false,
            best: Saved::open(data_folder(FOLDER).map(|folder| folder.join("best.ron"))),
            names: ButtonNames::default(),
            volume: 10,
            art: Art::load(files)?,
            view: View::default(),
        };
        road.show_title();
        Ok(road)
    }

    fn info(&self) -> GameInfo {
        let titles = [
            (Button::Left, "left"),
            (Button::Right, "right"),
            (Button::Up, "up, accelerate"),
            (Button::Down, "down, brake"),
            (Button::A, "accelerate"),
            (Button::B, "brake"),
            (Button::Start, "pause"),
            (Button::Select, "how to drive"),
        ];
        let panel = Rc::clone(&self.art.panel);
        let controls_page: ControlsPage = Rc::new(move |screen, pads, picture| panel.controls(screen, pads, picture));
        GameInfo {
            folder: FOLDER.to_owned(),
            title: NAME.to_owned(),
            players: 1,
            controls_page: Some(controls_page),
            warning: self.best.warning.clone(),
            ..GameInfo::new("road").with_buttons(&titles)
        }
    }

    /// Loads the pictures again. The drive continues.
    fn reload(&mut self, files: &mut Files) -> keitai::Result<()> {
        self.art = Art::load(files)?;
        Ok(())
    }

    fn tick(&mut self, input: &TickInput, stage: &mut Stage, messages: &mut Messages) -> Option<WindowCommand> {
        self.names.follow(input.labels.as_ref(), &input.controls);
        self.volume = input.volume.map_or(self.volume, |volume| volume / 10);
        let player = Controls::merge_all(&input.controls);
        let asks = player.pressed(Button::Select) && !player.quits();
        let mut command = None;
        if asks && self.page_name() == "help" {
            self.pages.pop();
        } else if asks {
            if self.pages.is_empty() {
                self.pages.push(Box::new(pages::pause(self)));
            }
            self.pages.push(Box::new(pages::help(self)));
        } else if !self.pages.is_empty() {
            let mut sound = None;
            command = self.ask(
                |page, road| {
                    let next = page.tick(road, input, &mut Messages::default());
                    sound = page.sound().map(str::to_owned);
                    next
                },
                messages,
            );
            if let Some(sound) = sound {
                stage.play_sound(&sound, Q12::ONE, None);
            }
        } else if player.pressed(Button::Start) || input.focus_lost {
            self.pages.push(Box::new(pages::pause(self)));
        } else {
            self.race(&player, stage, messages);
        }
        if self.is_title {
            self.drive.travel();
        } else if !self.pages.is_empty() {
            self.drive.wait();
        }
        if let Some(WindowCommand::Volume(volume)) = command {
            self.volume = volume / 10;
        }
        if let Some(page) = self.pages.last_mut() {
            page.set_volume(self.volume);
        }
        stage.set_music(Some(if self.is_title { "cruise" } else { "drive" }), 12);
        messages.trace(|| {
            let drive = &self.drive;
            let (metres, speed, wheel) = (drive.metres(), drive.speed / 16, drive.advice());
            format!("{} metres={metres} speed={speed} time={} wheel={wheel}", self.page_name(), drive.time / 30)
        });
        command
    }

    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        draw::draw(self, graphics, picture);
    }

    fn quit(&mut self, messages: &mut Messages) -> bool {
        if self.pages.is_empty() {
            self.pages.push(Box::new(pages::pause(self)));
            return false;
        }
        self.ask(|page, road| page.back(road, &mut Messages::default()), messages) == Some(WindowCommand::Quit)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        let Drive { at, side, speed, wheel, time, others, .. } = &self.drive;
        (self.page_name(), self.ticks, at, side, speed, wheel, time, others).hash(state);
        self.pages.iter().for_each(|page| page.hash_state(state));
        state.write_i32(self.best.value);
    }

    fn setup(&self) -> String {
        self.best.to_text()
    }

    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        self.best = Saved::from_text(setup)?;
        Ok(())
    }
}

/// Returns the game with files from `source`, ready to run.
pub fn app(source: Source) -> App {
    micro3d::app::<Road>(source)
}
