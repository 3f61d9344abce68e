//! Runs a game in a window or without one.
//!
//! A game is a [`Game`]: a running scene and a tick. [`StageGame`] makes one of a scene and a closure, [`Screens`] one of
//! screens that follow each other. [`App`] opens it as its [`Options`] say, and brings what is the same for every game: the
//! loop of 15 to 60 ticks per second, the controls screen, the debug overlay, screenshots and shots, hot reload, pause and
//! single steps, waiting for an unplugged pad, records of a play, their replay and comparison, and headless runs with a
//! digest.
//!
//! Nothing here is reserved for the programs of this repository: the viewer, `keitai play` and Tin Sumo use the same items.
#![deny(clippy::float_arithmetic)]
#![warn(missing_debug_implementations)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod app;
mod clock;
pub mod command_line;
pub mod console;
pub mod controls_screen;
pub mod desktop;
mod embedded;
mod error;
pub mod files;
mod game;
mod game_info;
#[cfg(target_family = "wasm")]
mod handover;
mod headless;
pub mod hud;
pub mod impact;
mod locate;
mod messages;
mod options;
mod path_map;
pub mod picture;
mod record;
mod reload;
mod runner;
mod saved;
mod screens;
mod shot_file;
mod sound_player;
mod speaker;
mod stage_game;
#[cfg(test)]
mod testing;
pub mod timing;
pub mod tool;
mod turn;
mod watch;
mod window;

pub use app::App;
pub use console::Signals;
pub use embedded::Embedded;
pub use error::{Error, Result};
pub use files::{folder_of, ignore_file_limit};
pub use game::{Game, SIZE, TickInput};
pub use game_info::GameInfo;
#[cfg(target_family = "wasm")]
pub use handover::take_game;
pub use locate::{config_folder, data_folder, locate, locate_in};
pub use messages::Messages;
pub use options::{Options, RenderOptions};
pub use path_map::PathMap;
pub use reload::FolderWatch;
pub use runner::{Outcome, Runner};
pub use saved::Saved;
pub use screens::{MenuPage, Next, Screen, ScreenGame, Screens};
pub use shot_file::{new_numbered_folder, write_numbered_shot, write_shot};
pub use sound_player::{SOUND_RATE, SoundPlayer};
pub use stage_game::{StageGame, TickResult};
pub use turn::Turn;
pub use window::{SoundDevice, Window};
