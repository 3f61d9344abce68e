//! World, scenes, assets, playback and shots; no window.
#![deny(clippy::float_arithmetic)]

pub mod assets;
pub mod clock;
pub mod controls;
pub mod controls_screen;
pub mod debug;
mod error;
pub mod files;
pub mod ground;
pub mod hud;
pub mod impact;
pub mod menu;
mod random;
pub mod replay;
pub mod scene;
mod settings;
pub mod shot;
pub mod stage;
pub mod watch;
pub mod world;

pub use error::{Error, Result};
pub use random::Random;
pub use settings::Settings;
pub use stage::Stage;

#[doc(no_inline)]
pub use hecs;
