//! The loop: one game in one window, from opening to closing.
//!
//! Ticks come at the game's own rate whatever the display does. A picture is drawn after a tick, when the window requests one, or
//! as often as the display shows one when the game is drawn between ticks.

mod mode;
mod pause;
mod present;

use std::fmt;
use std::path::PathBuf;

use crate::clock::{Clock, PictureRate};
use crate::controls_screen::{ControlsPage, ControlsScreen};
use crate::desktop::{Devices, Events, Scaling};
use keitai_render::Framebuffer;
use keitai_runtime::controls::{Button, Controls, Input, InputEvent, Labels, Mouse, PLAYERS, WindowCommand};
use keitai_runtime::debug::Times;
use web_time::Instant;

use crate::console;
use crate::error::{Error, Result};
use crate::game::{Game, TickInput};
use crate::game_info::GameInfo;
use crate::messages::{Messages, Warnings};
use crate::speaker::Speaker;
use crate::window::Window;

pub(crate) use mode::{Display, Mode};
use pause::Waiting;

/// Outcome of a run, or of a pass of its loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The window was closed.
    Closed,
    /// The picture has a new size, for which the game needs another window.
    Resized,
}

/// A game in its window.
pub struct Runner<W> {
    game: Box<dyn Game>,
    mode: Mode,
    display: Display,
    info: GameInfo,
    window: W,
    title: String,
    messages: Messages,
    warnings: Warnings,
    picture: Framebuffer,
    /// The picture with everything that is drawn over it, as it is shown.
    front: Framebuffer,
    /// The next picture, before it is shown.
    next: Framebuffer,
    /// The whole window, while panels are shown.
    whole: Framebuffer,
    panel_events: Vec<InputEvent>,
    /// A text field of the panels has the keyboard.
    typing: bool,
    panels_shown: bool,
    clock: Clock,
    last: Instant,
    waiting: Waiting,
    focus_lost: bool,
    /// The pad that was unplugged since the last tick.
    lost_pad: Option<usize>,
    controls_screen: Option<ControlsScreen>,
    /// The look of the controls screen that the game has.
    controls_page: Option<ControlsPage>,
    times: Times,
    rate: PictureRate,
    /// When drawing of the last picture began.
    frame_start: Instant,
    screenshot: bool,
    shot: bool,
    redraw: bool,
    /// The window must be shown again, changed or not.
    exposed: bool,
}

impl<W> fmt::Debug for Runner<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").field("title", &self.title).finish_non_exhaustive()
    }
}

impl<W: Window> Runner<W> {
    /// Runs a game that the players control. `mute` starts without sound.
    pub fn new(game: Box<dyn Game>, window: W, mute: bool) -> Self {
        let display = Display { speaker: Speaker::new(mute, &game.info().folder), ..Display::default() };
        Self::open(game, Mode::Free(None), display, window)
    }

    pub(crate) fn open(mut game: Box<dyn Game>, mode: Mode, display: Display, mut window: W) -> Self {
        window.set_scaling(display.scaling);
        let trace = display.trace;
        let panels_shown = game.tool().and_then(|tool| tool.panel_size()).is_some();
        let ((width, height), info) = (game.stage().scene().size, game.info());
        let title = title(&mut *game, &info);
        let picture = Framebuffer::new(width, height);
        Self {
            game,
            mode,
            display,
            window,
            title,
            messages: Messages::new(info.rate, trace),
            warnings: Warnings::default(),
            front: picture.clone(),
            next: picture.clone(),
            whole: Framebuffer::new(0, 0),
            panel_events: Vec::new(),
            typing: false,
            panels_shown,
            picture,
            clock: Clock::new(info.rate),
            info,
            last: Instant::now(),
            waiting: Waiting::No,
            focus_lost: false,
            lost_pad: None,
            controls_screen: None,
            controls_page: None,
            times: Times::default(),
            rate: PictureRate::default(),
            frame_start: Instant::now(),
            screenshot: false,
            shot: false,
            redraw: true,
            exposed: true,
        }
    }

