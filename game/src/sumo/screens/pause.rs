//! The pause: on, or back to the title.

use keitai_render::Canvas;
use keitai_render::Framebuffer;

use super::Menu;
use crate::lettering::{CREAM, GOLD, RED, centred};

/// A bout that stands still.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pause {
    leave: bool,
    /// Why, when it was not a player who asked.
    reason: Option<String>,
}

/// What comes of a tick in the pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    Stay,
    GoOn,
    Leave,
}

impl Pause {
    /// A pause that nobody asked for.
    pub(crate) fn because(reason: String) -> Self {
        Self { reason: Some(reason), ..Self::default() }
    }

    pub(crate) fn tick(&mut self, menu: &Menu) -> After {
        self.leave ^= menu.down() != 0;
        match (menu.yes(), menu.start() || menu.no(), self.leave) {
            (true, false, true) => After::Leave,
            (_, true, _) | (true, ..) => After::GoOn,
            _ => After::Stay,
        }
    }

    pub(crate) fn draw(&self, picture: &mut Framebuffer) {
        Canvas::new(picture).shade(30, 110, 180, 90);
        centred(picture, "PAUSE", 120, 120, CREAM);
        if let Some(reason) = &self.reason {
            centred(picture, reason, 120, 134, RED);
        }
        for (index, text) in (0..).zip(["GO ON", "LEAVE THE BOUT"]) {
            let lit = (index == 1) == self.leave;
            let text = if lit { format!("> {text} <") } else { text.to_owned() };
            centred(picture, &text, 120, 152 + 16 * index, if lit { GOLD } else { CREAM });
        }
    }
}
