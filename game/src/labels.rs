//! What the buttons are called on the devices in the players' hands.

/// The buttons of one player, as they are printed on the device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Device {
    /// A: shoves, and says yes.
    pub shove: String,
    /// B: braces, and says no.
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
    /// Yes, on what the first player holds.
    pub(crate) fn yes(&self) -> String {
        self.players[0].shove.to_uppercase()
    }

    /// What begins.
    pub(crate) fn start(&self) -> String {
        self.players[0].start.to_uppercase()
    }

    /// No.
    pub(crate) fn no(&self) -> String {
        self.players[0].brace.to_uppercase()
    }

    /// What the buttons do in a fight, in two lines of at most thirty letters: all of one player, or a line for each.
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
