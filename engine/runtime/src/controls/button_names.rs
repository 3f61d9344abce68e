//! Names of buttons in the texts of a game, as printed on the devices in use.

use super::{Button, Controls, Labels, Maps, PLAYERS, spelled};

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
