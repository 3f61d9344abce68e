//! Which key does what: the same controls as a pad, and a few requests to the window itself.

use keitai_runtime::controls::Button;

use crate::key::Key;

/// A way to push a stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// It is a button of the pad.
    Button(Button),
    /// It pushes the left stick all the way.
    LeftStick(Direction),
    /// It pushes the right stick all the way.
    RightStick(Direction),
    /// It closes the window.
    Quit,
    /// It switches between window and full screen.
    FullScreen,
    /// It asks for a picture of what is shown.
    Screenshot,
}

/// Keys and what they do. A key may do several things and several keys the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyMap(pub Vec<(Key, Target)>);

impl KeyMap {
    /// What `key` does.
    pub fn targets(&self, key: Key) -> impl Iterator<Item = Target> + '_ {
        self.0.iter().filter(move |(entry, _)| *entry == key).map(|(_, target)| *target)
    }

    /// The keys that do `target`, in the order of the map.
    pub fn keys(&self, target: Target) -> impl Iterator<Item = Key> + '_ {
        self.0.iter().filter(move |(_, entry)| *entry == target).map(|(key, _)| *key)
    }
}
