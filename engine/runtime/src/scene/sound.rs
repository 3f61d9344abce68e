//! Loads the sounds and the music of scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_render::Q12;

use super::error_list::ErrorList;
use super::file::{CueFile, MusicFile};
use super::texts::{Spot, Texts};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::error::{Error, Result};
use crate::ron_text::{SceneFault, Step};
use crate::world::{Music, SoundCue};

/// Sounds by name.
pub(super) type Sounds = BTreeMap<Arc<str>, SoundCue>;

/// Returns the `sounds` of a scene and of the files that it includes.
pub(super) fn sounds(
    written: &BTreeMap<String, (usize, CueFile)>,
    texts: &Texts,
    assets: &mut Assets,
    errors: &mut ErrorList,
) -> Sounds {
    let mut sounds = Sounds::new();
    for (name, (text, file)) in written {
        let found = cue(file, assets, |step, fault| texts.error(&[Spot::Sound(*text, name)], &[step], fault));
        sounds.extend(errors.keep(found).map(|cue| (Arc::from(name.as_str()), cue)));
    }
    sounds
}

/// Returns the music of a scene.
pub(super) fn music(written: &MusicFile, texts: &Texts, assets: &mut Assets) -> Result<Music> {
    let steps = [Step::Field("music"), Step::Field("file")];
    let asset = AssetPath::new(&written.file).and_then(|path| assets.sound(&path));
    let asset = asset.map_err(|error| texts.error(&[Spot::Scene], &steps, error.into()))?;
    Ok(Music { asset, looped: written.looped, fade: written.fade })
}

/// Loads a sound. `error` makes the error for a fault in a field.
pub(super) fn cue(
    written: &CueFile,
    assets: &mut Assets,
    error: impl Fn(Step<'static>, SceneFault) -> Error,
) -> Result<SoundCue> {
    let CueFile { file, volume, near, far, priority } = written;
    let range = |field, expected: &'static str, found: i32| {
        error(Step::Field(field), SceneFault::range(field, expected, found))
    };
    if !(0..=4096).contains(&volume.0) {
        return Err(range("volume", "0..=4096, which is 0.0 to 1.0", volume.0));
    }
    if *near < 0 {
        return Err(range("near", "at least 0", *near));
    }
    if far <= near {
        return Err(range("far", "more than `near`", *far));
    }
    let refuse = |fault: AssetError| error(Step::Field("file"), fault.into());
    let asset = AssetPath::new(file).and_then(|path| assets.sound(&path)).map_err(refuse)?;
    Ok(SoundCue { asset, volume: Q12::from_bits(volume.0), near: *near, far: *far, priority: *priority })
}
