//! Decoded samples.

use std::sync::Arc;

use kira::Frame;

use crate::error::{Error, Result};

/// The most frames of one sample: 3 minutes at 44.1 kHz, 64 MiB of memory.
pub const MAX_FRAMES: usize = 1 << 23;

/// Refuses a number of channels and a rate that no sample has, which stand at these bytes of a file.
pub(crate) fn check_format(channels: u16, rate: u32, offsets: [usize; 2]) -> Result<()> {
    let field = |offset, field, expected, found| Error::Field { section: "format", offset, field, expected, found };
    if !(1..=2).contains(&channels) {
        return Err(field(offsets[0], "channels", "1 or 2", channels.into()));
    }
    if !(1000..=192_000).contains(&rate) {
        return Err(field(offsets[1], "sample rate", "1000..=192000 frames per second", rate.into()));
    }
    Ok(())
}

/// A piece of audio in memory, mono or stereo. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Sample {
    facts: SampleFacts,
    frames: Arc<[Frame]>,
}

impl Sample {
    /// Makes a sample of 16-bit values, which are interleaved when `channels` is 2.
    ///
    /// # Errors
    /// When the rate, the number of channels or the length is out of range.
    pub fn new(rate: u32, channels: u8, values: &[i16]) -> Result<Self> {
        let mut builder = SampleBuilder::new(rate, channels, true)?;
        builder.add(values.iter().map(|value| f32::from(*value) / 32768.0))?;
        Ok(builder.finish())
    }

    /// Returns the frames per second.
    pub fn rate(&self) -> u32 {
        self.facts.rate
    }

    /// Returns 1 for mono and 2 for stereo.
    pub fn channels(&self) -> u8 {
        self.facts.channels
    }

    /// Returns the number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Returns whether the sample has no frames.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Returns the left and the right value of a frame, -1.0 to 1.0.
    pub fn frame(&self, index: usize) -> Option<[f32; 2]> {
        self.frames.get(index).map(|frame| [frame.left, frame.right])
    }

    /// Returns the length, milliseconds.
    pub fn milliseconds(&self) -> u64 {
        self.facts.milliseconds()
    }

    pub(crate) fn frames(&self) -> Arc<[Frame]> {
        Arc::clone(&self.frames)
    }
}

/// Facts of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleFacts {
    /// Frames per second.
    pub rate: u32,
    /// 1 for mono and 2 for stereo.
    pub channels: u8,
    /// Number of frames.
    pub frames: usize,
    /// Largest absolute value, 1.0 for full scale.
    pub peak: f32,
}

impl SampleFacts {
    /// Returns the length, milliseconds.
    pub fn milliseconds(&self) -> u64 {
        self.frames as u64 * 1000 / u64::from(self.rate)
    }
}

pub(crate) struct SampleBuilder {
    pub(crate) facts: SampleFacts,
    /// `None` when only the facts are wanted.
    frames: Option<Vec<Frame>>,
}

impl SampleBuilder {
    pub(crate) fn new(rate: u32, channels: u8, is_kept: bool) -> Result<Self> {
        check_format(channels.into(), rate, [0; 2])?;
        let facts = SampleFacts { rate, channels, frames: 0, peak: 0.0 };
        Ok(Self { facts, frames: is_kept.then(Vec::new) })
    }

    /// Adds values, which are interleaved for two channels. An incomplete frame at the end is left out.
    pub(crate) fn add(&mut self, values: impl IntoIterator<Item = f32>) -> Result<()> {
        let mut values = values.into_iter();
        while let Some(left) = values.next() {
            let right = if self.facts.channels == 1 { Some(left) } else { values.next() };
            let Some(right) = right else { return Ok(()) };
            if self.facts.frames == MAX_FRAMES {
                return Err(Error::Limit { what: "frames of a sample", limit: MAX_FRAMES as u64 });
            }
            self.facts.frames += 1;
            self.facts.peak = self.facts.peak.max(left.abs()).max(right.abs());
            self.frames.iter_mut().for_each(|frames| frames.push(Frame { left, right }));
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Sample {
        Sample { facts: self.facts, frames: self.frames.unwrap_or_default().into() }
    }
}
