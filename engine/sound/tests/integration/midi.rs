//! Facts that tunes of MIDI files tell. `files` has most of the cases.

use keitai_sound::tune::{ChannelPriority, midi as smf};

use crate::bytes::{END, midi};

fn track(events: &[&[u8]]) -> Vec<u8> {
    [&events.concat()[..], &END].concat()
}

#[test]
fn a_tune_counts_its_notes_voices_and_programs() {
    let events = track(&[&[0, 0x90, 60, 100, 0x60, 60, 0, 0, 0xC9, 5]]);
    let tune = smf::read(&midi(0, 96, &[&events])).unwrap();
    assert_eq!((tune.polyphony(), tune.notes()[0], tune.programs(9)), (1, 1, vec![5]));
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
fn a_tenth_of_a_second_has_at_most_4096_messages() {
    let dense: Vec<u8> = std::iter::once([0, 0x90, 60, 1]).flatten().chain([0, 60, 1].repeat(5000)).collect();
    let error = smf::read(&midi(0, 96, &[&dense])).unwrap_err();
    assert_eq!(error.to_string(), "messages of a tune in a tenth of a second: expected at most 4096");
}
