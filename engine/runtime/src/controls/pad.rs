//! Kinds of pads, by the print on their buttons.

use super::Button;

/// The kind of a pad, by the print on its buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PadKind {
    /// A, B, X and Y, also on most pads of other makers.
    #[default]
    Xbox,
    /// Cross, circle, square and triangle.
    PlayStation,
    /// B, A, Y and X.
    Switch,
}

impl PadKind {
    /// Returns the kind by the maker's USB number when it is one of the three, otherwise by the pad's name.
    pub fn recognise(name: &str, vendor: Option<u16>) -> Self {
        match vendor {
            Some(0x054C) => return Self::PlayStation,
            Some(0x057E) => return Self::Switch,
            Some(0x045E) => return Self::Xbox,
            _ => {}
        }
        let name = name.to_ascii_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if any(&["playstation", "dualshock", "dualsense", "sony", "ps3", "ps4", "ps5"]) {
            Self::PlayStation
        } else if any(&["nintendo", "switch", "joy-con"]) {
            Self::Switch
        } else {
            Self::Xbox
        }
    }

    /// Returns the name of this family of pads, for lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Xbox => "Xbox",
            Self::PlayStation => "PlayStation",
            Self::Switch => "Switch",
        }
    }

    /// Returns the name of a button, at most seven letters.
    pub fn label(self, button: Button) -> &'static str {
        let [xbox, playstation, switch] = match button {
            Button::Up => ["D-up"; 3],
            Button::Down => ["D-down"; 3],
            Button::Left => ["D-left"; 3],
            Button::Right => ["D-right"; 3],
            Button::A => ["A", "Cross", "B"],
            Button::B => ["B", "Circle", "A"],
            Button::X => ["X", "Square", "Y"],
            Button::Y => ["Y", "Triang", "X"],
            Button::L => ["LB", "L1", "L"],
            Button::R => ["RB", "R1", "R"],
            Button::L2 => ["LT", "L2", "ZL"],
            Button::R2 => ["RT", "R2", "ZR"],
            Button::L3 => ["LS", "L3", "LS"],
            Button::R3 => ["RS", "R3", "RS"],
            Button::Start => ["Menu", "Option", "+"],
            Button::Select => ["View", "Share", "-"],
            // Pads lack the keys of a phone.
            _ => [""; 3],
        };
        match self {
            Self::Xbox => xbox,
            Self::PlayStation => playstation,
            Self::Switch => switch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_are_recognised() {
        assert_eq!(PadKind::recognise("Wireless Controller", Some(0x054C)), PadKind::PlayStation);
        assert_eq!(PadKind::recognise("Sony DualSense", None), PadKind::PlayStation);
        assert_eq!(PadKind::recognise("Nintendo Switch Pro Controller", None), PadKind::Switch);
        assert_eq!(PadKind::recognise("Generic USB Joystick", Some(0x0079)), PadKind::Xbox);
        assert_eq!(PadKind::Switch.label(Button::A), "B");
        assert_eq!(PadKind::PlayStation.label(Button::X), "Square");
    }
}
