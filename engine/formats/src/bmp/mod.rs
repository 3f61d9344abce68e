//! Reads and writes BMP, the texture file, as [`Texture`].
//!
//! Programs of the time wrote 8 bits per pixel, uncompressed, after a header of 40 or 12 bytes. Today's programs also
//! write 1 and 4 bits, run lengths (RLE8, RLE4) and headers of 52 to 124 bytes, of which the first 40 are used. Rows
//! are padded to 4 bytes and run from the bottom up, or from the top down when the height is negative. Palette entries
//! are B, G, R and, after headers of 40 bytes and more, one more byte; 0 entries mean all that the depth allows. Real
//! files have short palettes, sizes that are not powers of two, two bytes after the end, and pixel offsets that lie
//! inside the palette.
//!
//! After a header of 12 bytes the format's definition has 3 bytes per palette entry, but players expect 4. This reader
//! takes 3 when the pixel offset is the end of a palette of 256 such entries, and in depths below 8; otherwise 4.
//!
//! Pictures of 16, 24 and 32 bits have no palette: [`read`] refuses them, [`read_colours`] reads them.

mod header;
mod rows;

use crate::bytes::{Cursor, Sink};
use crate::counted;
use crate::diagnostic::{Location, Report, rules};
use crate::error::{Error, Result, Section};
use crate::figure::Rgb;
use crate::kind::Kind;
use crate::options::{Limits, ReadOptions};
use crate::swap;
use crate::texture::Texture;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use header::{Compression, FILE_HEADER, Header, INFO_HEADER, check_side, field};

pub use rows::read_colours;

pub(crate) const MAGIC: &str = "BM";

const COLOURS: usize = Texture::MOST_COLOURS;
/// Most bytes after the pixels without a warning: programs of the time leave up to two.
const USUAL_TAIL: usize = 2;

/// Reads a picture with a palette as a texture.
pub fn read(data: &[u8]) -> Result<Report<Texture>> {
    read_with(data, &ReadOptions::default())
}

/// Reads a texture like [`read()`], with other limits.
pub fn read_with(data: &[u8], options: &ReadOptions) -> Result<Report<Texture>> {
    swap::read_either(data, Kind::Texture, MAGIC, |data| read_plain(data, &options.limits))
}

/// Returns the properties of a file that [`read`] accepts and players do not. Players take 8 bits per pixel, not
/// packed, after a header of 40 bytes.
pub fn unread_by_players(data: &[u8]) -> Vec<String> {
    let Ok(header) = Header::read(&mut Cursor::new(&plain(data)), &Limits::NONE) else { return Vec::new() };
    let properties = [
        (header.size != INFO_HEADER, format!("a header of {} bytes", header.size)),
        (header.depth != 8, counted(header.depth, "bit") + " per pixel"),
        (header.compression == Compression::RunLengths, "run lengths".to_owned()),
    ];
    properties.into_iter().filter(|(is, _)| *is).map(|(_, what)| what).collect()
}

/// Returns the bytes of a file, with a byte swap undone.
fn plain(data: &[u8]) -> Cow<'_, [u8]> {
    if swap::looks_swapped(data, MAGIC) { swap::undone(data, Kind::Texture).0.into() } else { data.into() }
}

fn read_plain(data: &[u8], limits: &Limits) -> Result<Report<Texture>> {
    let mut cursor = Cursor::new(data);
    let header = Header::read(&mut cursor, limits)?;
    if header.depth > 8 {
        return Err(Error::NoPalette { depth: header.depth });
    }
    let palette = read_palette(&mut cursor, &header)?;
    let (raster, raster_field, end) = (header.raster, 10, cursor.offset);
    if raster < end {
        let message = format_args!("pixel offset {raster} is inside the palette, which ends at {end}");
        cursor.warn_at(raster_field, &rules::RASTER_OVERLAP, message);
    } else {
        cursor.offset = raster;
    }
    let texels = rows::read(&mut cursor, &header)?;
    warn_beyond_palette(&mut cursor, &texels, palette.len());
    let tail = cursor.remaining();
    if tail > USUAL_TAIL {
        cursor.warn(&rules::TRAILING_BYTES, format_args!("{} after the end", counted(tail, "byte")));
    }
    let texture = Texture { width: header.width as u16, height: header.height as u16, palette, texels };
    Ok(cursor.into_report(texture))
}

fn read_palette(cursor: &mut Cursor<'_>, header: &Header) -> Result<Vec<Rgb>> {
    cursor.section = Section::Palette;
    let entries = cursor.take(header.colours * header.entry_size)?;
    let colours = entries.chunks_exact(header.entry_size).map(|entry| match *entry {
        [b, g, r, ..] => Rgb { r, g, b },
        _ => Rgb::default(),
    });
    Ok(colours.collect())
}

fn warn_beyond_palette(cursor: &mut Cursor<'_>, texels: &[u8], colours: usize) {
    let is_beyond = |index: &&u8| usize::from(**index) >= colours;
    if let Some(highest) = texels.iter().copied().max().filter(|index| is_beyond(&index)) {
        let texels = counted(texels.iter().filter(is_beyond).count(), "texel");
        let colours = counted(colours, "colour");
        let message = format_args!("{texels} beyond the {colours} of the palette, the highest with index {highest}");
        cursor.warn(&rules::PALETTE_INDEX, message);
    }
}

/// Writes a texture with a header of 40 bytes, bottom-up.
pub fn write(texture: &Texture) -> Result<Vec<u8>> {
    let [width, height] = [texture.width, texture.height].map(usize::from);
    check_side(Location::Document, "width", i64::from(texture.width), &Limits::NONE)?;
    check_side(Location::Document, "height", i64::from(texture.height), &Limits::NONE)?;
    let colours = texture.palette.len();
    if !(1..=COLOURS).contains(&colours) {
        return Err(field(Location::Document, "colours", "1..=256", colours as i64));
    }
    if texture.texels.len() != width * height {
        return Err(Error::Count {
            section: Section::Pixels,
            at: Location::Document,
            field: "texels",
            expected: width * height,
            found: texture.texels.len(),
        });
    }
    let stride = width.next_multiple_of(4);
    let raster = FILE_HEADER + INFO_HEADER as usize + colours * 4;
    let mut sink = Sink::default();
    sink.raw(MAGIC.as_bytes());
    sink.u32((raster + stride * height) as u32);
    sink.u32(0); // reserved
    sink.u32(raster as u32);
    sink.u32(INFO_HEADER);
    sink.u32(u32::from(texture.width));
    sink.u32(u32::from(texture.height));
    sink.u16(1); // planes
    sink.u16(8); // bits per pixel
    sink.u32(0); // no compression
    sink.u32((stride * height) as u32);
    sink.u32(0); // resolution, unknown
    sink.u32(0);
    sink.u32(colours as u32);
    sink.u32(0); // all colours are important
    for colour in &texture.palette {
        sink.raw(&[colour.b, colour.g, colour.r, 0]);
    }
    for row in texture.texels.chunks_exact(width).rev() {
        sink.raw(row);
        sink.raw(&[0; 3][..stride - width]);
    }
    Ok(sink.bytes)
}
