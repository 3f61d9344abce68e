//! Fields of cameras, light, shading and tints.

use keitai_render::Shading;
use serde::Deserialize;

use super::{Triple, one, still, straight};
use crate::ron_text::number::{Factor, Turn};
use crate::ron_text::words::{Area, BlendWord, Projection};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::scene) struct EffectFile {
    pub(in crate::scene) light: Option<LightFile>,
    pub(in crate::scene) unlit: bool,
    pub(in crate::scene) shading: Option<Shading>,
    pub(in crate::scene) opaque: bool,
    pub(in crate::scene) blend: Option<BlendWord>,
    pub(in crate::scene) sphere: Option<String>,
    pub(in crate::scene) painter: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct TintFile {
    pub(in crate::scene) colour: u32,
    #[serde(default = "one")]
    pub(in crate::scene) share: Factor,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct LightFile {
    pub(in crate::scene) direction: Triple,
    #[serde(default = "one")]
    pub(in crate::scene) intensity: Factor,
    #[serde(default = "still")]
    pub(in crate::scene) ambient: Factor,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::scene) struct CameraFile {
    pub(in crate::scene) projection: Option<Projection>,
    pub(in crate::scene) area: Option<Area>,
    pub(in crate::scene) centre: Option<(i32, i32)>,
    pub(in crate::scene) transparent: bool,
    pub(in crate::scene) rig: Option<RigFile>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) enum RigFile {
    LookAt {
        target: Option<String>,
        #[serde(default)]
        offset: Triple,
    },
    Orbit {
        target: Option<String>,
        #[serde(default)]
        offset: Triple,
        distance: i32,
        #[serde(default = "straight")]
        angle: Turn,
        #[serde(default = "straight")]
        pitch: Turn,
        #[serde(default = "straight")]
        spin: Turn,
    },
    Follow {
        target: String,
        #[serde(default)]
        offset: Triple,
        away: Triple,
        #[serde(default = "one")]
        ease: Factor,
        #[serde(default)]
        steady: bool,
    },
    Chase {
        target: String,
        #[serde(default)]
        offset: Triple,
        distance: i32,
        height: i32,
        #[serde(default = "one")]
        ease: Factor,
        #[serde(default)]
        walls: i32,
    },
}
