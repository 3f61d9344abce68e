//! Shots over binary files and texts: what loads is drawn the same twice in both back ends.

#![no_main]

use keitai_fuzz::content;
use keitai_render::Backend;
use keitai_runtime::Settings;
use keitai_runtime::shot::{Player, Shot};
use libfuzzer_sys::fuzz_target;

/// The largest picture that is drawn, pixels. Larger ones are slow, not wrong.
const PIXELS: u32 = 1 << 12;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(shot) = Shot::parse(text) else { return };
    let (width, height) = shot.size();
    if width * height > PIXELS {
        return;
    }
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let settings = Settings { backend: Some(backend), ..Settings::default() };
        let mut player = match Player::new(&shot, &settings, content::read) {
            Ok(player) => player,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        let (mut first, mut second) = (player.framebuffer(), player.framebuffer());
        for frame in [0, 1, -1, i32::MAX, i32::MIN] {
            // An error may leave a part of the picture.
            if player.draw(frame, &mut first).is_ok() {
                player.draw(frame, &mut second).expect("a frame that was drawn can be drawn again");
                assert!(first == second, "two pictures of one frame differ");
            }
        }
    }
});
