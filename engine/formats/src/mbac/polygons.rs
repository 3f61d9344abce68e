//! Polygons and their materials: the block of colour polygons, then the block of textured ones in the same bit stream.
//!
//! Colour polygons, polygon format 3 alone: five ub(8) are the widths of material, index, palette channel and colour
//! index, and a reserved 0. The palette, the triangles and the quads (material, indices, colour index) follow. A file
//! without colour polygons has no such block.
//!
//! Textured polygons: all triangles, then all quads (in strip order).
//!
//! | format | head | polygon |
//! |---|---|---|
//! | 1 | none | u16 material, u16 indices, u8 pairs u, v |
//! | 2 | ub(8) material and index width | material, indices, pairs of ub(7) |
//! | 3 | ub(8) material, index and texel width, reserved 0 | material, indices, pairs of the texel width |
//!
//! The bit reader reads format 1 too: its fields are whole bytes, little endian.
//!
//! The bits of [`Material`] in material words:
//!
//! | format | stored | legal |
//! |---|---|---|
//! | 1 | bit 0 quad marker, bit 1 colour key, bit 2 double face | nothing else |
//! | 2 | as in [`Material`] | bits 0x077 |
//! | 3, textured | as in [`Material`] | bits 0x3F7 |
//! | 3, colour | shifted right by one | shifted back, bits 0x3F6 |

use super::{Header, unwritable};
use crate::bytes::{BitReader, BitWriter};
use crate::diagnostic::{Location, rules};
use crate::error::{Error, Result, Section};
use crate::figure::{ColourPolygon, Figure, Material, Polygons, Rgb, TexturedPolygon};
use alloc::vec::Vec;

/// Bits of the smallest polygon: the vendor's converter gives two to each of three corners. Polygons without bits would let a few
/// bytes stand for many.
const LEAST_BITS: u64 = 6;

struct ColourWidths {
    material: u32,
    index: u32,
    colour: u32,
}

/// Reads the colour polygons into `polygons` and returns the palette.
pub(super) fn read_coloured(
    bits: &mut BitReader<'_, '_>,
    header: &Header,
    polygons: &mut Polygons,
) -> Result<Vec<Rgb>> {
    bits.cursor.section = Section::ColourPolygons;
    let material = bits.width("material width")?;
    let index = bits.width("index width")?;
    let channel = bits.width("palette channel width")?;
    let colour = bits.width("colour index width")?;
    reserved(bits)?;
    bits.need(header.colours, u64::from(channel) * 3)?;
    let palette: Vec<Rgb> = (0..header.colours).map(|_| read_colour(bits, channel)).collect::<Result<_>>()?;
    let widths = ColourWidths { material, index, colour };
    polygons.colour_triangles =
        read_colour_list(bits, &widths, header.colour_triangles, header.vertices, palette.len())?;
    polygons.colour_quads = read_colour_list(bits, &widths, header.colour_quads, header.vertices, palette.len())?;
    Ok(palette)
}

fn read_colour(bits: &mut BitReader<'_, '_>, width: u32) -> Result<Rgb> {
    let highest = (1u64 << width) - 1;
    let mut channel = || {
        let value = u64::from(bits.ub(width)?);
        Ok((255 * value).checked_div(highest).unwrap_or(0) as u8)
    };
    Ok(Rgb { r: channel()?, g: channel()?, b: channel()? })
}

fn read_colour_list<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &ColourWidths,
    count: usize,
    vertex_count: usize,
    colours: usize,
) -> Result<Vec<ColourPolygon<N>>> {
    let width = u64::from(widths.material) + u64::from(widths.index) * N as u64 + u64::from(widths.colour);
    bits.need(count, width.max(LEAST_BITS))?;
    let section = Section::ColourPolygons;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let at = bits.place();
        let word = bits.ub(widths.material)?;
        let material = decode_colour(word).ok_or(Error::field(section, at, "material", "bits 0x1fb only", word))?;
        let vertices = read_indices(bits, widths.index, vertex_count)?;
        let at = bits.place();
        let entry = bits.ub(widths.colour)? as usize;
        if entry >= colours {
            return Err(Error::Index { section, at, field: "colour", count: colours, found: entry });
        }
        let colour =
            u8::try_from(entry).map_err(|_| Error::Index { section, at, field: "colour", count: 256, found: entry })?;
        list.push(ColourPolygon { material, vertices, colour });
    }
    Ok(list)
}

