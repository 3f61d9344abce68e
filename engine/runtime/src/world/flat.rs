//! What lies on the screen: pictures, rectangles and text at the pixels where their entities are.
//!
//! The place of the entity, or of the entity within its parent, is a pixel of the picture, x from the left and y from the
//! top; z does not count. Everything is drawn after what stands in the world in the same layer, so that a lower layer is
//! a background and a higher one lies over the 3D before it.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::{Align, Canvas, Clip, Font, TextureMap, Vector3};

/// How something flat meets what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ink {
    /// The blend of each pixel.
    pub blend: Blend,
    /// The pixels it may touch; all when there is none.
    pub clip: Option<Clip>,
}

/// A picture, its top left corner at the place.
#[derive(Debug, Clone)]
pub struct Image {
    /// Where it is cut from.
    pub texture: Arc<TextureMap>,
    /// What is cut out, texels: left, top, and the first right of and below it.
    pub texels: [i32; 4],
    /// Index 0 of the texture is not drawn.
    pub key: bool,
    /// How it is drawn.
    pub ink: Ink,
}

/// A filled rectangle, its top left corner at the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rectangle {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// 0xRRGGBB.
    pub colour: u32,
    /// How it is drawn.
    pub ink: Ink,
}

/// Text, the top of its first line at the place.
#[derive(Debug, Clone)]
pub struct Text {
    /// What is written; `\n` begins a new line.
    pub text: String,
    /// What it is written in.
    pub font: Font,
    /// On which side of the place it lies.
    pub align: Align,
    /// How it is drawn.
    pub ink: Ink,
}

impl Ink {
    fn on<'a>(self, mut canvas: Canvas<'a>) -> Canvas<'a> {
        canvas.set_clip(self.clip);
        canvas.set_blend(self.blend);
        canvas
    }
}

impl Image {
    /// Draws it at a place.
    pub fn draw(&self, at: Vector3, canvas: Canvas) {
        self.ink.on(canvas).image(&self.texture, self.texels, at.x, at.y, self.key);
    }
}

impl Rectangle {
    /// Draws it at a place.
    pub fn draw(&self, at: Vector3, canvas: Canvas) {
        let (width, height) = self.size;
        self.ink.on(canvas).rectangle(at.x, at.y, width, height, self.colour);
    }
}

impl Text {
    /// Draws it at a place.
    pub fn draw(&self, at: Vector3, canvas: Canvas) {
        self.ink.on(canvas).write(&self.text, at.x, at.y, &self.font, self.align);
    }
}
