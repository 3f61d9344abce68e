//! What the viewer can do, and the keys and buttons for it.
//!
//! The viewer listens to the controls of a pad only; the keyboard is mapped to the same controls. A row of [`FUNCTIONS`]
//! is what the legend shows and what the README's table says.

use keitai_desktop::{Direction, Key, KeyMap, Target};
use keitai_runtime::controls::Button;

/// Something the viewer does, and the controls for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Function {
    /// What it does.
    pub(crate) name: &'static str,
    /// How a pad does it.
    pub(crate) pad: PadInput,
    /// How the keyboard does it; where the keys stand for the same controls, in the same order.
    pub(crate) keys: &'static [(Key, Target)],
}

/// The part of a pad that does something.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PadInput {
    /// The left stick.
    LeftStick,
    /// The right stick.
    RightStick,
    /// Buttons, one for each way the thing can go.
    Buttons(&'static [Button]),
    /// Buttons held together.
    Together(&'static [Button]),
    /// Only the keyboard does it: a window has it, a pad's user does not look for it.
    Nothing,
}

/// Everything the viewer does, in the order of the legend.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "turn",
        pad: PadInput::LeftStick,
        keys: &[
            (Key::Left, Target::LeftStick(Direction::Left)),
            (Key::Right, Target::LeftStick(Direction::Right)),
            (Key::Up, Target::LeftStick(Direction::Up)),
            (Key::Down, Target::LeftStick(Direction::Down)),
        ],
    },
    Function {
        name: "move",
        pad: PadInput::RightStick,
        keys: &[
            (Key::W, Target::RightStick(Direction::Up)),
            (Key::A, Target::RightStick(Direction::Left)),
            (Key::S, Target::RightStick(Direction::Down)),
            (Key::D, Target::RightStick(Direction::Right)),
        ],
    },
    Function {
        name: "zoom out, in",
        pad: PadInput::Buttons(&[Button::L2, Button::R2]),
        keys: &[
            (Key::Minus, Target::Button(Button::L2)),
            (Key::Equals, Target::Button(Button::R2)),
            (Key::PageDown, Target::Button(Button::L2)),
            (Key::PageUp, Target::Button(Button::R2)),
            (Key::KeypadMinus, Target::Button(Button::L2)),
            (Key::KeypadPlus, Target::Button(Button::R2)),
        ],
    },
    Function {
        name: "action before, next",
        pad: PadInput::Buttons(&[Button::L, Button::R]),
        keys: &[
            (Key::LeftBracket, Target::Button(Button::L)),
            (Key::RightBracket, Target::Button(Button::R)),
            (Key::Tab, Target::Button(Button::R)),
        ],
    },
    Function { name: "pause", pad: PadInput::Buttons(&[Button::A]), keys: &[(Key::Space, Target::Button(Button::A))] },
    Function {
        name: "frame back, on",
        pad: PadInput::Buttons(&[Button::Left, Button::Right]),
        keys: &[(Key::Comma, Target::Button(Button::Left)), (Key::Period, Target::Button(Button::Right))],
    },
    Function {
        name: "slower, faster",
        pad: PadInput::Buttons(&[Button::Down, Button::Up]),
        keys: &[(Key::Q, Target::Button(Button::Down)), (Key::E, Target::Button(Button::Up))],
    },
    Function { name: "pattern", pad: PadInput::Buttons(&[Button::Y]), keys: &[(Key::P, Target::Button(Button::Y))] },
    Function { name: "light", pad: PadInput::Buttons(&[Button::X]), keys: &[(Key::L, Target::Button(Button::X))] },
    Function { name: "background", pad: PadInput::Buttons(&[Button::B]), keys: &[(Key::B, Target::Button(Button::B))] },
    Function {
        name: "reset",
        pad: PadInput::Buttons(&[Button::Start]),
        keys: &[(Key::R, Target::Button(Button::Start)), (Key::Backspace, Target::Button(Button::Start))],
    },
    Function {
        name: "this legend",
        pad: PadInput::Buttons(&[Button::Select]),
        keys: &[(Key::F1, Target::Button(Button::Select)), (Key::H, Target::Button(Button::Select))],
    },
    Function {
        name: "screenshot",
        pad: PadInput::Buttons(&[Button::R3]),
        keys: &[(Key::F12, Target::Screenshot), (Key::PrintScreen, Target::Screenshot)],
    },
    Function {
        name: "full screen",
        pad: PadInput::Nothing,
        // Alt and Enter do it too, in every window.
        keys: &[(Key::F11, Target::FullScreen)],
    },
    Function {
        name: "quit",
        pad: PadInput::Together(&[Button::Select, Button::Start]),
        keys: &[(Key::Escape, Target::Quit)],
    },
];

/// The keyboard's map.
pub(crate) fn key_map() -> KeyMap {
    KeyMap(FUNCTIONS.iter().flat_map(|function| function.keys.iter().copied()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let KeyMap(entries) = key_map();
        for (i, (key, _)) in entries.iter().enumerate() {
            assert!(entries[..i].iter().all(|(earlier, _)| earlier != key), "{key:?}");
        }
    }

    #[test]
    fn the_keyboard_reaches_every_button_that_a_pad_uses() {
        let map = key_map();
        for function in FUNCTIONS {
            if let PadInput::Buttons(buttons) = function.pad {
                let screenshot = function.keys.iter().any(|(_, target)| *target == Target::Screenshot);
                for button in buttons {
                    assert!(screenshot || map.keys(Target::Button(*button)).next().is_some(), "{}", function.name);
                }
            }
        }
    }
}
