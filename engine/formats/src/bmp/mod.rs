//! The texture document, and its file: reads and writes BMP as [`Texture`].
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

mod rows;

pub use rows::read_colours;

use crate::bytes::{Cursor, Sink};
use crate::diagnostic::{Location, Report, counted, rules};
use crate::error::{Error, Result, Section};
use crate::figure::Rgb;
use crate::file::{Kind, Limits, ReadOptions, looks_swapped, read_either, undone};
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) const MAGIC: &str = "BM";

const FILE_HEADER: usize = 14;
const INFO_HEADER: u32 = 40;
const CORE_HEADER: u32 = 12;
/// Sizes of later headers, which begin with the header of 40 bytes: with three or four colour masks, version 4 and
/// version 5.
const LATER_HEADERS: [u32; 4] = [52, 56, 108, 124];

/// Most texels on a side of a texture; players accept fewer, see [`Limits`].
const MAX_SIDE: i64 = u16::MAX as i64;
/// Most bytes after the pixels without a warning: programs of the time leave up to two.
const USUAL_TAIL: usize = 2;

/// An indexed picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texture {
    /// Width in texels, 1 or more; players take up to 256.
    pub width: u16,
    /// Height in texels, 1 or more; players take up to 256.
    pub height: u16,
    /// Up to 256 colours; an index beyond them is black.
    pub palette: Vec<Rgb>,
    /// Palette indices, row by row from the top, `width` to a row.
    pub texels: Vec<u8>,
}

impl Texture {
    /// Most colours of a palette: indices have 8 bits.
    pub const MOST_COLOURS: usize = 256;

    /// Returns the texture as colours, all of them opaque; an index beyond the palette is black.
    pub fn picture(&self) -> Picture {
        let colour = |&index: &u8| {
            let colour = self.palette.get(usize::from(index)).copied().unwrap_or_default();
            [colour.r, colour.g, colour.b, 255]
        };
        Picture { width: self.width, height: self.height, pixels: self.texels.iter().map(colour).collect() }
    }
}

/// A picture with a colour per pixel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Red, green, blue and alpha, 0..=255, row by row from the top; alpha 255 is opaque.
    pub pixels: Vec<[u8; 4]>,
}

/// Reads a picture with a palette as a texture.
pub fn read(data: &[u8]) -> Result<Report<Texture>> {
    read_with(data, &ReadOptions::default())
}

/// Reads a texture like [`read()`], with other limits.
pub fn read_with(data: &[u8], options: &ReadOptions) -> Result<Report<Texture>> {
    read_either(data, Kind::Texture, MAGIC, |data| read_plain(data, &options.limits))
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
    if looks_swapped(data, MAGIC) { undone(data, Kind::Texture).0.into() } else { data.into() }
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
    if !(1..=Texture::MOST_COLOURS).contains(&colours) {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compression {
    None,
    RunLengths,
    /// Bits of red, green, blue and alpha in a pixel; without alpha bits a pixel is opaque.
    Masks([u32; 4]),
}

#[derive(Debug)]
struct Header {
    /// Bytes of the DIB header.
    size: u32,
    width: usize,
    height: usize,
    top_down: bool,
    /// Bits per pixel.
    depth: u16,
    compression: Compression,
    /// Entries of the palette; 0 above 8 bits per pixel unless the file has an unused one.
    colours: usize,
    /// Bytes of a palette entry.
    entry_size: usize,
    /// Offset of the pixels in the file.
    raster: usize,
}

impl Header {
    fn read(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Self> {
        cursor.magic(MAGIC)?;
        // File size and two reserved words, which programs fill with anything.
        cursor.take(8)?;
        let raster = cursor.u32()? as usize;
        let at = cursor.place();
        let size = cursor.u32()?;
        let core = size == CORE_HEADER;
        if !core && size != INFO_HEADER && !LATER_HEADERS.contains(&size) {
            return Err(field(at, "DIB header size", "12, 40, 52, 56, 108 or 124", size));
        }
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
        if !matches!(depth, 1 | 4 | 8 | 16 | 24 | 32) {
            return Err(field(at, "bits per pixel", "1, 4, 8, 16, 24 or 32", depth));
        }
        let most = if depth > 8 { 0 } else { 1 << depth };
        let three = core && (depth < 8 || raster == FILE_HEADER + CORE_HEADER as usize + 3 * most);
        let (compression, colours) =
            if core { (Compression::None, most) } else { read_info_rest(cursor, size, depth, most)? };
        let entry_size = if three { 3 } else { 4 };
        let top_down = height < 0;
        let [width, height] = [width, height.abs()].map(|side| side as usize);
        Ok(Self { size, width, height, top_down, depth, compression, colours, entry_size, raster })
    }
}

fn read_side(cursor: &mut Cursor<'_>, core: bool) -> Result<i64> {
    Ok(if core { i64::from(cursor.u16()?) } else { i64::from(cursor.i32()?) })
}

fn check_side(at: Location, name: &'static str, side: i64, limits: &Limits) -> Result<()> {
    if !(1..=MAX_SIDE).contains(&side) {
        return Err(field(at, name, "1..=65535", side));
    }
    let [limit, texels] = [limits.texels, side as usize];
    if texels > limit {
        return Err(Error::Limit { section: Section::Header, at, field: name, limit, found: texels });
    }
    Ok(())
}

/// Reads the fields of the longer headers that the header of 12 bytes lacks. Returns the layout of the pixels and the
/// number of colours, at most `most`.
fn read_info_rest(cursor: &mut Cursor<'_>, size: u32, depth: u16, most: usize) -> Result<(Compression, usize)> {
    let at = cursor.place();
    let compression = cursor.u32()?;
    // Size of the pixels and two resolutions in pixels per metre.
    cursor.take(12)?;
    let colours_at = cursor.place();
    let count = cursor.u32()?;
    // Number of important colours.
    cursor.take(4)?;
    let compression = match (compression, depth) {
        (0, _) => Compression::None,
        (1, 8) | (2, 4) => Compression::RunLengths,
        (3, 16 | 32) => {
            // The masks are the first fields of a later header, or follow the header of 40 bytes.
            let [red, green, blue] = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
            let alpha = if size > LATER_HEADERS[0] { cursor.u32()? } else { 0 };
            Compression::Masks([red, green, blue, alpha])
        }
        _ => return Err(field(at, "compression", allowed_compressions(depth), compression)),
    };
    let end = FILE_HEADER + size as usize;
    cursor.take(end.saturating_sub(cursor.offset))?;
    match count as usize {
        0 => Ok((compression, most)),
        // A palette of a picture that does not need one.
        _ if most == 0 => Ok((compression, 0)),
        colours if colours <= most => Ok((compression, colours)),
        _ => Err(field(colours_at, "colours", allowed_colours(depth), count)),
    }
}

fn allowed_compressions(depth: u16) -> &'static str {
    match depth {
        8 => "0 or 1",
        4 => "0 or 2",
        16 | 32 => "0 or 3",
        _ => "0",
    }
}

fn allowed_colours(depth: u16) -> &'static str {
    match depth {
        1 => "0..=2",
        4 => "0..=16",
        _ => "0..=256",
    }
}

fn field(at: Location, field: &'static str, expected: &'static str, value: impl Into<i64>) -> Error {
    Error::field(Section::Header, at, field, expected, value)
}
