//! A bout on record: what the title shows when nobody plays, what a machine without a display plays, and what tells that
//! the game still plays as it did.
//!
//! The record is one of the engine's. Its setup says what the scene does not: who fights, and the seed, as in
//! `tin kabuto 7`.

use keitai::Stage;
use keitai::assets::AssetPath;
use keitai::controls::{Controls, PLAYERS};
use keitai::replay::{Difference, MAX_BYTES, Recorder, Recording};

use crate::content::Content;
use crate::error::{Error, Result};
use crate::labels::Labels;
use crate::mind::Level;
use crate::ring::{self, Ring};
use crate::rules::Robot;
use crate::screens::{Fight, Match, Player};

/// The record.
pub const RECORD: &str = "scenes/sumo/attract.replay";

/// Ticks between two digests of pictures.
const EVERY: u32 = 30;
/// Ticks that the winner cheers on a record.
const CHEER: u32 = 60;

/// A bout that is played from a record.
pub struct Attract {
    ring: Ring,
    stage: Stage,
    given: std::vec::IntoIter<[Controls; PLAYERS]>,
    labels: Labels,
}

impl Attract {
    /// Opens the record of the game.
    ///
    /// # Errors
    /// When there is none, or it is of another game.
    pub fn open(content: &Content) -> Result<Self> {
        Self::play(content, &read(content)?)
    }

    /// Plays a record.
    ///
    /// # Errors
    /// When it is of another game.
    pub fn play(content: &Content, recording: &Recording) -> Result<Self> {
        let mut stage = ring::stage(content)?;
        let labels = Labels::default();
        let ring = Ring::new(&mut stage, setup(recording)?, &labels)?;
        let given = recording.controls().copied().collect::<Vec<_>>().into_iter();
        Ok(Self { ring, stage, given, labels })
    }

    /// Lets a tick go by; `false` when the record has ended.
    pub fn tick(&mut self) -> bool {
        let given = self.given.next();
        if let Some(given) = given {
            self.ring.tick(&mut self.stage, &given, &self.labels);
        }
        given.is_some()
    }

    /// Ticks that are left.
    pub fn left(&self) -> usize {
        self.given.len()
    }

    /// Lets a sign of the fight say something.
    pub fn write(&mut self, name: &str, text: &str) {
        self.ring.signs.write(&mut self.stage, name, text);
    }

    /// Returns the scene on show.
    pub fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }
}

/// The record of the game.
///
/// # Errors
/// When there is none, or it is none.
pub fn read(content: &Content) -> Result<Recording> {
    let bytes = content.source.read(&AssetPath::new(RECORD)?, MAX_BYTES)?;
    Ok(Recording::from_text(RECORD, &String::from_utf8_lossy(&bytes))?)
}

/// Plays a record and compares every tick with it.
///
/// # Errors
/// When it cannot be played; the inner one is the first tick that differs.
pub fn verify(content: &Content, recording: &Recording) -> Result<std::result::Result<(), Box<Difference>>> {
    let Attract { mut ring, mut stage, labels, .. } = Attract::play(content, recording)?;
    Ok(recording.verify(&mut stage, |stage, given| ring.tick(stage, given, &labels)))
}

/// Puts a bout between two computer players on record.
///
/// # Errors
/// When the scene of the fight cannot be opened.
pub fn record(content: &Content, robots: [Robot; 2], levels: [Level; 2], seed: u64) -> Result<Recording> {
    let chosen = Match { robots, players: levels.map(Player::Computer), seed };
    let labels = Labels::default();
    let mut fight = Fight::open(content, chosen, &labels)?;
    let mut recorder = Recorder::new(&fight.stage, EVERY);
    recorder.set_up(format!("{} {} {seed}", robots[0], robots[1]));
    let mut cheered = 0;
    while cheered < CHEER {
        let given = fight.given(&[Controls::IDLE; PLAYERS]);
        fight.ring.tick(&mut fight.stage, &given, &labels);
        recorder.note(&given, &mut fight.stage);
        cheered += u32::from(fight.ring.bout.winner().is_some());
    }
    Ok(recorder.recording().clone())
}

/// Who fights on a record.
fn setup(recording: &Recording) -> Result<Match> {
    let robot = |name: &str| Robot::ALL.into_iter().find(|robot| robot.prefab() == name);
    let words: Vec<&str> = recording.setup.split(' ').collect();
    let chosen = match words.as_slice() {
        [left, right, seed] => robot(left).zip(robot(right)).zip(seed.parse().ok()),
        _ => None,
    };
    let ((left, right), seed) = chosen.ok_or_else(|| Error::Setup { found: recording.setup.clone() })?;
    Ok(Match { robots: [left, right], players: [Player::Computer(Level::Hard); 2], seed })
}
