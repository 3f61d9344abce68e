//! Plays the sounds and the music that a scene requests.

use std::sync::Arc;
use std::time::Duration;

use keitai_runtime::TickRate;
use keitai_runtime::assets::SoundAsset;
use keitai_runtime::world::{Music, Sounds};
use keitai_sound::{Bus, Mixer, MixerOutput};

use crate::error::Result;

/// Frames per second of everything that is mixed. The system converts for devices that need others.
pub const SOUND_RATE: u32 = 48_000;
/// Time in which music ends when no other music follows.
const SILENCE: Duration = Duration::from_millis(500);

/// Plays the sounds of one stage after another through a mixer.
#[derive(Debug)]
pub struct SoundPlayer {
    mixer: Mixer,
    music: Option<Arc<SoundAsset>>,
}

impl SoundPlayer {
    /// Returns a player, and the frames that it plays, for a device or a file.
    ///
    /// # Errors
    /// When the engine's instruments cannot be read.
    pub fn new() -> Result<(Self, MixerOutput)> {
        let (mixer, output) = Mixer::new(SOUND_RATE)?;
        Ok((Self { mixer, music: None }, output))
    }

    /// Plays the sounds that a tick requested. Call this after each tick, with the sounds of the current stage.
    pub fn hear(&mut self, sounds: &mut Sounds, rate: TickRate) {
        for played in sounds.played.drain(..) {
            self.mixer.play(&played.asset.sound, played.level, played.priority);
        }
        self.hear_music(sounds.music.as_ref(), rate);
    }

    /// Changes the music. In another scene with the same music it continues.
    fn hear_music(&mut self, music: Option<&Music>, rate: TickRate) {
        let asset = music.map(|music| &music.asset);
        if asset.map(Arc::as_ptr) == self.music.as_ref().map(Arc::as_ptr) {
            return;
        }
        let goes_on = asset.zip(self.music.as_ref()).is_some_and(|(new, old)| new.sound.is_same(&old.sound));
        if !goes_on {
            let seconds = |ticks: u32| Duration::from_millis(u64::from(ticks) * u64::from(rate.thirds()) / 3);
            let fade = music.map_or(SILENCE, |music| seconds(music.fade));
            self.mixer.set_music(music.map(|music| (&music.asset.sound, true)), fade);
        }
        self.music = asset.cloned();
    }

    /// Sets the volume of a bus, 0..=100.
    pub fn set_volume(&mut self, bus: Bus, volume: u8) {
        self.mixer.set_volume(bus, volume);
    }

    pub(crate) fn set_muted(&mut self, muted: bool) {
        self.mixer.set_muted(muted);
    }
}
