//! Shots: frame programs in RON.
//!
//! A shot is a list of statements that change the renderer's state and draw. Some numbers grow with the frame number K. A
//! shot is used as a picture test, a benchmark and a comparison with another renderer. [`Shot::parse`] parses a text,
//! [`Player`] loads the files and draws frames, [`Shot::write`] returns the text.

mod budget;
mod error;
mod faults;
mod load;
mod player;
mod record;

pub use error::ShotError;
pub use player::Player;
pub use record::Recorded;
pub(crate) use record::ShotRecorder;

use crate::ron_text::number::{self, ProjectionWords, Within, Word, edges};
use crate::ron_text::parse_text;
use keitai_formats::Blend;
use keitai_formats::text::Position;
use keitai_render::{Align, Backend, Clip, Compat, Q12, ScreenColours, Shading, Vector3};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A frame program.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Width and height of the picture, pixels.
    pub(crate) size: [Within<u32, 1, MAX_SIDE>; 2],
    /// 0xRRGGBB; the whole picture is filled with it before each frame.
    pub(crate) background: Word,
    /// The clip, pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clip: Option<Area>,
    /// The back end, unless the settings name one.
    #[serde(default, skip_serializing_if = "is_authentic")]
    pub(crate) backend: Backend,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) textures: BTreeMap<String, TextureFile>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) figures: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) actions: BTreeMap<String, String>,
    /// Renderer settings that differ from the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) compat: Option<Compat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) screen: Option<ScreenColours>,
    pub(crate) frame: Vec<Statement>,
}

fn is_authentic(backend: &Backend) -> bool {
    *backend == Backend::Authentic
}

/// A texture file and its use. Paths are relative to the shot.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum TextureFile {
    /// A texture of figures and primitives.
    Model(String),
    Sphere(String),
}

/// One step of a frame program.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Statement {
    /// Sets the textures of a figure, one per texture group. A group without one is not drawn.
    Textures(String, Vec<String>),
    /// Makes a figure use one texture of its list.
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
    Bones(String, Vec<[Word; 12]>),
    /// T = this matrix, row-major 3x4: 4.12 with an integer fourth column.
    Matrix([Word; 12]),
    /// T = T * this matrix.
    Mul([Word; 12]),
    /// T = T * a turn by `angle + step * K`, 4096 = one turn.
    Rotate(Axis, Word, Word),
    /// Sets the screen centre, pixels.
    Center(Word, Word),
    Projection(ProjectionWords),
    Light(Option<Light>),
    Shading(Shading),
    /// Switches blending on, or off: blended polygons are drawn opaque.
    Transparency(bool),
    /// Sets the blending of all polygons, or that of their materials.
    Blend(Option<Blend>),
    SphereMap(Option<String>),
    /// Makes the enhanced back end draw queued polygons by order alone, without depth.
    Painter(bool),
    /// Sets the clip, or that of the shot. Queued polygons are drawn with the clip at the flush.
    Clip(Option<Area>),
    /// Queues a figure; x and y are added to the centre.
    Render(String, Word, Word),
    /// Queues a figure and flushes.
    Draw(String, Word, Word),
    Primitives {
        texture: Option<String>,
        /// Offset to the centre.
        at: (Word, Word),
        /// Type and attributes.
        command: Word,
        count: Word,
        vertices: Vec<Word>,
        normals: Vec<Word>,
        /// Texture coordinates or sprite parameters.
        texcoords: Vec<Word>,
        /// 0xRRGGBB.
        #[serde(rename = "colors")]
        colours: Vec<Word>,
    },
    CommandList {
        /// Textures that the list chooses from.
        textures: Vec<String>,
        /// Transforms that the list chooses from.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        transforms: Vec<[Word; 12]>,
        /// Offset to the centre.
        at: (Word, Word),
        words: Vec<Word>,
    },
    /// Draws a part of a texture on the screen, without queueing.
    Image {
        texture: String,
        /// Left, top, right and bottom, right and bottom exclusive. All of the texture by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        texels: Option<[Word; 4]>,
        /// The pixel of its top left corner.
        at: (Word, Word),
        /// Palette index 0 is transparent.
        key: bool,
        #[serde(default)]
        blend: Blend,
    },
    /// Fills a rectangle on the screen, without queueing.
    Rectangle {
        /// The pixel of its top left corner.
        at: (Word, Word),
        /// Width and height, pixels.
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
        /// Alignment of each line to the position.
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
        parse_text(text).map_err(|(Position { line, column }, fault)| ShotError::Syntax {
            line,
            column,
            fault: Box::new(fault),
        })
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

    /// Returns the text of the shot, one statement per line.
    ///
    /// # Errors
    /// When the serialiser fails.
    pub fn write(&self) -> Result<String, ShotError> {
        let layout = PrettyConfig::new().depth_limit(2).new_line("\n");
        let text = ron::ser::to_string_pretty(self, layout);
        text.map(|text| text + "\n").map_err(|error| ShotError::Write { reason: error.to_string() })
    }
}

/// The largest width and height of the picture, pixels.
const MAX_SIDE: i64 = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Axis {
    X,
    Y,
    Z,
}

/// A light; intensities in 4.12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Light {
    /// Direction of travel in view space.
    direction: [Word; 3],
    intensity: Word,
    ambient: Word,
}

impl From<Light> for keitai_render::Light {
    fn from(light: Light) -> Self {
        let [x, y, z] = light.direction.map(|word| word.0);
        let [intensity, ambient] = [light.intensity, light.ambient].map(|word| Q12::from_bits(word.0));
        Self { direction: Vector3::new(x, y, z), intensity, ambient }
    }
}

impl From<keitai_render::Light> for Light {
    fn from(light: keitai_render::Light) -> Self {
        let Vector3 { x, y, z } = light.direction;
        let [intensity, ambient] = [light.intensity, light.ambient].map(|number| Word(number.to_bits()));
        Self { direction: [x, y, z].map(Word), intensity, ambient }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Font {
    Small,
    #[default]
    Normal,
    /// Letters from a texture.
    Cells {
        texture: String,
        /// Width and height of a letter, texels.
        cell: (u8, u8),
        /// The letters in the order of their cells, row by row.
        alphabet: String,
    },
}

/// A rectangle as x, y, width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Area([Word; 4]);

impl From<Area> for Clip {
    fn from(area: Area) -> Self {
        edges(area.0.map(|word| word.0))
    }
}

impl From<Clip> for Area {
    fn from(clip: Clip) -> Self {
        let (width, height) = (clip.right.saturating_sub(clip.left), clip.bottom.saturating_sub(clip.top));
        Self([clip.left, clip.top, width, height].map(Word))
    }
}
