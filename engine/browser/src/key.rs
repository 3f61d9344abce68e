//! Converts codes of the browser's keyboard events to keys. A code names the place of a key, whatever is printed on it.

use keitai_runtime::controls::Key;

/// Codes whose names differ from those of the keys in more than a prefix.
const OTHERS: [(&str, Key); 14] = [
    ("Quote", Key::Apostrophe),
    ("BracketLeft", Key::LeftBracket),
    ("BracketRight", Key::RightBracket),
    ("Backquote", Key::Grave),
    ("Equal", Key::Equals),
    ("ShiftLeft", Key::LeftShift),
    ("ShiftRight", Key::RightShift),
    ("ControlLeft", Key::LeftControl),
    ("ControlRight", Key::RightControl),
    ("AltLeft", Key::LeftAlt),
    ("AltRight", Key::RightAlt),
    ("NumpadAdd", Key::KeypadPlus),
    ("NumpadSubtract", Key::KeypadMinus),
    ("NumpadDecimal", Key::KeypadPeriod),
];

pub(crate) fn key(code: &str) -> Option<Key> {
    if let Some((_, key)) = OTHERS.iter().find(|(name, _)| *name == code) {
        return Some(*key);
    }
    let prefixes = [("Key", ""), ("Digit", "Num"), ("Arrow", ""), ("Numpad", "Keypad")];
    let renamed = |(prefix, start): &(&str, &str)| Some(format!("{start}{}", code.strip_prefix(prefix)?));
    let name = prefixes.iter().find_map(renamed).unwrap_or_else(|| code.to_owned());
    Key::ALL.iter().find(|key| key.name() == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_find_their_keys() {
        let codes = ["KeyA", "Digit0", "ArrowUp", "Numpad7", "NumpadEnter", "Enter", "F12", "BracketLeft", "PageUp"];
        let keys = {
            use Key::*;
            [A, Num0, Up, Keypad7, KeypadEnter, Enter, F12, LeftBracket, PageUp]
        };
        assert_eq!(codes.map(key), keys.map(Some));
        assert_eq!((key("MediaPlayPause"), key("")), (None, None));
    }
}
