//! Converts joints, and objects that move without a skin, to bones.
//!
//! A file without a skin has the bone "root", which never moves, above all others. A bone's space is that of its joint
//! without scale: a rotation and a place. Where Keitai exported the file and the joint was not moved at rest, the bone
//! has the matrix of the figure again.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DMat3, DVec3};
use keitai_formats::text::natural;
use keitai_formats::{BoneMatrix, Diagnostics};
use serde_json::Value;

use super::fault;
use super::nodes::{Local, Property, Tree, is_finite};
use super::scene::Scene;
use crate::error::Result;
use crate::gltf::distinguish;
use crate::posture::{self, ONE, nearest_rotation, rounded};
use crate::rules;

/// Largest difference of a joint's matrix from the one in its extras, in the linear part and in units.
const MOVED: [f64; 2] = [4.0 / ONE, 1.0];
/// A matrix this far from a rotation has shear or uneven scale.
const SKEWED: f64 = 1.0 / 512.0;
/// An object that grows to more than this many times its size at rest is bound at its largest.
const GROWTH: f64 = 4.0;
/// [`GROWTH`] for a joint: the greatest factor that a track holds, so that joints of exported files do not change.
const GROWTH_OF_JOINTS: f64 = 8.0;

#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// The node; `None` for the bone of meshes that nothing moves.
    pub(super) node: Option<usize>,
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// Bone space to the parent's.
    pub(super) matrix: BoneMatrix,
    /// The joint's space to the bone's.
    pub(super) to_bone: DAffine3,
}

/// The bones of a figure, parents first.
#[derive(Debug, Default)]
pub(super) struct Bones {
    pub(super) joints: Vec<Joint>,
    by_node: BTreeMap<usize, usize>,
    /// For joints that an export has added, the node of their bone.
    added: BTreeMap<usize, usize>,
    /// The bone of everything that has no joint and no bone above.
    base: Option<usize>,
    pub(super) objects: Objects,
    /// The places of all nodes at which vertices are bound: those at rest, except for objects that nearly vanish there.
    pub(super) bind: Vec<Local>,
    /// Matrices of the bones in the space of the figure at rest.
    frames: Vec<DAffine3>,
    /// Joints too far from their parents for 16 bits: their places and descriptions.
    pub(super) far: Vec<(DVec3, String)>,
}

impl Bones {
    /// Returns one bone, which never moves.
    pub(super) fn root() -> Self {
        Self { joints: vec![Joint::root()], ..Self::default() }
    }

    pub(super) fn new(scene: &Scene<'_>, unit: f64, findings: &mut Diagnostics) -> Result<Self> {
        let tree = &scene.tree;
        let joints = joints(scene)?;
        let mut bind = tree.locals.clone();
        let objects = Objects::new(scene, &joints, unit, &mut bind);
        let globals = scaled(tree.globals(&bind), unit);
        let mut bones = Self { bind, ..Self::default() };
        if joints.is_empty() {
            bones.joints.push(Joint::root());
            bones.base = Some(0);
        }
        bones.added = added(scene, &joints);
        let originals = joints.iter().copied().filter(|node| !bones.added.contains_key(node)).collect();
        let order = order(scene, &originals, &objects.bones);
        bones.by_node = order.iter().copied().zip(bones.joints.len()..).collect();
        bones.frames = vec![DAffine3::IDENTITY; bones.joints.len()];
        let mut kept_bones = BTreeSet::new();
        for &node in &order {
            let global = globals.get(node).copied().unwrap_or_default();
            let described = || scene.described(node);
            if !is_finite(&global) {
                return fault(&rules::NODE_TREE, format!("{}: its place is infinite", described()));
            }
            let parent = bones.ancestor(tree, node);
            let around = parent.and_then(|parent| bones.frames.get(parent)).copied().unwrap_or_default();
            let parent_node = parent.and_then(|parent| bones.joints.get(parent)?.node);
            let outer = parent_node.and_then(|node| globals.get(node)).copied().unwrap_or_default();
            // A bone keeps its matrix of the figure only below bones that keep theirs.
            let outer_kept = parent.is_none_or(|parent| kept_bones.contains(&parent));
            let stored = scene.nodes.get(node).filter(|_| outer_kept).and_then(|node| matrix_of(&node.extras));
            let stored = stored.filter(|matrix| is_near(matrix, &(outer.inverse() * global)));
            let (matrix, to_bone) = if let Some(matrix) = stored {
                kept_bones.insert(bones.joints.len());
                (matrix, DAffine3::IDENTITY)
            } else {
                let (target, skew) = unscaled(&global);
                // The vertices of an object are scaled in the space of its bone.
                if skew > SKEWED && originals.contains(&node) {
                    let message = format!("{}: it has shear, a mirror or uneven scale", described());
                    findings.report(&rules::BONE_SHEAR, message);
                }
                let local = around.inverse() * target;
                let matrix = rounded(&local).unwrap_or_else(|| {
                    bones.far.push((local.translation, described()));
                    BoneMatrix::IDENTITY
                });
                (matrix, (around * posture::affine(&matrix)).inverse() * global)
            };
            bones.frames.push(around * posture::affine(&matrix));
            let name = bones.name(scene, node).unwrap_or_else(|| keitai_formats::bone_name(bones.joints.len()));
            bones.joints.push(Joint { node: Some(node), name, parent, matrix, to_bone });
        }
        // By the format, an object without a joint above it stays where it is.
        if bones.base.is_none() && objects.has_lone && order.first().is_some_and(|first| objects.moves(tree, *first)) {
            bones.base = Some(bones.joints.len());
            bones.joints.push(Joint::root());
        }
        distinguish(bones.joints.iter_mut().map(|joint| &mut joint.name).collect());
        Ok(Self { objects, ..bones })
    }

