//! Converts meshes to vertices, and to triangles along with [`super::faces`].

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use glam::{DAffine3, DMat3, DVec3};
use gltf::mesh::Mode;
use gltf::{Primitive, Semantic};
use keitai_convert::pack_normal;
use keitai_formats::{Diagnostics, Limits, counted};

use super::faces::{Corner, Looks, Numbers, triangles};
use super::fault::{fault, keep};
use super::gathered::{Gathered, Vertex};
use super::instances;
use super::losses::Losses;
use super::names::pattern_of;
use super::normals::{missing, turned};
use super::scene::Chosen;
use super::skeleton::{Bones, integer_of, scaled};
use super::source::Source;
use super::surface::{Surface, Surfaces};
use super::tree::{Tree, name};
use crate::error::Result;
use crate::rules;

/// Most vertices of all primitives, before they are welded.
const MOST_VERTICES: usize = 1 << 20;
/// Most indices of all primitives; for a primitive without indices, its vertices are counted.
const MOST_INDICES: usize = 1 << 22;
/// Most primitives of all nodes, also of those that have no triangle.
const MOST_PRIMITIVES: usize = 1 << 17;
/// A primitive counts once more for so many attributes and morph targets.
const ATTRIBUTES: usize = 16;
/// Most matrices of all skins.
const MOST_MATRICES: usize = 1 << 18;

/// The place of a primitive in a file.
struct Place<'a> {
    described: String,
    pattern: usize,
    surface: (usize, &'a Surface),
    primitive: Primitive<'a>,
    /// Matrices of the joints of a skin.
    skin: Option<&'a [(usize, DAffine3)]>,
    /// The bone of a mesh without a skin, and its matrix.
    rigid: (usize, DAffine3),
    /// Shares of the morph targets in the shape.
    weights: &'a [f32],
    numbers: &'a Numbers,
}

#[derive(Debug, Clone, Copy, Default)]
struct Strongest {
    /// Number in the skin.
    joint: usize,
    weight: f64,
    /// Sum of the weights of all joints.
    total: f64,
}

impl Strongest {
    fn share(&self) -> f64 {
        if self.total > 0.0 { self.weight / self.total } else { 1.0 }
    }
}

/// Positions, and the normals if there are any.
type Shape = (Vec<[f64; 3]>, Option<Vec<[f64; 3]>>);

