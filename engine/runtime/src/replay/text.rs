//! Recordings as text.

use std::fmt;

use crate::controls::{Buttons, Controls, PLAYERS, Stick};
use serde::Deserialize;

use super::{Recording, Run, VERSION, longest};
use crate::assets::AssetPath;
use crate::error::{Error, Result};
use crate::language::Language;
use crate::ron_text::{FieldFault, SceneFault, Step, locate, parse};
use crate::tick_rate::TickRate;

/// Hexadecimal digits of a state digest.
const DIGITS: usize = 8;

impl Recording {
    /// Parses a recording. `path` is for messages.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn from_text(path: &str, text: &str) -> Result<Self> {
        let file: File = parse(text).map_err(|(at, fault)| Error::text(path, at, fault))?;
        file.check().map_err(|(steps, fault)| Error::text(path, locate(text, &steps).0, fault))
    }
}

/// The text of a recording.
impl fmt::Display for Recording {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        writeln!(text, "// A replay. Its game plays it again with `--replay FILE`, and compares.")?;
        writeln!(
            text,
            "(\n    version: {},\n    scene: {:?},\n    seed: {},",
            self.version,
            self.scene.as_str(),
            self.seed
        )?;
        if !self.setup.is_empty() {
            writeln!(text, "    setup: {:?},", self.setup)?;
        }
        if let Some(language) = self.language {
            writeln!(text, "    language: \"{language}\",")?;
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    scene: String,
    seed: u64,
    #[serde(default)]
    setup: String,
    language: Option<String>,
    #[serde(default = "usual_rate")]
    rate: u32,
    /// Milliseconds of a tick, in place of `rate`.
    millis: Option<u32>,
    every: u32,
    ticks: u64,
    runs: Vec<(u32, Vec<Player>)>,
    #[serde(default)]
    states: String,
    #[serde(default)]
    pictures: Vec<u64>,
}

fn usual_rate() -> u32 {
    TickRate::default().per_second()
}

/// Held, pressed, left stick, right stick.
type Player = (u32, u32, (i8, i8), (i8, i8));

impl File {
    fn check(self) -> std::result::Result<Recording, FieldFault> {
        let range = |field, expected: &'static str, found: u64| {
            Err((vec![Step::Field(field)], SceneFault::range(field, expected, found)))
        };
        if !(1..=VERSION).contains(&self.version) {
            return range("version", "1 or 2", self.version.into());
        }
        let rate = match self.millis {
            Some(millis @ 5..=TickRate::LONGEST) => TickRate::millis(millis),
            Some(millis) => return range("millis", "5..=1000", millis.into()),
            None => match TickRate::ALL.into_iter().find(|rate| rate.per_second() == self.rate) {
                Some(rate) => rate,
                None => return range("rate", "15, 20, 30 or 60", self.rate.into()),
            },
        };
        let language =
            |tag: &str| Language::new(tag).ok_or_else(|| (vec![Step::Field("language")], SceneFault::no_language(tag)));
        let language = self.language.as_deref().map(language).transpose()?;
        if self.every == 0 {
            return range("every", "at least 1", 0);
        }
        if self.ticks > longest(rate) {
            return range("ticks", "at most four days", self.ticks);
        }
        let played: u64 = self.runs.iter().map(|(ticks, _)| u64::from(*ticks)).sum();
        if played != self.ticks {
            return range("runs", "as many ticks as `ticks` says", played);
        }
        let is_script = self.states.is_empty() && self.pictures.is_empty();
        if !is_script && self.states.len() as u64 != self.ticks * DIGITS as u64 {
            return range("states", "8 digits per tick", self.states.len() as u64);
        }
        if !is_script && self.pictures.len() as u64 != self.ticks / u64::from(self.every) {
            return range("pictures", "one every `every` ticks", self.pictures.len() as u64);
        }
        // A scene's own file may have a name that no path in a scene may have.
        let scene = AssetPath::of_text(&self.scene);
        let mut runs = Vec::with_capacity(self.runs.len());
        for (number, (ticks, players)) in self.runs.into_iter().enumerate() {
            if players.len() > PLAYERS {
                let steps = vec![Step::Field("runs"), Step::Item(number), Step::Item(1)];
                return Err((steps, SceneFault::range("players of a run", "at most 4", players.len())));
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
            language,
            rate,
            version: self.version,
            every: self.every,
            ticks: self.ticks,
            runs,
            states,
            pictures: self.pictures,
        })
    }
}