    /// Returns the name of a node's bone: that of its joint, without the ending that it has when an export has added a
    /// node above it.
    fn name(&self, scene: &Scene<'_>, node: usize) -> Option<String> {
        let name = |node: usize| Some(&*scene.nodes.get(node)?.name).filter(|name| !name.is_empty());
        let label = name(node)?;
        let above = scene.tree.upwards(node).nth(1).filter(|above| self.of(*above).is_none()).and_then(name);
        let bone = above.filter(|above| label.strip_suffix(".matrix") == Some(above));
        Some(bone.unwrap_or(label).to_owned())
    }

    /// Returns the matrix of a bone in the space of the figure at rest.
    pub(super) fn rest(&self, bone: usize) -> DAffine3 {
        self.frames.get(bone).copied().unwrap_or_default()
    }

    pub(super) fn of(&self, node: usize) -> Option<usize> {
        self.by_node.get(&node).copied()
    }

    /// Returns the bone that moves the vertices of a joint, and the matrix from the joint's space to the bone's.
    /// `globals` are the matrices of all nodes at rest.
    pub(super) fn owner(&self, node: usize, globals: &[DAffine3]) -> (usize, DAffine3) {
        let host = self.added.get(&node).copied().unwrap_or(node);
        let global = |node: usize| globals.get(node).copied().unwrap_or_default();
        let between = if host == node { DAffine3::IDENTITY } else { global(host).inverse() * global(node) };
        let between = if is_finite(&between) { between } else { DAffine3::IDENTITY };
        let bone = self.of(host).unwrap_or(0);
        (bone, self.joints.get(bone).map_or(DAffine3::IDENTITY, |joint| joint.to_bone) * between)
    }

    fn ancestor(&self, tree: &Tree, node: usize) -> Option<usize> {
        tree.upwards(node).skip(1).find_map(|node| self.of(node)).or(self.base)
    }

    /// Returns the bone of a mesh without a skin, and the matrix from the space of its node to the bone's. `globals`
    /// are the matrices of all nodes where vertices are bound.
    pub(super) fn rigid(&self, tree: &Tree, node: usize, globals: &[DAffine3]) -> (usize, DAffine3) {
        let global = |node: usize| globals.get(node).copied().unwrap_or_default();
        let bone = self.of(node).or_else(|| self.ancestor(tree, node)).unwrap_or(0);
        let matrix = self.joints.get(bone).map_or(DAffine3::IDENTITY, |joint| match joint.node {
            Some(host) if host == node => joint.to_bone,
            Some(host) => joint.to_bone * global(host).inverse() * global(node),
            None => global(node),
        });
        (bone, matrix)
    }
}

impl Joint {
    /// Returns the bone `root`, which no animation moves.
    fn root() -> Self {
        Self {
            node: None,
            name: "root".to_owned(),
            parent: None,
            matrix: BoneMatrix::IDENTITY,
            to_bone: DAffine3::IDENTITY,
        }
    }
}

/// Returns the place of a joint without its scale, and how far its axes are from a rotation.
fn unscaled(global: &DAffine3) -> (DAffine3, f64) {
    let size = libm::cbrt(global.matrix3.determinant().abs());
    let unit = if size > 0.0 { global.matrix3 * (1.0 / size) } else { DMat3::IDENTITY };
    let matrix3 = nearest_rotation(unit);
    let skew = (unit - matrix3).to_cols_array().iter().fold(0.0f64, |most, c| most.max(c.abs()));
    (DAffine3 { matrix3, ..*global }, skew)
}

