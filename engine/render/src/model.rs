//! A figure made ready for drawing: checked once, so that nothing after it can go out of range.

use crate::affine::AffineTrans;
use crate::error::{Error, Result};
use crate::pixel::pack;
use crate::vertex::{Block, LANES};
use alloc::vec::Vec;
use core::ops::Range;
use keitai_formats::{Figure, Material, Normals, PolygonRun, Rgb};

/// A figure ready to be posed and drawn. Make one per figure and share it.
#[doc(alias = "Figure")]
#[derive(Debug, Clone)]
pub struct Model {
    pub(crate) bones: Vec<Bone>,
    /// Places of the vertices, bone by bone: bone-local, model units.
    pub(crate) places: Vec<Block>,
    /// A normal per vertex in 4.12, or none.
    pub(crate) normals: Vec<Block>,
    vertex_count: usize,
    pub(crate) polygons: Vec<Polygon>,
    /// Pattern 0 first.
    pub(crate) patterns: Vec<Vec<Group>>,
    /// Whether any polygon can be lit.
    pub(crate) lit: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Bone {
    pub(crate) parent: Option<u16>,
    pub(crate) local: AffineTrans,
    /// Positions in [`Model::places`], four per block.
    pub(crate) vertices: Range<usize>,
}

impl Bone {
    pub(crate) fn blocks(&self) -> Range<usize> {
        self.vertices.start / LANES..self.vertices.end.div_ceil(LANES)
    }
}

/// A triangle or a quad in strip order.
#[derive(Debug, Clone)]
pub(crate) struct Polygon {
    pub(crate) material: Material,
    /// Positions in [`Model::places`], four per block.
    pub(crate) vertices: [u32; 4],
    /// 8.8.
    pub(crate) texels: [[i32; 2]; 4],
    /// 0x00RRGGBB.
    pub(crate) colour: u32,
}

/// Polygons of one pattern with one source of colour.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// Texture slot; `None` for colour polygons.
    pub(crate) texture: Option<u16>,
    pub(crate) triangles: Range<usize>,
    pub(crate) quads: Range<usize>,
}

impl Model {
    /// Checks a figure and lays it out for drawing.
    ///
    /// # Errors
    /// When an index or a count of the figure leads outside it, which no figure from the readers does.
    pub fn new(figure: &Figure) -> Result<Self> {
        let (bones, mut places, slots) = bones(figure)?;
        let normals = unpacked_normals(figure)?;
        let mut polygons = Vec::new();
        let mut patterns = Vec::with_capacity(figure.patterns.len());
        let lists = &figure.polygons;
        let mut cursor = [0; 4];
        for pattern in &figure.patterns {
            let mut groups = Vec::with_capacity(1 + pattern.textures.len());
            let slots =
                core::iter::once((None, &pattern.colour)).chain((0..=u16::MAX).map(Some).zip(&pattern.textures));
            for (texture, run) in slots {
                let PolygonRun { triangles, quads } = *run;
                let triangles = usize::from(triangles);
                let quads = usize::from(quads);
                let first = polygons.len();
                if texture.is_none() {
                    for p in take(&lists.colour_triangles, &mut cursor[1], triangles)? {
                        polygons.push(colour_polygon(figure, p.material, &p.vertices, p.colour)?);
                    }
                    for p in take(&lists.colour_quads, &mut cursor[0], quads)? {
                        polygons.push(colour_polygon(figure, p.material, &p.vertices, p.colour)?);
                    }
                } else {
                    for p in take(&lists.textured_triangles, &mut cursor[3], triangles)? {
                        polygons.push(polygon(figure, p.material, &p.vertices, &p.texels, Rgb::default())?);
                    }
                    for p in take(&lists.textured_quads, &mut cursor[2], quads)? {
                        polygons.push(polygon(figure, p.material, &p.vertices, &p.texels, Rgb::default())?);
                    }
                }
                let first_quad = first + triangles;
                groups.push(Group { texture, triangles: first..first_quad, quads: first_quad..polygons.len() });
            }
            patterns.push(groups);
        }
        let lit = !normals.is_empty() && polygons.iter().any(|p| p.material.has(Material::LIGHTING));
        polygons
            .iter_mut()
            .for_each(|p| p.vertices = p.vertices.map(|vertex| slots.get(vertex as usize).copied().unwrap_or(0)));
        let mut normals = blocks(figure, &normals);
        // A model stays in memory, and the lists may have grown to twice the memory that they need.
        polygons.shrink_to_fit();
        places.shrink_to_fit();
        normals.shrink_to_fit();
        Ok(Self { bones, places, normals, vertex_count: figure.vertices.len(), polygons, patterns, lit })
    }

    /// Returns the number of bones, which is that of the matrices of a [`Posture`](crate::Posture).
    pub fn bone_count(&self) -> usize {
        self.bones.len()
    }

