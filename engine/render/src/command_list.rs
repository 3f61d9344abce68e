//! Command lists: a whole scene as one array of integers.
//!
//! The high byte of a command word is its opcode, the low 24 bits its inline argument; the integers it needs follow.
//! A list is checked from end to end before anything of it is drawn.

use crate::affine::AffineTrans;
use crate::effect::{Effect, Light, Shading, Toon};
use crate::error::{Error, Result};
use crate::framebuffer::Picture;
use crate::layout::{FigureLayout, Projection};
use crate::numbers::{Angle, Q12, Vector3};
use crate::primitive::{Command as Primitive, Primitives, PrimitivesDraw};
use crate::raster::Clip;
use crate::renderer::Renderer;
use crate::texture::TextureMap;
use alloc::boxed::Box;
use alloc::sync::Arc;

/// The first word of every list.
const VERSION: u32 = 0xFE00_0001;

/// A command list to be run.
#[derive(Debug, Clone, Copy)]
pub struct CommandList<'a> {
    /// The list, its version word first.
    pub words: &'a [i32],
    /// Textures for TEXTURE_INDEX; the list begins with the first. An index beyond is none, and one from 16 on changes nothing.
    pub textures: &'a [Arc<TextureMap>],
    /// Transforms for AFFINE_INDEX, each in place of the layout's. An index beyond changes nothing.
    #[doc(alias("setAffineTransArray", "selectAffineTrans"))]
    pub transforms: &'a [AffineTrans],
    /// Transform, projection and centre at the beginning.
    pub layout: &'a FigureLayout,
    /// Light and sphere map, which the list's attributes switch on and off.
    pub effect: &'a Effect,
    /// Added to the centre, pixels.
    pub offset: (i32, i32),
}

impl<'a> CommandList<'a> {
    /// Returns a list without textures and transforms of its own, at the layout's own centre.
    pub fn new(words: &'a [i32], layout: &'a FigureLayout, effect: &'a Effect) -> Self {
        Self { words, textures: &[], transforms: &[], layout, effect, offset: (0, 0) }
    }
}

/// A command word, and the integers that follow it: in the first list, or for primitives their data in four.
struct Command<'a> {
    word: u32,
    data: [&'a [i32]; 4],
}

impl Command<'_> {
    /// The word of a primitive without its count.
    const PRIMITIVE: u32 = 0xFF00_FFFF;

    /// Returns the low 24 bits.
    fn inline(&self) -> usize {
        (self.word & 0xFF_FFFF) as usize
    }
}

/// The four switches of ATTRIBUTE.
mod attribute {
    pub(super) const LIGHTING: u32 = 1;
    pub(super) const SPHERE_MAP: u32 = 2;
    pub(super) const TOON: u32 = 4;
    pub(super) const SEMI_TRANSPARENT: u32 = 8;
}

/// Reads a list command by command.
struct Reader<'a> {
    words: &'a [i32],
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(words: &'a [i32]) -> Result<Self> {
        match words.first() {
            Some(&word) if word as u32 == VERSION => Ok(Self { words, at: 1 }),
            first => Err(Error::ListVersion { found: first.copied().unwrap_or(0) as u32 }),
        }
    }

    /// Returns the next command; `None` at the end of the list.
    fn next(&mut self) -> Result<Option<Command<'a>>> {
        let at = self.at;
        let Some(&first) = self.words.get(at) else { return Ok(None) };
        self.at += 1;
        let mut command = Command { word: first as u32, data: [&[]; 4] };
        let counts = match command.word >> 24 {
            0x80 => return Ok(None),
            0x81 => [command.inline(), 0, 0, 0],
            0x82 | 0x83 | 0x86 | 0x87 => [0; 4],
            0xA0 => [1, 0, 0, 0],
            0x85 | 0x90 | 0x91 => [2, 0, 0, 0],
            0x92 | 0xAF => [3, 0, 0, 0],
            0x84 | 0x93 | 0xA1 => [4, 0, 0, 0],
            1..=5 => {
                let primitive = Primitive::new(command.word & Command::PRIMITIVE)
                    .map_err(|source| Error::InList { word: at, source: Box::new(source) })?;
                primitive.sizes(command.inline() >> 16)
            }
            _ => return Err(Error::ListCommand { word: at, command: command.word }),
        };
        for (list, count) in command.data.iter_mut().zip(counts) {
            let rest = &self.words[self.at..];
            *list = rest.get(..count).ok_or(Error::ListEnd { word: at, needed: count, found: rest.len() })?;
            self.at += count;
        }
        Ok(Some(command))
    }
}

