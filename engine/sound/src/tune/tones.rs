//! Tone sequences of the Mobile Media API (`ToneControl`, files with the ending `.jts`).
//!
//! A sequence is a list of signed bytes in pairs, played by one voice [JSR 135, `ToneControl`]:
//!
//! | pair | effect |
//! |---|---|
//! | -2, 1 | version, always first |
//! | -3, tempo | a quarter of the beats per minute, 5..=127; 30 by default |
//! | -4, resolution | a duration of 1 is this part of a whole note, 1..=127; 64 by default |
//! | -5, number | a block starts, which is not played yet; 0..=127 |
//! | -6, number | the block ends |
//! | -7, number | a block that was defined before is played |
//! | -8, volume | per cent, 0..=100; 100 by default |
//! | -9, times | the tone that follows is played 2..=127 times |
//! | note, duration | a tone, 0..=127, where 69 is 440 Hz, or -1 for silence; duration 1..=127 |
//!
//! Tempo and resolution come before the blocks, and the blocks before everything that is played.

use std::collections::BTreeMap;

use super::{Message, TimedMessage, Tune};
use crate::cursor::Cursor;
use crate::error::{Error, Result};

const SILENCE: i8 = -1;
const VERSION: i8 = -2;
const TEMPO: i8 = -3;
const RESOLUTION: i8 = -4;
const BLOCK_START: i8 = -5;
const BLOCK_END: i8 = -6;
const PLAY_BLOCK: i8 = -7;
const SET_VOLUME: i8 = -8;
const REPEAT: i8 = -9;

/// The first bytes of every sequence.
pub(crate) const START: [u8; 2] = [VERSION as u8, 1];

/// The most tones that are played: blocks that play blocks grow fast.
const MAX_TONES: usize = 1 << 16;
/// Program of the voice: the square wave of the General MIDI list.
const PROGRAM: u8 = 80;
/// Controller of a channel's volume.
const VOLUME: u8 = 7;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A tone that is played `times` times.
    Tone {
        note: i8,
        duration: u64,
        times: u8,
    },
    Volume(u8),
    /// Index in the list of blocks.
    Block(usize),
}

/// Reads a tone sequence.
///
/// # Errors
/// When the sequence is damaged, or plays more than 65,536 tones.
pub fn read(bytes: &[u8]) -> Result<Tune> {
    let mut sequence = Cursor::new(bytes, "tone sequence");
    let first = signed(&mut sequence)?;
    if first != VERSION {
        return Err(sequence.field(1, "first byte", "-2 (version)", first.into()));
    }
    ranged(&mut sequence, "version", "1", 1..=1)?;
    let (mut tempo, mut resolution) = (30_u64, 64_u64);
    if sequence.peek() == Some(TEMPO as u8) {
        sequence.u8()?;
        tempo = ranged(&mut sequence, "tempo", "5..=127", 5..=127)?;
    }
    if sequence.peek() == Some(RESOLUTION as u8) {
        sequence.u8()?;
        resolution = ranged(&mut sequence, "resolution", "1..=127", 1..=127)?;
    }
    let mut blocks = Blocks::default();
    while sequence.peek() == Some(BLOCK_START as u8) {
        sequence.u8()?;
        blocks.read(&mut sequence)?;
    }
    let mut steps = Vec::new();
    while sequence.left() > 0 {
        blocks.read_step(&mut sequence, &mut steps)?;
    }
    // Nanoseconds of a duration of 1: four quarter notes make a whole one.
    let unit = 4 * 60_000_000_000 / (resolution * tempo * 4);
    let mut player = Player { blocks: &blocks.known, unit, tones: 0, tune: Tune::default() };
    player.add(Message::Program(PROGRAM));
    player.add(Message::Controller { number: VOLUME, value: 127 });
    player.play(&steps)?;
    player.tune.checked()
}

#[derive(Debug, Default)]
struct Blocks {
    known: Vec<Vec<Step>>,
    /// Index in the list by number. A later block replaces an earlier one of the same number.
    numbers: BTreeMap<u64, usize>,
}

