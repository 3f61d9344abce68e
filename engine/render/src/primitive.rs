//! Primitives: points, lines, triangles, quads and point sprites, given as plain integers.
//!
//! A command word says what they are and which data they bring; vertices are model units, normals 4.12, texture
//! coordinates texels, colours 0xRRGGBB. Primitives are always drawn from both sides, and specials (points, lines and
//! sprites) are never lit.

use crate::clip::clipped_line;
use crate::effect::Effect;
use crate::error::{Error, Result};
use crate::layout::FigureLayout;
use crate::project::{Projector, Screen};
use crate::queue::{Queue, Surface};
use crate::shade::Lighting;
use crate::sprite;
use crate::submit::{Look, Scratch, Submission};
use crate::texture::TextureMap;
use crate::vertex::{Block, LANES, Outcode, Vertex};
use alloc::sync::Arc;
use keitai_formats::Material;

/// Kind, attributes and data of primitives; see [`Primitives::command`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) kind: PrimitiveKind,
    bits: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrimitiveKind {
    Points,
    Lines,
    Triangles,
    Quads,
    Sprites,
}

/// The primitives that have an element of a kind of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Per {
    None,
    Command,
    Face,
    Vertex,
}

/// Number of integers that a command has: vertices, normals, texture coordinates and colours.
pub(crate) type Sizes = [usize; 4];

/// Primitives of one kind: a command word and its data.
#[derive(Debug, Clone, Copy, Default)]
pub struct Primitives<'a> {
    /// The texture, where they have one.
    pub texture: Option<&'a Arc<TextureMap>>,
    /// A kind, and the data and attributes of its primitives: a sum of the constants of this type, which have the values of the
    /// era's API. Bits 31..24: 1 points, 2 lines, 3 triangles, 4 quads, 5 sprites. 13..12: 3 texture coordinates; for sprites 1
    /// parameters once, 2 or 3 per sprite. 11..10: 1 one colour, 2 a colour each. 9..8: 2 a normal per face, 3 per
    /// vertex. 6..5: blend 0 normal, 1 half, 2 add, 3 sub. 4: colour key. 1: sphere map. 0: lighting.
    #[doc(alias("PATTR_BLEND_NORMAL", "PDATA_NORMAL_NONE", "PDATA_COLOR_NONE", "PDATA_TEXURE_COORD_NONE"))]
    pub command: u32,
    /// Number of primitives, 1..=255.
    pub count: usize,
    /// Three per vertex, model units. Quads are in perimeter order.
    pub vertices: &'a [i32],
    /// Three per face or vertex, 4.12.
    pub normals: &'a [i32],
    /// Two per vertex, texels; for sprites width, height, angle, u0, v0, u1, v1 and flags (1 pixels instead of model
    /// units, 2 no perspective).
    pub texcoords: &'a [i32],
    /// 0xRRGGBB.
    pub colours: &'a [i32],
}

/// Primitives to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct PrimitivesDraw<'a> {
    /// Kind, attributes and data.
    pub primitives: Primitives<'a>,
    /// View and projection.
    pub layout: &'a FigureLayout,
    /// Lighting, shading and blending.
    pub effect: &'a Effect,
    /// Added to the layout's centre, pixels.
    pub offset: (i32, i32),
}

impl<'a> PrimitivesDraw<'a> {
    /// Returns a draw of primitives at the layout's own centre.
    pub fn new(primitives: Primitives<'a>, layout: &'a FigureLayout, effect: &'a Effect) -> Self {
        Self { primitives, layout, effect, offset: (0, 0) }
    }
}

impl<'a> Primitives<'a> {
    /// Returns primitives of the kind in `command`, as many as there are vertices for. The other functions add the
    /// further data that the command declares.
    ///
    /// ```
    /// use keitai_render::Primitives;
    ///
    /// let command = Primitives::LINES | Primitives::COLOUR_PER_COMMAND;
    /// let lines = Primitives::new(command, &[0, 0, 0, 10, 0, 0]).colours(&[0xFF_FF00]);
    /// assert_eq!((lines.count, lines.check()), (1, Ok(())));
    /// ```
    pub fn new(command: u32, vertices: &'a [i32]) -> Self {
        let corners = Command::new(command & 0xFF00_0000).map_or(1, |command| command.kind.corners());
        Self { command, count: vertices.len() / (3 * corners), vertices, ..Self::default() }
    }

