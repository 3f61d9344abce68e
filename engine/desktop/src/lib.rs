//! The window and the devices: an SDL2 window for a small picture, a sound device, and keyboard and gamepads as [`Controls`]. No other crate
//! touches a device.
//!
//! The loop calls [`Desktop::poll`] for the [`Events`] of the window and [`Desktop::take_controls`] once per tick. A
//! [`Profile`] saves the user's controls. Running without gamepads is not an error. A missing display is
//! [`Error::NoDisplay`], and a caller may go on without a window.
#![deny(clippy::float_arithmetic)]

mod canvas;
mod error;
mod key;
mod keyboard;
mod letterbox;
mod lost_display;
mod pacing;
mod pads;
mod profile;
mod sound;
mod window;

pub use error::Error;
pub use keyboard::Keyboard;
pub use letterbox::{Area, largest_scale, letterbox};
pub use pacing::Pacer;
pub use pads::{PadNotice, Pads};
pub use profile::{Loaded, Profile};
pub use sound::SoundDevice;
pub use window::{Desktop, Events};

#[doc(no_inline)]
pub use keitai_controls::{Controls, Input, Key, KeyMap, Maps, Target, WindowCommand};
