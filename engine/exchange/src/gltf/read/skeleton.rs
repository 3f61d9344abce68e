//! Joints to bones.
//!
//! A bone's space is that of its joint without scale: a rotation and a place. Where the file is an export of ours and the
//! joint was not moved at rest, the bone has the matrix of the figure again.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DMat3};
use keitai_formats::{BoneMatrix, Diagnostic, Diagnostics, Location};
use serde_json::Value;

use super::scene::Chosen;
use super::source::{Source, fault, ours};
use super::tree::{Tree, is_finite, name};
use crate::error::Result;
use crate::matrix::nearest_rotation;
use crate::posed::{self, ONE};
use crate::rules;

/// Largest difference of a joint's matrix from the one in its extras, in the linear part and in units.
const MOVED: [f64; 2] = [4.0 / ONE, 1.0];
/// A matrix this far from a rotation has shear or uneven scale.
const SKEWED: f64 = 1.0 / 512.0;

/// A bone.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// The node; `None` for the only bone of a file without a skin.
    pub(super) node: Option<usize>,
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// Bone space to the parent's.
    pub(super) matrix: BoneMatrix,
    /// The joint's space to the bone's.
    pub(super) to_bone: DAffine3,
}

/// The bones of a figure, parents first.
#[derive(Debug, Clone, Default)]
pub(super) struct Bones {
    pub(super) joints: Vec<Joint>,
    by_node: BTreeMap<usize, usize>,
    /// For joints that an export has added, the node of their bone.
    added: BTreeMap<usize, usize>,
}

impl Bones {
    pub(super) fn new(
        source: &Source,
        tree: &Tree,
        chosen: &Chosen,
        unit: f64,
        found: &mut Diagnostics,
    ) -> Result<Self> {
        let document = &source.document;
        let mut nodes = BTreeSet::new();
        for skin in document.skins().filter(|skin| chosen.has_skin(source, skin.index())) {
            if skin.joints().len() == 0 {
                return fault(&rules::SKIN_EMPTY, format!("skin {}: it has no joints", skin.index()));
            }
            nodes.extend(skin.joints().map(|joint| joint.index()));
        }
        if nodes.is_empty() {
            let root = Joint {
                node: None,
                name: "root".to_owned(),
                parent: None,
                matrix: BoneMatrix::IDENTITY,
                to_bone: DAffine3::IDENTITY,
            };
            return Ok(Self { joints: vec![root], ..Self::default() });
        }
        let extras: BTreeMap<usize, Value> = document.nodes().map(|node| (node.index(), ours(node.extras()))).collect();
        let added = added(tree, &nodes, &extras);
        nodes.retain(|node| !added.contains_key(node));
        let order = order(document, tree, &nodes, &extras);
        let by_node: BTreeMap<usize, usize> = order.iter().enumerate().map(|(bone, node)| (*node, bone)).collect();
        let globals = scaled(tree.globals(&tree.locals), unit);
        let mut bones = Self { joints: Vec::new(), by_node, added };
        let mut frames: Vec<DAffine3> = Vec::new();
        let mut kept_bones = BTreeSet::new();
        for &node in &order {
            let global = globals.get(node).copied().unwrap_or_default();
            let described = document.nodes().nth(node).map(|node| name(&node)).unwrap_or_default();
            if !is_finite(&global) {
                return fault(&rules::NODE_TREE, format!("{described}: its place is infinite"));
            }
            let parent = bones.ancestor(tree, node);
            let around = |list: &[DAffine3]| parent.and_then(|parent| list.get(parent)).copied().unwrap_or_default();
            let parent_node = parent.and_then(|parent| bones.joints.get(parent)?.node);
            let outer = parent_node.and_then(|node| globals.get(node)).copied().unwrap_or_default();
            // A bone is the figure's own only below bones that are.
            let outer_kept = parent.is_none_or(|parent| kept_bones.contains(&parent));
            let kept = extras
                .get(&node)
                .filter(|_| outer_kept)
                .and_then(matrix_of)
                .filter(|matrix| is_near(matrix, &(outer.inverse() * global)));
            let (matrix, to_bone) = match kept {
                Some(matrix) => {
                    kept_bones.insert(bones.joints.len());
                    (matrix, DAffine3::IDENTITY)
                }
                None => {
                    let size = libm::cbrt(global.matrix3.determinant().abs());
                    let unit = if size > 0.0 { global.matrix3 * (1.0 / size) } else { DMat3::IDENTITY };
                    let rotation = nearest_rotation(unit);
                    let difference = (unit - rotation).to_cols_array().iter().fold(0.0f64, |most, c| most.max(c.abs()));
                    if difference > SKEWED {
                        let message = format!("{described}: it has shear, a mirror or uneven scale");
                        found.push(Diagnostic::new(&rules::BONE_SHEAR, Location::Document, message));
                    }
                    let wanted = DAffine3 { matrix3: rotation, translation: global.translation };
                    let Some(matrix) = rounded(&(around(&frames).inverse() * wanted)) else {
                        let message = format!("{described}: it is more than 32767 units from its parent");
                        return fault(&rules::POSITION_RANGE, message);
                    };
                    let frame = around(&frames) * posed::affine(&matrix);
                    (matrix, frame.inverse() * global)
                }
            };
            frames.push(around(&frames) * posed::affine(&matrix));
            let name = document.nodes().nth(node).and_then(|node| node.name().map(str::to_owned));
            let name = name.unwrap_or_else(|| keitai_formats::bone_name(bones.joints.len()));
            bones.joints.push(Joint { node: Some(node), name, parent, matrix, to_bone });
        }
        Ok(bones)
    }

