//! The viewer, the converter and the games of Keitai in a web page.
//!
//! A [`Host`](keitai_browser::Host) runs the current game. [`Page`] opens dropped files, games and scenes in it, and
//! controls the viewer.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod drops;
mod page;
mod proof;

pub use page::Page;
pub use proof::{bout_digest, scene_digest, shot_digests};

use wasm_bindgen::prelude::wasm_bindgen;

/// Shows panics in the console of the browser. Called once when the program is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
