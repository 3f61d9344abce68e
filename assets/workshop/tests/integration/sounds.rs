//! Levels of the sounds that the workshop builds, as the engine's mixer plays them.

use std::path::Path;

use keitai_sound::{Level, Mixer, Sound};
use keitai_workshop::sound::measure::Levels;
use keitai_workshop::sound::{effects, tunes};

const RATE: u32 = 48_000;

/// Plays a file of `assets/` once from its start.
fn levels(path: &str) -> (Sound, Levels) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let sound = Sound::read(&std::fs::read(path).unwrap()).unwrap();
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    mixer.play(&sound, Level::FULL, 0);
    let mut frames = vec![0.0; 2 * (sound.milliseconds() as usize + 200) * RATE as usize / 1000];
    output.mix(&mut frames);
    let levels = Levels::of(&frames);
    (sound, levels)
}

#[test]
fn tunes_last_a_minute_and_are_equally_loud() {
    let mut found = Vec::new();
    for (name, _) in tunes::ALL {
        let (sound, levels) = levels(&format!("music/{name}.mid"));
        assert!((55_000..=90_000).contains(&sound.milliseconds()), "{name}: {} ms", sound.milliseconds());
        assert!(levels.peak < 0.75, "{name} reaches the limiter: {levels}");
        found.push((levels.loudness, name));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let apart = found[found.len() - 1].0 - found[0].0;
    assert!(apart <= 3.0, "{apart:.1} dB apart: {found:?}");
}

#[test]
fn effects_do_not_clip_and_are_heard_over_the_music() {
    for effect in &effects::ALL {
        let (sound, levels) = levels(&format!("sounds/{}.wav", effect.0));
        assert!(levels.peak < 0.95 && levels.peak > 0.2, "{}: {levels}", effect.0);
        assert!(levels.loudness > -32.0, "{}: {levels}", effect.0);
        assert!(sound.milliseconds() <= 1400, "{}", effect.0);
    }
}

/// The loudness of the tin on tin follows the strength of the push.
#[test]
fn clangs_grow() {
    let loudness = [1, 2, 3].map(|number| levels(&format!("sounds/clang-{number}.wav")).1.loudness);
    assert!(loudness[0] + 1.0 < loudness[1] && loudness[1] + 1.0 < loudness[2], "{loudness:?}");
}
