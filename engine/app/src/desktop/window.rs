//! The window: shows a small picture at the largest whole scale or as large as fits, and reports input.

use std::path::Path;
use std::time::{Duration, Instant};

use keitai_render::Framebuffer;
use keitai_runtime::shot::RecordedShot;
use keitai_sound::MixerOutput;
use sdl2::pixels::Color;
use sdl2::rect::Rect;
use sdl2::render::{Canvas, Texture};
use sdl2::video::{FullscreenType, Window as SdlWindow, WindowPos};
use sdl2::{EventPump, Sdl, VideoSubsystem};

use super::canvas::{Tiles, first_scale, open_canvas, open_video, present_error, room, texture};
use super::key::layout;
use super::letterbox::{Scaling, largest_scale};
use super::lost_display::{Call, LostDisplay};
use super::pacing::Pacer;
use super::pads::Pads;
use super::receiver::{Receiver, receive};
use super::sound::SdlSound;
use super::{Devices, Error, Events};
use crate::error::Result;
use crate::game::Game;
use crate::picture::write_numbered;
use crate::runner::title;
use crate::shot_file::write_numbered_shot;
use crate::tool::PanelOutput;
use crate::turn::Turn;
use crate::window::{SoundDevice, Window};

/// Largest frame rate, where the display does not set the pace.
const FRAME_RATE: u32 = 60;

/// A window of SDL2 with a picture, a keyboard and pads, and the file of the user's controls.
pub(crate) struct Desktop {
    /// SDL ends when its last part is dropped, so the parts of the window are dropped first.
    texture: Texture,
    /// Pixels of the whole window, once panels were shown.
    tiles: Tiles,
    canvas: Canvas<SdlWindow>,
    pump: EventPump,
    video: VideoSubsystem,
    _sdl: Sdl,
    receiver: Receiver,
    /// The pads are looked for after the first picture, which does not wait for them.
    pads_wanted: bool,
    pub(crate) full_screen: bool,
    /// Place and size of the window before full screen.
    windowed: ((i32, i32), (u32, u32)),
    scaling: Scaling,
    pacer: Pacer,
    opened: Instant,
    _lost: LostDisplay,
    /// Name of screenshots and shots, before their number.
    folder: String,
}

impl Desktop {
    /// Opens a window for a game, with the user's own controls: at a scale that suits the display, or of the size that panels
    /// want as far as there is room. Also returns the fault in the file of the controls, if there is one. `when_lost` is called
    /// when the display goes away, which ends the program; it may end it with another exit code.
    pub(crate) fn open(
        game: &mut dyn Game,
        turn: Turn,
        when_lost: impl FnOnce() + 'static,
    ) -> Result<(Self, Option<String>)> {
        let info = game.info();
        let (mut devices, wrong) = Devices::new(info.profile());
        devices.turn = turn;
        let size = game.stage().scene().size;
        let panels = game.tool().and_then(|tool| tool.panel_size());

        let sdl = sdl2::init().map_err(Error::NoDisplay)?;
        let video = open_video(&sdl)?;
        let mut canvas = open_canvas(&video, &title(game, &info), turn.on_screen(size), panels)?;
        let texture = texture(&mut canvas, size).map_err(|error| Error::Window(error.to_string()))?;
        let pump = sdl.event_pump().map_err(Error::Window)?;
        // Input methods would take the keys of a game for texts.
        video.text_input().stop();

        let mut desktop = Self {
            texture,
            tiles: Tiles::default(),
            canvas,
            pump,
            video,
            _sdl: sdl,
            receiver: Receiver::new(devices, size),
            pads_wanted: true,
            full_screen: false,
            windowed: ((0, 0), size),
            scaling: Scaling::default(),
            pacer: Pacer::new(FRAME_RATE),
            opened: Instant::now(),
            _lost: LostDisplay::new(when_lost),
            folder: info.folder,
        };
        // A bare console has no windows.
        if desktop.video.current_video_driver() == "KMSDRM" {
            desktop.switch_full_screen();
        }
        Ok((desktop, wrong))
    }

    /// Gives the window another size, as far as the display has room, and at least `least`.
    fn set_window_size(&mut self, size: (u32, u32), least: (u32, u32)) {
        if !self.full_screen {
            let room = room(&self.video);
            let (width, height) = (size.0.min(room.0).max(least.0), size.1.min(room.1).max(least.1));
            // A window manager may refuse.
            let _ = self.canvas.window_mut().set_size(width, height);
        }
    }

    /// Sets whether a panel covers the picture under the pointer, and whether one of its text fields has the keyboard.
    fn set_panels(&mut self, covered: bool, typing: bool) {
        match (typing, self.receiver.typing) {
            (true, false) => {
                self.receiver.devices.keyboard.release_all();
                self.video.text_input().start();
            }
            (false, true) => self.video.text_input().stop(),
            _ => {}
        }
        (self.receiver.covered, self.receiver.typing) = (covered, typing);
    }
}

impl Window for Desktop {
    fn poll(&mut self) -> Events {
        let _call = Call::begin();
        let mut events = Events::default();
        while let Some(event) = self.pump.poll_event() {
            receive(event, &mut self.receiver, &mut events);
        }
        if std::mem::take(&mut self.receiver.layout_changed) {
            self.devices().layout = layout();
        }
        if std::mem::take(&mut self.receiver.toggle_full_screen) {
            self.switch_full_screen();
            events.redraw = true;
        }
        self.devices().poll(&mut events);
        events
    }

