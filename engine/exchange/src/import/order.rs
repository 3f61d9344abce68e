//! The order of bones.

use std::collections::{BTreeMap, BTreeSet};

use keitai_formats::natural;
use serde_json::Value;

use super::scene::Scene;
use super::tree::Tree;

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
