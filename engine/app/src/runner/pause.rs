//! Pauses, pads that come and go, and the notice while no ticks come.

use keitai_runtime::controls::{Button, Labels, PLAYERS, WindowCommand};

use super::{Mode, Runner};
use crate::desktop::PadNotice;
use crate::window::Window;

impl<W: Window> Runner<W> {
    pub(super) fn tell_pad(&mut self, notice: &PadNotice) {
        match notice {
            PadNotice::Plugged { pad, name } => {
                let lines = [Some(format!("pad {}: {name}", pad + 1)), quit(&self.window.devices().labels())];
                self.tell(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"));
            }
            PadNotice::Unplugged { pad } => {
                let waits = match self.mode {
                    Mode::Free(_) => self.info.waits_for_pads,
                    Mode::Record(_) => true,
                    Mode::Replay(_) => false,
                };
                self.lost_pad = (!waits).then_some(*pad);
                if waits && self.waiting != Waiting::Paused {
                    self.set_waiting(Waiting::LostPad(*pad));
                } else {
                    self.messages.tell(format!("pad {} was unplugged", pad + 1));
                }
            }
        }
        self.redraw = true;
    }

    /// Forgets what was pressed since the last tick. Held keys and buttons stay held.
    pub(super) fn drop_presses(&mut self) {
        let devices = self.window.devices();
        let _ = (devices.take_controls(), devices.take_mouse());
    }

    pub(super) fn set_waiting(&mut self, waiting: Waiting) {
        if waiting == Waiting::No {
            self.drop_presses();
        }
        self.waiting = waiting;
        self.clock.set_paused(waiting != Waiting::No);
    }
}

/// Why no ticks come, apart from the controls screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Waiting {
    /// The game runs.
    #[default]
    No,
    Paused,
    /// A pad was unplugged, counted from 0.
    LostPad(usize),
}

impl Waiting {
    /// Returns the text that the user sees meanwhile.
    pub(crate) fn notice(self, labels: &Labels) -> Option<String> {
        match self {
            Self::No => None,
            Self::Paused => Some(match labels.pad().filter(|_| !labels.by_key) {
                None => "paused: F5 to resume, F6 for one tick".to_owned(),
                Some(pad) => {
                    let chord = |command: WindowCommand| command.chord().map_or("", |button| pad.label(button));
                    let (stick, resume) = (pad.label(Button::L3), chord(WindowCommand::Pause));
                    format!(
                        "paused: {stick} + {resume} to resume, {stick} + {} for one tick",
                        chord(WindowCommand::Step)
                    )
                }
            }),
            Self::LostPad(pad) => {
                let start =
                    (0..PLAYERS).map(|player| labels.prompt(player, Button::Start)).find(|name| !name.is_empty());
                let start = start.map_or_else(String::new, |name| format!(" ({name})"));
                Some(format!("pad {} was unplugged: press Start{start} to resume", pad + 1))
            }
        }
    }
}

/// Returns the line about the buttons that quit, while a pad is plugged in. Pages of a browser are closed otherwise.
pub(crate) fn quit(labels: &Labels) -> Option<String> {
    let pad = labels.pad().filter(|_| cfg!(not(target_family = "wasm")))?;
    Some(format!("{} + {}: quit", pad.label(Button::Start), pad.label(Button::Select)))
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Maps, PadKind};

    use super::*;

    #[test]
    fn a_player_without_a_pad_is_told_which_button_to_press() {
        let maps = Maps::default();
        let none = Labels { by_key: false, ..Labels::keyboard(&maps) };
        let notice = Waiting::LostPad(1).notice(&none);
        assert_eq!(notice.as_deref(), Some("pad 2 was unplugged: press Start (Enter) to resume"));
        let other = Labels { pads: [Some(PadKind::Switch), None, None, None], last: Some(0), ..none };
        let notice = Waiting::LostPad(1).notice(&other);
        assert_eq!(notice.as_deref(), Some("pad 2 was unplugged: press Start (+) to resume"));
        assert_eq!(Waiting::No.notice(&other), None);
        let paused = Waiting::Paused.notice(&other);
        assert_eq!(paused.as_deref(), Some("paused: LS + B to resume, LS + D-right for one tick"));
        let typed = Waiting::Paused.notice(&Labels { by_key: true, ..other });
        assert_eq!(typed.as_deref(), Some("paused: F5 to resume, F6 for one tick"));
        assert_eq!([quit(&none), quit(&other)], [None, Some("+ + -: quit".to_owned())]);
    }
}
