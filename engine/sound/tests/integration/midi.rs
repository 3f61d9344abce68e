//! Standard MIDI files.

use keitai_sound::tune::{ChannelPriority, Message, Repeat, midi as smf};

use crate::bytes::{END, midi};

const SECOND: u64 = 1_000_000_000;

fn track(events: &[&[u8]]) -> Vec<u8> {
    [&events.concat()[..], &END].concat()
}

#[test]
fn times_follow_the_tempo_in_every_track() {
    // 96 units per quarter note, 120 beats per minute until the change: a unit is 1/192 s.
    let first = track(&[
        &[0, 0xFF, 0x03, 4, b'T', b'u', b'n', b'e'],
        &[0x60, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40], // after 96 units: 1,000,000 microseconds per quarter note
    ]);
    let second = track(&[
        &[0x30, 0x90, 60, 100], // after 48 units
        &[0x60, 60, 0],         // after 144 units, by running status: velocity 0 ends a note
        &[0x81, 0x00, 0xC9, 5], // 128 units later: program of the drums
    ]);
    let tune = smf::read(&midi(1, 96, &[&first, &second])).unwrap();
    let times: Vec<(u64, u8, Message)> = tune.messages.iter().map(|m| (m.at, m.channel, m.message)).collect();
    assert_eq!(
        times,
        [
            (SECOND / 4, 0, Message::NoteOn { key: 60, velocity: 100 }),
            (SECOND, 0, Message::NoteOff { key: 60 }),
            // Half a second, and 176 units of 1/96 s.
            (SECOND / 2 + 176 * SECOND / 96, 9, Message::Program(5)),
        ]
    );
    assert_eq!((tune.title.as_str(), tune.length, tune.polyphony()), ("Tune", tune.messages[2].at, 1));
    assert_eq!((tune.notes()[0], tune.programs(9)), (1, vec![5]));
}

#[test]
fn meta_and_exclusive_events_keep_the_running_status() {
    let events =
        track(&[&[0, 0x90, 60, 100], &[0, 0xFF, 0x01, 1, b'x'], &[9, 62, 100], &[0, 0xF0, 1, 0xF7], &[9, 64, 100]]);
    let tune = smf::read(&midi(0, 96, &[&events])).unwrap();
    let keys = tune.messages.iter().map(|entry| entry.message);
    assert!(keys.eq([60, 62, 64].map(|key| Message::NoteOn { key, velocity: 100 })));
}

#[test]
fn time_codes_have_a_fixed_length() {
    // 25 frames per second (-25 = 0xE7), 40 units per frame: a unit is a millisecond.
    let events = track(&[&[0x83, 0x74, 0xE0, 0, 64]]);
    let tune = smf::read(&midi(0, 0xE728, &[&events])).unwrap();
    assert_eq!((tune.messages[0].at, tune.messages[0].message), (SECOND / 2, Message::PitchBend(0, 64)));
}

#[test]
fn markers_and_controller_111_bound_the_part_that_repeats() {
    let marked = track(&[
        &[0x60, 0xFF, 0x06, 9, b'l', b'o', b'o', b'p', b'S', b't', b'a', b'r', b't'],
        &[0x60, 0xFF, 0x06, 7, b'l', b'o', b'o', b'p', b'E', b'n', b'd'],
        &[0x60, 0x80, 60, 0],
    ]);
    let tune = smf::read(&midi(0, 96, &[&marked])).unwrap();
    assert_eq!(tune.repeat, Some(Repeat { start: SECOND / 2, end: SECOND }));
    let controller = track(&[&[0x60, 0xB0, 111, 0], &[0x60, 0x80, 60, 0]]);
    let tune = smf::read(&midi(0, 96, &[&controller])).unwrap();
    assert_eq!(tune.repeat, Some(Repeat { start: SECOND / 2, end: SECOND }));
    assert_eq!(tune.messages.len(), 1, "the controller is not sent to the synthesizer");
}

#[test]
fn scalable_polyphony_lists_channels_by_priority() {
    let mip = track(&[
        &[0, 0xF0, 12, 0x7F, 0x7F, 0x0B, 0x01],
        &[3, 4],               // channel 4 needs four voices
        &[9, 8],               // the drums need four more
        &[0, 50, 99, 1, 0xF7], // channel 1 needs 42 more; there is no channel 100
    ]);
    let tune = smf::read(&midi(0, 96, &[&mip])).unwrap();
    let priority = |channel, voices| ChannelPriority { channel, voices };
    assert_eq!(tune.priorities, [priority(3, 4), priority(9, 8), priority(0, 50)]);
    assert_eq!([tune.plays(3, 8), tune.plays(9, 8), tune.plays(0, 8), tune.plays(5, 8)], [true, true, false, false]);
    let silent = smf::read(&midi(0, 96, &[&END])).unwrap();
    assert!(silent.plays(5, 8), "without priorities every channel plays");
}

#[test]
fn unknown_chunks_and_events_are_skipped() {
    let events = track(&[
        &[0, 0xF7, 2, 1, 2],           // an escape
        &[0, 0xFF, 0x59, 2, 0, 0],     // a key signature
        &[0, 0xA0, 60, 5, 0, 0xD0, 9], // pressure
        &[0, 0x90, 60, 5],
    ]);
    let mut file = midi(0, 96, &[&events]);
    file.splice(14..14, *b"XFIH\0\0\0\x02ab");
    assert_eq!(smf::read(&file).unwrap().messages.len(), 1);
}

#[test]
fn faults_name_their_byte() {
    let fault = |file: &[u8]| smf::read(file).unwrap_err().to_string();
    let with = |events: &[u8]| midi(0, 96, &[events]);
    assert_eq!(fault(b"MThx"), "header at byte 0: expected \"MThd\", found other bytes");
    let rate = "header at byte 12: division: expected -24, -25, -29 or -30 frames per second, found -128";
    let no_tempo = "meta event at byte 26: tempo: expected 1 or more microseconds per quarter note, found 0";
    let files = [
        (midi(2, 96, &[]), "header at byte 8: format: expected 0 or 1, found 2"),
        (midi(0, 0, &[]), "header at byte 12: division: expected 1 or more units per quarter note, found 0"),
        (midi(0, 0x8000, &[]), rate),
        (with(&[0, 60, 1]), "track at byte 23: status: expected a status byte before the first data, found 60"),
        (with(&[0, 0x90, 0x80, 1]), "track at byte 24: data: expected 0..=127, found 128"),
        (with(&[0x80, 0x80, 0x80, 0x80, 0]), "track at byte 22: length: expected at most four bytes, found 0"),
        (with(&[0, 0xFF, 6, 100]), "track at byte 26: expected 100 more bytes, found 0"),
        (with(&[0, 0xFF, 0x51, 3, 0, 0, 0]), no_tempo),
    ];
    for (file, message) in files {
        assert_eq!(fault(&file), message);
    }
    assert_eq!(fault(&midi(0, 96, &[&END])[..20]), "header at byte 18: expected 4 more bytes, found 2");
    // 2^28 - 1 units at 16.7 s per quarter note are more than a day.
    let endless = [&[0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F][..], &END[1..]].concat();
    assert_eq!(fault(&midi(0, 96, &[&endless])), "seconds of a tune: expected at most 86400");
    let dense: Vec<u8> = std::iter::once([0, 0x90, 60, 1]).flatten().chain([0, 60, 1].repeat(5000)).collect();
    assert_eq!(fault(&with(&dense)), "messages of a tune in a tenth of a second: expected at most 4096");
}