impl Place<'_> {
    /// Returns the numbers of an attribute, `N` for each vertex; `None` for one that the primitive lacks.
    fn numbers<const N: usize>(&self, source: &Source, semantic: Semantic) -> Result<Option<Vec<[f64; N]>>> {
        self.primitive.get(&semantic).map(|list| source.numbers(&list, &self.described)).transpose()
    }

    /// Returns the numbers of an attribute whose faults show little: items that are no numbers become 0, and are counted.
    fn defined<const N: usize>(
        &self,
        source: &Source,
        semantic: Semantic,
        losses: &mut Losses,
    ) -> Result<Option<Vec<[f64; N]>>> {
        let Some(list) = self.primitive.get(&semantic) else { return Ok(None) };
        let (items, wrong) = source.defined(&list, &self.described)?;
        losses.undefined += wrong;
        Ok(Some(items))
    }

    /// Returns the positions and the normals, with the shares of the morph targets.
    fn shape(&self, source: &Source, losses: &mut Losses) -> Result<Option<Shape>> {
        let Some(mut positions) = self.numbers::<3>(source, Semantic::Positions)? else { return Ok(None) };
        let mut normals = self.defined::<3>(source, Semantic::Normals, losses)?;
        for (target, weight) in self.primitive.morph_targets().zip(self.weights).filter(|(_, weight)| **weight != 0.0) {
            let add = |list: &mut [[f64; 3]], moves: Vec<[f64; 3]>| {
                for (own, moved) in list.iter_mut().zip(moves) {
                    *own = std::array::from_fn(|axis| own[axis] + f64::from(*weight) * moved[axis]);
                }
            };
            if let Some(moves) = target.positions() {
                add(&mut positions, source.numbers(&moves, &self.described)?);
            }
            if let Some((moves, normals)) = target.normals().zip(normals.as_mut()) {
                let (moves, wrong) = source.defined(&moves, &self.described)?;
                losses.undefined += wrong;
                add(normals, moves);
            }
        }
        Ok(Some((positions, normals)))
    }

    /// Returns the strongest joint of each vertex, the first one of a vertex without weights; `None` without joints. Sets
    /// of four joints are in any order.
    fn strongest(&self, source: &Source) -> Result<Option<Vec<Strongest>>> {
        let mut found: Option<Vec<Strongest>> = None;
        for set in 0.. {
            let joints = self.numbers::<4>(source, Semantic::Joints(set))?;
            let weights = self.numbers::<4>(source, Semantic::Weights(set))?;
            let Some((joints, weights)) = joints.zip(weights) else { break };
            let first = |joints: &[f64; 4]| Strongest { joint: joints[0] as usize, ..Strongest::default() };
            let found = found.get_or_insert_with(|| joints.iter().map(first).collect());
            for (own, (joints, weights)) in found.iter_mut().zip(joints.iter().zip(&weights)) {
                for (joint, weight) in joints.iter().zip(weights) {
                    own.total += weight;
                    if *weight > own.weight {
                        (own.joint, own.weight) = (*joint as usize, *weight);
                    }
                }
            }
        }
        Ok(found)
    }

    fn colours(&self, source: &Source) -> Result<Option<Vec<[f64; 4]>>> {
        match self.primitive.get(&Semantic::Colors(0)) {
            Some(list) if list.dimensions().multiplicity() == 3 => {
                let colours = source.numbers::<3>(&list, &self.described)?;
                Ok(Some(colours.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect()))
            }
            Some(list) => Ok(Some(source.numbers::<4>(&list, &self.described)?)),
            None => Ok(None),
        }
    }
}

/// Everything that vertices and triangles are made from.
pub(super) struct Parts<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) tree: &'a Tree,
    pub(super) chosen: &'a Chosen,
    pub(super) bones: &'a Bones,
    pub(super) surfaces: &'a Surfaces,
    /// Model units in a unit of the file.
    pub(super) unit: f64,
    /// Morph targets become patterns.
    pub(super) patterns: bool,
}

/// Numbers of all primitives that were read.
#[derive(Default)]
struct Budget {
    primitives: usize,
    vertices: usize,
    indices: usize,
}

