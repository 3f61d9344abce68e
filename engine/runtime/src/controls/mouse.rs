//! The mouse over the picture, as plain values.
//!
//! Positions are pixels of the picture, whatever the size of the window. The mouse is not part of
//! [`Controls`](super::Controls): records of a play do not hold it.

/// A button that games can read.
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

/// Collects events between two ticks for the [`Mouse`] of the next tick.
#[derive(Debug, Clone, Default)]
pub struct MouseCollector {
    mouse: Mouse,
    down: u8,
}

impl MouseCollector {
    /// Records that the pointer is at a pixel, over the picture (`inside`) or not.
    pub fn move_to(&mut self, position: (i32, i32), inside: bool) {
        (self.mouse.position, self.mouse.inside) = (position, inside);
    }

    /// Records that a button went down, for the second time in a double click or not. Presses outside the picture are
    /// ignored.
    pub fn press(&mut self, button: MouseButton, second: bool) {
        if self.mouse.inside {
            let bit = 1 << button as u8;
            self.down |= bit;
            self.mouse.pressed.0 |= bit;
            self.mouse.pressed_at = self.mouse.position;
            self.mouse.double_click |= second && button == MouseButton::Left;
        }
    }

    /// Records that a button went up.
    pub fn release(&mut self, button: MouseButton) {
        self.down &= !(1 << button as u8);
    }

    /// Records steps of the wheel. Steps outside the picture are ignored.
    pub fn turn_wheel(&mut self, steps: i32) {
        if self.mouse.inside {
            self.mouse.wheel = self.mouse.wheel.saturating_add(steps);
        }
    }

    /// Records that the pointer left the window. Held buttons stay held.
    pub fn leave(&mut self) {
        self.mouse.inside = false;
    }

    /// Releases all buttons and forgets where the pointer is, as when the window loses it.
    pub fn clear(&mut self) {
        *self = Self { mouse: Mouse { position: self.mouse.position, ..Mouse::default() }, down: 0 };
    }

    /// Returns the mouse of the tick that begins now.
    pub fn take(&mut self, shift: bool) -> Mouse {
        let held = MouseButtons(self.down | self.mouse.pressed.0);
        let mouse = Mouse { held, shift, ..self.mouse };
        self.mouse = mouse.continued();
        mouse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_between_two_ticks_counts_once() {
        let mut mouse = MouseCollector::default();
        mouse.move_to((12, 30), true);
        mouse.press(MouseButton::Left, true);
        mouse.release(MouseButton::Left);
        mouse.move_to((14, 31), true);
        mouse.turn_wheel(2);
        mouse.turn_wheel(-1);
        let tick = mouse.take(true);
        assert!(tick.held.has(MouseButton::Left) && tick.pressed.has(MouseButton::Left) && tick.double_click);
        assert_eq!((tick.position, tick.pressed_at, tick.wheel, tick.shift), ((14, 31), (12, 30), 1, true));
        let next = Mouse { position: (14, 31), pressed_at: (12, 30), inside: true, ..Mouse::default() };
        assert_eq!(mouse.take(false), next);
    }

    #[test]
    fn a_drag_begins_over_the_picture_and_may_leave_it() {
        let mut mouse = MouseCollector::default();
        mouse.move_to((-5, 3), false);
        mouse.press(MouseButton::Right, false);
        mouse.turn_wheel(1);
        assert_eq!(mouse.take(false), Mouse { position: (-5, 3), ..Mouse::default() });
        mouse.move_to((0, 3), true);
        mouse.press(MouseButton::Right, false);
        mouse.take(false);
        mouse.move_to((-90, 3), false);
        let held = mouse.take(false);
        assert!(held.held.has(MouseButton::Right) && held.pressed.is_empty() && !held.inside);
        mouse.clear();
        assert!(mouse.take(false).held.is_empty());
    }
}
