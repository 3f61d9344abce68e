//! Programs that are more than a game: they open files, and have panels around their picture.
//!
//! The viewer is one. It is a [`Game`](crate::Game) whose method [`tool`](crate::Game::tool) returns this part of it. While its
//! panels are shown, it draws all pixels of its window: the panels, and the finished picture among them. While they are hidden, the
//! window shows the picture alone, as for any game.

use std::path::PathBuf;

use keitai_render::Framebuffer;
use keitai_runtime::controls::{Input, Labels};

use crate::error::Result;

pub use crate::desktop::{Area, Scaling};
pub use keitai_runtime::controls::InputEvent;

/// Name of the file for choices about panels, in the [`config_folder`](crate::config_folder) of the program.
pub const PANELS_FILE: &str = "panels.ron";

/// The part of a program that games do not have.
pub trait Tool {
    /// Returns the title of the window, which may change at any time.
    fn title(&self) -> String;

    /// Opens files that were dropped on the window.
    ///
    /// # Errors
    /// When a file cannot be opened; what is shown stays.
    fn open(&mut self, files: &[PathBuf]) -> Result<()>;

    /// Handles a key or a button that went down, before any map, unless the panels have the keyboard.
    fn press(&mut self, input: Input);

    /// Draws over the picture what a screenshot does not hold, for example a legend.
    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels);

    /// Returns a line for the console with the way to get the picture of a screenshot again.
    fn screenshot_note(&self) -> Option<String>;

    /// Returns the size that a window opens with for the panels, pixels; `None` while they are hidden.
    fn panel_size(&self) -> Option<(u32, u32)> {
        None
    }

    /// Returns whether the panels must be drawn although neither the picture nor the input has changed.
    fn panels_are_due(&self) -> bool {
        false
    }

    /// Draws all of the window: the panels and the picture.
    fn draw_panels(&mut self, _input: &PanelInput, _window: &mut Framebuffer) -> PanelOutput {
        PanelOutput::default()
    }
}

/// Everything that panels are drawn from.
#[derive(Debug)]
pub struct PanelInput<'a> {
    /// Events since the panels were drawn last.
    pub events: &'a [InputEvent],
    /// The finished picture, with messages.
    pub picture: &'a Framebuffer,
    /// Size of the picture among the panels.
    pub scaling: Scaling,
}

/// Outcome of drawing panels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PanelOutput {
    /// Place of the picture in the window, pixels of the window.
    pub picture: Area,
    /// The pointer is over something that covers the picture, or held by a panel: the game does not get it.
    pub covered: bool,
    /// A text field has the keyboard: keys reach the panels alone.
    pub typing: bool,
    /// Text for the clipboard.
    pub copied: Option<String>,
}
