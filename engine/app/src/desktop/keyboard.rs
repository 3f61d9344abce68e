//! Converts key events to the [`Controls`] of all players, by their maps.

use keitai_runtime::controls::{Controls, ControlsCollector, Direction, Key, KeyMap, Maps, PLAYERS, Stick, Target};

/// The keyboard that all players share.
#[derive(Debug, Clone)]
pub struct Keyboard {
    /// The maps of all devices.
    pub maps: Maps,
    held: Vec<Key>,
    hands: [Hands; PLAYERS],
}

#[derive(Debug, Clone, Default)]
struct Hands {
    buttons: ControlsCollector,
    /// Stick targets that went down since the last tick, so that a short tap has an effect.
    tapped: Vec<Target>,
}

impl Keyboard {
    /// Returns a keyboard without pressed keys.
    pub fn new(maps: Maps) -> Self {
        Self { maps, held: Vec::new(), hands: Default::default() }
    }

    /// Handles a key that went down. Returns whether it was up before; key repeats have no effect.
    pub fn press(&mut self, key: Key) -> bool {
        if self.held.contains(&key) {
            return false;
        }
        self.held.push(key);
        for (Hands { buttons, tapped }, map) in self.hands.iter_mut().zip(&self.maps.players) {
            for target in map.keys.targets(key) {
                match target {
                    Target::Button(button) => buttons.press(button),
                    Target::LeftStick(_) | Target::RightStick(_) => tapped.push(target),
                }
            }
        }
        true
    }

    pub(crate) fn is_down(&self, key: Key) -> bool {
        self.held.contains(&key)
    }

    /// Handles a key that went up. A button stays down while another of its keys is held.
    pub fn release(&mut self, key: Key) {
        self.held.retain(|held| *held != key);
        for (Hands { buttons, .. }, map) in self.hands.iter_mut().zip(&self.maps.players) {
            for target in map.keys.targets(key) {
                if let Target::Button(button) = target
                    && !is_held(&self.held, &map.keys, target)
                {
                    buttons.release(button);
                }
            }
        }
    }

    /// Releases all keys, when the window loses the keyboard.
    pub fn release_all(&mut self) {
        self.held.clear();
        for Hands { buttons, tapped } in &mut self.hands {
            tapped.clear();
            buttons.clear();
        }
    }

    /// Returns each player's controls for the tick that begins now.
    pub fn take(&mut self) -> [Controls; PLAYERS] {
        let Self { maps, held, hands } = self;
        std::array::from_fn(|player| hands[player].take(held, &maps.players[player].keys))
    }
}

impl Hands {
    fn take(&mut self, held: &[Key], map: &KeyMap) -> Controls {
        self.buttons.left = self.stick(held, map, Target::LeftStick);
        self.buttons.right = self.stick(held, map, Target::RightStick);
        self.tapped.clear();
        self.buttons.take()
    }

    /// Returns the deflection; opposite directions cancel each other.
    fn stick(&self, held: &[Key], map: &KeyMap, target: impl Fn(Direction) -> Target) -> Stick {
        let push = |direction| {
            let target = target(direction);
            if self.tapped.contains(&target) || is_held(held, map, target) { Stick::FULL } else { 0 }
        };
        Stick { x: push(Direction::Right) - push(Direction::Left), y: push(Direction::Down) - push(Direction::Up) }
    }
}

fn is_held(held: &[Key], map: &KeyMap, target: Target) -> bool {
    map.keys(target).any(|key| held.contains(&key))
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::Button;

    use super::*;

    fn keyboard() -> Keyboard {
        Keyboard::new(Maps::single(KeyMap(vec![
            (Key::Left, Target::LeftStick(Direction::Left)),
            (Key::Right, Target::LeftStick(Direction::Right)),
            (Key::W, Target::RightStick(Direction::Up)),
            (Key::Space, Target::Button(Button::A)),
            (Key::Enter, Target::Button(Button::A)),
        ])))
    }

    fn take(keyboard: &mut Keyboard) -> Controls {
        keyboard.take()[0]
    }

    #[test]
    fn keys_push_sticks_all_the_way_and_opposite_keys_cancel() {
        let mut keyboard = keyboard();
        keyboard.press(Key::Left);
        keyboard.press(Key::W);
        let tick = take(&mut keyboard);
        assert_eq!((tick.left, tick.right), (Stick { x: -127, y: 0 }, Stick { x: 0, y: -127 }));
        keyboard.press(Key::Right);
        assert_eq!(take(&mut keyboard).left, Stick::CENTRE);
        keyboard.release(Key::Left);
        assert_eq!(take(&mut keyboard).left, Stick { x: 127, y: 0 });
    }

    #[test]
    fn a_tapped_direction_lasts_one_tick_and_lost_keys_none() {
        let mut keyboard = keyboard();
        keyboard.press(Key::Right);
        keyboard.release(Key::Right);
        assert_eq!(take(&mut keyboard).left.x, 127);
        assert!(take(&mut keyboard).is_idle());
        [Key::Space, Key::Left].into_iter().for_each(|key| _ = keyboard.press(key));
        keyboard.release_all();
        assert!(take(&mut keyboard).is_idle(), "the window has lost the keyboard");
    }

    #[test]
    fn two_keys_of_one_button_make_one_press() {
        let mut keyboard = keyboard();
        assert!(keyboard.press(Key::Space) && !keyboard.press(Key::Space), "a repeat is no news");
        assert!(take(&mut keyboard).pressed(Button::A));
        keyboard.press(Key::Enter);
        keyboard.release(Key::Space);
        let tick = take(&mut keyboard);
        assert!(tick.held(Button::A) && !tick.pressed(Button::A));
        keyboard.release(Key::Enter);
        assert!(take(&mut keyboard).is_idle());
    }

    #[test]
    fn two_players_press_their_own_halves() {
        let mut keyboard = Keyboard::new(Maps::default());
        for key in [Key::Up, Key::Space, Key::D, Key::G] {
            keyboard.press(key);
        }
        let held = |controls: Controls| controls.held;
        let expected = [
            [Button::Up, Button::A].into_iter().collect(),
            [Button::Right, Button::B].into_iter().collect(),
            Default::default(),
            Default::default(),
        ];
        assert_eq!(keyboard.take().map(held), expected);
        keyboard.release(Key::Up);
        assert_eq!(keyboard.take().map(held)[0], Button::A.into());
    }
}
