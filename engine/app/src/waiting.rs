//! Reasons for which no ticks come, and the notice about them.

use keitai_runtime::controls::{Button, Labels, PLAYERS, WindowCommand};

/// Why no ticks come, apart from the controls screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Waiting {
    /// The game runs.
    #[default]
    No,
    Paused,
    /// A pad was unplugged, counted from 0.
    LostPad(usize),
}

impl Waiting {
    /// Returns the text that the user sees meanwhile.
    pub(crate) fn notice(self, labels: &Labels) -> Option<String> {
        match self {
            Self::No => None,
            Self::Paused => Some(match labels.pad().filter(|_| !labels.by_key) {
                None => "paused: F5 to resume, F6 for one tick".to_owned(),
                Some(pad) => {
                    let chord = |command: WindowCommand| command.chord().map_or("", |button| pad.label(button));
                    let (stick, resume) = (pad.label(Button::L3), chord(WindowCommand::Pause));
                    format!(
                        "paused: {stick} + {resume} to resume, {stick} + {} for one tick",
                        chord(WindowCommand::Step)
                    )
                }
            }),
            Self::LostPad(pad) => {
                let start =
                    (0..PLAYERS).map(|player| labels.prompt(player, Button::Start)).find(|name| !name.is_empty());
                let start = start.map_or_else(String::new, |name| format!(" ({name})"));
                Some(format!("pad {} was unplugged: press Start{start} to resume", pad + 1))
            }
        }
    }
}

/// Returns the line about the buttons that quit, while a pad is plugged in. Pages of a browser are closed otherwise.
pub(crate) fn quit(labels: &Labels) -> Option<String> {
    let pad = labels.pad().filter(|_| cfg!(not(target_family = "wasm")))?;
    Some(format!("{} + {}: quit", pad.label(Button::Start), pad.label(Button::Select)))
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Maps, PadKind};

    use super::*;

    #[test]
    fn a_player_without_a_pad_is_told_which_button_to_press() {
        let maps = Maps::default();
        let none = Labels { by_key: false, ..Labels::keyboard(&maps) };
        let notice = Waiting::LostPad(1).notice(&none);
        assert_eq!(notice.as_deref(), Some("pad 2 was unplugged: press Start (Enter) to resume"));
        let other = Labels { pads: [Some(PadKind::Switch), None, None, None], last: Some(0), ..none };
        let notice = Waiting::LostPad(1).notice(&other);
        assert_eq!(notice.as_deref(), Some("pad 2 was unplugged: press Start (+) to resume"));
        assert_eq!(Waiting::No.notice(&other), None);
        let paused = Waiting::Paused.notice(&other);
        assert_eq!(paused.as_deref(), Some("paused: LS + B to resume, LS + D-right for one tick"));
        let typed = Waiting::Paused.notice(&Labels { by_key: true, ..other });
        assert_eq!(typed.as_deref(), Some("paused: F5 to resume, F6 for one tick"));
        assert_eq!([quit(&none), quit(&other)], [None, Some("+ + -: quit".to_owned())]);
    }
}