impl Renderer {
    /// Runs a command list. A FLUSH in it draws on `picture`. A CLIP in it replaces the clip of [`Self::set_clip`].
    ///
    /// # Errors
    /// When the list is wrong anywhere; nothing of it is drawn then.
    #[doc(alias = "drawCommandList")]
    pub fn run_command_list(&mut self, list: &CommandList, picture: &mut dyn Picture) -> Result<()> {
        let mut reader = Reader::new(list.words)?;
        while reader.next()?.is_some() {}
        // Faithful: the light and the toon numbers of a list count even if nothing of it is drawn.
        let (light, toon) = self.shading();
        *light = list.effect.light.unwrap_or(*light);
        if let Shading::Toon { threshold, high, low } = list.effect.shading {
            *toon = Toon { threshold, high, low };
        }
        let mut state = State::new(list);
        let mut reader = Reader::new(list.words)?;
        while let Some(command) = reader.next()? {
            state.execute(&command, self, picture)?;
        }
        Ok(())
    }
}

/// State that the commands of a list change. Neither the layout nor the effect of the call is touched.
struct State<'a> {
    list: &'a CommandList<'a>,
    layout: FigureLayout,
    offset: (i32, i32),
    attributes: u32,
    texture: Option<&'a Arc<TextureMap>>,
}

impl<'a> State<'a> {
    fn new(list: &'a CommandList<'a>) -> Self {
        let effect = list.effect;
        let flag = |on: bool, bit: u32| if on { bit } else { 0 };
        let attributes = flag(effect.light.is_some(), attribute::LIGHTING)
            | flag(effect.sphere_map.is_some(), attribute::SPHERE_MAP)
            | flag(effect.shading != Shading::Normal, attribute::TOON)
            | flag(effect.semi_transparent, attribute::SEMI_TRANSPARENT);
        Self { list, layout: *list.layout, offset: list.offset, attributes, texture: list.textures.first() }
    }

