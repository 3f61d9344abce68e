//! Tests of the public API of the runtime.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // errors fail the test

mod allocations;
mod children;
mod companions;
mod content;
mod menus;
mod overlays;
mod places;
mod reload;
mod replays;
mod repository_scenes;
mod scene_errors;
mod scene_limits;
mod scenes;
mod screen;
mod shot_pictures;
mod shots;
mod sounds;
mod sources;
mod textures;
mod tints;
mod views;
