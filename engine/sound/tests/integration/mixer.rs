//! Voices, buses and fades; the mix is the same every time, and mixing allocates nothing.

use std::sync::Arc;
use std::time::Duration;

use keitai_sound::tune::{Repeat, midi};
use keitai_sound::{Bus, Level, MAX_VOICES, Mixer, MixerOutput, Sample, Sound, Tune};
use xxhash_rust::xxh3::xxh3_64;

use crate::bytes;

const RATE: u32 = 48_000;

fn tone(seconds: f64) -> Sound {
    let values: Vec<i16> =
        (0..(f64::from(RATE) * seconds) as i32).map(|n| if n / 40 % 2 == 0 { 8000 } else { -8000 }).collect();
    Sound::Sample(Sample::new(RATE, 1, &values).unwrap())
}

/// A tune of quarter notes in half seconds: `loopStart` after the first of four.
fn tune() -> Sound {
    let mut track = vec![0, 0xC0, 80];
    for key in [60, 64, 67, 72] {
        track.extend([0, 0x90, key, 110, 0x60, 0x80, key, 0]);
        if key == 60 {
            track.extend([0, 0xFF, 6, 9]);
            track.extend(b"loopStart");
        }
    }
    track.extend(bytes::END);
    Sound::Tune(Arc::new(midi::read(&bytes::midi(0, 96, &[&track])).unwrap()))
}

fn mix(output: &mut MixerOutput, milliseconds: usize) -> Vec<f32> {
    let mut frames = vec![0.0; 2 * RATE as usize * milliseconds / 1000];
    output.mix(&mut frames);
    frames
}

/// Root of the mean square of one side: 0 for left, 1 for right.
fn level(frames: &[f32], side: usize) -> f32 {
    let values = || frames.iter().skip(side).step_by(2);
    (values().map(|value| value * value).sum::<f32>() / values().count() as f32).sqrt()
}

#[test]
fn a_sample_begins_at_once_and_ends() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    assert!(mixer.play(&tone(0.1), Level::FULL, 0));
    let frames = mix(&mut output, 200);
    let onset = frames.iter().position(|value| value.abs() > 0.1).unwrap() / 2;
    assert!(onset < 8, "frame {onset}");
    assert!((level(&frames[..9000], 0) - 0.244).abs() < 0.01, "{}", level(&frames[..9000], 0));
    assert_eq!(level(&frames[10_000..], 0), 0.0);
    assert_eq!(mixer.voices(), 0);
}

#[test]
fn level_sets_volume_and_side() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    assert!(mixer.play(&tone(1.0), Level { volume: 2048, pan: -4096 }, 0));
    let frames = mix(&mut output, 100);
    assert!(level(&frames, 1) < 1e-6);
    // Half of the amplitude, with the power of both sides on one: 0.244 / 2 * sqrt(2).
    assert!((level(&frames, 0) - 0.1726).abs() < 0.005, "{}", level(&frames, 0));
}

#[test]
fn the_least_important_and_oldest_voice_gives_way() {
    const SILENT: Level = Level { volume: 0, pan: 0 };
    let [left, right] = [-4096, 4096].map(|pan| Level { volume: 4096, pan });
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    let sound = tone(9.0);
    assert!(mixer.play(&sound, left, 1) && mixer.play(&sound, right, 0));
    assert!((2..MAX_VOICES).all(|_| mixer.play(&sound, SILENT, 1)));
    let mut sides = |mixer: &mut Mixer| {
        mix(&mut output, 20);
        let frames = mix(&mut output, 20);
        assert_eq!(mixer.voices(), MAX_VOICES);
        [0, 1].map(|side| level(&frames, side) > 0.1)
    };
    assert_eq!(sides(&mut mixer), [true, true]);
    assert!(mixer.play(&sound, SILENT, 1));
    assert_eq!(sides(&mut mixer), [true, false], "priority 0 goes first");
    let empty = Sound::Sample(Sample::new(RATE, 1, &[]).unwrap());
    assert!(!mixer.play(&empty, Level::FULL, 9) && !mixer.play(&sound, Level::FULL, 0));
    assert_eq!(sides(&mut mixer), [true, false], "no voice gives way to a sound that is not played");
    assert!(mixer.play(&sound, SILENT, 1));
    assert_eq!(sides(&mut mixer), [false, false], "then the oldest of priority 1");
}

