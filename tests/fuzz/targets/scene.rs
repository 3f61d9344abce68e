//! Scenes over a few small files: never a panic, whatever the text; what loads can be ticked, drawn and loaded again.

#![no_main]

use keitai_fuzz::content;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::{Settings, Stage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((source, path)) = content::with_scene(data) else { return };
    match Stage::open(source, &path, &Settings::default()) {
        Ok(mut stage) => {
            let controls = Controls { held: Button::Up.into(), ..Controls::IDLE };
            for _ in 0..3 {
                stage.tick(&[controls]);
            }
            let (width, height) = stage.scene().size;
            // A thousand robots in a large picture are slow, not wrong.
            if stage.entities().len() <= 8 && width * height <= 1 << 14 {
                stage.draw(&mut stage.framebuffer());
            }
            assert!(stage.reload(&[path]).is_ok());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
