//! The window: shows a small picture at the largest whole scale, and reports input.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use keitai_controls::{
    Controls, Input, Key, Labels, Maps, Mouse, MouseButton, MouseCollector, PLAYERS, PadKind, WindowCommand,
};
use keitai_render::Framebuffer;
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::{Keycode, Mod};
use sdl2::mouse::MouseButton as SdlButton;
use sdl2::pixels::{Color, PixelFormatEnum};
use sdl2::rect::Rect;
use sdl2::render::{Canvas, Texture};
use sdl2::video::{FullscreenType, Window};
use sdl2::{EventPump, Sdl, VideoSubsystem};

use crate::canvas::{open_canvas, open_video};
use crate::error::Error;
use crate::events::Events;
use crate::key::key;
use crate::keyboard::Keyboard;
use crate::letterbox::{Area, letterbox};
use crate::lost_display::{Call, LostDisplay};
use crate::pacing::Pacer;
use crate::pads::Pads;

/// Largest frame rate, where the display does not set the pace.
const FRAME_RATE: u32 = 60;

/// A window with a picture, a keyboard and pads.
pub struct Desktop {
    /// SDL ends when its last part is dropped; the parts of the window come first.
    texture: Texture,
    canvas: Canvas<Window>,
    pump: EventPump,
    _video: VideoSubsystem,
    _sdl: Sdl,
    size: (u32, u32),
    maps: Maps,
    devices: Devices,
    pads: Pads,
    /// The keyboard was used after all pads.
    by_key: bool,
    full_screen: bool,
    pacer: Pacer,
    opened: Instant,
    lost: LostDisplay,
}

/// Keyboard and mouse, and the place of the picture under the pointer.
#[derive(Debug)]
struct Devices {
    keyboard: Keyboard,
    mouse: MouseCollector,
    /// Size of the picture, pixels.
    picture: (u32, u32),
    /// Place of the picture in the window, pixels of the window.
    area: Area,
    /// Pixels of the window for a number of SDL's units of the pointer, which are larger on some displays.
    density: (u32, u32),
    toggle_full_screen: bool,
}

impl Devices {
    fn new(maps: &Maps, picture: (u32, u32)) -> Self {
        Self {
            keyboard: Keyboard::new(maps),
            mouse: MouseCollector::default(),
            picture,
            area: letterbox(picture, picture),
            density: (1, 1),
            toggle_full_screen: false,
        }
    }

    fn point_at(&mut self, x: i32, y: i32) {
        let (pixels, units) = (i64::from(self.density.0), i64::from(self.density.1.max(1)));
        let [x, y] = [x, y].map(|at| (i64::from(at) * pixels / units).clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        self.mouse.move_to(self.area.pixel(self.picture, (x, y)), self.area.contains((x, y)));
    }

    fn release_all(&mut self) {
        self.keyboard.release_all();
        self.mouse.clear();
    }
}

impl Desktop {
    /// Opens a window for pictures of `size` pixels, at a scale that suits the display.
    pub fn open(title: &str, size: (u32, u32), maps: Maps) -> Result<Self, Error> {
        let sdl = sdl2::init().map_err(Error::NoDisplay)?;
        let video = open_video(&sdl)?;
        let canvas = open_canvas(&video, title, size)?;
        let texture = canvas
            .create_texture_streaming(PixelFormatEnum::RGB888, size.0, size.1)
            .map_err(|error| Error::Window(error.to_string()))?;
        let pump = sdl.event_pump().map_err(Error::Window)?;

        Ok(Self {
            texture,
            canvas,
            pump,
            _video: video,
            _sdl: sdl,
            size,
            devices: Devices::new(&maps, size),
            maps,
            pads: Pads::open(),
            by_key: false,
            full_screen: false,
            pacer: Pacer::new(FRAME_RATE),
            opened: Instant::now(),
            lost: LostDisplay::new(),
        })
    }

    /// Sets what is done when the display goes away, which ends the program. `run` may end it with another exit code.
    pub fn when_lost(&mut self, run: impl FnOnce() + 'static) {
        self.lost.set(run);
    }

    /// Handles all events since the last call. Called once per pass of the loop.
    pub fn poll(&mut self) -> Events {
        let _call = Call::begin();
        let mut events = Events::default();
        while let Some(event) = self.pump.poll_event() {
            receive(event, &mut self.devices, &mut events);
        }
        if std::mem::take(&mut self.devices.toggle_full_screen) {
            self.switch_full_screen();
            events.redraw = true;
        }
        if !events.inputs.is_empty() {
            self.by_key = true;
        }
        if self.pads.poll() {
            self.by_key = false;
        }
        events.inputs.extend(self.pads.drain_inputs());
        events.pads.extend(self.pads.drain_notices());
        events
    }

