//! The contents of a sound file as a list of facts.

use std::fmt;

use keitai_formats::diagnostic::counted;
use keitai_sound::tune::{CHANNELS, DRUMS};
use keitai_sound::{Error, SampleFacts, SoundFacts, Tune};
use serde::Serialize;

use super::report::line;

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum SoundReport {
    Sample(SampleReport),
    Tune(TuneReport),
}

#[derive(Debug, Serialize)]
pub(crate) struct SampleReport {
    encoding: String,
    channels: u8,
    /// Frames per second.
    rate: u32,
    frames: usize,
    milliseconds: u64,
    /// Largest value, per cent of full scale.
    peak: u8,
}

#[derive(Debug, Serialize)]
pub(crate) struct TuneReport {
    title: String,
    milliseconds: u64,
    /// The part that repeats, milliseconds.
    repeats: Option<[u64; 2]>,
    /// Most notes at once.
    polyphony: usize,
    channels: Vec<ChannelReport>,
}

#[derive(Debug, Serialize)]
struct ChannelReport {
    /// 1 to 16.
    channel: u8,
    notes: usize,
    programs: Vec<u8>,
    /// Voices that this channel and those of higher priority need.
    voices: Option<u8>,
}

impl SoundReport {
    pub(crate) fn read(data: &[u8]) -> Result<Self, Error> {
        Ok(match SoundFacts::read(data)? {
            SoundFacts::Sample(facts, encoding) => {
                let SampleFacts { channels, rate, frames, peak } = facts;
                let (milliseconds, peak) = (facts.milliseconds(), (peak * 100.0).round() as u8);
                Self::Sample(SampleReport { encoding, channels, rate, frames, milliseconds, peak })
            }
            SoundFacts::Tune(tune) => Self::tune(&tune),
        })
    }

    fn tune(tune: &Tune) -> Self {
        let notes = tune.notes();
        let channel = |channel: usize| ChannelReport {
            channel: channel as u8 + 1,
            notes: notes[channel],
            programs: tune.programs(channel as u8),
            voices: tune.priorities.iter().find(|row| usize::from(row.channel) == channel).map(|row| row.voices),
        };
        Self::Tune(TuneReport {
            title: tune.title.clone(),
            milliseconds: tune.milliseconds(),
            repeats: tune.repeat.map(|repeat| [repeat.start / 1_000_000, repeat.end / 1_000_000]),
            polyphony: tune.polyphony(),
            channels: (0..CHANNELS).filter(|channel| notes[*channel] > 0).map(channel).collect(),
        })
    }
}

/// Writes a time in milliseconds as seconds.
fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03} s", milliseconds / 1000, milliseconds % 1000)
}

impl fmt::Display for SoundReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sample(sample) => {
                let SampleReport { encoding, channels, rate, frames, milliseconds, peak } = sample;
                let channels = if *channels == 1 { "mono" } else { "stereo" };
                line(f, "encoding", format_args!("{encoding}, {channels}, {rate} frames per second"))?;
                line(f, "length", format_args!("{}, {}", seconds(*milliseconds), counted(*frames, "frame")))?;
                line(f, "peak", format_args!("{peak} % of full scale"))
            }
            Self::Tune(tune) => {
                let TuneReport { title, milliseconds, repeats, polyphony, channels } = tune;
                if !title.is_empty() {
                    line(f, "title", keitai_formats::diagnostic::escaped(title))?;
                }
                line(f, "length", seconds(*milliseconds))?;
                if let Some([start, end]) = repeats {
                    line(f, "repeats", format_args!("{} to {}", seconds(*start), seconds(*end)))?;
                }
                line(f, "polyphony", format_args!("{} at once", counted(*polyphony, "note")))?;
                line(f, "channels", channels.len())?;
                for ChannelReport { channel, notes, programs, voices } in channels {
                    let programs: Vec<String> = programs.iter().map(u8::to_string).collect();
                    let drums = if *channel == DRUMS + 1 { ", drums" } else { "" };
                    let voices =
                        voices.map_or_else(String::new, |voices| format!(", needs {}", counted(voices, "voice")));
                    let programs =
                        format!("programs {}", if programs.is_empty() { "0".to_owned() } else { programs.join(" ") });
                    line(
                        f,
                        &format!("  {channel}"),
                        format_args!("{}, {programs}{drums}{voices}", counted(*notes, "note")),
                    )?;
                }
                Ok(())
            }
        }
    }
}
