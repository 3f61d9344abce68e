//! The mouse on the picture: dragging turns and moves the figure, the wheel zooms to the pointer, clicks are reported.

use keitai_runtime::controls::{Mouse, MouseButton, MouseButtons};

use super::camera::Orbit;
use super::polygons::Pixel;

/// Angle of a drag across the width of the picture, 4096 per turn: half a turn.
const ACROSS: i32 = 2048;

/// Pixels that the pointer may move between press and release of a click.
const STILL: i32 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Click {
    /// The left button went down and up at a pixel.
    Single(Pixel),
    /// The second press of a double click.
    Double(Pixel),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Drag {
    /// Whether the drag turns the figure; if not, it moves it. The last press decides: the left button alone and
    /// without Shift turns. Two buttons in one tick move, because a second finger is the right button.
    turns: bool,
    start: Pixel,
    last: Pixel,
    moved: bool,
    /// Whether a release at the same place is a single click.
    clicks: bool,
}

/// The state of the mouse between ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Hand {
    drag: Option<Drag>,
}

impl Hand {
    /// Applies a tick of the mouse to the camera of a picture of `size` pixels. Returns a click that ended in this tick.
    pub(crate) fn tick(&mut self, mouse: &Mouse, size: (u32, u32), orbit: &mut Orbit) -> Option<Click> {
        if mouse.wheel != 0 {
            zoom_to(orbit, mouse.wheel, mouse.position, size);
        }
        if !mouse.pressed.is_empty() {
            let turns = mouse.pressed == MouseButtons::from_iter([MouseButton::Left]) && !mouse.shift;
            let (start, last) = (mouse.pressed_at, mouse.pressed_at);
            self.drag = Some(Drag { turns, start, last, moved: false, clicks: turns && !mouse.double_click });
        }
        if mouse.double_click {
            return Some(Click::Double(mouse.pressed_at));
        }
        let drag = self.drag.as_mut()?;
        let (x, y) = (mouse.position.0 - drag.last.0, mouse.position.1 - drag.last.1);
        let away = |at: i32, start: i32| (at - start).abs() > STILL;
        drag.moved |= away(mouse.position.0, drag.start.0) || away(mouse.position.1, drag.start.1);
        if drag.moved {
            drag.last = mouse.position;
            if drag.turns {
                let width = i32::try_from(size.0.max(1)).unwrap_or(i32::MAX);
                let part = |pixels: i32| pixels.saturating_mul(ACROSS) / width;
                orbit.turn(part(x), part(y));
            } else {
                orbit.shift(x.saturating_mul(8), y.saturating_mul(8));
            }
        }
        // A press and its release between two ticks are held for one tick.
        if !mouse.held.is_empty() {
            return None;
        }
        let click = (drag.clicks && !drag.moved).then_some(Click::Single(drag.start));
        self.drag = None;
        click
    }
}

