//! Objects that are animated without a skin: such a node becomes a bone, to which the meshes at and below it belong.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::channels::Property;
use super::scene::Scene;
use super::tree::{Local, Tree};

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
                let own = largest.entry(node).or_default();
                *own = channel.keys().fold(*own, |own, [x, y, z, _]| larger(own, DVec3::new(*x, *y, *z)));
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
