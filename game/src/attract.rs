//! The recorded bout: shown when nobody plays, and by a machine without a display. Tests compare the game with it.
//!
//! The setup of the record has the terms that are not in the scene: both robots and the seed, for example
//! `tin kabuto 7`.

use std::path::Path;

use keitai::assets::AssetPath;
use keitai::controls::{ButtonNames, Controls, PLAYERS};
use keitai::picture::{self, Gif};
use keitai::replay::{Difference, Recording};
use keitai::{Error, Framebuffer, Result, SIZE, Settings, Stage, TickRate, console};

use crate::ai::{self, Level};
use crate::duel::{self, Duel};
use crate::embedded;
use crate::robots::Wrestler;
use crate::saved::Store;
use crate::season::{Match, Mode, Player};
use crate::sumo::{FOLDER, Sumo};
use crate::trays::Tray;

/// Path of the record among the embedded files.
pub const RECORD: &str = "scenes/sumo/attract.replay";

/// Ticks between two digests of pictures.
const EVERY: u32 = 30;
/// The largest record that is read, bytes.
const LARGEST: u64 = 1 << 20;
/// Ticks of the winner's cheer, which a record has after the replay of the fall.
const CHEER: u32 = 60;
/// Ticks at the end of the recorded bout that a moving picture shows, and ticks per frame.
const SHOWN: usize = 300;
const STEP: u32 = 3;

pub struct Attract {
    pub duel: Duel,
    pub stage: Stage,
    controls: std::vec::IntoIter<[Controls; PLAYERS]>,
}

impl Attract {
    pub fn open(sumo: &Sumo) -> Result<Self> {
        Self::play(sumo, &read()?)
    }

    pub fn play(sumo: &Sumo, recording: &Recording) -> Result<Self> {
        let mut stage = sumo.stage(duel::SCENE)?;
        let duel = Duel::new(&mut stage, setup(recording)?, &ButtonNames::default())?;
        let controls = recording.controls().copied().collect::<Vec<_>>().into_iter();
        Ok(Self { duel, stage, controls })
    }

    /// Advances the bout by a tick. Returns `false` at the end of the record.
    pub fn advance(&mut self) -> bool {
        let controls = self.controls.next();
        if let Some([left, right, ..]) = controls {
            self.duel.tick(&mut self.stage, &[left, right], &ButtonNames::default());
        }
        controls.is_some()
    }

    pub fn left(&self) -> usize {
        self.controls.len()
    }
}

pub fn read() -> Result<Recording> {
    let bytes = embedded::source().read(&AssetPath::new(RECORD)?, LARGEST)?;
    Ok(Recording::from_text(RECORD, &String::from_utf8_lossy(&bytes))?)
}

/// Replays a record and compares every tick with it. The inner error is the first tick that differs.
pub fn verify(sumo: &Sumo, recording: &Recording) -> Result<Result<(), Box<Difference>>> {
    let Attract { mut duel, mut stage, .. } = Attract::play(sumo, recording)?;
    let names = ButtonNames::default();
    Ok(recording.verify(&mut stage, |stage, controls| duel.tick(stage, &[controls[0], controls[1]], &names)))
}

pub fn record(sumo: &Sumo, wrestlers: [Wrestler; 2], levels: [Level; 2], seed: u64) -> Result<Recording> {
    let mut stage = sumo.stage(duel::SCENE)?;
    let mut duel = Duel::new(&mut stage, bout(wrestlers, levels, seed), &ButtonNames::default())?;
    let setup = format!("{} {} {seed}", wrestlers[0].prefab(), wrestlers[1].prefab());
    let mut recording = Recording::new(&stage, TickRate::Hz30, EVERY, setup);
    let mut cheered = 0;
    while cheered < CHEER {
        let mut controls = [Controls::IDLE; 2];
        // A computer player would take the past of a replay for the present.
        if !duel.is_decided() {
            controls = ai::think(&mut stage.world, &duel.bout.now, controls);
        }
        duel.tick(&mut stage, &controls, &ButtonNames::default());
        recording.note(&controls, &mut stage);
        cheered += u32::from(duel.winner().is_some());
    }
    Ok(recording)
}

fn setup(recording: &Recording) -> Result<Match> {
    let words: Vec<&str> = recording.setup.split(' ').collect();
    let chosen = match words.as_slice() {
        [left, right, seed] => Wrestler::named(left).zip(Wrestler::named(right)).zip(seed.parse().ok()),
        _ => None,
    };
    let ((left, right), seed) = chosen.ok_or_else(|| {
        let setup = &recording.setup;
        Error::game(format!("expected a record of two robots and a seed, such as `tin kabuto 7`, found `{setup}`"))
    })?;
    Ok(bout([left, right], [Level::Hard; 2], seed))
}

fn bout(wrestlers: [Wrestler; 2], levels: [Level; 2], seed: u64) -> Match {
    Match { mode: Mode::Versus, wrestlers, players: levels.map(Player::Computer), tray: Tray::Tin, wins: 2, seed }
}

/// Plays the recorded bout, compares it tick by tick, and writes the end of it as a moving picture.
pub(crate) fn film(missing: &Error) -> Result<()> {
    let (sumo, recording) = (Sumo::new(&Settings::default(), Store::default())?, read()?);
    let ticks = recording.ticks();
    if let Err(difference) = verify(&sumo, &recording)? {
        let place = picture::keep_screenshot(FOLDER, &difference.picture);
        let message = format!("the recorded bout differs in tick {} of {ticks}; {place}", difference.tick);
        return Err(Error::Differs { message, hint: None });
    }
    let mut bout = Attract::play(&sumo, &recording)?;
    let (width, height) = SIZE;
    let mut frame = Framebuffer::new(width, height);
    let mut gif = Gif::new(width, height)?;
    while bout.advance() {
        if bout.left() < SHOWN && bout.left().is_multiple_of(STEP as usize) {
            bout.stage.draw(&mut frame);
            gif.add(&frame, STEP)?;
        }
    }
    let path = picture::write_numbered(Path::new("."), FOLDER, "gif", &gif.finish()?)?;
    let (seconds, digest) = (ticks / 30, frame.digest());
    console::print(&format!(
        "{missing}: played the recorded bout of {seconds} s; every tick equals the record\n\
         wrote {}, its end; the digest of the last picture is {digest:#018x}\n",
        path.display()
    ))
}
