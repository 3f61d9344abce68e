//! Converts SDL's events to controls, commands and events for panels.

use std::path::PathBuf;

use keitai_runtime::controls::{Input, InputEvent, MouseButton, WindowCommand};
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::{Keycode, Mod};
use sdl2::mouse::MouseButton as SdlButton;

use super::key::key;
use super::letterbox::{Area, letterbox};
use super::{Devices, Events};

#[derive(Debug)]
pub(crate) struct Receiver {
    pub(crate) devices: Devices,
    pub(crate) picture: (u32, u32),
    /// Place of the picture in the window, pixels of the window.
    pub(crate) area: Area,
    /// Pixels of the window for a number of SDL's units of the pointer, which are larger on some displays.
    pub(crate) density: (u32, u32),
    pub(crate) toggle_full_screen: bool,
    /// A panel covers the picture under the pointer.
    pub(crate) covered: bool,
    /// A text field of a panel has the keyboard.
    pub(crate) typing: bool,
    /// The characters on the keys may have changed.
    pub(crate) layout_changed: bool,
}

/// The number of SDL's event for a changed keyboard layout. The library has no name for this event.
const KEYMAP_CHANGED: u32 = 0x304;

impl Receiver {
    pub(crate) fn new(devices: Devices, picture: (u32, u32)) -> Self {
        Self {
            devices,
            picture,
            area: letterbox(picture, picture),
            density: (1, 1),
            toggle_full_screen: false,
            covered: false,
            typing: false,
            layout_changed: true,
        }
    }

    /// Returns the width and height of the picture as it is shown.
    pub(crate) fn size(&self) -> (u32, u32) {
        self.devices.turn.on_screen(self.picture)
    }

