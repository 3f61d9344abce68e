//! Menus: presses of all players' buttons and sticks, as one.

use super::{Button, Buttons, Controls, Stick};

/// Deflection from which a stick counts as pushed.
const PUSHED: u8 = 65;

/// Reads menu input from controls. The reader remembers the stick, so that a push counts once.
///
/// ```
/// # use keitai_runtime::controls::{Controls, Stick};
/// # use keitai_runtime::controls::menu::MenuReader;
/// let mut reader = MenuReader::default();
/// let down = Controls { left: Stick { x: 0, y: 127 }, ..Controls::IDLE };
/// assert_eq!(reader.read(&[Controls::IDLE, down]).vertical(), 1);
/// assert_eq!(reader.read(&[Controls::IDLE, down]).vertical(), 0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct MenuReader {
    last: [i32; 2],
}

/// The menu input of one tick, from all players.
#[derive(Debug, Clone, Copy)]
pub struct Menu {
    all: Controls,
    /// Directions in which the stick was just pushed, -1, 0 or 1.
    pushed: [i32; 2],
    /// Directions in which the stick is held.
    stick: [i32; 2],
    quits: bool,
}

impl MenuReader {
    /// Returns the menu input of a tick.
    pub fn read(&mut self, controls: &[Controls]) -> Menu {
        let all = Controls::merge_all(controls);
        let Stick { x, y } = all.left;
        let now = [x, y].map(|c| if c.unsigned_abs() >= PUSHED { i32::from(c.signum()) } else { 0 });
        let pushed = [0, 1].map(|axis| if now[axis] == self.last[axis] { 0 } else { now[axis] });
        self.last = now;
        Menu { all, pushed, stick: now, quits: controls.iter().any(Controls::quits) }
    }
}

impl Menu {
    /// Returns -1 when left was pressed, 1 when right was pressed, or else 0.
    pub fn horizontal(&self) -> i32 {
        axis(self.all.pressed, [Button::Left, Button::Right], self.pushed[0])
    }

    /// Returns -1 when up was pressed, 1 when down was pressed, or else 0.
    pub fn vertical(&self) -> i32 {
        axis(self.all.pressed, [Button::Up, Button::Down], self.pushed[1])
    }

    /// Returns -1 while left is held, 1 while right is held, by a button or the stick, or else 0.
    pub(crate) fn held_horizontal(&self) -> i32 {
        axis(self.all.held, [Button::Left, Button::Right], self.stick[0])
    }

    /// Returns -1 while up is held, 1 while down is held, by a button or the stick, or else 0.
    pub(crate) fn held_vertical(&self) -> i32 {
        axis(self.all.held, [Button::Up, Button::Down], self.stick[1])
    }

    /// Returns whether A or Start was pressed.
    pub fn confirms(&self) -> bool {
        self.all.pressed(Button::A) || self.all.pressed(Button::Start)
    }

    /// Returns whether B was pressed.
    pub fn cancels(&self) -> bool {
        self.all.pressed(Button::B)
    }

    /// Returns whether Start was pressed.
    pub fn starts(&self) -> bool {
        self.all.pressed(Button::Start)
    }

    /// Returns whether any button was pressed or the stick was pushed.
    pub fn is_used(&self) -> bool {
        !self.all.pressed.is_empty() || self.pushed != [0, 0]
    }

    /// Returns whether a player holds Start and Select, which ends a program from a pad.
    pub fn quits(&self) -> bool {
        self.quits
    }
}

/// Returns -1 for the first button or the stick to its side, 1 for the second, or else 0.
fn axis(buttons: Buttons, [minus, plus]: [Button; 2], stick: i32) -> i32 {
    (i32::from(buttons.has(plus)) - i32::from(buttons.has(minus)) + stick).signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_and_sticks_of_all_players_count_once() {
        let mut reader = MenuReader::default();
        let stick = |x, y| Controls { left: Stick { x, y }, ..Controls::IDLE };
        let menu = reader.read(&[Controls::press(Button::Left), stick(0, 64)]);
        assert_eq!((menu.horizontal(), menu.vertical(), menu.is_used()), (-1, 0, true), "64 is not pushed yet");
        assert_eq!(reader.read(&[stick(-65, 0)]).horizontal(), -1);
        assert_eq!(
            [stick(0, 65), stick(0, -127), Controls::press(Button::Up)].map(|one| reader.read(&[one]).held_vertical()),
            [1, -1, -1]
        );
        assert_eq!(reader.read(&[stick(0, 127), Controls::press(Button::Up)]).held_vertical(), 0);
        assert_eq!(
            [stick(127, 0), stick(-65, 0), Controls::press(Button::Right)]
                .map(|one| reader.read(&[one]).held_horizontal()),
            [1, -1, 1]
        );
        reader.read(&[stick(-65, 0)]);
        assert_eq!(reader.read(&[stick(-127, 0)]).horizontal(), 0);
        assert_eq!(reader.read(&[stick(127, 0)]).horizontal(), 1);
        let menu = reader.read(&[Controls::press(Button::Start)]);
        assert!(menu.confirms() && menu.starts() && !menu.cancels() && !menu.quits());
        let [start, select] = [Button::Start, Button::Select].map(Controls::press);
        assert!(!reader.read(&[start, select]).quits() && reader.read(&[start.merged(select)]).quits());
    }
}
