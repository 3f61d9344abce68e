//! Shots: frame programs in RON.
//!
//! A shot is a list of statements that change the renderer's state and draw. Some numbers grow with the frame number K. A
//! shot is used as a picture test, a benchmark and a comparison with another renderer. [`Shot::parse`] parses a text,
//! [`Player`] loads the files and draws frames.

mod checks;
mod player;
mod program;

use std::collections::BTreeMap;

use keitai_formats::Blend;
use keitai_formats::text::Position;
use keitai_render::{AffineTrans, Align, Backend, Clip, Compat, Light, Q12, ScreenColours, Shading, Vector3};
use ron::value::RawValue;
use serde::{Deserialize, Deserializer};

pub use keitai_render::micro3d::RecordedShot;
pub use player::Player;

use crate::assets::AssetError;
use crate::ron_text::number::{self, ProjectionWords, Within, Word, edges};
use crate::ron_text::{SceneFault, parse_text};

/// A frame program.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Width and height of the picture, pixels.
    pub(crate) size: [Within<u32, 1, MAX_SIDE>; 2],
    /// 0xRRGGBB; the whole picture is filled with it before each frame.
    pub(crate) background: Word,
    /// The clip, pixels.
    #[serde(default, deserialize_with = "optional::<Area, _, _>")]
    pub(crate) clip: Option<Clip>,
    /// The back end, unless the settings name one.
    #[serde(default)]
    pub(crate) backend: Backend,
    #[serde(default)]
    pub(crate) textures: BTreeMap<String, TextureFile>,
    #[serde(default)]
    pub(crate) figures: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) actions: BTreeMap<String, String>,
    /// Renderer settings that differ from the default.
    #[serde(default)]
    pub(crate) compat: Option<Compat>,
    #[serde(default)]
    pub(crate) screen: Option<ScreenColours>,
    pub(crate) frame: Vec<Statement>,
}

/// A texture file and its use. Paths are relative to the shot.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) enum TextureFile {
    Model(String),
    Sphere(String),
}

/// One step of a frame program.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Statement {
    /// Sets the textures of a figure, one per texture group. A group without one is not drawn.
    Textures(String, Vec<String>),
    SelectTexture(String, usize),
    Pattern(String, Word),
    /// Poses a figure at frame `start + step * K` (16.16) of an action, wrapped on its length unless `step` is 0.
    Posture {
        figure: String,
        actions: String,
        action: usize,
        /// 16.16 frames.
        start: Word,
        /// 16.16 frames.
        step: Word,
    },
    /// Poses a figure by a matrix for each bone, from its own space into that of its parent, as `Matrix` has them.
    Bones(String, #[serde(deserialize_with = "list::<Matrix, _, _>")] Vec<AffineTrans>),
    /// T = this matrix, row-major 3x4: 4.12 with an integer fourth column.
    Matrix(Matrix),
    /// T = T * this matrix.
    Mul(Matrix),
    /// T = T * a turn by `angle + step * K`, 4096 = one turn.
    Rotate(Axis, Word, Word),
    Center(Word, Word),
    Projection(ProjectionWords),
    Light(#[serde(deserialize_with = "optional::<LightWords, _, _>")] Option<Light>),
    Shading(Shading),
    /// Switches blending on, or off: blended polygons are drawn opaque.
    Transparency(bool),
    /// Sets the blending of all polygons, or that of their materials.
    Blend(Option<Blend>),
    SphereMap(Option<String>),
    /// Makes the enhanced back end draw queued polygons by order alone, without depth.
    Painter(bool),
    /// Sets the clip, or that of the shot. Queued polygons are drawn with the clip at the flush.
    Clip(#[serde(deserialize_with = "optional::<Area, _, _>")] Option<Clip>),
    /// Queues a figure; x and y are added to the centre.
    Render(String, Word, Word),
    Draw(String, Word, Word),
    Primitives {
        texture: Option<String>,
        at: (Word, Word),
        command: Word,
        count: Word,
        #[serde(deserialize_with = "list::<Word, _, _>")]
        vertices: Vec<i32>,
        #[serde(deserialize_with = "list::<Word, _, _>")]
        normals: Vec<i32>,
        /// Texture coordinates or sprite parameters.
        #[serde(deserialize_with = "list::<Word, _, _>")]
        texcoords: Vec<i32>,
        /// 0xRRGGBB.
        #[serde(rename = "colors", deserialize_with = "list::<Word, _, _>")]
        colours: Vec<i32>,
    },
    CommandList {
        textures: Vec<String>,
        #[serde(default, deserialize_with = "list::<Matrix, _, _>")]
        transforms: Vec<AffineTrans>,
        at: (Word, Word),
        #[serde(deserialize_with = "list::<Word, _, _>")]
        words: Vec<i32>,
    },
    /// Draws a part of a texture on the screen, without queueing.
    Image {
        texture: String,
        /// Left, top, right and bottom, right and bottom exclusive. All of the texture by default.
        #[serde(default, deserialize_with = "optional::<Area, _, _>")]
        texels: Option<[i32; 4]>,
        /// The pixel of its top left corner.
        at: (Word, Word),
        /// Palette index 0 is transparent.
        key: bool,
        #[serde(default)]
        blend: Blend,
    },
    /// Fills a rectangle on the screen, without queueing.
    Rectangle {
        at: (Word, Word),
        #[serde(deserialize_with = "number::size")]
        size: (u32, u32),
        /// 0xRRGGBB.
        colour: Word,
        #[serde(default)]
        blend: Blend,
    },
    /// Draws a text on the screen, without queueing.
    Text {
        text: String,
        /// The pixel at the top of the first line.
        at: (Word, Word),
        #[serde(default)]
        font: Font,
        /// 0xRRGGBB, for plain fonts.
        colour: Word,
        /// Black outline, for plain fonts.
        #[serde(default)]
        outlined: bool,
        #[serde(default)]
        align: Align,
        #[serde(default)]
        blend: Blend,
    },
    /// Sorts and draws the queue.
    Flush,
}

impl Shot {
    /// Parses a shot. `Some` may be left out.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn parse(text: &str) -> Result<Self, ShotError> {
        parse_text(text).map_err(|(at, fault)| ShotError::Syntax { at, fault: Box::new(fault) })
    }

    /// Returns width and height of the picture, pixels, 1 to 4096.
    pub fn size(&self) -> (u32, u32) {
        (self.size[0].0, self.size[1].0)
    }

    /// Returns the paths of all files, as the shot has them.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let textures = self.textures.values().map(|file| match file {
            TextureFile::Model(path) | TextureFile::Sphere(path) => path,
        });
        textures.chain(self.figures.values()).chain(self.actions.values()).map(String::as_str)
    }
}