    /// Moves the pointer. Returns its pixel of the window.
    fn point_at(&mut self, x: i32, y: i32) -> (i32, i32) {
        let (pixels, units) = (i64::from(self.density.0), i64::from(self.density.1.max(1)));
        let [x, y] = [x, y].map(|at| (i64::from(at) * pixels / units).clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        let (column, row) = self.devices.turn.pixel(self.picture, pixel(&self.area, self.size(), (x, y)));
        let within = |at: i32, side: u32| u32::try_from(at).is_ok_and(|at| at < side);
        let inside = within(column, self.picture.0) && within(row, self.picture.1) && !self.covered;
        self.devices.mouse.move_to((column, row), inside);
        (x, y)
    }
}

/// Returns the pixel of a picture shown in an area that is under a pixel of the window; outside the area the coordinates continue
/// in both directions.
fn pixel(area: &Area, picture: (u32, u32), window: (i32, i32)) -> (i32, i32) {
    let along = |at: i32, from: i32, side: u32, pixels: u32| {
        let away = i64::from(at) - i64::from(from);
        (away * i64::from(pixels)).div_euclid(i64::from(side.max(1))).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    };
    (along(window.0, area.x, area.width, picture.0), along(window.1, area.y, area.height, picture.1))
}

/// Handles one event. All input ends in `receiver` or `events`.
pub(crate) fn receive(event: Event, receiver: &mut Receiver, events: &mut Events) {
    match event {
        Event::Quit { .. } => events.closed = true,
        Event::DropFile { filename, .. } => events.dropped.push(PathBuf::from(filename)),
        // Keys that are typed into a text field have no other effect. Key repeats are used there as well.
        Event::KeyDown { scancode: Some(scancode), .. } if receiver.typing => {
            events.inputs.extend(key(scancode).map(|key| InputEvent::Pressed(Input::Key(key))));
        }
        Event::TextInput { text, .. } if receiver.typing => events.inputs.push(InputEvent::Text(text)),
        Event::KeyDown { repeat: true, .. } => {}
        Event::KeyDown { keycode: Some(Keycode::Return), keymod, .. }
            if keymod.intersects(Mod::LALTMOD | Mod::RALTMOD) =>
        {
            receiver.toggle_full_screen = true;
        }
        Event::KeyDown { scancode: Some(scancode), .. } => {
            let Some(key) = key(scancode) else {
                return events.inputs.push(InputEvent::Pressed(Input::OtherKey));
            };
            if receiver.devices.keyboard.press(key) {
                let input = Input::Key(key);
                events.inputs.push(InputEvent::Pressed(input));
                receiver.toggle_full_screen |= input.command() == Some(WindowCommand::FullScreen);
            }
        }
        Event::Unknown { type_: KEYMAP_CHANGED, .. } => receiver.layout_changed = true,
        Event::KeyUp { scancode: Some(scancode), .. } => {
            if let Some(key) = key(scancode) {
                receiver.devices.keyboard.release(key);
                events.inputs.push(InputEvent::Released(key));
            }
        }
        Event::MouseMotion { x, y, .. } => {
            let (x, y) = receiver.point_at(x, y);
            events.inputs.push(InputEvent::Moved { x, y });
        }
        Event::MouseButtonDown { mouse_btn, clicks, x, y, .. } => {
            let (x, y) = receiver.point_at(x, y);
            if let Some(button) = mouse_button(mouse_btn) {
                receiver.devices.mouse.press(button, clicks == 2);
                events.inputs.push(InputEvent::Button { button, pressed: true, x, y });
            }
        }
        Event::MouseButtonUp { mouse_btn, x, y, .. } => {
            let (x, y) = receiver.point_at(x, y);
            if let Some(button) = mouse_button(mouse_btn) {
                receiver.devices.mouse.release(button);
                events.inputs.push(InputEvent::Button { button, pressed: false, x, y });
            }
        }
        Event::MouseWheel { x, y, .. } => {
            receiver.devices.mouse.turn_wheel(y);
            events.inputs.push(InputEvent::Wheel { x, y });
        }
        Event::Window { win_event, .. } => match win_event {
            WindowEvent::FocusLost => {
                receiver.devices.release_all();
                (events.focus_lost, events.focus_gained) = (true, false);
            }
            WindowEvent::Leave => {
                receiver.devices.mouse.leave();
                events.inputs.push(InputEvent::Left);
            }
            WindowEvent::FocusGained => (events.focus_gained, receiver.layout_changed) = (true, true),
            WindowEvent::Exposed | WindowEvent::SizeChanged(..) | WindowEvent::Shown => events.redraw = true,
            _ => {}
        },
        Event::AudioDeviceAdded { iscapture: false, .. } | Event::AudioDeviceRemoved { iscapture: false, .. } => {
            events.sound_device = true;
        }
        // Textures of the renderer were lost; the next picture fills them again.
        Event::RenderTargetsReset { .. } | Event::RenderDeviceReset { .. } => events.redraw = true,
        _ => {}
    }
}

fn mouse_button(button: SdlButton) -> Option<MouseButton> {
    match button {
        SdlButton::Left => Some(MouseButton::Left),
        SdlButton::Right => Some(MouseButton::Right),
        SdlButton::Middle => Some(MouseButton::Middle),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Button, Controls, Key, Maps, Mouse};
    use sdl2::keyboard::Scancode;

    use super::*;
    use crate::desktop::Profile;

    fn receiver() -> Receiver {
        Receiver::new(Devices::new(Profile { file: None, defaults: Maps::default() }).0, (240, 320))
    }

    fn down(scancode: Scancode, keycode: Keycode, keymod: Mod, repeat: bool) -> Event {
        Event::KeyDown { timestamp: 0, window_id: 1, keycode: Some(keycode), scancode: Some(scancode), keymod, repeat }
    }

    #[test]
    fn the_pointer_is_over_a_pixel_of_the_picture() {
        const PICTURE: (u32, u32) = (240, 320);
        let area = letterbox(PICTURE, (1000, 960));
        assert_eq!((area.x, area.width), (140, 720));
        let mut receiver = Receiver { area, ..receiver() };
        let mut at = |x: i32, y: i32| {
            receiver.point_at(x, y);
            let Mouse { position, inside, .. } = receiver.devices.take_mouse();
            (position, inside)
        };
        assert_eq!(
            [139, 140, 142, 143, 859, 860].map(|x| at(x, 959)).map(|((x, _), inside)| (x, inside)),
            [(-1, false), (0, true), (0, true), (1, true), (239, true), (240, false)]
        );
        assert_eq!([at(500, 960), at(500, -1)].map(|(_, inside)| inside), [false; 2]);
        assert_eq!(pixel(&letterbox(PICTURE, (120, 160)), PICTURE, (60, 80)), (120, 160));

        let (timestamp, window_id, which, mouse_btn, clicks, y) = (0, 1, 0, SdlButton::Left, 2, 30);
        for x in [139, 143] {
            let press = Event::MouseButtonDown { timestamp, window_id, which, mouse_btn, clicks, x, y };
            let release = Event::MouseButtonUp { timestamp, window_id, which, mouse_btn, clicks, x: x + 3, y };
            [press, release].into_iter().for_each(|event| receive(event, &mut receiver, &mut Events::default()));
        }
        let mouse = receiver.devices.take_mouse();
        assert_eq!((mouse.position, mouse.inside, mouse.double_click), ((2, 10), true, true));
        // A display with two pixels to each unit.
        receiver.density = (2000, 1000);
        receiver.point_at(71, 15);
        assert_eq!(receiver.devices.take_mouse().position, (0, 10));
    }

    fn pressed(key: Key) -> InputEvent {
        InputEvent::Pressed(Input::Key(key))
    }

    /// Plays events into the devices. Returns the window's events and the controls of the next tick.
    fn play(list: Vec<Event>) -> (Events, bool, Controls) {
        let (mut receiver, mut events) = (receiver(), Events::default());
        for event in list {
            receive(event, &mut receiver, &mut events);
        }
        (events, receiver.toggle_full_screen, receiver.devices.take_controls()[0])
    }

    #[test]
    fn dropped_files_closing_and_sound_devices_reach_the_caller() {
        let drop = |name: &str| Event::DropFile { timestamp: 0, window_id: 1, filename: name.into() };
        let (events, ..) = play(vec![drop("a b.mbac"), drop("ü.mtra"), Event::Quit { timestamp: 0 }]);
        assert_eq!(events.dropped, [PathBuf::from("a b.mbac"), PathBuf::from("ü.mtra")]);
        assert!(events.closed && events.inputs.is_empty());
        let added = |iscapture| Event::AudioDeviceAdded { timestamp: 0, which: 0, iscapture };
        let removed = |iscapture| Event::AudioDeviceRemoved { timestamp: 0, which: 2, iscapture };
        assert!(play(vec![added(false)]).0.sound_device && play(vec![removed(false)]).0.sound_device);
        assert!(!play(vec![added(true), removed(true)]).0.sound_device, "microphones");
    }

    #[test]
    fn alt_and_enter_switch_the_screen_and_enter_alone_is_a_button() {
        let (_, toggle, tick) = play(vec![down(Scancode::Return, Keycode::Return, Mod::LALTMOD, false)]);
        assert!(toggle && tick.is_idle());
        let (_, toggle, tick) = play(vec![down(Scancode::Return, Keycode::Return, Mod::NOMOD, false)]);
        assert!(!toggle && tick.pressed(Button::Start));
    }

    #[test]
    fn requests_come_once_however_long_the_key_is_held() {
        let (events, toggle, _) = play(vec![
            down(Scancode::F12, Keycode::F12, Mod::NOMOD, false),
            down(Scancode::F11, Keycode::F11, Mod::NOMOD, true),
        ]);
        assert_eq!(events.inputs, [Key::F12].map(pressed));
        assert!(!events.closed && !toggle);
        let (events, toggle, _) = play(vec![
            down(Scancode::Escape, Keycode::Escape, Mod::NOMOD, false),
            down(Scancode::F11, Keycode::F11, Mod::NOMOD, false),
        ]);
        assert_eq!((events.inputs, toggle), ([Key::Escape, Key::F11].map(pressed).to_vec(), true));
    }

    #[test]
    fn a_key_that_no_control_can_have_reaches_the_caller() {
        let (events, ..) = play(vec![down(Scancode::AudioMute, Keycode::AUDIOMUTE, Mod::NOMOD, false)]);
        assert_eq!(events.inputs, [InputEvent::Pressed(Input::OtherKey)]);
        let (events, ..) = play(vec![down(Scancode::NonUsBackslash, Keycode::LESS, Mod::NOMOD, false)]);
        assert_eq!(events.inputs, [pressed(Key::IntlBackslash)]);
    }

    #[test]
    fn losing_the_focus_lets_everything_go() {
        let lost = Event::Window { timestamp: 0, window_id: 1, win_event: WindowEvent::FocusLost };
        let (events, _, tick) = play(vec![down(Scancode::Return, Keycode::Return, Mod::NOMOD, false), lost]);
        assert!(events.focus_lost && tick.is_idle());
    }
}
