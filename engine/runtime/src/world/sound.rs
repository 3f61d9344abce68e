//! Sounds, in the middle or at a place, and music.
//!
//! A tick only lists the requested sounds. Nothing that is heard comes back to the world, so that a play is the same
//! with any device and without one.

use std::sync::Arc;

use keitai_render::{AffineTrans, Q12, Vector3};
use keitai_sound::Level;

use super::sound_cue::{Music, SoundCue};
use crate::assets::SoundAsset;

/// The most sounds that wait to be taken.
const MAX_WAITING: usize = 256;

/// A sound that is to be heard.
#[derive(Debug, Clone)]
pub struct PlayedSound {
    /// Sample or tune to play.
    pub asset: Arc<SoundAsset>,
    /// Volume and side.
    pub level: Level,
    /// When too many sounds play, those of lower priority end.
    pub priority: u8,
}

/// The sounds that a scene requests, and its music.
#[derive(Debug, Clone, Default)]
pub struct Sounds {
    /// Sounds requested since they were last taken. Whoever plays them takes them after each tick; when nobody does, the
    /// latest 256 are kept.
    pub played: Vec<PlayedSound>,
    /// The music; `None` for silence.
    pub music: Option<Music>,
}

impl Sounds {
    /// Asks for a sound. Without a place it is heard at full volume in the middle.
    pub(crate) fn play(&mut self, cue: &SoundCue, volume: Q12, at: Option<Vector3>, view: Option<&AffineTrans>) {
        let level = cue.level(view.filter(|_| at.is_some()), at.unwrap_or_default());
        let volume = (i64::from(level.volume) * i64::from(volume.to_bits())) >> 12;
        let level = Level { volume: volume.clamp(0, 4096) as i32, ..level };
        if level.volume == 0 {
            return;
        }
        if self.played.len() == MAX_WAITING {
            self.played.remove(0);
        }
        self.played.push(PlayedSound { asset: Arc::clone(&cue.asset), level, priority: cue.priority });
    }
}

#[cfg(test)]
mod tests {
    use keitai_sound::{Sample, Sound};

    use super::*;
    use crate::assets::AssetPath;

    fn cue() -> SoundCue {
        let sound = Sound::Sample(Sample::new(8000, 1, &[1, 2]).unwrap());
        let asset = Arc::new(SoundAsset { path: AssetPath::new("a.wav").unwrap(), sound });
        SoundCue { asset, volume: Q12::from_bits(2048), near: 100, far: 300, priority: 0 }
    }

    #[test]
    fn volume_falls_with_distance_and_the_side_follows_the_view() {
        let level = |x, y, z| {
            let Level { volume, pan } = cue().level(Some(&AffineTrans::IDENTITY), Vector3::new(x, y, z));
            (volume, pan)
        };
        assert_eq!(level(0, 0, 0), (2048, 0));
        assert_eq!(level(0, 100, 0), (2048, 0));
        assert_eq!((level(200, 0, 0), level(-200, 0, 0)), ((1024, 3072), (1024, -3072)));
        // 3-4-5: distance 250, a quarter of the way is left; 150 of 250 to the right.
        assert_eq!(level(150, 0, 200), (512, 1843));
        assert_eq!(level(0, 0, 300).0, 0);
        assert_eq!(level(i32::MAX, i32::MAX, i32::MIN).0, 0);
        assert_eq!(cue().level(None, Vector3::new(9000, 0, 0)).volume, 2048);
    }

    #[test]
    fn sounds_that_nobody_takes_do_not_pile_up() {
        let mut sounds = Sounds::default();
        for _ in 0..1000 {
            sounds.play(&cue(), Q12::ONE, None, None);
        }
        assert_eq!(sounds.played.len(), MAX_WAITING);
        sounds.play(&cue(), Q12::ZERO, None, None);
        assert_eq!(sounds.played.len(), MAX_WAITING, "silence is not played");
    }
}
