//! Fields of sounds and music.

use serde::Deserialize;

use super::{one, yes};
use crate::ron_text::number::Factor;

/// A sound of an entity.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct SoundFile {
    pub(in crate::scene) file: String,
    #[serde(default)]
    pub(in crate::scene) at: u32,
    #[serde(default, rename = "loop")]
    pub(in crate::scene) looped: bool,
    #[serde(default = "one")]
    pub(in crate::scene) volume: Factor,
    #[serde(default = "near")]
    pub(in crate::scene) near: i32,
    #[serde(default = "far")]
    pub(in crate::scene) far: i32,
    #[serde(default)]
    pub(in crate::scene) priority: u8,
}

/// A sound that is played once.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct CueFile {
    pub(in crate::scene) file: String,
    #[serde(default = "one")]
    pub(in crate::scene) volume: Factor,
    #[serde(default = "near")]
    pub(in crate::scene) near: i32,
    #[serde(default = "far")]
    pub(in crate::scene) far: i32,
    #[serde(default)]
    pub(in crate::scene) priority: u8,
}

impl SoundFile {
    /// Returns the sound without its start and repetition.
    pub(in crate::scene) fn cue(&self) -> CueFile {
        let Self { file, volume, near, far, priority, .. } = self;
        CueFile { file: file.clone(), volume: *volume, near: *near, far: *far, priority: *priority }
    }
}

fn near() -> i32 {
    1024
}

fn far() -> i32 {
    8192
}

/// The music of a scene.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct MusicFile {
    pub(in crate::scene) file: String,
    #[serde(default = "yes", rename = "loop")]
    pub(in crate::scene) looped: bool,
    #[serde(default = "fade")]
    pub(in crate::scene) fade: u32,
}

fn fade() -> u32 {
    15
}
