//! Keys of a keyboard by their place, the same on every layout, and the characters on them.

use serde::Deserialize;

macro_rules! keys {
    ($($key:ident $label:literal,)*) => {
        /// A key, named after its print on an English keyboard.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
        #[allow(missing_docs)]
        pub enum Key {
            $($key,)*
        }

        impl Key {
            /// All keys: letters, digits, then the others.
            pub const ALL: &'static [Self] = &[$(Self::$key,)*];

            /// Returns a short name for legends, at most six letters: that on an English keyboard.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$key => $label,)*
                }
            }

            /// Returns the name in a file of controls.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$key => stringify!($key),)*
                }
            }
        }
    };
}

keys! {
    A "A", B "B", C "C", D "D", E "E", F "F", G "G", H "H", I "I", J "J", K "K", L "L", M "M", N "N", O "O", P "P",
    Q "Q", R "R", S "S", T "T", U "U", V "V", W "W", X "X", Y "Y", Z "Z", Num0 "0", Num1 "1", Num2 "2", Num3 "3",
    Num4 "4", Num5 "5", Num6 "6", Num7 "7", Num8 "8", Num9 "9", Up "Up", Down "Down", Left "Left", Right "Right",
    Space "Space", Enter "Enter", Escape "Esc", Tab "Tab", Backspace "Bksp", Insert "Ins", Delete "Del", Home "Home",
    End "End", PageUp "PgUp", PageDown "PgDn", PrintScreen "Print", Comma ",", Period ".", Slash "/", Semicolon ";",
    Apostrophe "'", LeftBracket "[", RightBracket "]", Backslash "\\", Grave "`", Minus "-", Equals "=",
    LeftShift "LShift", RightShift "RShift", LeftControl "LCtrl", RightControl "RCtrl", Keypad0 "KP 0",
    Keypad1 "KP 1", Keypad2 "KP 2", Keypad3 "KP 3", Keypad4 "KP 4", Keypad5 "KP 5", Keypad6 "KP 6", Keypad7 "KP 7",
    Keypad8 "KP 8", Keypad9 "KP 9", KeypadPlus "KP +", KeypadMinus "KP -", KeypadEnter "KP Ent", KeypadPeriod "KP .",
    KeypadMultiply "KP *", KeypadDivide "KP /", CapsLock "Caps", LeftAlt "LAlt", RightAlt "RAlt", IntlBackslash "ISO",
    IntlRo "Ro", IntlYen "Yen", KanaMode "Kana", Convert "Henkan", NonConvert "Muhen",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8", F9 "F9", F10 "F10", F11 "F11", F12 "F12",
}

/// The characters that letterings can draw, each a name for a key.
const CHARACTERS: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆ\
                          ÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß";

/// The layout of a keyboard: the characters on its keys, where they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout(Vec<(Key, &'static str)>);

impl Layout {
    pub(crate) const ENGLISH: &Self = &Self(Vec::new());

    /// A layout with these characters on its keys. Letters are shown as capitals. Characters outside ISO 8859-1, which
    /// letterings lack, are left out.
    pub fn new(keys: impl IntoIterator<Item = (Key, char)>) -> Self {
        Self(keys.into_iter().filter_map(|(key, character)| Some((key, name(character)?))).collect())
    }

    /// Returns a short name for legends: the character on the key, or else its name on an English keyboard.
    pub fn label(&self, key: Key) -> &'static str {
        self.0.iter().find(|(other, _)| *other == key).map_or_else(|| key.label(), |(_, name)| name)
    }
}

fn name(character: char) -> Option<&'static str> {
    let capital =
        Some(character.to_uppercase()).filter(|capital| capital.len() == 1).and_then(|mut capital| capital.next());
    let place = |sought: char| CHARACTERS.char_indices().find(|(_, letter)| *letter == sought);
    let (at, letter) = capital.and_then(place).or_else(|| place(character))?;
    CHARACTERS.get(at..at + letter.len_utf8())
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
    fn keys_have_the_names_of_their_layout() {
        let french = Layout::new([(Key::Q, 'a'), (Key::Num2, 'é'), (Key::Minus, ')'), (Key::X, 'ж')]);
        let names = [Key::Q, Key::Num2, Key::Minus, Key::X, Key::Up].map(|key| french.label(key));
        assert_eq!(names, ["A", "É", ")", "X", "Up"]);
        assert_eq!((name('ß'), name('µ'), name('\r'), name(' ')), (Some("ß"), Some("µ"), None, None));
    }
}
