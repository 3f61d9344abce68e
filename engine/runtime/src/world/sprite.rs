//! Flat pictures: in the world, always turned to the viewer, or on the screen, over what stands in the world.
//!
//! Both are the era's point sprites. In the world a sprite is as large as its size in model units makes it and sorted by
//! depth with the figures of its layer; on the screen sizes and places are pixels and nothing is sorted.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::{Effect, FigureLayout, Primitives, Projection, Q12, TextureMap, Vector3};

use super::target::DrawTarget;

/// A picture at its entity's place.
#[derive(Debug, Clone)]
pub struct Sprite {
    /// Where it is cut from.
    pub texture: Arc<TextureMap>,
    /// What is cut out, texels: left, top, and the first right of and below it.
    pub texels: [i32; 4],
    /// Width and height, model units or pixels.
    pub size: [i32; 2],
    /// Turn on the screen, clockwise, 4096 = one turn.
    pub angle: i32,
    /// How it meets what is there.
    pub blend: Blend,
    /// Index 0 of the texture is not drawn.
    pub key: bool,
    /// The place is a pixel of the picture, the size is in pixels, and it is drawn after what stands in the world in the
    /// same layer.
    pub screen: bool,
}

/// Sprites, their parameters given once.
const COMMAND: u32 = 5 << 24 | 0x1000;
/// Flags: the size is in pixels and does not depend on the distance.
const ON_SCREEN: i32 = 3;

impl Sprite {
    fn command(&self) -> u32 {
        let blend = match self.blend {
            Blend::Normal => 0,
            Blend::Half => 0x20,
            Blend::Add => 0x40,
            Blend::Sub => 0x60,
        };
        COMMAND | blend | if self.key { 0x10 } else { 0 }
    }

    /// Queues it at a point of the layout's space.
    pub fn submit(&self, at: Vector3, layout: &FigureLayout, effect: &Effect, target: &mut impl DrawTarget) {
        let [u0, v0, u1, v1] = self.texels;
        let flags = if self.screen { ON_SCREEN } else { 0 };
        let parameters = [self.size[0], self.size[1], self.angle, u0, v0, u1, v1, flags];
        target.primitives(&Primitives {
            texture: Some(&self.texture),
            command: self.command(),
            count: 1,
            vertices: &[at.x, at.y, at.z],
            normals: &[],
            texcoords: &parameters,
            colors: &[],
            layout,
            effect,
            offset: (0, 0),
        });
    }
}

/// The layout in which a point is a pixel.
pub fn screen_layout() -> FigureLayout {
    let mut layout = FigureLayout::default();
    // A parallel scale of any size is legal.
    let _ = layout.set_projection(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE });
    layout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::target::Drawing;
    use keitai_formats::{Rgb, Texture};
    use keitai_render::{Compat, Framebuffer, Renderer};

    #[test]
    fn a_sprite_on_the_screen_covers_its_pixels_and_leaves_out_the_key() {
        let compat = Compat::default();
        let red = Rgb { r: 255, g: 0, b: 0 };
        let mut texels = vec![1; 64];
        texels[0] = 0;
        let texture = Texture { width: 8, height: 8, palette: vec![Rgb::default(), red], texels };
        let sprite = Sprite {
            texture: Arc::new(TextureMap::new(&texture, &compat).unwrap()),
            texels: [0, 0, 8, 8],
            size: [8, 8],
            angle: 0,
            blend: Blend::Normal,
            key: true,
            screen: true,
        };
        let mut renderer = Renderer::new(20, 20, compat);
        let mut picture = Framebuffer::new(20, 20);
        picture.fill(0x123456);
        let mut drawing = Drawing { renderer: &mut renderer, framebuffer: &mut picture, area: None };
        sprite.submit(Vector3::new(10, 10, 0), &screen_layout(), &Effect::default(), &mut drawing);
        drawing.flush();
        let at = |x: usize, y: usize| picture.pixels()[y * 20 + x];
        assert_eq!((at(6, 6), at(7, 6), at(13, 13)), (0x123456, 0xFF0000, 0xFF0000));
        let red = picture.pixels().iter().filter(|pixel| **pixel == 0xFF0000).count();
        assert_eq!(red, 63);
    }
}
