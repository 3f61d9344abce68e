//! The surface of a figure: normals, polygons with their materials, and the patterns and batches that polygons form.
//!
//! A file has four lists of polygons. The counts of a pattern take the next run of each, so a batch, the polygons of one
//! pattern and one texture slot, is a range of a triangle list and a range of a quad list.

use super::Figure;
use alloc::vec::Vec;
use core::ops::Range;

/// A colour with 8 bits per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rgb {
    /// Red, 0..=255.
    pub r: u8,
    /// Green, 0..=255.
    pub g: u8,
    /// Blue, 0..=255.
    pub b: u8,
}

impl Rgb {
    /// Returns the colour 0xRRGGBB. Bits above are ignored.
    ///
    /// ```
    /// # use keitai_formats::Rgb;
    /// assert_eq!(Rgb::from_hex(0xFF8001), Rgb { r: 255, g: 128, b: 1 });
    /// ```
    pub const fn from_hex(colour: u32) -> Self {
        let [_, r, g, b] = colour.to_be_bytes();
        Self { r, g, b }
    }
}

/// The polygons of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Polygons {
    /// Triangles of one colour, "C3".
    pub colour_triangles: Vec<ColourPolygon<3>>,
    /// Quads of one colour in strip order, "C4".
    pub colour_quads: Vec<ColourPolygon<4>>,
    /// Textured triangles, "T3".
    pub textured_triangles: Vec<TexturedPolygon<3>>,
    /// Textured quads in strip order, "T4".
    pub textured_quads: Vec<TexturedPolygon<4>>,
}

impl Polygons {
    /// Returns the material of every polygon, list by list.
    pub fn materials(&self) -> impl Iterator<Item = Material> + '_ {
        (self.colour_triangles.iter().map(|polygon| polygon.material))
            .chain(self.colour_quads.iter().map(|polygon| polygon.material))
            .chain(self.textured_triangles.iter().map(|polygon| polygon.material))
            .chain(self.textured_quads.iter().map(|polygon| polygon.material))
    }
}

/// A polygon of one colour. Quads are in strip order: draw (0,1,2) and (1,2,3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColourPolygon<const N: usize> {
    /// Drawing attributes.
    pub material: Material,
    /// Indices into [`Figure::vertices`].
    pub vertices: [u16; N],
    /// Index into [`Figure::palette`].
    pub colour: u8,
}

/// A textured polygon. Quads are in strip order: draw (0,1,2) and (1,2,3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexturedPolygon<const N: usize> {
    /// Drawing attributes.
    pub material: Material,
    /// Indices into [`Figure::vertices`].
    pub vertices: [u16; N],
    /// Texel (u, v) at each vertex, (0, 0) being the top-left corner of the picture.
    pub texels: [[u8; 2]; N],
}

/// The drawing attributes of a polygon, as the bits of polygon format 3; formats 1 and 2 and the shifted word of
/// colour polygons are translated on reading and writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Material(pub u16);

/// The blend function of a polygon's pixels.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Blend {
    /// The source replaces the destination.
    #[default]
    Normal,
    /// The mean of source and destination.
    Half,
    /// The sum, saturated.
    Add,
    /// Destination minus source, not below zero.
    Sub,
}

impl Blend {
    /// All blend functions.
    pub const ALL: [Self; 4] = [Self::Normal, Self::Half, Self::Add, Self::Sub];

    /// Returns the bits of a [`Material`] that stand for the blend function.
    pub const fn bits(self) -> u16 {
        match self {
            Self::Normal => 0,
            Self::Half => 2,
            Self::Add => 4,
            Self::Sub => 6,
        }
    }

    /// Returns the word of source texts for the blend function.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Half => "half",
            Self::Add => "add",
            Self::Sub => "sub",
        }
    }
}

impl Material {
    /// Palette index 0 is not drawn (textured polygons only).
    pub const COLOUR_KEY: u16 = 0x001;
    /// The two bits of the blend function; see [`Blend::bits`].
    pub const BLEND: u16 = 0x006;
    /// Both sides are drawn.
    pub const DOUBLE_FACE: u16 = 0x010;
    /// Lit, when the figure has normals and a light is on.
    pub const LIGHTING: u16 = 0x020;
    /// Sphere mapped, when lit and a sphere map is set.
    pub const SPHERE_MAP: u16 = 0x040;
    /// The whole polygon takes the shade of its first vertex.
    pub const FLAT_SHADE: u16 = 0x080;
    /// The sort key is that of the nearest vertex.
    pub const SORT_NEAREST: u16 = 0x100;
    /// The sort key is that of the farthest vertex, even when [`Self::SORT_NEAREST`] is set.
    pub const SORT_FARTHEST: u16 = 0x200;

