//! One show in one window, from opening to closing.

use std::path::Path;
use std::path::PathBuf;
use std::time::Instant;

use keitai_desktop::{Desktop, Events, PadNotice, Profile};
use keitai_render::{Framebuffer, Q16};
use keitai_runtime::clock::Clock;
use keitai_runtime::controls::{Button, Controls, Input, Labels, PLAYERS, WindowCommand as Asked};
use keitai_runtime::controls_screen::ControlsScreen;
use keitai_runtime::debug::Times;

use super::{Next, Options, Program, Request, Show};
use crate::error::Error;
use crate::message::draw_notice;
use crate::picture;
use crate::shot_file::write_numbered_shot;

/// A show in its window.
pub(super) struct Session<'a> {
    show: &'a mut dyn Show,
    program: Program,
    profile: Profile,
    desktop: Desktop,
    title: String,
    picture: Framebuffer,
    /// The picture with what stands over it.
    shown: Framebuffer,
    clock: Clock,
    last: Instant,
    waiting: Waiting,
    remap: Option<ControlsScreen>,
    options: &'a mut Options,
    times: Times,
    /// When the last picture was begun.
    drawn: Instant,
    screenshot: bool,
    shot: bool,
    redraw: bool,
}

/// Why no ticks come, apart from a screen that lies over everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Waiting {
    /// They come.
    #[default]
    No,
    /// The user wants to look closely.
    Paused,
    /// For a player who has lost a pad, counted from 0.
    LostPad(usize),
}

impl<'a> Session<'a> {
    /// Opens a window, with the user's own controls.
    pub(super) fn open(show: &'a mut dyn Show, options: &'a mut Options) -> Result<Self, Error> {
        let (title, (width, height), program) = (show.title(), show.size(), show.program());
        let profile = Profile::new(program.name, program.defaults.clone());
        let loaded = profile.load();
        let desktop = Desktop::open(&title, (width, height), loaded.maps)?;
        if let Some(wrong) = loaded.wrong {
            eprintln!("warning: {wrong}");
            show.tell(wrong);
        }
        show.set_smooth(options.smooth);
        let picture = Framebuffer::new(width, height);
        Ok(Self {
            show,
            program,
            profile,
            desktop,
            title,
            shown: picture.clone(),
            picture,
            clock: Clock::default(),
            last: Instant::now(),
            waiting: Waiting::No,
            remap: None,
            options,
            times: Times::default(),
            drawn: Instant::now(),
            screenshot: false,
            shot: false,
            redraw: true,
        })
    }

    /// Shows until the window is closed or something else is to be shown.
    pub(super) fn run(mut self) -> Result<Next, Error> {
        loop {
            let events = self.desktop.poll();
            self.redraw |= events.redraw || !events.inputs.is_empty();
            if events.closed || self.answer(&events) {
                return Ok(Next::Nothing);
            }
            if let Some(next) = self.open_dropped(&events.dropped) {
                return Ok(next);
            }
            if let Some(next) = self.tick() {
                return Ok(next);
            }
            self.present()?;
        }
    }

    /// Lets the show take in what was dropped. What it cannot show is told of; the console has the whole line.
    fn open_dropped(&mut self, files: &[PathBuf]) -> Option<Next> {
        if files.is_empty() {
            return None;
        }
        self.show.open_dropped(files).unwrap_or_else(|error| {
            error.report();
            self.show.tell(error.to_string());
            None
        })
    }

    /// Does what is asked of the window. Tells whether it is to be closed.
    fn answer(&mut self, events: &Events) -> bool {
        if events.focus_lost {
            self.show.lose_focus();
        }
        for notice in &events.pads {
            self.tell_pad(notice);
        }
        for input in &events.inputs {
            match self.remap.as_mut().map(|remap| remap.press(*input)) {
                Some(true) => self.keep_controls(),
                Some(false) => {}
                None if self.request(*input) => return true,
                None => {}
            }
        }
        false
    }

    fn request(&mut self, input: Input) -> bool {
        self.options.debug.press(input);
        match input.request() {
            Some(Asked::Quit) => {
                self.redraw = true;
                return self.show.ask_to_quit();
            }
            Some(Asked::Screenshot) => self.screenshot = true,
            Some(Asked::Shot) => self.shot = true,
            Some(Asked::Controls) => {
                let (maps, Program { defaults, titles, .. }) = (self.desktop.maps().clone(), &self.program);
                self.remap = Some(ControlsScreen::new(maps, defaults.clone(), titles.clone()));
            }
            Some(Asked::Pause) => self.set_waiting(match self.waiting {
                Waiting::No => Waiting::Paused,
                Waiting::Paused | Waiting::LostPad(_) => Waiting::No,
            }),
            Some(Asked::Step) => self.clock.step(),
            Some(Asked::Smooth) => {
                self.options.smooth = !self.options.smooth;
                self.show.set_smooth(self.options.smooth);
                self.show.tell((if self.options.smooth { "drawn between ticks" } else { "drawn at ticks" }).to_owned());
            }
            // The window itself switches to full screen, and the debug view has seen it.
            Some(Asked::FullScreen | Asked::Debug) | None => {}
        }
        false
    }

    /// The controls screen is done: what it says counts from now on.
    fn keep_controls(&mut self) {
        let Some(remap) = self.remap.take() else { return };
        if remap.maps() != self.desktop.maps() {
            let saved = self.profile.save(remap.maps());
            self.show.tell(match (saved, self.profile.file()) {
                (Ok(()), Some(file)) => format!("controls kept in {}", file.display()),
                (Err(error), Some(file)) => format!("{}: cannot write: {error}", file.display()),
                (_, None) => "there is no folder to keep the controls in".to_owned(),
            });
        }
        self.desktop.set_maps(remap.maps().clone());
        // What was pressed on the screen is not meant for the show.
        let _ = self.desktop.take_controls();
        self.redraw = true;
    }

