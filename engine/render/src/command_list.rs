//! Command lists: a whole scene as one array of integers.
//!
//! The high byte of a command word is its opcode, the low 24 bits its inline argument; the integers it needs follow.
//! A list is checked from end to end before anything of it is drawn.

use crate::affine::AffineTrans;
use crate::compat::{Compat, ListBadIndex, ListCenter, ListClip};
use crate::effect::{Effect, Light, Shading};
use crate::error::{Error, Result};
use crate::layout::{FigureLayout, Projection};
use crate::numbers::{Angle, Q12};
use crate::primitive::{Command as Primitive, Primitives, PrimitivesDraw};
use crate::raster::Clip;
use crate::texture::TextureMap;
use crate::vector::Vector3;
use std::sync::Arc;

/// The first word of every list.
const VERSION: u32 = 0xFE00_0001;

/// A command list to be run.
#[derive(Debug, Clone, Copy)]
pub struct CommandList<'a> {
    /// The list, its version word first.
    pub words: &'a [i32],
    /// Textures for TEXTURE_INDEX; the list begins with the first.
    pub textures: &'a [Arc<TextureMap>],
    /// Transforms for AFFINE_INDEX.
    pub transforms: &'a [AffineTrans],
    /// Transform, projection and centre at the beginning.
    pub layout: &'a FigureLayout,
    /// Light and sphere map, which the list's attributes switch on and off.
    pub effect: &'a Effect,
    /// Added to the centre, pixels.
    pub offset: (i32, i32),
}

/// A command with its arguments.
enum Command<'a> {
    Nop,
    Flush,
    Attribute(u32),
    Clip(Clip),
    Center(i32, i32),
    TextureIndex(usize),
    AffineIndex(usize),
    Projection(Projection),
    Ambient(Q12),
    Direction(Vector3, Q12),
    Threshold(Shading),
    Primitive { word: u32, count: usize, data: [&'a [i32]; 4] },
}

/// The four switches of ATTRIBUTE.
mod attribute {
    pub(super) const LIGHTING: u32 = 1;
    pub(super) const SPHERE_MAP: u32 = 2;
    pub(super) const TOON: u32 = 4;
    pub(super) const SEMI_TRANSPARENT: u32 = 8;
}

/// The renderer as a command list uses it.
pub(crate) trait Target {
    fn flush(&mut self);
    fn set_clip(&mut self, clip: Clip);
    fn primitives(&mut self, draw: &PrimitivesDraw) -> Result<()>;
}

/// Reads a list command by command.
struct Reader<'a> {
    words: &'a [i32],
    at: usize,
    compat: &'a Compat,
}

impl<'a> Reader<'a> {
    fn new(words: &'a [i32], compat: &'a Compat) -> Result<Self> {
        match words.first() {
            Some(&word) if word as u32 == VERSION => Ok(Self { words, at: 1, compat }),
            first => Err(Error::ListVersion { found: first.copied().unwrap_or(0) as u32 }),
        }
    }

    /// Returns the next command and the index of its word; `None` at the end of the list.
    fn next(&mut self) -> Result<Option<(usize, Command<'a>)>> {
        let at = self.at;
        let Some(&first) = self.words.get(at) else { return Ok(None) };
        self.at += 1;
        let word = first as u32;
        let inline = word & 0xFF_FFFF;
        let within = |source| Error::InList { word: at, source: Box::new(source) };
        let command = match word >> 24 {
            0x80 => return Ok(None),
            0x81 => self.take(at, inline as usize).map(|_| Command::Nop)?,
            0x82 => Command::Flush,
            0x83 => Command::Attribute(inline),
            0x84 => {
                let [left, top, right, bottom] = self.numbers(at)?;
                Command::Clip(match self.compat.list_clip {
                    ListClip::Edges => Clip { left, top, right, bottom },
                    ListClip::Size => {
                        Clip { left, top, right: left.saturating_add(right), bottom: top.saturating_add(bottom) }
                    }
                })
            }
            0x85 => {
                let [x, y] = self.numbers(at)?;
                Command::Center(x, y)
            }
            0x86 => Command::TextureIndex(inline as usize),
            0x87 => Command::AffineIndex(inline as usize),
            0x90 => {
                let [x, y] = self.numbers(at)?.map(Q12::from_bits);
                Command::Projection(Projection::ParallelScale { x, y })
            }
            0x91 => {
                let [width, height] = self.numbers(at)?;
                Command::Projection(Projection::ParallelSize { width, height })
            }
            0x92 => {
                let [near, far, angle] = self.numbers(at)?;
                Command::Projection(Projection::PerspectiveFov { near, far, angle: Angle(angle) })
            }
            0x93 => {
                let [near, far, width, height] = self.numbers(at)?;
                let [width, height] = [width, height].map(Q12::from_bits);
                Command::Projection(Projection::PerspectiveSize { near, far, width, height })
            }
            0xA0 => {
                let [ambient] = self.numbers(at)?;
                Command::Ambient(Q12::from_bits(ambient))
            }
            0xA1 => {
                let [x, y, z, intensity] = self.numbers(at)?;
                Command::Direction(Vector3::new(x, y, z), Q12::from_bits(intensity))
            }
            0xAF => {
                let [threshold, high, low] = self.numbers(at)?.map(|v: i32| v.clamp(0, 255) as u8);
                Command::Threshold(Shading::Toon { threshold, high, low })
            }
            1..=5 => {
                let count = (inline >> 16) as usize;
                let primitive = Primitive::new(word & 0xFF00_FFFF).map_err(within)?;
                let sizes = primitive.sizes(count, self.compat);
                let vertices = self.take(at, sizes.vertices)?;
                let normals = self.take(at, sizes.normals)?;
                let texcoords = self.take(at, sizes.texcoords)?;
                let colors = self.take(at, sizes.colors)?;
                Command::Primitive { word: word & 0xFF00_FFFF, count, data: [vertices, normals, texcoords, colors] }
            }
            _ => return Err(Error::ListCommand { word: at, command: word }),
        };
        Ok(Some((at, command)))
    }

