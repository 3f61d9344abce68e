//! Controls of the players and the mouse in one tick, and the keys and pad buttons that stand for controls.
//!
//! Keyboard, pads, replay files and tests all produce [`Controls`]; no other part depends on a device. Buttons are
//! named by their place on the pad, not by their print: A is the lower one of the four, B the right, X the left, Y the
//! upper. Sticks are integers, right and down positive as on the screen, -127..=127 without the dead zone.
//!
//! A [`Mouse`] is a value of its own beside the controls, because records of a play do not hold it. Its positions are
//! pixels of the picture, whatever the size of the window.
//!
//! The collectors make both values of the events of devices. [`Maps`] assigns keys and pad buttons to players' controls,
//! [`Input`] is a key or a button before that, [`Labels`] gives the names for legends, and [`ButtonNames`] puts them into
//! texts.

mod collect;
mod input;
mod key;
mod labels;
mod maps;
pub mod menu;
mod pad;

use std::ops::{BitOr, BitOrAssign};

use serde::Deserialize;

pub use collect::{ControlsCollector, MouseCollector};
pub use input::{Input, InputEvent, WindowCommand};
pub use key::{Key, Layout};
pub use labels::{ButtonNames, Labels, spelled};
pub use maps::{Direction, KeyMap, MAX_DEAD_ZONE, Maps, PadMap, PlayerMap, Target};
pub use pad::PadKind;

/// Most players of a game.
pub const PLAYERS: usize = 4;

/// A button of the abstract pad, or a key of a phone, which pads lack: a digit, the star, the pound sign or a soft key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Button {
    Up,
    Down,
    Left,
    Right,
    /// The lower of the four.
    A,
    /// The right of the four.
    B,
    /// The left of the four.
    X,
    /// The upper of the four.
    Y,
    /// Left shoulder.
    L,
    /// Right shoulder.
    R,
    /// Left trigger.
    L2,
    /// Right trigger.
    R2,
    /// Left stick, pushed in.
    L3,
    /// Right stick, pushed in.
    R3,
    /// Right of the middle.
    Start,
    /// Left of the middle.
    Select,
    Num0,
    Num1,
    Num2,
    Num3,
    Num4,
    Num5,
    Num6,
    Num7,
    Num8,
    Num9,
    Star,
    Pound,
    /// The left soft key.
    Soft1,
    /// The right soft key.
    Soft2,
}

impl Button {
    /// All buttons of a pad, in the order of their bits.
    pub const ALL: [Self; 16] = {
        use Button::*;
        [Up, Down, Left, Right, A, B, X, Y, L, R, L2, R2, L3, R3, Start, Select]
    };
    /// The keys of a phone, in the order of their bits, which follow those of [`Self::ALL`]. [`Maps::phone`] has keys for
    /// them.
    #[doc(alias = "KEY_NUM0")]
    pub const PHONE: [Self; 14] = {
        use Button::*;
        [Num0, Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9, Star, Pound, Soft1, Soft2]
    };
}

/// A set of buttons; bit n is `Button::ALL[n]`, and from 16 on `Button::PHONE[n - 16]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Buttons(pub u32);

impl Buttons {
    /// No button.
    pub const NONE: Self = Self(0);

    /// Returns whether the set contains `button`.
    pub fn has(self, button: Button) -> bool {
        self.0 & (1 << button as u8) != 0
    }

    /// Adds `button`.
    pub fn insert(&mut self, button: Button) {
        self.0 |= 1 << button as u8;
    }

