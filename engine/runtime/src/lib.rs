//! World, scenes, assets, playback and shots; no window.
#![deny(clippy::float_arithmetic)]

pub mod assets;
pub mod clock;
pub mod controls;
mod error;
mod nearest;
pub mod overlay;
pub mod shot;

pub use error::{Error, PathFault, Result};
