//! What players read on what they hold: legends and prompts that follow the devices and their maps.

use super::{Button, Maps, PLAYERS, PadKind, Target};

/// The lettering of everybody's devices at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Labels<'a> {
    /// How devices are read.
    pub maps: &'a Maps,
    /// Each player's pad: of several the one used last.
    pub pads: [Option<PadKind>; PLAYERS],
    /// The player whose pad was used last of all, while it is plugged in.
    pub last: Option<usize>,
    /// The keyboard was used after all pads.
    pub by_key: bool,
}

impl Labels<'_> {
    /// The lettering of the pad that was used last.
    pub fn pad(&self) -> Option<PadKind> {
        self.pads.get(self.last?).copied().flatten()
    }

    /// What is printed on what stands for `button` on a player's pad; `None` without one.
    pub fn pad_button(&self, player: usize, button: Button) -> Option<&'static str> {
        let kind = self.pads.get(player).copied().flatten()?;
        Some(kind.label(self.maps.players.get(player)?.pad.source(button)))
    }

    /// The names of a player's keys for `target`.
    pub fn keys(&self, player: usize, target: Target) -> impl Iterator<Item = &'static str> {
        self.maps.players.get(player).into_iter().flat_map(move |map| map.keys.keys(target)).map(|key| key.label())
    }

    /// What a player is told to press: on the pad, unless there is none or the keyboard is in use. Empty when nothing
    /// does it.
    pub fn prompt(&self, player: usize, button: Button) -> &'static str {
        let pad = self.pad_button(player, button);
        let key = self.keys(player, Target::Button(button)).next();
        if self.by_key { key.or(pad) } else { pad.or(key) }.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_follow_pad_keyboard_and_maps() {
        let mut maps = Maps::default();
        maps.give_button(1, Button::A, Button::X);
        let pads = [None, Some(PadKind::PlayStation), None, None];
        let labels = Labels { maps: &maps, pads, last: Some(1), by_key: false };
        assert_eq!(labels.pad(), Some(PadKind::PlayStation));
        assert_eq!([0, 1, 2, 9].map(|player| labels.prompt(player, Button::A)), ["Space", "Square", "", ""]);
        assert_eq!(Labels { by_key: true, ..labels }.prompt(1, Button::A), "F");
        assert_eq!(Labels { last: None, ..labels }.pad(), None);
    }
}
