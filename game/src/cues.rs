//! Everything in a tick that can be heard, in one list.

use keitai::menu::Menu;

use crate::bout::BoutEvent;

/// An event that can be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cue {
    /// An event of the bout on show: steps, shoves, hits with their strength, dashes, winding, falls, calls.
    Bout(BoutEvent),
    /// The cursor of a menu moved, or a value changed.
    Moved,
    /// A line of a menu was chosen.
    Chosen,
    /// A page was left.
    Back,
}

impl Cue {
    /// Returns the cue of a tick in a menu.
    pub(crate) fn of_menu(menu: &Menu) -> Option<Self> {
        if menu.confirms() {
            Some(Self::Chosen)
        } else if menu.cancels() {
            Some(Self::Back)
        } else {
            (menu.horizontal() != 0 || menu.vertical() != 0).then_some(Self::Moved)
        }
    }
}
