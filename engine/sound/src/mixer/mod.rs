//! The mixer: voices with priorities on two buses.
//!
//! ```text
//! voices of effects (at most 32) -> effects bus --+
//!                                                 +-> volume or mute -> limiter -> stereo frames
//! music, and the music before it -> music bus ----+
//! ```
//!
//! [`Mixer`] belongs to the game's thread and [`MixerOutput`] to the device's. Commands pass between them through ring
//! buffers that never wait. Everything is allocated and freed on the game's side.

mod voice;

use crate::error::{Error, Result};
use crate::sound::Sound;
use kira::backend::{Backend, Renderer};
use kira::effect::Effect;
use kira::info::Info;
use kira::track::{MainTrackBuilder, TrackBuilder, TrackHandle};
use kira::{AudioManager, AudioManagerSettings, Capacities, Decibels, Frame, Tween};
use std::time::Duration;
use voice::{Playing, Start};

/// The most effects that play at once.
pub const MAX_VOICES: usize = 32;
/// Time in which a voice that gives way fades out.
const GIVE_WAY: Duration = Duration::from_millis(5);
/// Time in which a change of volume or position is spread, so that it does not click.
const SMOOTH: Duration = Duration::from_millis(30);
/// Room for voices that fade out while new ones begin.
const SLOTS: usize = 2 * MAX_VOICES;

/// Volume and position of a voice, 4096 = 1.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Volume, 0..=4096.
    pub volume: i32,
    /// Position, -4096 (left) ..= 4096 (right).
    pub pan: i32,
}

impl Level {
    /// Full volume in the middle.
    pub const FULL: Self = Self { volume: 4096, pan: 0 };
}

/// A part of the mix with a volume of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bus {
    /// Music and effects together.
    All,
    /// The music of [`Mixer::set_music`].
    Music,
    /// The voices of [`Mixer::play`].
    Effects,
}

struct Voice {
    priority: u8,
    playing: Playing,
}

/// The game's side of the mixer.
pub struct Mixer {
    manager: AudioManager<RendererBackend>,
    effects: TrackHandle,
    music: TrackHandle,
    rate: u32,
    voices: Vec<Voice>,
    tune: Option<Playing>,
    volume: u8,
    muted: bool,
}

impl Mixer {
    /// Makes a mixer for `rate` frames per second, 16,000 to 192,000; another rate is an error.
    pub fn new(rate: u32) -> Result<(Self, MixerOutput)> {
        let reason = |reason| Error::Mixer(reason);
        if !(16_000..=192_000).contains(&rate) {
            return Err(reason("expected 16000 to 192000 frames per second"));
        }
        let none = Capacities {
            sub_track_capacity: 2,
            send_track_capacity: 0,
            clock_capacity: 0,
            modulator_capacity: 0,
            listener_capacity: 0,
        };
        let settings = AudioManagerSettings {
            capacities: none,
            main_track_builder: MainTrackBuilder::new().sound_capacity(0).with_built_effect(Box::new(Limiter)),
            internal_buffer_size: 128,
            backend_settings: rate,
        };
        // Only the back end can fail, and this one cannot.
        let mut manager = AudioManager::<RendererBackend>::new(settings).map_err(|()| reason("no back end"))?;
        let renderer = manager.backend_mut().0.take().ok_or(reason("no renderer"))?;
        let bus = || TrackBuilder::new().sub_track_capacity(0).sound_capacity(SLOTS);
        let effects = manager.add_sub_track(bus()).map_err(|_| reason("no room for a bus"))?;
        let music = manager.add_sub_track(bus()).map_err(|_| reason("no room for a bus"))?;
        let (voices, tune) = (Vec::with_capacity(MAX_VOICES), None);
        let mixer = Self { manager, effects, music, rate, voices, tune, volume: 100, muted: false };
        Ok((mixer, MixerOutput(Box::new(renderer))))
    }

    /// Plays a sound once. When all voices are busy, the one with the lowest priority gives way, the oldest of several. Returns
    /// whether it plays: nothing changes when all voices are more important, when the sound is empty, and when it cannot be started.
    pub fn play(&mut self, sound: &Sound, level: Level, priority: u8) -> bool {
        self.voices.retain(|voice| !voice.playing.is_over());
        let weakest = if self.voices.len() < MAX_VOICES {
            None
        } else {
            self.voices.iter().enumerate().min_by_key(|(_, voice)| voice.priority)
        };
        if weakest.is_some_and(|(_, voice)| voice.priority > priority) {
            return false;
        }
        let weakest = weakest.map(|(index, _)| index);
        let start = Start { level, looped: false, fade_in: Duration::ZERO, rate: self.rate };
        let Some(playing) = Playing::start(sound, start, &mut self.effects) else { return false };
        if let Some(index) = weakest {
            self.voices.remove(index).playing.stop(GIVE_WAY);
        }
        self.voices.push(Voice { priority, playing });
        true
    }