    /// Runs another game in the same window, with its own controls. Files are not reloaded.
    pub fn show(&mut self, game: Box<dyn Game>) {
        (self.game, self.mode) = (game, Mode::Free(None));
        self.info = self.game.info();
        self.clock = Clock::new(self.info.rate);
        self.waiting = Waiting::No;
        self.controls_screen = None;
        self.messages = Messages::new(self.info.rate, self.display.trace);
        (self.focus_lost, self.lost_pad) = (false, None);
        // The game before may have changed this.
        self.display.smooth = false;
        self.resize();
    }

    /// Draws in the present size of the game's scene from now on.
    pub fn resize(&mut self) {
        let (width, height) = self.game.stage().scene().size;
        self.picture = Framebuffer::new(width, height);
        self.front = self.picture.clone();
        self.next = self.picture.clone();
        (self.redraw, self.exposed) = (true, true);
    }

    /// Returns the picture of the last pass, without what is drawn over it.
    pub fn picture(&self) -> &Framebuffer {
        &self.picture
    }

    /// Carries out a command as if its key had been pressed. Returns whether the window closes.
    pub fn command(&mut self, command: WindowCommand) -> bool {
        self.redraw = true;
        self.carry_out(command)
    }

    /// Returns the game that runs in the window.
    pub fn game(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// Returns the title that the window shows: that of the game or of the tool.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the window that the game runs in.
    pub fn window(&mut self) -> &mut W {
        &mut self.window
    }

    /// Shows a message to the user.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.messages.tell(message);
    }

    /// Shows the warning of the game, that about the user's controls, and how a pad quits.
    pub fn warn(&mut self, controls: Option<String>) {
        controls.iter().for_each(|warning| console::warn(warning));
        let quit = pause::quit(&self.window.devices().labels());
        let warnings: Vec<String> = self.info.warning.clone().into_iter().chain(controls).chain(quit).collect();
        if !warnings.is_empty() {
            self.tell(warnings.join("\n"));
        }
    }

    /// Returns the current message.
    pub fn message(&self) -> Option<&str> {
        self.messages.text()
    }

    #[cfg(feature = "window")]
    pub(crate) fn close(self) -> (Box<dyn Game>, Mode, Display) {
        (self.game, self.mode, self.display)
    }

    /// Runs until the window is closed or has another size.
    #[cfg(feature = "window")]
    pub(crate) fn run(&mut self) -> Result<Outcome> {
        loop {
            if let Some(next) = self.step()? {
                return Ok(next);
            }
        }
    }

    /// Runs one pass of the loop: handles the events of the window, runs the ticks that are due, and shows the picture if it
    /// has changed.
    pub fn step(&mut self) -> Result<Option<Outcome>> {
        let events = self.window.poll();
        self.redraw |= events.redraw || events.inputs.iter().any(|event| matches!(event, InputEvent::Pressed(_)));
        self.exposed |= events.redraw;
        self.panel_events.extend_from_slice(&events.inputs);
        let is_ended = matches!(&self.mode, Mode::Record(record) if record.signal().is_some());
        if events.closed || is_ended || self.answer(&events) {
            return Ok(Some(Outcome::Closed));
        }
        self.open_files(&events.dropped);
        let mut next = self.tick()?;
        if self.game.stage().scene().size != (self.picture.width(), self.picture.height()) {
            next = next.or(Some(Outcome::Resized));
        }
        if next.is_none() {
            self.present()?;
        }
        Ok(next)
    }

    fn open_files(&mut self, files: &[PathBuf]) {
        if files.is_empty() {
            return;
        }
        let opened = match self.game.tool() {
            Some(tool) => tool.open(files),
            None => Err(Error::usage("this game opens no files", "a viewer of figures shows them")),
        };
        if let Err(error) = opened {
            console::report(&error);
            self.messages.tell(error.to_string());
        }
    }

