//! The input of a game in one tick.

use keitai_runtime::controls::{Button, Controls, Labels, Mouse, PLAYERS, WindowCommand};

/// The input of a game in one tick.
///
/// Records hold the controls alone. While one is written or replayed, and without a window, everything else has its default, so
/// that a play and its pictures do not depend on a device.
#[derive(Debug, Clone, Default)]
pub struct TickInput<'a> {
    /// The controls of each player. When several ticks are due at once, a press is in those of the first.
    pub controls: [Controls; PLAYERS],
    /// The mouse over the picture; the same as [`Stage::mouse`](keitai_runtime::Stage::mouse) of the current scene.
    pub mouse: Mouse,
    /// The names of keys and buttons on the devices in use. Without them a game shows the names of its default keys.
    pub labels: Option<Labels<'a>>,
    /// The volume, 0..=100, 0 while the sound is off. A page of options changes it with [`WindowCommand::Volume`].
    pub volume: Option<u8>,
    /// The window lost the keyboard since the last tick, or the controls screen was opened: a game that moves pauses.
    pub focus_lost: bool,
    /// The pad that was unplugged since the last tick, counted from 0; for games that
    /// [wait for it themselves](crate::GameInfo::waits_for_pads).
    pub lost_pad: Option<usize>,
}

impl TickInput<'_> {
    /// Returns the input of a tick in which the players do this and nothing else happens.
    pub fn new(controls: [Controls; PLAYERS]) -> Self {
        Self { controls, ..Self::default() }
    }

    /// Returns the window command of a pad without a chord: Start and Select of one player together quit, the right stick
    /// pushed in takes a screenshot.
    pub fn pad_command(&self) -> Option<WindowCommand> {
        if self.controls.iter().any(Controls::quits) {
            return Some(WindowCommand::Quit);
        }
        self.controls.iter().any(|player| player.pressed(Button::R3)).then_some(WindowCommand::Screenshot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pad_quits_and_takes_screenshots() {
        let pads = |controls: [Controls; PLAYERS]| TickInput::new(controls).pad_command();
        let pad = |held: &[Button], pressed: &[Button]| {
            let (held, pressed) = (held.iter().copied().collect(), pressed.iter().copied().collect());
            let second = Controls { held, pressed, ..Controls::IDLE };
            pads([Controls::IDLE, second, Controls::IDLE, Controls::IDLE])
        };
        assert_eq!(pad(&[Button::Start, Button::Select], &[]), Some(WindowCommand::Quit));
        assert_eq!(pad(&[Button::R3], &[Button::R3]), Some(WindowCommand::Screenshot));
        assert_eq!((pad(&[Button::R3], &[]), pad(&[Button::Start], &[Button::Start])), (None, None));
        let [start, select] = [Button::Start, Button::Select].map(Controls::press);
        assert_eq!(pads([start, select, Controls::IDLE, Controls::IDLE]), None, "two players");
    }
}
