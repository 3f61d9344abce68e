//! Names of the buttons on the players' devices, and the legends made of them.

use keitai::prelude::*;

/// The buttons of one player, as printed on the device, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Names {
    steer: [String; 2],
    gas: String,
    brake: String,
    drift: String,
    choose: String,
    back: String,
}

impl Names {
    /// Returns the names for a player.
    pub(crate) fn of(labels: &Labels, player: usize) -> Self {
        // The pedals of a keyboard are its keys for up and down, those of a pad its lower and its right button.
        let keys = labels.by_key || labels.pads[player].is_none();
        // The letters of the game are small, and lack some signs.
        let name = |button| match labels.prompt(player, button) {
            "," => "COMMA".to_owned(),
            "." => "DOT".to_owned(),
            ";" => "SEMICOLON".to_owned(),
            label => label.to_uppercase(),
        };
        let pedal = |key, pad| name(if keys { key } else { pad });
        Self {
            steer: [Button::Left, Button::Right].map(name),
            gas: pedal(Button::Up, Button::A),
            brake: pedal(Button::Down, Button::B),
            drift: name(Button::X),
            choose: name(Button::A),
            back: if keys { "ESC".to_owned() } else { name(Button::B) },
        }
    }

    /// Returns the names of both players' default keys.
    pub(crate) fn of_default_keys() -> [Self; 2] {
        let maps = Maps::default();
        let labels = Labels::keyboard(&maps);
        [0, 1].map(|player| Self::of(&labels, player))
    }

    /// Returns the legend of a page: how to choose and how to go back.
    pub(crate) fn page(&self) -> String {
        format!("{} CHOOSE   {} BACK", self.choose, self.back)
    }

    /// Returns the controls of a car in four lines.
    pub(crate) fn moves(&self) -> String {
        let Self { steer: [left, right], gas, brake, drift, .. } = self;
        format!("{left}/{right} STEER\n{gas} ACCELERATE\n{brake} BRAKE\n{drift} DRIFT")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai::controls::PadKind;

    #[test]
    fn legends_name_the_device_in_use_and_fit_on_the_screen() {
        let [one, two] = Names::of_default_keys();
        assert_eq!(one.page(), "SPACE CHOOSE   ESC BACK");
        assert_eq!(one.moves(), "LEFT/RIGHT STEER\nUP ACCELERATE\nDOWN BRAKE\nCOMMA DRIFT");
        assert_eq!(two.moves(), "A/D STEER\nW ACCELERATE\nS BRAKE\nR DRIFT");
        let maps = Maps::default();
        for kind in [PadKind::Xbox, PadKind::PlayStation, PadKind::Switch] {
            let labels =
                Labels { pads: [Some(kind); PLAYERS], last: Some(0), by_key: false, ..Labels::keyboard(&maps) };
            let names = Names::of(&labels, 0);
            assert!(!names.page().contains("ESC") && names.page().len() <= 29, "{}", names.page());
            assert!(names.moves().lines().all(|line| line.len() <= 22), "{}", names.moves());
        }
    }
}
