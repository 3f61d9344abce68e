//! Meshes to vertices, and to faces along with [`super::faces`].

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use glam::{DAffine3, DMat3, DVec3};
use gltf::mesh::Mode;
use gltf::{Primitive, Semantic};
use keitai_convert::pack_normal;
use keitai_formats::{Diagnostics, Limits, Material, PackedNormal, Rgb, Slot};
use serde_json::Value;

use super::losses::Losses;
use super::scene::Chosen;
use super::skeleton::{Bones, integer_of, scaled};
use super::source::{Source, fault, ours};
use super::surface::{Surface, Surfaces};
use super::tree::{Tree, name};
use crate::error::Result;
use crate::gltf::write::UNIT;
use crate::rules;

/// Most vertices of all primitives, before they are welded.
const MOST_VERTICES: usize = 1 << 20;
/// Most primitives of all nodes, also of those that have no triangle.
const MOST_PRIMITIVES: usize = 1 << 17;
/// Most matrices of all skins.
const MOST_MATRICES: usize = 1 << 18;

/// A vertex of a bone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) bone: usize,
    /// Number in the figure that the file was made from.
    pub(super) number: Option<u32>,
    pub(super) position: [i16; 3],
    pub(super) normal: Option<PackedNormal>,
}

/// A face of three or four corners: in the order of a figure's file, those of a quad in strip order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Face {
    pub(super) pattern: usize,
    pub(super) slot: Slot,
    pub(super) bits: Material,
    /// Number in the list of the figure that the file was made from.
    pub(super) number: Option<usize>,
    /// Vertices, and their texels.
    pub(super) corners: Vec<(usize, [u8; 2])>,
    pub(super) colour: Rgb,
}

/// Vertices and faces of all meshes.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
    known: HashMap<Vertex, usize>,
    vertices_read: usize,
    pub(super) indices_read: usize,
    pub(super) losses: Losses,
}

/// A primitive's vertices before they are welded.
pub(super) struct Corner {
    pub(super) vertex: usize,
    /// Place in the picture.
    pub(super) texture: [f64; 2],
    /// Colour in linear light, and alpha.
    pub(super) colour: Option<[f64; 4]>,
}

/// The place of a mesh in a file.
pub(super) struct Place<'a> {
    pub(super) described: String,
    pub(super) pattern: usize,
    pub(super) surface: Surface,
    pub(super) primitive: Primitive<'a>,
    /// The object is mirrored: its triangles run the other way round.
    pub(super) mirrored: bool,
}

impl Place<'_> {
    /// Returns the numbers of an attribute, `N` for each vertex; `None` for one that the primitive lacks.
    fn numbers<const N: usize>(&self, source: &Source, semantic: Semantic) -> Result<Option<Vec<[f64; N]>>> {
        self.primitive.get(&semantic).map(|list| source.numbers(&list, &self.described)).transpose()
    }
}

/// Everything that vertices and faces are made from.
pub(super) struct Parts<'a> {
    pub(super) source: &'a Source,
    pub(super) tree: &'a Tree,
    pub(super) chosen: &'a Chosen,
    pub(super) bones: &'a Bones,
    pub(super) surfaces: &'a Surfaces,
}

