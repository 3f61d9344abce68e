//! World, scenes, assets, playback and shots; no window.
#![deny(clippy::float_arithmetic)]

pub mod clock;
pub mod controls;
pub mod overlay;
pub mod shot;
