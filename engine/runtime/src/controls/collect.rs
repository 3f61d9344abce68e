//! Collects the events of devices between two ticks for the [`Controls`] and the [`Mouse`] of the next tick.

use super::{Button, Buttons, Controls, Mouse, MouseButton, MouseButtons, Stick};

/// Collects a device's events between two ticks for the [`Controls`] of the next tick.
///
/// A button that goes down and up between two ticks counts as pressed and held for one tick. A press counts for one tick
/// only.
#[derive(Debug, Clone, Default)]
pub struct ControlsCollector {
    down: Buttons,
    pressed: Buttons,
    /// The left stick.
    pub left: Stick,
    /// The right stick.
    pub right: Stick,
}

impl ControlsCollector {
    /// Records that `button` went down. Repeats are ignored.
    pub fn press(&mut self, button: Button) {
        if !self.down.has(button) {
            self.down.insert(button);
            self.pressed.insert(button);
        }
    }

    /// Records that `button` went up.
    pub fn release(&mut self, button: Button) {
        self.down.remove(button);
    }

    /// Returns whether `button` was pressed and not released.
    pub fn is_down(&self, button: Button) -> bool {
        self.down.has(button)
    }

    /// Releases everything and forgets all presses, as when a device is unplugged.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the controls of the tick that begins now.
    pub fn take(&mut self) -> Controls {
        let pressed = std::mem::take(&mut self.pressed);
        Controls { held: self.down | pressed, pressed, left: self.left, right: self.right }
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
    fn a_press_counts_in_one_tick_however_long_it_is() {
        let mut pad = ControlsCollector::default();
        pad.press(Button::A);
        pad.release(Button::A);
        assert_eq!(pad.take(), Controls::press(Button::A), "a tap between two ticks");
        assert!(pad.take().is_idle());
        pad.press(Button::R);
        pad.press(Button::R); // key repeat
        assert_eq!(pad.take(), Controls::press(Button::R));
        assert_eq!(pad.take(), Controls { held: Button::R.into(), ..Controls::IDLE });
        pad.release(Button::R);
        pad.press(Button::R);
        assert!(pad.take().pressed(Button::R), "released and pressed between two ticks");
        pad.release(Button::R);
        assert!(pad.take().is_idle());
    }

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
