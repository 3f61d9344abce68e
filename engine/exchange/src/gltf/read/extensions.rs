//! Extensions of a file: those that are read, those that may be left out, and those that a figure cannot do without.

use keitai_formats::{Diagnostics, counted};
use serde_json::Value;

use super::prepare::list;
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
const ADDING: [&str; 3] = ["EXT_lights_image_based", LIGHTS, "KHR_xmp_json_ld"];
/// Extensions of materials begin with this.
const MATERIALS: &str = "KHR_materials_";
/// The extension of materials that replaces the colour.
const REPLACED: &str = "KHR_materials_pbrSpecularGlossiness";
/// The extension that makes objects of a node, which are lost without a word where it is not known.
const INSTANCES: &str = "EXT_mesh_gpu_instancing";
/// Compressions of buffer views, whose buffers may have no bytes.
const PACKED: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
/// Compression of the vertices of a primitive, whose accessors may have no bytes.
const DRACO: &str = "KHR_draco_mesh_compression";
/// Extension of the lights, which nodes name.
const LIGHTS: &str = "KHR_lights_punctual";
/// Extensions whose pictures are not read.
const PICTURES: [&str; 4] = ["EXT_texture_avif", "EXT_texture_webp", "KHR_texture_basisu", "MSFT_texture_dds"];

/// Refuses files that cannot be read without an extension, and tells of those that are left out. Removes the list of
/// extensions that the file needs: the `gltf` crate refuses those that it does not know.
pub(super) fn take(value: &mut Value, found: &mut Diagnostics) -> Result<()> {
    let required = value.as_object_mut().and_then(|file| file.remove("extensionsRequired")).unwrap_or_default();
    for name in required.as_array().into_iter().flatten().filter_map(Value::as_str) {
        if is_adding(name) {
            found.report(&rules::EXTENSION_LEFT_OUT, format!("the file needs the extension {name}, which is left out"));
        } else if !READ.contains(&name) {
            return fault(&rules::EXTENSION, format!("the file needs the extension {name}{}", remedy(name)));
        }
    }
    if list(value, "extensionsUsed").iter().any(|name| name == INSTANCES) {
        return fault(&rules::EXTENSION, format!("the file uses the extension {INSTANCES}{}", remedy(INSTANCES)));
    }
    if let Some(name) = compression(value) {
        return fault(&rules::EXTENSION, format!("the file has numbers by the extension {name} alone{}", remedy(name)));
    }
    tell_views(value, found);
    for (index, texture) in
        list(value, "textures").iter().enumerate().filter(|(_, texture)| texture.get("source").is_none())
    {
        if let Some(name) = PICTURES.iter().find(|name| texture.pointer(&format!("/extensions/{name}")).is_some()) {
            let message = format!("texture {index}: its picture is only there by {name}; save the picture as PNG");
            return fault(&rules::PICTURE, message);
        }
    }
    Ok(())
}

/// Returns the compression of numbers that are nowhere else in the file.
fn compression(value: &Value) -> Option<&'static str> {
    let item = |name: &str, index: Option<&Value>| list(value, name).get(usize::try_from(index?.as_u64()?).ok()?);
    let is_packed = |view: &Value, name: &str| {
        let is_empty = item("buffers", view.get("buffer")).is_some_and(|buffer| {
            buffer.get("uri").is_none() && buffer.pointer(&format!("/extensions/{name}/fallback")).is_some()
        });
        is_empty && view.pointer(&format!("/extensions/{name}")).is_some()
    };
    let is_draco = |primitive: &Value| {
        let accessor = item("accessors", primitive.pointer("/attributes/POSITION"));
        let is_empty = accessor.is_some_and(|own| own.get("bufferView").is_none() && own.get("sparse").is_none());
        is_empty && primitive.pointer(&format!("/extensions/{DRACO}")).is_some()
    };
    let packed = PACKED.into_iter().find(|name| list(value, "bufferViews").iter().any(|view| is_packed(view, name)));
    let mut primitives = list(value, "meshes").iter().flat_map(|mesh| list(mesh, "primitives"));
    packed.or_else(|| primitives.any(is_draco).then_some(DRACO))
}

/// Tells of cameras and lights.
fn tell_views(value: &Value, found: &mut Diagnostics) {
    let count = |has: &dyn Fn(&Value) -> bool| list(value, "nodes").iter().filter(|node| has(node)).count();
    let cameras = count(&|node| node.get("camera").is_some());
    let lights = count(&|node| node.pointer(&format!("/extensions/{LIGHTS}")).is_some());
    if cameras + lights > 0 {
        let message = format!("{} and {} are left out", counted(cameras, "camera"), counted(lights, "light"));
        found.report(&rules::VIEW_LEFT_OUT, message);
    }
}

fn is_adding(name: &str) -> bool {
    let is_material = name.starts_with(MATERIALS) && name != REPLACED && !READ.contains(&name);
    is_material || ADDING.contains(&name)
}

/// Returns what to do about an extension, after a semicolon; nothing for one that is not known.
fn remedy(name: &str) -> &'static str {
    match name {
        DRACO => "; export without compression (Blender: Data > Compression)",
        INSTANCES => "; export every instance as an object (Blender: Data > Scene Graph > GPU Instances off)",
        _ if PACKED.contains(&name) => "; export without the compression of meshes (gltf-transform: copy IN OUT)",
        REPLACED => "; make the materials metallic-roughness",
        _ if PICTURES.contains(&name) => "; save the pictures as PNG (Blender: Material > Images > Automatic)",
        _ => "",
    }
}
