//! The keys of a keyboard by their place, so that a map means the same on every layout.

use sdl2::keyboard::Scancode;

macro_rules! keys {
    ($($key:ident $scancode:ident $label:literal,)*) => {
        /// A key, named as an English keyboard has it printed on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Key {
            $($key,)*
        }

        impl Key {
            /// Every key.
            pub const ALL: &'static [Self] = &[$(Self::$key,)*];

            /// A short name for legends, at most six letters.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$key => $label,)*
                }
            }

            pub(crate) fn from_scancode(scancode: Scancode) -> Option<Self> {
                match scancode {
                    $(Scancode::$scancode => Some(Self::$key),)*
                    _ => None,
                }
            }
        }
    };
}

keys! {
    A A "A", B B "B", C C "C", D D "D", E E "E", F F "F", G G "G", H H "H", I I "I", J J "J", K K "K", L L "L", M M "M",
    N N "N", O O "O", P P "P", Q Q "Q", R R "R", S S "S", T T "T", U U "U", V V "V", W W "W", X X "X", Y Y "Y", Z Z "Z",
    Num0 Num0 "0", Num1 Num1 "1", Num2 Num2 "2", Num3 Num3 "3", Num4 Num4 "4",
    Num5 Num5 "5", Num6 Num6 "6", Num7 Num7 "7", Num8 Num8 "8", Num9 Num9 "9",
    Up Up "Up", Down Down "Down", Left Left "Left", Right Right "Right",
    Space Space "Space", Enter Return "Enter", Escape Escape "Esc", Tab Tab "Tab", Backspace Backspace "Bksp",
    Insert Insert "Ins", Delete Delete "Del", Home Home "Home", End End "End", PageUp PageUp "PgUp",
    PageDown PageDown "PgDn", PrintScreen PrintScreen "Print",
    Comma Comma ",", Period Period ".", Slash Slash "/", Semicolon Semicolon ";", Apostrophe Apostrophe "'",
    LeftBracket LeftBracket "[", RightBracket RightBracket "]", Backslash Backslash "\\", Grave Grave "`",
    Minus Minus "-", Equals Equals "=",
    LeftShift LShift "LShift", RightShift RShift "RShift", LeftControl LCtrl "LCtrl", RightControl RCtrl "RCtrl",
    Keypad0 Kp0 "KP 0", Keypad1 Kp1 "KP 1", Keypad2 Kp2 "KP 2", Keypad3 Kp3 "KP 3", Keypad4 Kp4 "KP 4",
    Keypad5 Kp5 "KP 5", Keypad6 Kp6 "KP 6", Keypad7 Kp7 "KP 7", Keypad8 Kp8 "KP 8", Keypad9 Kp9 "KP 9",
    KeypadPlus KpPlus "KP +", KeypadMinus KpMinus "KP -", KeypadEnter KpEnter "KP Ent", KeypadPeriod KpPeriod "KP .",
    F1 F1 "F1", F2 F2 "F2", F3 F3 "F3", F4 F4 "F4", F5 F5 "F5", F6 F6 "F6",
    F7 F7 "F7", F8 F8 "F8", F9 F9 "F9", F10 F10 "F10", F11 F11 "F11", F12 F12 "F12",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_differ() {
        let mut labels: Vec<_> = Key::ALL.iter().map(|key| key.label()).collect();
        assert!(labels.iter().all(|label| (1..=6).contains(&label.len())));
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), Key::ALL.len());
    }

    #[test]
    fn scancodes_find_their_keys() {
        assert_eq!(Key::from_scancode(Scancode::Return), Some(Key::Enter));
        assert_eq!(Key::from_scancode(Scancode::Kp7), Some(Key::Keypad7));
        assert_eq!(Key::from_scancode(Scancode::AudioMute), None);
    }
}
