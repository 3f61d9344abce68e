//! Names of the buttons on the players' devices in texts. All screens use the same words.

use keitai::controls::{Button, Labels as Names, Maps, spelled};

/// Words of a text, and the buttons whose names take their places. `{walk}` is the direction keys or the stick.
const WORDS: [(&str, Button); 5] = [
    ("{shove}", Button::A),
    ("{brace}", Button::B),
    ("{dash}", Button::X),
    ("{wind}", Button::Y),
    ("{start}", Button::Start),
];

/// The names on one player's device, in capitals: of what walks, and of the buttons above.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Device {
    walk: String,
    buttons: [String; WORDS.len()],
}

/// The devices of both players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Labels {
    players: [Device; 2],
    /// The player whose half of the keyboard or pad was used last. Prompts for a single player name its buttons.
    pub used: usize,
}

impl Labels {
    /// The names on an English keyboard.
    pub fn keyboard() -> Self {
        let mut labels = Self::default();
        labels.read(&Names::keyboard(&Maps::default()));
        labels
    }

    /// Takes over the names of the devices in use.
    pub(crate) fn read(&mut self, names: &Names) {
        self.players = [0, 1].map(|player| Device {
            walk: names.directions(player).to_uppercase(),
            buttons: WORDS.map(|(_, button)| spelled(names.prompt(player, button)).to_uppercase()),
        });
    }

    /// Returns a text for a single player, with the names of the buttons.
    pub(crate) fn fill(&self, text: &str) -> String {
        self.fill_for(self.used, text)
    }

    fn fill_for(&self, player: usize, text: &str) -> String {
        let Device { walk, buttons } = &self.players[player];
        let text = text.replace("{walk}", walk);
        WORDS.iter().zip(buttons).fold(text, |text, ((word, _), name)| text.replace(word, name))
    }

    /// Returns the legend of a page: how to choose and how to go back.
    pub(crate) fn page(&self) -> String {
        self.fill("{shove} CHOOSE   {brace} BACK")
    }

    /// Returns the moves of a single player in two lines of at most thirty letters.
    pub(crate) fn moves(&self) -> String {
        self.fill("{shove} SHOVE  {dash} DASH\n{brace} BRACE  {wind} WIND")
    }

    /// Returns a player's moves in four lines of at most fifteen letters.
    pub(crate) fn column(&self, player: usize) -> String {
        self.fill_for(player, "{shove} SHOVE\n{dash} DASH\n{brace} BRACE\n{wind} WIND")
    }
}
