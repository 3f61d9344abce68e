//! A second of sound: 32 voices and a MIDI tune. A mean of 100 ms is 10 % of a core.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use keitai_sound::{Level, MAX_VOICES, Mixer, Sample, Sound};

const RATE: u32 = 48_000;
const TUNE: &[u8] = include_bytes!("../../assets/music/fight.mid");

fn mix(criterion: &mut Criterion) {
    let values: Vec<i16> = (0..22_050).map(|n| ((n * 37 % 400) * 40 - 8000) as i16).collect();
    let sample = Sound::Sample(Sample::new(22_050, 1, &values).unwrap());
    for (name, voices, tune) in
        [("tune", 0, true), ("32 voices", MAX_VOICES, false), ("32 voices and tune", MAX_VOICES, true)]
    {
        let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
        if tune {
            mixer.set_music(Some((&Sound::read(TUNE).unwrap(), true)), std::time::Duration::ZERO);
        }
        let mut frames = vec![0.0; 2 * 1024];
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| {
                for voice in 0..voices {
                    mixer.play(&sample, Level { volume: 400, pan: voice as i32 * 200 - 3200 }, 0);
                }
                // 47 callbacks are a second.
                for _ in 0..47 {
                    output.mix(&mut frames);
                }
                black_box(frames[0])
            });
        });
    }
}

criterion_group!(benches, mix);
criterion_main!(benches);
