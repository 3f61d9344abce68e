//! The sound device.

use keitai_sound::MixerOutput;
use sdl2::AudioSubsystem;
use sdl2::audio::{AudioCallback, AudioDevice, AudioSpecDesired, AudioStatus};

use crate::sound_player::SOUND_RATE;
use crate::window::SoundDevice;

/// Frames that the device requests at once: 21 ms at 48 kHz.
const FRAMES: u16 = 1024;

pub(crate) struct SdlSound {
    device: Option<AudioDevice<Callback>>,
    /// SDL's sound ends when its last part is dropped, so the device is dropped first. The subsystem is kept without a
    /// device, because SDL reports devices that are plugged in only while it exists.
    audio: Option<AudioSubsystem>,
    /// The frames, while there is no device.
    idle: Option<MixerOutput>,
}

impl SdlSound {
    /// Returns a device for the stereo frames of `output`, which is not open yet.
    pub(crate) fn new(output: MixerOutput) -> Self {
        Self { device: None, audio: None, idle: Some(output) }
    }
}

impl SoundDevice for SdlSound {
    /// Opens the system's sound device. SDL converts for devices that need other frames. `SDL_AUDIODRIVER` names
    /// another driver, for instance `dummy` or `disk`. An error is in the words of the system.
    fn open(&mut self) -> Result<(), String> {
        if self.device.is_some() {
            return Ok(());
        }
        let started = self.audio.take().map_or_else(|| sdl2::init().and_then(|sdl| sdl.audio()), Ok);
        let audio = self.audio.insert(started.map_err(|reason| reason.to_lowercase())?);
        // Drivers such as ALSA write lines of their own to the console when a missing device is opened.
        if audio.num_audio_playback_devices() == Some(0) && std::env::var_os("SDL_AUDIODRIVER").is_none() {
            return Err(format!("{} has none", audio.current_audio_driver()));
        }
        let format =
            AudioSpecDesired { freq: Some(SOUND_RATE.cast_signed()), channels: Some(2), samples: Some(FRAMES) };
        // The callback is made once the device is open.
        let opened = audio.open_playback(None, &format, |_| Callback(self.idle.take()));
        let device = self.device.insert(opened.map_err(|reason| reason.to_lowercase())?);
        device.resume();
        Ok(())
    }

    fn is_open(&self) -> bool {
        self.device.is_some()
    }

    /// Closes a device that was unplugged or whose sound server has ended.
    fn close_lost(&mut self) -> bool {
        let Some(device) = self.device.take_if(|device| device.status() == AudioStatus::Stopped) else { return false };
        self.idle = device.close_and_get_callback().0;
        self.disconnect();
        true
    }

    fn disconnect(&mut self) {
        if self.device.is_none() {
            self.audio = None;
        }
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