    /// Ends the music in the time `fade`, and begins other music in the same time. `None` is silence.
    pub fn set_music(&mut self, music: Option<(&Sound, bool)>, fade: Duration) {
        let fade_in = if self.tune.is_some() { fade } else { Duration::ZERO };
        if let Some(mut before) = self.tune.take() {
            before.stop(fade);
        }
        self.tune = music.and_then(|(sound, looped)| {
            let start = Start { level: Level::FULL, looped, fade_in, rate: self.rate };
            Playing::start(sound, start, &mut self.music)
        });
    }

    /// Sets the volume of a bus, 0..=100. Half of it sounds about half as loud: the amplitude is the square.
    pub fn set_volume(&mut self, bus: Bus, volume: u8) {
        match bus {
            Bus::All => {
                self.volume = volume.min(100);
                self.set_main_volume();
            }
            Bus::Music => self.music.set_volume(decibels(volume), smoothly(SMOOTH)),
            Bus::Effects => self.effects.set_volume(decibels(volume), smoothly(SMOOTH)),
        }
    }

    /// Silences everything, or restores the volume.
    pub fn set_muted(&mut self, muted: bool) {
        self.muted = muted;
        self.set_main_volume();
    }

    fn set_main_volume(&mut self) {
        let volume = if self.muted { 0 } else { self.volume };
        self.manager.main_track().set_volume(decibels(volume), smoothly(SMOOTH));
    }

    /// Returns the number of effects that play.
    pub fn voices(&self) -> usize {
        self.voices.iter().filter(|voice| !voice.playing.is_over()).count()
    }

    /// Returns the frames per second.
    pub fn rate(&self) -> u32 {
        self.rate
    }
}

impl std::fmt::Debug for Mixer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mixer").field("rate", &self.rate).field("voices", &self.voices.len()).finish_non_exhaustive()
    }
}

/// The device's side of the mixer.
pub struct MixerOutput(Box<Renderer>);

impl MixerOutput {
    /// Mixes the next frames: left and right values in turn, -1.0 to 1.0. Allocates nothing and never waits.
    pub fn mix(&mut self, frames: &mut [f32]) {
        self.0.on_start_processing();
        self.0.process(frames, 2);
        // A negative value times a silent volume is -0.0; the sum is 0.0.
        frames.iter_mut().for_each(|value| *value += 0.0);
    }
}

impl std::fmt::Debug for MixerOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MixerOutput").finish_non_exhaustive()
    }
}

/// Back end of the audio library that hands its renderer out.
struct RendererBackend(Option<Renderer>);

impl Backend for RendererBackend {
    type Settings = u32;
    type Error = ();

    fn setup(rate: u32, _: usize) -> std::result::Result<(Self, u32), ()> {
        Ok((Self(None), rate))
    }

    fn start(&mut self, renderer: Renderer) -> std::result::Result<(), ()> {
        self.0 = Some(renderer);
        Ok(())
    }
}

fn smoothly(duration: Duration) -> Tween {
    Tween { duration, ..Tween::default() }
}

/// Returns the gain of a volume of 0 to 100.
fn decibels(volume: u8) -> Decibels {
    amplitude(f32::from(volume.min(100)) * f32::from(volume.min(100)) / 10_000.0)
}

fn amplitude(factor: f32) -> Decibels {
    if factor <= 0.0 { Decibels::SILENCE } else { Decibels(20.0 * libm::log10f(factor)) }
}

/// Values up to here pass unchanged.
const KNEE: f32 = 0.75;

/// An effect that bends values above the knee, so that none reaches 1.0.
struct Limiter;

impl Effect for Limiter {
    fn process(&mut self, frames: &mut [Frame], _: f64, _: &Info) {
        for frame in frames {
            (frame.left, frame.right) = (limited(frame.left), limited(frame.right));
        }
    }
}

/// Returns a value below 1.0. At the knee the curve has slope 1, so that it has no corner.
fn limited(value: f32) -> f32 {
    let size = value.abs();
    if size <= KNEE {
        return value;
    }
    let over = (size - KNEE) / (1.0 - KNEE);
    (KNEE + (1.0 - KNEE) * over / (1.0 + over)).copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_pass_and_large_ones_stay_below_full_scale() {
        assert_eq!((limited(0.5), limited(-0.75)), (0.5, -0.75));
        // One knee's width above the knee: half of the way that is left.
        assert_eq!((limited(1.0), limited(-1.0)), (0.875, -0.875));
        assert!(limited(40.0) < 1.0 && limited(40.0) > 0.99);
    }
}
