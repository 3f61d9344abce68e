//! Pictures that no phone reads: JPEG, WebP, GIF and TGA, by the crate `image`.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};
use keitai_formats::{Picture, ReadOptions};

use super::png;
use crate::error::{Error, Result};

/// Most bytes that a decoder takes: four a pixel of the largest PNG, and as many again.
const MOST_MEMORY: usize = png::MOST_PIXELS * 8;
/// Most pixels of a picture: without an alpha, three bytes each.
pub(super) const MOST_PIXELS: usize = MOST_MEMORY / 3;
const TGA_HEADER: usize = 18;

/// Returns whether a file is a picture of a kind that only a conversion reads.
pub fn is_other(data: &[u8]) -> bool {
    format(data).is_some()
}

/// Returns the format of a picture by its first bytes. TGA files have no mark: their header is checked.
pub(super) fn format(data: &[u8]) -> Option<ImageFormat> {
    match data {
        [0xFF, 0xD8, 0xFF, ..] => Some(ImageFormat::Jpeg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        [b'G', b'I', b'F', b'8', ..] => Some(ImageFormat::Gif),
        [_, map @ (0 | 1), kind @ (1 | 2 | 3 | 9 | 10 | 11), ..] if data.len() > TGA_HEADER => {
            let has_map = matches!(kind, 1 | 9);
            let is_deep = matches!(data[16], 8 | 15 | 16 | 24 | 32) && data[17] & 0xC0 == 0;
            let has_size = data[12..16].chunks_exact(2).all(|side| side != [0, 0]);
            (has_map == (*map == 1) && is_deep && has_size).then_some(ImageFormat::Tga)
        }
        _ => None,
    }
}

/// Returns the number of pixels by the header; `None` for a damaged header.
pub(super) fn pixels(data: &[u8], format: ImageFormat) -> Option<usize> {
    let (width, height) = ImageReader::with_format(Cursor::new(data), format).into_dimensions().ok()?;
    (width as usize).checked_mul(height as usize)
}

/// Reads a picture. Only the first picture of an animation is read.
pub(super) fn read(data: &[u8], format: ImageFormat, options: &ReadOptions) -> Result<Picture> {
    let refused = |error: image::ImageError| Error::Decoded { format: name(format), reason: error.to_string() };
    if let Some(found) = pixels(data, format).filter(|found| *found > MOST_PIXELS) {
        let reason = format!("pixels: expected at most {MOST_PIXELS}, found {found}");
        return Err(Error::Decoded { format: name(format), reason });
    }
    let mut reader = ImageReader::with_format(Cursor::new(data), format);
    let mut limits = Limits::default();
    let side = options.limits.texels.min(65535) as u32;
    (limits.max_image_width, limits.max_image_height) = (Some(side), Some(side));
    limits.max_alloc = Some(MOST_MEMORY as u64);
    reader.limits(limits);
    let decoded = reader.decode().map_err(refused)?.into_rgba8();
    let [width, height] = [decoded.width(), decoded.height()].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let pixels = decoded.as_raw().chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect();
    Ok(Picture { width, height, pixels })
}

fn name(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Gif => "GIF",
        _ => "TGA",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tga_file_is_known_by_its_header() {
        let header = |map: u8, kind: u8, depth: u8| {
            let mut bytes = vec![0; 30];
            (bytes[1], bytes[2], bytes[12], bytes[14], bytes[16]) = (map, kind, 2, 1, depth);
            bytes
        };
        assert_eq!(format(&header(0, 2, 24)), Some(ImageFormat::Tga));
        for other in [header(1, 2, 24), header(0, 2, 7), header(0, 7, 24), vec![0; 30]] {
            assert_eq!(format(&other), None);
        }
        // Two pixels: blue, green and red of each, from the bottom left.
        let mut bytes = header(0, 2, 24);
        bytes.truncate(TGA_HEADER);
        bytes.extend([3, 2, 1, 6, 5, 4]);
        let picture = read(&bytes, ImageFormat::Tga, &ReadOptions::default()).unwrap();
        assert_eq!((picture.width, picture.pixels), (2, vec![[1, 2, 3, 255], [4, 5, 6, 255]]));
        assert!(read(&bytes[..19], ImageFormat::Tga, &ReadOptions::default()).is_err());
    }
}
