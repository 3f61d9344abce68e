//! Scenes over binary files and texts: what loads is drawn the same twice in both back ends, and its shot draws the same
//! picture.

#![no_main]

use keitai_fuzz::content;
use keitai_render::{Backend, Q16};
use keitai_runtime::shot::{Player, Shot};
use keitai_runtime::{Settings, Stage};
use libfuzzer_sys::fuzz_target;

/// The largest picture that is drawn, pixels, and the most entities. More are slow, not wrong.
const PIXELS: u32 = 1 << 12;
const ENTITIES: usize = 8;

fuzz_target!(|data: &[u8]| {
    let Some((source, path)) = content::with_scene(data) else { return };
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let settings = Settings { backend: Some(backend), ..Settings::default() };
        let Ok(mut stage) = Stage::open(source.clone(), &path, &settings) else { return };
        let (width, height) = stage.scene().size;
        if stage.entities().len() > ENTITIES || width * height > PIXELS {
            return;
        }
        stage.set_smooth(true);
        stage.tick(&[]);
        let [mut first, mut second, mut third] = [(); 3].map(|()| stage.framebuffer());
        stage.draw(&mut first);
        stage.draw_between(Q16::from_bits(0x8000), &mut second);
        stage.draw(&mut second);
        assert!(first == second, "two pictures of one tick differ");
        let Ok(recorded) = stage.shot() else { continue };
        let shot = Shot::parse(&recorded.text).expect("a shot that was written can be read");
        let read = |name: &str| recorded.files.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
        let mut player = Player::new(&shot, &Settings::default(), read).expect("a shot has its files");
        player.draw(0, &mut third).expect("a shot draws");
        assert!(first == third, "the picture of the shot differs");
    }
});
