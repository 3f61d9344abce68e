//! Replays: the scene, the seed, the controls of every tick, and digests of the results.
//!
//! There is a 32-bit digest of the state for every tick, and a digest of the picture for every `every`-th tick. Playing the
//! controls again must give the same digests. The text is RON:
//!
//! ```ron
//! (version: 1, scene: "scenes/versus.ron", seed: 0, every: 30, ticks: 61,
//!  runs: [(60, [(0x0001, 0x0000, (0, 0), (0, 0))]), (1, [])],   // ticks, and per player: held, pressed, left, right stick
//!  states: "5f0a..", pictures: [0x1234567890abcdef, 0xfedcba0987654321])
//! ```

use std::fmt::Write;

use keitai_controls::{Buttons, Controls, PLAYERS, Stick};
use keitai_render::Framebuffer;
use serde::Deserialize;

use crate::assets::AssetPath;
use crate::error::{Error, Result};
use crate::random::Random;
use crate::scene::{SceneFault, parse};
use crate::stage::{Stage, TICK_RATE};

/// The longest replay, ticks: four days.
const MAX_TICKS: u64 = 4 * 24 * 3600 * TICK_RATE as u64;
/// Hexadecimal digits of a state digest.
const DIGITS: usize = 8;

/// A recorded play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// The scene.
    pub scene: AssetPath,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The game's own settings of the play, in a format of the game.
    pub setup: String,
    /// Number of ticks between two digests of pictures.
    every: u32,
    runs: Vec<Run>,
    states: Vec<u32>,
    pictures: Vec<u64>,
}

/// Consecutive ticks with the same controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    ticks: u32,
    controls: [Controls; PLAYERS],
}

/// The first difference between a play and its recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The first tick that differs, from 1.
    pub tick: u64,
    /// Whether only the picture differs. The cause may be anywhere since the last picture that was equal.
    pub picture_only: bool,
    /// The picture of the tick in this play.
    pub picture: Framebuffer,
}

impl Recording {
    /// Returns the number of ticks.
    pub fn ticks(&self) -> u64 {
        self.states.len() as u64
    }

    /// Iterates over the controls of each tick.
    pub fn controls(&self) -> impl Iterator<Item = &[Controls; PLAYERS]> {
        self.runs.iter().flat_map(|run| std::iter::repeat_n(&run.controls, run.ticks as usize))
    }

    /// Plays the recording on a newly opened stage of its scene. `tick` advances the stage as the recorded game did, for
    /// instance with [`Stage::tick`].
    ///
    /// # Errors
    /// The first tick that differs.
    pub fn verify(
        &self,
        stage: &mut Stage,
        mut tick: impl FnMut(&mut Stage, &[Controls]),
    ) -> std::result::Result<(), Box<Difference>> {
        stage.random = Random::new(self.seed);
        for (number, controls) in (1..).zip(self.controls()) {
            tick(stage, controls);
            self.compare(number, stage)?;
        }
        Ok(())
    }

    /// Compares a stage with the record, after tick `number` counted from 1. Ticks beyond the record are equal.
    ///
    /// # Errors
    /// When the world or the picture differs.
    pub fn compare(&self, number: u64, stage: &mut Stage) -> std::result::Result<(), Box<Difference>> {
        let at = |list: u64| usize::try_from(list).ok()?.checked_sub(1);
        let state = at(number).and_then(|at| self.states.get(at));
        let same_state = state.is_none_or(|state| *state == state_of(stage));
        let due = number.is_multiple_of(self.every.into());
        let digest = at(number / u64::from(self.every)).and_then(|at| self.pictures.get(at)).filter(|_| due);
        if same_state && digest.is_none() {
            return Ok(());
        }
        let mut picture = stage.framebuffer();
        stage.draw(&mut picture);
        if same_state && digest == Some(&picture.digest()) {
            return Ok(());
        }
        Err(Box::new(Difference { tick: number, picture_only: same_state, picture }))
    }

    /// Parses a recording. `path` is for messages.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn from_text(path: &str, text: &str) -> Result<Self> {
        let error = |line, column, fault| Error::Text { path: path.to_owned(), line, column, fault: Box::new(fault) };
        let file: File = parse(text).map_err(|(at, fault)| error(at.line, at.column, fault))?;
        file.check().map_err(|fault| error(1, 1, fault))
    }

    /// Returns the recording as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Cannot fail: the writer is a string.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "// A replay. `keitai play SCENE --replay FILE` plays it again and compares.")?;
        writeln!(text, "(\n    version: 1,\n    scene: \"{}\",\n    seed: {},", self.scene, self.seed)?;
        if !self.setup.is_empty() {
            writeln!(text, "    setup: {:?},", self.setup)?;
        }
        writeln!(text, "    every: {},\n    ticks: {},\n    runs: [", self.every, self.states.len())?;
        for run in &self.runs {
            let used = run.controls.iter().rposition(|controls| !controls.is_idle()).map_or(0, |last| last + 1);
            write!(text, "        ({}, [", run.ticks)?;
            for (index, Controls { held, pressed, left, right }) in run.controls[..used].iter().enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                write!(text, "{comma}(0x{:04x}, 0x{:04x}, ", held.0, pressed.0)?;
                write!(text, "({}, {}), ({}, {}))", left.x, left.y, right.x, right.y)?;
            }
            writeln!(text, "]),")?;
        }
        write!(text, "    ],\n    states: \"")?;
        for state in &self.states {
            write!(text, "{state:08x}")?;
        }
        write!(text, "\",\n    pictures: [")?;
        for picture in &self.pictures {
            write!(text, "\n        0x{picture:016x},")?;
        }
        writeln!(text, "\n    ],\n)")
    }
}

