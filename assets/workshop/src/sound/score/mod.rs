//! Tunes as scores: a chord progression, parts that follow it, and melodies note by note.
//!
//! Everything is counted in sixteenths; a bar has sixteen. A part that follows the chords has a pattern per bar, sixteen
//! signs long, and a line of letters that chooses the pattern of each bar; `.` leaves a bar empty.

mod chord;
mod midi;
mod notation;

use chord::{Chord, Span};

/// Sixteenths of a bar.
pub const BAR: u32 = 16;

/// A pattern of one bar by its letter.
pub type Pattern = (char, &'static str);
/// The drums of one bar by its letter: keys of the General MIDI list, each with a pattern.
pub type Groove = (char, &'static [(u8, &'static str)]);

/// A note of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// First sixteenth.
    pub at: u32,
    /// Length, sixteenths.
    pub length: u32,
    /// MIDI key.
    pub key: u8,
    /// MIDI velocity.
    pub velocity: u8,
}

/// Instrument and place of a part.
#[derive(Debug, Clone, Copy)]
pub struct Voice {
    /// Program of the General MIDI list.
    pub program: u8,
    /// Volume, 0..=127.
    pub volume: u8,
    /// Place from left (0) to right (127).
    pub pan: u8,
}

/// Returns a voice.
pub const fn voice(program: u8, volume: u8, pan: u8) -> Voice {
    Voice { program, volume, pan }
}

#[derive(Debug)]
struct Part {
    channel: u8,
    voice: Voice,
    notes: Vec<Note>,
}

/// A tune.
#[derive(Debug)]
pub struct Score {
    title: &'static str,
    /// Quarter notes per minute.
    tempo: u32,
    /// Bar at which the tune goes on after its end.
    again: u32,
    /// Factor for the volumes of all parts, per cent.
    gain: u32,
    chords: Vec<Span>,
    bars: u32,
    parts: Vec<Part>,
}

/// Channel of the drums.
const DRUMS: u8 = 9;

impl Score {
    /// Begins a tune with its chords: bars are separated by `|`, and two chords in a bar have half of it each.
    ///
    /// # Errors
    /// The name of a chord that is not known.
    pub fn new(title: &'static str, tempo: u32, chords: &str) -> Result<Self, String> {
        let (chords, bars) = chord::progression(chords)?;
        Ok(Self { title, tempo, again: 0, gain: 100, chords, bars, parts: Vec::new() })
    }

    /// Sets the bar at which the tune goes on after its end.
    #[must_use]
    pub fn again_from(self, bar: u32) -> Self {
        Self { again: bar, ..self }
    }

    /// Sets the factor for all volumes, per cent.
    #[must_use]
    pub fn gain(self, gain: u32) -> Self {
        Self { gain, ..self }
    }

    fn add(&mut self, voice: Voice, notes: Vec<Note>) {
        let used = self.parts.iter().filter(|part| part.channel != DRUMS).count() as u8;
        let channel = if used < DRUMS { used } else { used + 1 };
        self.parts.push(Part { channel, voice, notes });
    }

    /// Adds a melody.
    ///
    /// # Errors
    /// The first bar whose notes are not sixteen sixteenths long, and a melody of another length than the chords.
    pub fn melody(&mut self, voice: Voice, text: &str) -> Result<(), String> {
        let notes = notation::melody(text, self.bars)?;
        self.add(voice, notes);
        Ok(())
    }

    /// Adds a second voice under the melody of a part: the highest tone of the chord at least a third below it. Bars whose
    /// letter is `.` stay empty.
    pub fn second(&mut self, voice: Voice, part: usize, bars: &str) {
        let letters = letters(bars);
        let melody = self.parts.get(part).map_or(&[][..], |part| &part.notes);
        let notes =
            melody.iter().filter(|note| letters.get((note.at / BAR) as usize).is_some_and(|letter| *letter != '.'));
        let notes = notes.map(|note| Note {
            key: self.chord(note.at).below(note.key.saturating_sub(3)),
            velocity: note.velocity.saturating_sub(14),
            ..*note
        });
        let notes = notes.collect();
        self.add(voice, notes);
    }

