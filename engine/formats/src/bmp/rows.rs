//! Rows of pixels: indices of a palette, and colours of 16, 24 and 32 bits.

use super::{Compression, Header, Picture};
use crate::bytes::Cursor;
use crate::error::{Error, Result, Section};
use crate::file::ReadOptions;
use alloc::vec::Vec;
use core::slice::ChunksExact;

/// Most pixels of a picture of run lengths, in which four bytes may stand for any number of pixels.
const MOST_RUN_PIXELS: usize = 1 << 24;

/// Reads the indices, row by row from the top.
pub(super) fn read(cursor: &mut Cursor<'_>, header: &Header) -> Result<Vec<u8>> {
    cursor.section = Section::Pixels;
    if header.compression == Compression::RunLengths {
        let texels = read_runs(cursor, header)?;
        return Ok(from_top(texels.chunks_exact(header.width), header, |texels, row| texels.extend_from_slice(row)));
    }
    let depth = usize::from(header.depth);
    let rows = rows(cursor, header)?;
    if depth == 8 {
        return Ok(from_top(rows, header, |texels, row| texels.extend_from_slice(&row[..header.width])));
    }
    let per_byte = 8 / depth;
    let mask = (1_u8 << depth) - 1;
    let texel = |row: &[u8], x: usize| {
        let byte = row.get(x / per_byte).copied().unwrap_or_default();
        byte >> (8 - depth - x % per_byte * depth) & mask
    };
    Ok(from_top(rows, header, |texels, row| texels.extend((0..header.width).map(|x| texel(row, x)))))
}

/// Reads the rows in file order. Each row is padded to a multiple of four bytes.
fn rows<'a>(cursor: &mut Cursor<'a>, header: &Header) -> Result<ChunksExact<'a, u8>> {
    let stride = (header.width * usize::from(header.depth)).div_ceil(8).next_multiple_of(4);
    Ok(cursor.take(stride.saturating_mul(header.height))?.chunks_exact(stride))
}

/// Returns the pixels that `add` appends for each row, the top row first. `rows` are in file order.
fn from_top<'a, T>(rows: ChunksExact<'a, u8>, header: &Header, add: impl Fn(&mut Vec<T>, &'a [u8])) -> Vec<T> {
    let mut pixels = Vec::with_capacity(header.width * header.height);
    if header.top_down {
        rows.for_each(|row| add(&mut pixels, row));
    } else {
        rows.rev().for_each(|row| add(&mut pixels, row));
    }
    pixels
}

/// Reads run lengths in file order. Pixels that no run covers have index 0.
fn read_runs(cursor: &mut Cursor<'_>, header: &Header) -> Result<Vec<u8>> {
    let (width, height) = (header.width, header.height);
    if width * height > MOST_RUN_PIXELS {
        let at = cursor.place();
        let (section, limit, count) = (Section::Pixels, MOST_RUN_PIXELS, width * height);
        return Err(Error::Limit { section, at, field: "pixels", limit, found: count });
    }
    let mut texels = vec![0; width * height];
    let (mut x, mut y) = (0, 0);
    loop {
        let filled = y >= height || y + 1 == height && x == width;
        if cursor.remaining() < 2 && filled {
            return Ok(texels);
        }
        let at = cursor.place();
        let single;
        let (indices, count) = match cursor.array::<2>()? {
            [0, 0] => {
                (x, y) = (0, y + 1);
                continue;
            }
            [0, 1] => return Ok(texels),
            [0, 2] => {
                let [right, up] = cursor.array::<2>()?.map(usize::from);
                (x, y) = (x + right, y + up);
                continue;
            }
            [0, count] => {
                let count = usize::from(count);
                let bytes = if header.depth == 4 { count.div_ceil(2) } else { count };
                // A run of single indices is padded to a multiple of two bytes.
                (cursor.take(bytes.next_multiple_of(2))?, count)
            }
            [count, index] => {
                single = [index];
                (&single[..], usize::from(count))
            }
        };
        let Some(run) = texels.chunks_exact_mut(width).nth(y).and_then(|row| row.get_mut(x..x + count)) else {
            let end = (x + count) as i64;
            return Err(Error::field(Section::Pixels, at, "end of a run", "a run inside the picture", end));
        };
        let indices = indices.iter().copied().cycle();
        if header.depth == 4 {
            let halves = indices.flat_map(|pair| [pair >> 4, pair & 15]);
            run.iter_mut().zip(halves).for_each(|(texel, index)| *texel = index);
        } else {
            run.iter_mut().zip(indices).for_each(|(texel, index)| *texel = index);
        }
        x += count;
    }
}

/// Channels of 16-bit pixels in files without masks: five bits each.
const FIVE_BITS: [u32; 4] = [0x7C00, 0x03E0, 0x001F, 0];
/// Channels of 24-bit and 32-bit pixels in files without masks.
const EIGHT_BITS: [u32; 4] = [0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0];

/// Reads a picture of any depth. Index 0 of a palette is a colour like any other.
pub fn read_colours(data: &[u8], options: &ReadOptions) -> Result<Picture> {
    let plain = super::plain(data);
    let mut cursor = Cursor::new(&plain);
    let header = Header::read(&mut cursor, &options.limits)?;
    if header.depth <= 8 {
        return Ok(super::read_with(data, options)?.document.picture());
    }
    cursor.section = Section::Pixels;
    if header.raster > cursor.offset {
        cursor.offset = header.raster;
    }
    let bytes = usize::from(header.depth / 8);
    let masks = match (header.compression, header.depth) {
        (Compression::Masks(masks), _) => masks,
        (_, 16) => FIVE_BITS,
        _ => EIGHT_BITS,
    };
    let colour = |pixel: &[u8]| {
        let value = pixel.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        masks.map(|mask| channel(value, mask))
    };
    let mut pixels = from_top(rows(&mut cursor, &header)?, &header, |pixels, row| {
        pixels.extend(row[..header.width * bytes].chunks_exact(bytes).map(colour));
    });
    // Files without alpha have no mask for it, or leave its bits zero.
    if pixels.iter().all(|[.., alpha]| *alpha == 0) {
        pixels.iter_mut().for_each(|[.., alpha]| *alpha = 255);
    }
    Ok(Picture { width: header.width as u16, height: header.height as u16, pixels })
}

/// Returns the bits of a mask, scaled to 0..=255.
fn channel(value: u32, mask: u32) -> u8 {
    let shift = mask.trailing_zeros().min(31);
    let most = u64::from(mask >> shift).max(1);
    (u64::from((value & mask) >> shift) * 255 / most).min(255) as u8
}
