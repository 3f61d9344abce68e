//! Decodes and mixes samples, MIDI tunes and tone sequences to stereo frames. The crate opens no device.
//!
//! ```
//! use keitai_sound::{Level, Mixer, Sample, Sound};
//!
//! let click = Sound::Sample(Sample::new(8000, 1, &[0, 9000, -9000, 0])?);
//! let (mut mixer, mut output) = Mixer::new(48_000)?;
//! mixer.play(&click, Level::FULL, 0);
//! let mut frames = [0.0; 2 * 64];
//! output.mix(&mut frames);
//! assert!(frames.iter().any(|value| *value > 0.2));
//! # Ok::<(), keitai_sound::Error>(())
//! ```
//!
//! | part | by | reason |
//! |---|---|---|
//! | mixing, fades, commands between threads | `kira`, without its device | allocates nothing while it mixes and waits for no lock; tests check both |
//! | synthesizer | `rustysynth` | complete SoundFont 2 synthesizer without dependencies |
//! | Ogg Vorbis | `symphonia` | the decoder that kira itself uses; here with a limit of the length, and with the feature `vorbis` alone |
//! | WAV, MIDI, tone sequences | own readers | errors name the byte, and work and memory are bounded |
//!
//! Mixing computes in 32-bit floats. The same calls give the same bits in every build profile on one machine, so that a
//! recorded play has one digest.
#![warn(missing_debug_implementations)]

mod cursor;
mod error;
mod mixer;
mod sample;
mod sequencer;
mod sound;
pub mod tune;
#[cfg(feature = "vorbis")]
mod vorbis;
pub mod wave;

pub use error::{Error, Result};
pub use mixer::{Bus, Level, MAX_VOICES, Mixer, MixerOutput};
pub use sample::{MAX_FRAMES, Sample, SampleFacts};
pub use sequencer::VOICES;
pub use sound::{Sound, SoundFacts, SoundKind};
pub use tune::Tune;
