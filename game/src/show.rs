//! A window around something that ticks and draws: the loop that the viewer and the built-in scene share.
//!
//! Ticks come at 30 per second whatever the display does; a picture is drawn after a tick, or when the window asks.

use std::path::{Path, PathBuf};
use std::time::Instant;

use keitai_desktop::{Desktop, KeyMap, PadKind, PadNotice};
use keitai_render::Framebuffer;
use keitai_runtime::clock::Clock;
use keitai_runtime::controls::{Controls, PLAYERS};

use crate::error::Error;
use crate::picture;

/// The picture of the era's phones, pixels.
pub(crate) const SIZE: (u32, u32) = (240, 320);

/// Something that the one who ticks cannot do by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    /// Write a picture.
    Screenshot,
    /// Close the window.
    Quit,
}

/// What is shown in the window.
pub(crate) trait Show {
    /// A thirtieth of a second goes by.
    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request>;

    /// Draws what a screenshot should hold.
    fn draw(&mut self, picture: &mut Framebuffer);

    /// Draws what stands over it: messages, a legend in the lettering of the first player's pad.
    fn draw_over(&mut self, picture: &mut Framebuffer, pad: Option<PadKind>);

    /// Tells the user something for a while.
    fn tell(&mut self, text: String);

    /// Files were dropped on the window.
    fn open_dropped(&mut self, files: &[PathBuf]);

    /// A pad was unplugged in the middle of things.
    fn lose_pad(&mut self) {}

    /// The window's title.
    fn title(&self) -> String;
}

/// Shows it until the window is closed.
pub(crate) fn run(show: &mut dyn Show, keys: KeyMap) -> Result<(), Error> {
    let mut title = show.title();
    let mut desktop = Desktop::open(&title, SIZE, keys)?;
    let mut picture = Framebuffer::new(SIZE.0, SIZE.1);
    let mut shown = picture.clone();
    let mut clock = Clock::default();
    let mut last = Instant::now();
    let mut redraw = true;
    loop {
        let events = desktop.poll();
        if events.quit {
            return Ok(());
        }
        redraw |= events.redraw;
        for notice in &events.pads {
            tell_pad(show, notice);
        }
        if !events.dropped.is_empty() {
            show.open_dropped(&events.dropped);
        }

        let now = Instant::now();
        let mut screenshot = events.screenshot;
        let due = clock.advance(now.duration_since(last));
        last = now;
        if due > 0 {
            // A press belongs to the first of the ticks that are due.
            let mut controls = desktop.take_controls();
            for _ in 0..due {
                match show.tick(&controls) {
                    Some(Request::Quit) => return Ok(()),
                    Some(Request::Screenshot) => screenshot = true,
                    None => {}
                }
                controls = controls.map(Controls::continued);
            }
            redraw = true;
        }

        if screenshot {
            show.draw(&mut picture);
            show.tell(match picture::write_screenshot(Path::new("."), &picture) {
                Ok(path) => format!("wrote {}", path.file_name().unwrap_or_default().display()),
                Err(error) => error.to_string(),
            });
        }
        if title != show.title() {
            title = show.title();
            desktop.set_title(&title);
        }
        if std::mem::take(&mut redraw) {
            show.draw(&mut picture);
            shown.pixels_mut().copy_from_slice(picture.pixels());
            show.draw_over(&mut shown, desktop.pad());
            desktop.present(&shown)?;
        } else {
            desktop.wait();
        }
    }
}

fn tell_pad(show: &mut dyn Show, notice: &PadNotice) {
    match notice {
        PadNotice::Plugged { player, name } => show.tell(format!("pad {}: {name}", player + 1)),
        PadNotice::Unplugged { player, .. } => {
            show.tell(format!("pad {} was unplugged", player + 1));
            show.lose_pad();
        }
    }
}
