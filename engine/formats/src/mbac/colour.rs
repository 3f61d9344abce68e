//! The block of colour polygons (polygon format 3).
//!
//! Five ub(8): widths of material, index, palette channel and colour index, and a reserved 0. The palette, the
//! triangles and the quads (material, indices, colour index) follow. A file without colour polygons has no such block.
//! The textured block follows in the same bit stream.

use super::header::Header;
use super::textured::{LEAST_BITS, decode_colour, index_width, read_indices, reserved, textured_width};
use crate::bytes::{BitReader, BitWriter};
use crate::error::{Error, Result, Section};
use crate::figure::{ColourPolygon, Figure, Polygons, Rgb};
use alloc::vec::Vec;

struct Widths {
    material: u32,
    index: u32,
    colour: u32,
}

/// Reads the block into `polygons` and returns the palette.
pub(super) fn read(bits: &mut BitReader<'_, '_>, header: &Header, polygons: &mut Polygons) -> Result<Vec<Rgb>> {
    bits.cursor.section = Section::ColourPolygons;
    let material = bits.width("material width")?;
    let index = bits.width("index width")?;
    let channel = bits.width("palette channel width")?;
    let colour = bits.width("colour index width")?;
    reserved(bits)?;
    bits.need(header.colours, u64::from(channel) * 3)?;
    let palette: Vec<Rgb> = (0..header.colours).map(|_| read_colour(bits, channel)).collect::<Result<_>>()?;
    let widths = Widths { material, index, colour };
    polygons.colour_triangles = read_list(bits, &widths, header.colour_triangles, header.vertices, palette.len())?;
    polygons.colour_quads = read_list(bits, &widths, header.colour_quads, header.vertices, palette.len())?;
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

fn read_list<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
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

/// Writes the block with the vendor's widths; the material field grows when bits above the vendor's are set.
pub(super) fn write(bits: &mut BitWriter<'_>, figure: &Figure) {
    let polygons = &figure.polygons;
    let triangles = polygons.colour_triangles.iter().map(|polygon| polygon.material);
    let quads = polygons.colour_quads.iter().map(|polygon| polygon.material);
    let material = textured_width(triangles.chain(quads)) - 1;
    let widths = Widths { material, index: index_width(figure.vertices.len()), colour: 8 };
    for head in [widths.material, widths.index, 8, widths.colour, 0] {
        bits.ub(head, 8);
    }
    for colour in &figure.palette {
        [colour.r, colour.g, colour.b].into_iter().for_each(|channel| bits.ub(u32::from(channel), 8));
    }
    polygons.colour_triangles.iter().for_each(|polygon| write_polygon(bits, &widths, polygon));
    polygons.colour_quads.iter().for_each(|polygon| write_polygon(bits, &widths, polygon));
}

fn write_polygon<const N: usize>(bits: &mut BitWriter<'_>, widths: &Widths, polygon: &ColourPolygon<N>) {
    bits.ub(u32::from(polygon.material.0 >> 1), widths.material);
    polygon.vertices.iter().for_each(|&index| bits.ub(u32::from(index), widths.index));
    bits.ub(u32::from(polygon.colour), widths.colour);
}
