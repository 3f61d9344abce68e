//! Shots: one replayable frame program each, in RON.
//!
//! A shot is data: a list of statements over the renderer's state, some of whose numbers advance with the frame number
//! K. The same file serves as a picture test, a benchmark and a comparison with another renderer. [`Shot::parse`]
//! reads the text, [`Player`] loads what it names and draws its frames, [`Shot::write`] makes the text of one.

mod error;
mod load;
mod player;
mod record;
pub(crate) mod words;

pub use error::ShotError;
pub use player::Player;
pub use record::{FrameSettings, Recorded, ShotRecorder};
pub(crate) use words::edges;
pub use words::{Area, Axis, Font, Light, Projection, Shading, Word};

use keitai_render::{Backend, Compat};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A frame program.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Width and height of the picture, pixels.
    pub size: (u32, u32),
    /// 0xRRGGBB; the whole picture is filled with it before each frame.
    pub background: Word,
    /// The rectangle drawn in, pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clip: Option<Area>,
    /// The rasteriser, when none is asked for.
    #[serde(default, skip_serializing_if = "is_authentic", with = "Drawn")]
    pub backend: Backend,
    /// Textures by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub textures: BTreeMap<String, TextureFile>,
    /// Figure files by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, String>,
    /// Action table files by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub actions: BTreeMap<String, String>,
    /// Renderer settings that differ from the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compat: Option<Compat>,
    /// What is done for every frame, from top to bottom.
    pub frame: Vec<Statement>,
}

/// [`Backend`] as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(remote = "Backend")]
enum Drawn {
    Authentic,
    Enhanced,
}

fn is_authentic(backend: &Backend) -> bool {
    *backend == Backend::Authentic
}

/// A texture file and what it is for; paths are relative to the shot.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub enum TextureFile {
    /// For figures and primitives.
    Model(String),
    /// A sphere map.
    Sphere(String),
}

/// One step of a frame program.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
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
    /// Poses a figure by a matrix for each bone, from its own space into that of its parent, as `Matrix` has them.
    Bones(String, Vec<[Word; 12]>),
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
    /// On: in the enhanced back end what is queued relies on order alone, without depth.
    Painter(bool),
    /// The rectangle drawn in from now on; for what is queued the one at the flush counts. None: the shot's own.
    Clip(Option<Area>),
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
        /// The transforms it chooses from.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        transforms: Vec<[Word; 12]>,
        /// Added to the centre.
        at: (Word, Word),
        /// The list.
        words: Vec<Word>,
    },
    /// Draws a part of a texture on the screen, at once.
    Image {
        /// The texture.
        texture: String,
        /// Left, top, and the first right of and below it; all of it where it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        texels: Option<(Word, Word, Word, Word)>,
        /// The pixel of its top left corner.
        at: (Word, Word),
        /// Index 0 is not drawn.
        key: bool,
        /// How it meets what is there.
        #[serde(default, with = "words::Blend")]
        blend: keitai_formats::Blend,
    },
    /// Fills a rectangle on the screen, at once.
    Rectangle {
        /// The pixel of its top left corner.
        at: (Word, Word),
        /// Width and height, pixels.
        size: (u32, u32),
        /// 0xRRGGBB.
        colour: Word,
        /// How it meets what is there.
        #[serde(default, with = "words::Blend")]
        blend: keitai_formats::Blend,
    },
    /// Writes on the screen, at once.
    Text {
        /// What is written.
        text: String,
        /// The pixel at the top of its first line.
        at: (Word, Word),
        /// What it is written in.
        #[serde(default)]
        font: Font,
        /// 0xRRGGBB, for plain lettering.
        colour: Word,
        /// Black around plain lettering.
        #[serde(default)]
        outlined: bool,
        /// On which side of the place it lies.
        #[serde(default, with = "words::Align")]
        align: keitai_render::Align,
        /// How it meets what is there.
        #[serde(default, with = "words::Blend")]
        blend: keitai_formats::Blend,
    },
    /// Sorts and draws what is queued.
    Flush,
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

    /// The text of the shot, a statement to a line.
    ///
    /// # Errors
    /// When the serialiser refuses; it has no reason to.
    pub fn write(&self) -> Result<String, ron::Error> {
        let layout = PrettyConfig::new().depth_limit(2).new_line("\n");
        ron::ser::to_string_pretty(self, layout).map(|text| text + "\n")
    }

    /// The widest and highest picture, pixels.
    pub const LARGEST: u32 = 4096;
}
