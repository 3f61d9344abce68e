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
#[cfg(feature = "window")]
mod devices;
mod error;
mod events;
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
mod sound;
#[cfg(feature = "window")]
mod tiles;
#[cfg(feature = "window")]
mod window;

pub use error::Error;
pub use events::Events;
pub use keyboard::Keyboard;
pub use letterbox::{Area, Scaling};
pub use pads::{PadNotice, Pads};
pub use profile::Profile;
#[cfg(feature = "window")]
pub(crate) use window::Desktop;
