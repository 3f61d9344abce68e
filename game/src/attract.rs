//! The recorded bout: shown by the title when nobody plays, and by a machine without a display. Tests compare the game with
//! it.
//!
//! The setup of the record has the terms that are not in the scene: both robots and the seed, for example
//! `tin kabuto 7`.

use keitai::assets::AssetPath;
use keitai::controls::{Controls, PLAYERS};
use keitai::replay::{Difference, Recording};
use keitai::{Error, Result, Stage, TickRate};

use crate::ai::Level;
use crate::content::Content;
use crate::hud::set_shaded_text;
use crate::labels::Labels;
use crate::ring::Ring;
use crate::robots::Wrestler;
use crate::screens::{Fight, Match, Mode, Player};
use crate::trays::Tray;

/// Path of the record among the embedded files.
pub const RECORD: &str = "scenes/sumo/attract.replay";

/// Ticks between two digests of pictures.
const EVERY: u32 = 30;
/// The largest record that is read, bytes.
const LARGEST: u64 = 1 << 20;
/// Ticks of the winner's cheer, which a record has after the replay of the fall.
const CHEER: u32 = 60;

/// A bout that is played from a record.
pub struct Attract {
    /// The bout and its staging.
    pub ring: Ring,
    pub stage: Stage,
    controls: std::vec::IntoIter<[Controls; PLAYERS]>,
    labels: Labels,
}

impl Attract {
    pub fn open(content: &Content) -> Result<Self> {
        Self::play(content, &read(content)?)
    }

    pub fn play(content: &Content, recording: &Recording) -> Result<Self> {
        let labels = Labels::default();
        let (ring, stage) = Ring::open(content, setup(recording)?, &labels)?;
        let controls = recording.controls().copied().collect::<Vec<_>>().into_iter();
        Ok(Self { ring, stage, controls, labels })
    }

    /// Advances the bout by a tick. Returns `false` at the end of the record.
    pub fn tick(&mut self) -> bool {
        let controls = self.controls.next();
        if let Some(controls) = controls {
            self.ring.tick(&mut self.stage, &controls, &self.labels);
        }
        controls.is_some()
    }

    /// Returns the ticks that are left.
    pub fn left(&self) -> usize {
        self.controls.len()
    }

    /// Shows that nobody plays, and a line about how to start.
    pub(crate) fn write(&mut self, start: &str) {
        set_shaded_text(&mut self.stage, &self.ring.hud, "demo", "DEMO");
        self.ring.hud.set_text(&mut self.stage, "start", start);
    }
}

/// Reads the record of the game.
pub fn read(content: &Content) -> Result<Recording> {
    let bytes = content.source.read(&AssetPath::new(RECORD)?, LARGEST)?;
    Ok(Recording::from_text(RECORD, &String::from_utf8_lossy(&bytes))?)
}

/// Replays a record and compares every tick with it. The inner error is the first tick that differs.
pub fn verify(content: &Content, recording: &Recording) -> Result<Result<(), Box<Difference>>> {
    let Attract { mut ring, mut stage, labels, .. } = Attract::play(content, recording)?;
    Ok(recording.verify(&mut stage, |stage, controls| ring.tick(stage, controls, &labels)))
}

/// Records a bout between two computer players.
pub fn record(content: &Content, wrestlers: [Wrestler; 2], levels: [Level; 2], seed: u64) -> Result<Recording> {
    let chosen = bout(wrestlers, levels, seed);
    let labels = Labels::default();
    let mut fight = Fight::open(content, chosen, false, &labels)?;
    let setup = format!("{} {} {seed}", wrestlers[0].prefab(), wrestlers[1].prefab());
    let mut recording = Recording::new(&fight.stage, TickRate::Hz30, EVERY, setup);
    let mut cheered = 0;
    while cheered < CHEER {
        let controls = fight.fighter_controls(&[Controls::IDLE; PLAYERS]);
        fight.ring.tick(&mut fight.stage, &controls, &labels);
        recording.note(&controls, &mut fight.stage);
        cheered += u32::from(fight.ring.winner().is_some());
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
        let found = &recording.setup;
        Error::game(format!("expected a record of two robots and a seed, such as `tin kabuto 7`, found `{found}`"))
    })?;
    Ok(bout([left, right], [Level::Hard; 2], seed))
}

/// Returns the bout that records hold.
fn bout(wrestlers: [Wrestler; 2], levels: [Level; 2], seed: u64) -> Match {
    Match { mode: Mode::Versus, wrestlers, players: levels.map(Player::Computer), tray: Tray::Tin, wins: 2, seed }
}