    fn remove(&mut self, button: Button) {
        self.0 &= !(1 << button as u8);
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for Buttons {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Buttons {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl From<Button> for Buttons {
    fn from(button: Button) -> Self {
        Self(1 << button as u8)
    }
}

impl FromIterator<Button> for Buttons {
    fn from_iter<I: IntoIterator<Item = Button>>(buttons: I) -> Self {
        buttons.into_iter().fold(Self::NONE, |set, button| set | button.into())
    }
}

/// Position of a stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stick {
    /// -127 (left) ..= 127 (right).
    pub x: i8,
    /// -127 (up) ..= 127 (down).
    pub y: i8,
}

impl Stick {
    /// A stick at rest.
    pub const CENTRE: Self = Self { x: 0, y: 0 };

    /// Full deflection.
    pub const FULL: i8 = 127;

    /// Returns the larger deflection of two devices on each axis.
    pub(crate) fn merged(self, other: Self) -> Self {
        let larger = |a: i8, b: i8| if b.unsigned_abs() > a.unsigned_abs() { b } else { a };
        Self { x: larger(self.x, other.x), y: larger(self.y, other.y) }
    }
}

/// Controls of one player in one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Controls {
    /// Buttons that are down, or went down and up since the last tick.
    pub held: Buttons,
    /// Buttons that went down since the last tick; all of them are in `held` too.
    pub pressed: Buttons,
    /// The left stick.
    pub left: Stick,
    /// The right stick.
    pub right: Stick,
}

impl Controls {
    /// No buttons, and both sticks at rest.
    pub const IDLE: Self =
        Self { held: Buttons::NONE, pressed: Buttons::NONE, left: Stick::CENTRE, right: Stick::CENTRE };

    /// Returns the controls of a player who presses a button in this tick.
    pub fn press(button: Button) -> Self {
        Self { held: button.into(), pressed: button.into(), ..Self::IDLE }
    }

    /// Returns whether `button` is down.
    pub fn held(&self, button: Button) -> bool {
        self.held.has(button)
    }

    /// Returns whether Start and Select are held, which ends a program from a pad.
    pub fn quits(&self) -> bool {
        self.held(Button::Start) && self.held(Button::Select)
    }

    /// Returns whether `button` went down in this tick.
    pub fn pressed(&self, button: Button) -> bool {
        self.pressed.has(button)
    }

    /// Returns the buttons that went down in this tick, and those that have been down for `first` ticks and for every
    /// `every` ticks after that, as a held key repeats. `times` is kept from tick to tick.
    ///
    /// ```
    /// # use keitai_runtime::controls::{Button, Controls, HeldTimes};
    /// let mut times = HeldTimes::default();
    /// let mut down = Controls::press(Button::Down);
    /// let mut moved = Vec::new();
    /// for tick in 0..20 {
    ///     moved.extend(down.repeated(&mut times, 12, 3).has(Button::Down).then_some(tick));
    ///     down = down.continued();
    /// }
    /// assert_eq!(moved, [0, 12, 15, 18]);
    /// ```
    #[doc(alias = "keyRepeated")]
    pub fn repeated(&self, times: &mut HeldTimes, first: u16, every: u16) -> Buttons {
        let (mut buttons, every) = (self.pressed, every.max(1));
        for (button, time) in Button::ALL.into_iter().chain(Button::PHONE).zip(&mut times.0) {
            *time = if self.held(button) && !self.pressed(button) {
                // A period less after 65,535 ticks, which are the most that are counted.
                time.checked_add(1).unwrap_or(u16::MAX - every + 1)
            } else {
                0
            };
            if *time >= first && (*time - first).is_multiple_of(every) && first > 0 {
                buttons.insert(button);
            }
        }
        buttons
    }

    /// Returns whether no control is used.
    pub fn is_idle(&self) -> bool {
        *self == Self::IDLE
    }

    /// Returns the controls of all players as those of one.
    ///
    /// ```
    /// # use keitai_runtime::controls::{Button, Controls};
    /// let second = Controls { held: Button::A.into(), ..Controls::IDLE };
    /// assert!(Controls::merge_all(&[Controls::IDLE, second]).held(Button::A));
    /// ```
    pub fn merge_all(controls: &[Self]) -> Self {
        controls.iter().fold(Self::IDLE, |all, one| all.merged(*one))
    }

    /// Returns the controls of a player with two devices.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self {
            held: self.held | other.held,
            pressed: self.pressed | other.pressed,
            left: self.left.merged(other.left),
            right: self.right.merged(other.right),
        }
    }

    /// Returns the same controls without new presses, for the second and later ticks when several are due at once.
    #[must_use]
    pub fn continued(self) -> Self {
        Self { pressed: Buttons::NONE, ..self }
    }
}

/// Ticks for which each button has been held, for [`Controls::repeated`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct HeldTimes([u16; Button::ALL.len() + Button::PHONE.len()]);

/// A mouse button that games can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MouseButton {
    /// Main button; one finger in a web page.
    Left,
    /// Second button; two fingers in a web page.
    Right,
    /// The middle one, often the wheel.
    Middle,
}

/// A set of mouse buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MouseButtons(u8);

impl MouseButtons {
    /// No button.
    pub const NONE: Self = Self(0);

    /// Returns whether the set contains `button`.
    pub fn has(self, button: MouseButton) -> bool {
        self.0 & (1 << button as u8) != 0
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<MouseButton> for MouseButtons {
    fn from_iter<I: IntoIterator<Item = MouseButton>>(buttons: I) -> Self {
        Self(buttons.into_iter().fold(0, |set, button| set | 1 << button as u8))
    }
}

/// The mouse in one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mouse {
    /// Pixel under the pointer, from the upper left pixel of the picture. Outside the picture the coordinates continue in
    /// both directions.
    pub position: (i32, i32),
    /// Whether the pointer is over the picture.
    pub inside: bool,
    /// Buttons that went down over the picture and are down, or went down and up since the last tick.
    pub held: MouseButtons,
    /// Buttons that went down over the picture since the last tick; all of them are in `held` too.
    pub pressed: MouseButtons,
    /// Pixel under the pointer at the last press over the picture. The pointer may have moved on since then.
    pub pressed_at: (i32, i32),
    /// Whether a press of the left button was the second of a double click.
    pub double_click: bool,
    /// Steps of the wheel over the picture since the last tick; away from the user is positive.
    pub wheel: i32,
    /// Whether a Shift key is down.
    pub shift: bool,
}

impl Mouse {
    /// Returns the same mouse without new presses and steps, for the second and later ticks when several are due at once.
    #[must_use]
    pub fn continued(self) -> Self {
        Self { pressed: MouseButtons::NONE, double_click: false, wheel: 0, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_repeats_evenly_however_long_it_is_held() {
        for (first, every) in [(12, 5), (15, 7), (u16::MAX, 40_000)] {
            let mut times = HeldTimes::default();
            let held = Controls { held: Button::Left.into(), ..Controls::IDLE };
            let repeats: Vec<i32> =
                (1..200_000).filter(|_| held.repeated(&mut times, first, every).has(Button::Left)).collect();
            let expected: Vec<i32> = (i32::from(first)..200_000).step_by(every.into()).collect();
            assert_eq!(repeats, expected);
        }
    }

    #[test]
    fn two_devices_are_merged() {
        let keys = Controls {
            held: Button::A.into(),
            pressed: Button::A.into(),
            left: Stick { x: 127, y: 0 },
            ..Controls::IDLE
        };
        let pad = Controls { held: Button::B.into(), left: Stick { x: -30, y: -128 }, ..Controls::IDLE };
        let both = keys.merged(pad);
        assert_eq!(both.held, [Button::A, Button::B].into_iter().collect());
        assert_eq!(both.pressed, Button::A.into());
        assert_eq!(both.left, Stick { x: 127, y: -128 });
    }
}
