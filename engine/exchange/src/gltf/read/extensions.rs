//! Extensions of a file: those that are read, those that may be left out, and those that a figure cannot do without.

use keitai_formats::{Diagnostics, counted};
use serde_json::Value;

use super::fault::fault;
use super::prepare::{list, list_mut};
use crate::error::Result;
use crate::rules;

/// Extensions that are read.
const READ: [&str; 9] = [
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
/// The older extension of materials, which has the colour and the picture instead.
const REPLACED: &str = "KHR_materials_pbrSpecularGlossiness";
/// The extension that makes objects of a node, which are lost without a word where it is not known.
const INSTANCES: &str = "EXT_mesh_gpu_instancing";
/// Compressions of buffer views, whose buffers may have no bytes.
const PACKED: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
/// Compression of the vertices of a primitive, whose accessors may have no bytes.
const DRACO: &str = "KHR_draco_mesh_compression";
/// Extension of the lights, which nodes name.
const LIGHTS: &str = "KHR_lights_punctual";
/// Extensions that have a picture for programs that read its kind.
const PICTURES: [&str; 4] = ["EXT_texture_avif", "EXT_texture_webp", "KHR_texture_basisu", "MSFT_texture_dds"];

/// Reports the extensions that a file cannot be read without, and those that are left out. Removes the list of
/// extensions that the file needs: the `gltf` crate refuses those that it does not know.
pub(super) fn take(value: &mut Value, found: &mut Diagnostics) -> Result<()> {
    let required = value.as_object_mut().and_then(|file| file.remove("extensionsRequired")).unwrap_or_default();
    let mut is_lost = false;
    for name in required.as_array().into_iter().flatten().filter_map(Value::as_str) {
        if name == DRACO || name == INSTANCES || PACKED.contains(&name) {
            found.report(&rules::EXTENSION, format!("the file needs the extension {name}{}", remedy(name)));
            is_lost = true;
        } else if !READ.contains(&name) {
            found.report(&rules::EXTENSION_LEFT_OUT, format!("the file needs the extension {name}, which is left out"));
        }
    }
    if !is_lost && list(value, "extensionsUsed").iter().any(|name| name == INSTANCES) {
        found.report(&rules::EXTENSION, format!("the file uses the extension {INSTANCES}{}", remedy(INSTANCES)));
        is_lost = true;
    }
    if let Some(name) = compression(value).filter(|_| !is_lost) {
        return fault(&rules::EXTENSION, format!("the file has numbers by the extension {name} alone{}", remedy(name)));
    }
    tell_views(value, found);
    take_pictures(value);
    take_replaced(value);
    Ok(())
}

/// Gives textures whose picture is there by an extension alone that picture.
fn take_pictures(value: &mut Value) {
    for texture in list_mut(value, "textures").iter_mut().filter(|texture| texture.get("source").is_none()) {
        let mut sources = PICTURES.iter().filter_map(|name| texture.pointer(&format!("/extensions/{name}/source")));
        if let (Some(source), Some(texture)) = (sources.next().cloned(), texture.as_object_mut()) {
            texture.insert("source".to_owned(), source);
        }
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

/// Returns what to do about an extension, after a semicolon; nothing for one that is not known.
fn remedy(name: &str) -> &'static str {
    match name {
        DRACO => "; export without compression (Blender: Data > Compression)",
        INSTANCES => "; export every instance as an object (Blender: Data > Scene Graph > GPU Instances off)",
        _ if PACKED.contains(&name) => "; export without the compression of meshes (gltf-transform: copy IN OUT)",
        _ => "",
    }
}
