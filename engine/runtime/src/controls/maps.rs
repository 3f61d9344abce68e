//! Maps from keys and pad buttons to players' controls, and from pads to players.
//!
//! Several players can share one keyboard. A pad's button is the control of the same name unless a player's map changes it.
//! When a key or a button that is in use is assigned again, the two are swapped; see [`Maps::give_key`].

use serde::Deserialize;

use super::{Button, Buttons, Controls, Key, PLAYERS, Stick};

/// A direction of a stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// The control that a key is assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(from = "Named")]
pub enum Target {
    /// A button of the abstract pad, or a key of a phone.
    Button(Button),
    /// Full deflection of the left stick.
    LeftStick(Direction),
    /// Full deflection of the right stick.
    RightStick(Direction),
}

macro_rules! targets {
    ($($name:ident = $target:expr, $title:literal;)*) => {
        #[derive(Clone, Copy, Deserialize)]
        enum Named {
            $($name,)*
        }

        impl From<Named> for Target {
            fn from(named: Named) -> Self {
                match named {
                    $(Named::$name => $target,)*
                }
            }
        }

        impl Target {
            /// All targets, buttons first.
            pub const ALL: &'static [Self] = &[$($target,)*];

            /// Returns the name in a file of controls.
            pub fn name(self) -> &'static str {
                $(if self == $target { return stringify!($name); })*
                ""
            }

            /// Returns the title on the controls screen.
            pub fn title(self) -> &'static str {
                $(if self == $target { return $title; })*
                ""
            }
        }
    };
}

targets! {
    Up = Target::Button(Button::Up), "up";
    Down = Target::Button(Button::Down), "down";
    Left = Target::Button(Button::Left), "left";
    Right = Target::Button(Button::Right), "right";
    A = Target::Button(Button::A), "A (lower)";
    B = Target::Button(Button::B), "B (right)";
    X = Target::Button(Button::X), "X (left)";
    Y = Target::Button(Button::Y), "Y (upper)";
    L = Target::Button(Button::L), "left shoulder";
    R = Target::Button(Button::R), "right shoulder";
    L2 = Target::Button(Button::L2), "left trigger";
    R2 = Target::Button(Button::R2), "right trigger";
    L3 = Target::Button(Button::L3), "left stick in";
    R3 = Target::Button(Button::R3), "right stick in";
    Start = Target::Button(Button::Start), "start";
    Select = Target::Button(Button::Select), "select";
    LeftStickUp = Target::LeftStick(Direction::Up), "left stick up";
    LeftStickDown = Target::LeftStick(Direction::Down), "left stick down";
    LeftStickLeft = Target::LeftStick(Direction::Left), "left stick left";
    LeftStickRight = Target::LeftStick(Direction::Right), "left stick right";
    RightStickUp = Target::RightStick(Direction::Up), "right stick up";
    RightStickDown = Target::RightStick(Direction::Down), "right stick down";
    RightStickLeft = Target::RightStick(Direction::Left), "right stick left";
    RightStickRight = Target::RightStick(Direction::Right), "right stick right";
    Num0 = Target::Button(Button::Num0), "0";
    Num1 = Target::Button(Button::Num1), "1";
    Num2 = Target::Button(Button::Num2), "2";
    Num3 = Target::Button(Button::Num3), "3";
    Num4 = Target::Button(Button::Num4), "4";
    Num5 = Target::Button(Button::Num5), "5";
    Num6 = Target::Button(Button::Num6), "6";
    Num7 = Target::Button(Button::Num7), "7";
    Num8 = Target::Button(Button::Num8), "8";
    Num9 = Target::Button(Button::Num9), "9";
    Star = Target::Button(Button::Star), "star";
    Pound = Target::Button(Button::Pound), "pound";
    Soft1 = Target::Button(Button::Soft1), "left soft key";
    Soft2 = Target::Button(Button::Soft2), "right soft key";
}

impl Target {
    /// Returns whether the target is a key of a phone, which few games use.
    pub fn is_of_phone(self) -> bool {
        matches!(self, Self::Button(button) if Button::PHONE.contains(&button))
    }
}

/// Keys and their targets. A key may have several targets, and a target several keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyMap(pub Vec<(Key, Target)>);

impl KeyMap {
    /// Returns a map of a key for each button of a pad, followed by the button's keys among `more`.
    fn of(keys: [Key; Button::ALL.len()], more: &[(Button, Key)]) -> Self {
        let of_button = |(button, key)| {
            let more = more.iter().filter(move |(target, _)| *target == button).map(|(_, key)| *key);
            std::iter::once(key).chain(more).map(move |key| (key, Target::Button(button)))
        };
        Self(Button::ALL.into_iter().zip(keys).flat_map(of_button).collect())
    }