impl Gathered {
    /// Gathers the meshes of all nodes that were chosen. `scale` is a factor for all positions.
    pub(super) fn new(parts: &Parts<'_>, scale: f64, found: &mut Diagnostics) -> Result<Self> {
        let Parts { source, tree, chosen, bones, surfaces } = *parts;
        let mut gathered = Self::default();
        let globals = scaled(tree.globals(&bones.bind), scale / UNIT);
        let mut skins = Skins { source, bones, globals: &globals, known: HashMap::new(), matrices_read: 0 };
        let mut primitives_read = 0;
        for node in source.document.nodes().filter(|node| chosen.has(node.index())) {
            let Some(mesh) = node.mesh() else { continue };
            let pattern = pattern_of(&node);
            if pattern >= Limits::PLAYERS.patterns {
                return fault(&rules::TOO_MUCH, format!("{}: pattern {pattern}; the last is 32", name(&node)));
            }
            let rigid = globals.get(node.index()).copied().unwrap_or_default();
            let skin = node.skin().map(|skin| skins.matrices(&skin)).transpose()?;
            let fixed = bones.rigid(tree, node.index(), &globals);
            primitives_read += mesh.primitives().len();
            if primitives_read > MOST_PRIMITIVES {
                let message = format!("{}: more than {MOST_PRIMITIVES} primitives of all nodes", name(&node));
                return fault(&rules::TOO_MUCH, message);
            }
            for primitive in mesh.primitives() {
                let described = format!("{}, mesh {}, primitive {}", name(&node), mesh.index(), primitive.index());
                if primitive.morph_targets().next().is_some() {
                    let message = format!("{described}: it has morph targets; apply the shape keys before the export");
                    return fault(&rules::MORPH_TARGETS, message);
                }
                if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
                    let message = format!("{described}: {} are left out", plural(primitive.mode()));
                    found.report(&rules::NOT_TRIANGLES, message);
                    continue;
                }
                let surface = surfaces.of(&primitive.material());
                let mirrored = skin.is_none() && rigid.matrix3.determinant() < 0.0;
                let place = Place { described, pattern, surface, primitive, mirrored };
                let corners = gathered.corners(source, &place, skin, fixed)?;
                gathered.faces(source, &place, &corners)?;
            }
        }
        gathered.losses.report(scale, found)?;
        Ok(gathered)
    }

    /// Reads the vertices of a primitive. `rigid` is the bone of a mesh without a skin, and its matrix.
    fn corners(
        &mut self,
        source: &Source,
        place: &Place<'_>,
        skin: Option<&[(usize, DAffine3)]>,
        rigid: (usize, DAffine3),
    ) -> Result<Vec<Corner>> {
        let described = &place.described;
        let Some(positions) = place.numbers::<3>(source, Semantic::Positions)? else { return Ok(Vec::new()) };
        let count = positions.len();
        self.vertices_read += count;
        if self.vertices_read > MOST_VERTICES {
            return fault(&rules::TOO_MUCH, format!("{described}: more than {MOST_VERTICES} vertices"));
        }
        if let Some((semantic, list)) = place.primitive.attributes().find(|(_, list)| list.count() != count) {
            let found = list.count();
            let message = format!("{described}: {semantic:?} has {found} items, expected {count} as the positions");
            return fault(&rules::ACCESSOR, message);
        }
        let normals = place.numbers::<3>(source, Semantic::Normals)?;
        let coordinates = place.surface.coordinates;
        let texture = place.numbers::<2>(source, Semantic::TexCoords(coordinates.set))?;
        let joints = place.numbers::<4>(source, Semantic::Joints(0))?;
        let weights = place.numbers::<4>(source, Semantic::Weights(0))?;
        let numbers = place.numbers::<1>(source, Semantic::Extras("VERTEX".to_owned()))?;
        let colours = match place.primitive.get(&Semantic::Colors(0)) {
            Some(list) if list.dimensions().multiplicity() == 3 => {
                Some(source.numbers::<3>(&list, described)?.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect())
            }
            Some(list) => Some(source.numbers::<4>(&list, described)?),
            None => None,
        };
        let mut corners = Vec::with_capacity(count);
        for (index, position) in positions.into_iter().enumerate() {
            let skinned = skin.and_then(|skin| {
                let (joints, weights) = (joints.as_ref()?.get(index)?, weights.as_ref()?.get(index)?);
                let strongest = (0..4).max_by(|a, b| weights[*a].total_cmp(&weights[*b]).then(b.cmp(a)))?;
                let total: f64 = weights.iter().sum();
                self.losses.weights.add(if total > 0.0 { weights[strongest] / total } else { 1.0 }, described);
                skin.get(joints[strongest] as usize).copied()
            });
            if let (Some(_), None) = (skin, skinned) {
                let message = format!("{described}: vertex {index} has a joint that the skin lacks");
                return fault(&rules::SKIN_EMPTY, message);
            }
            let (bone, matrix) = skinned.unwrap_or(rigid);
            let point = matrix.transform_point3(DVec3::from_array(position));
            let integers = point.to_array().map(integer_of);
            if integers.contains(&None) {
                self.losses.out_of_range(point, || format!("{described}: vertex {index}"));
            }
            let position = integers.map(Option::unwrap_or_default);
            let normal = normals.as_ref().and_then(|normals| normals.get(index)).map(|normal| {
                let normal = DVec3::from_array(*normal);
                let turned =
                    if skinned.is_some() { matrix.matrix3 * normal } else { upright(&matrix.matrix3) * normal };
                pack_normal(turned.to_array())
            });
            let number = numbers.as_ref().and_then(|numbers| numbers.get(index)).map(|[number]| *number as u32);
            let vertex = self.weld(Vertex { bone, number, position, normal });
            let texture = texture.as_ref().and_then(|list| list.get(index)).copied().unwrap_or_default();
            corners.push(Corner {
                vertex,
                texture: coordinates.place(texture),
                colour: colours.as_ref().and_then(|list: &Vec<[f64; 4]>| list.get(index)).copied(),
            });
        }
        Ok(corners)
    }

    fn weld(&mut self, vertex: Vertex) -> usize {
        *self.known.entry(vertex).or_insert_with(|| {
            self.vertices.push(vertex);
            self.vertices.len() - 1
        })
    }
}

