//! Textures and materials.

use keitai_formats::{Blend, Material, Slot};
use serde_json::{Map, Value, json};

use crate::mesh::material_name;

/// The extension for surfaces that no light changes.
pub(super) const UNLIT: &str = "KHR_materials_unlit";

/// Returns the material of polygons: `texture` is the index of the texture, `lit` is false for a figure without
/// normals.
pub(super) fn material(slot: Slot, material: Material, texture: Option<usize>, lit: bool) -> Value {
    let mut surface = Map::new();
    surface.insert("metallicFactor".to_owned(), json!(0));
    surface.insert("roughnessFactor".to_owned(), json!(1));
    if let Some(texture) = texture {
        surface.insert("baseColorTexture".to_owned(), json!({ "index": texture }));
    }
    let blended = material.blend() != Blend::Normal;
    if blended {
        surface.insert("baseColorFactor".to_owned(), json!([1, 1, 1, 0.5]));
    }
    let mut ours = json!({ "bits": material.0 });
    if blended {
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