    /// Returns each player's controls for the tick that begins now, from all of the player's devices.
    pub fn take_controls(&mut self) -> [Controls; PLAYERS] {
        let mut players = self.pads.take(&self.maps);
        for (player, keys) in players.iter_mut().zip(self.devices.keyboard.take()) {
            *player = player.merged(keys);
        }
        players
    }

    /// Returns the mouse for the tick that begins now.
    pub fn take_mouse(&mut self) -> Mouse {
        let Devices { keyboard, mouse, .. } = &mut self.devices;
        mouse.take(keyboard.is_down(Key::LeftShift) || keyboard.is_down(Key::RightShift))
    }

    /// Returns the maps of keys and buttons.
    pub fn maps(&self) -> &Maps {
        &self.maps
    }

    /// Replaces the maps. Held keys are released.
    pub fn set_maps(&mut self, maps: Maps) {
        self.devices.keyboard = Keyboard::new(&maps);
        self.maps = maps;
    }

    /// Returns the names of keys and buttons on the devices in use.
    pub fn labels(&self) -> Labels<'_> {
        let (pads, last) = self.pads.lettering(&self.maps);
        Labels { maps: &self.maps, pads, last, by_key: self.by_key }
    }

    /// Returns the kinds of the pads that are plugged in, by number.
    pub fn pads(&self) -> [Option<PadKind>; PLAYERS] {
        [0, 1, 2, 3].map(|pad| self.pads.kind(pad))
    }

    /// Sets the title.
    pub fn set_title(&mut self, title: &str) {
        let _call = Call::begin();
        // Only a title with a NUL inside cannot be set.
        let _ = self.canvas.window_mut().set_title(title);
    }

    /// Shows `picture`, which must be of the window's size, and waits for the time of the next frame.
    pub fn present(&mut self, picture: &Framebuffer) -> Result<(), Error> {
        let _call = Call::begin();
        let row = self.size.0 as usize;
        self.texture
            .with_lock(None, |bytes, pitch| {
                for (to, from) in bytes.chunks_exact_mut(pitch).zip(picture.pixels().chunks_exact(row.max(1))) {
                    for (to, from) in to.chunks_exact_mut(4).zip(from) {
                        to.copy_from_slice(&from.to_ne_bytes());
                    }
                }
            })
            .map_err(Error::Present)?;

        let window = self.canvas.output_size().map_err(Error::Present)?;
        let area = letterbox(self.size, window);
        (self.devices.area, self.devices.density) = (area, (window.0, self.canvas.window().size().0));
        self.canvas.set_draw_color(Color::BLACK);
        self.canvas.clear();
        self.canvas
            .copy(&self.texture, None, Rect::new(area.x, area.y, area.width, area.height))
            .map_err(Error::Present)?;
        self.canvas.present();
        self.wait();
        Ok(())
    }

    /// Waits for the time of the next frame without showing anything.
    pub fn wait(&mut self) {
        let rest = self.pacer.rest(self.opened.elapsed());
        if rest > Duration::ZERO {
            std::thread::sleep(rest);
        }
    }

    /// Gives the window `scale` pixels per pixel of the picture, at least 1. Leaves full screen.
    pub fn set_scale(&mut self, scale: u32) {
        if self.full_screen {
            self.switch_full_screen();
        }
        let scale = scale.clamp(1, 16);
        // A window manager may refuse; the letterbox handles any size.
        let _ = self.canvas.window_mut().set_size(self.size.0 * scale, self.size.1 * scale);
    }

    /// Switches between window and full screen.
    pub fn switch_full_screen(&mut self) {
        let wanted = if self.full_screen { FullscreenType::Off } else { FullscreenType::Desktop };
        // When the display refuses, the window stays as it is.
        if self.canvas.window_mut().set_fullscreen(wanted).is_ok() {
            self.full_screen = !self.full_screen;
        }
    }
}

impl std::fmt::Debug for Desktop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desktop")
            .field("size", &self.size)
            .field("full_screen", &self.full_screen)
            .finish_non_exhaustive()
    }
}