    /// Returns the bone of a joint.
    pub(super) fn of(&self, node: usize) -> Option<usize> {
        self.by_node.get(&node).copied()
    }

    /// Returns the bone that moves the vertices of a joint, and the matrix from the joint's space to the bone's. `globals`
    /// are the matrices of all nodes at rest.
    pub(super) fn owner(&self, node: usize, globals: &[DAffine3]) -> (usize, DAffine3) {
        let own = self.added.get(&node).copied().unwrap_or(node);
        let global = |node: usize| globals.get(node).copied().unwrap_or_default();
        let between = if own == node { DAffine3::IDENTITY } else { global(own).inverse() * global(node) };
        let between = if is_finite(&between) { between } else { DAffine3::IDENTITY };
        let bone = self.of(own).unwrap_or(0);
        (bone, self.joints.get(bone).map_or(DAffine3::IDENTITY, |joint| joint.to_bone) * between)
    }

    /// Returns the bone of the nearest ancestor that is a joint.
    pub(super) fn ancestor(&self, tree: &Tree, node: usize) -> Option<usize> {
        let mut next = tree.parents.get(node).copied().flatten();
        while let Some(node) = next {
            if let Some(bone) = self.of(node) {
                return Some(bone);
            }
            next = tree.parents.get(node).copied().flatten();
        }
        None
    }
}

/// Returns the joints that are added nodes of an export, each with the node of its bone below.
fn added(tree: &Tree, nodes: &BTreeSet<usize>, extras: &BTreeMap<usize, Value>) -> BTreeMap<usize, usize> {
    let is_added = |node: &usize| extras.get(node).is_some_and(|ours| ours.get("added").is_some());
    let above = |node: usize| tree.parents.get(node).copied().flatten();
    let mut added = BTreeMap::new();
    for &bone in nodes.iter().filter(|node| !is_added(node)) {
        let mut next = above(bone);
        while let Some(node) = next.filter(|node| nodes.contains(node) && is_added(node)) {
            added.insert(node, bone);
            next = above(node);
        }
    }
    added
}

/// Returns matrices in model units.
pub(super) fn scaled(globals: Vec<DAffine3>, unit: f64) -> Vec<DAffine3> {
    let scale = DAffine3::from_scale(glam::DVec3::splat(unit));
    globals.into_iter().map(|global| scale * global).collect()
}

