//! The figure document: the contents of an MBAC file, decoded but not interpreted.
//!
//! Vertices are bone-local model units. Polygons keep the four lists of the file (colour and textured, triangles and
//! quads). A list is ordered by pattern, and within a pattern by texture, as [`Pattern`] counts them.

use alloc::string::String;
use alloc::vec::Vec;

mod batch;
mod check;
mod normal;

pub use batch::{Batch, Slot};
pub(crate) use check::{check_ownership, check_sums};

/// A figure: vertices owned by bones, and polygons over them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figure {
    /// Version of the file, read or to be written: 2..=5.
    pub version: u16,
    /// Bone-local positions in model units, bone by bone (see [`Bone::vertex_count`]).
    pub vertices: Vec<[i16; 3]>,
    /// Normals, one per vertex, in bone space.
    pub normals: Normals,
    /// Colours of the colour polygons. A file without colour polygons stores only their number; they are read as black.
    pub palette: Vec<Rgb>,
    /// The polygons, in the four lists of the file.
    pub polygons: Polygons,
    /// Number of texture slots, 0..=16.
    pub texture_count: u16,
    /// Pattern 0 (always drawn) and the patterns that actions switch; at least one entry.
    pub patterns: Vec<Pattern>,
    /// Bones, parents before children.
    pub bones: Vec<Bone>,
    /// The check record at the end of the file, if there is one.
    pub trailer: Option<Trailer>,
}

impl Figure {
    /// Most polygons, and most bones, that the vendor's document allows; the file has 16 unsigned bits for each count.
    pub const DOCUMENTED_COUNT: usize = 32767;
    /// Number of the last pattern that players accept, which the vendor's viewer never draws.
    pub const UNDRAWN_PATTERN: usize = 32;

    /// Returns the bone that owns each vertex.
    pub fn owners(&self) -> impl Iterator<Item = usize> + '_ {
        let counts = self.bones.iter().map(|bone| usize::from(bone.vertex_count)).enumerate();
        counts.flat_map(|(bone, count)| core::iter::repeat_n(bone, count))
    }

    /// Returns marks of bones with their ancestors marked, too.
    pub fn with_ancestors(&self, mut marks: Vec<bool>) -> Vec<bool> {
        for (index, bone) in self.bones.iter().enumerate().rev() {
            let parent = bone.parent.filter(|_| marks.get(index) == Some(&true));
            if let Some(mark) = parent.and_then(|parent| marks.get_mut(usize::from(parent))) {
                *mark = true;
            }
        }
        marks
    }
}

/// Returns the name for a bone without one: "bone0", "bone1" and so on.
pub fn bone_name(index: usize) -> String {
    format!("bone{index}")
}

/// Returns the smallest and the largest corner of the box around points; `None` without points.
pub fn bounds(points: impl IntoIterator<Item = [i32; 3]>) -> Option<[[i32; 3]; 2]> {
    points.into_iter().map(|point| [point; 2]).reduce(|[low, high], [point, _]| {
        let low = core::array::from_fn(|axis| low[axis].min(point[axis]));
        let high = core::array::from_fn(|axis| high[axis].max(point[axis]));
        [low, high]
    })
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

/// A row-major 3x4 matrix: columns 0..=2 are the X, Y and Z axes in 4.12, column 3 is the translation in model units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoneMatrix(pub [i16; 12]);

impl BoneMatrix {
    /// The identity matrix.
    pub const IDENTITY: Self = Self([4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0]);
}

impl Default for BoneMatrix {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A bone. Bone i owns the `vertex_count` vertices after those of bone i-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bone {
    /// Number of vertices it owns.
    pub vertex_count: u16,
    /// Index of the parent, smaller than its own; `None` for a root.
    pub parent: Option<u16>,
    /// Bone space to parent space.
    pub matrix: BoneMatrix,
}

/// The 20 bytes at the end of MBAC and MTRA files: an identifier, stored twice under two keys. The second key is a
/// check value made from the file's counts and is not kept here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trailer {
    /// The first key; arbitrary.
    pub key: [u8; 2],
    /// The identifier, "HI000000" from the vendor's converter.
    pub identifier: [u8; 8],
}

impl Default for Trailer {
    fn default() -> Self {
        Self { key: *b"MC", identifier: *b"HI000000" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_the_bone_that_counts_it() {
        let bone = |vertex_count| Bone { vertex_count, ..Bone::default() };
        let figure = Figure { bones: vec![bone(2), bone(0), bone(1)], ..Figure::default() };
        assert_eq!(figure.owners().collect::<Vec<_>>(), [0, 0, 2]);
    }

    #[test]
    fn marks_go_up_to_the_root() {
        let bone = |parent| Bone { parent, ..Bone::default() };
        let figure = Figure { bones: [None, Some(0), Some(1), Some(1), None].map(bone).to_vec(), ..Figure::default() };
        assert_eq!(figure.with_ancestors(vec![false, false, false, true, false]), [true, true, false, true, false]);
    }

    #[test]
    fn the_box_around_points() {
        assert_eq!(bounds([[1, -2, 3], [0, 5, 3], [9, 0, -1]]), Some([[0, -2, -1], [9, 5, 3]]));
        assert_eq!(bounds([]), None);
    }
}
