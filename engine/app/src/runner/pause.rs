//! Pauses, and pads that come and go.

use super::{Mode, Runner};
use crate::desktop::PadNotice;
use crate::waiting::{self, Waiting};
use crate::window::Window;

impl<W: Window> Runner<W> {
    pub(super) fn tell_pad(&mut self, notice: &PadNotice) {
        match notice {
            PadNotice::Plugged { pad, name } => {
                let lines = [Some(format!("pad {}: {name}", pad + 1)), waiting::quit(&self.window.labels())];
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
        let _ = (self.window.take_controls(), self.window.take_mouse());
    }

    pub(super) fn set_waiting(&mut self, waiting: Waiting) {
        if waiting == Waiting::No {
            self.drop_presses();
        }
        self.waiting = waiting;
        self.clock.set_paused(waiting != Waiting::No);
    }
}
