//! Images, rectangles and texts on the screen.
//!
//! The entity's world position is a pixel of the picture, x from the left and y from the top; z is ignored. Within a
//! layer they are drawn after the figures and sprites in the world: a lower layer is a background, a higher one an
//! overlay.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::{Align, Canvas, CellFont, Clip, Font, Lettering, Overflow, TextLimits, TextureMap, Vector3};
use serde::Deserialize;

use super::components::{SceneComponent, merged};
use super::reader::{Loader, Reader, Texels};
use crate::assets::{AssetError, Assets};
use crate::error::Result;
use crate::ron_text::{number, yes};
use crate::text_file::{Field, Name};

/// A part of a texture; its top left corner is at the entity's position.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Texture whose part is drawn.
    pub texture: Arc<TextureMap>,
    /// The part to draw, texels: left, top, right, bottom; right and bottom are exclusive.
    pub texels: [i32; 4],
    /// Palette index 0 is transparent.
    pub key: bool,
    /// The blending of each pixel.
    pub blend: Blend,
    /// The pixels that may be drawn to; `None` for all.
    pub clip: Option<Clip>,
}

/// A filled rectangle; its top left corner is at the entity's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// Width and height, pixels.
    #[serde(deserialize_with = "number::size")]
    pub size: (u32, u32),
    /// 0xRRGGBB.
    #[serde(deserialize_with = "number::colour")]
    pub colour: u32,
    /// The blending of each pixel.
    #[serde(default)]
    pub blend: Blend,
    /// The pixels that may be drawn to; `None` for all.
    #[serde(default, deserialize_with = "number::area")]
    pub clip: Option<Clip>,
}

/// A text; the top of its first line is at the entity's position.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The text; `\n` begins a new line.
    pub text: String,
    /// Letters, with colour and outline where they have them.
    pub font: Font,
    /// Alignment of each line to the entity's position.
    pub align: Align,
    /// Width at which lines are wrapped, and the most lines.
    pub limits: TextLimits,
    /// The blending of each pixel.
    pub blend: Blend,
    /// The pixels that may be drawn to; `None` for all.
    pub clip: Option<Clip>,
}

fn with(mut canvas: Canvas, blend: Blend, clip: Option<Clip>) -> Canvas {
    canvas.set_clip(clip);
    canvas.set_blend(blend);
    canvas
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImageFile<'a> {
    #[serde(borrow)]
    texture: Name<'a>,
    texels: Option<Texels>,
    #[serde(default = "yes")]
    key: bool,
    #[serde(default)]
    blend: Blend,
    #[serde(default, deserialize_with = "number::area")]
    clip: Option<Clip>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextFile<'a> {
    #[serde(borrow)]
    text: Name<'a>,
    #[serde(default, borrow)]
    font: FontFile<'a>,
    #[serde(default = "white", deserialize_with = "number::colour")]
    colour: u32,
    #[serde(default)]
    outlined: bool,
    #[serde(default)]
    align: Align,
    width: Option<u32>,
    lines: Option<number::Positive>,
    #[serde(default)]
    blend: Blend,
    #[serde(default, deserialize_with = "number::area")]
    clip: Option<Clip>,
}

pub(super) fn white() -> u32 {
    0xFF_FFFF
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum FontFile<'a> {
    Small,
    #[default]
    Normal,
    Cells {
        #[serde(borrow)]
        texture: Name<'a>,
        cell: Cell,
        alphabet: String,
    },
    /// One of the scene's `fonts`.
    Named(#[serde(borrow)] Name<'a>),
}

impl FontFile<'_> {
    /// Returns the font. Colour and outline are those of plain fonts.
    pub(super) fn font(&self, field: Field, colour: u32, outlined: bool, loader: &mut Loader) -> Result<Font> {
        let plain = |lettering| Font::Plain { lettering, colour, outlined };
        match self {
            Self::Small => Ok(plain(Lettering::Small)),
            Self::Normal => Ok(plain(Lettering::Normal)),
            Self::Cells { texture, cell, alphabet } => cells(field, texture, *cell, alphabet, loader.assets),
            Self::Named(name) => loader.font(field, name).cloned(),
        }
    }
}

