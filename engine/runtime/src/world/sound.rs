//! Sound files with their volume, sounds in the middle or at a place, and music.
//!
//! A tick only lists the requested sounds. Nothing that is heard comes back to the world, so that a play is the same
//! with any device and without one.

use std::sync::Arc;

use keitai_render::{AffineTrans, Q12, Vector3};
use keitai_sound::Level;
use serde::Deserialize;

use crate::assets::{Assets, SoundAsset};
use crate::error::Result;
use crate::ron_text::number;
use crate::ron_text::number::within;
use crate::text_file::{Field, Name};

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

/// A sound file, and how loud it is at which distance from the camera.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SoundCue {
    pub(crate) asset: Arc<SoundAsset>,
    /// Volume at and within `near`, 0.0 to 1.0.
    pub(crate) volume: Q12,
    /// Distance up to which the volume is full, model units.
    pub(crate) near: i32,
    /// Distance from which on nothing is heard, model units.
    pub(crate) far: i32,
    /// When too many sounds play, those of lower priority end.
    pub(crate) priority: u8,
}

/// Music, which repeats, and the time in which it replaces other music.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Music {
    /// Sample or tune to play.
    pub asset: Arc<SoundAsset>,
    /// Ticks of the cross-fade from the music before.
    pub fade: u32,
}

impl SoundCue {
    /// Returns a sound that is heard up to 8192 model units away.
    pub(crate) fn new(asset: Arc<SoundAsset>, volume: Q12) -> Self {
        Self { asset, volume, near: near(), far: far(), priority: 0 }
    }

    /// Returns the volume and the side of the sound for a camera with this view. Between `near` and `far` the volume falls
    /// in proportion to the distance. A sound exactly at the side is three quarters on that side.
    pub(super) fn level(&self, view: Option<&AffineTrans>, at: Vector3) -> Level {
        let Some(view) = view else { return Level { volume: self.volume.to_bits(), pan: 0 } };
        let [x, y, z] = in_view(view, at);
        let distance = (x * x + y * y + z * z).isqrt();
        let (near, far) = (i64::from(self.near), i64::from(self.far));
        let share = (far - distance).clamp(0, far - near) * 4096 / (far - near).max(1);
        let volume = (share * i64::from(self.volume.to_bits())) >> 12;
        Level { volume: volume as i32, pan: (x * 3072 / distance.max(1)) as i32 }
    }
}

/// Returns a point in view space, model units. Distances beyond 2^30 units count as that.
fn in_view(view: &AffineTrans, at: Vector3) -> [i64; 3] {
    const FAR: i64 = 1 << 30;
    let (matrix, at) = (view.to_raw().map(i64::from), [at.x, at.y, at.z].map(i64::from));
    [0, 4, 8].map(|row| {
        let sum: i64 = at.iter().zip(&matrix[row..]).map(|(c, factor)| c * factor).sum();
        ((sum >> 12) + matrix[row + 3]).clamp(-FAR, FAR)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CueFile<'a> {
    #[serde(borrow)]
    file: Name<'a>,
    #[serde(default = "number::one", deserialize_with = "number::share")]
    volume: Q12,
    #[serde(default = "near", deserialize_with = "within::<0, { i32::MAX as i64 }, _, _>")]
    near: i32,
    #[serde(default = "far")]
    far: i32,
    #[serde(default, deserialize_with = "within::<0, { u8::MAX as i64 }, _, _>")]
    priority: u8,
}

fn near() -> i32 {
    1024
}

fn far() -> i32 {
    8192
}

pub(crate) fn read_sound(field: Field, assets: &mut Assets) -> Result<SoundCue> {
    let CueFile { file, volume, near, far, priority } = field.parse()?;
    if far <= near {
        return Err(field.error(format!("far: expected more than `near`, found {far}")));
    }
    let asset = field.load(&file, |path| assets.sound(path))?;
    Ok(SoundCue { asset, volume, near, far, priority })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MusicFile<'a> {
    #[serde(borrow)]
    file: Name<'a>,
    /// Ticks.
    #[serde(default = "fade")]
    fade: u32,
}

fn fade() -> u32 {
    15
}

pub(crate) fn read_music(field: Field, assets: &mut Assets) -> Result<Music> {
    let MusicFile { file, fade } = field.parse()?;
    Ok(Music { asset: field.load(&file, |path| assets.sound(path))?, fade })
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
