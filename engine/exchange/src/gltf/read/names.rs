//! Exports of Keitai whose extras another program has left out. Names restore a part of the extras.
//!
//! Materials are named after their slot and attributes, the added nodes of a bone end in ".shear" and ".matrix", and
//! bones without a name are "boneN" by their number. Meshes named patternN are patterns in every file.

use std::collections::{BTreeMap, BTreeSet};

use keitai_formats::{Diagnostics, Slot};
use serde_json::{Value, json};

use super::document::{Document, Mesh, Node};
use crate::import::scene::pattern_named;
use crate::mesh::material_named;
use crate::rules;

/// Gives a file the extras that names restore, and reports the lost ones.
pub(super) fn restore(file: &mut Document, findings: &mut Diagnostics) {
    let mut lost = |message: &str| findings.report(&rules::EXTRAS_LOST, message);
    if file.nodes.iter().any(|node| node.extras.get("patterns").is_some()) {
        let mut primitives = file.meshes.iter().flat_map(|mesh| &mesh.primitives).peekable();
        let has_any = primitives.peek().is_some();
        if has_any && !primitives.any(|primitive| primitive.attributes.contains_key("_VERTEX")) {
            lost(
                "the numbers of vertices are gone from this export of Keitai: quads are found by their shape, and vertices \
                have another order; in Blender, tick Data > Mesh > Attributes",
            );
        }
        return;
    }
    if file.nodes.iter().any(|node| !node.extras.is_null()) || !is_export(file) {
        return;
    }
    for material in &mut file.materials {
        if let Some((slot, bits)) = material.name.as_deref().and_then(material_named) {
            material.extras = match slot {
                Slot::Texture(slot) => json!({ "bits": bits.0, "texture": slot }),
                Slot::Colour => json!({ "bits": bits.0 }),
            };
        }
    }
    for (node, extras) in bones(file) {
        file.nodes.iter_mut().skip(node).take(1).for_each(|node| node.extras = extras.clone());
    }
    lost(
        "the extras are gone from this export of Keitai: materials, patterns and bones are known by their names, but pattern \
        keys, the palette, the order of polygons and the stored actions are lost; in Blender, tick Include > Custom \
        Properties and Data > Mesh > Attributes",
    );
}

/// Returns whether a mesh is named as a pattern and has a material that is named as those of an export. Others may be
/// new.
fn is_export(file: &Document) -> bool {
    let is_named = |material: usize| {
        let name = file.materials.get(material).and_then(|material| material.name.as_deref());
        name.and_then(material_named).is_some()
    };
    file.meshes.iter().any(|mesh| {
        let is_pattern = mesh.name.as_deref().is_some_and(|name| pattern_named(name).is_some());
        is_pattern && mesh.primitives.iter().any(|primitive| primitive.material.is_some_and(is_named))
    })
}

/// Returns the extras of the joints: a mark for those that an export has added, and the numbers of the others where all
/// have one.
fn bones(file: &Document) -> BTreeMap<usize, Value> {
    let joints: BTreeSet<usize> = file.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    let name = |node: usize| file.nodes.get(node)?.name.as_deref();
    let added = |node: usize| {
        let label = name(node)?;
        let children = file.nodes.get(node).map(|node| node.children.as_slice()).unwrap_or_default();
        let mut below = children.iter().filter(|child| joints.contains(child)).filter_map(|child| name(*child));
        let is_pair = |below: &str| label == format!("{below}.shear") || below == format!("{label}.matrix");
        below.any(is_pair).then_some(())
    };
    let (added, bones): (Vec<usize>, Vec<usize>) = joints.iter().partition(|node| added(**node).is_some());
    let number = |node: &usize| {
        let name = name(*node)?;
        let digits = name.strip_suffix(".matrix").unwrap_or(name).strip_prefix("bone")?;
        digits.parse::<u16>().ok().map(|number| (*node, json!({ "bone": number })))
    };
    let numbers: Option<Vec<(usize, Value)>> = bones.iter().map(number).collect();
    let added = added.into_iter().map(|node| (node, json!({ "added": true })));
    added.chain(numbers.unwrap_or_default()).collect()
}

/// Returns the pattern of a node's mesh: by its extras, or by a name such as "pattern2".
pub(super) fn pattern_of(node: &Node, meshes: &[Mesh]) -> usize {
    let pattern = node.extras.get("pattern").and_then(Value::as_f64).map(|pattern| pattern as u32 as usize);
    let mesh = || pattern_named(meshes.get(node.mesh?)?.name.as_deref()?);
    pattern.or_else(|| pattern_named(node.name.as_deref()?)).or_else(mesh).unwrap_or(0)
}
