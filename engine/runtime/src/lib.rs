//! World, scenes, assets, playback and shots; no window.
#![deny(clippy::float_arithmetic)]
#![warn(missing_debug_implementations)]

pub mod assets;
pub mod controls;
pub mod controls_file;
pub mod debug;
mod error;
pub mod files;
pub mod ground;
mod language;
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
mod text_table;
mod tick_rate;
pub mod world;

pub use error::Error;
pub use language::Language;
pub use random::Random;
pub use scene_menu::SceneMenu;
pub use settings::Settings;
pub use stage::Stage;
pub use tick_rate::TickRate;

#[doc(no_inline)]
pub use hecs;
