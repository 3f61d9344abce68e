//! Images, rectangles and texts on the screen.
//!
//! The entity's world position is a pixel of the picture, x from the left and y from the top; z does not count. Within a
//! layer they are drawn after the figures and sprites in the world: a lower layer is a background, a higher one an overlay.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::{Align, Canvas, Clip, Font, TextLimits, TextureMap, Vector3};

/// Blending and clipping of something on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawMode {
    /// The blending of each pixel.
    pub blend: Blend,
    /// The pixels that may be drawn to; `None` for all.
    pub clip: Option<Clip>,
}

/// A part of a texture; its top left corner is at the entity's position.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// The texture.
    pub texture: Arc<TextureMap>,
    /// The part to draw, texels: left, top, right, bottom; right and bottom are exclusive.
    pub texels: [i32; 4],
    /// Palette index 0 is transparent.
    pub key: bool,
    /// Blending and clipping.
    pub mode: DrawMode,
}

/// A filled rectangle; its top left corner is at the entity's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rectangle {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// 0xRRGGBB.
    pub colour: u32,
    /// Blending and clipping.
    pub mode: DrawMode,
}

/// A text; the top of its first line is at the entity's position.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The text; `\n` begins a new line.
    pub text: String,
    /// The font.
    pub font: Font,
    /// Alignment of each line to the entity's position.
    pub align: Align,
    /// Width at which lines are wrapped, and the most lines.
    pub limits: TextLimits,
    /// Blending and clipping.
    pub mode: DrawMode,
}

impl DrawMode {
    fn apply<'a>(self, mut canvas: Canvas<'a>) -> Canvas<'a> {
        canvas.set_clip(self.clip);
        canvas.set_blend(self.blend);
        canvas
    }
}

impl Image {
    /// Draws the image, with a texture in place of its own, at a pixel.
    pub(super) fn draw(&self, texture: &TextureMap, at: Vector3, canvas: Canvas) {
        self.mode.apply(canvas).image(texture, self.texels, at.x, at.y, self.key);
    }
}

impl Rectangle {
    /// Draws the rectangle at a pixel.
    pub(super) fn draw(&self, at: Vector3, canvas: Canvas) {
        let (width, height) = self.size;
        self.mode.apply(canvas).rectangle(at.x, at.y, width, height, self.colour);
    }
}

impl Text {
    /// Draws the text at a pixel.
    pub(super) fn draw(&self, at: Vector3, canvas: Canvas) {
        let canvas = &mut self.mode.apply(canvas);
        canvas.write_within(&self.text, (at.x, at.y), &self.font, self.align, self.limits);
    }
}