    fn execute(&mut self, command: &Command, renderer: &mut Renderer, picture: &mut dyn Picture) -> Result<()> {
        let (inline, number) = (command.inline(), Q12::from_bits);
        let [vertices, normals, texcoords, colours] = command.data;
        match (command.word >> 24, command.data[0]) {
            (0x82, _) => renderer.flush(picture),
            (0x83, _) => self.attributes = inline as u32,
            (0x84, &[left, top, right, bottom]) => renderer.set_clip(Some(Clip { left, top, right, bottom })),
            // Faithful: the call's own x and y are no longer used.
            (0x85, &[x, y]) => (self.layout.centre, self.offset) = ((x, y), (0, 0)),
            // Faithful: without a texture at an index below 16 textured primitives are not drawn; larger ones change nothing.
            (0x86, _) if inline < 16 => self.texture = self.list.textures.get(inline),
            (0x87, _) => {
                self.layout.transform = self.list.transforms.get(inline).copied().unwrap_or(self.layout.transform);
            }
            (0x90, &[x, y]) => self.project(Projection::ParallelScale { x: number(x), y: number(y) }),
            (0x91, &[width, height]) => self.project(Projection::ParallelSize { width, height }),
            (0x92, &[near, far, angle]) => self.project(Projection::PerspectiveFov { near, far, angle: Angle(angle) }),
            (0x93, &[near, far, width, height]) => {
                let (width, height) = (number(width), number(height));
                self.project(Projection::PerspectiveSize { near, far, width, height });
            }
            // Faithful: lights and toon numbers stay for lists that have none of their own.
            (0xA0, &[ambient]) => renderer.shading().0.ambient = number(ambient),
            (0xA1, &[x, y, z, intensity]) => {
                let light = renderer.shading().0;
                *light = Light { direction: Vector3::new(x, y, z), intensity: number(intensity), ..*light };
            }
            (0xAF, &[threshold, high, low]) => {
                let [threshold, high, low] = [threshold, high, low].map(|level| level.clamp(0, 255) as u8);
                *renderer.shading().1 = Toon { threshold, high, low };
            }
            (1..=5, _) if inline >> 16 > 0 => {
                let (texture, count) = (self.texture, inline >> 16);
                let command = command.word & Command::PRIMITIVE;
                let primitives = Primitives { texture, command, count, vertices, normals, texcoords, colours };
                let (layout, effect, offset) = (&self.layout, &self.effect(renderer.shading()), self.offset);
                return renderer.render_primitives(&PrimitivesDraw { primitives, layout, effect, offset });
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets the projection. One with impossible numbers leaves the previous one in force.
    fn project(&mut self, projection: Projection) {
        let _ = self.layout.set_projection(projection);
    }

    /// Returns the effect in force, with this light and toon shading.
    fn effect(&self, (light, toon): (&mut Light, &mut Toon)) -> Effect {
        let on = |bit: u32| self.attributes & bit != 0;
        let Toon { threshold, high, low } = *toon;
        Effect {
            light: on(attribute::LIGHTING).then_some(*light),
            shading: if on(attribute::TOON) { Shading::Toon { threshold, high, low } } else { Shading::Normal },
            semi_transparent: on(attribute::SEMI_TRANSPARENT),
            blend: self.list.effect.blend,
            sphere_map: self.list.effect.sphere_map.clone().filter(|_| on(attribute::SPHERE_MAP)),
            painter: self.list.effect.painter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::Compat;

    /// One pixel per unit, and a lit white quad of 8 x 8 pixels that looks at the viewer.
    const QUAD: [i32; 17] = [0x0401_0601, 0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0, 0, 0, -4096, 0xFF_FFFF];

    fn list(commands: &[&[i32]]) -> Vec<i32> {
        [&[VERSION as i32, 0x9000_0000_u32 as i32, 4096, 4096], &commands.concat()[..]].concat()
    }

    /// Runs lists with a renderer whose clip is the left half of a picture of 8 x 8 pixels, and returns the picture's first row.
    fn first_row(lists: &[Vec<i32>]) -> Vec<u32> {
        let (layout, effect, mut picture) = (FigureLayout::default(), Effect::default(), crate::Framebuffer::new(8, 8));
        let mut renderer = Renderer::new(8, 8, Compat::default());
        renderer.set_clip(Some(Clip { left: 0, top: 0, right: 4, bottom: 8 }));
        for words in lists {
            renderer.run_command_list(&CommandList::new(words, &layout, &effect), &mut picture).unwrap();
        }
        renderer.flush(&mut picture);
        picture.pixels()[..8].to_vec()
    }

    const LIGHTING: [i32; 1] = [0x8300_0001_u32 as i32];
    const TOON: [i32; 1] = [0x8300_0005_u32 as i32];
    const AMBIENT: [i32; 2] = [0xA000_0000_u32 as i32, 4096];
    const DARK: [i32; 5] = [0xA100_0000_u32 as i32, 0, 0, 4096, 0];

    #[test]
    fn a_clip_replaces_the_one_before_and_stays() {
        let clip = [0x8400_0000_u32 as i32, 2, 0, 6, 8];
        let row = first_row(&[list(&[&clip]), list(&[&QUAD])]).into_iter();
        assert!(row.map(|pixel| pixel != 0).eq((0..8).map(|column| (2..6).contains(&column))));
    }

    #[test]
    fn a_light_stays_for_lists_without_one() {
        // Black by the directional light, white by the ambient one, set in another list: 31 * 255 / 256 is level 30.
        let row = |first: &[&[i32]]| first_row(&[list(first), list(&[&LIGHTING, &QUAD])])[0];
        assert_eq!((row(&[&DARK]), row(&[&DARK, &AMBIENT])), (0, 0xF7_F7F7));
    }

    #[test]
    fn a_new_picture_begins_without_the_light_of_the_last_one() {
        let (layout, effect, mut picture) = (FigureLayout::default(), Effect::default(), crate::Framebuffer::new(8, 8));
        let mut renderer = Renderer::new(8, 8, Compat::default());
        let mut row = |words: &[i32]| {
            renderer.resize(8, 8);
            renderer.run_command_list(&CommandList::new(words, &layout, &effect), &mut picture).unwrap();
            renderer.flush(&mut picture);
            picture.pixels()[0]
        };
        // Black by the light of the list, white by the light at first.
        let dark = list(&[&DARK, &LIGHTING, &QUAD]);
        assert_eq!([row(&dark), row(&list(&[&LIGHTING, &QUAD]))], [0, 0xF7_F7F7]);
    }

    #[test]
    fn toon_numbers_stay_for_lists_without_toon() {
        let threshold = [0xAF00_0000_u32 as i32, 128, 16, 255];
        let row = |first: &[&[i32]]| first_row(&[list(first), list(&[&DARK, &AMBIENT, &TOON, &QUAD])])[0];
        // At first the high shade is 255, level 31. 16 is level 1, which leaves nothing of 5 bits: 255 / 256.
        assert_eq!((row(&[]), row(&[&threshold])), (0xF7_F7F7, 0));
    }
}
