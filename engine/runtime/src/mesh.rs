//! Meshes made in code: triangles and quads with materials, drawn like a figure of one bone.
//!
//! A mesh is made once, or again in each frame. Its limits are those of figure files: positions of 16 bits, 65,535 vertices, 256
//! colours and 16 textures.

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use keitai_formats::{
    Bone, ColourPolygon, Error as FormatError, Figure, Location, Material, Normals, Pattern, PolygonRun, Rgb, Section,
    Skeleton, TexturedPolygon, Trailer,
};
use keitai_render::{Q12, TextureMap, micro3d};

use crate::assets::AssetPath;
use crate::assets::load::at_rest;
use crate::error::{Error, Result};
use crate::world::path::Path;

/// Vertices and faces. Corners that run clockwise, as the viewer sees them, show the front of a face.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mesh {
    /// Positions, model units.
    pub vertices: Vec<[i16; 3]>,
    /// Direction of each vertex's normal, 4096 = 1.0, for light; empty for a mesh without light.
    pub normals: Vec<[i16; 3]>,
    /// Faces of three corners.
    pub triangles: Vec<Face<3>>,
    /// Quads; their corners follow each other along the outline.
    pub quads: Vec<Face<4>>,
}

/// A triangle or a quad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face<const N: usize> {
    /// The corners, indices of [`Mesh::vertices`].
    pub vertices: [u16; N],
    /// Colour or texture.
    pub fill: Fill<N>,
    /// Blending, light, sides and more.
    pub material: Material,
}

/// The fill of a [`Face`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill<const N: usize> {
    /// One colour, 0xRRGGBB.
    Colour(u32),
    /// A texture.
    Texels {
        /// Index of the texture.
        slot: u16,
        /// Texel at each corner, (0, 0) being the top left of the picture.
        at: [[u8; 2]; N],
    },
}

impl Mesh {
    /// Returns a figure to spawn with a [`Transform`](crate::world::Transform), with a texture for each slot.
    ///
    /// # Errors
    /// When the mesh exceeds a limit of figures, or a face has a vertex or a texture that does not exist.
    pub fn figure(&self, textures: Vec<Arc<TextureMap>>) -> Result<micro3d::Figure> {
        let path = AssetPath::new("mesh")?;
        let figure = self.document(textures.len()).and_then(|figure| figure.check().map(|()| figure));
        let figure = figure.map_err(|source| Error::Write { path: path.clone(), source })?;
        Ok(micro3d::Figure { textures, ..at_rest(&path, figure, Skeleton::default())? })
    }

    fn document(&self, textures: usize) -> Result<Figure, FormatError> {
        let mut figure = Figure { version: 5, vertices: self.vertices.clone(), ..Figure::default() };
        let vertex_count = limited(Section::Bones, "vertices", "at most 65535", self.vertices.len())?;
        figure.bones = vec![Bone { vertex_count, ..Bone::default() }];
        let slots = u16::try_from(textures).ok().filter(|count| *count <= 16);
        let excess = || refused(Section::TexturedPolygons, "textures", "at most 16", textures);
        figure.texture_count = slots.ok_or_else(excess)?;
        if !self.normals.is_empty() {
            figure.normals = Normals::Vectors(self.normals.clone());
        }
        let mut palette = Vec::new();
        let triangles = sorted(&self.triangles, textures, &mut palette)?;
        let mut quads = sorted(&self.quads, textures, &mut palette)?;
        // Figures have the corners of quads in the order of a strip.
        for quad in &mut quads.colours {
            quad.vertices.swap(2, 3);
        }
        for quad in &mut quads.textures {
            quad.vertices.swap(2, 3);
            quad.texels.swap(2, 3);
        }
        figure.palette = palette.into_iter().map(Rgb::from_hex).collect();
        let run = |triangles, quads| PolygonRun { triangles, quads };
        let textured = triangles.runs.iter().zip(&quads.runs).skip(1);
        figure.patterns = vec![Pattern {
            colour: run(triangles.runs[0], quads.runs[0]),
            textures: textured.map(|(triangles, quads)| run(*triangles, *quads)).collect(),
        }];
        figure.polygons.colour_triangles = triangles.colours;
        figure.polygons.colour_quads = quads.colours;
        figure.polygons.textured_triangles = triangles.textures;
        figure.polygons.textured_quads = quads.textures;
        figure.trailer = Some(Trailer::default());
        Ok(figure)
    }

    /// Adds a strip of quads along a path: `pieces` of equal length between two lines beside the path. `part` is the part of the
    /// path, from one distance to another in model units from its start; `..` is all of it. A closed path continues in the next
    /// round, an open one ends at its ends. The lines are given in half widths to the left: 1.0 is the path's left edge, -1.0 the
    /// right one, 0.0 the middle. Texels belong, in order, to the start and the end on the first line, and to the end and the start
    /// on the second. The front is seen from above when the first line is to the left of the second. Normals, which
    /// point up, are added unless the mesh has vertices without.
    pub fn add_strip(
        &mut self,
        path: &Path,
        part: impl RangeBounds<Q12>,
        pieces: u16,
        lines: [Q12; 2],
        fill: Fill<4>,
        material: Material,
    ) {
        let end = |bound: Bound<&Q12>, all: Q12| match bound {
            Bound::Included(end) | Bound::Excluded(end) => *end,
            Bound::Unbounded => all,
        };
        let part = [end(part.start_bound(), Q12::ZERO), end(part.end_bound(), path.length())];
        let with_normals = self.normals.len() == self.vertices.len();
        let [from, to] = part.map(|distance| i64::from(distance.to_bits()));
        let first = self.vertices.len();
        for piece in 0..=i64::from(pieces) {
            let place = path.at(Q12::from_bits((from + (to - from) * piece / i64::from(pieces.max(1))) as i32));
            for line in lines {
                let position = place.beside((place.width / 2).saturating_mul(line));
                let whole = |c: Q12| (c.to_bits().saturating_add(2048) >> 12).clamp(i16::MIN.into(), i16::MAX.into());
                self.vertices.push(position.map(|c| whole(c) as i16));
                if with_normals {
                    self.normals.push(place.up());
                }
            }
        }
        for piece in 0..usize::from(pieces) {
            // An index beyond 65535 is refused when the figure is made.
            let corner = |offset: usize| u16::try_from(first + 2 * piece + offset).unwrap_or(u16::MAX);
            let vertices = [corner(0), corner(2), corner(3), corner(1)];
            self.quads.push(Face { vertices, fill, material });
        }
    }
}

