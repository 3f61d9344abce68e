//! JSON documents as the `gltf` crate takes them: it refuses some that the format allows, and accepts some that the
//! format forbids.

use serde_json::{Value, json};

use super::fault::fault;
use crate::error::Result;
use crate::rules;

/// Removes the animation channels that have no node, which the `gltf` crate refuses, and returns the number of those
/// that are lost. The visibility of patterns is not lost where the extras of the animation have its keys.
pub(super) fn take_other_channels(value: &mut Value) -> usize {
    let mut lost = 0;
    for animation in list_mut(value, "animations") {
        let has_patterns = animation.pointer("/extras/keitai/patterns").is_some();
        let is_kept = |channel: &Value| {
            let pointer = channel.pointer("/target/extensions/KHR_animation_pointer/pointer").and_then(Value::as_str);
            has_patterns && pointer.is_some_and(|pointer| pointer.ends_with("/KHR_node_visibility/visible"))
        };
        if let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) {
            channels.retain(|channel| {
                let has_node = channel.pointer("/target/node").is_some();
                lost += usize::from(!has_node && !is_kept(channel));
                has_node
            });
        }
    }
    lost
}

/// Gives a scene without a list of nodes an empty one: the list may be missing, and Blender leaves it out of an empty
/// scene, but the `gltf` crate refuses that.
pub(super) fn give_scenes_nodes(value: &mut Value) {
    for scene in list_mut(value, "scenes").iter_mut().filter_map(Value::as_object_mut) {
        scene.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
    }
}

/// Gives accessors without a buffer view, which are all zeros, a sparse part without items: the `gltf` crate refuses
/// them otherwise.
pub(super) fn give_zeros(value: &mut Value) {
    let is_zero = |accessor: &Value| accessor.get("bufferView").is_none() && accessor.get("sparse").is_none();
    if !list(value, "accessors").iter().any(is_zero) {
        return;
    }
    let [buffer, view] = ["buffers", "bufferViews"].map(|name| list(value, name).len());
    push(value, "buffers", json!({ "byteLength": 1, "uri": "data:;base64,AA==" }));
    push(value, "bufferViews", json!({ "buffer": buffer, "byteLength": 1 }));
    for accessor in list_mut(value, "accessors").iter_mut().filter(|accessor| is_zero(accessor)) {
        if let Some(accessor) = accessor.as_object_mut() {
            let sparse = json!({
                "count": 0, "indices": { "bufferView": view, "componentType": 5121 }, "values": { "bufferView": view },
            });
            accessor.insert("sparse".to_owned(), sparse);
        }
    }
}

/// Gives accessors without bounds some: positions must have them, and the `gltf` crate refuses a file where an exporter
/// has left them out. Nothing reads the bounds.
pub(super) fn give_bounds(value: &mut Value) {
    for accessor in list_mut(value, "accessors").iter_mut().filter_map(Value::as_object_mut) {
        if accessor.get("type").is_some_and(|kind| kind == "VEC3") {
            for bound in ["min", "max"] {
                accessor.entry(bound).or_insert_with(|| json!([0, 0, 0]));
            }
        }
    }
}

/// Refuses meshes and animations with a reference or a word that does not exist, which the `gltf` crate does not check.
pub(super) fn check_references(value: &Value) -> Result<()> {
    const PATHS: [&str; 4] = ["translation", "rotation", "scale", "weights"];
    const INTERPOLATIONS: [&str; 3] = ["LINEAR", "STEP", "CUBICSPLINE"];
    let below = |number: Option<&Value>, count: u64| number.and_then(Value::as_u64).is_some_and(|own| own < count);
    let one_of = |word: &Value, words: &[&str]| word.as_str().is_some_and(|word| words.contains(&word));
    let [nodes, accessors] = ["nodes", "accessors"].map(|name| list(value, name).len() as u64);
    for (index, mesh) in list(value, "meshes").iter().enumerate() {
        let whole = |primitive: &Value| {
            let attributes = primitive.get("attributes").and_then(Value::as_object);
            attributes.is_some_and(|list| list.values().all(|accessor| below(Some(accessor), accessors)))
        };
        if !list(mesh, "primitives").iter().all(whole) {
            return fault(&rules::GLTF_UNREADABLE, format!("mesh {index}: an attribute has no accessor"));
        }
    }
    for (index, animation) in list(value, "animations").iter().enumerate() {
        let samplers = list(animation, "samplers");
        let channel = |channel: &Value| {
            let path = channel.pointer("/target/path").is_some_and(|path| one_of(path, &PATHS));
            let node = below(channel.pointer("/target/node"), nodes);
            path && node && below(channel.get("sampler"), samplers.len() as u64)
        };
        let sampler = |sampler: &Value| {
            let word = sampler.get("interpolation").is_none_or(|word| one_of(word, &INTERPOLATIONS));
            word && ["input", "output"].iter().all(|name| below(sampler.get(*name), accessors))
        };
        if !list(animation, "channels").iter().all(channel) || !samplers.iter().all(sampler) {
            return fault(&rules::GLTF_UNREADABLE, format!("animation {index}: a channel or a sampler is not whole"));
        }
    }
    Ok(())
}

/// Returns a list in an object, an empty one where there is none.
pub(super) fn list<'v>(of: &'v Value, name: &str) -> &'v [Value] {
    of.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns a list in an object as [`list`] does, to be changed.
pub(super) fn list_mut<'v>(value: &'v mut Value, name: &str) -> &'v mut [Value] {
    value.get_mut(name).and_then(Value::as_array_mut).map(Vec::as_mut_slice).unwrap_or_default()
}

/// Adds an item to a list of the file, which is made where there is none.
pub(super) fn push(file: &mut Value, name: &str, item: Value) {
    let list = file.as_object_mut().map(|file| file.entry(name).or_insert_with(|| json!([])));
    if let Some(list) = list.and_then(Value::as_array_mut) {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_checked_where_they_are() {
        let seed = include_bytes!("../../../docs/square.gltf");
        let value: Value = serde_json::from_slice(seed).unwrap();
        assert!(!list(&value, "meshes").is_empty() && !list(&value, "animations").is_empty());
        // Paths are short; copies of the lists would take thousands of bytes.
        let used = allocation_counter::measure(|| check_references(&value).unwrap());
        assert!(used.bytes_max < 64, "{used:?}");
    }
}
