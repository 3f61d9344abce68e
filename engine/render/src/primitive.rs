//! Primitives: points, lines, triangles, quads and point sprites, given as plain integers.
//!
//! A command word says what they are and which data they bring; vertices are model units, normals 4.12, texture
//! coordinates texels, colours 0xRRGGBB. Primitives are always drawn from both sides, and specials (points, lines and
//! sprites) are never lit.

use crate::block::{Block, Factors, LANES, inner_wide};
use crate::clip::clipped_line;
use crate::compat::{
    Compat, PrimQuadDiagonal, PrimUvRange, SpriteFarEdge, SpriteMirror, SpriteNoneBlock, TexcoordPartialBits,
};
use crate::effect::Effect;
use crate::error::{Error, Result};
use crate::layout::FigureLayout;
use crate::project::{Projector, Screen};
use crate::queue::{Queue, Surface};
use crate::shade::Lighting;
use crate::skin::Skin;
use crate::sprite;
use crate::submit::{Look, Submission};
use crate::texture::TextureMap;
use crate::vertex::{Scratch, Vertex};
use keitai_formats::{Material, Rgb};
use std::sync::Arc;

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

/// Number of integers of each kind of data that a command has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) vertices: usize,
    pub(crate) normals: usize,
    pub(crate) texcoords: usize,
    pub(crate) colors: usize,
}

/// Primitives of one kind: a command word and its data.
#[derive(Debug, Clone, Copy, Default)]
pub struct Primitives<'a> {
    /// The texture, where they have one.
    pub texture: Option<&'a Arc<TextureMap>>,
    /// A kind, and the data and attributes of its primitives: a sum of the constants of this type, which have the values of the
    /// era's API. Bits 31..24: 1 points, 2 lines, 3 triangles, 4 quads, 5 sprites. 13..12: 3 texture coordinates; for sprites 1
    /// parameters once, 2 or 3 per sprite. 11..10: 1 one colour, 2 a colour each. 9..8: 2 a normal per face, 3 per
    /// vertex. 6..5: blend 0 normal, 1 half, 2 add, 3 sub. 4: colour key. 1: sphere map. 0: lighting.
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
    pub colors: &'a [i32],
}

/// Primitives to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct PrimitivesDraw<'a> {
    /// The primitives.
    pub primitives: Primitives<'a>,
    /// View and projection.
    pub layout: &'a FigureLayout,
    /// Light and more.
    pub effect: &'a Effect,
    /// Added to the layout's centre, pixels.
    pub offset: (i32, i32),
}

