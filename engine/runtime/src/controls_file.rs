//! Maps as RON text, for a file that players can edit:
//!
//! ```ron
//! (
//!     players: [
//!         (keys: {Up: [W], A: [Space, Enter], LeftStickUp: [I]}, pad: {A: B, B: A}),
//!     ],
//!     pads: [1, 2, 3, 4],   // the player that holds the first pad, the second and so on
//! )
//! ```
//!
//! `keys` lists the keys for each control, `pad` the pad's button for each control. Controls that are not listed keep the
//! program's defaults. Errors have line and column.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::controls::{Button, Key, Maps, PLAYERS, Target, WindowCommand};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::ron_text::unique::unique;
use crate::ron_text::{self, FieldFault, SceneFault, Step, locate};

/// The most keys for one control.
const MAX_KEYS: usize = 8;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    players: Vec<PlayerFile>,
    pads: Vec<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PlayerFile {
    #[serde(deserialize_with = "unique")]
    keys: BTreeMap<Target, Vec<Key>>,
    #[serde(deserialize_with = "unique")]
    pad: BTreeMap<Button, Button>,
}

/// Parses maps. Controls that the text does not list are those of `defaults`. `path` is for messages.
///
/// # Errors
/// The first fault, with line and column.
pub fn parse(path: &str, text: &str, defaults: &Maps) -> Result<Maps> {
    let file: File = ron_text::parse(text).map_err(|(at, fault)| Error::text(path, at, fault))?;
    file.over(defaults).map_err(|(steps, fault)| Error::text(path, locate(text, &steps).0, fault))
}

/// Returns maps as text, with all controls.
pub fn text(maps: &Maps) -> String {
    let mut text = String::new();
    // Cannot fail: the writer is a string.
    let _ = write(maps, &mut text);
    text
}

fn write(maps: &Maps, text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "// Keys and pad buttons of all players. The controls screen (F2) writes this file; you can edit it too."
    )?;
    writeln!(
        text,
        "// Controls that are not listed have the program's defaults. Delete the file to reset all controls."
    )?;
    writeln!(text, "(\n    players: [")?;
    for (number, player) in (1..).zip(&maps.players) {
        writeln!(text, "        // Player {number}: the keys for each control.")?;
        writeln!(text, "        (\n            keys: {{")?;
        let phone = player.keys.0.iter().any(|(_, target)| target.is_of_phone());
        for target in Target::ALL.iter().filter(|target| phone || !target.is_of_phone()) {
            let keys: Vec<&str> = player.keys.keys(*target).map(Key::name).collect();
            writeln!(text, "                {}: [{}],", target.name(), keys.join(", "))?;
        }
        writeln!(text, "            }},\n            // The button of the pad for each control.\n            pad: {{")?;
        for button in Button::ALL {
            let name = |button| Target::Button(button).name();
            writeln!(text, "                {}: {},", name(button), name(player.pad.source(button)))?;
        }
        writeln!(text, "            }},\n        ),")?;
    }
    let pads: Vec<String> = maps.pads.iter().map(|player| (player + 1).to_string()).collect();
    writeln!(text, "    ],\n    // The player that holds the first pad, the second and so on.")?;
    writeln!(text, "    pads: [{}],\n)", pads.join(", "))
}

