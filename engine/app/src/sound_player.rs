//! Plays the sounds and the music that a scene requests.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use keitai_runtime::TickRate;
use keitai_runtime::assets::SoundAsset;
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{Music, PlayedSound, Sounds};
use keitai_sound::{Bus, MAX_VOICES, Mixer, MixerOutput, VoiceId};

use crate::error::Result;

/// Frames per second of everything that is mixed. The system converts for devices that need others.
pub const SOUND_RATE: u32 = 48_000;
/// Time in which music ends when no other music follows.
const SILENCE: Duration = Duration::from_millis(500);

/// A repeating sound that was started; `None` when another one has taken its voice.
struct Loop {
    entity: Entity,
    asset: Arc<SoundAsset>,
    voice: Option<VoiceId>,
    paused: bool,
}

impl Loop {
    fn is(&self, (entity, sound): &(Entity, PlayedSound)) -> bool {
        self.entity == *entity && Arc::ptr_eq(&self.asset, &sound.asset)
    }
}

/// Plays the sounds of one stage after another through a mixer.
pub struct SoundPlayer {
    mixer: Mixer,
    loops: Vec<Loop>,
    music: Option<Arc<SoundAsset>>,
}

impl fmt::Debug for SoundPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SoundPlayer").finish_non_exhaustive()
    }
}

impl SoundPlayer {
    /// Returns a player, and the frames that it plays, for a device or a file.
    ///
    /// # Errors
    /// When the engine's instruments cannot be read.
    pub fn new() -> Result<(Self, MixerOutput)> {
        let (mixer, output) = Mixer::new(SOUND_RATE)?;
        Ok((Self { mixer, loops: Vec::new(), music: None }, output))
    }

    /// Plays the sounds that a tick requested. Call this after each tick, with the sounds of the current stage.
    pub fn hear(&mut self, sounds: &mut Sounds, rate: TickRate) {
        for played in sounds.played.drain(..) {
            self.mixer.play(&played.asset.sound, played.level, played.priority, false);
        }
        self.hear_loops(&sounds.looped, sounds.paused);
        self.hear_music(sounds.music.as_ref(), rate);
    }

    /// Changes the music. In another scene with the same music it continues.
    fn hear_music(&mut self, music: Option<&Music>, rate: TickRate) {
        let wanted = music.map(|music| &music.asset);
        if wanted.map(Arc::as_ptr) == self.music.as_ref().map(Arc::as_ptr) {
            return;
        }
        let goes_on = wanted.zip(self.music.as_ref()).is_some_and(|(new, old)| new.sound.is_same(&old.sound));
        if !goes_on {
            let seconds = |ticks: u32| Duration::from_millis(u64::from(ticks) * u64::from(rate.thirds()) / 3);
            let fade = music.map_or(SILENCE, |music| seconds(music.fade));
            self.mixer.set_music(music.map(|music| (&music.asset.sound, music.looped)), fade);
        }
        self.music = wanted.cloned();
    }

    /// Starts, moves, pauses and ends repeating sounds. The most important and loudest ones are heard.
    fn hear_loops(&mut self, sounds: &[(Entity, PlayedSound)], paused: bool) {
        let mut wanted: Vec<&(Entity, PlayedSound)> =
            sounds.iter().filter(|(_, sound)| sound.level.volume > 0).collect();
        wanted.sort_by_key(|(_, sound)| std::cmp::Reverse((sound.priority, sound.level.volume)));
        wanted.truncate(MAX_VOICES);
        let mixer = &mut self.mixer;
        self.loops.retain(|own| {
            let stays = wanted.iter().any(|sound| own.is(sound));
            if let (false, Some(voice)) = (stays, own.voice) {
                mixer.stop(voice);
            }
            stays
        });
        for sound in wanted {
            let (entity, PlayedSound { asset, level, priority }) = sound;
            let known = self.loops.iter().position(|own| own.is(sound));
            let index = known.unwrap_or_else(|| {
                self.loops.push(Loop { entity: *entity, asset: Arc::clone(asset), voice: None, paused });
                self.loops.len() - 1
            });
            let own = &mut self.loops[index];
            let voice = &mut own.voice;
            *voice = voice.filter(|voice| mixer.set_level(*voice, *level));
            if let (true, Some(voice)) = (own.paused != paused, *voice) {
                mixer.set_paused(voice, paused);
            }
            own.paused = paused;
            // A loop whose voice was taken waits for a free one.
            if voice.is_none() && !paused && mixer.voices() < MAX_VOICES {
                *voice = mixer.play(&asset.sound, *level, *priority, true);
            }
        }
    }

    /// Sets the volume of a bus, 0..=100.
    pub fn set_volume(&mut self, bus: Bus, volume: u8) {
        self.mixer.set_volume(bus, volume);
    }

    /// Silences everything, or restores the volume.
    pub(crate) fn set_muted(&mut self, muted: bool) {
        self.mixer.set_muted(muted);
    }
}
