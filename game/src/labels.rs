//! Names of the buttons on the players' devices, and the legends made of them. All screens use the same words.

/// The buttons of one player, as printed on the device.
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
    pub(crate) fn device(&self) -> &Device {
        &self.players[self.used]
    }

    pub(crate) fn start(&self) -> String {
        self.device().start.to_uppercase()
    }

    /// Returns the legend of a page: how to choose and how to go back.
    pub(crate) fn page(&self) -> String {
        let Device { shove, brace, .. } = self.device();
        format!("{shove} CHOOSE   {brace} BACK").to_uppercase()
    }

    /// Returns the moves of a single player in two lines of at most thirty letters.
    pub(crate) fn moves(&self) -> String {
        let Device { shove, brace, dash, wind, .. } = self.device();
        format!("{shove} SHOVE  {dash} DASH\n{brace} BRACE  {wind} WIND").to_uppercase()
    }

    /// Returns a player's moves in four lines of at most fifteen letters.
    pub(crate) fn column(&self, player: usize) -> String {
        let Device { shove, brace, dash, wind, .. } = &self.players[player];
        format!("{shove} SHOVE\n{dash} DASH\n{brace} BRACE\n{wind} WIND").to_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legends_fit_on_the_screen() {
        let long = Device {
            shove: "Cross".into(),
            brace: "Circle".into(),
            dash: "Square".into(),
            wind: "Triangle".into(),
            start: "Options".into(),
            walk: "Stick".into(),
        };
        let labels = Labels { players: [long.clone(), long], used: 1 };
        let fits = |text: String, letters| text.lines().all(|line| line.chars().count() <= letters);
        assert!(fits(labels.moves(), 30) && fits(labels.page(), 30));
        assert!(fits(labels.column(0), 15));
    }
}
