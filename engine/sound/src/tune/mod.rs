//! Tunes: timed messages for a synthesizer of sixteen channels.
//!
//! [`midi`] reads standard MIDI files, [`tones`] the tone sequences of phones. Times are nanoseconds from the start.

pub mod midi;
pub mod tones;

use crate::error::{Error, Result};

/// The longest tune, nanoseconds: a day.
const MAX_LENGTH: u64 = 86_400_000_000_000;
/// The most messages within [`DENSE`]. A phone's synthesizer took about 1000 per second over its serial line.
const MAX_DENSITY: usize = 4096;
const DENSE: u64 = 100_000_000;

/// Channels of a synthesizer.
pub const CHANNELS: usize = 16;
/// The channel of the drums, counted from 0.
pub const DRUMS: u8 = 9;

/// A message to one channel of a synthesizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Message {
    /// A key goes up.
    NoteOff {
        /// Key, 0..=127; 60 is middle C.
        key: u8,
    },
    /// A key goes down.
    NoteOn {
        /// Key, 0..=127; 60 is middle C.
        key: u8,
        /// Velocity, 1..=127.
        velocity: u8,
    },
    /// A controller moves.
    Controller {
        /// Number, 0..=127: 7 is the volume, 10 the position between left and right.
        number: u8,
        /// Value, 0..=127.
        value: u8,
    },
    /// Another instrument is chosen.
    Program(u8),
    /// The pitch wheel moves: its low and its high 7 bits.
    PitchBend(u8, u8),
}

/// A message to a channel at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TimedMessage {
    /// Time, nanoseconds from the start.
    pub at: u64,
    /// Channel, 0..=15.
    pub channel: u8,
    /// Change of the channel.
    pub message: Message,
}

/// Notes that a channel and all channels before it need at once.
///
/// A synthesizer with fewer voices leaves the channel out [Scalable Polyphony MIDI, MMA RP-34].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelPriority {
    /// Channel, 0..=15.
    pub channel: u8,
    /// Voices, 0..=127.
    pub voices: u8,
}

/// A part of a tune that repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// First nanosecond.
    pub start: u64,
    /// Nanosecond after the last.
    pub end: u64,
}

/// A tune, ready to be played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tune {
    /// Name of the first track.
    pub title: String,
    /// The messages, in the order of their times.
    pub messages: Vec<TimedMessage>,
    /// Length, nanoseconds.
    pub length: u64,
    /// The part that repeats when the tune is looped; all of it by default.
    pub repeat: Option<Repeat>,
    /// Channels by priority, the most important one first. Empty when the file does not say.
    pub priorities: Vec<ChannelPriority>,
}

impl Tune {
    /// Checks what the formats leave open: the length and the number of messages at a time.
    fn checked(self) -> Result<Self> {
        if self.length > MAX_LENGTH {
            return Err(Error::Limit { what: "seconds of a tune", limit: MAX_LENGTH / 1_000_000_000 });
        }
        let later = self.messages.iter().skip(MAX_DENSITY);
        if self.messages.iter().zip(later).any(|(first, last)| last.at - first.at < DENSE) {
            return Err(Error::Limit { what: "messages of a tune in a tenth of a second", limit: MAX_DENSITY as u64 });
        }
        Ok(self)
    }

    /// Returns the length, milliseconds.
    pub fn milliseconds(&self) -> u64 {
        self.length / 1_000_000
    }

    /// Returns the number of notes of each channel.
    pub fn notes(&self) -> [usize; CHANNELS] {
        let mut notes = [0; CHANNELS];
        for message in &self.messages {
            if let Message::NoteOn { .. } = message.message {
                notes[usize::from(message.channel) % CHANNELS] += 1;
            }
        }
        notes
    }

    /// Returns the instruments that a channel chooses, in the order of their first use.
    pub fn programs(&self, channel: u8) -> Vec<u8> {
        let mut programs = Vec::new();
        for message in self.messages.iter().filter(|message| message.channel == channel) {
            if let Message::Program(program) = message.message
                && !programs.contains(&program)
            {
                programs.push(program);
            }
        }
        programs
    }

    /// Returns the most keys that are down at once.
    pub fn polyphony(&self) -> usize {
        let mut down = [[0_u32; 128]; CHANNELS];
        let (mut now, mut most) = (0_usize, 0);
        for TimedMessage { channel, message, .. } in &self.messages {
            let channel = &mut down[usize::from(*channel) % CHANNELS];
            match message {
                Message::NoteOn { key, .. } => {
                    channel[usize::from(key & 127)] += 1;
                    now += 1;
                }
                Message::NoteOff { key } => {
                    // All strokes of a key end with it.
                    now -= std::mem::take(&mut channel[usize::from(key & 127)]) as usize;
                }
                _ => {}
            }
            most = most.max(now);
        }
        most
    }

    /// Returns whether a synthesizer with this many voices plays a channel. Without priorities it plays all of them; with
    /// some, only those that are listed and have enough voices.
    pub fn plays(&self, channel: u8, voices: u8) -> bool {
        let entry = self.priorities.iter().find(|entry| entry.channel == channel);
        self.priorities.is_empty() || entry.is_some_and(|entry| entry.voices <= voices)
    }
}
