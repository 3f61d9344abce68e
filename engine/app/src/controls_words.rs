//! The words of the controls screen in the language of the game.

use keitai_runtime::controls::WindowCommand;

/// The words of the controls screen. `{}` stands for the name of a control or a key, or for a number.
pub const WORDS: &[&str] = &[
    "controls",
    "keys",
    "pad",
    "player",
    "< player {} >",
    "stick",
    "pad {} ({})",
    "none",
    "reset all controls",
    "save and close",
    "Enter or A: change   Del or Y: no key",
    "Esc or B: save and close",
    "press a key or a button",
    "Esc: cancel",
    "all controls are reset",
    "{}: no key",
    "{}: {}",
    "{}: {}, swapped with player {}'s {}",
    "{}: {}, taken from player {}'s {}",
    "{}: changed on the pad",
    "{} is reserved for {}",
    "this key cannot be used",
    "going back",
    "full screen",
    "screenshots",
    "shots",
    "this screen",
    "the debug overlay",
    "pictures between ticks",
    "the volume",
    "pausing",
    "single ticks",
    "the size of the picture",
];

/// The words of the controls screen in another language than English.
///
/// ```
/// use keitai_app::controls_screen::{WORDS, Words};
///
/// let german = |english: &str| match english {
///     "controls" => "Steuerung".to_owned(),
///     "{}: no key" => "{}: keine Taste".to_owned(),
///     other => other.to_owned(),
/// };
/// let words = Words::new(german);
/// assert_eq!(words.get(WORDS[0]), "Steuerung");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(Vec<(&'static str, String)>);

impl Words {
    /// Makes a table from the translation of each of the [`WORDS`].
    pub fn new(mut translate: impl FnMut(&str) -> String) -> Self {
        Self(WORDS.iter().map(|english| (*english, translate(english))).collect())
    }

    /// Returns the translation of one of the [`WORDS`].
    pub fn get<'a>(&'a self, english: &'a str) -> &'a str {
        self.0.iter().find(|(own, _)| *own == english).map_or(english, |(_, word)| word)
    }

    /// Returns the translation of one of the [`WORDS`], with these values in place of `{}`.
    pub(crate) fn with(&self, english: &str, values: &[&str]) -> String {
        let mut parts = self.get(english).split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (part, value) in parts.zip(values) {
            text.extend([value, part]);
        }
        text
    }
}

/// Returns the purpose of a key that cannot be assigned.
pub(crate) fn purpose(command: WindowCommand) -> &'static str {
    match command {
        WindowCommand::Quit => "going back",
        WindowCommand::FullScreen => "full screen",
        WindowCommand::Screenshot => "screenshots",
        WindowCommand::Shot => "shots",
        WindowCommand::Controls => "this screen",
        WindowCommand::Debug => "the debug overlay",
        WindowCommand::Smooth | WindowCommand::Between(_) => "pictures between ticks",
        WindowCommand::Louder | WindowCommand::Quieter | WindowCommand::Mute | WindowCommand::Volume(_) => "the volume",
        WindowCommand::Pause => "pausing",
        WindowCommand::Step => "single ticks",
        WindowCommand::Scaling | WindowCommand::Scale(_) => "the size of the picture",
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Button, Input, Key, Layout, Maps, PLAYERS, Target, WindowCommand};

    use crate::controls_screen::ControlsScreen;

    use super::*;

    #[test]
    fn every_text_of_the_screen_is_one_of_the_words() {
        let titles = [(Button::A, "*jump"), (Button::B, "*dash")];
        let titles = titles.map(|(button, title)| (Target::Button(button), title.to_owned())).to_vec();
        let words = Words::new(|english| format!("*{english}"));
        let mut screen = ControlsScreen::new(Maps::default(), Layout::default());
        (screen.titles, screen.words) = (titles, words);
        for line in screen.lines(20, &[None; PLAYERS]) {
            assert!(line.cells[0].starts_with('*'), "{line:?}");
        }
        let mut help = |keys: &[Key]| {
            keys.iter().for_each(|key| _ = screen.press(Input::Key(*key)));
            screen.help().to_owned()
        };
        assert_eq!(help(&[]), "*Enter or A: change   Del or Y: no key");
        assert_eq!(help(&[Key::Down, Key::Enter]), "*press a key or a button");
        // Escape ends the waiting.
        let reserved = |key: &&Key| **key != Key::Escape && WindowCommand::of_key(**key).is_some();
        for key in Key::ALL.iter().filter(reserved) {
            let told = help(&[*key]);
            assert!(told.starts_with(&format!("*{} is reserved for *", key.label())), "{told}");
        }
        assert_eq!(help(&[Key::Period]), "**jump: ., swapped with player 1's *dash");
        assert_eq!(help(&[Key::Delete]), "**jump: no key");
        assert_eq!(help(&[Key::Enter, Key::Period]), "**jump: .");
        assert_eq!(help(&[Key::Down, Key::Delete, Key::Enter, Key::Period]), "**dash: ., taken from player 1's *jump");
        assert_eq!(help(&[Key::Up, Key::Up, Key::Up, Key::Up, Key::Enter]), "*all controls are reset");
    }
}
