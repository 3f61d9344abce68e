//! Endless Road: drive as far as the time lasts, which checkpoints extend. Each stage gives less time than the one before.
//!
//! The game draws call by call, with [`keitai::micro3d`]: `road.rs` has the road, `rules.rs` the drive, `draw.rs` the picture, and this
//! file the screens. It has no scene and no world of entities. Figures, pictures and sounds are those of Pocket Rally.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::print_stdout))]

mod draw;
mod road;
mod rules;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};

use keitai::controls::spelled;
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
        "bean-7.wav", "bump.wav", "lap.wav", "go.wav", "no.wav",
    ],
    if cfg!(debug_assertions) { Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../rally/assets")) } else { None },
);

const NAME: &str = "Endless Road";
const FOLDER: &str = "endless-road";
/// Sounds of the engine at four speeds.
const ENGINE: [&str; 4] = ["bean-1", "bean-3", "bean-5", "bean-7"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Title,
    Drive,
    /// The page about driving, over a drive that waits or over the title.
    Pause,
    Over,
}

/// Returns the names of the buttons for steering, accelerator, brake, Start, Select and the way back on a player's device, in
/// capitals.
fn names(labels: &Labels, player: usize) -> [String; 6] {
    let keys = labels.by_key || labels.pads[player].is_none();
    let [gas, brake] = if keys { [Button::Up, Button::Down] } else { [Button::A, Button::B] };
    let buttons = [Button::Left, Button::Right, gas, brake, Button::Start, Button::Select];
    let [left, right, gas, brake, start, select] =
        buttons.map(|button| spelled(labels.prompt(player, button)).to_uppercase());
    let (steer, back) = if keys {
        (format!("{left}/{right}"), "ESC: TITLE".to_owned())
    } else {
        ("STICK".to_owned(), format!("{start}+{select}: QUIT"))
    };
    [steer, gas, brake, start, select, back]
}

/// The game: the current part, the drive and the longest way.
pub struct Road {
    part: Part,
    /// Whether the title is shown, also under the page about driving.
    title: bool,
    ticks: i32,
    drive: Drive,
    /// Whether the last drive was the longest one.
    improved: bool,
    /// The longest way, metres.
    best: Saved<i32>,
    names: [String; 6],
    /// The player whose half of the keyboard or pad was used last.
    used: usize,
    art: Art,
    view: View,
}

impl Road {
    fn race(&mut self, player: &Controls, stage: &mut Stage, messages: &mut Messages) {
        if let Some(sound) = self.drive.tick(player) {
            stage.play_sound(sound, Q12::ONE, None);
        }
        if self.ticks % 5 == 0 {
            let engine = ENGINE[(self.drive.speed * 4 / (FAST + 1)) as usize];
            stage.play_sound(engine, Q12::ONE / 3, None);
        }
        if self.drive.time < 0 {
            self.show(Part::Over, stage);
            stage.play_sound("no", Q12::ONE, None);
            self.improved = self.drive.metres() > self.best.value;
            if self.improved {
                self.best.value = self.drive.metres();
                self.best.save().unwrap_or_else(|error| messages.tell(error.to_string()));
            }
        }
    }

    fn show(&mut self, part: Part, stage: &mut Stage) {
        (self.part, self.title, self.ticks) = (part, part == Part::Title, 0);
        stage.set_music(Some(if part == Part::Title { "cruise" } else { "drive" }), 12);
    }
}

impl micro3d::Program for Road {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        for name in ENGINE.into_iter().chain(["bump", "lap", "go", "no"]) {
            files.sound(name, &format!("{name}.wav"), Q12::ONE)?;
        }
        for name in ["cruise", "drive"] {
            files.sound(name, &format!("{name}.mid"), Q12::ONE)?;
        }
        Ok(Self {
            part: Part::Title,
            title: true,
            ticks: 0,
            drive: Drive::new(),
            improved: false,
            best: Saved::open(data_folder(FOLDER).map(|folder| folder.join("best.ron"))),
            names: names(&Labels::keyboard(&Maps::default()), 0),
            used: 0,
            art: Art::load(files)?,
            view: View::default(),
        })
    }

    fn info(&self) -> GameInfo {
        let titles = [
            (Button::Left, "left"),
            (Button::Right, "right"),
            (Button::Up, "up, accelerate"),
            (Button::Down, "down, brake"),
            (Button::A, "accelerate"),
            (Button::B, "brake"),
            (Button::Start, "start, pause"),
            (Button::Select, "how to drive"),
        ];
        let titles = titles.map(|(button, title)| (Target::Button(button), title.to_owned())).into();
        let (folder, title, warning) = (FOLDER.to_owned(), NAME.to_owned(), self.best.warning.clone());
        GameInfo { folder, title, players: 1, titles, warning, ..GameInfo::new("road") }
    }

    /// Loads the pictures again. The drive continues.
    fn reload(&mut self, files: &mut Files) -> keitai::Result<()> {
        self.art = Art::load(files)?;
        Ok(())
    }

    fn tick(&mut self, input: &TickInput, stage: &mut Stage, messages: &mut Messages) -> Option<WindowCommand> {
        let uses = |player: &usize| input.controls[*player] != Controls::IDLE;
        let before = self.used;
        self.used = [0, 1].into_iter().find(uses).unwrap_or(before);
        if input.labels.is_some() || self.used != before {
            let maps = Maps::default();
            self.names = names(&input.labels.unwrap_or(Labels::keyboard(&maps)), self.used);
        }
        let player = Controls::merge_all(&input.controls);
        let starts = player.pressed(Button::Start);
        let goes = starts || player.pressed(Button::A);
        let asks = player.pressed(Button::Select) && !player.quits();
        self.ticks += 1;
        match self.part {
            Part::Title if asks => (self.part, self.ticks) = (Part::Pause, 0),
            Part::Drive if starts || asks || input.focus_lost => self.show(Part::Pause, stage),
            Part::Drive => self.race(&player, stage, messages),
            Part::Pause if self.title && (goes || asks || player.pressed(Button::B)) => self.show(Part::Title, stage),
            Part::Pause if goes || asks => self.show(Part::Drive, stage),
            Part::Title | Part::Over if goes && self.ticks > 20 => {
                self.drive = Drive::new();
                self.show(Part::Drive, stage);
                stage.play_sound("go", Q12::ONE, None);
            }
            Part::Title => {
                self.drive.travel();
                if self.ticks == 1 {
                    stage.set_music(Some("cruise"), 12);
                }
            }
            Part::Pause | Part::Over => {
                (self.drive.at[1], self.drive.side[1]) = (self.drive.at[0], self.drive.side[0]);
                self.drive.others.iter_mut().for_each(|other| other.at[1] = other.at[0]);
            }
        }
        messages.trace(|| {
            let drive = &self.drive;
            let (metres, speed, wheel) = (drive.metres(), drive.speed / 16, drive.advice());
            format!("{:?} metres={metres} speed={speed} time={} wheel={wheel}", self.part, drive.time / 30)
        });
        None
    }

    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        draw::draw(self, graphics, picture);
    }

    fn quit(&mut self, _: &mut Messages) -> bool {
        let leaves = self.part == Part::Title;
        if !leaves {
            (self.part, self.title, self.ticks, self.drive) = (Part::Title, true, 0, Drive::new());
        }
        leaves
    }

    fn hash_state(&self, state: &mut GameHasher) {
        let Drive { at, side, speed, wheel, time, others, .. } = &self.drive;
        (self.part, self.ticks, at, side, speed, wheel, time, others).hash(state);
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
