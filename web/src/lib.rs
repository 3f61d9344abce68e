//! The viewer, the converter and the games of Keitai in a web page.
//!
//! A [`Page`] runs a game in the loop of `keitai-app`, in a window of its own kind: the script of the page passes on keys,
//! pointers and files, and shows pictures and sound. Everything else is that of the other crates.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod drops;
mod key;
mod page;
mod proof;
mod sound;
mod storage;
mod window;

pub use page::{File, Page};
pub use proof::{bout_digest, scene_digest, shot_digests};

use wasm_bindgen::prelude::wasm_bindgen;

/// Shows panics in the console of the browser. Called once when the program is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
