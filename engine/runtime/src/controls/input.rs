//! Keys and buttons before they are mapped, and the window's own commands.
//!
//! The window's keys are the same in every program and cannot be assigned to a player. On a pad the window's buttons are
//! those pressed while the left stick is pushed in; they do not reach the players.

use super::{Button, Key, MouseButton};

/// A key or a button that has just gone down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A key of the keyboard.
    Key(Key),
    /// A button of a pad, which is numbered from 0.
    Pad(usize, Button),
    /// A button of a pad while the left stick is pushed in.
    Chord(usize, Button),
    /// A key of the keyboard that no control can have.
    OtherKey,
}

/// An event of the keyboard, a pad or the mouse. Positions are pixels of the window from its upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum InputEvent {
    /// A key or a button of a pad went down.
    Pressed(Input),
    /// A key went up.
    Released(Key),
    /// The pointer moved to a pixel.
    Moved { x: i32, y: i32 },
    /// The pointer left the window.
    Left,
    /// A mouse button went down or up at a pixel.
    Button { button: MouseButton, pressed: bool, x: i32, y: i32 },
    /// The wheel turned by these steps, to the right and away from the user.
    Wheel { x: i32, y: i32 },
    /// Text was typed.
    Text(String),
}

/// A command to the window, or to the program around a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowCommand {
    /// Close the window.
    Quit,
    /// Switch between window and full screen.
    FullScreen,
    /// Save the picture as PNG.
    Screenshot,
    /// Save the picture as a shot with its files.
    Shot,
    /// Open the controls screen.
    Controls,
    /// Show or hide the debug overlay.
    Debug,
    /// Switch interpolation between ticks on or off.
    Smooth,
    /// Switch interpolation between ticks on (`true`) or off. Games give it; it has no key.
    Between(bool),
    /// Raise the volume.
    Louder,
    /// Lower the volume.
    Quieter,
    /// Switch the sound off or on.
    Mute,
    /// Set the volume, 0..=100. Games give it; it has no key.
    Volume(u8),
    /// Pause or resume.
    Pause,
    /// Advance by one tick while paused.
    Step,
    /// Switch between whole numbers of window pixels per pixel and the largest picture that fits.
    Scaling,
    /// Resize the window to this many window pixels per pixel of the picture; 0 for the scale that suits the display. Games give
    /// it; it has no key.
    Scale(u32),
}

/// The keys of the commands. Legends show the first key of each.
const KEYS: [(Key, WindowCommand); 14] = [
    (Key::Escape, WindowCommand::Quit),
    (Key::F11, WindowCommand::FullScreen),
    (Key::F12, WindowCommand::Screenshot),
    (Key::PrintScreen, WindowCommand::Screenshot),
    (Key::F9, WindowCommand::Shot),
    (Key::F2, WindowCommand::Controls),
    (Key::F3, WindowCommand::Debug),
    (Key::F4, WindowCommand::Smooth),
    (Key::F7, WindowCommand::Quieter),
    (Key::F8, WindowCommand::Louder),
    (Key::F10, WindowCommand::Mute),
    (Key::F5, WindowCommand::Pause),
    (Key::F6, WindowCommand::Step),
    (Key::Num0, WindowCommand::Scaling),
];

/// The buttons of the commands, with the left stick pushed in.
const CHORDS: [(Button, WindowCommand); 9] = [
    (Button::Start, WindowCommand::Controls),
    (Button::Select, WindowCommand::Debug),
    (Button::Y, WindowCommand::Smooth),
    (Button::X, WindowCommand::Shot),
    (Button::Up, WindowCommand::Louder),
    (Button::Down, WindowCommand::Quieter),
    (Button::B, WindowCommand::Mute),
    (Button::A, WindowCommand::Pause),
    (Button::Right, WindowCommand::Step),
];

impl WindowCommand {
    /// Returns the keys that give the command, the one for legends first.
    pub fn keys(self) -> impl Iterator<Item = Key> {
        KEYS.iter().filter(move |(_, command)| *command == self).map(|(key, _)| *key)
    }

    /// Returns the command's button, which is pressed with the left stick pushed in.
    pub fn chord(self) -> Option<Button> {
        CHORDS.iter().find(|(_, command)| *command == self).map(|(button, _)| *button)
    }

    /// Returns the command that a key gives, if it gives one.
    pub fn of_key(key: Key) -> Option<Self> {
        KEYS.iter().find(|(input, _)| *input == key).map(|(_, command)| *command)
    }
}

impl Input {
    /// Returns the command that the key or the chord gives, if it gives one.
    pub fn command(self) -> Option<WindowCommand> {
        match self {
            Self::Key(key) => WindowCommand::of_key(key),
            Self::Pad(..) | Self::OtherKey => None,
            Self::Chord(_, button) => CHORDS.iter().find(|(chord, _)| *chord == button).map(|(_, command)| *command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_key_and_chord() {
        assert_eq!(Input::Key(Key::F2).command(), Some(WindowCommand::Controls));
        assert_eq!(Input::Chord(3, Button::Select).command(), Some(WindowCommand::Debug));
        assert_eq!((Input::Pad(0, Button::Select).command(), Input::Chord(0, Button::Left).command()), (None, None));
        assert_eq!(WindowCommand::Screenshot.keys().collect::<Vec<_>>(), [Key::F12, Key::PrintScreen]);
        assert_eq!((WindowCommand::Controls.chord(), WindowCommand::Quit.chord()), (Some(Button::Start), None));
    }
}
