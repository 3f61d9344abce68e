//! Point sprites, in the world or on the screen, and pictures that a sprite shows one after the other.
//!
//! In the world a sprite faces the viewer, its size is in model units, and it is sorted by depth with the figures of its
//! layer. On the screen sizes and positions are pixels and nothing is sorted.

use std::sync::Arc;

use hecs::World;
use keitai_formats::{Blend, LoopMode};
use keitai_render::{Angle, Effect, FigureLayout, Primitives, PrimitivesDraw, Projection, Q12, TextureMap, Vector3};
use serde::Deserialize;

use super::components::SceneComponent;
use super::reader::{Reader, Texels};
use crate::error::Result;
use crate::ron_text::{number, yes};
use crate::text_file::{Field, Name};

/// A part of a texture, centred at its entity's position.
#[derive(Debug, Clone, PartialEq)]
pub struct Sprite {
    /// Texture whose part is drawn.
    pub texture: Arc<TextureMap>,
    /// The part to draw, texels: left, top, right, bottom; right and bottom are exclusive.
    pub texels: [i32; 4],
    /// Width and height: in the world model units, on the screen pixels.
    pub size: [i32; 2],
    /// Clockwise turn on the screen, 4096 = one turn.
    pub angle: i32,
    /// The blending of each pixel.
    pub blend: Blend,
    /// Palette index 0 is transparent.
    pub key: bool,
    /// The position is a pixel, the size is in pixels, and the sprite is drawn after everything in the world of its layer.
    pub screen: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpriteFile<'a> {
    #[serde(borrow)]
    texture: Name<'a>,
    texels: Option<Texels>,
    size: [i32; 2],
    #[serde(default, deserialize_with = "number::turn")]
    angle: Angle,
    #[serde(default)]
    blend: Blend,
    #[serde(default = "yes")]
    key: bool,
    #[serde(default)]
    screen: bool,
    frames: Option<FramesFile>,
}

impl Sprite {
    fn command(&self) -> u32 {
        let blend = match self.blend {
            Blend::Normal => 0,
            Blend::Half => Primitives::BLEND_HALF,
            Blend::Add => Primitives::BLEND_ADD,
            Blend::Sub => Primitives::BLEND_SUB,
        };
        let key = if self.key { Primitives::COLOUR_KEY } else { 0 };
        Primitives::SPRITES | Primitives::SPRITE_PER_COMMAND | blend | key
    }

    /// Calls `draw` for the sprite, with a texture in place of its own, at a point of the layout's space.
    pub(super) fn draw(
        &self,
        texture: &Arc<TextureMap>,
        at: Vector3,
        layout: &FigureLayout,
        effect: &Effect,
        draw: impl FnOnce(&PrimitivesDraw),
    ) {
        let [u0, v0, u1, v1] = self.texels;
        let flags = Primitives::SPRITE_PIXEL_SIZE | Primitives::SPRITE_NO_PERSPECTIVE;
        let flags = if self.screen { flags } else { 0 };
        let parameters = [self.size[0], self.size[1], self.angle, u0, v0, u1, v1, flags];
        let primitives = Primitives {
            texture: Some(texture),
            command: self.command(),
            count: 1,
            vertices: &[at.x, at.y, at.z],
            texcoords: &parameters,
            ..Primitives::default()
        };
        draw(&PrimitivesDraw { primitives, layout, effect, offset: (0, 0) });
    }

    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let SpriteFile { texture, texels, size, angle, blend, key, screen, frames } = field.parse()?;
        if let Some(side) = size.into_iter().find(|side| *side < 0) {
            return Err(field.error(format!("size: expected a width and a height of at least 0, found {side}")));
        }
        let (texture, texels) = reader.loader.texels(field, &texture, texels)?;
        if let Some(frames) = frames {
            reader.template.components.add(frames.frames(field, texels)?);
        }
        Ok(Some(Self { texture, texels, size, angle: angle.0, blend, key, screen }))
    }
}

/// Gives every sprite the picture that its frames show now, and advances the frames by a tick.
pub(crate) fn sprite_frames(world: &mut World) {
    for (sprite, frames) in world.query_mut::<(&mut Sprite, &mut SpriteFrames)>() {
        let [left, top, right, bottom] = frames.first;
        let by = right.saturating_sub(left).saturating_mul(frames.index() as i32);
        sprite.texels = [left.saturating_add(by), top, right.saturating_add(by), bottom];
        frames.passed = frames.passed.saturating_add(1);
    }
}

/// Returns the layout in which a point is a pixel.
pub(super) fn screen_layout() -> FigureLayout {
    let mut layout = FigureLayout::default();
    // Cannot fail: a parallel scale of any size is valid.
    let _ = layout.set_projection(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE });
    layout
}

impl SceneComponent for Sprite {
    fn line(&self) -> String {
        format!("sprite {:?} {:?}", self.size, self.blend)
    }
}

/// Pictures that a [`Sprite`] shows one after the other. They lie side by side in the texture, from the sprite's first part
/// to the right, or to the left if that part is mirrored left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpriteFrames {
    /// The first picture, texels: left, top, right, bottom; right and bottom are exclusive.
    pub first: [i32; 4],
    /// Number of pictures.
    pub count: u16,
    /// Ticks of all pictures together, spread over them as evenly as whole ticks allow.
    pub duration: u32,
    /// Behaviour after the last picture.
    pub mode: LoopMode,
    /// Ticks that have passed.
    pub passed: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FramesFile {
    #[serde(deserialize_with = "number::within::<1, 256, _, _>")]
    count: u32,
    /// Ticks of each picture.
    #[serde(deserialize_with = "number::within::<1, 65535, _, _>")]
    ticks: u32,
    #[serde(default)]
    mode: LoopMode,
}

