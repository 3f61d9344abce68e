//! Panels around the picture of a game, in a window of their own size.
//!
//! A game that has panels draws all pixels of its window: the panels, and the finished picture among them. The loop hands it
//! the events and shows what it has drawn. While panels are hidden, the window shows the picture alone, as for any game.

use keitai_render::Framebuffer;

pub use crate::desktop::{Area, Scaling};
pub use keitai_runtime::controls::PanelEvent;

/// Name of the file for choices about panels, in the [`config_folder`](crate::config_folder) of the program.
pub const PANELS_FILE: &str = "panels.ron";

/// Everything that panels are drawn from.
#[derive(Debug)]
pub struct PanelInput<'a> {
    /// Events since the panels were drawn last.
    pub events: &'a [PanelEvent],
    /// The finished picture, with messages.
    pub picture: &'a Framebuffer,
    /// Size of the picture among the panels.
    pub scaling: Scaling,
}

/// Outcome of drawing panels.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Panels around a picture.
pub trait Panels {
    /// Returns the size that a window opens with for the panels, pixels; `None` while they are hidden.
    fn size(&self) -> Option<(u32, u32)>;

    /// Returns whether the panels must be drawn although neither the picture nor the input has changed.
    fn are_due(&self) -> bool;

    /// Draws all of the window.
    fn draw(&mut self, input: &PanelInput, window: &mut Framebuffer) -> PanelOutput;
}
