//! Extensions of a file: those that are read, and those that are left out.

use std::collections::BTreeMap;

use keitai_formats::{Diagnostics, counted};
use serde_json::{Value, json};

use super::packed::{DRACO, VIEWS};
use super::prepare::{list, list_mut, push};
use crate::rules;

/// Extensions that are read, except those for compressed numbers.
const READ: [&str; 10] = [
    INSTANCING,
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "MSFT_texture_dds",
];
/// Extension of meshes that are in many places of one node.
pub(super) const INSTANCING: &str = "EXT_mesh_gpu_instancing";
/// The older extension of materials, which holds the colour and the picture instead.
const REPLACED: &str = "KHR_materials_pbrSpecularGlossiness";
/// Extension of the lights, which nodes name.
const LIGHTS: &str = "KHR_lights_punctual";
/// Extensions that name pictures in formats which only some programs read.
const PICTURES: [&str; 4] = ["EXT_texture_avif", "EXT_texture_webp", "KHR_texture_basisu", "MSFT_texture_dds"];

/// Reports the extensions that a file cannot be read without, and those that are left out. Removes the list of
/// extensions that the file needs: the `gltf` crate refuses those that it does not support.
pub(super) fn take(value: &mut Value, found: &mut Diagnostics) {
    let required = value.as_object_mut().and_then(|file| file.remove("extensionsRequired")).unwrap_or_default();
    for name in required.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let is_read = READ.contains(&name) || VIEWS.contains(&name) || name == DRACO;
        if !is_read {
            found.report(&rules::EXTENSION_LEFT_OUT, format!("the file needs the extension {name}, which is left out"));
        }
    }
    tell_views(value, found);
    take_pictures(value);
    take_replaced(value);
}

/// Returns the accessors of the translations, rotations and scales of meshes that are in many places, by the number of the
/// node.
pub(super) fn instances(file: &Value) -> BTreeMap<usize, [Option<usize>; 3]> {
    let accessors = |node: &Value| {
        let attributes = node.pointer(&format!("/extensions/{INSTANCING}/attributes"))?;
        let accessor = |name| {
            attributes.get(name).and_then(Value::as_u64).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
        };
        Some(["TRANSLATION", "ROTATION", "SCALE"].map(accessor))
    };
    let nodes = list(file, "nodes").iter().enumerate();
    nodes.filter_map(|(node, value)| Some((node, accessors(value)?))).collect()
}

/// Gives a texture without a picture the picture of one of its extensions, or one that is not there.
fn take_pictures(value: &mut Value) {
    let missing = list(value, "images").len();
    let mut is_missed = false;
    for texture in list_mut(value, "textures").iter_mut().filter(|texture| texture.get("source").is_none()) {
        let mut sources = PICTURES.iter().filter_map(|name| texture.pointer(&format!("/extensions/{name}/source")));
        let source = sources.next().cloned();
        is_missed |= source.is_none();
        if let Some(texture) = texture.as_object_mut() {
            texture.insert("source".to_owned(), source.unwrap_or_else(|| json!(missing)));
        }
    }
    if is_missed {
        push(value, "images", json!({ "uri": "" }));
    }
}

/// Gives materials of the older extension its colour and picture.
fn take_replaced(value: &mut Value) {
    for material in list_mut(value, "materials") {
        let Some(mut own) = material.pointer(&format!("/extensions/{REPLACED}")).cloned() else { continue };
        let Some(material) = material.as_object_mut().filter(|own| !own.contains_key("pbrMetallicRoughness")) else {
            continue;
        };
        let names = [("diffuseTexture", "baseColorTexture"), ("diffuseFactor", "baseColorFactor")];
        let members = names.into_iter().filter_map(|(old, new)| Some((new.to_owned(), own.get_mut(old)?.take())));
        material.insert("pbrMetallicRoughness".to_owned(), Value::Object(members.collect()));
    }
}

/// Reports cameras and lights, which are left out.
fn tell_views(value: &Value, found: &mut Diagnostics) {
    let count = |has: &dyn Fn(&Value) -> bool| list(value, "nodes").iter().filter(|node| has(node)).count();
    let cameras = count(&|node| node.get("camera").is_some());
    let lights = count(&|node| node.pointer(&format!("/extensions/{LIGHTS}")).is_some());
    if cameras + lights > 0 {
        let message = format!("{} and {} are left out", counted(cameras, "camera"), counted(lights, "light"));
        found.report(&rules::VIEW_LEFT_OUT, message);
    }
}
