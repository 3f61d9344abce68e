//! Warnings of scenes and errors of games, which stop nothing.

use std::collections::BTreeSet;

use keitai_runtime::Stage;

use crate::console;
use crate::error::Error;
use crate::messages::Messages;

#[derive(Debug, Default)]
pub(crate) struct Warnings(BTreeSet<String>);

impl Warnings {
    /// Shows the new warnings of a stage on stderr and over the picture.
    pub(crate) fn tell(&mut self, stage: &mut Stage, messages: &mut Messages) {
        for warning in stage.take_warnings() {
            if !self.0.contains(&warning) {
                console::warn(&warning);
                messages.tell(warning.as_str());
                self.0.insert(warning);
            }
        }
    }
}

/// The last error of a running game that was printed on stderr.
#[derive(Debug, Default)]
pub(crate) struct LastError(Option<String>);

impl LastError {
    /// Shows an error over the picture, and prints it on stderr unless it is the last one: the same error may come with
    /// every tick.
    pub(crate) fn tell(&mut self, error: &Error, messages: &mut Messages) {
        // The error's Debug form has its hint in a line of its own.
        let told = format!("{error:?}");
        if self.0.as_ref() != Some(&told) {
            console::warn(&error.to_string());
            error.hint().iter().for_each(|hint| console::note(&format!("hint: {hint}")));
            self.0 = Some(told.clone());
        }
        messages.tell(told);
    }
}

#[cfg(test)]
mod tests {
    use keitai_render::Q12;
    use keitai_runtime::Settings;
    use keitai_runtime::assets::{AssetPath, Source};

    use super::*;

    #[test]
    fn a_warning_is_told_once_for_all_scenes() {
        let source = Source::memory([("a.ron", b"()")]);
        let open = || {
            let mut stage =
                Stage::open(source.clone(), &AssetPath::new("a.ron").unwrap(), &Settings::default()).unwrap();
            stage.play_sound("bang", Q12::ONE, None);
            stage
        };
        let (mut warnings, mut messages) = (Warnings::default(), Messages::default());
        warnings.tell(&mut open(), &mut messages);
        assert_eq!(messages.text(), Some("a.ron: there is no sound \"bang\""));
        let mut messages = Messages::default();
        warnings.tell(&mut open(), &mut messages);
        assert_eq!(messages.text(), None);
    }
}
