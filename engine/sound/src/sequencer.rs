//! A tune and the synthesizer that plays it, frame by frame.

use std::sync::{Arc, OnceLock};

use rustysynth::{SoundFont, Synthesizer, SynthesizerSettings};

use crate::error::{Error, Result};
use crate::tune::{CHANNELS, Message, TimedMessage, Tune};

/// The engine's instruments, made by the workshop.
const FONT: &[u8] = include_bytes!("../font/keitai.sf2");

/// Voices of the synthesizer.
pub const VOICES: u8 = 40;
/// Frames between two checks for messages: 1.3 ms at 48 kHz.
const BLOCK: usize = 64;
/// Nanoseconds after the end in which the last notes fade out.
const TAIL: u64 = 1_500_000_000;
/// The shortest part that repeats, nanoseconds.
const SHORTEST: u64 = 100_000_000;

/// Controllers of a channel at the start of a tune, with their values. 121 resets modulation, expression, pedal and pitch wheel; those
/// from 101 on set the range of the pitch wheel and the tuning.
const FRESH: [(u8, u8); 19] = [
    (121, 0),
    (0, 0),
    (7, 100),
    (39, 0),
    (10, 64),
    (42, 0),
    (91, 40),
    (93, 0),
    (101, 0),
    (100, 0),
    (6, 2),
    (38, 0),
    (100, 1),
    (6, 64),
    (38, 0),
    (100, 2),
    (6, 64),
    (101, 127),
    (100, 127),
];

fn font() -> Result<&'static Arc<SoundFont>> {
    static LOADED: OnceLock<Result<Arc<SoundFont>, String>> = OnceLock::new();
    let read = || SoundFont::new(&mut &FONT[..]).map(Arc::new).map_err(|error| error.to_string());
    LOADED.get_or_init(read).as_ref().map_err(|reason| Error::Font(reason.clone()))
}

pub(crate) struct Sequencer {
    tune: Arc<Tune>,
    synthesizer: Synthesizer,
    rate: u64,
    looped: bool,
    /// Channels that the synthesizer has enough voices for.
    audible: [bool; CHANNELS],
    /// Index of the next message.
    next: usize,
    /// Position in the tune, frames.
    frame: u64,
    /// First and last position of the part that repeats, frames, and the index of its first message.
    repeat: (u64, u64, usize),
    /// Position from which on nothing is heard, frames.
    silent: u64,
}

impl Sequencer {
    /// Returns a tune at its start, for `rate` frames per second.
    pub(crate) fn new(tune: Arc<Tune>, rate: u32, looped: bool) -> Result<Self> {
        let mut settings = SynthesizerSettings::new(rate.cast_signed());
        settings.maximum_polyphony = VOICES.into();
        settings.block_size = BLOCK;
        let reason = |error: rustysynth::SynthesizerError| Error::Font(error.to_string());
        let synthesizer = Synthesizer::new(font()?, &settings).map_err(reason)?;
        let rate = u64::from(rate);
        let (start, end) = tune.repeat.map_or((0, tune.length), |repeat| (repeat.start, repeat.end));
        let first = tune.messages.partition_point(|message| message.at < start);
        // The fields of a tune are public, and its part may end before it starts.
        let repeats = end.saturating_sub(start) >= SHORTEST;
        Ok(Self {
            audible: std::array::from_fn(|channel| tune.plays(channel as u8, VOICES)),
            looped: looped && repeats,
            repeat: (frames(start, rate), frames(end, rate), first),
            silent: frames(tune.length.saturating_add(TAIL), rate),
            tune,
            synthesizer,
            rate,
            next: 0,
            frame: 0,
        })
    }

    /// Returns whether the tune is over and its last notes have faded out.
    pub(crate) fn is_over(&self) -> bool {
        !self.looped && self.frame >= self.silent
    }

    /// Plays the next frames. Both slices have the same length.
    pub(crate) fn render(&mut self, left: &mut [f32], right: &mut [f32]) {
        let mut done = 0;
        while done < left.len() {
            self.send_due();
            let limit = self.frame + (left.len() - done) as u64;
            let next = self.tune.messages.get(self.next).map_or(u64::MAX, |message| frames(message.at, self.rate));
            let end = if self.looped { self.repeat.1 } else { u64::MAX };
            let count = (limit.min(next).min(end) - self.frame) as usize;
            let to = done + count;
            self.synthesizer.render(&mut left[done..to], &mut right[done..to]);
            (done, self.frame) = (to, self.frame + count as u64);
        }
    }

    /// Sends all messages whose time has come. At the end of the part that repeats, the tune continues at its start.
    fn send_due(&mut self) {
        let (start, end, first) = self.repeat;
        loop {
            while let Some(TimedMessage { at, channel, message }) = self.tune.messages.get(self.next).copied() {
                let at = frames(at, self.rate);
                // Notes that end exactly at the end of the part are ended before it repeats.
                let ends = self.looped && at >= end && !matches!(message, Message::NoteOff { .. } if at == end);
                if at > self.frame || ends {
                    break;
                }
                self.next += 1;
                self.send(channel, message);
            }
            if !self.looped || self.frame < end {
                return;
            }
            // Notes that would end later end here.
            self.synthesizer.note_off_all(false);
            if first == 0 {
                self.refresh();
            }
            (self.frame, self.next) = (start, first);
        }
    }

    /// Sets all channels as they are at the start of a tune.
    fn refresh(&mut self) {
        for channel in 0..CHANNELS as u8 {
            for (number, value) in FRESH {
                self.send(channel, Message::Controller { number, value });
            }
            self.send(channel, Message::Program(0));
        }
    }

    fn send(&mut self, channel: u8, message: Message) {
        let (command, first, second) = match message {
            Message::NoteOff { key } => (0x80, key, 0),
            Message::NoteOn { key, velocity } => (0x90, key, velocity),
            Message::Controller { number, value } => (0xB0, number, value),
            Message::Program(program) => (0xC0, program, 0),
            Message::PitchBend(low, high) => (0xE0, low, high),
        };
        if self.audible[usize::from(channel) % CHANNELS] {
            self.synthesizer.process_midi_message(channel.into(), command, first.into(), second.into());
        }
    }
}

fn frames(nanoseconds: u64, rate: u64) -> u64 {
    (u128::from(nanoseconds) * u128::from(rate) / 1_000_000_000) as u64
}
