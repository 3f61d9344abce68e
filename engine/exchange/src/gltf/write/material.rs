//! Textures and materials.

use keitai_formats::{Blend, Material, Slot};
use serde_json::{Value, json};

use crate::mesh::material_name;

/// The extension for surfaces that no light changes.
pub(super) const UNLIT: &str = "KHR_materials_unlit";

/// Returns the material of polygons: `texture` is the index of the texture, `lit` is false for a figure without
/// normals.
pub(super) fn material(slot: Slot, material: Material, texture: Option<usize>, lit: bool) -> Value {
    let mut surface = json!({ "metallicFactor": 0, "roughnessFactor": 1 });
    if let Some(texture) = texture {
        surface["baseColorTexture"] = json!({ "index": texture });
    }
    let mut ours = json!({ "bits": material.0 });
    let blended = material.blend() != Blend::Normal;
    if blended {
        surface["baseColorFactor"] = json!([1, 1, 1, 0.5]);
        ours["blend"] = json!(material.blend().word());
    }
    if let Slot::Texture(slot) = slot {
        ours["texture"] = json!(slot);
    }
    let mut json = json!({
        "name": material_name(slot, material),
        "pbrMetallicRoughness": surface,
        "extras": { "keitai": ours },
    });
    if blended {
        json["alphaMode"] = json!("BLEND");
    } else if material.has(Material::COLOUR_KEY) {
        json["alphaMode"] = json!("MASK");
    }
    if material.has(Material::DOUBLE_FACE) {
        json["doubleSided"] = json!(true);
    }
    if !(lit && material.has(Material::LIGHTING)) {
        json["extensions"] = json!({ UNLIT: {} });
    }
    json
}
