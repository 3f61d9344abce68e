//! The only crate that touches a device: an SDL2 window for a small picture, keyboard and gamepads as [`Controls`].
//!
//! Events of the operating system go in, plain values come out: [`Events`] once per pass of the loop, and
//! [`Desktop::take_controls`] once per tick. Absence of a gamepad or of the whole gamepad subsystem is a state, and
//! absence of a display an error of its own, [`Error::NoDisplay`], that a caller can answer by working headless.
#![deny(clippy::float_arithmetic)]

mod error;
mod key;
mod keyboard;
mod keymap;
mod letterbox;
mod pacing;
mod pads;
mod window;

pub use error::Error;
pub use key::Key;
pub use keyboard::Keyboard;
pub use keymap::{Direction, KeyMap, Target};
pub use letterbox::{Area, largest_scale, letterbox};
pub use pacing::Pacer;
pub use pads::{PadKind, PadNotice, Pads};
pub use window::{Desktop, Events};

#[doc(no_inline)]
pub use keitai_runtime::controls::Controls;
