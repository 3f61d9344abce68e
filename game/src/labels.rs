//! Names of the buttons on the players' devices.

/// The buttons of one player, as printed on the device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Device {
    /// A: shoves and confirms.
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
    /// By player.
    pub players: [Device; 2],
}

impl Labels {
    /// Returns the first player's button that confirms.
    pub(crate) fn yes(&self) -> String {
        self.players[0].shove.to_uppercase()
    }

    /// Returns the first player's Start.
    pub(crate) fn start(&self) -> String {
        self.players[0].start.to_uppercase()
    }

    /// Returns the first player's button that goes back.
    pub(crate) fn no(&self) -> String {
        self.players[0].brace.to_uppercase()
    }

    /// Returns the legend of a fight in two lines of at most thirty characters: both lines for one player, or one for each.
    pub(crate) fn fight(&self, both: bool) -> [String; 2] {
        let [one, two] = &self.players;
        let lines = if both {
            [one, two].map(|d| format!("{} PUSH {} DASH {} HOLD {} WIND", d.shove, d.dash, d.brace, d.wind))
        } else {
            [format!("{} SHOVE  {} DASH", one.shove, one.dash), format!("{} BRACE  {} WIND", one.brace, one.wind)]
        };
        lines.map(|line| line.to_uppercase())
    }
}
