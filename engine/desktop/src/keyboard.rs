//! Key events to [`Controls`], through a [`KeyMap`].

use keitai_runtime::controls::{Controls, ControlsCollector, Stick};

use crate::key::Key;
use crate::keymap::{Direction, KeyMap, Target};

/// The keyboard of one player.
#[derive(Debug, Clone, Default)]
pub struct Keyboard {
    map: KeyMap,
    held: Vec<Key>,
    buttons: ControlsCollector,
    /// Stick targets that went down since the last tick, so that a short tap counts.
    tapped: Vec<Target>,
}

impl Keyboard {
    /// A keyboard with nothing held.
    pub fn new(map: KeyMap) -> Self {
        Self { map, ..Self::default() }
    }

    /// Its map.
    pub fn map(&self) -> &KeyMap {
        &self.map
    }

    /// `key` went down; calls `request` with each thing the map wants from the window. Repeats count for nothing.
    pub fn press(&mut self, key: Key, mut request: impl FnMut(Target)) {
        if self.held.contains(&key) {
            return;
        }
        self.held.push(key);
        for target in self.map.targets(key) {
            match target {
                Target::Button(button) => self.buttons.press(button),
                Target::LeftStick(_) | Target::RightStick(_) => self.tapped.push(target),
                Target::Quit | Target::FullScreen | Target::Screenshot => request(target),
            }
        }
    }

    /// `key` went up. A button stays down while another of its keys is.
    pub fn release(&mut self, key: Key) {
        self.held.retain(|held| *held != key);
        for target in self.map.targets(key) {
            if let Target::Button(button) = target
                && !self.is_held(target)
            {
                self.buttons.release(button);
            }
        }
    }

    /// The window lost the keyboard: everything is let go.
    pub fn release_all(&mut self) {
        self.held.clear();
        self.tapped.clear();
        self.buttons.clear();
    }

    /// The controls of the tick that begins now.
    pub fn take(&mut self) -> Controls {
        let left = self.stick(Target::LeftStick);
        let right = self.stick(Target::RightStick);
        self.tapped.clear();
        self.buttons.set_left(left);
        self.buttons.set_right(right);
        self.buttons.take()
    }

    fn is_held(&self, target: Target) -> bool {
        self.held.iter().any(|key| self.map.targets(*key).any(|held| held == target))
    }

    /// Opposite directions cancel each other.
    fn stick(&self, target: impl Fn(Direction) -> Target) -> Stick {
        let push = |direction| {
            let target = target(direction);
            if self.tapped.contains(&target) || self.is_held(target) { Stick::FULL } else { 0 }
        };
        Stick { x: push(Direction::Right) - push(Direction::Left), y: push(Direction::Down) - push(Direction::Up) }
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::Button;

    use super::*;

    fn keyboard() -> Keyboard {
        Keyboard::new(KeyMap(vec![
            (Key::Left, Target::LeftStick(Direction::Left)),
            (Key::Right, Target::LeftStick(Direction::Right)),
            (Key::W, Target::RightStick(Direction::Up)),
            (Key::Space, Target::Button(Button::A)),
            (Key::Enter, Target::Button(Button::A)),
            (Key::F12, Target::Screenshot),
        ]))
    }

    fn press(keyboard: &mut Keyboard, key: Key) -> Vec<Target> {
        let mut requests = Vec::new();
        keyboard.press(key, |target| requests.push(target));
        requests
    }

    #[test]
    fn keys_push_sticks_all_the_way_and_opposite_keys_cancel() {
        let mut keyboard = keyboard();
        press(&mut keyboard, Key::Left);
        press(&mut keyboard, Key::W);
        let tick = keyboard.take();
        assert_eq!((tick.left, tick.right), (Stick { x: -127, y: 0 }, Stick { x: 0, y: -127 }));
        press(&mut keyboard, Key::Right);
        assert_eq!(keyboard.take().left, Stick::CENTRE);
        keyboard.release(Key::Left);
        assert_eq!(keyboard.take().left, Stick { x: 127, y: 0 });
    }

    #[test]
    fn a_tapped_direction_lasts_one_tick() {
        let mut keyboard = keyboard();
        press(&mut keyboard, Key::Right);
        keyboard.release(Key::Right);
        assert_eq!(keyboard.take().left.x, 127);
        assert!(keyboard.take().is_idle());
    }

    #[test]
    fn two_keys_of_one_button_make_one_press() {
        let mut keyboard = keyboard();
        press(&mut keyboard, Key::Space);
        assert!(keyboard.take().pressed(Button::A));
        press(&mut keyboard, Key::Enter);
        keyboard.release(Key::Space);
        let tick = keyboard.take();
        assert!(tick.held(Button::A) && !tick.pressed(Button::A));
        keyboard.release(Key::Enter);
        assert!(keyboard.take().is_idle());
    }

    #[test]
    fn requests_come_once_per_press_and_losing_the_keyboard_lets_go() {
        let mut keyboard = keyboard();
        assert_eq!(press(&mut keyboard, Key::F12), [Target::Screenshot]);
        assert_eq!(press(&mut keyboard, Key::F12), []);
        press(&mut keyboard, Key::Space);
        press(&mut keyboard, Key::Left);
        keyboard.release_all();
        assert!(keyboard.take().is_idle());
    }
}
