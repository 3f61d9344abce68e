//! Tin Sumo: two clockwork robots push each other off a round tray. The sample game of the engine.
//!
//! | part | files | depends on |
//! |---|---|---|
//! | rules: components of robots and tray, and systems that change them | `bout`, `fighter`, `collision`, `referee`, `robots`, `trays`, `rules` | integers and a world; no files, no pictures |
//! | computer player: a component of a robot, which gives it controls | `ai` | the rules |
//! | staging: systems that show the components; camera, sparks | `staging`, `camera`, `effects` | the engine's stage |
//! | a match that is seen and heard | `duel`, `hud`, `sounds` | scenes with their texts and sounds |
//! | the game: what outlasts the screens, and the recorded bout | `sumo`, `saved`, `season`, `panel`, `attract` | the engine's loop |
//! | screens | `screens` | the engine's screens and menus |
//!
//! The robots, the seed and the controls of each tick decide a bout; the computer player gives controls like a person.
//! Staging reads the components of the rules and never changes them. A record of controls is therefore a record of the bout, and
//! a test plays thousands of bouts without a picture.
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
pub mod duel;
pub mod effects;
pub mod embedded;
pub mod fighter;
mod hud;
mod panel;
pub mod referee;
pub mod robots;
pub mod rules;
pub mod saved;
mod screens;
pub mod season;
mod sounds;
pub mod staging;
mod sumo;
pub mod trays;

pub use screens::{app, open};
pub use sumo::{FOLDER, Sumo};