    /// All bits that a textured polygon may have.
    pub const TEXTURED: u16 = Self::COLOURED | Self::COLOUR_KEY;
    /// All bits that a colour polygon may have.
    pub const COLOURED: u16 = Self::BLEND
        | Self::DOUBLE_FACE
        | Self::LIGHTING
        | Self::SPHERE_MAP
        | Self::FLAT_SHADE
        | Self::SORT_NEAREST
        | Self::SORT_FARTHEST;
    /// All bits that source texts have attributes for.
    pub const IN_TEXT: u16 = Self::COLOUR_KEY | Self::BLEND | Self::DOUBLE_FACE | Self::LIGHTING | Self::SPHERE_MAP;

    /// Returns whether all bits of `mask` are set.
    pub fn has(self, mask: u16) -> bool {
        self.0 & mask == mask
    }

    /// Decodes the bits of [`Self::BLEND`].
    pub fn blend(self) -> Blend {
        let bits = self.0 & Self::BLEND;
        Blend::ALL.into_iter().find(|blend| blend.bits() == bits).unwrap_or_default()
    }
}

/// Counts of consecutive polygons in the triangle and the quad list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PolygonRun {
    /// Number of triangles.
    pub triangles: u16,
    /// Number of quads.
    pub quads: u16,
}

/// One pattern: the number of its polygons in each list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pattern {
    /// Numbers of the polygons of one colour.
    pub colour: PolygonRun,
    /// Textured polygons of the pattern, one run per texture slot ([`Figure::texture_count`] entries).
    pub textures: Vec<PolygonRun>,
}

/// The colour or texture slot that a batch is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// Colours of the palette; the ranges refer to the two colour lists.
    Colour,
    /// A texture slot; the ranges refer to the two textured lists.
    Texture(u16),
}

/// Consecutive polygons of a triangle list and of a quad list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Pattern of the polygons; 0 is always drawn.
    pub pattern: u16,
    /// Colour or texture slot.
    pub slot: Slot,
    /// Indices into the colour or the textured triangles.
    pub triangles: Range<usize>,
    /// Indices into the colour or the textured quads.
    pub quads: Range<usize>,
}

impl Figure {
    /// Returns all batches that hold polygons, by pattern; in a pattern first colour, then the textures by slot.
    ///
    /// The ranges lie within the lists of every figure that [`Figure::check`] accepts. It accepts the figures of
    /// readers.
    pub fn batches(&self) -> impl Iterator<Item = Batch> + '_ {
        let mut colour = [0usize; 2];
        let mut textured = [0usize; 2];
        let runs = (0..=u16::MAX).zip(&self.patterns).flat_map(|(number, pattern)| {
            let textures = (0..=u16::MAX).zip(&pattern.textures).map(|(slot, run)| (Slot::Texture(slot), run));
            core::iter::once((Slot::Colour, &pattern.colour))
                .chain(textures)
                .map(move |(slot, run)| (number, slot, run))
        });
        let batches = runs.map(move |(pattern, slot, run)| {
            let next = if slot == Slot::Colour { &mut colour } else { &mut textured };
            let [first_triangle, first_quad] = *next;
            *next = [first_triangle + usize::from(run.triangles), first_quad + usize::from(run.quads)];
            Batch { pattern, slot, triangles: first_triangle..next[0], quads: first_quad..next[1] }
        });
        batches.filter(|batch| !batch.triangles.is_empty() || !batch.quads.is_empty())
    }
}

/// Normals of a figure's vertices.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Normals {
    /// No normals; the figure cannot be lit.
    #[default]
    None,
    /// Normal format 1: 4.12 components.
    Vectors(Vec<[i16; 3]>),
    /// Normal format 2: packed directions.
    Packed(Vec<PackedNormal>),
}