/// Writes the colour polygons with the vendor's widths; the material field grows when bits above the vendor's are set.
pub(super) fn write_coloured(bits: &mut BitWriter<'_>, figure: &Figure) {
    let polygons = &figure.polygons;
    let triangles = polygons.colour_triangles.iter().map(|polygon| polygon.material);
    let quads = polygons.colour_quads.iter().map(|polygon| polygon.material);
    let material = textured_width(triangles.chain(quads)) - 1;
    let widths = ColourWidths { material, index: index_width(figure.vertices.len()), colour: 8 };
    for head in [widths.material, widths.index, 8, widths.colour, 0] {
        bits.ub(head, 8);
    }
    for colour in &figure.palette {
        [colour.r, colour.g, colour.b].into_iter().for_each(|channel| bits.ub(u32::from(channel), 8));
    }
    polygons.colour_triangles.iter().for_each(|polygon| write_colour_polygon(bits, &widths, polygon));
    polygons.colour_quads.iter().for_each(|polygon| write_colour_polygon(bits, &widths, polygon));
}

fn write_colour_polygon<const N: usize>(bits: &mut BitWriter<'_>, widths: &ColourWidths, polygon: &ColourPolygon<N>) {
    bits.ub(u32::from(polygon.material.0 >> 1), widths.material);
    polygon.vertices.iter().for_each(|&index| bits.ub(u32::from(index), widths.index));
    bits.ub(u32::from(polygon.colour), widths.colour);
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TexturedWidths {
    pub(super) format: u8,
    pub(super) material: u32,
    pub(super) index: u32,
    pub(super) texel: u32,
}

impl TexturedWidths {
    pub(super) const PLAIN: Self = Self { format: 1, material: 16, index: 16, texel: 8 };
}

pub(super) fn read_textured(bits: &mut BitReader<'_, '_>, header: &Header, polygons: &mut Polygons) -> Result<()> {
    bits.cursor.section = Section::TexturedPolygons;
    let mut widths = TexturedWidths::PLAIN;
    widths.format = header.polygon_format;
    if header.polygon_format >= 2 {
        widths.material = bits.width("material width")?;
        widths.index = bits.width("index width")?;
        widths.texel = 7;
    }
    if header.polygon_format == 3 {
        widths.texel = bits.width("texel width")?;
        reserved(bits)?;
    }
    polygons.textured_triangles = read_textured_list(bits, widths, header.textured_triangles, header.vertices)?;
    polygons.textured_quads = read_textured_list(bits, widths, header.textured_quads, header.vertices)?;
    Ok(())
}

fn read_textured_list<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: TexturedWidths,
    count: usize,
    vertex_count: usize,
) -> Result<Vec<TexturedPolygon<N>>> {
    let width = u64::from(widths.material) + (u64::from(widths.index) + u64::from(widths.texel) * 2) * N as u64;
    bits.need(count, width.max(LEAST_BITS))?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let at = bits.place();
        let word = bits.ub(widths.material)?;
        let expected = legal_words(widths.format, N);
        let illegal = || Error::field(Section::TexturedPolygons, at, "material", expected, word);
        let material = decode_textured(widths.format, word, N).ok_or_else(illegal)?;
        let vertices = read_indices(bits, widths.index, vertex_count)?;
        let texels = read_texels(bits, widths.texel)?;
        list.push(TexturedPolygon { material, vertices, texels });
    }
    Ok(list)
}

fn legal_words(format: u8, corners: usize) -> &'static str {
    match (format, corners) {
        (1, 3) => "bits 0x6 only",
        (1, _) => "bit 0x1, and bits 0x6 only",
        (2, _) => "bits 0x77 only",
        _ => "bits 0x3f7 only",
    }
}

pub(super) fn write_textured(bits: &mut BitWriter<'_>, figure: &Figure, format: u8) -> Result<()> {
    let polygons = &figure.polygons;
    check_list(figure.version, format, &polygons.textured_triangles)?;
    check_list(figure.version, format, &polygons.textured_quads)?;
    let mut widths = TexturedWidths::PLAIN;
    widths.format = format;
    if format >= 2 {
        let triangles = polygons.textured_triangles.iter().map(|polygon| polygon.material);
        let quads = polygons.textured_quads.iter().map(|polygon| polygon.material);
        widths.material = textured_width(triangles.chain(quads));
        widths.index = index_width(figure.vertices.len());
        widths.texel = if format == 2 { 7 } else { 8 };
        bits.ub(widths.material, 8);
        bits.ub(widths.index, 8);
    }
    if format == 3 {
        bits.ub(widths.texel, 8);
        bits.ub(0, 8);
    }
    polygons.textured_triangles.iter().for_each(|polygon| write_textured_polygon(bits, widths, polygon));
    polygons.textured_quads.iter().for_each(|polygon| write_textured_polygon(bits, widths, polygon));
    Ok(())
}

