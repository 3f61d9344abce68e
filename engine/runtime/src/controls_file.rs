//! Maps as RON text, for a file that players can edit:
//!
//! ```ron
//! (
//!     players: [
//!         (keys: {Up: [W], A: [Space, Enter], LeftStickUp: [I]}, pad: {A: B, B: A}, dead_zones: [12, 12, 25, 12]),
//!     ],
//!     pads: [1, 2, 3, 4],   // the player that holds the first pad, the second and so on
//! )
//! ```
//!
//! `keys` lists the keys for each control, `pad` the pad's button for each control, `dead_zones` those of the pad's sticks in percent: the
//! left one along x and y, the right one along x and y. Controls that are not listed keep the
//! program's defaults. Errors have line and column.

use std::fmt::Write;

use crate::controls::{Button, Key, MAX_DEAD_ZONE, Maps, PLAYERS, Target, WindowCommand};
use serde::{Deserialize, Deserializer, de};

use crate::error::{Error, Result};
use crate::ron_text::list::{List, Unique};
use crate::ron_text::number::Within;
use crate::ron_text::parse_text;

/// The most keys for one control: all keys.
const MAX_KEYS: usize = Key::ALL.len();

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    players: List<PlayerFile, PLAYERS>,
    /// Players, from 1.
    pads: List<Within<usize, 1, { PLAYERS as i64 }>, PLAYERS>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PlayerFile {
    keys: Unique<Target, List<GameKey, MAX_KEYS>>,
    pad: Unique<Button, Button>,
    dead_zones: List<Within<u8, 0, { MAX_DEAD_ZONE as i64 }>, 4>,
}

/// A key that is not reserved for the window.
struct GameKey(Key);

impl<'de> Deserialize<'de> for GameKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let key = Key::deserialize(deserializer)?;
        match WindowCommand::of_key(key) {
            Some(_) => Err(de::Error::custom(format!("`{}` is reserved for the window", key.name()))),
            None => Ok(Self(key)),
        }
    }
}

/// Parses maps. Controls that the text does not list are those of `defaults`. `path` is for messages.
///
/// # Errors
/// The first fault, with line and column.
pub fn parse(path: &str, text: &str, defaults: &Maps) -> Result<Maps> {
    let file: File = parse_text(text).map_err(|(at, fault)| Error::text(path, at, fault))?;
    let mut maps = defaults.clone();
    for (written, player) in file.players.0.into_iter().zip(&mut maps.players) {
        for (target, keys) in written.keys.0 {
            player.keys.set(target, &keys.0.iter().map(|key| key.0).collect::<Vec<_>>());
        }
        for (button, source) in written.pad.0 {
            player.pad.set(button, source);
        }
        for (Within(written), zone) in written.dead_zones.0.into_iter().zip(&mut player.pad.dead_zones) {
            *zone = written;
        }
    }
    for (Within(player), pad) in file.pads.0.into_iter().zip(&mut maps.pads) {
        *pad = player - 1;
    }
    Ok(maps)
}

/// Returns maps as text, with all controls. Keys that are reserved for the window are left out, and so are the keys of a phone for a
/// player who has none, also in `defaults`.
pub fn text(maps: &Maps, defaults: &Maps) -> String {
    let mut text = String::new();
    // Cannot fail: the writer is a string.
    let _ = write(maps, defaults, &mut text);
    text
}

fn write(maps: &Maps, defaults: &Maps, text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "// Keys and pad buttons of all players. The controls screen (F2) writes this file; you can edit it too."
    )?;
    writeln!(
        text,
        "// Controls that are not listed have the program's defaults. Delete the file to reset all controls."
    )?;
    writeln!(text, "(\n    players: [")?;
    for (number, (player, default)) in (1..).zip(maps.players.iter().zip(&defaults.players)) {
        writeln!(text, "        // Player {number}: the keys for each control.")?;
        writeln!(text, "        (\n            keys: {{")?;
        let phone = player.keys.0.iter().chain(&default.keys.0).any(|(_, target)| target.is_of_phone());
        for target in Target::ALL.iter().filter(|target| phone || !target.is_of_phone()) {
            let keys = player.keys.keys(*target).filter(|key| WindowCommand::of_key(*key).is_none());
            let keys: Vec<&str> = keys.map(Key::name).collect();
            writeln!(text, "                {}: [{}],", target.name(), keys.join(", "))?;
        }
        writeln!(text, "            }},\n            // The button of the pad for each control.\n            pad: {{")?;
        for button in Button::ALL {
            let name = |button| Target::Button(button).name();
            writeln!(text, "                {}: {},", name(button), name(player.pad.source(button)))?;
        }
        let [left_x, left_y, right_x, right_y] = player.pad.dead_zones;
        writeln!(
            text,
            "            }},\n            // Percent of the way at which a stick is at rest: left x and y, right x and y."
        )?;
        writeln!(text, "            dead_zones: [{left_x}, {left_y}, {right_x}, {right_y}],\n        ),")?;
    }
    let pads: Vec<String> = maps.pads.iter().map(|player| (player + 1).to_string()).collect();
    writeln!(text, "    ],\n    // The player that holds the first pad, the second and so on.")?;
    writeln!(text, "    pads: [{}],\n)", pads.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::KeyMap;

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
        maps.players[1].pad.dead_zones = [0, 12, 27, 60];
        let defaults = Maps::default();
        let written = text(&maps, &defaults);
        assert_eq!(text(&parse("a", &written, &defaults).unwrap(), &defaults), written);
        assert_eq!(parse("a", &written, &defaults).unwrap().players[1].pad, maps.players[1].pad);
        assert!(written.lines().all(|line| line.len() < 120));

        let defaults = Maps::single(KeyMap(vec![(Key::Q, Target::Button(Button::Soft1))]));
        let none = Maps::single(KeyMap::default());
        assert_eq!(parse("a", &text(&none, &defaults), &defaults).unwrap(), none, "a player who removed the only key");
    }

    #[test]
    fn defaults_with_every_key_for_a_control_give_a_file_that_is_read() {
        let all =
            |keys: &[Key]| Maps::single(KeyMap(keys.iter().map(|key| (*key, Target::Button(Button::A))).collect()));
        let free: Vec<Key> = Key::ALL.iter().copied().filter(|key| WindowCommand::of_key(*key).is_none()).collect();
        let defaults = all(Key::ALL);
        assert_eq!(parse("a", &text(&defaults, &defaults), &defaults).unwrap(), all(&free));
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
        assert!(wrong("(players: [(), (keys: {Up: [W, F2]})])").0.ends_with(": `F2` is reserved for the window"));
        assert!(wrong("(players: [(keys: {Up: [W], Up: [S]})])").0.contains("is defined twice"));
        assert_eq!(wrong("(pads: [1, 5])").0, "play.ron:1:12: expected 1..=4, found 5");
        assert!(wrong("(players: [(dead_zones: [61])])").0.ends_with("expected 0..=60, found 61"));
        assert!(wrong("(pads: [1, 1, 1, 1, 1])").0.ends_with("expected at most 4 items"));
        let keys = ["A"; MAX_KEYS + 1].join(", ");
        let most = format!("expected at most {MAX_KEYS} items");
        assert!(wrong(&format!("(players: [(keys: {{Up: [{keys}]}})])")).0.ends_with(&most));
    }
}
