//! BMP, the texture file: bytes to [`Texture`] and back.
//!
//! 8 bits per pixel, uncompressed, with a DIB header of 40 or 12 bytes; rows are padded to 4 bytes and run from the
//! bottom up, or from the top down when the height is negative. Palette entries are B, G, R and, after a header of 40
//! bytes, one more byte; 0 entries mean 256. Real files have short palettes, sizes that are no powers of two, two bytes
//! after the end, and pixel offsets that lie inside the palette.
//!
//! After a header of 12 bytes the format's definition has 3 bytes per palette entry, players have 4. This reader takes 3
//! when the pixel offset is the end of a palette of 256 such entries, otherwise 4.

use crate::bytes::{Cursor, Sink};
use crate::diagnostic::Location;
use crate::diagnostic::{Report, rules};
use crate::error::{Error, Result, Section};
use crate::figure::Rgb;
use crate::kind::Kind;
use crate::options::{Limits, ReadOptions};
use crate::swap;
use crate::texture::Texture;

pub(crate) const MAGIC: &str = "BM";

const FILE_HEADER: usize = 14;
const INFO_HEADER: u32 = 40;
const CORE_HEADER: u32 = 12;
const COLOURS: usize = Texture::MOST_COLOURS;
/// Most texels on a side of a [`Texture`]; players accept fewer, see [`Limits`].
const MAX_SIDE: i64 = u16::MAX as i64;
/// Bytes after the pixels without a warning: programs of the time leave up to two.
const USUAL_TAIL: usize = 2;

/// Reads a texture.
pub fn read(data: &[u8], options: &ReadOptions) -> Result<Report<Texture>> {
    swap::read_either(data, Kind::Texture, MAGIC, |data| read_plain(data, &options.limits))
}

/// The fields of the header.
struct Header {
    width: usize,
    height: usize,
    top_down: bool,
    colours: usize,
    entry_size: usize,
    raster: usize,
}

fn read_plain(data: &[u8], limits: &Limits) -> Result<Report<Texture>> {
    let mut cursor = Cursor::new(data);
    let header = read_header(&mut cursor, limits)?;
    let palette = read_palette(&mut cursor, &header)?;
    let raster_field = 10;
    if header.raster < cursor.offset() {
        let message =
            format_args!("pixel offset {} is inside the palette, which ends at {}", header.raster, cursor.offset());
        cursor.warn_at(raster_field, &rules::RASTER_OVERLAP, message);
    } else {
        cursor.seek(header.raster);
    }
    let texels = read_rows(&mut cursor, &header)?;
    warn_beyond_palette(&mut cursor, &texels, palette.len());
    let tail = cursor.remaining();
    if tail > USUAL_TAIL {
        cursor.warn(&rules::TRAILING_BYTES, format_args!("{tail} bytes after the end"));
    }
    let texture = Texture { width: header.width as u16, height: header.height as u16, palette, texels };
    Ok(Report { document: texture, diagnostics: cursor.into_diagnostics() })
}

