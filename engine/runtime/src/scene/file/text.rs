//! Fields of texts, fonts, numbers and gauges.

use keitai_formats::Blend;
use keitai_render::{Align, Overflow};
use serde::Deserialize;

use crate::ron_text::words::{self, Area};
use crate::world::Side;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct TextFile {
    pub(in crate::scene) text: Option<String>,
    pub(in crate::scene) key: Option<String>,
    #[serde(default)]
    pub(in crate::scene) font: FontFile,
    #[serde(default = "white")]
    pub(in crate::scene) colour: u32,
    #[serde(default)]
    pub(in crate::scene) outlined: bool,
    #[serde(default)]
    pub(in crate::scene) align: Align,
    pub(in crate::scene) width: Option<u32>,
    pub(in crate::scene) lines: Option<i64>,
    #[serde(default)]
    pub(in crate::scene) overflow: Overflow,
    #[serde(default, with = "words::Blend")]
    pub(in crate::scene) blend: Blend,
    pub(in crate::scene) clip: Option<Area>,
}

pub(super) fn white() -> u32 {
    0xFF_FFFF
}

/// The font of a text.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) enum FontFile {
    Small,
    #[default]
    Normal,
    /// Letters from a texture.
    Cells {
        texture: String,
        cell: (u8, u8),
        alphabet: String,
    },
    /// One of the scene's `fonts`.
    Named(String),
}

/// Letters from a texture, as one of the scene's `fonts`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct CellsFile {
    pub(in crate::scene) texture: String,
    pub(in crate::scene) cell: (u8, u8),
    pub(in crate::scene) alphabet: String,
}

/// A number in a text.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct NumberFile {
    #[serde(default)]
    pub(in crate::scene) value: i32,
    #[serde(default = "one_digit")]
    pub(in crate::scene) digits: i64,
    #[serde(default)]
    pub(in crate::scene) decimals: i64,
    #[serde(default)]
    pub(in crate::scene) time: bool,
}

fn one_digit() -> i64 {
    1
}

/// A share of a rectangle or an image.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct GaugeFile {
    pub(in crate::scene) value: i32,
    pub(in crate::scene) full: i32,
    #[serde(default)]
    pub(in crate::scene) from: Side,
}