#[test]
fn buses_have_volumes_and_mute_silences_all() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    mixer.play(&tone(9.0), Level::FULL, 0);
    let full = level(&mix(&mut output, 100), 0);
    mixer.set_volume(Bus::Effects, 50);
    mix(&mut output, 100);
    let half = level(&mix(&mut output, 100), 0);
    assert!((half / full - 0.25).abs() < 0.01, "the amplitude is the square: {}", half / full);
    mixer.set_muted(true);
    mix(&mut output, 100);
    assert_eq!(level(&mix(&mut output, 100), 0), 0.0);
    mixer.set_muted(false);
    mixer.set_volume(Bus::Effects, 100);
    mixer.set_volume(Bus::All, 0);
    mix(&mut output, 100);
    assert_eq!(level(&mix(&mut output, 100), 0), 0.0);
}

#[test]
fn music_fades_into_other_music() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    mixer.set_music(Some((&tone(1.0), true)), Duration::from_secs(1));
    let alone = level(&mix(&mut output, 100), 0);
    assert!(alone > 0.2, "the first music begins at once: {alone}");
    mixer.set_music(Some((&tune(), true)), Duration::from_secs(1));
    let both = level(&mix(&mut output, 100), 0);
    mix(&mut output, 1000);
    let tune = level(&mix(&mut output, 100), 0);
    assert!(both > 0.7 * alone && tune < 0.9 * alone && tune > 0.01, "{alone} {both} {tune}");
    mixer.set_music(None, Duration::from_millis(50));
    mix(&mut output, 100);
    assert_eq!(level(&mix(&mut output, 100), 0), 0.0);
}

#[test]
fn a_looped_tune_repeats_from_its_marker_without_a_seam() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    mixer.set_music(Some((&tune(), true)), Duration::ZERO);
    // Four notes of half a second, then the last three again and again.
    let notes: Vec<Vec<f32>> = (0..10).map(|_| mix(&mut output, 500)).collect();
    let period = |frames: &[f32]| {
        let left: Vec<f32> = frames.iter().copied().step_by(2).skip(9600).take(9600).collect();
        left.windows(2).filter(|pair| pair[0] <= 0.0 && pair[1] > 0.0).count()
    };
    let periods: Vec<usize> = notes.iter().map(|frames| period(frames)).collect();
    // 0.2 s of middle C (261.6 Hz), E, G and C.
    let expected = [52, 66, 78, 105, 66, 78, 105, 66, 78, 105];
    for (count, expected) in periods.iter().zip(expected) {
        assert!(count.abs_diff(expected) <= 1, "{count} periods, expected {expected}");
    }
    assert!(notes.iter().all(|frames| level(frames, 0) > 0.02));
}

#[test]
fn a_looped_tune_begins_each_round_with_the_settings_of_the_first() {
    // A note of half a second, in the middle of which the channel is silenced and bent.
    let track = [&[0, 0x90, 60, 110, 0x30, 0xB0, 7, 0, 0, 0xE0, 0, 0x7F, 0x30, 0x80, 60, 0][..], &bytes::END].concat();
    let tune = Sound::Tune(Arc::new(midi::read(&bytes::midi(0, 96, &[&track])).unwrap()));
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    mixer.set_music(Some((&tune, true)), Duration::ZERO);
    let rounds: Vec<f32> = (0..6).map(|_| level(&mix(&mut output, 500)[..RATE as usize / 4], 0)).collect();
    assert!(rounds.iter().all(|level| (level / rounds[0] - 1.0).abs() < 0.2), "{rounds:?}");
}

#[test]
fn a_tune_ends_when_it_is_not_looped() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    assert!(mixer.play(&tune(), Level::FULL, 0));
    assert!(level(&mix(&mut output, 2000), 0) > 0.02);
    mix(&mut output, 2000);
    assert_eq!((level(&mix(&mut output, 100), 0), mixer.voices()), (0.0, 0));
    mixer.set_music(Some((&Sound::Tune(Arc::new(Tune::default())), true)), Duration::ZERO);
    assert_eq!(level(&mix(&mut output, 2000), 0), 0.0, "a tune without length is not repeated");
}