/// Returns the joints of all skins that move something in the figure.
fn joints(scene: &Scene<'_>) -> Result<BTreeSet<usize>> {
    let mut nodes = BTreeSet::new();
    for (number, skin) in scene.used_skins() {
        if skin.joints.is_empty() {
            return fault(&rules::SKIN_EMPTY, format!("skin {number}: it has no joints"));
        }
        nodes.extend(&skin.joints);
    }
    Ok(nodes)
}

/// Returns the nodes that an export has added above bones, each with the node of its bone.
fn added(scene: &Scene<'_>, nodes: &BTreeSet<usize>) -> BTreeMap<usize, usize> {
    let tree = &scene.tree;
    let is_added = |node: &usize| scene.nodes.get(*node).is_some_and(|node| node.extras.get("added").is_some());
    let mut added = BTreeMap::new();
    for &bone in nodes.iter().filter(|node| !is_added(node)) {
        let above = tree.upwards(bone).skip(1).take_while(|node| nodes.contains(node) && is_added(node));
        added.extend(above.map(|node| (node, bone)));
    }
    added
}

/// Returns matrices in model units.
pub(super) fn scaled(globals: Vec<DAffine3>, unit: f64) -> Vec<DAffine3> {
    let scale = DAffine3::from_scale(DVec3::splat(unit));
    globals.into_iter().map(|global| scale * global).collect()
}

fn matrix_of(ours: &Value) -> Option<BoneMatrix> {
    let numbers: Vec<i16> = ours.get("matrix")?.as_array()?.iter().map(short).collect::<Option<_>>()?;
    Some(BoneMatrix(numbers.try_into().ok()?))
}

/// Returns a number of the extras, which Blender writes as floats.
fn short(value: &Value) -> Option<i16> {
    let value = value.as_f64()?;
    (value.fract() == 0.0 && (-32768.0..=32767.0).contains(&value)).then_some(value as i16)
}

fn is_near(matrix: &BoneMatrix, local: &DAffine3) -> bool {
    let stored = posture::affine(matrix);
    let difference = stored.matrix3 - local.matrix3;
    let linear = difference.to_cols_array().iter().all(|element| element.abs() <= MOVED[0]);
    linear && stored.translation.distance(local.translation) <= MOVED[1]
}

/// Returns the nodes of all bones. The joints come by their numbers in the extras when all have one and parents come
/// first; otherwise depth first, brothers by name. An object comes before the joints below it, and otherwise after all
/// joints.
pub(super) fn order(scene: &Scene<'_>, joints: &BTreeSet<usize>, objects: &BTreeSet<usize>) -> Vec<usize> {
    let tree = &scene.tree;
    let numbered = by_number(scene, joints).unwrap_or_else(|| by_name(scene, joints));
    if objects.is_empty() {
        return numbered;
    }
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for node in numbered.into_iter().chain(by_name(scene, objects)) {
        // All nodes above a node that was seen have their places already.
        let above: Vec<usize> = tree.upwards(node).take_while(|above| seen.insert(*above)).collect();
        order.extend(above.into_iter().rev().filter(|above| *above == node || objects.contains(above)));
    }
    order
}

fn above(tree: &Tree, nodes: &BTreeSet<usize>, node: usize) -> Option<usize> {
    tree.upwards(node).skip(1).find(|node| nodes.contains(node))
}

/// Returns joints by their numbers in the extras; `None` unless all have one of their own and parents come first.
fn by_number(scene: &Scene<'_>, nodes: &BTreeSet<usize>) -> Option<Vec<usize>> {
    let tree = &scene.tree;
    let number = |node: &usize| scene.nodes.get(*node)?.extras.get("bone").and_then(Value::as_u64);
    let mut numbered: Vec<(u64, usize)> = nodes.iter().filter_map(|node| Some((number(node)?, *node))).collect();
    numbered.sort_unstable();
    let place: BTreeMap<usize, usize> = numbered.iter().enumerate().map(|(place, (_, node))| (*node, place)).collect();
    let first = |node: &usize| above(tree, nodes, *node).is_none_or(|parent| place.get(&parent) < place.get(node));
    let is_whole = numbered.len() == nodes.len()
        && numbered.windows(2).all(|pair| pair[0].0 != pair[1].0)
        && nodes.iter().all(first);
    is_whole.then(|| numbered.into_iter().map(|(_, node)| node).collect())
}

/// Returns nodes depth first, brothers by name.
fn by_name(scene: &Scene<'_>, nodes: &BTreeSet<usize>) -> Vec<usize> {
    let tree = &scene.tree;
    let mut children: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &node in &tree.order {
        if nodes.contains(&node) {
            children.entry(above(tree, nodes, node)).or_default().push(node);
        }
    }
    for list in children.values_mut() {
        list.sort_by_key(|node| natural(scene.nodes.get(*node).map_or("", |node| &node.name)));
    }
    let mut order = Vec::new();
    let mut waiting: Vec<usize> = children.get(&None).into_iter().flatten().rev().copied().collect();
    while let Some(node) = waiting.pop() {
        order.push(node);
        waiting.extend(children.get(&Some(node)).into_iter().flatten().rev());
    }
    order
}

