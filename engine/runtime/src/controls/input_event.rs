//! Events of keyboard, pads and mouse before they are mapped, in the window's own pixels.

use super::{Input, Key, MouseButton};

/// An event of the keyboard, a pad or the mouse. Positions are pixels of the window from its upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputEvent {
    /// A key or a button of a pad went down.
    Pressed(Input),
    /// A key went up.
    Released(Key),
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
        /// Left, right or middle.
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
    /// Text was typed.
    Text(String),
}
