//! Endless Road: drive as far as the time lasts, which checkpoints extend. Each stage gives less time than the one before.
//!
//! The game draws call by call, with [`keitai::micro3d`]: `road.rs` has the road, `draw.rs` the picture, and this file the rules. It has
//! no scene and no world of entities. Figures, pictures and sounds are those of Pocket Rally.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::print_stdout))]

mod draw;
mod road;

use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use keitai::micro3d::{self, Files, Framebuffer, Graphics3D};
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Embedded, Saved, data_folder};
use serde::{Deserialize, Serialize};

use draw::Art;
use road::{HALF, PIECE, STAGE, View, bend};

/// Names of the files and their bytes.
macro_rules! rally {
    ($($name:literal),* $(,)?) => { &[$(($name, include_bytes!(concat!("../../rally/assets/", $name)))),*] };
}

/// The files inside the program. A debug build reads them from the folder, so that edits show at once.
pub static FILES: Embedded = Embedded::new(
    rally![
        "bean.mbac",
        "bean-red.bmp",
        "dart.mbac",
        "dart-blue.bmp",
        "ox.mbac",
        "ox-yellow.bmp",
        "drive.mtra",
        "lacquer.bmp",
        "shadow.mbac",
        "shadow.bmp",
        "coast-things.bmp",
        "coast-sky.bmp",
        "print-cream.bmp",
        "print-gold.bmp",
        "numbers.bmp",
        "cruise.mid",
        "drive.mid",
        "motor-1.wav",
        "motor-3.wav",
        "motor-5.wav",
        "motor-7.wav",
        "bump.wav",
        "lap.wav",
        "go.wav",
        "no.wav",
        "yes.wav",
    ],
    if cfg!(debug_assertions) { Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../rally/assets")) } else { None },
);

const NAME: &str = "Endless Road";
/// Highest speeds on the road and beside it, 1/16 model units per tick; and how far the car is ahead of the viewer, model units.
const FAST: i32 = 56 * 16;
const SLOW: i32 = 16 * 16;
const CAR: i32 = 190;
/// Ticks of the first stage, and those that a later one adds at most and at least.
const TIME: i32 = 45 * 30;
const ADDED: [i32; 2] = [28 * 30, 12 * 30];
/// Length and half of the width of a car, model units.
const SIZE: [i32; 2] = [84, 52];

/// The part of the game on show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Title,
    Drive,
    Pause,
    Over,
}

/// Another car on the road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Other {
    /// Distance along the road, 1/16 model units, and that of the tick before.
    at: [i32; 2],
    side: i32,
    speed: i32,
    kind: usize,
}

/// What is kept between runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Best {
    /// The longest way, metres.
    pub metres: i32,
}

/// The game.
pub struct Road {
    part: Part,
    /// Distance along the road in this tick and in the one before, 1/16 model units.
    at: [i32; 2],
    /// Place to the left of the road's middle, in this tick and in the one before, 1/16 model units.
    side: [i32; 2],
    speed: i32,
    /// Direction of the front wheels, -127 (left) ..= 127.
    wheel: i32,
    /// Ticks that are left.
    time: i32,
    /// Ticks since a checkpoint or a crash; and ticks of the part on show.
    checked: i32,
    crashed: i32,
    ticks: i32,
    others: [Other; 5],
    random: Random,
    best: Saved<Best>,
    art: Art,
    view: View,
}

impl Road {
    /// Puts the car at the start.
    fn start(&mut self, part: Part) {
        (self.part, self.at, self.side, self.speed, self.wheel) = (part, [0; 2], [0; 2], 0, 0);
        (self.time, self.checked, self.crashed, self.ticks) = (TIME, 99, 99, 0);
        self.random = Random::new(7);
        for (number, other) in (1..).zip(&mut self.others) {
            let at = 16 * PIECE * 9 * number;
            *other = Other {
                at: [at; 2],
                side: if number % 2 == 0 { 80 } else { -80 },
                speed: 22 * 16,
                kind: number as usize % 3,
            };
        }
    }

    /// Returns the way so far: ten model units are a metre.
    fn metres(&self) -> i32 {
        self.at[0] / 160
    }

    /// Returns the number of the stage, from 0.
    fn stage(&self) -> i32 {
        self.at[0] / (16 * PIECE * STAGE)
    }

