//! Textures and materials.

use keitai_formats::{Blend, Material, Slot};
use serde_json::{Map, Value, json};

use crate::mesh::material_name;

/// The extension for surfaces that no light changes.
pub(super) const UNLIT: &str = "KHR_materials_unlit";

/// Returns the material of polygons: `texture` is the index of the texture, `lit` is false for a figure without normals.
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

/// Returns a colour channel in the linear light that vertex colours have, 65535 for 1.0. All 256 levels are different.
pub(super) fn linear(level: u8) -> u16 {
    let level = f64::from(level) / 255.0;
    let linear = if level <= 0.04045 { level / 12.92 } else { libm::pow((level + 0.055) / 1.055, 2.4) };
    libm::round(linear * 65535.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_differ_in_linear_light() {
        let levels: Vec<u16> = (0..=255).map(linear).collect();
        assert_eq!([levels[0], levels[255]], [0, 65535]);
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]));
        // ((128 / 255 + 0.055) / 1.055)^2.4 = 0.21586.
        assert_eq!(levels[128], 14146);
    }
}
