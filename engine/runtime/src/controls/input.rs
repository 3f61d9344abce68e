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
pub enum Request {
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
const KEYS: [(Key, Request); 10] = [
    (Key::Escape, Request::Quit),
    (Key::F11, Request::FullScreen),
    (Key::F12, Request::Screenshot),
    (Key::PrintScreen, Request::Screenshot),
    (Key::F9, Request::Shot),
    (Key::F2, Request::Controls),
    (Key::F3, Request::Debug),
    (Key::F4, Request::Smooth),
    (Key::F5, Request::Pause),
    (Key::F6, Request::Step),
];

/// The buttons of requests, with the left stick pushed in.
const CHORDS: [(Button, Request); 6] = [
    (Button::Start, Request::Controls),
    (Button::Select, Request::Debug),
    (Button::Y, Request::Smooth),
    (Button::X, Request::Shot),
    (Button::A, Request::Pause),
    (Button::Right, Request::Step),
];

impl Request {
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
    pub fn request(self) -> Option<Request> {
        match self {
            Self::Key(key) => Request::of_key(key),
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
        assert_eq!(Input::Key(Key::F2).request(), Some(Request::Controls));
        assert_eq!(Input::Chord(3, Button::Select).request(), Some(Request::Debug));
        assert_eq!((Input::Pad(0, Button::Select).request(), Input::Chord(0, Button::B).request()), (None, None));
        assert_eq!(Request::Screenshot.keys().collect::<Vec<_>>(), [Key::F12, Key::PrintScreen]);
        assert_eq!((Request::Controls.chord(), Request::Quit.chord()), (Some(Button::Start), None));
    }
}