impl Primitives<'_> {
    /// Kind: points of one pixel, a vertex each. Points and lines need colours.
    pub const POINTS: u32 = 0x0100_0000;
    /// Kind: lines one pixel wide, two vertices each.
    pub const LINES: u32 = 0x0200_0000;
    /// Kind: triangles, three vertices each. Triangles and quads need colours or texture coordinates.
    pub const TRIANGLES: u32 = 0x0300_0000;
    /// Kind: quads, four vertices each.
    pub const QUADS: u32 = 0x0400_0000;
    /// Kind: sprites, a vertex each, with a texture and parameters.
    pub const SPRITES: u32 = 0x0500_0000;
    /// Data: a normal for each triangle or quad.
    pub const NORMAL_PER_FACE: u32 = 0x200;
    /// Data: a normal for each vertex of triangles or quads.
    pub const NORMAL_PER_VERTEX: u32 = 0x300;
    /// Data: one colour for all.
    pub const COLOUR_PER_COMMAND: u32 = 0x400;
    /// Data: a colour for each primitive.
    pub const COLOUR_PER_FACE: u32 = 0x800;
    /// Data: texture coordinates for each vertex of triangles or quads. Colours do not count then.
    pub const TEXTURE_COORDINATES: u32 = 0x3000;
    /// Data: one set of parameters for all sprites.
    pub const SPRITE_PER_COMMAND: u32 = 0x1000;
    /// Data: a set of parameters for each sprite.
    pub const SPRITE_PER_FACE: u32 = 0x2000;
    /// The last parameter of a sprite: the size is in pixels, not model units.
    pub const SPRITE_PIXEL_SIZE: i32 = 1;
    /// The last parameter of a sprite: the size does not change with the distance.
    pub const SPRITE_NO_PERSPECTIVE: i32 = 2;
    /// Attribute: triangles and quads with normals are lit.
    pub const LIGHTING: u32 = 1;
    /// Attribute: the effect's sphere map is added to triangles and quads with normals.
    pub const SPHERE_MAP: u32 = 2;
    /// Attribute: palette index 0 is transparent.
    pub const COLOUR_KEY: u32 = 0x10;
    /// Attribute: the mean of the picture and the primitive.
    pub const BLEND_HALF: u32 = 0x20;
    /// Attribute: the sum of the picture and the primitive.
    pub const BLEND_ADD: u32 = 0x40;
    /// Attribute: the picture less the primitive.
    pub const BLEND_SUB: u32 = 0x60;

    /// Checks the command, the count and the length of the data, as [`Renderer::render_primitives`](crate::Renderer::render_primitives) does.
    ///
    /// # Errors
    /// When the command is impossible, the count out of range, or data missing.
    pub fn check(&self, compat: &Compat) -> Result<()> {
        self.checked(compat).map(|_| ())
    }

    /// Returns the command and the data that drawing reads, which is there.
    fn checked(&self, compat: &Compat) -> Result<(Command, Sizes)> {
        if self.command & 0xFF_0000 != 0 {
            return Err(Error::Command { command: self.command, expected: "bits 16..=23 clear" });
        }
        if !(1..=255).contains(&self.count) {
            return Err(Error::Count { count: self.count });
        }
        let command = Command::new(self.command)?;
        let used = used_sizes(command, self.count, compat);
        for (what, found, needed) in [
            ("vertices", self.vertices.len(), used.vertices),
            ("normals", self.normals.len(), used.normals),
            ("texture coordinates", self.texcoords.len(), used.texcoords),
            ("colours", self.colors.len(), used.colors),
        ] {
            if found < needed {
                return Err(Error::PrimitiveData { what, found, needed });
            }
        }
        Ok((command, used))
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

    fn is_polygon(self) -> bool {
        matches!(self, Self::Triangles | Self::Quads)
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

    fn colors(self) -> Per {
        match self.bits >> 10 & 3 {
            1 => Per::Command,
            2 => Per::Face,
            _ => Per::None,
        }
    }

    /// Returns which primitives have texture coordinates, or a sprite's parameters.
    fn texcoords(self, compat: &Compat) -> Per {
        match (self.kind, self.bits >> 12 & 3) {
            (PrimitiveKind::Sprites, 0) if compat.sprite_none_block == SpriteNoneBlock::EightPerSprite => Per::Face,
            (_, 0) => Per::None,
            (PrimitiveKind::Sprites, 1) => Per::Command,
            (PrimitiveKind::Sprites, _) => Per::Face,
            (_, 3) => Per::Vertex,
            _ if compat.texcoord_partial_bits == TexcoordPartialBits::AsCoordinates => Per::Vertex,
            _ => Per::None,
        }
    }

    /// Returns the number of integers that a command list holds for `count` primitives, used or not.
    pub(crate) fn sizes(self, count: usize, compat: &Compat) -> Sizes {
        let corners = self.kind.corners();
        let amount = |per, each: usize| match per {
            Per::None => 0,
            Per::Command => each,
            Per::Face => each * count,
            Per::Vertex => each * corners * count,
        };
        let sprite = self.kind == PrimitiveKind::Sprites;
        Sizes {
            vertices: 3 * corners * count,
            normals: amount(self.normals(), 3),
            texcoords: amount(self.texcoords(compat), if sprite { 8 } else { 2 }),
            colors: amount(self.colors(), 1),
        }
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

/// Queues primitives.
pub(crate) fn submit(draw: &PrimitivesDraw, screen: &Screen, scratch: &mut Scratch, queue: &mut Queue) -> Result<()> {
    let compat = screen.compat;
    let data = &draw.primitives;
    let (command, used) = data.checked(compat)?;
    let projector = Projector::renewed(&mut scratch.projector, draw.layout, draw.offset, screen);
    let places = &data.vertices.as_chunks::<3>().0[..used.vertices / 3];
    let vertices = Vertex::blocks(&mut scratch.vertices, places.len().div_ceil(LANES));
    project(vertices, places, projector);
    let submission = Submission::new(projector, draw.effect, screen, queue);
    let mut pass = Pass { data, effect: draw.effect, command, projector, vertices, submission };
    match command.kind {
        PrimitiveKind::Points => pass.points(),
        PrimitiveKind::Lines => pass.lines(),
        PrimitiveKind::Triangles | PrimitiveKind::Quads => pass.polygons(screen),
        PrimitiveKind::Sprites => pass.sprites(compat),
    }
    Ok(())
}

/// Returns the data that drawing reads.
fn used_sizes(command: Command, count: usize, compat: &Compat) -> Sizes {
    let declared = command.sizes(count, compat);
    let polygon = command.kind.is_polygon();
    let sprite = command.kind == PrimitiveKind::Sprites;
    Sizes {
        normals: if polygon { declared.normals } else { 0 },
        texcoords: if polygon || sprite { declared.texcoords } else { 0 },
        colors: if sprite || polygon && declared.texcoords > 0 { 0 } else { declared.colors },
        ..declared
    }
}

/// Projects vertices.
fn project(vertices: &mut [[Vertex; LANES]], places: &[[i32; 3]], projector: &Projector) {
    let to_view = projector.layout_to_view();
    match reach(places) {
        Some(reach) => Vertex::project(vertices, Block::all(places, |c| c as i16), (projector, &to_view, reach)),
        None => {
            for (vertex, place) in vertices.as_flattened_mut().iter_mut().zip(places) {
                // Sums of products with any matrix fit 64 bits.
                let place = place.map(|c| i64::from(c.clamp(-WORLD, WORLD)));
                *vertex = Vertex::new(projector, to_view.apply(place));
            }
        }
    }
}

/// Returns a number of 16 bits that no component exceeds, whatever its sign, if there is one.
fn reach(vectors: &[[i32; 3]]) -> Option<i64> {
    // The components' bits, inverted where they are negative.
    let bits = vectors.as_flattened().iter().fold(0, |bits, c| bits | c ^ c >> 31);
    (bits <= i32::from(i16::MAX)).then_some(i64::from(bits) + 1)
}

/// The farthest coordinate that is not brought nearer, model units: 512 times the range that the vendor documents.
const WORLD: i32 = 1 << 24;

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

    fn color(&self, primitive: usize) -> Option<Surface> {
        let index = match self.command.colors() {
            Per::Command => 0,
            Per::Face => primitive,
            _ => return None,
        };
        Some(Surface::Colour(Rgb::from_hex(self.data.colors.get(index)?.cast_unsigned())))
    }

    fn points(&mut self) {
        for i in 0..self.data.count {
            let vertex = self.vertex(i);
            if let Some(surface) = self.color(i).filter(|_| vertex.in_depth()) {
                self.submission.special(self.command.material(), surface, vertex.key, &[vertex.screen]);
            }
        }
    }

    fn lines(&mut self) {
        for i in 0..self.data.count {
            let ends = [self.vertex(2 * i), self.vertex(2 * i + 1)];
            let Some(surface) = self.color(i) else { return };
            let mean = (i64::from(ends[0].key) + i64::from(ends[1].key)) >> 1;
            if let Some(line) = clipped_line(self.projector, ends.map(|end| end.clip_vertex())) {
                let corners = line.map(|end| self.projector.screen_vertex(&end.position));
                self.submission.special(self.command.material(), surface, mean as i32, &corners);
            }
        }
    }

    fn polygons(&mut self, screen: &Screen) {
        self.submission.count(self.command.kind.corners(), self.data.count);
        let compat = screen.compat;
        let textured = self.command.texcoords(compat) == Per::Vertex;
        let texture = match (textured, self.data.texture) {
            (true, None) => return,
            (true, Some(texture)) => Some(self.submission.keep(texture)),
            (false, _) => None,
        };
        // A perimeter A, B, C, D as a strip, whose diagonal joins the two in the middle.
        match (self.command.kind, compat.prim_quad_diagonal) {
            (PrimitiveKind::Triangles, _) => self.shapes([0, 1, 2], texture, screen),
            (_, PrimQuadDiagonal::BD) => self.shapes([0, 1, 3, 2], texture, screen),
            (_, PrimQuadDiagonal::AC) => self.shapes([1, 2, 0, 3], texture, screen),
        }
    }

    /// Queues triangles or quads whose corners are taken in the order of `strip`.
    fn shapes<const SIDES: usize>(&mut self, strip: [usize; SIDES], texture: Option<Skin>, screen: &Screen) {
        let normals = self.command.normals();
        let style = self.submission.style(self.command.material(), texture.is_some(), normals != Per::None);
        if style.kind.lit() {
            self.light(if normals == Per::Face { SIDES } else { 1 }, screen);
        }
        let (shapes, _) = self.vertices.as_flattened().as_chunks::<SIDES>();
        for (i, vertices) in shapes[..self.data.count].iter().enumerate() {
            let Some(skin) = texture.or_else(|| self.color(i).map(Skin::Plain)) else { return };
            let (texcoords, range) = (self.data.texcoords, screen.compat.prim_uv_range);
            self.submission.polygon(&style, strip.map(|corner| &vertices[corner]), || {
                let texels = |corner| {
                    let at = 2 * (i * SIDES + corner);
                    [at, at + 1].map(|at| texel(texcoords[at], range))
                };
                let texels = if texture.is_some() { strip.map(texels) } else { [[0; 2]; SIDES] };
                Look { surface: skin.surface(&texels), texels, one_normal: [false; 2] }
            });
        }
    }

    /// Lights all vertices, each `repeat` of which share a normal.
    fn light(&mut self, repeat: usize, screen: &Screen) {
        let Some(light) = Lighting::new(self.effect, screen) else { return };
        let light = light.in_space(self.projector.view());
        let axes = light.axes();
        let factors = axes.map(Factors::saturating);
        let count = self.data.count * self.command.kind.corners() / repeat;
        let normals = &self.data.normals.as_chunks::<3>().0[..count];
        let narrow = reach(normals).is_some();
        for (block, vertices) in self.vertices.iter_mut().enumerate() {
            let normal = |lane: usize| normals.get((LANES * block + lane) / repeat).copied().unwrap_or_default();
            let normals: [[i32; 3]; LANES] = std::array::from_fn(normal);
            if narrow {
                let normals = Block::new(&normals.map(|normal| normal.map(|c| c as i16)));
                light.light(vertices, |axis| normals.inner(&factors[axis]));
            } else {
                light.light(vertices, |axis| inner_wide(normals, axes[axis]));
            }
        }
    }

    fn sprites(&mut self, compat: &Compat) {
        let Some(texture) = self.data.texture else { return };
        let skin = self.submission.keep(texture);
        let per = self.command.texcoords(compat);
        for i in 0..self.data.count {
            let block = if per == Per::Command { 0 } else { i };
            let Some(block) = self.data.texcoords.get(8 * block..8 * block + 8) else { return };
            let [width, height, angle, u0, v0, u1, v1, flags] = std::array::from_fn(|at| block[at]);
            let far_edge = |edge: i32| match compat.sprite_far_edge {
                SpriteFarEdge::Exclusive => edge,
                SpriteFarEdge::InclusiveLast => edge.wrapping_sub(1),
            };
            let [from, to] =
                [[u0, v0], [far_edge(u1), far_edge(v1)]].map(|uv| uv.map(|t| texel(t, compat.prim_uv_range)));
            if compat.sprite_mirror == SpriteMirror::Drop && (from[0] >= to[0] || from[1] >= to[1]) {
                continue;
            }
            let vertex = self.vertex(i);
            if vertex.in_depth() {
                let sprite = sprite::Sprite { size: [width, height], angle, texels: [from, to], flags };
                let surface = skin.surface(&sprite.texels);
                sprite.submit(&vertex, self.projector, self.command.material(), surface, &mut self.submission);
            }
        }
    }
}

/// Returns a texture coordinate in 8.8.
fn texel(value: i32, range: PrimUvRange) -> i32 {
    if value == 256 && range == PrimUvRange::Keep256 { 256 << 8 } else { (value & 255) << 8 }
}

#[cfg(test)]
mod tests {
    use super::reach;

    #[test]
    fn the_reach_of_16_bits_is_not_below_any_component() {
        let of = |component| reach(&[[0; 3], [5, component, -7]]);
        assert_eq!([0, 32767, -32768].map(of), [Some(8), Some(32768), Some(32768)]);
        assert_eq!([32768, -32769, i32::MIN, i32::MAX].map(of), [None; 4]);
    }
}