/// Faces with the same number of corners, first those of one colour, then by texture, as figures have them.
struct SortedFaces<const N: usize> {
    colours: Vec<ColourPolygon<N>>,
    textures: Vec<TexturedPolygon<N>>,
    /// Number of faces with colours, and with each texture.
    runs: Vec<u16>,
}

fn sorted<const N: usize>(
    faces: &[Face<N>],
    textures: usize,
    palette: &mut Vec<u32>,
) -> Result<SortedFaces<N>, FormatError> {
    limited(Section::PatternTable, "faces", "at most 65535", faces.len())?;
    let mut sorted = SortedFaces { colours: Vec::new(), textures: Vec::new(), runs: vec![0; 1 + textures] };
    let mut slots = Vec::new();
    for Face { vertices, fill, material } in faces.iter().copied() {
        match fill {
            Fill::Colour(colour) => {
                let index = palette.iter().position(|entry| *entry == colour).unwrap_or(palette.len());
                if index == palette.len() {
                    palette.push(colour);
                }
                let excess = |_| refused(Section::ColourPolygons, "colours", "at most 256", index + 1);
                let index = u8::try_from(index).map_err(excess)?;
                let material = Material(material.0 & Material::COLOURED);
                sorted.colours.push(ColourPolygon { material, vertices, colour: index });
                sorted.runs[0] += 1;
            }
            Fill::Texels { slot, at } => {
                let Some(run) = sorted.runs.get_mut(1 + usize::from(slot)) else {
                    let expected = "a texture of the mesh";
                    return Err(refused(Section::TexturedPolygons, "slot", expected, slot.into()));
                };
                *run += 1;
                slots.push((slot, TexturedPolygon { material, vertices, texels: at }));
            }
        }
    }
    slots.sort_by_key(|(slot, _)| *slot);
    sorted.textures = slots.into_iter().map(|(_, polygon)| polygon).collect();
    Ok(sorted)
}

fn limited(section: Section, field: &'static str, expected: &'static str, count: usize) -> Result<u16, FormatError> {
    u16::try_from(count).map_err(|_| refused(section, field, expected, count))
}

fn refused(section: Section, field: &'static str, expected: &'static str, count: usize) -> FormatError {
    FormatError::Field { section, at: Location::Item(0), field, expected, found: count as i64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(fill: Fill<4>) -> Face<4> {
        Face { vertices: [0, 1, 2, 3], fill, material: Material(Material::DOUBLE_FACE) }
    }

    fn mesh(quads: Vec<Face<4>>) -> Mesh {
        Mesh { vertices: vec![[0, 0, 0], [0, 9, 0], [9, 9, 0], [9, 0, 0]], quads, ..Mesh::default() }
    }

    #[test]
    fn faces_are_sorted_by_colour_and_texture_and_quads_become_strips() {
        let texels = |slot| Fill::Texels { slot, at: [[0, 0], [0, 9], [9, 9], [9, 0]] };
        let colour = Fill::Colour(0x10_20_30);
        let faces = [texels(1), colour, texels(0), texels(1), Fill::Colour(0xFF), colour].map(square);
        let figure = mesh(faces.to_vec()).document(2).unwrap();
        figure.check().unwrap();
        let quads = |run: PolygonRun| run.quads;
        assert_eq!(quads(figure.patterns[0].colour), 3);
        assert_eq!(figure.patterns[0].textures.iter().map(|run| run.quads).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(figure.palette, [Rgb::from_hex(0x10_20_30), Rgb::from_hex(0xFF)]);
        assert_eq!(figure.polygons.colour_quads.iter().map(|quad| quad.colour).collect::<Vec<_>>(), [0, 1, 0]);
        let strip = figure.polygons.textured_quads[0];
        assert_eq!((strip.vertices, strip.texels), ([0, 1, 3, 2], [[0, 0], [0, 9], [9, 0], [9, 9]]));
    }

    #[test]
    fn what_figures_cannot_hold_is_refused() {
        let fault = |mesh: Mesh| mesh.figure(Vec::new()).unwrap_err().to_string();
        let colours = |count| mesh((0..count).map(|colour| square(Fill::Colour(colour))).collect());
        assert!(colours(256).figure(Vec::new()).is_ok());
        assert!(fault(colours(257)).contains("colours: expected at most 256, found 257"));
        let texels = Fill::Texels { slot: 0, at: [[0; 2]; 4] };
        assert!(fault(mesh(vec![square(texels)])).contains("slot: expected a texture of the mesh, found 0"));
        let beyond = Face { vertices: [0, 1, 2, 4], ..square(Fill::Colour(0)) };
        assert!(fault(mesh(vec![beyond])).contains("expected an index below 4, found 4"));
        assert!(
            fault(Mesh { vertices: vec![[0; 3]; 65536], ..Mesh::default() }).contains("at most 65535, found 65536")
        );
        let normals = Mesh { normals: vec![[0; 3]], ..mesh(Vec::new()) };
        assert!(normals.figure(Vec::new()).is_err());
    }
}
