//! Tin Sumo: two clockwork robots push each other off a round tray. The sample game of the engine.
//!
//! | part | files | depends on |
//! |---|---|---|
//! | rules: controls of a tick to two fighters and events | `rules`, `robots`, `trays`, `fighter`, `collision`, `referee`, `bout` | integers only; no world, no files, no pictures |
//! | computer player: view of a bout to controls | `ai` | the rules |
//! | staging: fighters to figures, camera, sparks, springs | `staging`, `camera`, `effects`, `spring` | the engine's world |
//! | a bout that is heard | `sounds` | scenes and their sounds |
//! | a bout on the screen | `ring`, `hud` | scenes and their texts |
//! | screens: title, selection, ladder, fight, pause, result, pages | `screens`, `season`, `labels` | names of buttons |
//! | the game: current screen, saved values, recorded bout, trace | `game`, `saved`, `attract`, `run`, `trace` | the engine's loop |
//!
//! The robots, the seed and the controls of each tick decide a bout; the computer player gives controls like a person.
//! Staging reads the bout and never changes it. A record of controls is therefore a record of the bout, and a test plays
//! thousands of bouts without a picture.
//!
//! Units: positions in 1/4096 of a model unit, speeds in that per tick, angles 4096 to a turn (0 faces +z, 1024 faces +x),
//! time in ticks of 1/30 s. Numbers stay far from the ends of their range: the table is 2688 units wide.
// A program; nobody reads its documentation as that of a library.
#![allow(missing_docs)]
#![deny(clippy::float_arithmetic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod ai;
pub mod attract;
pub mod bout;
pub mod camera;
pub mod collision;
pub mod content;
pub mod effects;
pub mod embedded;
pub mod events;
pub mod fighter;
mod game;
mod hud;
mod labels;
pub mod referee;
pub mod ring;
pub mod robots;
pub mod rules;
mod run;
pub mod saved;
mod screens;
pub mod season;
mod sounds;
mod spring;
pub mod staging;
mod trace;
pub mod trays;

pub use game::Game;
pub use labels::{Device, Labels};
pub use run::{FOLDER, app, open};
pub use screens::{Match, Mode, Player};
