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

/// What comes after a show.
pub(crate) enum Next {
    /// Nothing; the window closes.
    Nothing,
    /// Another one.
    Show(Box<dyn Show>),
    /// The same, in a window for its new size.
    Resized,
}

/// What is shown in the window.
pub(crate) trait Show {
    /// Width and height of its pictures, pixels. They may change in a tick.
    fn size(&self) -> (u32, u32) {
        SIZE
    }

    /// A thirtieth of a second goes by.
    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request>;

    /// Draws what a screenshot should hold.
    fn draw(&mut self, picture: &mut Framebuffer);

    /// Draws what stands over it: messages, a legend in the lettering of the first player's pad.
    fn draw_over(&mut self, picture: &mut Framebuffer, pad: Option<PadKind>);

    /// Tells the user something for a while.
    fn tell(&mut self, text: String);

    /// Files were dropped on the window. It takes them in, or says what is to be shown instead.
    fn open_dropped(&mut self, files: &[PathBuf]) -> Option<Next>;

    /// A pad was unplugged in the middle of things.
    fn lose_pad(&mut self) {}

    /// It is not shown any more.
    fn close(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// The window's title.
    fn title(&self) -> String;
}

/// Shows one thing after another until the window is closed.
pub(crate) fn run(mut show: Box<dyn Show>, keys: &KeyMap) -> Result<(), Error> {
    loop {
        let next = run_one(&mut *show, keys.clone());
        if matches!(next, Ok(Next::Resized)) {
            continue;
        }
        // What the show has to put away is put away even when the window failed.
        let closed = show.close();
        match next? {
            Next::Show(next) => show = next,
            Next::Nothing | Next::Resized => return closed,
        }
        closed?;
    }
}

fn run_one(show: &mut dyn Show, keys: KeyMap) -> Result<Next, Error> {
    let mut title = show.title();
    let (width, height) = show.size();
    let mut desktop = Desktop::open(&title, (width, height), keys)?;
    let mut picture = Framebuffer::new(width, height);
    let mut shown = picture.clone();
    let mut clock = Clock::default();
    let mut last = Instant::now();
    let mut redraw = true;
    loop {
        let events = desktop.poll();
        if events.quit {
            return Ok(Next::Nothing);
        }
        redraw |= events.redraw;
        for notice in &events.pads {
            tell_pad(show, notice);
        }
        if !events.dropped.is_empty()
            && let Some(next) = show.open_dropped(&events.dropped)
        {
            return Ok(next);
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
                    Some(Request::Quit) => return Ok(Next::Nothing),
                    Some(Request::Screenshot) => screenshot = true,
                    None => {}
                }
                controls = controls.map(Controls::continued);
            }
            if show.size() != (width, height) {
                return Ok(Next::Resized);
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