    fn tell_pad(&mut self, notice: &PadNotice) {
        match notice {
            PadNotice::Plugged { pad, name } => self.show.tell(format!("pad {}: {name}", pad + 1)),
            PadNotice::Unplugged { pad, .. } => {
                if self.show.lose_pad(*pad) {
                    self.set_waiting(Waiting::LostPad(*pad));
                } else {
                    self.show.tell(format!("pad {} was unplugged", pad + 1));
                }
            }
        }
        self.redraw = true;
    }

    fn set_waiting(&mut self, waiting: Waiting) {
        self.waiting = waiting;
        self.clock.set_paused(waiting != Waiting::No);
    }

    /// Lets the ticks that are due go by.
    fn tick(&mut self) -> Option<Next> {
        let now = Instant::now();
        let elapsed = now.duration_since(std::mem::replace(&mut self.last, now));
        if self.remap.is_some() {
            return None;
        }
        let due = self.clock.advance(elapsed);
        if let Waiting::LostPad(_) = self.waiting {
            // Whoever presses Start is there; that press is no part of the play.
            if self.desktop.take_controls().iter().any(|controls| controls.pressed(Button::Start)) {
                self.set_waiting(Waiting::No);
                self.redraw = true;
            }
            return None;
        }
        if due == 0 {
            return None;
        }
        // A press belongs to the first of the ticks that are due.
        let mut controls = self.desktop.take_controls();
        for _ in 0..due {
            let begun = Instant::now();
            let request = self.show.tick(&controls);
            self.times.tick = begun.elapsed();
            match request {
                Some(Request::Quit) => return Some(Next::Nothing),
                Some(Request::Screenshot) => self.screenshot = true,
                None => {}
            }
            controls = controls.map(Controls::continued);
        }
        self.redraw = true;
        (self.show.size() != (self.picture.width(), self.picture.height())).then_some(Next::Resized)
    }

    /// Shows what has changed, or waits for the next frame's time.
    fn present(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.screenshot) {
            self.show.draw(&mut self.picture);
            self.show.tell(match picture::write_screenshot(Path::new("."), &self.picture) {
                Ok(path) => format!("wrote {}", path.file_name().unwrap_or_default().display()),
                Err(error) => error.to_string(),
            });
        }
        if std::mem::take(&mut self.shot) {
            let written = self.show.shot().map(|taken| write_numbered_shot(Path::new("."), &taken?));
            self.show.tell(match written {
                Some(Ok(path)) => format!("wrote {}", path.display()),
                Some(Err(error)) => error.to_string(),
                None => "there is no shot of this".to_owned(),
            });
            self.redraw = true;
        }
        if self.title != self.show.title() {
            self.title = self.show.title();
            self.desktop.set_title(&self.title);
        }
        // Between ticks there is something new all the time.
        let between = self.options.smooth && self.remap.is_none() && self.waiting == Waiting::No;
        if !std::mem::take(&mut self.redraw) && !between {
            self.desktop.wait();
            return Ok(());
        }
        let begun = Instant::now();
        self.times.frame = begun.duration_since(std::mem::replace(&mut self.drawn, begun));
        if between {
            self.show.draw_between(Q16::from_bits(self.clock.part() as i32), &mut self.picture);
        } else {
            self.show.draw(&mut self.picture);
        }
        self.times.draw = begun.elapsed();
        self.shown.pixels_mut().copy_from_slice(self.picture.pixels());
        self.show.draw_debug(&mut self.options.debug, &self.times, &mut self.shown);
        let labels = self.desktop.labels();
        self.show.draw_over(&mut self.shown, &labels);
        if let Some(notice) = self.waiting.notice(&labels) {
            draw_notice(&mut self.shown, &notice);
        }
        if let Some(remap) = &self.remap {
            remap.draw(&mut self.shown, &self.desktop.pads());
        }
        self.desktop.present(&self.shown)?;
        Ok(())
    }
}

impl Waiting {
    /// What the user is told meanwhile.
    fn notice(self, labels: &Labels) -> Option<String> {
        match self {
            Self::No => None,
            Self::Paused => Some("paused: F5 to go on, F6 for one tick".to_owned()),
            Self::LostPad(pad) => {
                let start =
                    (0..PLAYERS).map(|player| labels.prompt(player, Button::Start)).find(|name| !name.is_empty());
                let start = start.map_or_else(String::new, |name| format!(" ({name})"));
                Some(format!("pad {} was unplugged: press Start{start} to go on", pad + 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Maps, PadKind};

    use super::*;

    #[test]
    fn who_has_lost_a_pad_is_told_what_to_press() {
        let maps = Maps::default();
        let none = Labels { maps: &maps, pads: [None; PLAYERS], last: None, by_key: false };
        let notice = Waiting::LostPad(1).notice(&none);
        assert_eq!(notice.as_deref(), Some("pad 2 was unplugged: press Start (Enter) to go on"));
        let other = Labels { pads: [Some(PadKind::Switch), None, None, None], last: Some(0), ..none };
        let notice = Waiting::LostPad(1).notice(&other);
        assert_eq!(notice.as_deref(), Some("pad 2 was unplugged: press Start (+) to go on"));
        assert_eq!(Waiting::No.notice(&other), None);
    }
}
