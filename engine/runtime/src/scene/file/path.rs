//! Fields of paths, of strips and travel along them.

use keitai_formats::Blend;
use serde::Deserialize;

use super::{straight, yes};
use crate::ron_text::number::{Factor, FactorPair, Length, Turn};
use crate::ron_text::words::{self, LoopWord};

/// A path.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct PathFile {
    pub(in crate::scene) points: Vec<PathPointFile>,
    #[serde(default)]
    pub(in crate::scene) closed: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct PathPointFile {
    pub(in crate::scene) at: (Length, Length, Length),
    #[serde(default)]
    pub(in crate::scene) width: Length,
    #[serde(default = "straight")]
    pub(in crate::scene) bank: Turn,
}

/// Travel along a path.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct AlongFile {
    pub(in crate::scene) path: String,
    pub(in crate::scene) speed: Factor,
    #[serde(default)]
    pub(in crate::scene) start: Length,
    #[serde(default)]
    pub(in crate::scene) side: Length,
    pub(in crate::scene) mode: Option<LoopWord>,
    #[serde(default = "yes")]
    pub(in crate::scene) turns: bool,
}

/// A strip of quads along a path.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct StripFile {
    pub(in crate::scene) path: String,
    pub(in crate::scene) pieces: u16,
    pub(in crate::scene) from: Option<Length>,
    pub(in crate::scene) to: Option<Length>,
    #[serde(default = "edges")]
    pub(in crate::scene) lines: FactorPair,
    pub(in crate::scene) texture: Option<String>,
    pub(in crate::scene) texels: Option<(u16, u16, u16, u16)>,
    pub(in crate::scene) colour: Option<u32>,
    #[serde(default, with = "words::Blend")]
    pub(in crate::scene) blend: Blend,
    #[serde(default)]
    pub(in crate::scene) key: bool,
    #[serde(default)]
    pub(in crate::scene) lit: bool,
    #[serde(default)]
    pub(in crate::scene) both_sides: bool,
}

fn edges() -> FactorPair {
    FactorPair([Factor::ONE.0, -Factor::ONE.0])
}
