//! A sound while it plays: a sample of the audio library, or a tune that this library plays as a sound of ours.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use kira::info::Info;
use kira::sound::static_sound::{StaticSoundData, StaticSoundHandle, StaticSoundSettings};
use kira::sound::{PlaybackState, Region, Sound as KiraSound, SoundData};
use kira::track::TrackHandle;
use kira::{Frame, Panning};

use super::{Level, amplitude, smoothly};
use crate::sample::Sample;
use crate::sequencer::Sequencer;
use crate::sound::Sound;

/// Most frames of one call, those of the audio library's buffer.
const FRAMES: usize = 128;
/// Value of [`TuneState::fade`] before the end was requested.
const PLAYS: u32 = u32::MAX;

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

/// State that the game's thread and the device's thread share.
#[derive(Debug)]
struct TuneState {
    /// Frames in which the tune fades out and ends.
    fade: AtomicU32,
    over: AtomicBool,
}

/// The game's side of a tune.
#[derive(Debug)]
pub(super) struct TuneHandle {
    shared: Arc<TuneState>,
    rate: u32,
}

impl TuneHandle {
    fn is_over(&self) -> bool {
        self.shared.over.load(Ordering::Acquire)
    }

    fn stop(&mut self, fade: Duration) {
        let frames = frames(fade, self.rate).min(PLAYS - 1);
        self.shared.fade.store(frames, Ordering::Release);
    }
}

/// The device's side of a tune.
struct TuneSound {
    sequencer: Sequencer,
    shared: Arc<TuneState>,
    rate: u32,
    left: [f32; FRAMES],
    right: [f32; FRAMES],
    /// The current factor, its goal and its change per frame.
    gain: f32,
    goal: f32,
    step: f32,
    ends: bool,
}

impl TuneSound {
    /// Returns a tune that starts at this volume, 4096 = 1.0, and fades in. `rate` is that of the mixer, frames per second.
    fn new(sequencer: Sequencer, volume: i32, fade_in: Duration, rate: u32) -> Self {
        let goal = volume.clamp(0, 4096) as f32 / 4096.0;
        let shared = Arc::new(TuneState { fade: AtomicU32::new(PLAYS), over: AtomicBool::new(false) });
        let fade_in = frames(fade_in, rate);
        let (gain, step) = if fade_in > 0 { (0.0, goal / fade_in as f32) } else { (goal, 0.0) };
        let (left, right) = ([0.0; FRAMES], [0.0; FRAMES]);
        Self { sequencer, shared, rate, left, right, gain, goal, step, ends: false }
    }
}

impl KiraSound for TuneSound {
    /// Takes over the requests of the game's side.
    fn on_start_processing(&mut self) {
        let fade = self.shared.fade.load(Ordering::Acquire);
        if fade != PLAYS && !self.ends {
            (self.ends, self.goal) = (true, 0.0);
            self.step = -self.gain / fade.max(1) as f32;
        }
    }

    fn process(&mut self, out: &mut [Frame], _: f64, _: &Info) {
        for part in out.chunks_mut(FRAMES) {
            let (left, right) = (&mut self.left[..part.len()], &mut self.right[..part.len()]);
            self.sequencer.render(left, right);
            for (frame, (left, right)) in part.iter_mut().zip(left.iter().zip(right)) {
                self.gain += self.step;
                if (self.step > 0.0 && self.gain >= self.goal) || (self.step < 0.0 && self.gain <= self.goal) {
                    (self.gain, self.step) = (self.goal, 0.0);
                }
                *frame = Frame { left: left * self.gain, right: *right * self.gain };
            }
        }
        let faded = self.ends && self.step == 0.0;
        if faded || self.sequencer.is_over() {
            self.shared.over.store(true, Ordering::Release);
        }
    }

    fn finished(&self) -> bool {
        self.shared.over.load(Ordering::Acquire)
    }
}

impl SoundData for TuneSound {
    type Error = std::convert::Infallible;
    type Handle = TuneHandle;

    fn into_sound(self) -> Result<(Box<dyn KiraSound>, TuneHandle), Self::Error> {
        let handle = TuneHandle { shared: Arc::clone(&self.shared), rate: self.rate };
        Ok((Box::new(self), handle))
    }
}

fn frames(time: Duration, rate: u32) -> u32 {
    u32::try_from(time.as_millis() * u128::from(rate) / 1000).unwrap_or(u32::MAX)
}
