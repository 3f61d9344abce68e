//! Reads and writes glTF 2.0. Names of items restore a part of the extras of an export that another program has left out.
//!
//! Materials are named after their slot and attributes, the added nodes of a bone end in ".shear" and ".matrix", and
//! bones without a name are "boneN" by their number. Meshes named patternN are patterns in every file.

mod document;
mod packed;
mod primitive;
mod scene;
mod source;
mod write;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use keitai_formats::{Content, Diagnostics, Report, Slot};
use serde_json::{Value, json};

use crate::import::{self, Beside, Options as ImportOptions};
use crate::mesh::material_named;
use crate::rules;
use document::{Document, Mesh, Node};
use source::Source;
pub(crate) use write::UNIT;
pub use write::{Options, Packaging, write};

/// Reads a GLB file, or a JSON document with files `beside` it. A diagnostic is an error when the file is damaged, or
/// holds something that a figure cannot hold. [`Report::under`] then drops the figure. Messages name the node, the
/// mesh, the accessor or the picture.
pub fn read(data: &[u8], beside: Beside<'_>, options: &ImportOptions) -> Report<Option<Content>> {
    import::report(&rules::GLTF_UNREADABLE, |findings| {
        let (mut document, source) = Source::open(data, beside, &options.memory, findings)?;
        restore(&mut document, findings);
        let is_whole = source.is_whole;
        let scene = scene::read(document, &source, options, findings)?;
        if is_whole {
            return import::convert(scene, beside, options, findings);
        }
        // Missing pictures are reported along with missing buffers.
        import::check_pictures(&scene, beside, options, findings);
        Ok(None)
    })
}

/// Gives a file the extras that names restore, and reports the lost ones.
fn restore(file: &mut Document, findings: &mut Diagnostics) {
    let mut report = |message: &str| findings.report(&rules::EXTRAS_LOST, message);
    if file.nodes.iter().any(|node| node.extras.get("patterns").is_some()) {
        let mut primitives = file.meshes.iter().flat_map(|mesh| &mesh.primitives).peekable();
        let has_any = primitives.peek().is_some();
        if has_any && !primitives.any(|primitive| primitive.attributes.contains_key("_VERTEX")) {
            report(
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
    report(
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
    let is_added = |node: usize| {
        let Some(label) = name(node) else { return false };
        let children = file.nodes.get(node).map(|node| node.children.as_slice()).unwrap_or_default();
        let mut below = children.iter().filter(|child| joints.contains(child)).filter_map(|child| name(*child));
        below.any(|below| label == format!("{below}.shear") || below == format!("{label}.matrix"))
    };
    let (others, bones): (Vec<usize>, Vec<usize>) = joints.iter().partition(|node| is_added(**node));
    let number = |node: &usize| {
        let name = name(*node)?;
        let digits = name.strip_suffix(".matrix").unwrap_or(name).strip_prefix("bone")?;
        digits.parse::<u16>().ok().map(|number| (*node, json!({ "bone": number })))
    };
    let numbers: Option<Vec<(usize, Value)>> = bones.iter().map(number).collect();
    let others = others.into_iter().map(|node| (node, json!({ "added": true })));
    others.chain(numbers.unwrap_or_default()).collect()
}

/// Returns the pattern of a node's mesh: by its extras, or by a name such as "pattern2".
fn pattern_of(node: &Node, meshes: &[Mesh]) -> usize {
    let pattern = node.extras.get("pattern").and_then(Value::as_f64).map(|pattern| pattern as u32 as usize);
    let mesh = || pattern_named(meshes.get(node.mesh?)?.name.as_deref()?);
    pattern.or_else(|| pattern_named(node.name.as_deref()?)).or_else(mesh).unwrap_or(0)
}

/// Returns the pattern in a name. A number beyond 32 bits becomes the largest, which no figure has.
pub(crate) fn pattern_named(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("pattern")?;
    let digits = &digits[..digits.bytes().take_while(u8::is_ascii_digit).count()];
    (!digits.is_empty()).then(|| digits.parse::<u32>().unwrap_or(u32::MAX) as usize)
}

/// Returns the name of the animation of an action: that of its table, with its number where the table has several.
pub(crate) fn animation_name(table: &str, actions: usize, number: usize) -> Cow<'_, str> {
    if actions == 1 { table.into() } else { format!("{table}.{number}").into() }
}

/// Gives bones or tables of one name names of their own, by which texts and animations find them.
pub(crate) fn distinguish(names: Vec<&mut String>) {
    let mut known: BTreeSet<String> = names.iter().map(|name| name.to_string()).collect();
    // The next number of each name.
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let Some(number) = next.get_mut(name) else {
            next.insert(name.clone(), 2);
            continue;
        };
        loop {
            let other = format!("{name}_{number}");
            *number += 1;
            if known.insert(other.clone()) {
                *name = other;
                break;
            }
        }
    }
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