    /// Adds normals: three numbers each, 4.12.
    #[must_use]
    pub fn normals(self, normals: &'a [i32]) -> Self {
        Self { normals, ..self }
    }

    /// Adds colours, 0xRRGGBB.
    #[must_use]
    pub fn colours(self, colours: &'a [i32]) -> Self {
        Self { colours, ..self }
    }

    /// Adds a texture with texture coordinates, or with the parameters of sprites.
    #[must_use]
    pub fn texture(self, texture: &'a Arc<TextureMap>, texcoords: &'a [i32]) -> Self {
        Self { texture: Some(texture), texcoords, ..self }
    }

    /// Returns whether the command needs a texture and there is none.
    pub(crate) fn lacks_texture(&self) -> bool {
        let command = Command::new(self.command);
        self.texture.is_none() && command.is_ok_and(|command| command.texcoords() != Per::None)
    }

    /// Kind: points of one pixel, a vertex each. Points and lines need colours.
    #[doc(alias = "PRIMITVE_POINTS")]
    pub const POINTS: u32 = 0x0100_0000;
    /// Kind: lines one pixel wide, two vertices each.
    #[doc(alias = "PRIMITVE_LINES")]
    pub const LINES: u32 = 0x0200_0000;
    /// Kind: triangles, three vertices each. Triangles and quads need colours or texture coordinates.
    #[doc(alias = "PRIMITVE_TRIANGLES")]
    pub const TRIANGLES: u32 = 0x0300_0000;
    /// Kind: quads, four vertices each.
    #[doc(alias = "PRIMITVE_QUADS")]
    pub const QUADS: u32 = 0x0400_0000;
    /// Kind: sprites, a vertex each, with a texture and parameters.
    #[doc(alias("PRIMITVE_POINT_SPRITES", "POINT_SPRITE_LOCAL_SIZE", "POINT_SPRITE_PERSPECTIVE"))]
    pub const SPRITES: u32 = 0x0500_0000;
    /// Data: a normal for each triangle or quad.
    #[doc(alias = "PDATA_NORMAL_PER_FACE")]
    pub const NORMAL_PER_FACE: u32 = 0x200;
    /// Data: a normal for each vertex of triangles or quads.
    #[doc(alias = "PDATA_NORMAL_PER_VERTEX")]
    pub const NORMAL_PER_VERTEX: u32 = 0x300;
    /// Data: one colour for all.
    #[doc(alias = "PDATA_COLOR_PER_COMMAND")]
    pub const COLOUR_PER_COMMAND: u32 = 0x400;
    /// Data: a colour for each primitive.
    #[doc(alias = "PDATA_COLOR_PER_FACE")]
    pub const COLOUR_PER_FACE: u32 = 0x800;
    /// Data: texture coordinates for each vertex of triangles or quads. Colours are not used then.
    #[doc(alias = "PDATA_TEXURE_COORD")]
    pub const TEXTURE_COORDINATES: u32 = 0x3000;
    /// Data: one set of parameters for all sprites.
    #[doc(alias = "PDATA_POINT_SPRITE_PARAMS_PER_CMD")]
    pub const SPRITE_PER_COMMAND: u32 = 0x1000;
    /// Data: a set of parameters for each sprite.
    #[doc(alias("PDATA_POINT_SPRITE_PARAMS_PER_FACE", "PDATA_POINT_SPRITE_PARAMS_PER_VERTEX"))]
    pub const SPRITE_PER_FACE: u32 = 0x2000;
    /// The last parameter of a sprite: the size is in pixels, not model units.
    #[doc(alias = "POINT_SPRITE_PIXEL_SIZE")]
    pub const SPRITE_PIXEL_SIZE: i32 = sprite::PIXEL_SIZE;
    /// The last parameter of a sprite: the size does not change with the distance.
    #[doc(alias = "POINT_SPRITE_NO_PERS")]
    pub const SPRITE_NO_PERSPECTIVE: i32 = sprite::NO_PERSPECTIVE;
    /// Attribute: triangles and quads with normals are lit.
    #[doc(alias = "PATTR_LIGHTING")]
    pub const LIGHTING: u32 = 1;
    /// Attribute: the effect's sphere map is added to triangles and quads with normals.
    #[doc(alias = "PATTR_SPHERE_MAP")]
    pub const SPHERE_MAP: u32 = 2;
    /// Attribute: palette index 0 is transparent.
    #[doc(alias = "PATTR_COLORKEY")]
    pub const COLOUR_KEY: u32 = 0x10;
    /// Attribute: the mean of the picture and the primitive.
    #[doc(alias = "PATTR_BLEND_HALF")]
    pub const BLEND_HALF: u32 = 0x20;
    /// Attribute: the sum of the picture and the primitive.
    #[doc(alias = "PATTR_BLEND_ADD")]
    pub const BLEND_ADD: u32 = 0x40;
    /// Attribute: the picture less the primitive.
    #[doc(alias = "PATTR_BLEND_SUB")]
    pub const BLEND_SUB: u32 = 0x60;