impl Blocks {
    fn read(&mut self, sequence: &mut Cursor) -> Result<()> {
        let number = ranged(sequence, "block", "0..=127", 0..=127)?;
        let mut steps = Vec::new();
        while sequence.peek() != Some(BLOCK_END as u8) {
            self.read_step(sequence, &mut steps)?;
        }
        sequence.u8()?;
        let end = ranged(sequence, "block", "0..=127", 0..=127)?;
        if end != number {
            return Err(sequence.field(1, "end of block", "the number of its start", end as i64));
        }
        self.numbers.insert(number, self.known.len());
        self.known.push(steps);
        Ok(())
    }

    fn read_step(&self, sequence: &mut Cursor, steps: &mut Vec<Step>) -> Result<()> {
        match signed(sequence)? {
            PLAY_BLOCK => {
                let number = ranged(sequence, "block", "0..=127", 0..=127)?;
                let Some(index) = self.numbers.get(&number) else {
                    return Err(sequence.field(1, "block", "one that was defined before", number as i64));
                };
                steps.push(Step::Block(*index));
            }
            SET_VOLUME => steps.push(Step::Volume(ranged(sequence, "volume", "0..=100", 0..=100)? as u8)),
            REPEAT => {
                let times = ranged(sequence, "repeat", "2..=127", 2..=127)?;
                let note = signed(sequence)?;
                steps.push(tone(sequence, note, times as u8)?);
            }
            note => steps.push(tone(sequence, note, 1)?),
        }
        Ok(())
    }
}

fn tone(sequence: &mut Cursor, note: i8, times: u8) -> Result<Step> {
    if note < SILENCE {
        return Err(sequence.field(1, "note", "0..=127 or -1 for silence", note.into()));
    }
    Ok(Step::Tone { note, duration: ranged(sequence, "duration", "1..=127", 1..=127)?, times })
}

fn signed(sequence: &mut Cursor) -> Result<i8> {
    Ok(sequence.u8()?.cast_signed())
}

fn ranged(
    sequence: &mut Cursor,
    field: &'static str,
    expected: &'static str,
    range: std::ops::RangeInclusive<i8>,
) -> Result<u64> {
    let value = signed(sequence)?;
    if range.contains(&value) {
        return Ok(value.unsigned_abs().into());
    }
    Err(sequence.field(1, field, expected, value.into()))
}

struct Player<'a> {
    blocks: &'a [Vec<Step>],
    unit: u64,
    tones: usize,
    tune: Tune,
}

impl Player<'_> {
    fn add(&mut self, message: Message) {
        self.tune.messages.push(TimedMessage { at: self.tune.length, channel: 0, message });
    }

    /// Plays steps. Blocks only play blocks before them, so that the depth is at most the number of blocks.
    fn play(&mut self, steps: &[Step]) -> Result<()> {
        let mut stack = vec![steps.iter()];
        while let Some(top) = stack.last_mut() {
            let Some(step) = top.next() else {
                stack.pop();
                continue;
            };
            // Volumes and blocks count too, so that the work is bounded.
            self.tones += match *step {
                Step::Tone { times, .. } => usize::from(times),
                Step::Volume(_) | Step::Block(_) => 1,
            };
            if self.tones > MAX_TONES {
                return Err(Error::Limit { what: "tones of a sequence", limit: MAX_TONES as u64 });
            }
            match *step {
                Step::Block(index) => stack.extend(self.blocks.get(index).map(|steps| steps.iter())),
                Step::Volume(volume) => {
                    let value = (u16::from(volume) * 127 / 100) as u8;
                    self.add(Message::Controller { number: VOLUME, value });
                }
                Step::Tone { note, duration, times } => {
                    let key = u8::try_from(note).ok();
                    for _ in 0..times {
                        key.into_iter().for_each(|key| self.add(Message::NoteOn { key, velocity: 127 }));
                        self.tune.length += duration * self.unit;
                        key.into_iter().for_each(|key| self.add(Message::NoteOff { key }));
                    }
                }
            }
        }
        Ok(())
    }
}
