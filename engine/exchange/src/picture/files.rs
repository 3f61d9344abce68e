//! PNG and BMP files: the pictures that phones read.

use std::io::Cursor;

use keitai_formats::{
    Error as FormatError, Kind, Location, Picture, ReadOptions, Report, Rgb, Section, Texture, bmp, swap,
};
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

use super::Raw;
use crate::error::{Error, Result};
use crate::memory::{Loan, Memory};

pub(super) const MOST_PIXELS: usize = 1 << 24;
/// Bytes that pixels may take besides four times the size of their file: a small file could stand for a huge picture.
pub(super) const MEMORY: usize = 48 << 20;
/// Memory that the decoder may take for itself, bytes.
const DECODER_MEMORY: usize = 16 << 20;
const SIZES: [(&str, usize); 2] = [("width", 16), ("height", 20)];
const SIDES: Location = Location::Byte(SIZES[0].1);
/// The lowest alpha of an opaque pixel.
pub(super) const OPAQUE: u16 = 128;

/// Samples of 8 bits, and colours in place of indices.
const EXPANDED: Transformations = Transformations::EXPAND.union(Transformations::STRIP_16);

/// Returns the width and the height of a PNG file, which are in its header; `None` for a damaged header.
pub fn png_size(data: &[u8]) -> Option<[u32; 2]> {
    let limits = png::Limits { bytes: DECODER_MEMORY };
    let mut decoder = Decoder::new_with_limits(Cursor::new(data), limits);
    let header = decoder.read_header_info().ok()?;
    Some([header.width, header.height])
}

type Bytes<'d> = Decoder<Cursor<&'d [u8]>>;

fn refused(error: png::DecodingError) -> Error {
    Error::Decoded { format: "PNG", reason: error.to_string() }
}

/// Returns the error of a picture with more pixels than `limit`, whose sides are `at` a place in the file.
pub(super) fn too_many(at: Location, limit: usize, found: usize) -> Error {
    FormatError::Limit { section: Section::Header, at, field: "pixels", limit, found }.into()
}

/// Begins to read a file whose sides are within the limits, and returns the sides.
fn open<'d>(data: &'d [u8], options: &ReadOptions) -> Result<(Bytes<'d>, [usize; 2])> {
    let limits = png::Limits { bytes: DECODER_MEMORY };
    let mut decoder = Decoder::new_with_limits(Cursor::new(data), limits);
    let header = decoder.read_header_info().map_err(refused)?;
    let sides = [header.width, header.height].map(|side| side as usize);
    for ((field, offset), side) in SIZES.into_iter().zip(sides) {
        let (section, at, limit) = (Section::Header, Location::Byte(offset), options.limits.texels.min(65535));
        if side > limit {
            return Err(FormatError::Limit { section, at, field, limit, found: side }.into());
        }
    }
    let pixels = sides[0] * sides[1];
    if pixels > MOST_PIXELS { Err(too_many(SIDES, MOST_PIXELS, pixels)) } else { Ok((decoder, sides)) }
}

/// Returns the sides of a file whose rows come one after the other.
#[cfg(feature = "models")]
pub(super) fn in_rows(data: &[u8]) -> Option<[u16; 2]> {
    let (mut decoder, sides) = open(data, &ReadOptions::UNLIMITED).ok()?;
    let header = decoder.read_header_info().ok()?;
    (!header.interlaced).then(|| sides.map(|side| side as u16))
}

/// Reads the colours of a file, and calls `each` with the number and the pixels of each row. A second picture of an animation is left out.
pub(super) fn png_rows(data: &[u8], options: &ReadOptions, each: &mut dyn FnMut(usize, &[[u8; 4]])) -> Result<()> {
    let (mut decoder, [_, height]) = open(data, options)?;
    decoder.set_transformations(EXPANDED);
    let mut reader = decoder.read_info().map_err(refused)?;
    let samples = reader.output_color_type().0.samples();
    let mut pixels = Vec::new();
    for y in 0..height {
        let Some(row) = reader.next_row().map_err(refused)? else { break };
        pixels.clear();
        pixels.extend(row.data().chunks_exact(samples).map(pixel));
        each(y, &pixels);
    }
    Ok(())
}