/// Width and height of a letter, texels.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Cell(
    #[serde(deserialize_with = "number::within::<1, { u8::MAX as i64 }, _, _>")] u8,
    #[serde(deserialize_with = "number::within::<1, { u8::MAX as i64 }, _, _>")] u8,
);

/// Letters from a texture or from a BDF file, as one of the scene's `fonts`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeclaredFont<'a> {
    #[serde(borrow)]
    texture: Option<Name<'a>>,
    cell: Option<Cell>,
    alphabet: Option<String>,
    #[serde(borrow)]
    bdf: Option<Name<'a>>,
    colour: Option<number::Colour>,
}

pub(crate) fn read_font(field: Field, assets: &mut Assets) -> Result<Font> {
    let DeclaredFont { texture, cell, alphabet, bdf, colour } = field.parse()?;
    match (texture, cell, alphabet, bdf, colour) {
        (Some(texture), Some(cell), Some(alphabet), None, None) => cells(field, &texture, cell, &alphabet, assets),
        (None, None, None, Some(bdf), colour) => {
            let path = field.path(&bdf)?;
            let font = assets.font(&path, colour.map_or_else(white, |colour| colour.0));
            font.map(Font::Cells).map_err(|error| field.error_at(&bdf, error))
        }
        _ => Err(field.error("expected texture, cell and alphabet, or bdf and, if not white, colour".to_owned())),
    }
}

fn cells(field: Field, texture: &str, Cell(width, height): Cell, alphabet: &str, assets: &mut Assets) -> Result<Font> {
    let path = field.path(texture)?;
    let map = &assets.texture(&path).map_err(|error| field.error_at(texture, error))?.map;
    let font = CellFont::new(Arc::clone(map), (width, height), alphabet);
    font.map(Font::Cells).map_err(|source| field.error_at(texture, AssetError::Render { path, source }))
}

impl Rectangle {
    pub(super) fn draw(&self, at: Vector3, canvas: Canvas) {
        let (width, height) = self.size;
        with(canvas, self.blend, self.clip).rectangle(at.x, at.y, width, height, self.colour);
    }
}

impl Image {
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let ImageFile { texture, texels, key, blend, clip } = field.parse()?;
        let (texture, texels) = reader.loader.texels(field, &texture, texels)?;
        Ok(Some(Self { texture, texels, key, blend, clip }))
    }

    /// Draws the image, with a texture in place of its own, at a pixel.
    pub(super) fn draw(&self, texture: &TextureMap, at: Vector3, canvas: Canvas) {
        with(canvas, self.blend, self.clip).image(texture, self.texels, at.x, at.y, self.key);
    }
}

impl Text {
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let TextFile { text, font, colour, outlined, align, width, lines, blend, clip } = field.parse()?;
        let loader = &mut *reader.loader;
        let font = font.font(field, colour, outlined, loader)?;
        let letter = font.letter().0;
        if let Some(width) = width.filter(|width| *width < letter) {
            let message = format!("width: expected at least {letter}, the width of a letter, found {width}");
            return Err(field.error(message));
        }
        loader.check_letters(field, &font, [&*text]);
        let limits = TextLimits { width, lines: lines.map(|lines| lines.0), overflow: Overflow::Ellipsis };
        Ok(Some(Self { text: text.to_string(), font, align, limits, blend, clip }))
    }

    pub(super) fn draw(&self, at: Vector3, canvas: Canvas) {
        let canvas = &mut with(canvas, self.blend, self.clip);
        canvas.write_within(&self.text, (at.x, at.y), &self.font, self.align, self.limits);
    }
}

impl SceneComponent for Image {
    fn line(&self) -> String {
        format!("image {:?}", self.texels)
    }
}

impl SceneComponent for Rectangle {
    fn line(&self) -> String {
        format!("rectangle {:?} {:06x}", self.size, self.colour)
    }
}

impl SceneComponent for Text {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self { text: merged(&old.text, self.text.clone(), now.text.clone()), ..self.clone() }
    }

    fn line(&self) -> String {
        format!("text {:?}", self.text)
    }
}
