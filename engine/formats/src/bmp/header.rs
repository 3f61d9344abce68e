//! File header and DIB header.

use crate::bytes::Cursor;
use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use crate::options::Limits;

pub(super) const FILE_HEADER: usize = 14;
pub(super) const INFO_HEADER: u32 = 40;
const CORE_HEADER: u32 = 12;
/// Sizes of later headers, which begin with the header of 40 bytes: with three or four colour masks, version 4 and
/// version 5.
const LATER_HEADERS: [u32; 4] = [52, 56, 108, 124];

/// Most texels on a side of a texture; players accept fewer, see [`Limits`].
const MAX_SIDE: i64 = u16::MAX as i64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    RunLengths,
    /// Bits of red, green, blue and alpha in a pixel; without alpha bits a pixel is opaque.
    Masks([u32; 4]),
}

#[derive(Debug)]
pub(super) struct Header {
    /// Bytes of the DIB header.
    pub(super) size: u32,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) top_down: bool,
    /// Bits per pixel.
    pub(super) depth: u16,
    pub(super) compression: Compression,
    /// Entries of the palette; 0 above 8 bits per pixel unless the file has an unused one.
    pub(super) colours: usize,
    /// Bytes of a palette entry.
    pub(super) entry_size: usize,
    /// Offset of the pixels in the file.
    pub(super) raster: usize,
}

impl Header {
    pub(super) fn read(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Self> {
        cursor.magic(super::MAGIC)?;
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

pub(super) fn check_side(at: Location, name: &'static str, side: i64, limits: &Limits) -> Result<()> {
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
    let used = cursor.u32()?;
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
    match used as usize {
        0 => Ok((compression, most)),
        // A palette of a picture that does not need one.
        _ if most == 0 => Ok((compression, 0)),
        colours if colours <= most => Ok((compression, colours)),
        _ => Err(field(colours_at, "colours", allowed_colours(depth), used)),
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

pub(super) fn field(at: Location, field: &'static str, expected: &'static str, value: impl Into<i64>) -> Error {
    Error::field(Section::Header, at, field, expected, value)
}