#[test]
fn a_part_that_ends_before_it_starts_does_not_repeat_and_times_beyond_all_tunes_play() {
    let Sound::Tune(whole) = tune() else { panic!("a tune") };
    let length = whole.length;
    for (start, end, all, voices) in [
        (1_000_000_000, 0, length, 0),
        (u64::MAX, length, length, 0),
        // No file has such times, but the fields are public.
        (length, u64::MAX, u64::MAX, 1),
    ] {
        let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
        let repeat = Repeat { start, end };
        let tune = Tune { repeat: Some(repeat), length: all, ..Tune::clone(&whole) };
        let tune = Sound::Tune(Arc::new(tune));
        mixer.set_music(Some((&tune, true)), Duration::ZERO);
        assert!(mixer.play(&tune, Level::FULL, 0));
        assert!(level(&mix(&mut output, 2000), 0) > 0.02, "{repeat:?}");
        mix(&mut output, 2000);
        assert_eq!((level(&mix(&mut output, 2000), 0), mixer.voices()), (0.0, voices), "{repeat:?}");
    }
}

/// Everything at once, loud.
fn party() -> (u64, f32) {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    mixer.set_music(Some((&tune(), true)), Duration::ZERO);
    let sound = tone(0.3);
    let (mut digest, mut peak) = (0, 0.0_f32);
    for tick in 0..60 {
        for voice in 0..4 {
            mixer.play(&sound, Level { volume: 4096, pan: 1024 * (voice - 2) }, voice as u8);
        }
        let frames = mix(&mut output, 33);
        let bytes: Vec<u8> = frames.iter().flat_map(|value| value.to_le_bytes()).collect();
        digest ^= xxh3_64(&bytes).rotate_left(tick);
        peak = frames.iter().fold(peak, |peak, value| peak.max(value.abs()));
    }
    (digest, peak)
}

#[test]
fn the_mix_is_the_same_every_time_and_never_clips() {
    let (digest, peak) = party();
    assert_eq!(party().0, digest);
    assert!((0.9..1.0).contains(&peak), "{peak}");
}

#[test]
fn mixing_allocates_and_frees_nothing() {
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    let mut frames = vec![0.0; 1024];
    mixer.set_music(Some((&tune(), true)), Duration::ZERO);
    for round in 0..20 {
        for voice in 0..8 {
            // Tunes among the samples, voices that give way, and voices that end by themselves.
            let sound = if voice % 3 == 0 { tune() } else { tone(0.02 * f64::from(voice)) };
            mixer.play(&sound, Level::FULL, round % 3);
        }
        if round % 5 == 0 {
            mixer.set_music(Some((&tune(), true)), Duration::from_millis(40));
        }
        mixer.set_volume(Bus::Music, 60 + round);
        let used = allocation_counter::measure(|| (0..9).for_each(|_| output.mix(&mut frames)));
        assert_eq!((used.count_total, used.bytes_current), (0, 0), "round {round}");
    }
}

/// A thread that waits for a lock gives up its processor, which the system counts.
#[test]
fn mixing_waits_for_nothing_while_the_game_asks_for_everything() {
    const ROUNDS: u64 = 300;
    let waits = || {
        let status = std::fs::read_to_string("/proc/thread-self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
        line.trim().parse::<u64>().ok()
    };
    if waits().is_none() {
        println!("this system does not count how often a thread waits: skipped");
        return;
    }
    let (mut mixer, mut output) = Mixer::new(RATE).unwrap();
    let (tune, tone) = (tune(), tone(0.02));
    let (waited, asked) = std::thread::scope(|scope| {
        let mixing = scope.spawn(move || {
            let mut frames = vec![0.0; 2048];
            // The first rounds fetch the thread's memory.
            (0..10).for_each(|_| output.mix(&mut frames));
            let before = waits();
            (0..ROUNDS).for_each(|_| output.mix(&mut frames));
            waits().unwrap() - before.unwrap()
        });
        let mut asked = 0u32;
        while !mixing.is_finished() {
            asked += 1;
            let sound = if asked.is_multiple_of(16) { &tune } else { &tone };
            mixer.play(sound, Level::FULL, (asked % 3) as u8);
            mixer.set_volume(Bus::Effects, (asked % 100) as u8);
            if asked.is_multiple_of(32) {
                mixer.set_music(Some((&tune, true)), Duration::from_millis(10));
            }
        }
        (mixing.join().unwrap(), asked)
    });
    println!("{asked} requests, {waited} waits in {ROUNDS} callbacks");
    // The system may take the processor away for reasons of its own; a lock would do so in most callbacks.
    assert!(waited * 100 <= ROUNDS, "{waited} waits in {ROUNDS} callbacks");
}

#[test]
fn rates_outside_the_range_are_refused() {
    assert!(Mixer::new(8000).is_err() && Mixer::new(44_100).is_ok());
}