/// Gathers the meshes of all nodes that were chosen.
pub(super) fn gather(parts: &Parts<'_>, found: &mut Diagnostics) -> Result<Gathered> {
    let Parts { source, tree, chosen, bones, .. } = *parts;
    let mut gathered = Gathered::default();
    let globals = scaled(tree.globals(&bones.bind), parts.unit);
    let mut skins = Skins { source, bones, globals: &globals, known: HashMap::new(), matrices_read: 0 };
    let mut budget = Budget::default();
    // Extras may be long, and nodes share meshes.
    let mut numbers: HashMap<(usize, usize), Numbers> = HashMap::new();
    for node in source.document.nodes().filter(|node| chosen.has(node.index())) {
        let Some(mesh) = node.mesh() else { continue };
        let skin = match node.skin() {
            None => None,
            Some(skin) => match keep(skins.matrices(&skin), found)? {
                None => continue,
                matrices => matrices,
            },
        };
        let (bone, to_bone) = bones.rigid(tree, node.index(), &globals);
        // A skin places its mesh alone.
        let instances = match skin {
            None => match keep(instances::matrices(source, node.index()), found)? {
                None => continue,
                Some(instances) => instances,
            },
            Some(_) => vec![DAffine3::IDENTITY],
        };
        let size = |primitive: Primitive<'_>| {
            1 + (primitive.attributes().len() + primitive.morph_targets().len()) / ATTRIBUTES
        };
        let primitives: usize = mesh.primitives().map(size).sum();
        // A node without instances takes time, too.
        budget.primitives = budget.primitives.saturating_add(primitives.saturating_mul(instances.len().max(1)));
        if budget.primitives > MOST_PRIMITIVES {
            let message = format!("{}: more than {MOST_PRIMITIVES} primitives of all nodes", name(&node));
            return fault(&rules::TOO_MUCH, message);
        }
        let pattern = pattern_of(&node);
        let weights = node.weights().or_else(|| mesh.weights()).unwrap_or_default();
        for primitive in mesh.primitives() {
            let described = format!("{}, mesh {}, primitive {}", name(&node), mesh.index(), primitive.index());
            if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
                let message = format!("{described}: {} are left out", plural(primitive.mode()));
                found.report(&rules::NOT_TRIANGLES, message);
                continue;
            }
            let targets = primitive.morph_targets().len();
            if targets > 0 && !parts.patterns {
                let message = format!("{described}: left out {}", counted(targets, "morph target"));
                found.report(&rules::MORPH_TARGETS, message);
            }
            let Some(surface) = parts.surfaces.of(&primitive.material()) else { continue };
            let numbers = &*numbers.entry((mesh.index(), primitive.index())).or_insert_with(|| Numbers::of(&primitive));
            for (pattern, weights) in shapes(pattern, weights, targets, parts.patterns) {
                for instance in &instances {
                    let (described, primitive, weights) = (described.clone(), primitive.clone(), &*weights);
                    let rigid = (bone, to_bone * *instance);
                    let place = Place { described, pattern, surface, primitive, skin, rigid, weights, numbers };
                    let read = gathered.primitive(parts, &place, &mut budget);
                    keep(read, found)?;
                }
            }
        }
    }
    Ok(gathered)
}

/// Returns the patterns that a primitive is part of, with the weights of its morph targets there: one `pattern` and the
/// `weights` at rest, or with `patterns` the shape without any in pattern 1 and each target in a pattern of its own.
fn shapes(pattern: usize, weights: &[f32], targets: usize, patterns: bool) -> Vec<(usize, Cow<'_, [f32]>)> {
    if patterns && targets > 0 {
        let alone = |shape: usize| (1..=targets).map(|target| f32::from(u8::from(target == shape))).collect();
        return (0..=targets.min(Limits::PLAYERS.patterns - 2)).map(|shape| (shape + 1, alone(shape))).collect();
    }
    vec![(pattern, weights.into())]
}

impl Gathered {
    fn primitive(&mut self, parts: &Parts<'_>, place: &Place<'_>, budget: &mut Budget) -> Result<()> {
        let (source, described, primitive) = (parts.source, &place.described, &place.primitive);
        let Some(count) = primitive.get(&Semantic::Positions).map(|list| list.count()) else { return Ok(()) };
        if let Some((semantic, list)) = primitive.attributes().find(|(_, list)| list.count() != count) {
            let found = list.count();
            let message = format!("{described}: {semantic:?} has {found} items, expected {count} as the positions");
            return fault(&rules::ACCESSOR, message);
        }
        let Some((positions, mut normals)) = place.shape(source, &mut self.losses)? else { return Ok(()) };
        let (mut triangles, indices) = triangles(source, primitive, count, described)?;
        budget.indices += indices;
        if budget.indices > MOST_INDICES {
            return fault(&rules::TOO_MUCH, format!("{described}: more than {MOST_INDICES} indices"));
        }
        let surface = place.surface.1;
        let mut sources: Vec<u32> = (0..count as u32).collect();
        if let Some(normals) = normals.as_ref().filter(|_| !surface.is_double && !surface.is_own) {
            self.losses.turned += turned(&positions, normals, &triangles);
        } else if normals.is_none() && surface.is_lit {
            let (own, made) = missing(&positions, &mut triangles);
            (sources, normals) = (own, Some(made));
        }
        budget.vertices += sources.len();
        if budget.vertices > MOST_VERTICES {
            return fault(&rules::TOO_MUCH, format!("{described}: more than {MOST_VERTICES} vertices"));
        }
        let corners = self.corners(parts, place, &sources, &positions, normals.as_deref())?;
        // The lists are large, and no longer needed.
        drop((sources, positions, normals));
        let looks = Looks::new(place.surface, place.colours(source)?, place.pattern);
        self.triangles.reserve(triangles.len());
        for (index, [x, y, z]) in triangles.into_iter().enumerate() {
            let corner = |number: u32| corners.get(number as usize);
            let (Some(a), Some(b), Some(c)) = (corner(x), corner(y), corner(z)) else { continue };
            // A figure has the corners the other way round, and so has a mirrored triangle.
            let corners = if a.is_mirrored { [a, b, c] } else { [a, c, b] };
            self.add(corners, &looks, place.numbers.number(index));
        }
        Ok(())
    }

