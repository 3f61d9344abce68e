//! Polygons of the revised dialect: textured triangles and quads, then colour triangles and quads, in one stream.
//!
//! | format | head | polygon |
//! |---|---|---|
//! | 1 | none | u16 flags, u16 indices times 3, u8 pairs u, v |
//! | 2 | ub(8) flag and index width | flags, indices, pairs of ub(7) |
//! | 3 | ub(8) flag, index and texel width, reserved | flags, indices, pairs of the texel width; none on colour polygons |
//!
//! Flags: 0x8000 quad, 1 transparent (our colour key), 0x10 additive (our blend function add).

use super::Header;
use crate::bytes::BitReader;
use crate::bytes::Cursor;
use crate::counted;
use crate::diagnostic::rules;
use crate::error::{Error, Result, Section};
use crate::figure::{Blend, ColourPolygon, Figure, Material, Pattern, PolygonRun, Rgb, TexturedPolygon};
use crate::mbac::textured::{read_indices, read_texels, reserved};
use alloc::vec::Vec;

const QUAD: u16 = 0x8000;
const TRANSPARENT: u16 = 0x0001;
const ADDITIVE: u16 = 0x0010;

struct Widths {
    format: u8,
    flags: u32,
    index: u32,
    texel: u32,
}

/// Reads the polygons into the figure, all in one pattern.
pub(super) fn read(cursor: &mut Cursor<'_>, header: &Header, figure: &mut Figure) -> Result<()> {
    cursor.section = Section::TexturedPolygons;
    let format = header.polygon_format;
    let mut bits = BitReader::new(cursor);
    let mut widths = Widths { format, flags: 16, index: 16, texel: 8 };
    if format >= 2 {
        widths = Widths { format, flags: flag_width(&mut bits)?, index: bits.width("index width")?, texel: 7 };
    }
    if format == 3 {
        widths.texel = bits.width("texel width")?;
        reserved(&mut bits)?;
    }
    let mut flags = Vec::new();
    let count = header.vertices;
    let [triangles, quads] = header.textured;
    figure.polygons.textured_triangles = read_textured(&mut bits, &widths, triangles, count, &mut flags)?;
    figure.polygons.textured_quads = read_textured(&mut bits, &widths, quads, count, &mut flags)?;
    bits.cursor.section = Section::ColourPolygons;
    let [triangles, quads] = header.colour;
    figure.polygons.colour_triangles = read_colour(&mut bits, &widths, triangles, count, &mut flags)?;
    figure.polygons.colour_quads = read_colour(&mut bits, &widths, quads, count, &mut flags)?;
    bits.finish();
    if triangles + quads > 0 {
        figure.palette = vec![Rgb { r: 255, g: 255, b: 255 }];
        let polygons = counted(triangles + quads, "colour polygon");
        let message = format_args!("{polygons} without a described colour; they are white");
        cursor.warn(&rules::COLOUR_UNDESCRIBED, message);
    }
    figure.texture_count = 1;
    let run = |[triangles, quads]: [usize; 2]| PolygonRun { triangles: triangles as u16, quads: quads as u16 };
    figure.patterns = vec![Pattern { colour: run(header.colour), textures: vec![run(header.textured)] }];
    warn_unknown_flags(cursor, &flags);
    Ok(())
}

/// Reads the width of the flags. Flags are words: no description covers a wider field.
fn flag_width(bits: &mut BitReader<'_, '_>) -> Result<u32> {
    let at = bits.place();
    let width = bits.width("flag width")?;
    if width <= 16 {
        return Ok(width);
    }
    Err(Error::field(Section::TexturedPolygons, at, "flag width", "0..=16", width))
}

fn read_textured<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
    count: usize,
    vertex_count: usize,
    flags: &mut Vec<u16>,
) -> Result<Vec<TexturedPolygon<N>>> {
    let corner = u64::from(widths.index) + 2 * u64::from(widths.texel);
    bits.need(count, u64::from(widths.flags) + corner * N as u64)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let material = read_flags::<N>(bits, widths, flags)?;
        let vertices = read_corners(bits, widths, vertex_count)?;
        let texels = read_texels(bits, widths.texel)?;
        list.push(TexturedPolygon { material, vertices, texels });
    }
    Ok(list)
}

fn read_colour<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
    count: usize,
    vertex_count: usize,
    flags: &mut Vec<u16>,
) -> Result<Vec<ColourPolygon<N>>> {
    bits.need(count, u64::from(widths.flags) + u64::from(widths.index) * N as u64)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        // Only textured polygons have a colour key.
        let material = Material(read_flags::<N>(bits, widths, flags)?.0 & !Material::COLOUR_KEY);
        let vertices = read_corners(bits, widths, vertex_count)?;
        list.push(ColourPolygon { material, vertices, colour: 0 });
    }
    Ok(list)
}

/// Reads the flags of a polygon with N corners. The quad flag must be right in format 1 and may be absent in the
/// others.
fn read_flags<const N: usize>(bits: &mut BitReader<'_, '_>, widths: &Widths, flags: &mut Vec<u16>) -> Result<Material> {
    let at = bits.place();
    let word = bits.ub(widths.flags)? as u16;
    let [marked, quad] = [word & QUAD != 0, N == 4];
    if marked != quad && (marked || widths.format == 1) {
        let expected = if quad { "set on a quad" } else { "clear on a triangle" };
        return Err(Error::field(bits.cursor.section, at, "quad flag 0x8000", expected, word));
    }
    flags.push(word);
    let key = if word & TRANSPARENT != 0 { Material::COLOUR_KEY } else { 0 };
    let blend = if word & ADDITIVE != 0 { Blend::Add.bits() } else { 0 };
    Ok(Material(key | blend))
}

/// Reads vertex indices; in format 1 they are multiplied by 3.
fn read_corners<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
    vertex_count: usize,
) -> Result<[u16; N]> {
    if widths.format != 1 {
        return read_indices(bits, widths.index, vertex_count);
    }
    let at = bits.place();
    let tripled: [u16; N] = read_indices(bits, widths.index, 3 * vertex_count)?;
    if let Some(&index) = tripled.iter().find(|&&index| index % 3 != 0) {
        return Err(Error::field(bits.cursor.section, at, "vertex", "a multiple of 3", index));
    }
    Ok(tripled.map(|index| index / 3))
}

fn warn_unknown_flags(cursor: &mut Cursor<'_>, flags: &[u16]) {
    let unknown = flags.iter().map(|word| word & !(QUAD | TRANSPARENT | ADDITIVE)).filter(|&word| word != 0);
    let bits = unknown.clone().fold(0, |all, word| all | word);
    if bits != 0 {
        let polygons = counted(unknown.count(), "polygon");
        cursor.warn(&rules::UNKNOWN_FLAGS, format_args!("{polygons} with flags of unknown meaning: {bits:#06x}"));
    }
}
