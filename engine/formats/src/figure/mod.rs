//! The figure document: the contents of an MBAC file, decoded but not interpreted, and the rules that every figure
//! keeps.
//!
//! Vertices are bone-local model units. Polygons keep the four lists of the file (colour and textured, triangles and
//! quads). A list is ordered by pattern, and within a pattern by texture, as [`Pattern`] counts them.

mod surface;

pub use surface::{
    Axis, Batch, Blend, ColourPolygon, Material, Normals, PackedNormal, Pattern, PolygonRun, Polygons, Rgb, Slot,
    TexturedPolygon,
};

use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use alloc::string::String;
use alloc::vec::Vec;

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

    /// Checks counts, indices, parents and material bits.
    ///
    /// Readers find the same faults with byte offsets; here the location of a fault is the number of an item, or the
    /// document when no item is at fault. Writers check first, so that every written file can be read.
    pub fn check(&self) -> Result<()> {
        self.check_normals()?;
        self.check_patterns()?;
        self.check_colour(&self.polygons.colour_triangles)?;
        self.check_colour(&self.polygons.colour_quads)?;
        self.check_textured(&self.polygons.textured_triangles)?;
        self.check_textured(&self.polygons.textured_quads)?;
        self.check_bones()
    }

    fn check_normals(&self) -> Result<()> {
        let section = Section::Normals;
        let number = match &self.normals {
            Normals::None => return Ok(()),
            Normals::Vectors(vectors) => vectors.len(),
            Normals::Packed(packed) => packed.len(),
        };
        count(section, Location::Document, "normals", self.vertices.len(), number)?;
        let Normals::Packed(packed) = &self.normals else { return Ok(()) };
        for (item, normal) in packed.iter().enumerate() {
            let PackedNormal::Direction { x, y, .. } = *normal else { continue };
            for (field, value, expected, legal) in [("x", x, "-63..=63", -63..=63), ("y", y, "-64..=63", -64..=63)] {
                if !legal.contains(&value) {
                    return Err(Error::field(section, Location::Item(item), field, expected, value));
                }
            }
        }
        Ok(())
    }

    fn check_patterns(&self) -> Result<()> {
        let section = Section::PatternTable;
        if self.patterns.is_empty() {
            return Err(Error::field(section, Location::Document, "patterns", "1 or more", 0));
        }
        for (item, pattern) in self.patterns.iter().enumerate() {
            count(section, Location::Item(item), "textures", usize::from(self.texture_count), pattern.textures.len())?;
        }
        let polygons = &self.polygons;
        let lists = [
            polygons.colour_triangles.len(),
            polygons.colour_quads.len(),
            polygons.textured_triangles.len(),
            polygons.textured_quads.len(),
        ];
        check_sums(&self.patterns, lists, Location::Document)
    }

    fn check_colour<const N: usize>(&self, list: &[ColourPolygon<N>]) -> Result<()> {
        let section = Section::ColourPolygons;
        for (item, polygon) in list.iter().enumerate() {
            material(section, item, polygon.material.0, Material::COLOURED, "bits 0x3f6 only")?;
            indices(section, item, &polygon.vertices, self.vertices.len())?;
            index(section, item, "colour", usize::from(polygon.colour), self.palette.len())?;
        }
        Ok(())
    }

    fn check_textured<const N: usize>(&self, list: &[TexturedPolygon<N>]) -> Result<()> {
        let section = Section::TexturedPolygons;
        for (item, polygon) in list.iter().enumerate() {
            material(section, item, polygon.material.0, Material::TEXTURED, "bits 0x3f7 only")?;
            indices(section, item, &polygon.vertices, self.vertices.len())?;
        }
        Ok(())
    }

    fn check_bones(&self) -> Result<()> {
        let section = Section::Bones;
        for (item, bone) in self.bones.iter().enumerate() {
            // A file has 15 bits for the parent.
            let Some(parent) = bone.parent else { continue };
            index(section, item, "parent", usize::from(parent), item.min(1 << 15))?;
        }
        check_ownership(&self.bones, self.vertices.len(), Location::Document)
    }
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

/// Fails unless the bones own every vertex once.
pub(crate) fn check_ownership(bones: &[Bone], vertex_count: usize, at: Location) -> Result<()> {
    let owned = bones.iter().map(|bone| usize::from(bone.vertex_count)).sum();
    count(Section::Bones, at, "vertices of all bones", vertex_count, owned)
}

/// Fails unless the patterns count every polygon once. `lists` are the lengths of the colour triangles and quads and of
/// the textured ones.
pub(crate) fn check_sums(patterns: &[Pattern], lists: [usize; 4], at: Location) -> Result<()> {
    let mut sums = [0; 4];
    for pattern in patterns {
        let colour = core::iter::once((0, &pattern.colour));
        for (first, run) in colour.chain(pattern.textures.iter().map(|run| (2, run))) {
            sums[first] += usize::from(run.triangles);
            sums[first + 1] += usize::from(run.quads);
        }
    }
    let fields = ["colour triangles", "colour quads", "textured triangles", "textured quads"];
    let mut counts = fields.into_iter().zip(lists).zip(sums);
    counts.try_for_each(|((field, expected), sum)| count(Section::PatternTable, at, field, expected, sum))
}

fn count(section: Section, at: Location, field: &'static str, expected: usize, number: usize) -> Result<()> {
    if number == expected {
        return Ok(());
    }
    Err(Error::Count { section, at, field, expected, found: number })
}

fn index(section: Section, item: usize, field: &'static str, value: usize, count: usize) -> Result<()> {
    if value < count {
        return Ok(());
    }
    Err(Error::Index { section, at: Location::Item(item), field, count, found: value })
}

fn indices(section: Section, item: usize, vertices: &[u16], vertex_count: usize) -> Result<()> {
    vertices.iter().try_for_each(|&vertex| index(section, item, "vertex", usize::from(vertex), vertex_count))
}

fn material(section: Section, item: usize, bits: u16, known: u16, expected: &'static str) -> Result<()> {
    if bits & !known == 0 {
        return Ok(());
    }
    Err(Error::field(section, Location::Item(item), "material", expected, bits))
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
