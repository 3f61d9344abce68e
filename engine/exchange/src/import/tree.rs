//! The tree of nodes: places of all, the order of bones, and objects that become bones without a skin.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};
use keitai_formats::natural;
use serde_json::Value;

use super::channels::Property;
use super::fault;
use super::scene::Scene;
use crate::error::Result;
use crate::matrix::Placement;
use crate::rules;

/// A node's matrix in its parent's space.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Local {
    Placed(Placement),
    Matrix(DAffine3),
}

impl Local {
    pub(crate) fn affine(&self) -> DAffine3 {
        match self {
            Self::Placed(place) => place.affine(),
            Self::Matrix(matrix) => *matrix,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(super) parents: Vec<Option<usize>>,
    pub(super) locals: Vec<Local>,
    /// Node numbers, parents before children, depth first.
    pub(super) order: Vec<usize>,
}

impl Tree {
    /// Makes the tree of nodes with these children and places. `described` gives the name of a node, for messages.
    pub(super) fn new(
        children: &[Vec<usize>],
        locals: Vec<Local>,
        described: impl Fn(usize) -> String,
    ) -> Result<Self> {
        let count = locals.len();
        let mut parents: Vec<Option<usize>> = vec![None; count];
        for (node, children) in children.iter().enumerate() {
            for &child in children {
                let Some(parent) = parents.get_mut(child) else { continue };
                if parent.is_some() {
                    return fault(&rules::NODE_TREE, format!("{}: it has two parents", described(child)));
                }
                *parent = Some(node);
            }
        }
        let mut order = Vec::with_capacity(count);
        let mut is_seen = vec![false; count];
        let roots = parents.iter().enumerate().filter(|(_, parent)| parent.is_none()).map(|(index, _)| index);
        let mut waiting: Vec<usize> = roots.collect();
        waiting.reverse();
        while let Some(next) = waiting.pop() {
            order.push(next);
            is_seen.iter_mut().skip(next).take(1).for_each(|flag| *flag = true);
            waiting.extend(children.get(next).into_iter().flatten().rev());
        }
        if let Some(lost) = is_seen.iter().position(|is_seen| !is_seen) {
            return fault(&rules::NODE_TREE, format!("{}: it is its own ancestor", described(lost)));
        }
        Ok(Self { parents, locals, order })
    }

    /// Returns a node and those above it.
    pub(super) fn upwards(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |node| self.parents.get(*node).copied().flatten())
    }

    /// Returns the matrix of a node in the space of a node above it, or of the scene.
    pub(super) fn below(&self, locals: &[Local], node: Option<usize>, above: Option<usize>) -> DAffine3 {
        let way = node.into_iter().flat_map(|node| self.upwards(node)).take_while(|node| Some(*node) != above);
        way.fold(DAffine3::IDENTITY, |matrix, node| locals.get(node).map_or(DAffine3::IDENTITY, Local::affine) * matrix)
    }

    /// Returns the matrices in the space of the scene.
    pub(super) fn globals(&self, locals: &[Local]) -> Vec<DAffine3> {
        let mut globals = vec![DAffine3::IDENTITY; locals.len()];
        for &node in &self.order {
            let parent = self.parents.get(node).copied().flatten().and_then(|parent| globals.get(parent)).copied();
            if let (Some(local), Some(global)) = (locals.get(node), globals.get_mut(node)) {
                *global = parent.unwrap_or_default() * local.affine();
            }
        }
        globals
    }
}

pub(super) fn is_finite(matrix: &DAffine3) -> bool {
    matrix.matrix3.is_finite() && matrix.translation.cmplt(DVec3::INFINITY).all() && matrix.translation.is_finite()
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

/// An object that grows to more than this many times its size at rest is bound at its largest.
const GROWTH: f64 = 4.0;
/// [`GROWTH`] for a joint: the greatest factor that a track holds, so that joints of exported files do not change.
const GROWTH_OF_JOINTS: f64 = 8.0;

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
    pub(super) has_lone: bool,
}

impl Objects {
    /// Finds the nodes. Those that nearly vanish at rest get their largest scale in `bind`, the places that vertices
    /// are bound at. `unit` is the number of model units in a unit of the file.
    pub(super) fn new(scene: &Scene<'_>, joints: &BTreeSet<usize>, unit: f64, bind: &mut [Local]) -> Self {
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
        let mut watched = objects.carriers.clone();
        for joint in joints {
            // Nodes above a known one are known.
            tree.upwards(*joint).take_while(|node| watched.insert(*node)).for_each(drop);
        }
        let largest = objects.watch(scene, &watched, unit, bind);
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
        let mut owned = BTreeSet::new();
        for &node in &tree.order {
            let parent = tree.parents.get(node).copied().flatten();
            if is_bone(node) || parent.is_some_and(|parent| owned.contains(&parent)) {
                owned.insert(node);
            }
        }
        objects.has_lone = meshes.iter().any(|mesh| !owned.contains(mesh));
        objects
    }

    /// Finds which of the `watched` nodes are moved, and the largest scale of those that have one.
    fn watch(
        &mut self,
        scene: &Scene<'_>,
        watched: &BTreeSet<usize>,
        unit: f64,
        rest: &[Local],
    ) -> BTreeMap<usize, DVec3> {
        let mut largest: BTreeMap<usize, DVec3> = BTreeMap::new();
        for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
            let node = channel.node;
            let Some(Local::Placed(place)) = rest.get(node) else { continue };
            if !watched.contains(&node) || channel.values.is_empty() {
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
    pub(super) fn moves(&self, tree: &Tree, joint: usize) -> bool {
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
