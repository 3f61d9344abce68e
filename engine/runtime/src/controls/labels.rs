//! Names of keys and pad buttons for legends, prompts and the texts of a game. They follow the devices and their maps.

use super::{Button, Controls, Layout, Maps, PLAYERS, PadKind, Target};

/// The names on all players' devices.
#[derive(Debug, Clone, Copy)]
pub struct Labels<'a> {
    /// The maps of the devices.
    pub maps: &'a Maps,
    /// The layout of the keyboard.
    pub layout: &'a Layout,
    /// The kind of each player's pad; of several pads the one used last.
    pub pads: [Option<PadKind>; PLAYERS],
    /// The player whose pad was used last, while the pad is plugged in.
    pub last: Option<usize>,
    /// Whether the keyboard was used after all pads.
    pub by_key: bool,
}

impl<'a> Labels<'a> {
    /// The names on an English keyboard, without pads.
    pub fn keyboard(maps: &'a Maps) -> Self {
        Self { maps, layout: Layout::ENGLISH, pads: [None; PLAYERS], last: None, by_key: true }
    }

    /// Returns the kind of the pad that was used last.
    pub fn pad(&self) -> Option<PadKind> {
        self.pads.get(self.last?).copied().flatten()
    }

    /// Returns the name of the pad button for a player's `button`; `None` without a pad.
    pub(crate) fn pad_button(&self, player: usize, button: Button) -> Option<&'static str> {
        let kind = self.pads.get(player).copied().flatten()?;
        Some(kind.label(self.maps.players.get(player)?.pad.source(button)))
    }

    /// Returns the names of a player's keys for `target`.
    pub fn keys(&self, player: usize, target: Target) -> impl Iterator<Item = &'static str> {
        let layout = self.layout;
        self.maps
            .players
            .get(player)
            .into_iter()
            .flat_map(move |map| map.keys.keys(target))
            .map(|key| layout.label(key))
    }

    /// Returns the name of the pad button or key to press for `button`: the key when there is no pad or the keyboard is in
    /// use. Empty when the button has neither.
    pub fn prompt(&self, player: usize, button: Button) -> &'static str {
        let pad = self.pad_button(player, button);
        let key = self.keys(player, Target::Button(button)).next();
        if self.by_key { key.or(pad) } else { pad.or(key) }.unwrap_or_default()
    }

    /// Returns the name of a player's four direction keys, such as "Arrows" or "W A S D", or "Stick" while a pad is in use.
    pub fn directions(&self, player: usize) -> String {
        let ways = [Button::Up, Button::Left, Button::Down, Button::Right].map(|way| self.prompt(player, way));
        match ways {
            _ if !self.by_key && self.pads.get(player).copied().flatten().is_some() => "Stick".to_owned(),
            ["Up", "Left", "Down", "Right"] => "Arrows".to_owned(),
            _ if ways.iter().all(|way| way.chars().count() == 1) => spelled(&ways.join(" ")),
            _ => "Direction keys".to_owned(),
        }
    }
}

/// Returns a text with words for the keys whose signs the letters of many games lack, such as "Dot" for ".".
pub fn spelled(text: &str) -> String {
    let key = |word: &str| match word {
        ";" => "Semi".to_owned(),
        "." => "Dot".to_owned(),
        "," => "Comma".to_owned(),
        _ => word.replace('[', "LBrack").replace(']', "RBrack").replace('\\', "BSlash").replace('`', "Grave"),
    };
    text.split(' ').map(key).collect::<Vec<_>>().join(" ")
}

/// The names on the devices of all players, for texts such as `PRESS {A} TO JUMP`. They are in capitals, which the letters of every
/// game have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ButtonNames {
    devices: [Device; PLAYERS],
    /// The player whose device was used last. [`Self::fill`] names its buttons.
    pub used: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Device {
    is_pad: bool,
    /// Words of texts, and the names that take their places.
    words: Vec<(String, String)>,
}