    fn drive(&mut self, player: &Controls, stage: &mut Stage) {
        let held = |button| i32::from(player.held(button));
        let pad = (held(Button::Right) - held(Button::Left)) * 127;
        let wheel = if pad == 0 { i32::from(player.left.x) } else { pad };
        self.wheel += (wheel - self.wheel) / 3;
        let [gas, brake] = [held(Button::A) | held(Button::Up), held(Button::B) | held(Button::Down)];
        let limit = if self.side[0].abs() > 16 * (HALF - 20) { SLOW } else { FAST };
        self.speed += gas * (FAST - self.speed) / 60 + gas * 2 - brake * 20 - self.speed / 200;
        self.speed = (self.speed - (self.speed - limit).max(0) / 12).max(0);
        let before = self.stage();
        self.at = [self.at[0] + self.speed, self.at[0]];
        // To the left is positive, and the bend throws outwards.
        let thrown = bend(self.at[0] / 16 / PIECE) * self.speed / 160;
        let side = self.side[0] - self.wheel * self.speed / 1300 - thrown;
        self.side = [side.clamp(-16 * HALF * 2, 16 * HALF * 2), self.side[0]];
        if self.stage() > before {
            self.time += (ADDED[0] - 30 * self.stage()).max(ADDED[1]);
            self.checked = 0;
            stage.play_sound("lap", Q12::ONE, None);
        }
    }

    /// Moves the other cars, and lets the player's run into them. Cars that fall behind come again far ahead.
    fn traffic(&mut self, stage: &mut Stage) {
        let front = self.at[0] + 16 * CAR;
        for other in &mut self.others {
            other.at = [other.at[0] + other.speed, other.at[0]];
            let ahead = other.at[0] - front;
            if !(-16 * 600..16 * PIECE * 60).contains(&ahead) {
                let at = front + 16 * self.random.between(PIECE * 36, PIECE * 56);
                let side = [-100, 0, 100][self.random.below(3) as usize];
                *other = Other { at: [at; 2], side, speed: 16 * self.random.between(16, 34), kind: other.kind };
            } else if ahead.abs() < 16 * SIZE[0] && (other.side * 16 - self.side[0]).abs() < 16 * SIZE[1] && ahead > 0 {
                self.speed = other.speed * 3 / 4;
                other.speed += 6 * 16;
                self.crashed = 0;
                stage.play_sound("bump", Q12::ONE, None);
            }
        }
    }

    /// Advances the race by a tick.
    fn race(&mut self, player: &Controls, stage: &mut Stage, messages: &mut Messages) {
        self.drive(player, stage);
        self.traffic(stage);
        (self.checked, self.crashed, self.time) = (self.checked + 1, self.crashed + 1, self.time - 1);
        if self.ticks % 5 == 0 {
            let motor = ["motor-1", "motor-3", "motor-5", "motor-7"][(self.speed * 4 / (FAST + 1)) as usize];
            stage.play_sound(motor, Q12::ONE / 3, None);
        }
        if self.time < 0 {
            self.show(Part::Over, stage);
            stage.play_sound("no", Q12::ONE, None);
            if self.metres() > self.best.value.metres {
                self.best.value.metres = self.metres();
                self.best.save().unwrap_or_else(|error| messages.tell(error.to_string()));
            }
        }
    }

    fn show(&mut self, part: Part, stage: &mut Stage) {
        (self.part, self.ticks) = (part, 0);
        stage.set_music(Some(if part == Part::Title { "cruise" } else { "drive" }), 12);
    }
}

impl micro3d::Game for Road {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        for name in ["motor-1", "motor-3", "motor-5", "motor-7", "bump", "lap", "go", "no", "yes"] {
            files.sound(name, &format!("{name}.wav"), Q12::ONE)?;
        }
        for name in ["cruise", "drive"] {
            files.sound(name, &format!("{name}.mid"), Q12::ONE)?;
        }
        let other = Other { at: [0; 2], side: 0, speed: 0, kind: 0 };
        let mut road = Self {
            part: Part::Title,
            at: [0; 2],
            side: [0; 2],
            speed: 0,
            wheel: 0,
            time: 0,
            checked: 0,
            crashed: 0,
            ticks: 0,
            others: [other; 5],
            random: Random::new(0),
            best: Saved::open(data_folder(NAME).map(|folder: PathBuf| folder.join("best.ron"))),
            art: Art::load(files)?,
            view: View::default(),
        };
        road.start(Part::Title);
        Ok(road)
    }

    fn info(&self) -> GameInfo {
        let titles =
            [(Button::Left, "left"), (Button::Right, "right"), (Button::A, "accelerate"), (Button::B, "brake")];
        let titles = titles.into_iter().chain([(Button::Start, "start, pause")]);
        let titles = titles.map(|(button, title)| (Target::Button(button), title.to_owned())).collect();
        GameInfo { players: 1, titles, ..GameInfo::new(NAME) }
    }

    /// New pictures, and the drive goes on.
    fn reload(&mut self, files: &mut Files) -> keitai::Result<()> {
        self.art = Art::load(files)?;
        Ok(())
    }

    fn tick(&mut self, input: &TickInput, stage: &mut Stage, messages: &mut Messages) -> Option<WindowCommand> {
        let player = Controls::merge_all(&input.controls);
        let goes = player.pressed(Button::Start) || player.pressed(Button::A) && self.part != Part::Drive;
        self.ticks += 1;
        match self.part {
            Part::Drive if player.pressed(Button::Start) || input.focus_lost => self.show(Part::Pause, stage),
            Part::Drive => self.race(&player, stage, messages),
            Part::Pause if goes => self.show(Part::Drive, stage),
            Part::Title | Part::Over if goes && self.ticks > 20 => {
                self.start(Part::Drive);
                self.show(Part::Drive, stage);
                stage.play_sound("go", Q12::ONE, None);
            }
            Part::Title => {
                // The camera travels along the road.
                self.at = [self.at[0] + 320, self.at[0]];
                self.show_title_music(stage);
            }
            Part::Pause | Part::Over => (self.at[1], self.side[1]) = (self.at[0], self.side[0]),
        }
        messages.trace(|| {
            format!("{:?} metres={} speed={} time={}", self.part, self.metres(), self.speed / 16, self.time / 30)
        });
        None
    }

    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        draw::draw(self, graphics, picture);
    }

    fn quit(&mut self, _: &mut Messages) -> bool {
        let leaves = self.part == Part::Title;
        if !leaves {
            self.start(Part::Title);
        }
        leaves
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (self.part, self.at, self.side, self.speed, self.wheel, self.time, self.ticks, self.others).hash(state);
        state.write_i32(self.best.value.metres);
    }

    fn setup(&self) -> String {
        self.best.to_text()
    }

    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        self.best = Saved::from_text(setup)?;
        Ok(())
    }
}

