//! Tin Sumo: two clockwork robots push each other off a round tray. The sample game of the engine.
//!
//! What a player's controls become, from the inside out:
//!
//! | step | files | what it knows |
//! |---|---|---|
//! | rules: controls of a tick to two fighters and what happened to them | `rules`, `fighter`, `clash`, `referee`, `bout` | integers only; no world, no files, no picture |
//! | a player that is a program: what it sees to controls | `mind` | what a player sees |
//! | staging: fighters to figures, what happened to sparks and shaken cameras | `staging`, `effects` | the engine's world |
//! | a bout where it is seen | `ring`, `hud`, `signs` | scenes and their signs |
//! | screens: title, choice, fight, pause, result | `screens`, `labels` | what the players read |
//! | around them: which screen is next, what is kept between runs | `game`, `streak`, `attract` | a folder of the user |
//!
//! A bout is decided by its robots, its seed and the controls of each tick, whoever gave them; the computer player gives
//! controls like anybody else. Staging reads the bout and never writes to it. So a recording of controls is a recording
//! of the bout, and hundreds of bouts are played in a test without a single picture.
//!
//! Units: places in 1/4096 of a model unit, speeds in that per tick, angles 4096 to a turn (0 faces +z, 1024 faces +x),
//! time in ticks of 1/30 s. Numbers stay far from the ends of their range: the table is 2688 units wide.
#![deny(clippy::float_arithmetic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod attract;
pub mod bout;
pub mod clash;
pub mod content;
pub mod effects;
pub mod embedded;
mod error;
pub mod fighter;
mod game;
mod hud;
mod labels;
pub mod mind;
pub mod referee;
pub mod ring;
pub mod rules;
mod run;
mod screens;
pub mod signs;
pub mod staging;
pub mod streak;

pub use error::{Error, Result};
pub use game::Game;
pub use labels::{Device, Labels};
pub use run::app;
pub use screens::{Match, Player};
