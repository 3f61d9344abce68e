//! Exports of Keitai whose extras another program has left out. Names restore a part of the extras.
//!
//! Materials are named after their slot and attributes, the added nodes of a bone end in ".shear" and ".matrix", and
//! bones without a name are "boneN" by their number. Meshes named patternN are patterns in every file.

use std::collections::{BTreeMap, BTreeSet};

use keitai_formats::{Diagnostics, Slot};
use serde_json::{Value, json};

use super::fault::ours;
use super::prepare::{list, list_mut};
use crate::mesh::material_named;
use crate::rules;

/// Most bytes of a name. Messages and bones repeat names many times.
const LONGEST: usize = 255;

pub(crate) fn clipped(name: &str) -> &str {
    name.get(..name.floor_char_boundary(LONGEST)).unwrap_or_default()
}

/// Clips the names of all nodes, meshes and other items of a file.
pub(super) fn clip(value: &mut Value) {
    let lists = value.as_object_mut().into_iter().flat_map(|file| file.values_mut());
    for item in lists.filter_map(Value::as_array_mut).flatten() {
        if let Some(Value::String(name)) = item.get_mut("name") {
            name.truncate(clipped(name).len());
        }
    }
}

/// Gives a file the extras that names restore, and reports the lost ones.
pub(super) fn restore(value: &mut Value, found: &mut Diagnostics) {
    let mut lost = |message: &str| found.report(&rules::EXTRAS_LOST, message);
    let ours = |item: &Value| item.pointer("/extras/keitai").cloned();
    let nodes = || list(value, "nodes").iter().filter_map(ours);
    if nodes().any(|ours| ours.get("patterns").is_some()) {
        let mut primitives = list(value, "meshes").iter().flat_map(|mesh| list(mesh, "primitives")).peekable();
        let has_any = primitives.peek().is_some();
        if has_any && !primitives.any(|primitive| primitive.pointer("/attributes/_VERTEX").is_some()) {
            lost(
                "the numbers of vertices are gone from this export of Keitai: quads are found by their shape, and vertices \
                have another order; in Blender, tick Data > Mesh > Attributes",
            );
        }
        return;
    }
    if nodes().next().is_some() || !is_export(value) {
        return;
    }
    for material in list_mut(value, "materials") {
        if let Some((slot, bits)) = material.get("name").and_then(Value::as_str).and_then(material_named) {
            let mut own = json!({ "bits": bits.0 });
            if let Slot::Texture(slot) = slot {
                own["texture"] = json!(slot);
            }
            give(material, own);
        }
    }
    let bones = bones(value);
    for (node, own) in
        list_mut(value, "nodes").iter_mut().enumerate().filter_map(|(index, node)| Some((node, bones.get(&index)?)))
    {
        give(node, own.clone());
    }
    lost(
        "the extras are gone from this export of Keitai: materials, patterns and bones are known by their names, but pattern \
        keys, the palette, the order of polygons and the stored actions are lost; in Blender, tick Include > Custom \
        Properties and Data > Mesh > Attributes",
    );
}

/// Returns whether a mesh is named as a pattern and has a material that is named as those of an export. Others may be
/// new.
fn is_export(value: &Value) -> bool {
    let name = |of: &Value| of.get("name").and_then(Value::as_str).map(str::to_owned);
    let materials: Vec<bool> = (list(value, "materials").iter())
        .map(|material| name(material).is_some_and(|name| material_named(&name).is_some()))
        .collect();
    let is_ours = |primitive: &Value| {
        let material = primitive.get("material").and_then(Value::as_u64);
        material.and_then(|material| materials.get(usize::try_from(material).ok()?)).copied().unwrap_or(false)
    };
    list(value, "meshes").iter().any(|mesh| {
        let is_pattern = name(mesh).is_some_and(|name| pattern_named(&name).is_some());
        is_pattern && list(mesh, "primitives").iter().any(is_ours)
    })
}

/// Returns the extras of the joints: a mark for those that an export has added, and the numbers of the others where all
/// have one.
fn bones(value: &Value) -> BTreeMap<usize, Value> {
    let nodes = list(value, "nodes");
    let index = |number: &Value| number.as_u64().and_then(|number| usize::try_from(number).ok());
    let joints: BTreeSet<usize> =
        list(value, "skins").iter().flat_map(|skin| list(skin, "joints")).filter_map(index).collect();
    let name = |node: usize| nodes.get(node)?.get("name")?.as_str();
    let added = |node: usize| {
        let own = name(node)?;
        let children = nodes.get(node).map(|node| list(node, "children")).unwrap_or_default();
        let mut below = children.iter().filter_map(index).filter(|child| joints.contains(child)).filter_map(name);
        let is_pair = |below: &str| own == format!("{below}.shear") || below == format!("{own}.matrix");
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

fn give(item: &mut Value, ours: Value) {
    let extras = item.as_object_mut().map(|item| item.entry("extras").or_insert_with(|| json!({})));
    if let Some(extras) = extras.and_then(Value::as_object_mut) {
        extras.insert("keitai".to_owned(), ours);
    }
}

/// Returns the pattern of a mesh: by the extras of its node, or by a name such as "pattern2".
pub(super) fn pattern_of(node: &gltf::Node<'_>) -> usize {
    let given = ours(node.extras()).get("pattern").and_then(Value::as_f64);
    let mesh = || node.mesh().and_then(|mesh| pattern_named(mesh.name()?));
    let node = || node.name().and_then(pattern_named);
    given.map(|given| given as u32 as usize).or_else(node).or_else(mesh).unwrap_or(0)
}

/// Returns the pattern in a name. A number beyond 32 bits becomes the largest, which no figure has.
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
