//! Converts SDL scancodes to keys, and finds the characters on them.

use keitai_runtime::controls::{Key, Layout};
use sdl2::keyboard::{Keycode, Scancode};

macro_rules! keys {
    ($($key:ident $scancode:ident,)*) => {
        const KEYS: &[(Scancode, Key)] = &[$((Scancode::$scancode, Key::$key),)*];
    };
}

keys! {
    A A, B B, C C, D D, E E, F F, G G, H H, I I, J J, K K, L L, M M, N N, O O, P P, Q Q, R R, S S, T T, U U, V V, W W,
    X X, Y Y, Z Z, Num0 Num0, Num1 Num1, Num2 Num2, Num3 Num3, Num4 Num4, Num5 Num5, Num6 Num6, Num7 Num7, Num8 Num8,
    Num9 Num9, Up Up, Down Down, Left Left, Right Right, Space Space, Enter Return, Escape Escape, Tab Tab,
    Backspace Backspace, Insert Insert, Delete Delete, Home Home, End End, PageUp PageUp, PageDown PageDown,
    PrintScreen PrintScreen, Comma Comma, Period Period, Slash Slash, Semicolon Semicolon, Apostrophe Apostrophe,
    LeftBracket LeftBracket, RightBracket RightBracket, Backslash Backslash, Grave Grave, Minus Minus, Equals Equals,
    LeftShift LShift, RightShift RShift, LeftControl LCtrl, RightControl RCtrl, Keypad0 Kp0, Keypad1 Kp1, Keypad2 Kp2,
    Keypad3 Kp3, Keypad4 Kp4, Keypad5 Kp5, Keypad6 Kp6, Keypad7 Kp7, Keypad8 Kp8, Keypad9 Kp9, KeypadPlus KpPlus,
    KeypadMinus KpMinus, KeypadEnter KpEnter, KeypadPeriod KpPeriod, KeypadMultiply KpMultiply, KeypadDivide KpDivide,
    CapsLock CapsLock, LeftAlt LAlt, RightAlt RAlt, IntlBackslash NonUsBackslash, IntlRo International1,
    KanaMode International2, IntlYen International3, Convert International4, NonConvert International5, F1 F1, F2 F2,
    F3 F3, F4 F4, F5 F5, F6 F6, F7 F7, F8 F8, F9 F9, F10 F10, F11 F11, F12 F12,
}

pub(crate) fn key(scancode: Scancode) -> Option<Key> {
    KEYS.iter().find(|(code, _)| *code == scancode).map(|(_, key)| *key)
}

pub(crate) fn layout() -> Layout {
    let characters = KEYS.iter().filter_map(|(scancode, key)| {
        let name = Keycode::from_scancode(*scancode)?.name();
        let mut characters = name.chars();
        // Keys without a character have longer names.
        Some((*key, characters.next().filter(|_| characters.next().is_none())?))
    });
    Layout::new(characters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scancodes_find_their_keys() {
        assert_eq!(key(Scancode::Return), Some(Key::Enter));
        assert_eq!(key(Scancode::Kp7), Some(Key::Keypad7));
        assert_eq!(key(Scancode::AudioMute), None);
    }

    #[test]
    fn every_key_is_on_a_keyboard() {
        let mut keys: Vec<Key> = KEYS.iter().map(|(_, key)| *key).collect();
        keys.sort_unstable();
        let mut all = Key::ALL.to_vec();
        all.sort_unstable();
        assert_eq!(keys, all);
    }
}