    /// Handles the events of the window. Returns whether the window closes.
    fn answer(&mut self, events: &Events) -> bool {
        self.focus_lost |= events.focus_lost;
        if events.focus_lost || events.focus_gained {
            self.display.speaker.set_background(!events.focus_gained);
        }
        if events.sound_device {
            self.display.speaker.change_device(self.info.rate);
        }
        for notice in &events.pads {
            self.tell_pad(notice);
        }
        let typing = self.typing;
        for event in &events.inputs {
            let InputEvent::Pressed(input) = event else { continue };
            if typing && matches!(input, Input::Key(_)) {
                continue;
            }
            match self.controls_screen.as_mut().map(|screen| screen.press(*input)) {
                Some(true) => self.keep_controls(),
                Some(false) => {}
                None => {
                    if self.display.debug.press(*input) {
                        continue;
                    }
                    if let Some(tool) = self.game.tool() {
                        tool.press(*input);
                    }
                    if input.command().is_some_and(|command| self.carry_out(command)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Carries out a command. Returns whether the window closes.
    fn carry_out(&mut self, command: WindowCommand) -> bool {
        match command {
            WindowCommand::Quit => {
                self.redraw = true;
                return !matches!(self.mode, Mode::Free(_)) || self.game.quit(&mut self.messages);
            }
            WindowCommand::Screenshot => self.screenshot = true,
            WindowCommand::Shot => self.shot = true,
            WindowCommand::Controls if self.controls_screen.is_some() => self.keep_controls(),
            WindowCommand::Controls => {
                // The screen takes the keyboard, as another window does.
                self.focus_lost = true;
                let info = self.game.info();
                self.controls_page = info.controls_page.clone();
                let Labels { maps, layout, .. } = self.window.devices().labels();
                self.controls_screen = Some(info.controls_screen(maps.clone(), layout.clone()));
            }
            WindowCommand::Pause => self.set_waiting(match self.waiting {
                Waiting::No => Waiting::Paused,
                Waiting::Paused | Waiting::LostPad(_) => Waiting::No,
            }),
            WindowCommand::Step => self.clock.step(),
            WindowCommand::Smooth => {
                self.display.smooth = !self.display.smooth;
                self.messages.tell(if self.display.smooth { "drawn between ticks" } else { "drawn at ticks" });
            }
            WindowCommand::Between(smooth) => self.display.smooth = smooth,
            WindowCommand::Scaling => {
                let (scaling, text) = match self.display.scaling {
                    Scaling::Whole => (Scaling::Fit, "as large as the window allows"),
                    Scaling::Fit => (Scaling::Whole, "at a whole scale"),
                };
                self.display.scaling = scaling;
                self.window.set_scaling(scaling);
                self.messages.tell(text);
                self.exposed = true;
            }
            WindowCommand::Scale(scale) => self.window.set_scale(scale),
            WindowCommand::Louder | WindowCommand::Quieter | WindowCommand::Mute | WindowCommand::Volume(_) => {
                if let Some(text) = self.display.speaker.carry_out(command) {
                    self.messages.tell(text);
                }
            }
            // The window and the overlay have handled their keys already.
            WindowCommand::FullScreen | WindowCommand::Debug => {}
        }
        false
    }

    /// Closes the controls screen and uses its maps from now on.
    fn keep_controls(&mut self) {
        let Some(screen) = self.controls_screen.take() else { return };
        if screen.maps() != self.window.devices().labels().maps {
            let message = self.window.devices().keep_maps(screen.maps());
            self.messages.tell(message);
        }
        self.window.devices().set_maps(screen.maps().clone());
        // Presses on the screen are not meant for the game.
        self.drop_presses();
        self.redraw = true;
    }

    fn tick(&mut self) -> Result<Option<Outcome>> {
        let now = Instant::now();
        let elapsed = now.duration_since(std::mem::replace(&mut self.last, now));
        if let Some(screen) = &mut self.controls_screen {
            let Devices { pads, keyboard, .. } = self.window.devices();
            self.redraw |= screen.show_sticks(pads.sticks(&keyboard.maps));
            if screen.wait(elapsed) {
                self.keep_controls();
            }
            return Ok(None);
        }
        let due = self.clock.advance(elapsed);
        if self.waiting != Waiting::No {
            // A message ends even when there are no ticks.
            self.redraw |= self.messages.pass(elapsed);
        }
        if let Waiting::LostPad(_) = self.waiting {
            // The press of Start that ends the wait is not passed to the game, nor are clicks before it.
            let _ = self.window.devices().take_mouse();
            if self.window.devices().take_controls().iter().any(|controls| controls.pressed(Button::Start)) {
                self.set_waiting(Waiting::No);
                self.redraw = true;
            }
            return Ok(None);
        }
        if due == 0 {
            return Ok(None);
        }
        // A press belongs to the first of the ticks that are due.
        let mut controls = self.window.devices().take_controls();
        let mut mouse = self.window.devices().take_mouse();
        for _ in 0..due {
            let begun = Instant::now();
            let command = self.tick_once(&controls, &mouse);
            self.warnings.tell(self.game.stage(), &mut self.messages);
            self.display.speaker.hear(self.game.stage(), self.info.rate, &mut self.window);
            self.times.tick = begun.elapsed();
            if self.display.trace {
                console::print(&format!("{}\n", self.messages.trace_line()))?;
            }
            if command == Some(WindowCommand::Quit) {
                return Ok(Some(Outcome::Closed));
            }
            if command == Some(WindowCommand::FullScreen) {
                self.window.switch_full_screen();
            }
            if command.is_some_and(|command| self.carry_out(command)) {
                return Ok(Some(Outcome::Closed));
            }
            controls = controls.map(Controls::continued);
            mouse = mouse.continued();
        }
        self.redraw = true;
        Ok(None)
    }

    fn tick_once(&mut self, controls: &[Controls; PLAYERS], mouse: &Mouse) -> Option<WindowCommand> {
        self.messages.tick();
        let (focus_lost, lost_pad) = (std::mem::take(&mut self.focus_lost), self.lost_pad.take());
        // A game that does not tick its stage stands still between ticks as well.
        self.game.stage().set_smooth(self.display.smooth);
        match &mut self.mode {
            Mode::Free(watch) => {
                if let Some(reloaded) = watch.as_mut().and_then(|watch| watch.poll(&mut *self.game)) {
                    if let Err(error) = &reloaded {
                        console::report(error);
                    }
                    // The error's Debug form has its hint.
                    self.messages.set_wrong(reloaded.err().map(|error| format!("{error:?}")));
                }
                self.game.stage().mouse = *mouse;
                let (labels, volume) = (Some(self.window.devices().labels()), Some(self.display.speaker.volume()));
                let input = TickInput { controls: *controls, mouse: *mouse, labels, volume, focus_lost, lost_pad };
                self.game.tick(&input, &mut self.messages)
            }
            Mode::Record(record) => {
                record.begin_tick(controls);
                let command = self.game.tick(&TickInput::new(*controls), &mut self.messages);
                record.note(controls, &mut *self.game);
                command
            }
            Mode::Replay(recorded) => {
                match recorded.next() {
                    Some(recorded) => _ = self.game.tick(&TickInput::new(recorded), &mut self.messages),
                    None => self.messages.tell("end of the record"),
                }
                TickInput::new(*controls).pad_command()
            }
        }
    }
}

pub(crate) fn title(game: &mut dyn Game, info: &GameInfo) -> String {
    game.tool().map_or_else(|| info.title.clone(), |tool| tool.title())
}

#[cfg(test)]
mod tests;