/// Zooms by steps of an eighth. The pixel under the pointer stays where it is.
fn zoom_to(orbit: &mut Orbit, steps: i32, at: Pixel, size: (u32, u32)) {
    let before = i64::from(orbit.zoom);
    for _ in 0..steps.unsigned_abs().min(64) {
        let step = if steps > 0 { orbit.zoom / 8 } else { -orbit.zoom / 9 };
        orbit.set_zoom(orbit.zoom + step);
    }
    let pointer = |at: i32, size: u32| i64::from(at) * 8 - i64::from(size) * 4;
    let pan_of = |pan: i32, pointer: i64| {
        let pan = pointer - (pointer - i64::from(pan)) * i64::from(orbit.zoom) / before.max(1);
        pan.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    };
    let pan = (pan_of(orbit.pan.0, pointer(at.0, size.0)), pan_of(orbit.pan.1, pointer(at.1, size.1)));
    orbit.set_pan(pan);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (240, 320);

    fn held(buttons: &[MouseButton], position: Pixel, pressed: bool) -> Mouse {
        let held = buttons.iter().copied().collect();
        let pressed = if pressed { held } else { Default::default() };
        Mouse { position, pressed_at: position, inside: true, held, pressed, ..Mouse::default() }
    }

    fn drag(buttons: &[MouseButton], shift: bool, from: Pixel, to: Pixel) -> (Orbit, Option<Click>) {
        let (mut hand, mut orbit) = (Hand::default(), Orbit::default());
        let mut tick = |mouse: Mouse| hand.tick(&Mouse { shift, ..mouse }, SIZE, &mut orbit);
        assert_eq!(tick(held(buttons, from, true)), None);
        assert_eq!(tick(held(buttons, to, false)), None);
        let click = tick(held(&[], to, false));
        (orbit, click)
    }

    #[test]
    fn the_left_button_turns_and_the_others_move() {
        let (turned, click) = drag(&[MouseButton::Left], false, (100, 100), (160, 85));
        assert_eq!((turned.yaw, turned.pitch, turned.pan, click), (512, -128, (0, 0), None));
        let moved = Orbit { pan: (480, -120), ..Orbit::default() };
        assert_eq!(drag(&[MouseButton::Right], false, (100, 100), (160, 85)), (moved, None));
        assert_eq!(drag(&[MouseButton::Middle], false, (100, 100), (160, 85)), (moved, None));
        assert_eq!(drag(&[MouseButton::Left], true, (100, 100), (160, 85)), (moved, None));
    }

    #[test]
    fn presses_and_movement_within_one_tick_count() {
        let swift = |buttons: &[MouseButton]| {
            let mut orbit = Orbit::default();
            let mouse = Mouse { pressed_at: (100, 100), ..held(buttons, (160, 85), true) };
            assert_eq!(Hand::default().tick(&mouse, SIZE, &mut orbit), None);
            orbit
        };
        let turned = swift(&[MouseButton::Left]);
        assert_eq!((turned.yaw, turned.pitch, turned.pan), (512, -128, (0, 0)));
        // Two fingers.
        assert_eq!(swift(&[MouseButton::Left, MouseButton::Right]), Orbit { pan: (480, -120), ..Orbit::default() });
    }

    #[test]
    fn the_left_button_turns_while_the_right_one_is_held() {
        let (mut hand, mut orbit) = (Hand::default(), Orbit::default());
        let both = [MouseButton::Left, MouseButton::Right];
        hand.tick(&held(&[MouseButton::Right], (100, 100), true), SIZE, &mut orbit);
        let pressed = [MouseButton::Left].into_iter().collect();
        hand.tick(&Mouse { pressed, ..held(&both, (100, 100), true) }, SIZE, &mut orbit);
        hand.tick(&held(&both, (160, 85), false), SIZE, &mut orbit);
        assert_eq!((orbit.yaw, orbit.pitch, orbit.pan), (512, -128, (0, 0)));
    }

    #[test]
    fn a_press_that_stays_where_it_is_is_a_click() {
        let (orbit, click) = drag(&[MouseButton::Left], false, (30, 40), (31, 40));
        assert_eq!((orbit, click), (Orbit::default(), Some(Click::Single((30, 40)))));
        assert_eq!(drag(&[MouseButton::Right], false, (30, 40), (30, 40)).1, None);
        let mut orbit = Orbit::default();
        let mouse = Mouse { double_click: true, ..held(&[MouseButton::Left], (5, 6), true) };
        assert_eq!(Hand::default().tick(&mouse, SIZE, &mut orbit), Some(Click::Double((5, 6))));
    }

    #[test]
    fn the_wheel_zooms_to_the_pointer() {
        for (wheel, at) in [(3, (200, 60)), (-2, (10, 300)), (1, (120, 160))] {
            let mut orbit = Orbit { pan: (80, -40), ..Orbit::default() };
            // A point of the picture that is under the pointer, relative to the axis.
            let before = [at.0 * 8 - 960 - orbit.pan.0, at.1 * 8 - 1280 - orbit.pan.1];
            Hand::default().tick(&Mouse { position: at, inside: true, wheel, ..Mouse::default() }, SIZE, &mut orbit);
            assert_eq!(orbit.zoom > 4096, wheel > 0);
            let after = before.map(|away| away * orbit.zoom / 4096);
            let seen = [after[0] + orbit.pan.0 + 960, after[1] + orbit.pan.1 + 1280];
            assert!((seen[0] - at.0 * 8).abs() <= 2 && (seen[1] - at.1 * 8).abs() <= 2, "{wheel}: {seen:?}");
        }
    }
}