/// Returns the matrix for normals: under uneven scale, they are scaled the other way round.
fn upright(matrix: &DMat3) -> DMat3 {
    const EVEN: f64 = 1e-6;
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let bound = EVEN * x.length_squared();
    let is_even = [y, z].iter().all(|axis| (axis.length_squared() - x.length_squared()).abs() <= bound)
        && [x.dot(y), y.dot(z), z.dot(x)].iter().all(|cosine| cosine.abs() <= bound);
    if is_even {
        return *matrix;
    }
    DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * matrix.determinant().signum()
}

/// Numbers of the halves of quads begin here: no file is large enough for so many triangles.
pub(super) const HALVES: usize = 1 << (usize::BITS - 1);

/// The matrices of skins, which nodes share.
struct Skins<'a> {
    source: &'a Source,
    bones: &'a Bones,
    globals: &'a [DAffine3],
    known: HashMap<usize, Vec<(usize, DAffine3)>>,
    matrices_read: usize,
}

impl Skins<'_> {
    /// Returns for every joint of a skin its bone, and the matrix from the mesh to the bone's space.
    fn matrices(&mut self, skin: &gltf::Skin<'_>) -> Result<&[(usize, DAffine3)]> {
        let entry = match self.known.entry(skin.index()) {
            Entry::Occupied(entry) => return Ok(entry.into_mut()),
            Entry::Vacant(entry) => entry,
        };
        let what = format!("skin {}", skin.index());
        let list = skin.inverse_bind_matrices();
        let count = skin.joints().len().max(list.as_ref().map_or(0, gltf::Accessor::count));
        self.matrices_read = self.matrices_read.saturating_add(count);
        if self.matrices_read > MOST_MATRICES {
            return fault(&rules::TOO_MUCH, format!("{what}: more than {MOST_MATRICES} matrices of all skins"));
        }
        let inverse = list.map(|list| self.source.numbers::<16>(&list, &what)).transpose()?.unwrap_or_default();
        let matrices = skin.joints().enumerate().map(|(index, joint)| {
            let inverse = inverse
                .get(index)
                .map_or(DAffine3::IDENTITY, |columns| DAffine3::from_mat4(glam::DMat4::from_cols_array(columns)));
            let (bone, to_bone) = self.bones.owner(joint.index(), self.globals);
            (bone, to_bone * inverse)
        });
        Ok(entry.insert(matrices.collect()))
    }
}

/// Returns the name of several primitives of a mode that has no area.
fn plural(mode: Mode) -> &'static str {
    match mode {
        Mode::Points => "points",
        Mode::Lines => "lines",
        Mode::LineLoop => "line loops",
        Mode::LineStrip => "line strips",
        Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan => "triangles",
    }
}

/// Returns the pattern of a mesh: by the extras of its node, or by a name such as "pattern2".
pub(super) fn pattern_of(node: &gltf::Node<'_>) -> usize {
    let given = ours(node.extras()).get("pattern").and_then(Value::as_f64);
    let mesh = || node.mesh().and_then(|mesh| pattern_named(mesh.name()?));
    let node = || node.name().and_then(pattern_named);
    given.map(|given| given as u32 as usize).or_else(node).or_else(mesh).unwrap_or(0)
}

/// Returns the pattern that a name stands for. A number beyond 32 bits becomes the largest, which no figure has.
pub(super) fn pattern_named(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("pattern")?;
    let digits = &digits[..digits.bytes().take_while(u8::is_ascii_digit).count()];
    (!digits.is_empty()).then(|| digits.parse::<u32>().unwrap_or(u32::MAX) as usize)
}

/// Returns the bit of the pattern of a node's mesh, for the mask of what is shown; 0 for a node without a mesh.
pub(super) fn mask_of(node: &gltf::Node<'_>) -> u32 {
    if node.mesh().is_none() { 0 } else { 1u32.checked_shl(pattern_of(node) as u32).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_patterns_mean_the_same_on_every_machine() {
        let numbers = [("pattern2", 2), ("pattern32.001", 32), ("pattern4294967296", u32::MAX as usize)];
        for (name, number) in numbers {
            assert_eq!(pattern_named(name), Some(number), "{name}");
        }
        assert_eq!(["pattern", "patterns", "Pattern1", "1"].map(pattern_named), [None; 4]);
    }
}
