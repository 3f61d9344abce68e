//! Shots: one replayable frame program each, in RON.
//!
//! A shot is data: a list of statements over the renderer's state, some of whose numbers advance with the frame number
//! K. The same file serves as a picture test, a benchmark and a comparison with another renderer. [`Shot::parse`]
//! reads the text, [`Player`] loads what it names and draws its frames.

mod flat;
mod player;

pub(crate) use flat::edges;
pub use flat::{Align, Area, Blend, Font};
pub use player::{Player, ShotError};

use keitai_render::Compat;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A frame program.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Width and height of the picture, pixels.
    pub size: (u32, u32),
    /// 0xRRGGBB; the whole picture is filled with it before each frame.
    pub background: Word,
    /// x, y, width and height of the rectangle drawn in, pixels.
    #[serde(default)]
    pub clip: Option<(i32, i32, i32, i32)>,
    /// Textures by name.
    #[serde(default)]
    pub textures: BTreeMap<String, TextureFile>,
    /// Figure files by name.
    #[serde(default)]
    pub figures: BTreeMap<String, String>,
    /// Action table files by name.
    #[serde(default)]
    pub actions: BTreeMap<String, String>,
    /// Renderer settings that differ from the default.
    #[serde(default)]
    pub compat: Option<Compat>,
    /// What is done for every frame, from top to bottom.
    pub frame: Vec<Statement>,
}

/// A texture file and what it is for; paths are relative to the shot.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum TextureFile {
    /// For figures and primitives.
    Model(String),
    /// A sphere map.
    Sphere(String),
}

/// An integer from -2^31 to 2^32-1, reduced to 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub struct Word(pub i32);

impl TryFrom<i64> for Word {
    type Error = String;

    fn try_from(value: i64) -> Result<Self, String> {
        if (-(1 << 31)..1 << 32).contains(&value) {
            Ok(Self(value as i32))
        } else {
            Err(format!("expected an integer from -2147483648 to 4294967295, found {value}"))
        }
    }
}

/// One step of a frame program.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Statement {
    /// Textures of a figure: one for all of it, or one per texture group.
    Textures(String, Vec<String>),
    /// The figure uses texture i of its list.
    SelectTexture(String, usize),
    /// The figure's pattern mask.
    Pattern(String, Word),
    /// Poses a figure at frame `start + step * K` (16.16) of an action, wrapped on its length unless `step` is 0.
    Posture {
        /// The figure.
        figure: String,
        /// The action table.
        actions: String,
        /// Index of the action.
        action: usize,
        /// 16.16 frames.
        start: Word,
        /// 16.16 frames.
        step: Word,
    },
    /// T = these twelve, row-major 3x4: 4.12 with a plain fourth column.
    Matrix([Word; 12]),
    /// T = T * these.
    Mul([Word; 12]),
    /// T = T * a turn by `angle + step * K`, 4096 = one turn.
    Rotate(Axis, Word, Word),
    /// Screen centre, pixels.
    Center(Word, Word),
    /// The projection.
    Projection(Projection),
    /// The light, or none.
    Light(Option<Light>),
    /// Smooth or toon shading.
    Shading(Shading),
    /// Off: blend modes draw opaque.
    Transparency(bool),
    /// The sphere map, or none.
    SphereMap(Option<String>),
    /// Queues a figure; x and y are added to the centre.
    Render(String, Word, Word),
    /// Queues a figure and flushes.
    Draw(String, Word, Word),
    /// Queues primitives.
    Primitives {
        /// The texture, where they have one.
        texture: Option<String>,
        /// Added to the centre.
        at: (Word, Word),
        /// Type and attributes.
        command: Word,
        /// How many.
        count: Word,
        /// Coordinates.
        vertices: Vec<Word>,
        /// Normals.
        normals: Vec<Word>,
        /// Texture coordinates or sprite parameters.
        texcoords: Vec<Word>,
        /// 0xRRGGBB.
        colors: Vec<Word>,
    },
    /// Runs a command list.
    CommandList {
        /// The textures it chooses from.
        textures: Vec<String>,
        /// Added to the centre.
        at: (Word, Word),
        /// The list.
        words: Vec<Word>,
    },
    /// Sorts and draws what is queued.
    Flush,
}

/// An axis of rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub enum Axis {
    X,
    Y,
    Z,
}

/// A projection as [`keitai_render::Projection`], in plain integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Projection {
    /// 4096 = one pixel per unit.
    ParallelScale(Word, Word),
    /// Units across the picture.
    ParallelSize(Word, Word),
    /// Near, far, horizontal field of view.
    PerspectiveFov(Word, Word, Word),
    /// Near, far, width and height of the near plane in 20.12.
    PerspectiveSize(Word, Word, Word, Word),
}

/// A light; intensities in 4.12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// The way it travels, in view space.
    pub direction: (Word, Word, Word),
    /// Of the directional part.
    pub intensity: Word,
    /// Of the ambient part.
    pub ambient: Word,
}

/// How shades become brightness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shading {
    /// Smooth.
    Normal,
    /// Two levels.
    Toon {
        /// Shades above it are high.
        threshold: u8,
        /// The high level.
        high: u8,
        /// The low level.
        low: u8,
    },
}

impl Shot {
    /// Reads the text of a shot.
    ///
    /// # Errors
    /// The first thing that is wrong, with line and column.
    pub fn parse(text: &str) -> Result<Self, ShotError> {
        let shot: Self = ron::from_str(text).map_err(Box::new)?;
        let (width, height) = shot.size;
        if (1..=Self::LARGEST).contains(&width) && (1..=Self::LARGEST).contains(&height) {
            Ok(shot)
        } else {
            Err(ShotError::Size { width, height, largest: Self::LARGEST })
        }
    }

    /// The widest and highest picture, pixels.
    pub const LARGEST: u32 = 4096;
}