    /// Checks the command, the count and the length of the data, as [`Renderer::render_primitives`](crate::Renderer::render_primitives) does.
    ///
    /// # Errors
    /// When the command is impossible, the count out of range, or data missing.
    pub fn check(&self) -> Result<()> {
        self.checked().map(|_| ())
    }

    /// Returns the command and the sizes of the data that drawing reads. All of that data is present.
    fn checked(&self) -> Result<(Command, Sizes)> {
        if self.command & 0xFF_0000 != 0 {
            return Err(Error::Command { command: self.command, expected: "bits 16..=23 clear" });
        }
        if !(1..=255).contains(&self.count) {
            return Err(Error::Count { count: self.count });
        }
        let command = Command::new(self.command)?;
        let used = used_sizes(command, self.count);
        let lists = [self.vertices, self.normals, self.texcoords, self.colours].map(<[i32]>::len);
        let names = ["vertices", "normals", "texture coordinates", "colours"];
        match names.into_iter().zip(lists.into_iter().zip(used)).find(|(_, (size, needed))| size < needed) {
            Some((what, (size, needed))) => Err(Error::PrimitiveData { what, found: size, needed }),
            None => Ok((command, used)),
        }
    }
}

impl PrimitiveKind {
    fn corners(self) -> usize {
        match self {
            Self::Points | Self::Sprites => 1,
            Self::Lines => 2,
            Self::Triangles => 3,
            Self::Quads => 4,
        }
    }
}

impl Command {
    /// Reads the low 16 bits and the kind of a command word.
    pub(crate) fn new(word: u32) -> Result<Self> {
        let kind = match word >> 24 {
            1 => PrimitiveKind::Points,
            2 => PrimitiveKind::Lines,
            3 => PrimitiveKind::Triangles,
            4 => PrimitiveKind::Quads,
            5 => PrimitiveKind::Sprites,
            _ => return Err(Error::Command { command: word, expected: "a type of 1..=5" }),
        };
        if word & 0xC00 == 0xC00 {
            return Err(Error::Command { command: word, expected: "colour bits 0, 0x400 or 0x800" });
        }
        if word & 0x300 == 0x100 {
            return Err(Error::Command { command: word, expected: "normal bits 0, 0x200 or 0x300" });
        }
        Ok(Self { kind, bits: word & 0xFFFF })
    }

    fn normals(self) -> Per {
        match self.bits >> 8 & 3 {
            2 => Per::Face,
            3 => Per::Vertex,
            _ => Per::None,
        }
    }

    fn colours(self) -> Per {
        match self.bits >> 10 & 3 {
            1 => Per::Command,
            2 => Per::Face,
            _ => Per::None,
        }
    }

    /// Returns which primitives have texture coordinates, or a sprite's parameters.
    fn texcoords(self) -> Per {
        match (self.kind, self.bits >> 12 & 3) {
            (_, 0) => Per::None,
            (PrimitiveKind::Sprites, 1) => Per::Command,
            (PrimitiveKind::Sprites, _) => Per::Face,
            (_, 3) => Per::Vertex,
            _ => Per::None,
        }
    }

    /// Returns the number of integers that a command list holds for `count` primitives, used or not.
    pub(crate) fn sizes(self, count: usize) -> Sizes {
        let corners = self.kind.corners();
        let amount = |per, each: usize| match per {
            Per::None => 0,
            Per::Command => each,
            Per::Face => each * count,
            Per::Vertex => each * corners * count,
        };
        let sprite = self.kind == PrimitiveKind::Sprites;
        let texcoords = amount(self.texcoords(), if sprite { 8 } else { 2 });
        [3 * corners * count, amount(self.normals(), 3), texcoords, amount(self.colours(), 1)]
    }

