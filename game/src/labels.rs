//! Names of the buttons on the players' devices, and the legends made of them. All screens use the same words.

use keitai::controls::{Button, Labels as Names, Maps, spelled};

/// The buttons of one player, as printed on the device, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Device {
    /// The direction keys or the stick: walks.
    pub walk: String,
    /// A: shoves and chooses.
    pub shove: String,
    /// B: braces and goes back.
    pub brace: String,
    /// X: dashes.
    pub dash: String,
    /// Y: winds.
    pub wind: String,
    /// Start: pauses.
    pub start: String,
}

/// The devices of both players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Labels {
    pub players: [Device; 2],
    /// The player whose half of the keyboard or pad was used last. Prompts for a single player name its buttons.
    pub used: usize,
}

impl Labels {
    /// The names on an English keyboard.
    pub fn keyboard() -> Self {
        Self { players: devices(&Names::keyboard(&Maps::default())), used: 0 }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.players[self.used]
    }

    /// Returns the legend of a page: how to choose and how to go back.
    pub(crate) fn page(&self) -> String {
        let Device { shove, brace, .. } = self.device();
        format!("{shove} CHOOSE   {brace} BACK")
    }

    /// Returns the moves of a single player in two lines of at most thirty letters.
    pub(crate) fn moves(&self) -> String {
        let Device { shove, brace, dash, wind, .. } = self.device();
        format!("{shove} SHOVE  {dash} DASH\n{brace} BRACE  {wind} WIND")
    }

    /// Returns a player's moves in four lines of at most fifteen letters.
    pub(crate) fn column(&self, player: usize) -> String {
        let Device { shove, brace, dash, wind, .. } = &self.players[player];
        format!("{shove} SHOVE\n{dash} DASH\n{brace} BRACE\n{wind} WIND")
    }
}

/// Returns the names of the buttons on both players' devices.
pub(crate) fn devices(names: &Names) -> [Device; 2] {
    [0, 1].map(|player| {
        let name = |button| spelled(names.prompt(player, button)).to_uppercase();
        Device {
            walk: names.directions(player).to_uppercase(),
            shove: name(Button::A),
            brace: name(Button::B),
            dash: name(Button::X),
            wind: name(Button::Y),
            start: name(Button::Start),
        }
    })
}
