//! World, scenes, assets, playback and shots; no window.
//!
//! A [`Stage`] is a running scene: a `hecs` world of plain components, the assets they use, and the pictures and sounds
//! that result from them. It advances by ticks with the controls of each player as values.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `sources` | scenes that name source texts, joint animations and PNG pictures |
//! | `archives` | assets from ZIP and JAR archives |
//!
//! # Guarantees
//!
//! The crate opens no window, plays no sound on a device, and reads files only below the folder of a
//! [`Source`](assets::Source). Equal scenes, seeds and controls give equal states and pictures on every machine
//! ([`Stage::digest`]).
#![deny(clippy::float_arithmetic)]
#![warn(missing_debug_implementations)]

pub mod assets;
pub mod controls;
pub mod controls_file;
pub mod debug;
mod error;
pub mod files;
mod game_hasher;
pub mod ground;
mod limits;
pub mod mesh;
mod random;
pub mod replay;
pub mod ron_text;
pub mod scene;
mod scene_menu;
mod settings;
pub mod shot;
mod stage;
mod text_file;
mod tick_rate;
pub mod world;

pub use error::Error;
pub use random::Random;
pub use scene_menu::SceneMenu;
pub use settings::Settings;
pub use stage::Stage;
pub use tick_rate::TickRate;

#[doc(no_inline)]
pub use hecs;