    fn material(self) -> Material {
        let bits = self.bits;
        let bit = |from: u32, to: u16| if bits & from != 0 { to } else { 0 };
        Material(
            bit(0x10, Material::COLOUR_KEY)
                | ((bits >> 5 & 3) as u16 * 2)
                | bit(1, Material::LIGHTING)
                | bit(2, Material::SPHERE_MAP)
                | Material::DOUBLE_FACE,
        )
    }
}

pub(crate) fn submit(draw: &PrimitivesDraw, screen: Screen, scratch: &mut Scratch, queue: &mut Queue) -> Result<()> {
    let data = &draw.primitives;
    let (command, used) = data.checked()?;
    let projector = Projector::renewed(&mut scratch.projector, draw.layout, draw.offset, screen);
    let places = &data.vertices.as_chunks::<3>().0[..used[0] / 3];
    let vertices = Vertex::blocks(&mut scratch.vertices, places.len().div_ceil(LANES));
    projector.place_all(vertices, projector.layout_to_view().places(places));
    let submission = Submission::new(projector, draw.effect, queue);
    let mut pass = Pass { data, effect: draw.effect, command, projector, vertices, submission };
    match command.kind {
        PrimitiveKind::Points => pass.points(),
        PrimitiveKind::Lines => pass.lines(),
        PrimitiveKind::Triangles => pass.polygons([0, 1, 2], screen),
        // A perimeter A, B, C, D as a strip, whose diagonal joins B and D.
        PrimitiveKind::Quads => pass.polygons([0, 1, 3, 2], screen),
        PrimitiveKind::Sprites => pass.sprites(),
    }
    Ok(())
}

/// Returns the data that drawing reads.
fn used_sizes(command: Command, count: usize) -> Sizes {
    let [vertices, normals, texcoords, colours] = command.sizes(count);
    match command.kind {
        PrimitiveKind::Points | PrimitiveKind::Lines => [vertices, 0, 0, colours],
        PrimitiveKind::Triangles | PrimitiveKind::Quads if texcoords > 0 => [vertices, normals, texcoords, 0],
        PrimitiveKind::Triangles | PrimitiveKind::Quads => [vertices, normals, 0, colours],
        PrimitiveKind::Sprites => [vertices, 0, texcoords, 0],
    }
}

/// One call on its way to the queue. The sizes of all data are checked.
struct Pass<'a, 'b> {
    data: &'a Primitives<'a>,
    effect: &'a Effect,
    command: Command,
    projector: &'b Projector,
    vertices: &'b mut [[Vertex; LANES]],
    submission: Submission<'b>,
}

impl Pass<'_, '_> {
    #[inline(always)]
    fn vertex(&self, index: usize) -> Vertex {
        self.vertices.as_flattened()[index]
    }

    fn colour(&self, primitive: usize) -> Option<u32> {
        let index = match self.command.colours() {
            Per::Command => 0,
            Per::Face => primitive,
            _ => return None,
        };
        Some(self.data.colours.get(index)?.cast_unsigned() & 0xFF_FFFF)
    }

    fn points(&mut self) {
        for i in 0..self.data.count {
            let vertex = self.vertex(i);
            if let Some(colour) = self.colour(i).filter(|_| vertex.is_drawn()) {
                let surface = Surface::Colour(colour);
                self.submission.special(self.command.material(), surface, vertex.key, [vertex.screen]);
            }
        }
    }

    fn lines(&mut self) {
        for i in 0..self.data.count {
            let ends = [self.vertex(2 * i), self.vertex(2 * i + 1)];
            let Some(colour) = self.colour(i) else { return };
            let mean = (i64::from(ends[0].key) + i64::from(ends[1].key)) >> 1;
            let corners = if ends.iter().any(|end| end.outcode & Outcode::DEPTH != 0) {
                let Some([a, b]) = clipped_line(self.projector, ends.map(|end| end.clip_vertex())) else { continue };
                let [(a, _), (b, _), ..] = self.projector.cut_corners([a, b, a, b]);
                [a, b]
            } else if ends.iter().any(|end| end.outcode & Outcode::OFF != 0) {
                continue;
            } else {
                ends.map(|end| end.screen)
            };
            self.submission.special(self.command.material(), Surface::Colour(colour), mean as i32, corners);
        }
    }

