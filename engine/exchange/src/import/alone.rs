//! Animations without the figure that they move: actions for a figure that is given.

use std::collections::{BTreeSet, HashMap};

use glam::{DAffine3, DVec3};
use keitai_formats::{Bone, Content, Diagnostics};

use super::motion::{self, ExportedTables};
use super::nodes::Local;
use super::scene::{Scene, Skin};
use super::skeleton::{Bones, order, scaled};
use super::{Options, fault};
use crate::error::Result;
use crate::gltf::UNIT;
use crate::posture;
use crate::rules;

/// Converts the animations of a file to actions for these bones. Nodes are found by the names of the bones, or else by their order,
/// where there are as many joints. Every bone takes the places of its node; at rest it has that of the figure.
pub(super) fn actions(
    mut scene: Scene<'_>,
    figure: &[(String, Bone)],
    options: &Options,
    findings: &mut Diagnostics,
) -> Result<Content> {
    let joints: BTreeSet<usize> = match scene.skins.as_slice() {
        [] => (0..scene.nodes.len()).filter(|node| scene.nodes[*node].mesh.is_none()).collect(),
        skins => skins.iter().flat_map(|skin| &skin.joints).copied().collect(),
    };
    let names: HashMap<&str, usize> =
        (0..scene.nodes.len()).rev().map(|node| (&*scene.nodes[node].name, node)).collect();
    let mut nodes: Vec<Option<usize>> = figure.iter().map(|(name, _)| names.get(&**name).copied()).collect();
    if nodes.iter().all(Option::is_none) && joints.len() == figure.len() {
        nodes = order(&scene, &joints, &BTreeSet::new()).into_iter().map(Some).collect();
    }
    if nodes.iter().all(Option::is_none) {
        let message = "no node has the name of a bone of the figure; give the figure as a text (.bac) or as the model that it was made \
                       of, which have names";
        return fault(&rules::NO_TRIANGLES, message);
    }
    scene.skins = vec![Skin { joints: nodes.iter().flatten().copied().collect(), inverse: Vec::new() }];
    for node in &mut scene.nodes {
        (node.mesh, node.skin) = (None, None);
    }
    let unit = unit(&scene, figure, &nodes);
    let mut bones = Bones::new(&scene, unit, findings)?;
    for ((_, bone), node) in figure.iter().zip(&nodes) {
        let Some((node, joint)) = node.and_then(|node| Some((node, bones.joints.get(bones.of(node)?)?))) else {
            continue;
        };
        let outer = joint.parent.and_then(|parent| bones.joints.get(parent));
        // Nodes between two joints keep their own places.
        if scene.tree.parents.get(node).copied().flatten() == outer.and_then(|outer| outer.node) {
            let outer = outer.map_or_else(|| DAffine3::from_scale(DVec3::splat(unit)), |outer| outer.to_bone);
            let local = outer.inverse() * posture::affine(&bone.matrix) * joint.to_bone;
            bones.bind.iter_mut().skip(node).take(1).for_each(|place| *place = Local::Matrix(local));
        }
    }
    let stored = ExportedTables::new(&scene.extras.take().unwrap_or_default());
    let reader = motion::Reader { scene: &scene, bones: &bones, unit, mask: 0, stored: &stored, options };
    let mut tables = reader.tables(findings)?;
    for (_, table) in &mut tables {
        table.bone_count = u16::try_from(figure.len()).unwrap_or(u16::MAX);
        for action in &mut table.actions {
            let track = |node: &Option<usize>| action.tracks.get(bones.of((*node)?)?).cloned();
            action.tracks = nodes.iter().map(track).map(Option::unwrap_or_default).collect();
        }
    }
    Ok(Content { tables, ..Content::default() })
}

/// Returns the model units in a unit of the file: the bones of the figure have as many as the ways between their nodes in all.
fn unit(scene: &Scene<'_>, figure: &[(String, Bone)], nodes: &[Option<usize>]) -> f64 {
    let globals = scaled(scene.tree.globals(&scene.tree.locals), 1.0);
    let place = |bone: usize| {
        nodes.get(bone).copied().flatten().and_then(|node| globals.get(node)).map(|global| global.translation)
    };
    let (mut units, mut ways) = (0.0, 0.0);
    for (number, (_, bone)) in figure.iter().enumerate() {
        let Some((from, to)) = bone.parent.and_then(|parent| Some((place(parent.into())?, place(number)?))) else {
            continue;
        };
        units += posture::affine(&bone.matrix).translation.length();
        ways += from.distance(to);
    }
    if ways > 0.0 && units > 0.0 { units / ways } else { 1.0 / UNIT }
}
