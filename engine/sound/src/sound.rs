//! A sound of any kind.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::sample::{Sample, SampleFacts};
use crate::tune::{Tune, midi, tones};
use crate::wave;

/// A sound file's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SoundKind {
    /// A sample: WAV.
    Wave,
    /// A compressed sample: Ogg Vorbis.
    Vorbis,
    /// A tune: a standard MIDI file.
    Midi,
    /// A tune of one voice: a tone sequence of the Mobile Media API.
    Tones,
}

impl SoundKind {
    /// Returns the format of a file by its first bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some(Self::Wave),
            [b'O', b'g', b'g', b'S', ..] => Some(Self::Vorbis),
            [b'M', b'T', b'h', b'd', ..] => Some(Self::Midi),
            [first, second, ..] if [*first, *second] == tones::START => Some(Self::Tones),
            _ => None,
        }
    }
}

impl std::fmt::Display for SoundKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Wave => "WAV",
            Self::Vorbis => "Ogg Vorbis",
            Self::Midi => "MIDI",
            Self::Tones => "tone sequence",
        })
    }
}

/// A sound that is ready to be played. Cheap to clone.
#[derive(Debug, Clone)]
pub enum Sound {
    /// A decoded sample.
    Sample(Sample),
    /// A tune for the synthesizer.
    Tune(Arc<Tune>),
}

#[cfg(feature = "vorbis")]
use crate::vorbis::build as vorbis;

#[cfg(not(feature = "vorbis"))]
fn vorbis(_: &[u8], _: bool) -> Result<crate::sample::SampleBuilder> {
    Err(Error::Vorbis("the program is built without the feature `vorbis`".to_owned()))
}

/// Facts of a sound file.
#[derive(Debug, Clone, PartialEq)]
pub enum SoundFacts {
    /// Facts of a sample, and its encoding.
    Sample(SampleFacts, String),
    /// A tune.
    Tune(Tune),
}

impl SoundFacts {
    /// Reads the facts of a file of any kind; errors are those of [`Sound::read`]. The frames of a sample are not kept, which
    /// may take much memory.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let kind = SoundKind::of(bytes).ok_or(Error::UnknownKind)?;
        Ok(match kind {
            SoundKind::Wave => wave::facts(bytes).map(|(facts, encoding)| Self::Sample(facts, encoding.to_string()))?,
            SoundKind::Vorbis => Self::Sample(vorbis(bytes, false)?.facts, kind.to_string()),
            SoundKind::Midi => Self::Tune(midi::read(bytes)?),
            SoundKind::Tones => Self::Tune(tones::read(bytes)?),
        })
    }
}

impl Sound {
    /// Reads a file of any kind. The first bytes decide which.
    ///
    /// # Errors
    /// When the file is damaged or of no known kind.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        match SoundKind::of(bytes).ok_or(Error::UnknownKind)? {
            SoundKind::Wave => wave::read(bytes).map(Self::Sample),
            SoundKind::Vorbis => vorbis(bytes, true).map(|builder| Self::Sample(builder.finish())),
            SoundKind::Midi => midi::read(bytes).map(|tune| Self::Tune(Arc::new(tune))),
            SoundKind::Tones => tones::read(bytes).map(|tune| Self::Tune(Arc::new(tune))),
        }
    }

    /// Returns the length without repetitions, milliseconds.
    pub fn milliseconds(&self) -> u64 {
        match self {
            Self::Sample(sample) => sample.milliseconds(),
            Self::Tune(tune) => tune.milliseconds(),
        }
    }

    /// Returns whether two sounds have the same content.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Sample(a), Self::Sample(b)) => a.rate() == b.rate() && a.frames() == b.frames(),
            (Self::Tune(a), Self::Tune(b)) => a == b,
            _ => false,
        }
    }
}
