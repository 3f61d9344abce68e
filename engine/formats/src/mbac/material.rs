//! Material words: the bits of [`Material`] as each polygon format stores them.
//!
//! | format | stored | legal |
//! |---|---|---|
//! | 1 | bit 0 quad marker, bit 1 colour key, bit 2 double face | nothing else |
//! | 2 | as in [`Material`] | bits 0x077 |
//! | 3, textured | as in [`Material`] | bits 0x3F7 |
//! | 3, colour | shifted right by one | shifted back, bits 0x3F6 |

use crate::figure::Material;

const PLAIN_QUAD: u32 = 1;
const PLAIN_COLOUR_KEY: u32 = 2;
const PLAIN_DOUBLE_FACE: u32 = 4;

/// Returns the bits of [`Material`] that a format can store for textured polygons.
pub(super) fn storable(format: u8) -> u16 {
    match format {
        1 => Material::COLOUR_KEY | Material::DOUBLE_FACE,
        2 => Material::IN_TEXT,
        _ => Material::TEXTURED,
    }
}

/// Decodes the material of a textured polygon; `None` when the word is not legal.
pub(super) fn decode_textured(format: u8, word: u32, corners: usize) -> Option<Material> {
    if format == 1 {
        let quad = if corners == 4 { PLAIN_QUAD } else { 0 };
        if word & !(PLAIN_COLOUR_KEY | PLAIN_DOUBLE_FACE) != quad {
            return None;
        }
        let key = if word & PLAIN_COLOUR_KEY != 0 { Material::COLOUR_KEY } else { 0 };
        let double = if word & PLAIN_DOUBLE_FACE != 0 { Material::DOUBLE_FACE } else { 0 };
        return Some(Material(key | double));
    }
    u16::try_from(word).ok().filter(|word| word & !storable(format) == 0).map(Material)
}

pub(super) fn encode_textured(format: u8, material: Material, corners: usize) -> u32 {
    if format != 1 {
        return u32::from(material.0);
    }
    let quad = if corners == 4 { PLAIN_QUAD } else { 0 };
    let key = if material.has(Material::COLOUR_KEY) { PLAIN_COLOUR_KEY } else { 0 };
    let double = if material.has(Material::DOUBLE_FACE) { PLAIN_DOUBLE_FACE } else { 0 };
    quad | key | double
}

/// Decodes the material of a colour polygon; `None` when the word is not legal.
pub(super) fn decode_colour(word: u32) -> Option<Material> {
    let shifted = word.checked_mul(2)?;
    u16::try_from(shifted).ok().filter(|word| word & !Material::COLOURED == 0).map(Material)
}

/// Returns the width of the material field of these textured polygons in format 3: 7 in every file of the vendor's
/// tool; more when the flat shade bit or the sorting bits are set (inferred: no file of the vendor has them).
pub(super) fn textured_width(materials: impl Iterator<Item = Material>) -> u32 {
    match materials.fold(0, |bits, Material(more)| bits | more) {
        bits if bits >= Material::SORT_NEAREST => 10,
        bits if bits >= Material::FLAT_SHADE => 8,
        _ => 7,
    }
}
