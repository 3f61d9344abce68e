//! Damaged files are errors, or sounds that play within bounds.

use std::sync::Arc;
use std::time::Duration;

use keitai_sound::{Mixer, Sound, tune::midi, tune::tones, wave};

use crate::bytes::{self, END};

/// The most memory that reading a file of a few hundred bytes may take.
const MOST: u64 = 1 << 20;

fn seeds() -> Vec<Vec<u8>> {
    let track = [&[0, 0xC0, 80, 0, 0x90, 60, 100, 0x60, 60, 0, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20][..], &END].concat();
    let tones = [-2, 1, -3, 30, -4, 64, -5, 0, 60, 8, -6, 0, -8, 80, -7, 0, -9, 2, 64, 4, -1, 8];
    vec![
        bytes::midi(1, 96, &[&track, &track]),
        tones.iter().map(|byte: &i8| byte.cast_unsigned()).collect(),
        bytes::wave(&[bytes::chunk(b"fmt ", &bytes::format(1, 2, 8000, 4, 16)), bytes::chunk(b"data", &[7; 64])]),
        wave::encode_adpcm(8000, &[0, 500, 900, -400, 3, 8]),
    ]
}

/// Changes a few bytes, or the length.
fn damaged(seed: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut file = seed.to_vec();
    for _ in 0..random.usize(1..6) {
        let at = random.usize(..file.len());
        match random.u8(..4) {
            0 => file[at] = random.u8(..),
            1 => file[at] = [0, 0x7F, 0x80, 0xFF][random.usize(..4)],
            2 => file.insert(at, random.u8(..)),
            _ => file.truncate(at.max(1)),
        }
    }
    file
}

#[test]
fn damaged_files_are_errors_or_bounded_sounds() {
    let mut random = fastrand::Rng::with_seed(17);
    let seeds = seeds();
    let (mut count, mut frames) = (0, vec![0.0; 256]);
    for round in 0..4000 {
        let file = damaged(&seeds[round % seeds.len()], &mut random);
        let mut sound = None;
        let used = allocation_counter::measure(|| sound = Sound::read(&file).ok());
        assert!(used.bytes_max < MOST, "{} bytes of memory for {file:?}", used.bytes_max);
        if let Some(sound) = sound.filter(|_| round % 8 < 4) {
            count += 1;
            let (mut mixer, mut output) = Mixer::new(16_000).unwrap();
            mixer.set_music(Some((&sound, true)), Duration::ZERO);
            (0..4).for_each(|_| output.mix(&mut frames));
            assert!(frames.iter().all(|value| value.abs() < 1.0), "{file:?}");
        }
    }
    assert!(count > 100, "{count} of the damaged files could still be read");
}

#[test]
fn every_shorter_file_is_read_or_refused() {
    for seed in seeds() {
        for length in 0..seed.len() {
            let _ = Sound::read(&seed[..length]);
        }
    }
    assert!(wave::read(&[]).is_err() && midi::read(&[]).is_err() && tones::read(&[]).is_err());
    assert!(Sound::read(b"OggS").is_err() && Sound::read(b"hello").is_err());
}

#[test]
fn a_tune_of_all_messages_at_once_plays_in_time() {
    let notes: Vec<u8> = (0..4000_u32).flat_map(|n| [0, 0x90 | (n % 16) as u8, (n % 128) as u8, 127]).collect();
    let track = [&notes[..], &[0x20, 0x80, 0, 0], &END].concat();
    let tune = Sound::Tune(Arc::new(midi::read(&bytes::midi(0, 96, &[&track])).unwrap()));
    let (mut mixer, mut output) = Mixer::new(16_000).unwrap();
    mixer.set_music(Some((&tune, true)), Duration::ZERO);
    let mut frames = vec![0.0; 2 * 16_000];
    output.mix(&mut frames);
    assert!(frames.iter().all(|value| value.abs() < 1.0) && frames.iter().any(|value| value.abs() > 0.1));
}