/// Nodes that carry meshes which no joint moves.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// Nodes at and above such a mesh, up to the next joint.
    carriers: BTreeSet<usize>,
    /// Carriers that an animation moves: the bones.
    pub(super) bones: BTreeSet<usize>,
    /// Carriers, joints and nodes above joints that an animation moves.
    moved: BTreeSet<usize>,
    /// Some mesh has neither a joint nor a bone at or above it.
    has_lone: bool,
}

impl Objects {
    /// Finds the nodes. Those that nearly vanish at rest get their largest scale in `bind`, the places that vertices
    /// are bound at. `unit` is the number of model units in a unit of the file.
    fn new(scene: &Scene<'_>, joints: &BTreeSet<usize>, unit: f64, bind: &mut [Local]) -> Self {
        let tree = &scene.tree;
        let rigid = scene.meshed().filter(|(_, node, _)| node.skin.is_none());
        let meshes: Vec<usize> = rigid.map(|(number, ..)| number).collect();
        let mut objects = Self::default();
        for &mesh in &meshes {
            let above = tree.upwards(mesh).take_while(|node| !joints.contains(node));
            for node in above.filter(|node| matches!(bind.get(*node), Some(Local::Placed(_)))) {
                if !objects.carriers.insert(node) {
                    break;
                }
            }
        }
        let mut nodes = objects.carriers.clone();
        for joint in joints {
            // Nodes above a known one are known.
            tree.upwards(*joint).take_while(|node| nodes.insert(*node)).for_each(drop);
        }
        let largest = objects.watch(scene, &nodes, unit, bind);
        objects.bones = objects.moved.intersection(&objects.carriers).copied().collect();
        for (node, largest) in largest {
            let growth = match (objects.bones.contains(&node), joints.contains(&node)) {
                (true, _) => GROWTH,
                (_, true) => GROWTH_OF_JOINTS,
                _ => continue,
            };
            if let Some(Local::Placed(place)) = bind.get_mut(node)
                && largest.abs().cmpgt(place.scale.abs() * growth).any()
            {
                place.scale = larger(place.scale, largest);
            }
        }
        let is_bone = |node: usize| joints.contains(&node) || objects.bones.contains(&node);
        let mut below = BTreeSet::new();
        for &node in &tree.order {
            let parent = tree.parents.get(node).copied().flatten();
            if is_bone(node) || parent.is_some_and(|parent| below.contains(&parent)) {
                below.insert(node);
            }
        }
        objects.has_lone = meshes.iter().any(|mesh| !below.contains(mesh));
        objects
    }

    /// Finds which of the `nodes` are moved, and the largest scale of those that have one.
    fn watch(
        &mut self,
        scene: &Scene<'_>,
        nodes: &BTreeSet<usize>,
        unit: f64,
        rest: &[Local],
    ) -> BTreeMap<usize, DVec3> {
        let mut largest: BTreeMap<usize, DVec3> = BTreeMap::new();
        for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
            let node = channel.node;
            let Some(Local::Placed(place)) = rest.get(node) else { continue };
            if !nodes.contains(&node) || channel.values.is_empty() {
                continue;
            }
            // Without objects it does not matter which joints are moved.
            if !self.carriers.is_empty() && !self.moved.contains(&node) && channel.moves(place, unit) {
                self.moved.insert(node);
            }
            if channel.property == Property::Scale {
                let size = largest.entry(node).or_default();
                *size = channel.keys().fold(*size, |most, [x, y, z, _]| larger(most, DVec3::new(*x, *y, *z)));
            }
        }
        largest
    }

    /// Returns whether an animation moves a joint or a node above it.
    fn moves(&self, tree: &Tree, joint: usize) -> bool {
        tree.upwards(joint).any(|node| self.moved.contains(&node))
    }

    /// Returns whether a node carries meshes that no joint moves. A node that is no bone never moves.
    pub(super) fn carries(&self, node: usize) -> bool {
        self.carriers.contains(&node)
    }
}

/// Returns the larger scale of each axis, with the sign of the first where that is not zero.
fn larger(first: DVec3, other: DVec3) -> DVec3 {
    let axis = |first: f64, other: f64| first.abs().max(other.abs()).copysign(if first == 0.0 { other } else { first });
    DVec3::new(axis(first.x, other.x), axis(first.y, other.y), axis(first.z, other.z))
}