    /// Returns everything that a key does.
    pub fn targets(&self, key: Key) -> impl Iterator<Item = Target> + '_ {
        self.0.iter().filter(move |(entry, _)| *entry == key).map(|(_, target)| *target)
    }

    /// Returns the keys of a target, in the order of the map.
    pub fn keys(&self, target: Target) -> impl Iterator<Item = Key> + '_ {
        self.0.iter().filter(move |(_, entry)| *entry == target).map(|(key, _)| *key)
    }

    /// Replaces the keys of a target.
    pub fn set(&mut self, target: Target, keys: &[Key]) {
        let at = self.0.iter().position(|(_, entry)| *entry == target).unwrap_or(self.0.len());
        self.0.retain(|(_, entry)| *entry != target);
        self.0.splice(at..at, keys.iter().map(|key| (*key, target)));
    }
}

/// The button of the pad for each button of the controls, and the dead zones of its sticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PadMap {
    buttons: [Button; Button::ALL.len()],
    /// Deflections up to which the axes are at rest, 0..=60 percent of the whole way: the left stick along x and y, the right one.
    pub dead_zones: [u8; 4],
}

/// The largest dead zone, percent. Worn sticks rest at 15 to 25.
pub const MAX_DEAD_ZONE: u8 = 60;

impl Default for PadMap {
    fn default() -> Self {
        Self { buttons: Button::ALL, dead_zones: [12; 4] }
    }
}

impl PadMap {
    /// Returns the button of the pad that acts as `button`.
    pub fn source(&self, button: Button) -> Button {
        self.buttons.get(button as usize).copied().unwrap_or(button)
    }

    /// Makes `source`, a button of the pad, act as `button`.
    pub fn set(&mut self, button: Button, source: Button) {
        if let Some(entry) = self.buttons.get_mut(button as usize) {
            *entry = source;
        }
    }

    /// Returns the controls for the controls of a pad, whose sticks have no dead zone yet.
    pub fn apply(&self, pad: Controls) -> Controls {
        let [left_x, left_y, right_x, right_y] = self.dead_zones;
        let left = Stick { x: live(pad.left.x, left_x), y: live(pad.left.y, left_y) };
        let right = Stick { x: live(pad.right.x, right_x), y: live(pad.right.y, right_y) };
        let buttons = |from: Buttons| Button::ALL.into_iter().filter(|button| from.has(self.source(*button))).collect();
        Controls { held: buttons(pad.held), pressed: buttons(pad.pressed), left, right }
    }
}

/// Returns a deflection without its dead zone, stretched to the whole way again.
fn live(deflection: i8, dead_zone: u8) -> i8 {
    const FULL: i32 = Stick::FULL as i32;
    let dead = i32::from(dead_zone.min(MAX_DEAD_ZONE)) * FULL / 100;
    let deflection = i32::from(deflection).clamp(-FULL, FULL);
    ((deflection.abs() - dead).max(0) * FULL / (FULL - dead) * deflection.signum()) as i8
}

/// Keys and pad buttons of one player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerMap {
    /// The player's keys.
    pub keys: KeyMap,
    /// The buttons of the player's pads.
    pub pad: PadMap,
}

/// The maps of all devices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maps {
    /// Keys and pad buttons of each player.
    pub players: [PlayerMap; PLAYERS],
    /// The player of each pad, from 0, in the order in which pads were plugged in. A player may have several pads.
    pub pads: [usize; PLAYERS],
}

/// Default keys for [`Button::ALL`]. The first player has the arrow keys and the keys to their left, the second W A S D and the keys
/// to their right, so that two people have room at one keyboard.
const KEYS: [[Key; Button::ALL.len()]; 2] = {
    use Key::*;
    [
        [Up, Down, Left, Right, Space, Period, Comma, M, K, L, I, O, Semicolon, Apostrophe, Enter, F1],
        [W, S, A, D, F, G, R, T, Q, E, C, V, Z, X, Tab, Grave],
    ]
};

/// Second keys of the first player.
const MORE: [(Button, Key); 2] = [(Button::A, Key::Slash), (Button::Select, Key::Backspace)];

impl Default for Maps {
    /// Returns maps for two players at one keyboard, and a pad for each of four players.
    fn default() -> Self {
        let mut maps = Self::single(KeyMap::of(KEYS[0], &MORE));
        maps.players[1].keys = KeyMap::of(KEYS[1], &[]);
        maps
    }
}

impl Maps {
    /// Returns maps with all keys for the first player, and a pad for each of four players.
    pub fn single(keys: KeyMap) -> Self {
        let mut players: [PlayerMap; PLAYERS] = Default::default();
        players[0].keys = keys;
        Self { players, pads: [0, 1, 2, 3] }
    }

    /// Returns maps of one player with the keys of a phone: 1 to 9 of the row and of the keypad are those digits, keypad 0 and O the 0,
    /// `-` the star, `=` the pound sign, Q and E the soft keys. The arrow keys and the others of the first player stay.
    pub fn phone() -> Self {
        use Key::*;
        let digits = [
            (Keypad0, O),
            (Num1, Keypad1),
            (Num2, Keypad2),
            (Num3, Keypad3),
            (Num4, Keypad4),
            (Num5, Keypad5),
            (Num6, Keypad6),
            (Num7, Keypad7),
            (Num8, Keypad8),
            (Num9, Keypad9),
            (Minus, KeypadMinus),
            (Equals, KeypadPlus),
            (Q, PageUp),
            (E, PageDown),
        ];
        let keys = KeyMap::of(KEYS[0], &MORE).0.into_iter().filter(|(key, _)| *key != O);
        let phone = Button::PHONE.into_iter().zip(digits);
        let phone = phone.flat_map(|(button, (one, other))| [one, other].map(|key| (key, Target::Button(button))));
        Self::single(KeyMap(keys.chain(phone).collect()))
    }