fn check_list<const N: usize>(version: u16, format: u8, list: &[TexturedPolygon<N>]) -> Result<()> {
    for (item, polygon) in list.iter().enumerate() {
        let at = Location::Item(item);
        let bits = polygon.material.0 & !storable(format);
        if bits != 0 {
            return Err(unwritable(Section::TexturedPolygons, at, version, "these material bits", bits));
        }
        if format == 2
            && let Some(&texel) = polygon.texels.iter().flatten().find(|&&texel| texel > 127)
        {
            return Err(unwritable(Section::TexturedPolygons, at, version, "a texel above 127", texel));
        }
    }
    Ok(())
}

fn write_textured_polygon<const N: usize>(
    bits: &mut BitWriter<'_>,
    widths: TexturedWidths,
    polygon: &TexturedPolygon<N>,
) {
    bits.ub(encode_textured(widths.format, polygon.material, N), widths.material);
    polygon.vertices.iter().for_each(|&index| bits.ub(u32::from(index), widths.index));
    polygon.texels.iter().flatten().for_each(|&texel| bits.ub(u32::from(texel), widths.texel));
}

/// Reads the texels of one polygon, u and v of each corner.
pub(super) fn read_texels<const N: usize>(bits: &mut BitReader<'_, '_>, width: u32) -> Result<[[u8; 2]; N]> {
    let mut texels = [[0; 2]; N];
    for texel in texels.iter_mut().flatten() {
        let at = bits.place();
        let value = bits.ub(width)?;
        *texel =
            u8::try_from(value).map_err(|_| Error::field(Section::TexturedPolygons, at, "texel", "0..=255", value))?;
    }
    Ok(texels)
}

pub(super) fn read_indices<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    width: u32,
    vertex_count: usize,
) -> Result<[u16; N]> {
    let mut indices = [0; N];
    for index in &mut indices {
        let at = bits.place();
        let vertex = bits.ub(width)? as usize;
        if vertex >= vertex_count {
            let section = bits.cursor.section;
            return Err(Error::Index { section, at, field: "vertex", count: vertex_count, found: vertex });
        }
        *index = vertex as u16;
    }
    Ok(indices)
}

/// Reads the reserved byte at the end of a block's head.
pub(super) fn reserved(bits: &mut BitReader<'_, '_>) -> Result<()> {
    let offset = bits.offset();
    let byte = bits.ub(8)?;
    if byte != 0 {
        bits.cursor.warn_at(offset, &rules::UNSEEN, format_args!("reserved byte {byte}: legal, but in no known file"));
    }
    Ok(())
}

/// Returns ceil(log2(vertices)), the width that the vendor's tool gives to vertex indices.
fn index_width(vertices: usize) -> u32 {
    usize::BITS - vertices.saturating_sub(1).leading_zeros()
}

const PLAIN_QUAD: u32 = 1;
const PLAIN_COLOUR_KEY: u32 = 2;
const PLAIN_DOUBLE_FACE: u32 = 4;

/// Returns the bits of [`Material`] that a format can store for textured polygons.
fn storable(format: u8) -> u16 {
    match format {
        1 => Material::COLOUR_KEY | Material::DOUBLE_FACE,
        2 => Material::IN_TEXT,
        _ => Material::TEXTURED,
    }
}

/// Decodes the material of a textured polygon; `None` when the word is not legal.
fn decode_textured(format: u8, word: u32, corners: usize) -> Option<Material> {
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

fn encode_textured(format: u8, material: Material, corners: usize) -> u32 {
    if format != 1 {
        return u32::from(material.0);
    }
    let quad = if corners == 4 { PLAIN_QUAD } else { 0 };
    let key = if material.has(Material::COLOUR_KEY) { PLAIN_COLOUR_KEY } else { 0 };
    let double = if material.has(Material::DOUBLE_FACE) { PLAIN_DOUBLE_FACE } else { 0 };
    quad | key | double
}

/// Decodes the material of a colour polygon; `None` when the word is not legal.
fn decode_colour(word: u32) -> Option<Material> {
    let shifted = word.checked_mul(2)?;
    u16::try_from(shifted).ok().filter(|word| word & !Material::COLOURED == 0).map(Material)
}

/// Returns the width of the material field of these textured polygons in format 3: 7 in every file of the vendor's
/// tool; more when the flat shade bit or the sorting bits are set (inferred: no file of the vendor has them).
fn textured_width(materials: impl Iterator<Item = Material>) -> u32 {
    match materials.fold(0, |bits, Material(more)| bits | more) {
        bits if bits >= Material::SORT_NEAREST => 10,
        bits if bits >= Material::FLAT_SHADE => 8,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_have_the_smallest_width() {
        for (vertices, width) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (256, 8), (257, 9), (65535, 16)] {
            assert_eq!(index_width(vertices), width, "{vertices} vertices");
        }
    }
}
