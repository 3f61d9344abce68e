//! Sounds: at an entity, at frames of actions, at a place, and music.
//!
//! A tick only lists the requested sounds. Nothing that is heard comes back to the world, so that a play is the same
//! with any device and without one.

use std::sync::Arc;

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Q12, Vector3};
use keitai_sound::Level;

use super::components::{SceneComponent, merged};
use super::reader::Reader;
use super::sound_cue::{CueFile, Music, SoundCue};
use super::transform::WorldTransform;
use crate::assets::SoundAsset;
use crate::error::Result;
use crate::text_file::Field;

/// The most sounds that wait to be taken.
const MAX_WAITING: usize = 256;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SoundSource {
    pub(crate) cue: SoundCue,
    /// Whether the sound repeats for as long as the entity exists.
    pub(crate) looped: bool,
    /// Ticks until the sound begins; `None` after a sound that does not repeat.
    pub(crate) starts_in: Option<u32>,
}

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
    /// Sounds that repeat, in the state after the last tick, with the entities that they belong to.
    pub looped: Vec<(Entity, PlayedSound)>,
    /// Whether sounds that repeat are paused; they resume later at the same position. Music and other sounds are heard.
    pub paused: bool,
    /// The music; `None` for silence.
    pub music: Option<Music>,
    /// Sounds at frames of actions, which wait for their entity's place in this tick.
    pub(crate) at_frames: Vec<(Entity, SoundCue)>,
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

/// Counts the sounds of all entities on by a tick, and lists what a camera with this view hears.
pub(crate) fn sound(world: &mut World, view: Option<&AffineTrans>, sounds: &mut Sounds) {
    for (entity, cue) in std::mem::take(&mut sounds.at_frames) {
        let at = world.get::<&WorldTransform>(entity).ok().map(|transform| transform.position());
        sounds.play(&cue, Q12::ONE, at, view);
    }
    sounds.looped.clear();
    for (entity, source, transform) in world.query_mut::<(Entity, &mut SoundSource, &WorldTransform)>() {
        match source.starts_in {
            Some(0) if source.looped => {
                let SoundCue { asset, priority, .. } = &source.cue;
                let level = source.cue.level(view, transform.position());
                sounds.looped.push((entity, PlayedSound { asset: Arc::clone(asset), level, priority: *priority }));
            }
            Some(0) => {
                source.starts_in = None;
                sounds.play(&source.cue, Q12::ONE, Some(transform.position()), view);
            }
            Some(ticks) => source.starts_in = Some(ticks - 1),
            None => {}
        }
    }
}

impl SoundSource {
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let file: CueFile = field.parse()?;
        let (looped, starts_in) = (file.looped.unwrap_or(false), Some(file.at.unwrap_or(0)));
        Ok(Some(Self { cue: file.load(field, reader.loader.assets)?, looped, starts_in }))
    }
}

impl SceneComponent for SoundSource {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        // Another sound begins at its start.
        let same = (self.looped, &self.cue.asset) == (old.looped, &old.cue.asset);
        let starts_in = if same { merged(&old.starts_in, self.starts_in, now.starts_in) } else { self.starts_in };
        Self { starts_in, ..self.clone() }
    }

    fn line(&self) -> String {
        format!("sound {}{}", self.cue.asset.path, if self.looped { " looped" } else { "" })
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
    fn sounds_begin_at_their_tick_and_loops_last_as_long_as_their_entity() {
        let mut world = World::new();
        let source = |looped, ticks| SoundSource { cue: cue(), looped, starts_in: Some(ticks) };
        world.spawn((source(false, 0), WorldTransform::default()));
        world.spawn((source(false, 2), WorldTransform::default()));
        let hum = world.spawn((source(true, 1), WorldTransform::default()));
        let mut sounds = Sounds::default();
        let counts = (0..5).map(|tick| {
            if tick == 4 {
                world.despawn(hum).unwrap();
            }
            sound(&mut world, None, &mut sounds);
            (sounds.played.drain(..).count(), sounds.looped.len())
        });
        assert_eq!(counts.collect::<Vec<_>>(), [(1, 0), (0, 1), (1, 1), (0, 1), (0, 0)]);
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
