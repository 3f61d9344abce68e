//! A picture on its side, for wide screens that are held upright.

use clap::ValueEnum;
use keitai_runtime::controls::{Button, Buttons, Controls, Stick};

/// The side of the screen that the top of the picture is at. The player turns the device so that this side is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Turn {
    /// The upper side.
    #[default]
    None,
    /// The left side.
    Left,
    /// The right side.
    Right,
}

/// The picture in a window of SDL2.
#[cfg(feature = "window")]
impl Turn {
    /// Returns the size of a picture once it is turned.
    pub(crate) fn on_screen(self, (width, height): (u32, u32)) -> (u32, u32) {
        if self == Self::None { (width, height) } else { (height, width) }
    }

    /// Returns how far the picture is turned clockwise, degrees.
    pub(crate) fn degrees(self) -> u16 {
        match self {
            Self::None => 0,
            Self::Left => 270,
            Self::Right => 90,
        }
    }

    /// Returns the pixel of a picture of this size that is at a pixel of the turned one.
    pub(crate) fn pixel(self, (width, height): (u32, u32), (x, y): (i32, i32)) -> (i32, i32) {
        let last = |side: u32| side.cast_signed().saturating_sub(1);
        match self {
            Self::None => (x, y),
            Self::Left => (last(width).saturating_sub(y), x),
            Self::Right => (y, last(height).saturating_sub(x)),
        }
    }
}

const DIRECTIONS: [Button; 4] = [Button::Up, Button::Right, Button::Down, Button::Left];

impl Turn {
    /// Returns controls with the directions as the player sees them.
    pub(crate) fn controls(self, controls: Controls) -> Controls {
        if self == Self::None {
            return controls;
        }
        Controls {
            held: self.buttons(controls.held),
            pressed: self.buttons(controls.pressed),
            left: self.stick(controls.left),
            right: self.stick(controls.right),
        }
    }

    fn buttons(self, buttons: Buttons) -> Buttons {
        // On a screen whose left side is up, each direction takes the place of the next one.
        let quarter = if self == Self::Left { 1 } else { 3 };
        let turned = |button: Button| match DIRECTIONS.iter().position(|direction| *direction == button) {
            Some(place) => DIRECTIONS[(place + quarter) % 4],
            None => button,
        };
        Button::ALL.into_iter().chain(Button::PHONE).filter(|button| buttons.has(*button)).map(turned).collect()
    }

    fn stick(self, Stick { x, y }: Stick) -> Stick {
        if self == Self::Left { Stick { x: y.saturating_neg(), y: x } } else { Stick { x: y, y: x.saturating_neg() } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a screen whose left side is up, left is up, up is right, right is down, and down is left.
    #[test]
    fn directions_are_those_that_the_player_sees() {
        use Button::{A, Down, Left, Right, Up};
        for (turn, expected) in [
            (Turn::Left, [(Left, Up), (Up, Right), (Right, Down), (Down, Left)]),
            (Turn::Right, [(Right, Up), (Up, Left), (Left, Down), (Down, Right)]),
        ] {
            for (device, seen) in expected {
                let controls = Controls { held: [device, A].into_iter().collect(), ..Controls::press(device) };
                let turned = turn.controls(controls);
                assert_eq!(
                    (turned.held, turned.pressed),
                    ([seen, A].into_iter().collect(), seen.into()),
                    "{turn:?} {device:?}"
                );
            }
        }
        let stick = |x, y| Controls { left: Stick { x, y }, ..Controls::IDLE };
        assert_eq!(Turn::Left.controls(stick(-100, 0)), stick(0, -100));
        assert_eq!(Turn::Right.controls(stick(100, 0)), stick(0, -100));
        assert_eq!(Turn::Left.controls(stick(0, -128)), stick(127, 0));
    }

    /// The upper left pixel of the picture is at the lower left of a screen whose left side is up, and at the upper right of the
    /// other.
    #[cfg(feature = "window")]
    #[test]
    fn the_pointer_is_at_the_pixel_that_is_seen() {
        let size = (240, 320);
        assert_eq!(Turn::Left.on_screen(size), (320, 240));
        assert_eq!([Turn::Left.pixel(size, (0, 239)), Turn::Left.pixel(size, (319, 0))], [(0, 0), (239, 319)]);
        assert_eq!([Turn::Right.pixel(size, (319, 0)), Turn::Right.pixel(size, (0, 239))], [(0, 0), (239, 319)]);
        assert_eq!(Turn::None.pixel(size, (3, 4)), (3, 4));
    }
}