impl FramesFile {
    /// Returns the frames of a sprite, whose `field` is for messages, from the first one.
    fn frames(self, field: Field, first: [i32; 4]) -> Result<SpriteFrames> {
        let Self { count, ticks, mode } = self;
        // Mirrored texels lead to the left.
        let end = count.cast_signed() * (first[2] - first[0]) + first[0];
        if !(0..=256).contains(&end) {
            let message = format!("frames: expected a count that fits side by side within 256 texels, found {count}");
            return Err(field.error(message));
        }
        Ok(SpriteFrames { first, count: count as u16, duration: count * ticks, mode, passed: 0 })
    }
}

impl SpriteFrames {
    fn index(&self) -> u32 {
        let count = u32::from(self.count.max(1));
        let step = u64::from(self.passed) * u64::from(count) / u64::from(self.duration.max(1));
        let step = u32::try_from(step).unwrap_or(u32::MAX);
        // Back and forth, the pictures at both ends are shown once per lap.
        let lap = (2 * count).saturating_sub(2).max(1);
        let mirrored = |step: u32| if step < count { step } else { lap - step };
        match self.mode {
            LoopMode::Once => step.min(count - 1),
            LoopMode::OnceAndReset => Some(step).filter(|step| *step < count).unwrap_or(0),
            LoopMode::Loop => step % count,
            LoopMode::MirroredOnce => mirrored(step.min(lap)),
            LoopMode::MirroredLoop => mirrored(step % lap),
        }
    }
}

impl SceneComponent for SpriteFrames {
    fn renewed(&self, _: &Self, now: &Self) -> Self {
        Self { passed: now.passed, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use keitai_formats::{LoopMode, Rgb, Texture};
    use keitai_render::{Compat, Framebuffer, Renderer};

    use super::*;

    /// Returns a sprite of 8 x 8 texels of black and red.
    pub(in crate::world) fn sprite(texels: Vec<u8>) -> Sprite {
        let palette = vec![Rgb::default(), Rgb { r: 255, g: 0, b: 0 }];
        let texture = Texture { width: 8, height: 8, palette, texels };
        let texture = Arc::new(TextureMap::new(&texture, &Compat::default()).unwrap());
        let (texels, size) = ([0, 0, 8, 8], [8, 8]);
        Sprite { texture, texels, size, angle: 0, blend: Blend::Normal, key: true, screen: false }
    }

    #[test]
    fn a_sprite_on_the_screen_covers_its_pixels_except_for_the_key() {
        let mut texels = vec![1; 64];
        texels[0] = 0;
        let sprite = Sprite { screen: true, ..sprite(texels) };
        let mut renderer = Renderer::new(20, 20, Compat::default());
        let mut picture = Framebuffer::new(20, 20);
        picture.fill(0x123456);
        sprite.draw(&sprite.texture, Vector3::new(10, 10, 0), &screen_layout(), &Effect::default(), |draw| {
            renderer.render_primitives(draw).unwrap();
        });
        renderer.flush(&mut picture);
        let at = |x: usize, y: usize| picture.pixels()[y * 20 + x];
        assert_eq!((at(6, 6), at(7, 6), at(13, 13)), (0x123456, 0xFF0000, 0xFF0000));
        let red = picture.pixels().iter().filter(|pixel| **pixel == 0xFF0000).count();
        assert_eq!(red, 63);
    }

    #[test]
    fn pictures_follow_each_other_in_all_modes() {
        let sprite = sprite(vec![0; 64]);
        let lefts = |mode, ticks: usize| {
            let mut world = World::new();
            let frames = SpriteFrames { first: [1, 0, 3, 8], count: 3, duration: 6, mode, passed: 0 };
            let entity = world.spawn((sprite.clone(), frames));
            let all: Vec<i32> = (0..ticks)
                .map(|_| {
                    sprite_frames(&mut world);
                    let sprite = world.get::<&Sprite>(entity).unwrap();
                    assert_eq!(sprite.texels[2] - sprite.texels[0], 2);
                    sprite.texels[0]
                })
                .collect();
            all.into_iter().step_by(2).collect::<Vec<_>>()
        };
        assert_eq!(lefts(LoopMode::Once, 10), [1, 3, 5, 5, 5]);
        assert_eq!(lefts(LoopMode::OnceAndReset, 10), [1, 3, 5, 1, 1]);
        assert_eq!(lefts(LoopMode::Loop, 10), [1, 3, 5, 1, 3]);
        assert_eq!(lefts(LoopMode::MirroredOnce, 12), [1, 3, 5, 3, 1, 1]);
        assert_eq!(lefts(LoopMode::MirroredLoop, 12), [1, 3, 5, 3, 1, 3]);
    }

    #[test]
    fn pictures_share_a_duration_that_their_number_does_not_divide() {
        let at = |passed, duration| {
            SpriteFrames { first: [0, 0, 2, 8], count: 4, duration, mode: LoopMode::Once, passed }.index()
        };
        // A picture begins at the first tick not before its quarter: 2.5, 5 and 7.5 of 10.
        assert_eq!((0..11).map(|passed| at(passed, 10)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3]);
        // More pictures than ticks, and none.
        assert_eq!([at(1, 2), at(1, 1), at(1, 0), at(u32::MAX, 1), at(u32::MAX, u32::MAX)], [2, 3, 3, 3, 3]);
    }
}