    /// Queues triangles or quads whose corners are taken in the order of `strip`.
    fn polygons<const SIDES: usize>(&mut self, strip: [usize; SIDES], screen: Screen) {
        self.submission.queue.count(SIDES, self.data.count);
        let texture = match (self.command.texcoords(), self.data.texture) {
            (Per::Vertex, None) => return,
            (Per::Vertex, Some(texture)) => Some(Surface::Texture(self.submission.queue.keep(texture))),
            _ => None,
        };
        let normals = self.command.normals();
        let style = self.submission.style(self.command.material(), texture.is_some(), normals != Per::None);
        let lit = style.kind.lit();
        if lit {
            self.light(if normals == Per::Face { SIDES } else { 1 }, screen);
        }
        let colour = |colour| if lit { Surface::LitColour(colour) } else { Surface::Colour(colour) };
        let (shapes, _) = self.vertices.as_flattened().as_chunks::<SIDES>();
        for (i, vertices) in shapes[..self.data.count].iter().enumerate() {
            let Some(surface) = texture.or_else(|| self.colour(i).map(colour)) else { return };
            let (texcoords, fine) = (self.data.texcoords, self.projector.fine);
            self.submission.polygon(&style, strip.map(|corner| &vertices[corner]), || {
                let texels = |corner| {
                    let at = 2 * (i * SIDES + corner);
                    [at, at + 1].map(|at| texel(texcoords[at], fine))
                };
                let texels = if texture.is_some() { strip.map(texels) } else { [[0; 2]; SIDES] };
                Look { surface, texels }
            });
        }
    }

    /// Lights all vertices, each `repeat` of which share a normal.
    fn light(&mut self, repeat: usize, screen: Screen) {
        let Some(light) = Lighting::new(self.effect, screen) else { return };
        let light = light.in_space(&self.projector.view);
        let factors = light.factors();
        let count = self.data.count * self.command.kind.corners() / repeat;
        let normals = &self.data.normals.as_chunks::<3>().0[..count];
        for (block, vertices) in self.vertices.iter_mut().enumerate() {
            let normal = |lane: usize| {
                let normal = normals.get((LANES * block + lane) / repeat).copied().unwrap_or_default();
                normal.map(in_sixty_fourths)
            };
            let normals = Block::new(&core::array::from_fn(normal));
            light.light(vertices, |axis| normals.inner(&factors[axis]));
        }
    }

    fn sprites(&mut self) {
        let Some(texture) = self.data.texture else { return };
        let surface = Surface::Texture(self.submission.queue.keep(texture));
        let per = self.command.texcoords();
        let scale = self.projector.sprite_scale();
        for i in 0..self.data.count {
            let block = if per == Per::Command { 0 } else { i };
            let Some(block) = self.data.texcoords.get(8 * block..8 * block + 8) else { return };
            let [width, height, angle, u0, v0, u1, v1, flags] = core::array::from_fn(|at| block[at]);
            let vertex = self.vertex(i);
            if vertex.is_drawn() {
                let texels = [[u0, v0], [u1, v1]].map(|uv| uv.map(|t| texel(t, self.projector.fine)));
                let sprite = sprite::PlacedSprite { size: [width, height], angle, texels, flags };
                sprite.submit(&vertex, scale, self.command.material(), surface, &mut self.submission);
            }
        }
    }
}

/// Returns a texture coordinate in 24.8. Faithful: it has 16 bits without sign, so that -50 lies 65486 texels right of 0.
/// Evidence: 36 rows of texels in the engine. The enhanced back end has room for 8 bits, and for 256.
fn texel(value: i32, fine: bool) -> i32 {
    let mask = if fine && value != 256 { 0xFF } else { 0xFFFF };
    (value & mask) << 8
}

/// Returns a component of a normal floored to 1/64. Faithful: it has 8 bits, so that -8193 becomes positive. Evidence: 4,000
/// of 4,000 normals in the engine.
fn in_sixty_fourths(component: i32) -> i16 {
    i16::from((component >> 6) as i8) << 6
}

#[cfg(test)]
mod tests {
    use super::in_sixty_fourths;

    #[test]
    fn normals_of_primitives_have_eight_bits() {
        assert_eq!([4096, 4095, -1, -8192, -8193].map(in_sixty_fourths), [4096, 4032, -64, -8192, 8128]);
    }
}
