//! The sound device.

use keitai_sound::MixerOutput;
use sdl2::AudioSubsystem;
use sdl2::audio::{AudioCallback, AudioDevice, AudioSpecDesired, AudioStatus};

/// Frames that the device asks for at once: 21 ms at 48 kHz.
const FRAMES: u16 = 1024;

/// The open sound device. It stops when this is dropped.
pub struct SoundDevice {
    device: AudioDevice<Callback>,
    /// SDL's sound ends when its last part is dropped; the device comes first.
    _audio: AudioSubsystem,
}

impl SoundDevice {
    /// Opens the system's sound device for stereo frames, `rate` per second, and plays `output`. SDL converts for devices
    /// that want other frames. `SDL_AUDIODRIVER` names another driver, for instance `dummy` or `disk`.
    ///
    /// # Errors
    /// When there is no device. The error is the reason in the words of the system, and `output` comes back.
    pub fn open(rate: u32, output: MixerOutput) -> Result<Self, (Option<MixerOutput>, String)> {
        let wanted = AudioSpecDesired { freq: Some(rate.cast_signed()), channels: Some(2), samples: Some(FRAMES) };
        let mut waiting = Some(output);
        let opened = sdl2::init().and_then(|sdl| sdl.audio()).and_then(|audio| {
            // The callback is made once the device is open.
            let device = audio.open_playback(None, &wanted, |_| Callback(waiting.take()))?;
            Ok(Self { device, _audio: audio })
        });
        match opened {
            Ok(opened) => {
                opened.device.resume();
                Ok(opened)
            }
            Err(reason) => Err((waiting, reason.to_lowercase())),
        }
    }

    /// Returns whether the device was unplugged.
    pub fn is_lost(&self) -> bool {
        self.device.status() == AudioStatus::Stopped
    }

    /// Closes the device. Returns the output, for another one.
    pub fn close(self) -> Option<MixerOutput> {
        self.device.close_and_get_callback().0
    }
}

impl std::fmt::Debug for SoundDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SoundDevice").field("spec", self.device.spec()).finish_non_exhaustive()
    }
}

/// Runs on the device's thread. Nothing in it allocates or waits.
struct Callback(Option<MixerOutput>);

impl AudioCallback for Callback {
    type Channel = f32;

    fn callback(&mut self, frames: &mut [f32]) {
        match &mut self.0 {
            Some(output) => output.mix(frames),
            None => frames.fill(0.0),
        }
    }
}