    fn devices(&mut self) -> &mut Devices {
        &mut self.receiver.devices
    }

    fn set_title(&mut self, title: &str) {
        let _call = Call::begin();
        // Only a title with a NUL inside cannot be set.
        let _ = self.canvas.window_mut().set_title(title);
    }

    fn keep_file(&mut self, ending: &str, bytes: &[u8]) -> String {
        match write_numbered(Path::new("."), &self.folder, ending, bytes) {
            Ok(path) => format!("wrote {}", path.file_name().unwrap_or_default().display()),
            Err(error) => error.to_string(),
        }
    }

    fn keep_shot(&mut self, shot: &RecordedShot) -> String {
        match write_numbered_shot(Path::new("."), &self.folder, shot) {
            Ok(path) => format!("wrote {}", path.strip_prefix(".").unwrap_or(&path).display()),
            Err(error) => error.to_string(),
        }
    }

    fn sound_device(&mut self, output: MixerOutput) -> Box<dyn SoundDevice> {
        Box::new(SdlSound::new(output))
    }

    fn present(&mut self, picture: &Framebuffer) -> Result<()> {
        let _call = Call::begin();
        let row = picture.width() as usize * size_of::<u32>();
        self.texture.update(None, bytemuck::cast_slice(picture.pixels()), row).map_err(present_error)?;
        let window = self.canvas.output_size().map_err(Error::Present)?;
        let area = self.scaling.area(self.receiver.size(), window);
        (self.receiver.area, self.receiver.density) = (area, (window.0, self.canvas.window().size().0));
        self.canvas.set_draw_color(Color::BLACK);
        self.canvas.clear();
        // The place of the picture before it is turned about its middle.
        let (width, height) = self.receiver.devices.turn.on_screen((area.width, area.height));
        let shift = (area.width.cast_signed() - width.cast_signed()) / 2;
        let place = Rect::new(area.x + shift, area.y - shift, width, height);
        match self.receiver.devices.turn {
            Turn::None => self.canvas.copy(&self.texture, None, place),
            turn => self.canvas.copy_ex(&self.texture, None, place, turn.degrees().into(), None, false, false),
        }
        .map_err(Error::Present)?;
        self.canvas.present();
        self.wait();
        Ok(())
    }

    fn wait(&mut self) {
        if std::mem::take(&mut self.pads_wanted) {
            self.devices().pads = Pads::open();
        }
        let rest = self.pacer.rest(self.opened.elapsed());
        if rest > Duration::ZERO {
            std::thread::sleep(rest);
        }
    }

    fn set_scale(&mut self, scale: u32) {
        if self.full_screen {
            self.switch_full_screen();
        }
        let scale = match scale {
            0 => first_scale(&self.video, self.receiver.size()),
            _ => scale.min(largest_scale(self.receiver.size(), room(&self.video)).max(1)),
        };
        let (width, height) = self.receiver.size();
        // A window manager may refuse; the letterbox handles any size.
        let _ = self.canvas.window_mut().set_size(width * scale, height * scale);
    }

    fn set_scaling(&mut self, scaling: Scaling) {
        self.scaling = scaling;
    }

    fn switch_full_screen(&mut self) {
        let display = self.video.display_bounds(self.canvas.window().display_index().unwrap_or(0));
        let window = self.canvas.window_mut();
        // Without a window manager only the program moves and resizes the window, and SDL resizes no window in full
        // screen.
        if self.full_screen {
            // When the display refuses, the window stays as it is.
            if window.set_fullscreen(FullscreenType::Off).is_ok() {
                place(window, self.windowed);
                self.full_screen = false;
            }
            return;
        }
        self.windowed = (window.position(), window.size());
        if let Ok(display) = display {
            place(window, ((display.x(), display.y()), (display.width(), display.height())));
        }
        self.full_screen = window.set_fullscreen(FullscreenType::Desktop).is_ok();
        if !self.full_screen {
            place(window, self.windowed);
        }
    }

    fn set_room(&mut self, panels: Option<(u32, u32)>) {
        match panels {
            // A larger window stays as it is.
            Some(size) => self.set_window_size(size, self.canvas.window().size()),
            None => {
                self.set_panels(false, false);
                let scale = first_scale(&self.video, self.receiver.size());
                let (width, height) = self.receiver.size();
                self.set_window_size((width * scale, height * scale), (1, 1));
            }
        }
    }

    fn size(&self) -> Result<(u32, u32)> {
        Ok(self.canvas.output_size().map_err(Error::Present)?)
    }

    fn present_whole(&mut self, whole: &Framebuffer, output: &PanelOutput) -> Result<()> {
        let _call = Call::begin();
        self.set_panels(output.covered, output.typing);
        if let Some(text) = &output.copied {
            // Without a clipboard there is nowhere to put it.
            let _ = self.video.clipboard().set_clipboard_text(text);
        }
        self.tiles.draw(whole, &mut self.canvas)?;
        (self.receiver.area, self.receiver.density) = (output.picture, (whole.width(), self.canvas.window().size().0));
        self.canvas.present();
        self.wait();
        Ok(())
    }
}

fn place(window: &mut SdlWindow, ((x, y), (width, height)): ((i32, i32), (u32, u32))) {
    window.set_position(WindowPos::Positioned(x), WindowPos::Positioned(y));
    // Only a size of zero pixels is refused.
    let _ = window.set_size(width, height);
}