/// One of the six axis directions, in the order of the file's codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Axis {
    PlusX,
    PlusY,
    PlusZ,
    MinusX,
    MinusY,
    MinusZ,
}

/// A direction of normal format 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackedNormal {
    /// Exactly along an axis.
    Axis(Axis),
    /// X and Y in units of 1/64 (x: -63..=63, y: -64..=63), and the sign of Z.
    Direction {
        /// X, in 1/64.
        x: i8,
        /// Y, in 1/64.
        y: i8,
        /// Z is negative.
        z_negative: bool,
    },
}

impl Axis {
    /// All axes, in the order of the file's codes.
    pub const ALL: [Self; 6] = [Self::PlusX, Self::PlusY, Self::PlusZ, Self::MinusX, Self::MinusY, Self::MinusZ];

    /// Returns the axis of a code in the file, 0..=5.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns a vector of `length` along the axis.
    pub fn scaled(self, length: i16) -> [i16; 3] {
        match self {
            Self::PlusX => [length, 0, 0],
            Self::PlusY => [0, length, 0],
            Self::PlusZ => [0, 0, length],
            Self::MinusX => [-length, 0, 0],
            Self::MinusY => [0, -length, 0],
            Self::MinusZ => [0, 0, -length],
        }
    }
}

impl PackedNormal {
    /// Returns the normal in 4.12; an axis has length 4096. The length is not corrected: stored x and y can lie beyond the
    /// unit circle, as near the XY plane in the vendor's own output. The vendor's viewer decodes to the same components.
    pub fn to_vector(self) -> [i16; 3] {
        self.decode(4096)
    }

    /// Returns the normal in 1/64; an axis has length 64. The vendor's viewer lights with these.
    pub fn to_sixty_fourths(self) -> [i16; 3] {
        self.decode(64)
    }

    /// Decodes with `one` (64 or 4096) for 1: x and y are exact, z is rounded to nearest.
    ///
    /// Faithful: beyond the unit circle z is -1/64, or 1/64 with its sign bit set. Evidence: 900 of 900 normals in the
    /// phone engine.
    fn decode(self, one: i16) -> [i16; 3] {
        match self {
            Self::Axis(axis) => axis.scaled(one),
            Self::Direction { x, y, z_negative } => {
                let [x, y] = [x, y].map(|component| i16::from(component) * (one / 64));
                let [wide_x, wide_y, wide_one] = [x, y, one].map(i32::from);
                let square = wide_one * wide_one - wide_x * wide_x - wide_y * wide_y;
                let z = if square < 0 { -(one / 64) } else { rounded_root(square) };
                [x, y, if z_negative { -z } else { z }]
            }
        }
    }
}

/// Returns floor(sqrt(square) + 0.5). The square is 0..=4096 * 4096.
fn rounded_root(square: i32) -> i16 {
    let square = square.unsigned_abs();
    let root = square.isqrt();
    // The next integer is nearer when square > (root + 0.5)^2 = root^2 + root + 0.25.
    (root + u32::from(square - root * root > root)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_decoded_as_by_hand() {
        let normal = |x, y, z_negative| PackedNormal::Direction { x, y, z_negative };
        // 64^2 - 36^2 - 48^2 = 496, whose root is 22.27; 4096^2 - 2304^2 - 3072^2 = 2031616, root 1425.35.
        assert_eq!(normal(36, -48, true).to_sixty_fourths(), [36, -48, -22]);
        assert_eq!(normal(36, -48, true).to_vector(), [2304, -3072, -1425]);
        assert_eq!(normal(60, 60, false).to_vector(), [3840, 3840, -64], "beyond the unit circle");
        assert_eq!(normal(60, 60, true).to_sixty_fourths(), [60, 60, 1]);
        assert_eq!(PackedNormal::Axis(Axis::MinusY).to_vector(), [0, -4096, 0]);
        assert_eq!(PackedNormal::Axis(Axis::PlusZ).to_sixty_fourths(), [0, 0, 64]);
    }

    #[test]
    fn roots_are_rounded_to_nearest() {
        for square in 0..70_000 {
            assert_eq!(rounded_root(square), (f64::from(square).sqrt() + 0.5).floor() as i16, "{square}");
        }
        assert_eq!(rounded_root(4096 * 4096), 4096);
    }
}
