//! The window of a page: events and controls that the script passes on, the picture that it shows and the sound that it
//! plays.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use keitai_app::desktop::{Devices, Events, Pads};
use keitai_app::{GameInfo, Result, SoundDevice, Window};
use keitai_exchange::archive::Archive;
use keitai_render::Framebuffer;
use keitai_runtime::controls::{Button, Input, InputEvent, Key, MouseButton, Stick};
use keitai_runtime::shot::RecordedShot;
use keitai_sound::MixerOutput;

/// The window of a page. The script passes input to it and shows its picture.
pub struct PageWindow {
    /// Events since the last pass of the loop.
    pub events: Events,
    pub(crate) devices: Devices,
    pub(crate) frames: Frames,
    /// The picture, four bytes per pixel: red, green, blue and 255.
    pub(crate) pixels: Vec<u8>,
    /// Width and height of the picture, pixels.
    pub(crate) size: (u32, u32),
    /// The number of the current picture. A picture that has not changed keeps its number.
    pub(crate) number: u32,
    /// Files for the user to keep, by name.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Name of screenshots, shots and archives, before their number.
    name: String,
    pub(crate) full_screen: bool,
    pictures: u32,
}

impl PageWindow {
    /// Opens a window for a game, with the user's own controls. Also returns the fault in them, if there is one.
    pub fn open(info: &GameInfo) -> (Self, Option<String>) {
        let (mut devices, wrong) = Devices::new(info.profile());
        devices.pads = Pads::open();
        devices.by_key = true;
        let window = Self {
            events: Events::default(),
            devices,
            frames: Frames::default(),
            pixels: Vec::new(),
            size: (0, 0),
            number: 0,
            files: Vec::new(),
            name: info.folder.clone(),
            full_screen: false,
            pictures: 0,
        };
        (window, wrong)
    }

    /// Uses the controls of a game: the user's own, or those of the game. Returns the fault in the user's, if there is one.
    pub(crate) fn use_controls_of(&mut self, info: &GameInfo) -> Option<String> {
        info.folder.clone_into(&mut self.name);
        self.devices.use_profile(info.profile())
    }

    /// Handles a key that went down or up. Returns whether it is known.
    pub(crate) fn key(&mut self, code: &str, down: bool) -> bool {
        let Some(key) = key(code) else {
            if down {
                self.events.inputs.push(InputEvent::Pressed(Input::OtherKey));
            }
            return false;
        };
        if !down {
            self.devices.keyboard.release(key);
        } else if self.devices.keyboard.press(key) {
            self.events.inputs.push(InputEvent::Pressed(Input::Key(key)));
            self.devices.by_touch = false;
        }
        true
    }

    /// Keeps files for the user: one as it is, several in an archive of this name. Returns the message for the user.
    pub fn keep_all(&mut self, name: &str, mut files: Vec<(String, Vec<u8>)>) -> String {
        if files.len() > 1 {
            match Archive::pack(&files) {
                Ok(archive) => files = vec![(format!("{name}.zip"), archive)],
                Err(error) => return error.to_string(),
            }
        }
        let Some((name, bytes)) = files.pop() else { return "there is nothing to save".to_owned() };
        self.files.push((name.clone(), bytes));
        format!("saved {name}")
    }

    pub(crate) fn touch(&mut self, name: &str, down: bool) {
        let Some(button) = Button::ALL.into_iter().find(|button| format!("{button:?}") == name) else { return };
        if down {
            (self.devices.by_key, self.devices.by_touch) = (false, true);
            self.devices.touch.press(button);
            self.events.inputs.push(InputEvent::Pressed(Input::Pad(0, button)));
        } else {
            self.devices.touch.release(button);
        }
    }

    /// Moves the stick of the pad on the screen, -127..=127 right and down.
    pub(crate) fn stick(&mut self, x: i8, y: i8) {
        (self.devices.by_key, self.devices.by_touch) = (false, true);
        self.devices.touch.left = Stick { x: x.max(-Stick::FULL), y: y.max(-Stick::FULL) };
    }

    pub(crate) fn mouse_button(&mut self, number: i16, down: bool, double: bool, shift: bool) {
        let button = match number {
            0 => MouseButton::Left,
            1 => MouseButton::Middle,
            2 => MouseButton::Right,
            _ => return,
        };
        self.devices.shift = shift;
        if down {
            self.devices.mouse.press(button, double);
        } else {
            self.devices.mouse.release(button);
        }
    }

    /// Releases everything, when the page loses the keyboard.
    pub(crate) fn release_all(&mut self) {
        self.devices.release_all();
        (self.events.focus_lost, self.events.focus_gained) = (true, false);
    }
}

impl Window for PageWindow {
    fn poll(&mut self) -> Events {
        let mut events = std::mem::take(&mut self.events);
        self.devices.poll(&mut events);
        events
    }

    fn devices(&mut self) -> &mut Devices {
        &mut self.devices
    }

    fn switch_full_screen(&mut self) {
        self.full_screen = true;
    }

    fn keep_file(&mut self, ending: &str, bytes: &[u8]) -> String {
        self.pictures += 1;
        let name = format!("{}-{:04}.{ending}", self.name, self.pictures);
        self.files.push((name.clone(), bytes.to_vec()));
        format!("saved {name}")
    }

    fn keep_shot(&mut self, shot: &RecordedShot) -> String {
        let files = shot.files.iter().map(|(name, bytes)| (name.clone(), bytes.clone()));
        let text = ("shot.ron".to_owned(), shot.text.clone().into_bytes());
        self.keep_all(&format!("{}-shot", self.name), std::iter::once(text).chain(files).collect())
    }

