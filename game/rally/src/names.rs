//! Names of the buttons on the players' devices, and the legends made of them.

use keitai::controls::spelled;
use keitai::prelude::*;

/// The buttons of one player, as printed on the device, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The keys for left and right, or the stick.
    pub steer: String,
    pub gas: String,
    pub brake: String,
    pub drift: String,
    choose: String,
    back: String,
    help: String,
}

impl Names {
    pub fn of(labels: &Labels, player: usize) -> Self {
        // The pedals of a keyboard are its keys for up and down, those of a pad its lower and its right button.
        let keys = labels.by_key || labels.pads[player].is_none();
        let name = |button| spelled(labels.prompt(player, button)).to_uppercase();
        let pedal = |key, pad| name(if keys { key } else { pad });
        Self {
            steer: if keys { format!("{}/{}", name(Button::Left), name(Button::Right)) } else { "STICK".to_owned() },
            gas: pedal(Button::Up, Button::A),
            brake: pedal(Button::Down, Button::B),
            drift: name(Button::X),
            choose: name(Button::A),
            back: if keys { "ESC".to_owned() } else { name(Button::B) },
            help: name(Button::Select),
        }
    }

    pub fn of_default_keys() -> [Self; 2] {
        let maps = Maps::default();
        let labels = Labels::keyboard(&maps);
        [0, 1].map(|player| Self::of(&labels, player))
    }

    /// Returns the legend of a page: how to choose and how to go back.
    pub fn page(&self) -> String {
        format!("{} CHOOSE   {} BACK", self.choose, self.back)
    }

    /// Returns the legend of the title: how to choose, and how to read about driving.
    pub fn title(&self) -> String {
        format!("{} CHOOSE   {} HELP", self.choose, self.help)
    }

    /// Returns the legend of the pages about driving.
    pub fn next(&self, is_last: bool) -> String {
        format!("{} {}   {} BACK", self.choose, if is_last { "DONE" } else { "NEXT" }, self.back)
    }

    /// Returns the controls of a car in four lines.
    pub fn moves(&self) -> String {
        let Self { steer, gas, brake, drift, .. } = self;
        format!("{steer} STEER\n{gas} ACCELERATE\n{brake} BRAKE\n{drift} DRIFT")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai::controls::PadKind;

    #[test]
    fn legends_name_the_device_in_use_and_fit_on_the_screen() {
        let [one, two] = Names::of_default_keys();
        assert_eq!(
            (one.page(), one.title()),
            ("SPACE CHOOSE   ESC BACK".to_owned(), "SPACE CHOOSE   F1 HELP".to_owned())
        );
        assert_eq!(one.moves(), "LEFT/RIGHT STEER\nUP ACCELERATE\nDOWN BRAKE\nCOMMA DRIFT");
        assert_eq!(two.moves(), "A/D STEER\nW ACCELERATE\nS BRAKE\nR DRIFT");
        let maps = Maps::default();
        for kind in [PadKind::Xbox, PadKind::PlayStation, PadKind::Switch] {
            let labels =
                Labels { pads: [Some(kind); PLAYERS], last: Some(0), by_key: false, ..Labels::keyboard(&maps) };
            let names = Names::of(&labels, 0);
            let legends = [names.page(), names.title(), names.next(false)];
            assert!(legends.iter().all(|legend| !legend.contains("ESC") && legend.len() <= 29), "{legends:?}");
            assert!(names.moves().lines().all(|line| line.len() <= 22), "{}", names.moves());
        }
    }
}