    fn take(&mut self, command: usize, count: usize) -> Result<&'a [i32]> {
        let left = &self.words[self.at..];
        let data = left.get(..count).ok_or(Error::ListEnd { word: command, needed: count, found: left.len() })?;
        self.at += count;
        Ok(data)
    }

    fn numbers<const N: usize>(&mut self, command: usize) -> Result<[i32; N]> {
        let data = self.take(command, N)?;
        Ok(std::array::from_fn(|i| data[i]))
    }
}

/// Checks a list, then runs it on `target`.
pub(crate) fn run(list: &CommandList, compat: &Compat, target: &mut impl Target) -> Result<()> {
    let mut reader = Reader::new(list.words, compat)?;
    while let Some((at, command)) = reader.next()? {
        check(list, compat, at, &command)?;
    }
    let mut state = State::new(list, compat);
    let mut reader = Reader::new(list.words, compat)?;
    while let Some((_, command)) = reader.next()? {
        state.execute(command, target)?;
    }
    Ok(())
}

fn check(list: &CommandList, compat: &Compat, at: usize, command: &Command) -> Result<()> {
    let (what, index, count) = match *command {
        Command::TextureIndex(index) => ("texture", index, list.textures.len()),
        Command::AffineIndex(index) => ("transform", index, list.transforms.len()),
        _ => return Ok(()),
    };
    if index < count || compat.list_bad_index != ListBadIndex::Error {
        return Ok(());
    }
    Err(Error::ListIndex { word: at, what, index, count })
}

/// State that the commands of a list change. Neither the layout nor the effect of the call is touched.
struct State<'a> {
    list: &'a CommandList<'a>,
    compat: &'a Compat,
    layout: FigureLayout,
    offset: (i32, i32),
    attributes: u32,
    light: Light,
    toon: Shading,
    texture: Option<&'a Arc<TextureMap>>,
}

impl<'a> State<'a> {
    fn new(list: &'a CommandList<'a>, compat: &'a Compat) -> Self {
        let effect = list.effect;
        let flag = |on: bool, bit: u32| if on { bit } else { 0 };
        let attributes = flag(effect.light.is_some(), attribute::LIGHTING)
            | flag(effect.sphere_map.is_some(), attribute::SPHERE_MAP)
            | flag(effect.shading != Shading::Normal, attribute::TOON)
            | flag(effect.semi_transparent, attribute::SEMI_TRANSPARENT);
        Self {
            list,
            compat,
            layout: *list.layout,
            offset: list.offset,
            attributes,
            light: effect.light.unwrap_or_default(),
            toon: effect.shading,
            texture: list.textures.first(),
        }
    }

    fn execute(&mut self, command: Command, target: &mut impl Target) -> Result<()> {
        match command {
            Command::Nop => {}
            Command::Flush => target.flush(),
            Command::Attribute(mask) => self.attributes = mask,
            Command::Clip(clip) => target.set_clip(clip),
            Command::Center(x, y) => {
                self.layout.center = (x, y);
                if self.compat.list_center == ListCenter::Absolute {
                    self.offset = (0, 0);
                }
            }
            Command::TextureIndex(index) => match self.list.textures.get(index) {
                None if self.compat.list_bad_index == ListBadIndex::Ignore => {}
                texture => self.texture = texture,
            },
            Command::AffineIndex(index) => match self.list.transforms.get(index) {
                Some(transform) => self.layout.transform = *transform,
                None if self.compat.list_bad_index == ListBadIndex::Ignore => {}
                None => self.layout.transform = AffineTrans::IDENTITY,
            },
            Command::Projection(projection) => {
                self.layout.set_projection_under(projection, self.compat.bad_projection);
            }
            Command::Ambient(ambient) => self.light.ambient = ambient,
            Command::Direction(direction, intensity) => {
                self.light = Light { direction, intensity, ..self.light };
            }
            Command::Threshold(toon) => self.toon = toon,
            Command::Primitive { word, count, data } => {
                if count > 0 {
                    return self.primitives(word, count, data, target);
                }
            }
        }
        Ok(())
    }

    fn primitives(&self, word: u32, count: usize, data: [&[i32]; 4], target: &mut impl Target) -> Result<()> {
        let on = |bit: u32| self.attributes & bit != 0;
        let effect = Effect {
            light: on(attribute::LIGHTING).then_some(self.light),
            shading: if on(attribute::TOON) { self.toon } else { Shading::Normal },
            semi_transparent: on(attribute::SEMI_TRANSPARENT),
            blend: self.list.effect.blend,
            sphere_map: self.list.effect.sphere_map.clone().filter(|_| on(attribute::SPHERE_MAP)),
            painter: self.list.effect.painter,
        };
        let [vertices, normals, texcoords, colors] = data;
        let texture = self.texture;
        let primitives = Primitives { texture, command: word, count, vertices, normals, texcoords, colors };
        target.primitives(&PrimitivesDraw { primitives, layout: &self.layout, effect: &effect, offset: self.offset })
    }
}
