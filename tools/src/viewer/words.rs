//! Facts of a figure in words.

use keitai_formats::{Blend, Material};

/// Returns the attributes of a material in words, "plain" for none.
pub(crate) fn material_words(material: Material) -> String {
    let attributes = [
        (Material::LIGHTING, "lit"),
        (Material::DOUBLE_FACE, "both sides"),
        (Material::COLOUR_KEY, "colour key"),
        (Material::SPHERE_MAP, "sphere map"),
        (Material::FLAT_SHADE, "flat shade"),
        (Material::SORT_NEAREST, "sort nearest"),
        (Material::SORT_FARTHEST, "sort farthest"),
    ];
    let blend = (material.blend() != Blend::Normal).then(|| format!("blend {}", material.blend().word()));
    let words = attributes.into_iter().filter(|(bit, _)| material.has(*bit)).map(|(_, word)| word.to_owned());
    let words: Vec<String> = words.chain(blend).collect();
    if words.is_empty() { "plain".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_material_has_a_word() {
        assert_eq!(material_words(Material(0)), "plain");
        assert_eq!(material_words(Material(0x31)), "lit, both sides, colour key");
        assert_eq!(material_words(Material(0x3C4)), "sphere map, flat shade, sort nearest, sort farthest, blend add");
    }
}