    /// Returns the first slot from `first` on that the visible patterns need a texture of, and the number of their polygons there.
    pub(crate) fn textured_from(&self, first: usize, mask: u32) -> Option<(usize, usize)> {
        let visible = (0..).zip(&self.patterns).filter(|(pattern, _)| copies(*pattern, mask) > 0);
        let groups = visible.flat_map(|(_, groups)| groups);
        let polygons = groups.filter_map(|group| {
            let slot = group.texture.map(usize::from).filter(|slot| *slot >= first)?;
            Some((slot, group.triangles.len() + group.quads.len())).filter(|(_, polygons)| *polygons > 0)
        });
        polygons.reduce(|all, next| match next.0.cmp(&all.0) {
            core::cmp::Ordering::Less => next,
            core::cmp::Ordering::Equal => (all.0, all.1 + next.1),
            core::cmp::Ordering::Greater => all,
        })
    }

    /// Returns the number of polygons of all patterns.
    pub fn polygon_count(&self) -> usize {
        self.polygons.len()
    }

    /// Returns the number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }
}

/// Returns how many times a pattern is drawn under a mask.
pub(crate) fn copies(pattern: usize, mask: u32) -> u32 {
    let bit = mask.checked_shr(pattern as u32).map_or(0, |mask| mask & 1);
    // Faithful: bit 0 draws pattern 0 once more, and pattern 32 has no bit.
    if pattern == 0 { 1 + bit } else { bit }
}

/// Returns the bones, the places of their vertices, and the position of each vertex of the figure among these places.
fn bones(figure: &Figure) -> Result<(Vec<Bone>, Vec<Block>, Vec<u32>)> {
    let (mut bones, mut places, mut slots) = (Vec::with_capacity(figure.bones.len()), Vec::new(), Vec::new());
    let mut next = 0;
    for (index, bone) in figure.bones.iter().enumerate() {
        if bone.parent.is_some_and(|parent| usize::from(parent) >= index) {
            return Err(Error::Figure(format!("bone {index}: its parent does not stand before it")));
        }
        let range = next..next + usize::from(bone.vertex_count);
        next = range.end;
        let list = figure.vertices.get(range).unwrap_or_default();
        let first = LANES * places.len();
        let vertices = first..first + list.len();
        slots.extend(vertices.clone().map(|slot| slot as u32));
        places.extend(Block::all(list));
        bones.push(Bone { parent: bone.parent, local: bone.matrix.into(), vertices });
    }
    let vertices = figure.vertices.len();
    if next != vertices {
        return Err(Error::Figure(format!("the bones own {next} vertices, expected {vertices}")));
    }
    Ok((bones, places, slots))
}

/// Returns normals in blocks, bone by bone like the places.
fn blocks(figure: &Figure, normals: &[[i16; 3]]) -> Vec<Block> {
    let mut rest = normals;
    let mut blocks = Vec::new();
    for bone in &figure.bones {
        let (list, others) = rest.split_at_checked(bone.vertex_count.into()).unwrap_or_default();
        blocks.extend(Block::all(list));
        rest = others;
    }
    blocks
}

/// Returns the normals in 4.12. Faithful: packed ones have 1/64 in z as in x and y.
fn unpacked_normals(figure: &Figure) -> Result<Vec<[i16; 3]>> {
    let normals: Vec<[i16; 3]> = match &figure.normals {
        Normals::None => return Ok(Vec::new()),
        Normals::Vectors(vectors) => vectors.clone(),
        Normals::Packed(packed) => packed.iter().map(|n| n.to_sixty_fourths().map(|c| c * 64)).collect(),
    };
    let (count, vertices) = (normals.len(), figure.vertices.len());
    if count != vertices {
        return Err(Error::Figure(format!("found {count} normals, expected {vertices}, one per vertex")));
    }
    Ok(normals)
}

fn take<'a, P>(list: &'a [P], cursor: &mut usize, count: usize) -> Result<&'a [P]> {
    let range = *cursor..*cursor + count;
    *cursor = range.end;
    list.get(range).ok_or_else(|| {
        let polygons = list.len();
        Error::Figure(format!("the patterns count {cursor} polygons of a list, expected at most its {polygons}"))
    })
}

fn colour_polygon(figure: &Figure, material: Material, vertices: &[u16], colour: u8) -> Result<Polygon> {
    let outside =
        || Error::Figure(format!("a polygon uses colour {colour}, expected less than {}", figure.palette.len()));
    let colour = *figure.palette.get(usize::from(colour)).ok_or_else(outside)?;
    polygon(figure, material, vertices, &[], colour)
}

fn polygon(figure: &Figure, material: Material, vertices: &[u16], texels: &[[u8; 2]], colour: Rgb) -> Result<Polygon> {
    let most = figure.vertices.len();
    if let Some(vertex) = vertices.iter().find(|&&vertex| usize::from(vertex) >= most) {
        return Err(Error::Figure(format!("a polygon uses vertex {vertex}, expected less than {most}")));
    }
    let mut polygon = Polygon { material, vertices: [0; 4], texels: [[0; 2]; 4], colour: pack(colour) };
    polygon.vertices.iter_mut().zip(vertices).for_each(|(slot, vertex)| *slot = (*vertex).into());
    polygon.texels.iter_mut().zip(texels).for_each(|(slot, texel)| *slot = texel.map(|t| i32::from(t) << 8));
    Ok(polygon)
}