/// Returns the joints in the order of bones: by their numbers in the extras when all have one and parents come first;
/// otherwise depth first, brothers by name.
fn order(
    document: &gltf::Document,
    tree: &Tree,
    nodes: &BTreeSet<usize>,
    extras: &BTreeMap<usize, Value>,
) -> Vec<usize> {
    let number = |node: &usize| extras.get(node).and_then(|ours| ours.get("bone")).and_then(Value::as_u64);
    let mut numbered: Vec<(u64, usize)> = nodes.iter().filter_map(|node| Some((number(node)?, *node))).collect();
    numbered.sort_unstable();
    let place: BTreeMap<usize, usize> = numbered.iter().enumerate().map(|(place, (_, node))| (*node, place)).collect();
    let ancestor = |node: usize| {
        let mut next = tree.parents.get(node).copied().flatten();
        while let Some(parent) = next.filter(|parent| !nodes.contains(parent)) {
            next = tree.parents.get(parent).copied().flatten();
        }
        next
    };
    let first = |node: &usize| ancestor(*node).is_none_or(|parent| place.get(&parent) < place.get(node));
    if numbered.len() == nodes.len()
        && numbered.windows(2).all(|pair| pair[0].0 != pair[1].0)
        && nodes.iter().all(first)
    {
        return numbered.into_iter().map(|(_, node)| node).collect();
    }
    let names: Vec<&str> = document.nodes().map(|node| node.name().unwrap_or_default()).collect();
    let mut children: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &node in &tree.order {
        if nodes.contains(&node) {
            children.entry(ancestor(node)).or_default().push(node);
        }
    }
    for list in children.values_mut() {
        list.sort_by_key(|node| natural(names.get(*node).copied().unwrap_or_default()));
    }
    let mut order = Vec::new();
    let mut waiting: Vec<usize> = children.get(&None).into_iter().flatten().rev().copied().collect();
    while let Some(node) = waiting.pop() {
        order.push(node);
        waiting.extend(children.get(&Some(node)).into_iter().flatten().rev());
    }
    order
}

/// Returns a name for sorting: letters, and numbers by their value.
fn natural(name: &str) -> (String, u64) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.to_owned(), name[stem.len()..].parse().unwrap_or(0))
}

/// Returns the matrix in the extras of a joint.
fn matrix_of(ours: &Value) -> Option<BoneMatrix> {
    let numbers: Vec<i16> = ours.get("matrix")?.as_array()?.iter().map(short).collect::<Option<_>>()?;
    Some(BoneMatrix(numbers.try_into().ok()?))
}

/// Returns a number of the extras; Blender makes floats of them.
fn short(value: &Value) -> Option<i16> {
    let value = value.as_f64()?;
    (value.fract() == 0.0 && (-32768.0..=32767.0).contains(&value)).then_some(value as i16)
}

fn is_near(matrix: &BoneMatrix, local: &DAffine3) -> bool {
    let own = posed::affine(matrix);
    let difference = own.matrix3 - local.matrix3;
    let linear = difference.to_cols_array().iter().all(|element| element.abs() <= MOVED[0]);
    linear && own.translation.distance(local.translation) <= MOVED[1]
}

/// Rounds a matrix to the integers of a file; `None` when they do not fit.
pub(super) fn rounded(matrix: &DAffine3) -> Option<BoneMatrix> {
    let [x, y, z] = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
    let origin = matrix.translation;
    let row = |row: usize| [x[row] * ONE, y[row] * ONE, z[row] * ONE, origin[row]];
    let elements = [row(0), row(1), row(2)];
    let mut integers = [0; 12];
    for (integer, element) in integers.iter_mut().zip(elements.as_flattened()) {
        *integer = integer_of(*element)?;
    }
    Some(BoneMatrix(integers))
}

/// Rounds half up; `None` outside 16 bits.
pub(super) fn integer_of(value: f64) -> Option<i16> {
    let rounded = libm::floor(value + 0.5);
    (-32768.0..=32767.0).contains(&rounded).then_some(rounded as i16)
}