fn read_header(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Header> {
    cursor.magic(MAGIC)?;
    // File size and two reserved words, which programs fill with anything.
    cursor.take(8)?;
    let raster = cursor.u32()? as usize;
    let at = cursor.place();
    let size = cursor.u32()?;
    let core = match size {
        INFO_HEADER => false,
        CORE_HEADER => true,
        _ => return Err(field(at, "DIB header size", "40 or 12", size)),
    };
    let at = cursor.place();
    let width = read_side(cursor, core)?;
    check_side(at, "width", width, limits)?;
    let at = cursor.place();
    let height = read_side(cursor, core)?;
    check_side(at, "height", height.abs(), limits)?;
    // The number of planes, always 1; players do not check it.
    cursor.u16()?;
    let at = cursor.place();
    let depth = cursor.u16()?;
    if depth != 8 {
        return Err(field(at, "bits per pixel", "8", depth));
    }
    let (colours, entry_size) = if core {
        let three = raster == FILE_HEADER + CORE_HEADER as usize + 3 * COLOURS;
        (COLOURS, if three { 3 } else { 4 })
    } else {
        (read_info_rest(cursor)?, 4)
    };
    let top_down = height < 0;
    let [width, height] = [width, height.abs()].map(|side| side as usize);
    Ok(Header { width, height, top_down, colours, entry_size, raster })
}

fn read_side(cursor: &mut Cursor<'_>, core: bool) -> Result<i64> {
    Ok(if core { i64::from(cursor.u16()?) } else { i64::from(cursor.i32()?) })
}

fn check_side(at: Location, name: &'static str, side: i64, limits: &Limits) -> Result<()> {
    if !(1..=MAX_SIDE).contains(&side) {
        return Err(field(at, name, "1..=65535", side));
    }
    let [limit, found] = [limits.texels, side as usize];
    if found > limit {
        return Err(Error::Limit { section: Section::Header, at, field: name, limit, found });
    }
    Ok(())
}

/// Reads the part of the 40-byte header that the 12-byte one lacks, and returns the number of colours.
fn read_info_rest(cursor: &mut Cursor<'_>) -> Result<usize> {
    let at = cursor.place();
    let compression = cursor.u32()?;
    if compression != 0 {
        return Err(field(at, "compression", "0", compression));
    }
    // Size of the pixels and two resolutions in pixels per metre.
    cursor.take(12)?;
    let at = cursor.place();
    let used = cursor.u32()?;
    // Number of important colours.
    cursor.take(4)?;
    match used as usize {
        0 => Ok(COLOURS),
        colours @ 1..=COLOURS => Ok(colours),
        _ => Err(field(at, "colours", "0..=256", used)),
    }
}

fn field(at: Location, field: &'static str, expected: &'static str, found: impl Into<i64>) -> Error {
    Error::Field { section: Section::Header, at, field, expected, found: found.into() }
}

fn read_palette(cursor: &mut Cursor<'_>, header: &Header) -> Result<Vec<Rgb>> {
    cursor.enter(Section::Palette);
    let entries = cursor.take(header.colours * header.entry_size)?;
    let colours = entries.chunks_exact(header.entry_size).map(|entry| match *entry {
        [b, g, r, ..] => Rgb { r, g, b },
        _ => Rgb::default(),
    });
    Ok(colours.collect())
}

fn read_rows(cursor: &mut Cursor<'_>, header: &Header) -> Result<Vec<u8>> {
    cursor.enter(Section::Pixels);
    let stride = header.width.next_multiple_of(4);
    let rows = cursor.take(stride.saturating_mul(header.height))?.chunks_exact(stride).map(|row| &row[..header.width]);
    Ok(if header.top_down { rows.flatten().copied().collect() } else { rows.rev().flatten().copied().collect() })
}

fn warn_beyond_palette(cursor: &mut Cursor<'_>, texels: &[u8], colours: usize) {
    let beyond = texels.iter().filter(|&&index| usize::from(index) >= colours);
    if let Some(&highest) = beyond.clone().max() {
        let texels = beyond.count();
        let message = format_args!(
            "{texels} texels beyond the {colours} colours of the palette, the highest with index {highest}"
        );
        cursor.warn(&rules::PALETTE_INDEX, message);
    }
}

/// Writes a texture with a header of 40 bytes, bottom-up.
pub fn write(texture: &Texture) -> Result<Vec<u8>> {
    let [width, height] = [texture.width, texture.height].map(usize::from);
    check_side(Location::Item(0), "width", i64::from(texture.width), &Limits::NONE)?;
    check_side(Location::Item(0), "height", i64::from(texture.height), &Limits::NONE)?;
    let colours = texture.palette.len();
    if !(1..=COLOURS).contains(&colours) {
        return Err(field(Location::Item(0), "colours", "1..=256", colours as i64));
    }
    if texture.texels.len() != width * height {
        return Err(Error::Count {
            section: Section::Pixels,
            at: Location::Item(0),
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
    Ok(sink.into_bytes())
}
