//! The only crate that touches a device: an SDL2 window for a small picture, keyboard and gamepads as [`Controls`].
//!
//! Events of the operating system go in, plain values come out: [`Events`] once per pass of the loop, and
//! [`Desktop::take_controls`] once per tick. A [`Profile`] keeps what the user has changed. Absence of a gamepad or of the
//! whole gamepad subsystem is a state, and absence of a display an error of its own, [`Error::NoDisplay`], that a caller
//! can answer by working headless.
#![deny(clippy::float_arithmetic)]

mod canvas;
mod error;
mod key;
mod keyboard;
mod letterbox;
mod pacing;
mod pads;
mod profile;
mod window;

pub use error::Error;
pub use keyboard::Keyboard;
pub use letterbox::{Area, largest_scale, letterbox};
pub use pacing::Pacer;
pub use pads::{PadNotice, Pads};
pub use profile::{Loaded, Profile};
pub use window::{Desktop, Events};

#[doc(no_inline)]
pub use keitai_runtime::controls::{Controls, Input, Key, KeyMap, Maps, Target, WindowCommand};
