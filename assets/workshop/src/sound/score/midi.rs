//! Writes a score as a standard MIDI file of format 1: a track with tempo, loop and channel priorities, and one per part.

use super::{BAR, Note, Part, Score};

/// Units of time of a quarter note, and of a sixteenth.
const QUARTER: u16 = 96;
const SIXTEENTH: u32 = QUARTER as u32 / 4;

pub(super) fn write(score: &Score) -> Vec<u8> {
    let mut file = b"MThd".to_vec();
    file.extend(6_u32.to_be_bytes());
    file.extend(1_u16.to_be_bytes());
    file.extend((score.parts.len() as u16 + 1).to_be_bytes());
    file.extend(QUARTER.to_be_bytes());
    let tracks = std::iter::once(conductor(score)).chain(score.parts.iter().map(|part| track(part, score)));
    for track in tracks {
        file.extend(b"MTrk");
        file.extend((track.len() as u32).to_be_bytes());
        file.extend(track);
    }
    file
}

/// Events of a track with their times.
#[derive(Default)]
struct Track(Vec<(u32, Vec<u8>)>);

impl Track {
    fn add(&mut self, at: u32, event: impl Into<Vec<u8>>) {
        self.0.push((at, event.into()));
    }

    fn meta(&mut self, at: u32, kind: u8, text: &[u8]) {
        self.add(at, [&[0xFF, kind, text.len() as u8], text].concat());
    }

    /// Returns the bytes, with an end at `end`.
    fn finish(mut self, end: u32) -> Vec<u8> {
        self.meta(end, 0x2F, &[]);
        self.0.sort_by_key(|(at, _)| *at);
        let (mut bytes, mut now) = (Vec::new(), 0);
        for (at, event) in self.0 {
            let wait = at - now;
            for shift in [21, 14, 7] {
                if wait >> shift > 0 {
                    bytes.push((wait >> shift) as u8 & 0x7F | 0x80);
                }
            }
            bytes.push(wait as u8 & 0x7F);
            bytes.extend(event);
            now = at;
        }
        bytes
    }
}

fn conductor(score: &Score) -> Vec<u8> {
    let mut track = Track::default();
    track.meta(0, 0x03, score.title.as_bytes());
    track.meta(0, 0x02, b"MIT OR Apache-2.0");
    track.meta(0, 0x51, &(60_000_000 / score.tempo).to_be_bytes()[1..]);
    // Four quarter notes per bar, a click per quarter, eight 32nds per quarter.
    track.meta(0, 0x58, &[4, 2, 24, 8]);
    // Channels by priority, each with the notes that it and those before it need at once.
    let mut priorities = vec![0x7F, 0x7F, 0x0B, 0x01];
    let mut needed = 0;
    for part in &score.parts {
        needed += polyphony(&part.notes);
        priorities.extend([part.channel, needed]);
    }
    priorities.push(0xF7);
    track.add(0, [&[0xF0, priorities.len() as u8][..], &priorities].concat());
    let end = score.bars * BAR * SIXTEENTH;
    if score.again > 0 {
        track.meta(score.again * BAR * SIXTEENTH, 0x06, b"loopStart");
        track.meta(end, 0x06, b"loopEnd");
    }
    track.finish(end)
}

fn track(part: &Part, score: &Score) -> Vec<u8> {
    let Part { channel, voice, notes } = part;
    let mut track = Track::default();
    let volume = (u32::from(voice.volume) * score.gain / 100).min(127) as u8;
    track.add(0, [0xB0 | channel, 7, volume]);
    track.add(0, [0xB0 | channel, 10, voice.pan]);
    track.add(0, [0xC0 | channel, voice.program]);
    // Ends come before starts of the same time.
    for note in notes {
        track.add(end(note), [0x80 | channel, note.key, 0]);
    }
    for note in notes {
        track.add(note.at * SIXTEENTH, [0x90 | channel, note.key, note.velocity]);
    }
    track.finish(score.bars * BAR * SIXTEENTH)
}

/// Returns the end of a note, a little before the next one so that repeated notes are told apart.
fn end(note: &Note) -> u32 {
    (note.at + note.length) * SIXTEENTH - 3
}

fn polyphony(notes: &[Note]) -> u8 {
    let sounding = |at: u32| notes.iter().filter(|note| (note.at..note.at + note.length).contains(&at)).count();
    notes.iter().map(|note| sounding(note.at)).max().unwrap_or(0) as u8
}
