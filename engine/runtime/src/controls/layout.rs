//! The characters on the keys of the keyboard in use.

use super::Key;

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
        self.0.iter().find(|(own, _)| *own == key).map_or_else(|| key.label(), |(_, name)| name)
    }
}

fn name(character: char) -> Option<&'static str> {
    let capital =
        Some(character.to_uppercase()).filter(|capital| capital.len() == 1).and_then(|mut capital| capital.next());
    let found = |wanted: char| CHARACTERS.char_indices().find(|(_, own)| *own == wanted);
    let (at, own) = capital.and_then(found).or_else(|| found(character))?;
    CHARACTERS.get(at..at + own.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_names_of_their_layout() {
        let french = Layout::new([(Key::Q, 'a'), (Key::Num2, 'é'), (Key::Minus, ')'), (Key::X, 'ж')]);
        let names = [Key::Q, Key::Num2, Key::Minus, Key::X, Key::Up].map(|key| french.label(key));
        assert_eq!(names, ["A", "É", ")", "X", "Up"]);
        assert_eq!((name('ß'), name('µ'), name('\r'), name(' ')), (Some("ß"), Some("µ"), None, None));
    }
}