    /// Returns the vertices of a primitive: those of the file by their numbers in `sources`, with these normals.
    fn corners(
        &mut self,
        parts: &Parts<'_>,
        place: &Place<'_>,
        sources: &[u32],
        positions: &[[f64; 3]],
        normals: Option<&[[f64; 3]]>,
    ) -> Result<Vec<Corner>> {
        let (source, described) = (parts.source, &place.described);
        let coordinates = place.surface.1.coordinates;
        let texture = place.defined::<2>(source, Semantic::TexCoords(coordinates.set), &mut self.losses)?;
        let strongest = place.strongest(source)?;
        let numbers = place.numbers::<1>(source, Semantic::Extras("VERTEX".to_owned()))?;
        let skin = place.skin.zip(strongest);
        let mut corners = Vec::with_capacity(sources.len());
        for (at, index) in sources.iter().map(|index| *index as usize).enumerate() {
            let (bone, matrix) = match &skin {
                None => place.rigid,
                Some((matrices, strongest)) => {
                    let strongest = strongest.get(index).copied().unwrap_or_default();
                    self.losses.weights.add(strongest.share(), described);
                    let Some(own) = matrices.get(strongest.joint).copied() else {
                        let message = format!("{described}: vertex {index} has a joint that the skin lacks");
                        return fault(&rules::SKIN_EMPTY, message);
                    };
                    own
                }
            };
            let point =
                matrix.transform_point3(positions.get(index).copied().map(DVec3::from_array).unwrap_or_default());
            let integers = [integer_of(point.x), integer_of(point.y), integer_of(point.z)];
            if integers.contains(&None) {
                self.losses.out_of_range(point, || format!("{described}: vertex {index}"));
            }
            let rest = parts.bones.rest(bone);
            self.reach(rest.transform_point3(point));
            let position = integers.map(Option::unwrap_or_default);
            let normal = normals.and_then(|normals| normals.get(at)).map(|normal| {
                let normal = DVec3::from_array(*normal);
                let turned = if skin.is_some() { matrix.matrix3 * normal } else { upright(&matrix.matrix3) * normal };
                pack_normal(turned.to_array())
            });
            let number = numbers.as_ref().and_then(|numbers| numbers.get(index)).map(|[number]| *number as u32);
            let vertex = self.vertices.number_of(Vertex { bone: bone as u32, number, position, normal });
            let texture = texture.as_ref().and_then(|list| list.get(index)).copied().unwrap_or_default();
            corners.push(Corner {
                vertex,
                point,
                texture: coordinates.place(texture).map(|place| place as f32),
                source: index as u32,
                is_mirrored: rest.matrix3.determinant() * matrix.matrix3.determinant() < 0.0,
            });
        }
        Ok(corners)
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

struct Skins<'a> {
    source: &'a Source<'a>,
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
