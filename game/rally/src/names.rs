//! Legends and other texts with the names of buttons on the players' devices.

use keitai::controls::ButtonNames;

/// How to choose and how to go back; on the title, how to choose and how to read about driving.
pub const PAGE: &str = "{A} CHOOSE   {back} BACK";
pub const TITLE: &str = "{A} CHOOSE   {Select} HELP";
/// The controls of a car in four lines.
pub const MOVES: &str = "{steer} STEER\n{gas} ACCELERATE\n{brake} BRAKE\n{X} DRIFT";

/// The pedals of a keyboard are its keys for up and down, those of a pad its lower and its right button.
const KEYS: [(&str, &str); 4] =
    [("{steer}", "{Left}/{Right}"), ("{gas}", "{Up}"), ("{brake}", "{Down}"), ("{back}", "ESC")];
const PAD: [(&str, &str); 4] = [("{steer}", "STICK"), ("{gas}", "{A}"), ("{brake}", "{B}"), ("{back}", "{B}")];

/// Returns a text with the names on the device that was used last.
pub fn fill(names: &ButtonNames, text: &str) -> String {
    fill_for(names, names.used, text)
}

/// Returns a text with the names on the device of a player.
pub fn fill_for(names: &ButtonNames, player: usize, text: &str) -> String {
    let words = if names.is_pad(player) { PAD } else { KEYS };
    names.fill_for(player, &words.iter().fold(text.to_owned(), |text, (word, name)| text.replace(word, name)))
}

#[cfg(test)]
mod tests {
    use keitai::controls::{Labels, Maps, PLAYERS, PadKind};

    use super::*;

    /// The names of a single player with a pad.
    fn pad(kind: PadKind) -> ButtonNames {
        let (maps, mut names) = (Maps::default(), ButtonNames::default());
        let labels = Labels { pads: [Some(kind); PLAYERS], last: Some(0), by_key: false, ..Labels::keyboard(&maps) };
        names.follow(Some(&labels), &Default::default());
        names
    }

    #[test]
    fn legends_name_the_device_in_use_and_fit_on_the_screen() {
        let keys = ButtonNames::default();
        let of = |player, text| fill_for(&keys, player, text);
        assert_eq!([of(0, PAGE), of(0, TITLE)], ["SPACE CHOOSE   ESC BACK", "SPACE CHOOSE   F1 HELP"]);
        assert_eq!(of(0, MOVES), "LEFT/RIGHT STEER\nUP ACCELERATE\nDOWN BRAKE\nCOMMA DRIFT");
        assert_eq!(of(1, MOVES), "A/D STEER\nW ACCELERATE\nS BRAKE\nR DRIFT");
        for kind in [PadKind::Xbox, PadKind::PlayStation, PadKind::Switch] {
            let names = pad(kind);
            let legends = [PAGE, TITLE, "{A} NEXT   {back} BACK"].map(|text| fill(&names, text));
            assert!(legends.iter().all(|legend| !legend.contains("ESC") && legend.len() <= 29), "{legends:?}");
            let moves = fill(&names, MOVES);
            assert!(moves.lines().all(|line| line.len() <= 22), "{moves}");
        }
    }
}