impl Road {
    /// The title has music from its first tick on.
    fn show_title_music(&self, stage: &mut Stage) {
        if stage.sounds.music.is_none() || self.ticks == 1 {
            stage.set_music(Some("cruise"), 12);
        }
    }
}

/// The game with files from `source`, ready to run.
pub fn app(source: Source) -> App {
    micro3d::app::<Road>(source)
}

#[cfg(test)]
mod tests {
    use keitai::micro3d::Play;

    use super::*;

    /// Returns the controls of somebody who keeps to a lane, brakes for bends that throw too far, and passes other cars.
    fn driver(road: &Road) -> Controls {
        let ahead = |other: &&Other| (0..16 * 900).contains(&(other.at[0] - road.at[0] - 16 * CAR));
        let lane = road.others.iter().filter(ahead).min_by_key(|other| other.at[0]);
        let wanted = lane.map_or(0, |other| if other.side > 0 { -70 } else { 70 });
        let bends = bend(road.at[0] / 16 / PIECE + 2) * 9;
        let off = road.side[0] / 16 - wanted;
        let right = (off - bends).clamp(-127, 127) as i8;
        Controls { held: Button::A.into(), left: Stick { x: right, y: 0 }, ..Controls::IDLE }
    }

    #[test]
    fn a_drive_passes_stages_and_ends_within_fifteen_minutes() {
        let mut play = Play::<Road>::open(FILES.embedded(), &Settings::default()).unwrap();
        keitai::Game::set_up(&mut play, "()").unwrap();
        let start = Controls { held: Button::Start.into(), pressed: Button::Start.into(), ..Controls::IDLE };
        let mut ticks = 0;
        let mut crashes = 0;
        let mut picture = Framebuffer::new(240, 320);
        for tick in 0..16 * 60 * 30 {
            let controls = if tick == 30 { start } else { driver(play.game()) };
            let input = TickInput::new([controls, Controls::IDLE, Controls::IDLE, Controls::IDLE]);
            keitai::Game::tick(&mut play, &input, &mut Messages::default());
            let road = play.game();
            crashes += i32::from(road.part == Part::Drive && road.crashed == 1);
            if road.part == Part::Over {
                break;
            }
            ticks = tick;
            if tick % 300 == 0 {
                keitai::Game::draw(&mut play, Q16::ONE, &mut picture);
                let colours: std::collections::BTreeSet<u32> = picture.pixels().iter().copied().collect();
                assert!(colours.len() > 60, "{} colours in tick {tick}", colours.len());
            }
        }
        assert_eq!(keitai::Game::stage(&mut play).take_warnings().len(), 0);
        let road = play.game();
        println!("{} s, stage {}, {} m, {crashes} crashes", ticks / 30, road.stage() + 1, road.metres());
        assert_eq!(road.part, Part::Over);
        assert!((60..15 * 60).contains(&(ticks / 30)) && road.stage() >= 3, "{} s, stage {}", ticks / 30, road.stage());
        assert_eq!(road.best.value.metres, road.metres());
    }

    #[test]
    fn the_recorded_drive_is_the_same() {
        let record = concat!(env!("CARGO_MANIFEST_DIR"), "/drive.replay");
        let options = keitai::Options { headless: true, replay: Some(record.into()), ..keitai::Options::default() };
        app(FILES.embedded()).run(&options).unwrap();
    }
}
