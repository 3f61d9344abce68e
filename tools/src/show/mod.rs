//! A window around something that ticks and draws: the loop that the viewer, scenes and the game share.
//!
//! Ticks come at 30 per second whatever the display does; a picture is drawn after a tick, or when the window asks. The
//! window brings what is the same for all: the controls screen, pausing, and waiting for a pad that was unplugged.

mod session;

use std::path::PathBuf;

use keitai_render::{Framebuffer, Q16};
use keitai_runtime::controls::{Controls, Labels, Maps, PLAYERS};
use keitai_runtime::controls_screen::{ControlsScreen, Titles};
use keitai_runtime::debug::{Debug, Times};
use keitai_runtime::shot::Recorded;

use crate::error::Error;
use session::Session;

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

/// The controls of a show, as it was made.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// What the user's own are kept under.
    pub(crate) name: &'static str,
    /// Keys, buttons, players.
    pub(crate) defaults: Maps,
    /// What they are called on the controls screen; those without a name are not listed.
    pub(crate) titles: Titles,
}

impl Program {
    /// Any play: two players at one keyboard, a pad for each of four.
    pub(crate) fn play() -> Self {
        Self { name: "play", defaults: Maps::default(), titles: ControlsScreen::plain_titles() }
    }
}

/// How the window shows whatever it shows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Draws between ticks, too.
    pub(crate) smooth: bool,
    /// What is shown of what is behind the picture.
    pub(crate) debug: Debug,
}

/// What is shown in the window.
pub(crate) trait Show {
    /// Width and height of its pictures, pixels. They may change in a tick.
    fn size(&self) -> (u32, u32) {
        SIZE
    }

    /// How it is controlled, before its user has changed anything.
    fn program(&self) -> Program;

    /// A thirtieth of a second goes by.
    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request>;

    /// Draws what a screenshot should hold.
    fn draw(&mut self, picture: &mut Framebuffer);

    /// Is told whether there will be pictures between ticks.
    fn set_smooth(&mut self, _smooth: bool) {}

    /// Draws what lies between the last tick but one, `part` 0, and the last one, 1.0.
    fn draw_between(&mut self, _part: Q16, picture: &mut Framebuffer) {
        self.draw(picture);
    }

    /// What a screenshot would hold, as a shot; nothing where there is none.
    fn shot(&mut self) -> Option<Result<Recorded, Error>> {
        None
    }

    /// Draws what is behind the picture over it.
    fn draw_debug(&mut self, debug: &mut Debug, times: &Times, picture: &mut Framebuffer);

    /// Draws what stands over it: messages, a legend in the lettering of the devices in use.
    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels);

    /// Tells the user something for a while.
    fn tell(&mut self, text: String);

    /// Files were dropped on the window. It takes them in, or says what is to be shown instead.
    ///
    /// # Errors
    /// When they cannot be shown; what was shown before stays.
    fn open_dropped(&mut self, files: &[PathBuf]) -> Result<Option<Next>, Error>;

    /// A pad was unplugged, counted from 0. Tells whether the window is to wait until somebody presses Start; who has a
    /// pause of its own sees to that itself.
    fn lose_pad(&mut self, _pad: usize) -> bool {
        false
    }

    /// Escape was pressed. Tells whether the window is to be closed.
    fn ask_to_quit(&mut self) -> bool {
        true
    }

    /// The window lost the keyboard.
    fn lose_focus(&mut self) {}

    /// It is not shown any more.
    fn close(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// The window's title.
    fn title(&self) -> String;
}

/// Shows one thing after another until the window is closed.
pub(crate) fn run(mut show: Box<dyn Show>, mut options: Options) -> Result<(), Error> {
    loop {
        let next = Session::open(&mut *show, &mut options).and_then(Session::run);
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