/// Why a shot cannot be read, drawn or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum ShotError {
    /// A text that is not a shot, or has a picture size out of range.
    #[error("{at}: {fault}")]
    Syntax { at: Position, fault: Box<SceneFault> },
    /// A fault of a statement: a name that is not declared, actions or matrices that do not fit their figure, or too much
    /// work per frame.
    #[error("statement {statement}: {reason}")]
    Statement {
        /// Position in the frame program, from 1.
        statement: usize,
        reason: String,
    },
    /// A file that cannot be read.
    #[error("{path}: {source}")]
    Read { path: String, source: std::io::Error },
    /// The renderer refuses a statement of a frame.
    #[error(transparent)]
    Render(#[from] keitai_render::Error),
    /// A path that leads out of the root, a file there that cannot be read, or one that is damaged or of another kind.
    #[error(transparent)]
    Asset(#[from] AssetError),
}

/// The statements of a shot with their places.
#[derive(Deserialize)]
struct Frame<'a> {
    #[serde(borrow)]
    frame: Vec<&'a RawValue>,
}

impl ShotError {
    pub(super) fn statement(statement: usize, reason: impl ToString) -> Self {
        Self::Statement { statement, reason: reason.to_string() }
    }

    /// Returns the place of the error in the text of the shot; `None` for an error outside that text.
    pub fn place(&self, text: &str) -> Option<Position> {
        let statement = match self {
            Self::Syntax { at, .. } => return Some(*at),
            Self::Statement { statement, .. } => statement.saturating_sub(1),
            Self::Read { .. } | Self::Render(_) | Self::Asset(_) => return None,
        };
        let Ok(Frame { frame }) = parse_text(text) else { return None };
        let start = frame.get(statement)?.trim().get_ron().as_ptr() as usize;
        Some(Position::of(text, start - text.as_ptr() as usize))
    }

    /// Returns advice that goes beyond the message.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Syntax { fault, .. } => fault.hint(),
            Self::Asset(error) => error.hint(),
            _ => None,
        }
    }
}

/// The largest width and height of the picture, pixels.
const MAX_SIDE: i64 = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum Axis {
    X,
    Y,
    Z,
}

fn optional<'de, W: Deserialize<'de>, D, T: From<W>>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
{
    Ok(<Option<W>>::deserialize(deserializer)?.map(T::from))
}

fn list<'de, W: Deserialize<'de>, D, T: From<W>>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
{
    Ok(<Vec<W>>::deserialize(deserializer)?.into_iter().map(T::from).collect())
}

/// A matrix, row-major 3x4.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Matrix([Word; 12]);

impl From<Matrix> for AffineTrans {
    #[inline]
    fn from(matrix: Matrix) -> Self {
        Self::from_raw(matrix.0.map(|word| word.0))
    }
}

/// Left, top, right and bottom of a part of a texture, or x, y, width and height of a rectangle.
#[derive(Deserialize)]
#[serde(transparent)]
struct Area([Word; 4]);

impl From<Area> for [i32; 4] {
    fn from(area: Area) -> Self {
        area.0.map(|word| word.0)
    }
}

/// A light; intensities in 4.12.
#[derive(Deserialize)]
#[serde(rename = "Light", deny_unknown_fields)]
struct LightWords {
    /// Direction of travel in view space.
    direction: [Word; 3],
    intensity: Word,
    ambient: Word,
}

impl From<LightWords> for Light {
    fn from(light: LightWords) -> Self {
        let [x, y, z] = light.direction.map(|word| word.0);
        let [intensity, ambient] = [light.intensity, light.ambient].map(|word| Q12::from_bits(word.0));
        Self { direction: Vector3::new(x, y, z), intensity, ambient }
    }
}

impl From<Area> for Clip {
    fn from(area: Area) -> Self {
        edges(area.into())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Font {
    Small,
    #[default]
    Normal,
    Cells {
        texture: String,
        cell: (u8, u8),
        /// The letters in the order of their cells, row by row.
        alphabet: String,
    },
}
