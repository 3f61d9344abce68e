//! Runs a game in a web page.
//!
//! The script of a page passes keys, pointers and files on to a [`Host`], which runs the game in the loop of `keitai-app` and has
//! its picture and its sound. Gamepads are read here. The folder `page` has the scripts, a page for any game, and the parts of pages
//! that show more; `bundle` makes one file of a page and a program.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod host;
mod window;

pub use host::{File, Host};
pub use window::{PageWindow, write_rgba};