/// Handles one event. All input ends in `devices` or `events`.
fn receive(event: Event, devices: &mut Devices, events: &mut Events) {
    match event {
        Event::Quit { .. } => events.closed = true,
        Event::DropFile { filename, .. } => events.dropped.push(PathBuf::from(filename)),
        Event::KeyDown { repeat: true, .. } => {}
        Event::KeyDown { keycode: Some(Keycode::Return), keymod, .. }
            if keymod.intersects(Mod::LALTMOD | Mod::RALTMOD) =>
        {
            devices.toggle_full_screen = true;
        }
        Event::KeyDown { scancode: Some(scancode), .. } => {
            if let Some(key) = key(scancode)
                && devices.keyboard.press(key)
            {
                let input = Input::Key(key);
                events.inputs.push(input);
                devices.toggle_full_screen |= input.command() == Some(WindowCommand::FullScreen);
            }
        }
        Event::KeyUp { scancode: Some(scancode), .. } => {
            if let Some(key) = key(scancode) {
                devices.keyboard.release(key);
            }
        }
        Event::MouseMotion { x, y, .. } => devices.point_at(x, y),
        Event::MouseButtonDown { mouse_btn, clicks, x, y, .. } => {
            devices.point_at(x, y);
            if let Some(button) = mouse_button(mouse_btn) {
                devices.mouse.press(button, clicks == 2);
            }
        }
        Event::MouseButtonUp { mouse_btn, x, y, .. } => {
            devices.point_at(x, y);
            if let Some(button) = mouse_button(mouse_btn) {
                devices.mouse.release(button);
            }
        }
        Event::MouseWheel { y, .. } => devices.mouse.turn_wheel(y),
        Event::Window { win_event, .. } => match win_event {
            WindowEvent::FocusLost => {
                devices.release_all();
                events.focus_lost = true;
            }
            WindowEvent::Leave => devices.mouse.leave(),
            WindowEvent::FocusGained => events.focus_gained = true,
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
    use keitai_controls::{Button, Key};
    use sdl2::keyboard::Scancode;

    use super::*;

    fn down(scancode: Scancode, keycode: Keycode, keymod: Mod, repeat: bool) -> Event {
        Event::KeyDown { timestamp: 0, window_id: 1, keycode: Some(keycode), scancode: Some(scancode), keymod, repeat }
    }

    /// Plays events into the devices. Returns the window's events and the controls of the next tick.
    fn play(list: Vec<Event>) -> (Events, bool, Controls) {
        let (mut devices, mut events) = (Devices::new(&Maps::default(), (240, 320)), Events::default());
        for event in list {
            receive(event, &mut devices, &mut events);
        }
        (events, devices.toggle_full_screen, devices.keyboard.take()[0])
    }

    #[test]
    fn the_mouse_is_over_a_pixel_of_the_picture() {
        let mut devices = Devices::new(&Maps::default(), (240, 320));
        devices.area = letterbox((240, 320), (1000, 960));
        let button = |down: bool, x: i32| {
            let (timestamp, window_id, which, mouse_btn, clicks, y) = (0, 1, 0, SdlButton::Left, 2, 30);
            if down {
                Event::MouseButtonDown { timestamp, window_id, which, mouse_btn, clicks, x, y }
            } else {
                Event::MouseButtonUp { timestamp, window_id, which, mouse_btn, clicks, x, y }
            }
        };
        for event in [button(true, 139), button(false, 139), button(true, 143), button(false, 146)] {
            receive(event, &mut devices, &mut Events::default());
        }
        let mouse = devices.mouse.take(false);
        assert_eq!((mouse.position, mouse.inside, mouse.double_click), ((2, 10), true, true));
        // A display with two pixels to each unit.
        devices.density = (2000, 1000);
        devices.point_at(71, 15);
        assert_eq!(devices.mouse.take(false).position, (0, 10));
    }

    #[test]
    fn dropped_files_and_closing_reach_the_caller() {
        let drop = |name: &str| Event::DropFile { timestamp: 0, window_id: 1, filename: name.into() };
        let (events, ..) = play(vec![drop("a b.mbac"), drop("ü.mtra"), Event::Quit { timestamp: 0 }]);
        assert_eq!(events.dropped, [PathBuf::from("a b.mbac"), PathBuf::from("ü.mtra")]);
        assert!(events.quits() && !events.asks(WindowCommand::Quit));
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
        assert_eq!(events.inputs, [Input::Key(Key::F12)]);
        assert!(events.asks(WindowCommand::Screenshot) && !events.quits() && !toggle);
        let (events, toggle, _) = play(vec![
            down(Scancode::Escape, Keycode::Escape, Mod::NOMOD, false),
            down(Scancode::F11, Keycode::F11, Mod::NOMOD, false),
        ]);
        assert!(events.quits() && toggle);
    }

    #[test]
    fn sound_devices_that_come_and_go_reach_the_caller_and_microphones_do_not() {
        let added = |iscapture| Event::AudioDeviceAdded { timestamp: 0, which: 0, iscapture };
        let removed = |iscapture| Event::AudioDeviceRemoved { timestamp: 0, which: 2, iscapture };
        assert!(play(vec![added(false)]).0.sound_device && play(vec![removed(false)]).0.sound_device);
        assert!(!play(vec![added(true), removed(true)]).0.sound_device);
    }

    #[test]
    fn losing_the_focus_lets_everything_go() {
        let lost = Event::Window { timestamp: 0, window_id: 1, win_event: WindowEvent::FocusLost };
        let (events, _, tick) = play(vec![down(Scancode::Return, Keycode::Return, Mod::NOMOD, false), lost]);
        assert!(events.focus_lost && tick.is_idle());
    }
}
