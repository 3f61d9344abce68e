//! Sound files with their volume, and music.

use std::sync::Arc;

use keitai_render::{AffineTrans, Q12, Vector3};
use keitai_sound::Level;
use serde::Deserialize;

use crate::assets::{Assets, SoundAsset};
use crate::error::Result;
use crate::ron_text::number::{self, within};
use crate::ron_text::yes;
use crate::text_file::{Field, Name};

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

/// Music and the time in which it replaces other music.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Music {
    /// Sample or tune to play.
    pub asset: Arc<SoundAsset>,
    /// Whether the music repeats.
    pub looped: bool,
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
        let turned: i64 = at.iter().zip(&matrix[row..]).map(|(c, factor)| c * factor).sum();
        ((turned >> 12) + matrix[row + 3]).clamp(-FAR, FAR)
    })
}

/// One of the `sounds` of a scene.
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
    #[serde(default = "yes", rename = "loop")]
    looped: bool,
    /// Ticks.
    #[serde(default = "fade")]
    fade: u32,
}

fn fade() -> u32 {
    15
}

pub(crate) fn read_music(field: Field, assets: &mut Assets) -> Result<Music> {
    let MusicFile { file, looped, fade } = field.parse()?;
    Ok(Music { asset: field.load(&file, |path| assets.sound(path))?, looped, fade })
}