impl File {
    fn over(self, defaults: &Maps) -> std::result::Result<Maps, FieldFault> {
        let mut maps = defaults.clone();
        for (field, count) in [("players", self.players.len()), ("pads", self.pads.len())] {
            if count > PLAYERS {
                let fault = SceneFault::range(field, "at most 4", count);
                return Err((vec![Step::Field(field), Step::Item(PLAYERS)], fault));
            }
        }
        for (number, (written, player)) in self.players.into_iter().zip(&mut maps.players).enumerate() {
            for (target, keys) in written.keys {
                let steps = |key: usize| {
                    let list = [Step::Field("players"), Step::Item(number), Step::Field("keys")];
                    [&list[..], &[Step::Field(target.name()), Step::Item(key)]].concat()
                };
                if keys.len() > MAX_KEYS {
                    return Err((steps(MAX_KEYS), SceneFault::range("keys", "at most 8", keys.len())));
                }
                if let Some(reserved) = keys.iter().position(|key| WindowCommand::of_key(*key).is_some()) {
                    return Err((steps(reserved), SceneFault::WindowKey { key: keys[reserved].name() }));
                }
                player.keys.set(target, &keys);
            }
            for (button, source) in written.pad {
                player.pad.set(button, source);
            }
        }
        for (number, (written, pad)) in self.pads.into_iter().zip(&mut maps.pads).enumerate() {
            if !(1..=PLAYERS).contains(&written) {
                let fault = SceneFault::range("player", "1..=4", written);
                return Err((vec![Step::Field("pads"), Step::Item(number)], fault));
            }
            *pad = written - 1;
        }
        Ok(maps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Maps> {
        parse("play.ron", text, &Maps::default())
    }

    #[track_caller]
    fn wrong(text: &str) -> (String, Option<String>) {
        let error = read(text).unwrap_err();
        (error.to_string(), error.hint())
    }

    #[test]
    fn maps_are_the_same_after_writing_and_parsing() {
        let mut maps = Maps::default();
        maps.give_key(3, Target::LeftStick(crate::controls::Direction::Up), Key::F);
        maps.give_button(1, Button::A, Button::B);
        maps.pads = [1, 0, 0, 3];
        let written = text(&maps);
        assert_eq!(text(&parse("a", &written, &Maps::default()).unwrap()), written);
        assert!(written.lines().all(|line| line.len() < 120));
    }

    #[test]
    fn controls_that_are_not_listed_keep_their_defaults() {
        assert_eq!(read("()").unwrap(), Maps::default());
        let maps = read("(players: [(), (keys: {A: [Space, W], Up: []}, pad: {A: B})], pads: [2])").unwrap();
        let keys = |target| maps.players[1].keys.keys(target).collect::<Vec<_>>();
        assert_eq!(keys(Target::Button(Button::A)), [Key::Space, Key::W]);
        assert_eq!(keys(Target::Button(Button::Up)), []);
        assert_eq!(keys(Target::Button(Button::B)), [Key::G]);
        assert_eq!(maps.players[1].pad.source(Button::A), Button::B);
        assert_eq!((maps.pads, &maps.players[0]), ([1, 1, 2, 3], &Maps::default().players[0]));
    }

    #[test]
    fn errors_have_a_place_and_a_hint() {
        let hint = |text: &str| Some(text.to_owned());
        assert_eq!(
            wrong("(players: [(keys: {Up: [Spce]})])"),
            ("play.ron:1:25: unknown name `Spce`".into(), hint("did you mean `Space`?"))
        );
        assert_eq!(
            wrong("(players: [\n(keys: {Upp: [W]})])"),
            ("play.ron:2:9: unknown name `Upp`".into(), hint("did you mean `Up`?"))
        );
        assert_eq!(wrong("(player: [])").0, "play.ron:1:2: unknown field `player`");
        assert_eq!(wrong("(players: [(), (keys: {Up: [W, F2]})])").0, "play.ron:1:32: `F2` is reserved for the window");
        assert_eq!(wrong("(players: [(keys: {Up: [W], Up: [S]})])").0, "play.ron:1:29: `Up` is defined twice");
        assert_eq!(wrong("(players: [(pad: {A: B, A: A})])").0, "play.ron:1:25: `A` is defined twice");
        assert_eq!(wrong("(pads: [1, 5])").0, "play.ron:1:12: player: expected 1..=4, found 5");
        assert_eq!(wrong("(pads: [1, 1, 1, 1, 1])").0, "play.ron:1:21: pads: expected at most 4, found 5");
        assert_eq!(
            wrong("(players: [(keys: {Up: [A, A, A, A, A, A, A, A, A]})])").0,
            "play.ron:1:49: keys: expected at most 8, found 9"
        );
        assert!(wrong(&"[".repeat(10_000)).0.ends_with("brackets nest deeper than 32"));
    }
}
