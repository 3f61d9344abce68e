//! Times the mix of a second of sound: a MIDI tune, 32 voices, and both. 100 ms are 10 % of a core.
//!
//! `cargo run --release -p keitai-sound --example mix`
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use keitai_sound::{Level, MAX_VOICES, Mixer, Sample, Sound};

const RATE: u32 = 48_000;
const TUNE: &[u8] = include_bytes!("../../../assets/music/fight.mid");
/// Seconds that are mixed, of which the fastest counts.
const SECONDS: usize = 50;

fn main() -> Result<(), keitai_sound::Error> {
    let values: Vec<i16> = (0..22_050).map(|n| ((n * 37 % 400) * 40 - 8000) as i16).collect();
    let (sample, tune) = (Sound::Sample(Sample::new(22_050, 1, &values)?), Sound::read(TUNE)?);
    for (name, voices, music) in
        [("tune", 0, Some((&tune, true))), ("voices", MAX_VOICES, None), ("both", MAX_VOICES, Some((&tune, true)))]
    {
        let (mut mixer, mut output) = Mixer::new(RATE)?;
        mixer.set_music(music, Duration::ZERO);
        let mut frames = vec![0.0; 2 * 1024];
        let seconds = (0..SECONDS).map(|_| {
            let start = Instant::now();
            for voice in 0..voices {
                mixer.play(&sample, Level { volume: 400, pan: voice as i32 * 200 - 3200 }, 0);
            }
            // 47 callbacks are a second.
            (0..47).for_each(|_| output.mix(&mut frames));
            start.elapsed()
        });
        println!("{name}: {:?}", seconds.min().unwrap_or_default());
    }
    Ok(())
}
