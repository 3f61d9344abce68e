//! Pixels that are colours: 16, 24 and 32 bits.

use super::header::{Compression, Header};
use super::rows;
use crate::bytes::Cursor;
use crate::error::{Result, Section};
use crate::options::ReadOptions;
use crate::texture::{Picture, Texture};

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
    let mut pixels = rows::from_top(rows::rows(&mut cursor, &header)?, &header, |pixels, row| {
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

impl Texture {
    /// Returns the texture as colours, all of them opaque; an index beyond the palette is black.
    pub fn picture(&self) -> Picture {
        let colour = |&index: &u8| {
            let colour = self.palette.get(usize::from(index)).copied().unwrap_or_default();
            [colour.r, colour.g, colour.b, 255]
        };
        Picture { width: self.width, height: self.height, pixels: self.texels.iter().map(colour).collect() }
    }
}
