//! Extensions of a file: those that are read, those that may be left out, and those that a figure cannot do without.

use keitai_formats::{Diagnostic, Diagnostics, Location};
use serde_json::Value;

use super::source::fault;
use crate::error::Result;
use crate::rules;

/// Extensions that are read.
const READ: [&str; 5] = [
    "KHR_animation_pointer",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_transform",
];
/// Extensions that add something which a figure cannot have, besides the materials.
const ADDING: [&str; 3] = ["EXT_lights_image_based", "KHR_lights_punctual", "KHR_xmp_json_ld"];
/// Extensions of materials begin with this.
const MATERIALS: &str = "KHR_materials_";
/// The extension of materials that replaces the colour.
const REPLACED: &str = "KHR_materials_pbrSpecularGlossiness";
/// The extension that makes objects of a node, which are lost without a word where it is not known.
const INSTANCES: &str = "EXT_mesh_gpu_instancing";
/// Extensions whose pictures are not read.
const PICTURES: [&str; 4] = ["EXT_texture_avif", "EXT_texture_webp", "KHR_texture_basisu", "MSFT_texture_dds"];

/// Refuses files that cannot be read without an extension, and tells of those that are left out. Removes the list of
/// extensions that the file needs: the `gltf` crate refuses those that it does not know.
pub(super) fn take(value: &mut Value, found: &mut Diagnostics) -> Result<()> {
    let names = |value: Option<Value>| -> Vec<String> {
        let list = value.and_then(|list| list.as_array().cloned()).unwrap_or_default();
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let used = names(value.get("extensionsUsed").cloned());
    let required = names(value.as_object_mut().and_then(|file| file.remove("extensionsRequired")));
    for name in &required {
        if is_adding(name) {
            let message = format!("the file needs the extension {name}, which is left out");
            found.push(Diagnostic::new(&rules::EXTENSION_LEFT_OUT, Location::Document, message));
        } else if !READ.contains(&name.as_str()) {
            return fault(&rules::EXTENSION, format!("the file needs the extension {name}{}", remedy(name)));
        }
    }
    if used.iter().any(|name| name == INSTANCES) {
        return fault(&rules::EXTENSION, format!("the file uses the extension {INSTANCES}{}", remedy(INSTANCES)));
    }
    let textures = value.get("textures").and_then(Value::as_array).into_iter().flatten().enumerate();
    for (index, texture) in textures.filter(|(_, texture)| texture.get("source").is_none()) {
        if let Some(name) = PICTURES.iter().find(|name| texture.pointer(&format!("/extensions/{name}")).is_some()) {
            let message = format!("texture {index}: its picture is only there by {name}; save the picture as PNG");
            return fault(&rules::PICTURE, message);
        }
    }
    Ok(())
}

fn is_adding(name: &str) -> bool {
    let is_material = name.starts_with(MATERIALS) && name != REPLACED && !READ.contains(&name);
    is_material || ADDING.contains(&name)
}

/// Returns what to do about an extension, after a semicolon; nothing for one that is not known.
fn remedy(name: &str) -> &'static str {
    match name {
        "KHR_draco_mesh_compression" => "; export without compression (Blender: Data > Compression)",
        "EXT_meshopt_compression" | "KHR_meshopt_compression" => "; export without the compression of meshes",
        INSTANCES => "; export every instance as an object (Blender: Data > Scene Graph > GPU Instances off)",
        REPLACED => "; make the materials metallic-roughness",
        _ if PICTURES.contains(&name) => "; save the pictures as PNG (Blender: Material > Images > Automatic)",
        _ => "",
    }
}