    fn sound_device(&mut self, output: MixerOutput) -> Box<dyn SoundDevice> {
        *self.frames.output.borrow_mut() = Some(output);
        Box::new(self.frames.clone())
    }

    fn present(&mut self, picture: &Framebuffer) -> Result<()> {
        self.size = (picture.width(), picture.height());
        write_rgba(picture, &mut self.pixels);
        self.number = self.number.wrapping_add(1);
        Ok(())
    }
}

/// Writes a picture as the bytes of a canvas: red, green, blue and 255 for each pixel.
pub fn write_rgba(picture: &Framebuffer, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend(picture.pixels().iter().flat_map(|pixel| {
        let [_, r, g, b] = pixel.to_be_bytes();
        [r, g, b, 255]
    }));
}

/// Codes whose names differ from those of the keys in more than a prefix.
const OTHERS: [(&str, Key); 14] = [
    ("Quote", Key::Apostrophe),
    ("BracketLeft", Key::LeftBracket),
    ("BracketRight", Key::RightBracket),
    ("Backquote", Key::Grave),
    ("Equal", Key::Equals),
    ("ShiftLeft", Key::LeftShift),
    ("ShiftRight", Key::RightShift),
    ("ControlLeft", Key::LeftControl),
    ("ControlRight", Key::RightControl),
    ("AltLeft", Key::LeftAlt),
    ("AltRight", Key::RightAlt),
    ("NumpadAdd", Key::KeypadPlus),
    ("NumpadSubtract", Key::KeypadMinus),
    ("NumpadDecimal", Key::KeypadPeriod),
];

/// Returns the key of a code of the browser's keyboard events. A code names the place of a key, whatever is printed on it.
pub(crate) fn key(code: &str) -> Option<Key> {
    if let Some((_, key)) = OTHERS.iter().find(|(name, _)| *name == code) {
        return Some(*key);
    }
    let prefixes = [("Key", ""), ("Digit", "Num"), ("Arrow", ""), ("Numpad", "Keypad")];
    let renamed = |(prefix, start): &(&str, &str)| Some(format!("{start}{}", code.strip_prefix(prefix)?));
    let name = prefixes.iter().find_map(renamed).unwrap_or_else(|| code.to_owned());
    Key::ALL.iter().find(|key| key.name() == name).copied()
}

/// Ticks without a request for frames after which nothing is heard: before the first key, and while the browser has no
/// sound.
const UNHEARD: u32 = 30;

/// The sound device: the script requests frames whenever the browser needs them. A clone is the same device.
#[derive(Clone)]
pub(crate) struct Frames {
    output: Rc<RefCell<Option<MixerOutput>>>,
    /// Ticks since the browser requested frames.
    idle: Rc<Cell<u32>>,
}

impl Default for Frames {
    fn default() -> Self {
        Self { output: Rc::default(), idle: Rc::new(Cell::new(UNHEARD)) }
    }
}

impl Frames {
    /// Returns stereo frames, left and right in turn; `None` while nothing has been played.
    pub(crate) fn mix(&self, frames: usize) -> Option<Vec<f32>> {
        self.idle.set(0);
        let mut output = self.output.borrow_mut();
        let mut samples = vec![0.0; 2 * frames];
        output.as_mut()?.mix(&mut samples);
        Some(samples)
    }
}

/// The browser changes devices itself.
impl SoundDevice for Frames {
    fn open(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn is_open(&self) -> bool {
        self.idle.get() < UNHEARD
    }

    fn close_lost(&mut self) -> bool {
        self.idle.set(self.idle.get().saturating_add(1));
        false
    }

    fn disconnect(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_the_pad_on_the_screen_control_the_first_player() {
        let mut window = PageWindow::open(&GameInfo::new("hop")).0;
        assert!(window.key("Space", true) && !window.key("LaunchMail", true));
        window.touch("B", true);
        window.stick(-128, 5);
        let pressed = [Input::Key(Key::Space), Input::OtherKey, Input::Pad(0, Button::B)].map(InputEvent::Pressed);
        assert_eq!(window.poll().inputs, pressed);
        let controls = window.devices.take_controls()[0];
        assert!(controls.pressed(Button::A) && controls.pressed(Button::B));
        assert_eq!(controls.left, Stick { x: -127, y: 5 });
        window.release_all();
        assert!(window.devices.take_controls()[0].is_idle() && window.poll().focus_lost);
    }

    #[test]
    fn a_picture_becomes_bytes() {
        let mut window = PageWindow::open(&GameInfo::new("hop")).0;
        let mut picture = Framebuffer::new(2, 1);
        picture.pixels_mut().copy_from_slice(&[0x010203, 0xFF8000]);
        window.present(&picture).unwrap();
        assert_eq!((window.size, &window.pixels[..]), ((2, 1), &[1, 2, 3, 255, 255, 128, 0, 255][..]));
        assert_eq!((window.keep_file("png", b"x"), window.files.len()), ("saved hop-0001.png".to_owned(), 1));
    }

    #[test]
    fn codes_find_their_keys() {
        let codes = ["KeyA", "Digit0", "ArrowUp", "Numpad7", "NumpadEnter", "Enter", "F12", "BracketLeft", "PageUp"];
        let keys = {
            use Key::*;
            [A, Num0, Up, Keypad7, KeypadEnter, Enter, F12, LeftBracket, PageUp]
        };
        assert_eq!(codes.map(key), keys.map(Some));
        assert_eq!((key("MediaPlayPause"), key("")), (None, None));
    }
}
