//! The rules that every figure keeps, whichever file or program made it.
//!
//! Readers find the same faults with byte offsets; here the location of a fault is the number of an item, or the
//! document when no item is at fault. Writers check first, so that every written file can be read.

use super::{Bone, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, TexturedPolygon};
use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};

impl Figure {
    /// Checks counts, indices, parents and material bits.
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