    fn chord(&self, at: u32) -> &Chord {
        let index = self.chords.partition_point(|span| span.at <= at);
        &self.chords[index.saturating_sub(1)].chord
    }

    /// Adds a bass. The signs are the tones of the chord: `1`, `3`, `5`, `7`, the octave `8`, and `a`, a semitone below
    /// the next chord's bass; `-` holds a note, `.` is a rest.
    pub fn bass(&mut self, voice: Voice, bars: &str, patterns: &[Pattern]) {
        let mut notes = Vec::new();
        self.each(bars, patterns, |score, at, length, sign, velocity| {
            let chord = score.chord(at);
            let root = chord.bass_key();
            let next = score.chord((at + length) % (score.bars * BAR)).bass_key();
            let key = match sign {
                '3' => root + chord.third(),
                '5' => root + chord.fifth(),
                '7' => root + 10,
                '8' => root + 12,
                'a' => next - 1,
                _ => root,
            };
            notes.push(Note { at, length, key, velocity });
        });
        self.add(voice, notes);
    }

    /// Adds chords in close position around a key. `x` strikes, `-` holds.
    pub fn chords(&mut self, voice: Voice, around: u8, bars: &str, patterns: &[Pattern]) {
        let mut notes = Vec::new();
        self.each(bars, patterns, |score, at, length, _, velocity| {
            let keys = score.chord(at).close(around);
            notes.extend(keys.into_iter().map(|key| Note { at, length, key, velocity: velocity - 16 }));
        });
        self.add(voice, notes);
    }

    /// Adds broken chords from a key upwards: `0` is the lowest tone of the chord, `1` the next one and so on.
    pub fn broken(&mut self, voice: Voice, from: u8, bars: &str, patterns: &[Pattern]) {
        let mut notes = Vec::new();
        self.each(bars, patterns, |score, at, length, sign, velocity| {
            let step = sign.to_digit(10).unwrap_or(0);
            notes.push(Note { at, length, key: score.chord(at).nth(from, step), velocity: velocity - 10 });
        });
        self.add(voice, notes);
    }

    /// Adds the drums. `x` strikes, `X` strikes hard, `o` softly.
    pub fn drums(&mut self, volume: u8, bars: &str, grooves: &[Groove]) {
        let mut notes = Vec::new();
        for (bar, letter) in (0..).zip(letters(bars)) {
            let lines = grooves.iter().find(|(own, _)| *own == letter).map_or(&[][..], |(_, lines)| lines);
            for (key, line) in lines {
                for (step, sign) in (0..).zip(line.chars()) {
                    let velocity = match sign {
                        'X' => 122,
                        'x' => 98,
                        'o' => 62,
                        _ => continue,
                    };
                    notes.push(Note { at: bar * BAR + step, length: 1, key: *key, velocity });
                }
            }
        }
        notes.sort_by_key(|note| (note.at, note.key));
        self.parts.push(Part { channel: DRUMS, voice: voice(0, volume, 64), notes });
    }

    /// Calls `note` with start, length, sign and velocity of each note of the bars' patterns.
    fn each(&self, bars: &str, patterns: &[Pattern], mut note: impl FnMut(&Self, u32, u32, char, u8)) {
        for (bar, letter) in (0..self.bars).zip(letters(bars)) {
            let Some((_, pattern)) = patterns.iter().find(|(own, _)| *own == letter) else { continue };
            let signs: Vec<char> = pattern.chars().collect();
            for (step, sign) in signs.iter().enumerate() {
                if matches!(sign, '.' | '-') {
                    continue;
                }
                let held = signs[step + 1..].iter().take_while(|sign| **sign == '-').count() as u32;
                let velocity = if step % 4 == 0 { 104 } else { 92 };
                note(self, bar * BAR + step as u32, 1 + held, *sign, velocity);
            }
        }
    }

    /// Returns the tune as a standard MIDI file.
    pub fn midi(&self) -> Vec<u8> {
        midi::write(self)
    }

    /// Returns the number of bars.
    pub fn bars(&self) -> u32 {
        self.bars
    }
}

/// Returns the letters of bars, without the spaces between them.
fn letters(bars: &str) -> Vec<char> {
    bars.chars().filter(|letter| !letter.is_whitespace()).collect()
}
