//! Events of mouse and keyboard for panels around the picture, in the window's own pixels.

use super::{Key, MouseButton};

/// An event for panels. Positions are pixels of the window from its upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PanelEvent {
    /// The pointer moved.
    Moved {
        /// From the left.
        x: i32,
        /// From the top.
        y: i32,
    },
    /// The pointer left the window.
    Left,
    /// A mouse button went down or up.
    Button {
        /// The button.
        button: MouseButton,
        /// Down.
        pressed: bool,
        /// From the left.
        x: i32,
        /// From the top.
        y: i32,
    },
    /// The wheel turned, in steps.
    Wheel {
        /// To the right.
        x: i32,
        /// Away from the user.
        y: i32,
    },
    /// A key went down or up.
    Key {
        /// The key.
        key: Key,
        /// Down.
        pressed: bool,
    },
    /// Text was typed.
    Text(String),
}
