//! Recordings as text.

use std::fmt;

use crate::controls::{Buttons, Controls, PLAYERS, Stick};
use keitai_formats::text::Position;
use serde::{Deserialize, Deserializer, de};

use super::{Recording, Run, VERSION, longest};
use crate::assets::AssetPath;
use crate::error::{Error, Result};
use crate::ron_text::list::List;
use crate::ron_text::number::{Within, within};
use crate::ron_text::parse_text;
use crate::tick_rate::TickRate;

/// Hexadecimal digits of a state digest.
const DIGITS: usize = 8;

impl Recording {
    /// Parses a recording. `path` is for messages.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn from_text(path: &str, text: &str) -> Result<Self> {
        let file: File = parse_text(text).map_err(|(at, fault)| Error::text(path, at, fault))?;
        let start = Position { line: 1, column: 1 };
        file.check().map_err(|message| Error::text(path, start, message.into()))
    }
}

impl fmt::Display for Recording {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        writeln!(text, "// A replay. Its game plays it again with `--replay FILE`, and compares.")?;
        writeln!(
            text,
            "(\n    version: {},\n    scene: {:?},\n    seed: {},",
            VERSION,
            self.scene.as_str(),
            self.seed
        )?;
        if !self.setup.is_empty() {
            writeln!(text, "    setup: {:?},", self.setup)?;
        }
        if self.rate != TickRate::default() {
            if TickRate::ALL.contains(&self.rate) {
                writeln!(text, "    rate: {},", self.rate.per_second())?;
            } else {
                writeln!(text, "    millis: {},", self.rate.thirds() / 3)?;
            }
        }
        writeln!(text, "    every: {},\n    ticks: {},\n    runs: [", self.every, self.ticks)?;
        for run in &self.runs {
            let count = run.controls.iter().rposition(|controls| !controls.is_idle()).map_or(0, |last| last + 1);
            write!(text, "        ({}, [", run.ticks)?;
            for (index, Controls { held, pressed, left, right }) in run.controls[..count].iter().enumerate() {
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "version", deserialize_with = "within::<{ VERSION as i64 }, { VERSION as i64 }, _, _>")]
    _version: u32,
    scene: String,
    seed: u64,
    #[serde(default)]
    setup: String,
    #[serde(default, deserialize_with = "rate")]
    rate: TickRate,
    /// In place of `rate`.
    millis: Option<Within<u32, 5, { TickRate::LONGEST as i64 }>>,
    #[serde(deserialize_with = "within::<1, { u32::MAX as i64 }, _, _>")]
    every: u32,
    ticks: u64,
    runs: Vec<(u32, List<Player, PLAYERS>)>,
    #[serde(default)]
    states: String,
    #[serde(default)]
    pictures: Vec<u64>,
}

/// Held, pressed, left stick, right stick.
type Player = (u32, u32, (i8, i8), (i8, i8));

fn rate<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<TickRate, D::Error> {
    let number = u32::deserialize(deserializer)?;
    let rate = TickRate::ALL.into_iter().find(|rate| rate.per_second() == number);
    rate.ok_or_else(|| de::Error::custom(format!("expected 15, 20, 30 or 60 ticks per second, found {number}")))
}

impl File {
    /// Returns the recording, or the message that its parts do not fit each other.
    fn check(self) -> std::result::Result<Recording, String> {
        let Self { scene, seed, setup, rate, millis, every, ticks, runs, states, pictures, .. } = self;
        let rate = millis.map_or(rate, |millis| TickRate::millis(millis.0));
        if ticks > longest(rate) {
            return Err(format!("ticks: expected at most four days, found {ticks}"));
        }
        let sum: u64 = runs.iter().map(|(ticks, _)| u64::from(*ticks)).sum();
        if sum != ticks {
            return Err(format!("runs: expected {ticks} ticks, found {sum}"));
        }
        let is_script = states.is_empty() && pictures.is_empty();
        if !is_script && states.len() as u64 != ticks * DIGITS as u64 {
            return Err(format!("states: expected {DIGITS} digits per tick, found {} digits", states.len()));
        }
        if !is_script && pictures.len() as u64 != ticks / u64::from(every) {
            return Err(format!("pictures: expected one every {every} ticks, found {}", pictures.len()));
        }
        let stick = |(x, y)| Stick { x, y };
        let run = |(ticks, List(players)): (u32, List<Player, PLAYERS>)| {
            let mut controls = [Controls::IDLE; PLAYERS];
            for (slot, (held, pressed, left, right)) in controls.iter_mut().zip(players) {
                let (held, pressed) = (Buttons(held), Buttons(pressed));
                *slot = Controls { held, pressed, left: stick(left), right: stick(right) };
            }
            Run { ticks, controls }
        };
        let runs = runs.into_iter().map(run).collect();
        let digits = states.as_bytes().chunks_exact(DIGITS);
        let state = |digits: &[u8]| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        let states = digits.map(state).collect::<Option<Vec<u32>>>().ok_or("states: expected hexadecimal digits")?;
        // A scene's own file may have a name that no path in a scene may have.
        let scene = AssetPath::of_text(&scene);
        Ok(Recording { scene, seed, setup, rate, every, ticks, runs, states, pictures })
    }
}
