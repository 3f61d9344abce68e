//! Tone sequences of the Mobile Media API.

use keitai_sound::SoundKind;
use keitai_sound::tune::{Message, Tune, tones};

fn read(sequence: &[i8]) -> Tune {
    tones::read(&bytes(sequence)).unwrap()
}

fn bytes(sequence: &[i8]) -> Vec<u8> {
    sequence.iter().map(|byte| byte.cast_unsigned()).collect()
}

/// Returns key and length of each note, milliseconds.
fn notes(tune: &Tune) -> Vec<(u8, u64)> {
    let mut notes = Vec::new();
    let mut began = 0;
    for message in &tune.messages {
        match message.message {
            Message::NoteOn { .. } => began = message.at,
            Message::NoteOff { key } => notes.push((key, (message.at - began) / 1_000_000)),
            _ => {}
        }
    }
    notes
}

#[test]
fn durations_follow_tempo_and_resolution() {
    // By default 120 beats per minute and 1/64 notes: a duration of 16 is a quarter note, half a second.
    let plain = read(&[-2, 1, 69, 16, -1, 8, 60, 4]);
    assert_eq!((notes(&plain), plain.milliseconds()), (vec![(69, 500), (60, 125)], 875));
    // 60 beats per minute and 1/8 notes: a duration of 1 is half a second.
    assert_eq!(notes(&read(&[-2, 1, -3, 15, -4, 8, 69, 1])), [(69, 500)]);
    assert_eq!(SoundKind::of(&bytes(&[-2, 1, 69, 16])), Some(SoundKind::Tones));
}

#[test]
fn blocks_repeats_and_volume() {
    let sequence = [
        -2, 1, // version 1
        -5, 0, 60, 16, 62, 16, -6, 0, // block 0: two notes
        -5, 1, -7, 0, -9, 3, 64, 8, -6, 1, // block 1: block 0 and three times a note
        -8, 50, -7, 1, -7, 0, // half volume, block 1, block 0
    ];
    let tune = read(&sequence);
    let keys: Vec<u8> = notes(&tune).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, [60, 62, 64, 64, 64, 60, 62]);
    let volumes = tune.messages.iter().filter_map(|message| match message.message {
        Message::Controller { number: 7, value } => Some(value),
        _ => None,
    });
    assert_eq!(volumes.collect::<Vec<_>>(), [127, 63]);
}

#[test]
fn blocks_that_double_each_other_are_refused() {
    let mut sequence = vec![-2, 1, -5, 0, 60, 1, -6, 0];
    for number in 1..100 {
        sequence.extend([-5, number, -7, number - 1, -7, number - 1, -6, number]);
    }
    sequence.extend([-7, 99]);
    let refused = tones::read(&bytes(&sequence)).unwrap_err();
    assert_eq!(refused.to_string(), "tones of a sequence: expected at most 65536");
}

/// Four bytes are one step, however often its tone is played.
#[test]
fn repeats_take_no_memory_before_they_are_played() {
    let mut sequence = vec![-2, 1];
    (0..10_000).for_each(|_| sequence.extend([-9, 127, 60, 1]));
    let file = bytes(&sequence);
    let used = allocation_counter::measure(|| {
        let refused = tones::read(&file).unwrap_err();
        assert_eq!(refused.to_string(), "tones of a sequence: expected at most 65536");
    });
    assert!(used.bytes_max < 8 << 20, "{} bytes of memory", used.bytes_max);
}

#[test]
fn a_repeated_tone_counts_as_often_as_it_is_played() {
    // 512 times 127 tones and 512 more are 65,536.
    let mut sequence = vec![-2, 1];
    (0..512).for_each(|_| sequence.extend([-9, 127, 60, 16, 62, 16]));
    assert_eq!(notes(&read(&sequence)).len(), 65_536);
    sequence.extend([64, 16]);
    assert!(tones::read(&bytes(&sequence)).is_err());
}