impl Default for ButtonNames {
    /// The names on an English keyboard.
    fn default() -> Self {
        Self { devices: devices(&Labels::keyboard(&Maps::default())), used: 0 }
    }
}

fn devices(labels: &Labels) -> [Device; PLAYERS] {
    std::array::from_fn(|player| {
        let name = |button| spelled(labels.prompt(player, button)).to_uppercase();
        let buttons = Button::ALL.map(|button| (format!("{{{button:?}}}"), name(button)));
        let directions = ("{Directions}".to_owned(), labels.directions(player).to_uppercase());
        Device {
            is_pad: !labels.by_key && labels.pads[player].is_some(),
            words: buttons.into_iter().chain([directions]).collect(),
        }
    })
}

impl ButtonNames {
    /// Takes over the names of a tick, if it has some, and the player of the first two that does something. Whoever plays alone may
    /// change the half of the keyboard at any time.
    pub fn follow(&mut self, labels: Option<&Labels>, controls: &[Controls; PLAYERS]) {
        if let Some(labels) = labels {
            self.devices = devices(labels);
        }
        self.used = [0, 1].into_iter().find(|player| controls[*player] != Controls::IDLE).unwrap_or(self.used);
    }

    /// Returns whether the names of a player are those of a pad.
    pub fn is_pad(&self, player: usize) -> bool {
        self.devices.get(player).is_some_and(|device| device.is_pad)
    }

    /// Returns a text with the names of buttons in place of `{A}`, `{Start}` and so on, and with the direction keys or the stick in
    /// place of `{Directions}`.
    ///
    /// ```
    /// use keitai_runtime::controls::ButtonNames;
    ///
    /// let text = ButtonNames::default().fill("{A} CHOOSE   {Directions} WALK");
    /// assert_eq!(text, "SPACE CHOOSE   ARROWS WALK");
    /// ```
    pub fn fill(&self, text: &str) -> String {
        self.fill_for(self.used, text)
    }

    /// Returns a text with the names on the device of a player.
    pub fn fill_for(&self, player: usize, text: &str) -> String {
        let words = self.devices.get(player).into_iter().flat_map(|device| &device.words);
        words.fold(
            text.to_owned(),
            |text, (word, name)| if text.contains(word) { text.replace(word, name) } else { text },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::Key;

    #[test]
    fn prompts_follow_pads_keyboard_and_maps() {
        let mut maps = Maps::default();
        maps.give_button(1, Button::A, Button::X);
        let pads = [None, Some(PadKind::PlayStation), None, None];
        let labels = Labels { pads, last: Some(1), by_key: false, ..Labels::keyboard(&maps) };
        assert_eq!(labels.pad(), Some(PadKind::PlayStation));
        assert_eq!([0, 1, 2, 9].map(|player| labels.prompt(player, Button::A)), ["Space", "Square", "", ""]);
        assert_eq!(Labels { by_key: true, ..labels }.prompt(1, Button::A), "F");
        assert_eq!(Labels { last: None, ..labels }.pad(), None);
    }

    #[test]
    fn directions_are_named_together_and_signs_have_words() {
        let mut maps = Maps::default();
        let labels = Labels::keyboard(&maps);
        assert_eq!([0, 1].map(|player| labels.directions(player)), ["Arrows", "W A S D"]);
        let pads = [Some(PadKind::Xbox), None, None, None];
        assert_eq!(Labels { pads, by_key: false, ..labels }.directions(0), "Stick");
        assert_eq!(Labels { pads, ..labels }.directions(0), "Arrows");
        maps.players[0].keys.set(Target::Button(Button::Up), &[Key::Space]);
        assert_eq!(Labels::keyboard(&maps).directions(0), "Direction keys");
        assert_eq!(spelled("jump: . ; [ K"), "jump: Dot Semi LBrack K");
    }
}
