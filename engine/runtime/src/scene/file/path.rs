//! Fields of paths and of travel along them.

use keitai_formats::LoopMode;
use serde::Deserialize;

use super::{straight, yes};
use crate::ron_text::number::{Factor, Length, Turn};
use crate::ron_text::words;

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
    #[serde(default, with = "words::OptionalLoopMode")]
    pub(in crate::scene) mode: Option<LoopMode>,
    #[serde(default = "yes")]
    pub(in crate::scene) turns: bool,
}