    /// Makes `key` the only key of a player's `target`. If the key is in use, the two keys are swapped; without a key to
    /// swap, the other control loses its key.
    pub fn give_key(&mut self, player: usize, target: Target, key: Key) {
        let Some(controls) = self.players.get(player) else { return };
        let free = controls.keys.keys(target).find(|free| *free != key);
        for (number, other) in self.players.iter_mut().enumerate() {
            let is_taken = |entry: &(Key, Target)| entry.0 == key && (number, entry.1) != (player, target);
            match free {
                Some(free) => {
                    other.keys.0.iter_mut().filter(|entry| is_taken(entry)).for_each(|entry| entry.0 = free);
                }
                None => other.keys.0.retain(|entry| !is_taken(entry)),
            }
        }
        self.players[player].keys.set(target, &[key]);
    }

    /// Makes `source` the pad button for a player's `button`. If `source` is in use, the two buttons are swapped.
    pub fn give_button(&mut self, player: usize, button: Button, source: Button) {
        let Some(PlayerMap { pad, .. }) = self.players.get_mut(player) else { return };
        let free = pad.source(button);
        for other in Button::ALL {
            if pad.source(other) == source {
                pad.set(other, free);
            }
        }
        pad.set(button, source);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::Stick;

    #[test]
    fn two_players_share_a_keyboard_without_sharing_a_key() {
        let maps = Maps::default();
        let all: Vec<Key> = maps.players.iter().flat_map(|player| player.keys.0.iter().map(|(key, _)| *key)).collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(all.len(), once.len());
        for player in &maps.players[..2] {
            for button in Button::ALL {
                assert!(player.keys.keys(Target::Button(button)).next().is_some(), "{button:?}");
            }
        }
        assert!(all.iter().all(|key| crate::controls::WindowCommand::of_key(*key).is_none()), "a reserved key");
    }

    #[test]
    fn a_key_in_use_is_swapped() {
        let mut maps = Maps::default();
        let keys = |maps: &Maps, player: usize, button| {
            maps.players[player].keys.keys(Target::Button(button)).collect::<Vec<_>>()
        };
        maps.give_key(0, Target::Button(Button::B), Key::W);
        assert_eq!(keys(&maps, 0, Button::B), [Key::W]);
        assert_eq!(keys(&maps, 1, Button::Up), [Key::Period]);
        // Of the control's two keys the given one stays, and no other control changes.
        maps.give_key(0, Target::Button(Button::A), Key::Slash);
        assert_eq!(keys(&maps, 0, Button::A), [Key::Slash]);
        // Without a key to swap, the other control loses its key.
        maps.give_key(2, Target::Button(Button::A), Key::Slash);
        assert_eq!((keys(&maps, 2, Button::A), keys(&maps, 0, Button::A)), (vec![Key::Slash], vec![]));
        maps.give_key(9, Target::Button(Button::A), Key::Slash);
    }

    #[test]
    fn a_button_in_use_is_swapped() {
        let mut maps = Maps::default();
        maps.give_button(1, Button::A, Button::B);
        maps.give_button(1, Button::L, Button::A);
        let pad = maps.players[1].pad;
        assert_eq!([Button::A, Button::B, Button::L].map(|b| pad.source(b)), [Button::B, Button::L, Button::A]);

        let pressed = Controls::press(Button::B);
        assert_eq!(pad.apply(pressed), Controls::press(Button::A));
        assert_eq!(PadMap::default().apply(pressed), pressed);
    }

    #[test]
    fn sticks_rest_in_the_dead_zone_of_each_axis_and_reach_the_end() {
        let pad = |dead_zones| PadMap { dead_zones, ..PadMap::default() };
        let left = |map: PadMap, x, y| map.apply(Controls { left: Stick { x, y }, ..Controls::IDLE }).left;
        assert_eq!(left(pad([12; 4]), 15, -15), Stick::CENTRE);
        assert_eq!(left(pad([12; 4]), 63, -63), Stick { x: 54, y: -54 }); // (63 - 15) * 127 / 112
        assert_eq!(left(pad([12; 4]), 127, -128), Stick { x: 127, y: -127 });
        // A worn stick that rests at 25 % along x.
        assert_eq!(left(pad([27, 12, 12, 12]), 32, 32), Stick { x: 0, y: 19 }); // (32 - 15) * 127 / 112
        assert_eq!(left(pad([0; 4]), 1, -1), Stick { x: 1, y: -1 });
        let right = Controls { right: Stick { x: 50, y: 50 }, ..Controls::IDLE };
        assert_eq!(pad([12, 12, 40, 0]).apply(right).right, Stick { x: 0, y: 50 });
    }
}
