//! Events of mouse and keyboard for panels around the picture, in the window's own pixels.

use super::{Key, MouseButton};

/// An event for panels. Positions are pixels of the window from its upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PanelEvent {
    /// The pointer moved.
    Moved {
        /// Distance from the left edge of the window.
        x: i32,
        /// Distance from the top edge of the window.
        y: i32,
    },
    /// The pointer left the window.
    Left,
    /// A mouse button went down or up.
    Button {
        /// The button.
        button: MouseButton,
        /// Whether the button went down.
        pressed: bool,
        /// Distance from the left edge of the window.
        x: i32,
        /// Distance from the top edge of the window.
        y: i32,
    },
    /// The wheel turned, in steps.
    Wheel {
        /// Steps to the right.
        x: i32,
        /// Steps away from the user.
        y: i32,
    },
    /// A key went down or up.
    Key {
        /// The key.
        key: Key,
        /// Whether the key went down.
        pressed: bool,
    },
    /// Text was typed.
    Text(String),
}