/// Reads a PNG file of any kind. Only the first picture of an animation is read.
pub(super) fn read_png(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Raw> {
    let (mut decoder, sides) = open(data, options)?;
    let header = decoder.read_header_info().map_err(refused)?;
    let is_indexed = header.color_type == ColorType::Indexed;
    let count = sides[0] * sides[1];
    // Bytes of a pixel: its colour, the index that it gets, and where rows come in several passes, its bytes in the
    // whole picture as well.
    let is_interlaced = header.interlaced;
    let each = if is_interlaced { 9 } else { 5 };
    let limit = (MEMORY + data.len().saturating_mul(4)) / each;
    if count > limit {
        return Err(too_many(SIDES, limit, count));
    }
    let loan = memory.take((count * each) as u64);
    let _loan = loan.map_err(|lack| too_many(SIDES, lack.room(each), count))?;
    let [width, height] = sides.map(|side| side as u16);
    if !is_indexed && !is_interlaced {
        let mut pixels = Vec::with_capacity(count);
        png_rows(data, options, &mut |_, row| pixels.extend_from_slice(row))?;
        return Ok(Raw::Colours(Picture { width, height, pixels }));
    }
    if !is_indexed {
        decoder.set_transformations(EXPANDED);
    }
    let mut reader = decoder.read_info().map_err(refused)?;
    let mut bytes = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut bytes).map_err(refused)?;
    bytes.truncate(frame.buffer_size());
    if !is_indexed {
        let samples = reader.output_color_type().0.samples();
        let pixels = bytes.chunks_exact(samples).map(pixel).collect();
        return Ok(Raw::Colours(Picture { width, height, pixels }));
    }
    let info = reader.info();
    let palette = info.palette.as_deref().unwrap_or_default().chunks_exact(3);
    let palette = palette.map(|entry| Rgb { r: entry[0], g: entry[1], b: entry[2] }).collect();
    let depth = match info.bit_depth {
        BitDepth::One => 1,
        BitDepth::Two => 2,
        BitDepth::Four => 4,
        _ => 8,
    };
    let texels = bytes.chunks_exact(frame.line_size).flat_map(|row| unpacked(row, depth, sides[0])).collect();
    let texture = Texture { width, height, palette, texels };
    // Alphas beyond the palette belong to no colour.
    let alpha = info.trns.as_deref().unwrap_or_default();
    let alpha = alpha.get(..texture.palette.len()).unwrap_or(alpha).to_vec();
    Ok(Raw::Indexed(Report::new(texture, Vec::new()), alpha))
}

/// Returns the colour and the alpha of one to four samples.
pub(super) fn pixel(samples: &[u8]) -> [u8; 4] {
    match *samples {
        [grey] => [grey, grey, grey, 255],
        [grey, alpha] => [grey, grey, grey, alpha],
        [r, g, b] => [r, g, b, 255],
        [r, g, b, a] => [r, g, b, a],
        _ => [0, 0, 0, 255],
    }
}

/// Returns the indices of a row, which are packed from the highest bits on.
fn unpacked(row: &[u8], depth: usize, width: usize) -> impl Iterator<Item = u8> {
    let indices = row.iter().flat_map(move |byte| {
        (0..8 / depth).map(move |place| byte >> (8 - depth - place * depth) & (0xFF >> (8 - depth)) as u8)
    });
    indices.take(width)
}

/// Writes a texture as an indexed PNG file with the palette in its order. Index 0 is transparent.
///
/// # Errors
/// When the texture has no texels, or not as many as its sides require.
pub fn write_png(texture: &Texture) -> Result<Vec<u8>> {
    encode(texture, true)
}

/// Writes a texture as [`write_png`] does; index 0 is transparent when it `has_key`.
pub(crate) fn encode(texture: &Texture, has_key: bool) -> Result<Vec<u8>> {
    // An index beyond the palette is black.
    let highest = texture.texels.iter().copied().max().unwrap_or_default();
    let mut palette = texture.palette.clone();
    palette.resize(palette.len().max(usize::from(highest) + 1), Rgb::default());
    let refused = |error: png::EncodingError| Error::Picture(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, texture.width.into(), texture.height.into());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.iter().flat_map(|colour| [colour.r, colour.g, colour.b]).collect::<Vec<_>>());
    if has_key {
        encoder.set_trns(vec![0]);
    }
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(&texture.texels).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(bytes)
}

/// Reads a BMP file with a palette.
///
/// # Errors
/// When the file is damaged, or larger than the limits of `options` or the memory.
pub fn bitmap(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Report<Texture>> {
    let _loan = texels(data, memory)?;
    Ok(bmp::read_with(data, options)?)
}

/// Takes the memory of a BMP file's texels, for a reader that has no other limit.
///
/// # Errors
/// When there are too many texels for the file or the memory.
pub fn texels(data: &[u8], memory: &Memory) -> Result<Loan> {
    bitmap_loan(data, memory, 1)
}

/// Reads a BMP file without a palette.
pub(super) fn bitmap_colours(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Picture> {
    let _loan = bitmap_loan(data, memory, 4)?;
    Ok(bmp::read_colours(data, options)?)
}

/// Takes the memory of a BMP file's pixels, `each` bytes for one.
fn bitmap_loan(data: &[u8], memory: &Memory, each: usize) -> Result<Loan> {
    let pixels = bmp_sides(data).and_then(pixels).unwrap_or_default();
    let too_many = |most: usize| too_many(Location::Document, most, pixels);
    let most = (MEMORY + data.len().saturating_mul(4)) / each;
    if pixels > most {
        return Err(too_many(most));
    }
    let loan = memory.take((pixels * each) as u64);
    loan.map_err(|lack| too_many(lack.room(each)))
}

pub(super) fn pixels([width, height]: [u64; 2]) -> Option<usize> {
    usize::try_from(width.checked_mul(height)?).ok()
}

/// Returns the sides in the header of a BMP file, also of one whose bytes are swapped.
pub(super) fn bmp_sides(data: &[u8]) -> Option<[u64; 2]> {
    let undone = data.ends_with(b"MB").then(|| swap::undone(data, Kind::Texture).0);
    let data = undone.as_deref().unwrap_or(data);
    let number = |start: usize| Some(u32::from_le_bytes(*data.get(start..)?.first_chunk()?));
    if number(14)? == 12 {
        let sides = number(18)?;
        return Some([sides & 0xFFFF, sides >> 16].map(u64::from));
    }
    // The height of a picture from the top down is negative.
    Some([number(18)?, number(22)?].map(|side| u64::from(side.cast_signed().unsigned_abs())))
}
