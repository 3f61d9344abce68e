//! The window and the devices: an SDL2 window for a small picture, a sound device, and keyboard and gamepads as
//! [`Controls`](keitai_runtime::controls::Controls). No other crate touches a device.
//!
//! A [`Profile`] saves the user's controls. Running without gamepads is not an error. A missing display is
//! [`Error::NoDisplay`], and a caller may continue without a window.
//!
//! The window and the sound device are the feature `window`. Without it keyboard, pads and profile serve programs with a
//! window of another kind.

#[cfg(feature = "window")]
mod canvas;
mod devices;
#[cfg(feature = "window")]
mod key;
mod keyboard;
mod letterbox;
#[cfg(feature = "window")]
mod lost_display;
#[cfg(feature = "window")]
mod pacing;
mod pads;
mod profile;
#[cfg(feature = "window")]
mod receiver;
#[cfg(feature = "window")]
mod sound;
#[cfg(feature = "window")]
mod window;

use std::path::PathBuf;

use keitai_runtime::controls::InputEvent;

pub use devices::Devices;
pub use keyboard::Keyboard;
pub use letterbox::{Area, Scaling};
pub use pads::{PadNotice, Pads};
pub use profile::Profile;
#[cfg(feature = "window")]
pub(crate) use window::Desktop;

/// Why there is no window, or it cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no display to open a window on.
    #[error("no display ({0})")]
    NoDisplay(String),
    /// There is a display, but no window or no way to draw in it.
    #[error("cannot open a window ({0})")]
    Window(String),
    /// The display went away while the window was open.
    #[error("the display went away")]
    Lost,
    /// The window could not be drawn.
    #[error("cannot draw in the window ({0})")]
    Present(String),
}

/// Events since the last call, apart from controls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Events {
    pub(crate) closed: bool,
    /// The window lost the keyboard.
    pub focus_lost: bool,
    /// The window got the keyboard.
    pub focus_gained: bool,
    /// A sound device was plugged in or unplugged.
    pub(crate) sound_device: bool,
    /// The picture must be shown again even if nothing has changed.
    pub(crate) redraw: bool,
    /// Files dropped on the window.
    pub dropped: Vec<PathBuf>,
    /// Pads that were plugged in or unplugged.
    pub pads: Vec<PadNotice>,
    /// Keyboard, pads and mouse, before any map.
    pub inputs: Vec<InputEvent>,
}
