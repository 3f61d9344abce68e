//! A sound while it plays: a sample of the audio library, or a tune.

use std::sync::Arc;
use std::time::Duration;

use kira::Panning;
use kira::sound::static_sound::{StaticSoundData, StaticSoundHandle, StaticSoundSettings};
use kira::sound::{PlaybackState, Region};
use kira::track::TrackHandle;

use super::tune_sound::{TuneHandle, TuneSound};
use super::{Level, amplitude, smoothly};
use crate::sample::Sample;
use crate::sequencer::Sequencer;
use crate::sound::Sound;

/// Level, repetition and fade at the start of a sound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    pub(super) level: Level,
    pub(super) looped: bool,
    pub(super) fade_in: Duration,
    /// Frames per second of the mixer.
    pub(super) rate: u32,
}

/// The handle of a sound that was started.
pub(super) enum Playing {
    Sample(StaticSoundHandle),
    Tune(TuneHandle),
}

impl Playing {
    /// Starts a sound on a bus. Returns `None` when the sound is empty or the bus is full.
    pub(super) fn start(sound: &Sound, start: Start, bus: &mut TrackHandle) -> Option<Self> {
        match sound {
            Sound::Sample(sample) if sample.is_empty() => None,
            Sound::Sample(sample) => bus.play(data(sample, start)).ok().map(Self::Sample),
            Sound::Tune(tune) => {
                let sequencer = Sequencer::new(Arc::clone(tune), start.rate, start.looped).ok()?;
                let sound = TuneSound::new(sequencer, start.level.volume, start.fade_in, start.rate);
                bus.play(sound).ok().map(Self::Tune)
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        match self {
            Self::Sample(handle) => handle.state() == PlaybackState::Stopped,
            Self::Tune(handle) => handle.is_over(),
        }
    }

    pub(super) fn stop(&mut self, fade: Duration) {
        match self {
            Self::Sample(handle) => handle.stop(smoothly(fade)),
            Self::Tune(handle) => handle.stop(fade),
        }
    }
}

fn data(sample: &Sample, start: Start) -> StaticSoundData {
    let [volume, pan] = [start.level.volume.clamp(0, 4096), start.level.pan.clamp(-4096, 4096)];
    let [volume, pan] = [volume, pan].map(|part| part as f32 / 4096.0);
    let mut settings = StaticSoundSettings::new().volume(amplitude(volume)).panning(Panning(pan));
    if start.looped {
        settings = settings.loop_region(Region::default());
    }
    if start.fade_in > Duration::ZERO {
        settings = settings.fade_in_tween(smoothly(start.fade_in));
    }
    StaticSoundData { sample_rate: sample.rate(), frames: sample.frames(), settings, slice: None }
}