/// Records a play while it runs.
#[derive(Debug)]
pub struct Recorder {
    recording: Recording,
    picture: Framebuffer,
}

impl Recorder {
    /// Starts a recording before the first tick of a stage, with a picture's digest every `every` ticks. `setup` becomes
    /// [`Recording::setup`].
    pub fn new(stage: &Stage, every: u32, setup: impl Into<String>) -> Self {
        let recording = Recording {
            scene: stage.scene().path.clone(),
            seed: stage.scene().seed,
            setup: setup.into(),
            every: every.max(1),
            runs: Vec::new(),
            states: Vec::new(),
            pictures: Vec::new(),
        };
        Self { recording, picture: stage.framebuffer() }
    }

    /// Records a tick that has just passed. Ticks beyond four days are not recorded.
    pub fn note(&mut self, controls: &[Controls], stage: &mut Stage) {
        let record = &mut self.recording;
        if record.ticks() >= MAX_TICKS {
            return;
        }
        let mut all = [Controls::IDLE; PLAYERS];
        all.iter_mut().zip(controls).for_each(|(own, controls)| *own = *controls);
        match record.runs.last_mut() {
            Some(run) if run.controls == all => run.ticks += 1,
            _ => record.runs.push(Run { ticks: 1, controls: all }),
        }
        record.states.push(state_of(stage));
        if record.ticks().is_multiple_of(record.every.into()) {
            stage.draw(&mut self.picture);
            record.pictures.push(self.picture.digest());
        }
    }

    /// Returns the recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
}

/// Returns the upper half of the state digest.
fn state_of(stage: &Stage) -> u32 {
    (stage.digest() >> 32) as u32
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    scene: String,
    seed: u64,
    #[serde(default)]
    setup: String,
    every: u32,
    ticks: u64,
    runs: Vec<(u32, Vec<Player>)>,
    states: String,
    pictures: Vec<u64>,
}

/// Held, pressed, left stick, right stick.
type Player = (u16, u16, (i8, i8), (i8, i8));

impl File {
    fn check(self) -> std::result::Result<Recording, SceneFault> {
        let range = |field, expected, found: u64| {
            Err(SceneFault::Range { field, expected, found: i64::try_from(found).unwrap_or(i64::MAX) })
        };
        if self.version != 1 {
            return range("version", "1", self.version.into());
        }
        if self.every == 0 {
            return range("every", "at least 1", 0);
        }
        if self.ticks > MAX_TICKS {
            return range("ticks", "at most four days", self.ticks);
        }
        let played: u64 = self.runs.iter().map(|(ticks, _)| u64::from(*ticks)).sum();
        if played != self.ticks {
            return range("runs", "as many ticks as `ticks` says", played);
        }
        if self.states.len() as u64 != self.ticks * DIGITS as u64 {
            return range("states", "8 digits per tick", self.states.len() as u64);
        }
        if self.pictures.len() as u64 != self.ticks / u64::from(self.every) {
            return range("pictures", "one every `every` ticks", self.pictures.len() as u64);
        }
        let scene = AssetPath::new(&self.scene).map_err(|error| SceneFault::Asset(Box::new(error)))?;
        let mut runs = Vec::with_capacity(self.runs.len());
        for (ticks, players) in self.runs {
            if players.len() > PLAYERS {
                return range("players of a run", "at most 4", players.len() as u64);
            }
            let mut controls = [Controls::IDLE; PLAYERS];
            for (own, (held, pressed, left, right)) in controls.iter_mut().zip(players) {
                let stick = |(x, y)| Stick { x, y };
                let (held, pressed) = (Buttons(held), Buttons(pressed));
                *own = Controls { held, pressed, left: stick(left), right: stick(right) };
            }
            runs.push(Run { ticks, controls });
        }
        let digits = self.states.as_bytes().chunks_exact(DIGITS);
        let state = |digits: &[u8]| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        let Some(states) = digits.map(state).collect::<Option<Vec<u32>>>() else {
            return range("states", "hexadecimal digits", self.states.len() as u64);
        };
        Ok(Recording {
            scene,
            seed: self.seed,
            setup: self.setup,
            every: self.every,
            runs,
            states,
            pictures: self.pictures,
        })
    }
}
