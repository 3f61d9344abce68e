//! What a device reports, before any map: for whoever asks for a key or a button, and for what the window itself does.
//!
//! The window's keys are the same everywhere and cannot be given to a player. A pad has them together with the left stick
//! pushed in; what is pressed then does not reach the players.

use super::{Button, Key};

/// A key or a button that has just gone down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Of the keyboard.
    Key(Key),
    /// Of the n-th pad, from 0, by its place on it.
    Pad(usize, Button),
    /// The same while the left stick is pushed in.
    Chord(usize, Button),
}

/// Something that is asked of the window, or of the program around a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowCommand {
    /// Close the window.
    Quit,
    /// Switch between window and full screen.
    FullScreen,
    /// Write a picture of what is shown.
    Screenshot,
    /// Write what is shown as a shot, with the files it is made of.
    Shot,
    /// Show the controls, to be changed.
    Controls,
    /// Show what is behind the picture.
    Debug,
    /// Draw between ticks, or not.
    Smooth,
    /// Stand still, or go on.
    Pause,
    /// Let one tick go by while standing still.
    Step,
}

/// The keys of requests; the first of each is the one that legends show.
const KEYS: [(Key, WindowCommand); 10] = [
    (Key::Escape, WindowCommand::Quit),
    (Key::F11, WindowCommand::FullScreen),
    (Key::F12, WindowCommand::Screenshot),
    (Key::PrintScreen, WindowCommand::Screenshot),
    (Key::F9, WindowCommand::Shot),
    (Key::F2, WindowCommand::Controls),
    (Key::F3, WindowCommand::Debug),
    (Key::F4, WindowCommand::Smooth),
    (Key::F5, WindowCommand::Pause),
    (Key::F6, WindowCommand::Step),
];

/// The buttons of requests, with the left stick pushed in.
const CHORDS: [(Button, WindowCommand); 6] = [
    (Button::Start, WindowCommand::Controls),
    (Button::Select, WindowCommand::Debug),
    (Button::Y, WindowCommand::Smooth),
    (Button::X, WindowCommand::Shot),
    (Button::A, WindowCommand::Pause),
    (Button::Right, WindowCommand::Step),
];

impl WindowCommand {
    /// The keys for it.
    pub fn keys(self) -> impl Iterator<Item = Key> {
        KEYS.iter().filter(move |(_, request)| *request == self).map(|(key, _)| *key)
    }

    /// The button for it, together with the left stick pushed in.
    pub fn chord(self) -> Option<Button> {
        CHORDS.iter().find(|(_, request)| *request == self).map(|(button, _)| *button)
    }

    /// What a key asks for.
    pub fn of_key(key: Key) -> Option<Self> {
        KEYS.iter().find(|(own, _)| *own == key).map(|(_, request)| *request)
    }
}

impl Input {
    /// What it asks for.
    pub fn request(self) -> Option<WindowCommand> {
        match self {
            Self::Key(key) => WindowCommand::of_key(key),
            Self::Pad(..) => None,
            Self::Chord(_, button) => CHORDS.iter().find(|(own, _)| *own == button).map(|(_, request)| *request),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_found_by_key_and_chord() {
        assert_eq!(Input::Key(Key::F2).request(), Some(WindowCommand::Controls));
        assert_eq!(Input::Chord(3, Button::Select).request(), Some(WindowCommand::Debug));
        assert_eq!((Input::Pad(0, Button::Select).request(), Input::Chord(0, Button::B).request()), (None, None));
        assert_eq!(WindowCommand::Screenshot.keys().collect::<Vec<_>>(), [Key::F12, Key::PrintScreen]);
        assert_eq!((WindowCommand::Controls.chord(), WindowCommand::Quit.chord()), (Some(Button::Start), None));
    }
}
