//! Pictures that no phone reads: JPEG, WebP, GIF and TGA, by the crate `image`; and pictures made smaller: every new
//! pixel is the mean of the area that it covers, in linear light.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};
use keitai_formats::{Picture, ReadOptions};

use super::files;
use crate::error::{Error, Result};
use crate::light::{encoded, linear};
use crate::memory::Memory;

/// Most pixels of a picture.
pub(super) const MOST_PIXELS: usize = files::MOST_PIXELS * 8 / 3;
/// Bytes that the decoder of a picture takes for each pixel.
const TGA_EACH: usize = 8;
const WEBP_EACH: usize = 7;
/// Bytes of a WebP picture that is neither lossless nor transparent.
const PLAIN_WEBP_EACH: usize = 5;
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

/// Returns the width and the height by the header; `None` for a damaged header.
pub(super) fn size(data: &[u8], format: ImageFormat) -> Option<[u32; 2]> {
    let (width, height) = ImageReader::with_format(Cursor::new(data), format).into_dimensions().ok()?;
    Some([width, height])
}

/// Returns the bytes that a decoder takes for each pixel.
fn bytes_each(data: &[u8], format: ImageFormat) -> usize {
    match format {
        ImageFormat::Jpeg => 3 + jpeg_coefficients(data),
        ImageFormat::WebP if data.get(12..16) == Some(b"VP8 ") => PLAIN_WEBP_EACH,
        ImageFormat::WebP => WEBP_EACH,
        _ => TGA_EACH,
    }
}

/// Returns the bytes of coefficients for each pixel that are kept until the last scan of a JPEG picture, rounded up: 16 bits for each sample
/// of a progressive one, and none for others.
fn jpeg_coefficients(data: &[u8]) -> usize {
    let mut rest = data.get(2..).unwrap_or_default();
    while let [0xFF, marker, high, low, ..] = *rest {
        let size = usize::from(u16::from_be_bytes([high, low]));
        if matches!(marker, 0xC0..=0xC2) {
            let parts = rest.get(10..2 + size).unwrap_or_default();
            let samples = |part: &[u8]| usize::from(part[1] >> 4) * usize::from(part[1] & 15);
            let counts: Vec<usize> = parts.chunks_exact(3).map(samples).collect();
            let largest = counts.iter().copied().max().unwrap_or(1).max(1);
            return if marker == 0xC2 { (2 * counts.iter().sum::<usize>()).div_ceil(largest) } else { 0 };
        }
        rest = rest.get(2 + size..).unwrap_or_default();
    }
    0
}

/// Reads a picture, and calls `each` with the number and the pixels of each row. Only the first picture of an animation is read.
pub(super) fn rows(
    data: &[u8],
    format: ImageFormat,
    (options, memory): (&ReadOptions, &Memory),
    each: &mut dyn FnMut(usize, &[[u8; 4]]),
) -> Result<()> {
    let decoded = |reason: String| Error::Decoded { format: name(format), reason };
    let refused = |error: image::ImageError| decoded(error.to_string());
    let Some(size) = size(data, format) else {
        // The decoder tells what is wrong with the header.
        return ImageReader::with_format(Cursor::new(data), format).decode().map(drop).map_err(refused);
    };
    let count = (size[0] as usize).saturating_mul(size[1] as usize);
    let is_in_rows = format == ImageFormat::Gif;
    let bytes_each = if is_in_rows { 0 } else { bytes_each(data, format) };
    let most = (files::MEMORY + data.len().saturating_mul(4)) / bytes_each.max(1);
    let most = if is_in_rows { MOST_PIXELS } else { most.min(MOST_PIXELS) };
    let too_many = |most: usize| decoded(format!("pixels: expected at most {most}, found {count}"));
    if count > most {
        return Err(too_many(most));
    }
    if is_in_rows {
        return gif_rows(data, size, options, each).map_err(decoded);
    }
    let loan = memory.take((count * bytes_each) as u64);
    let _loan = loan.map_err(|lack| too_many(lack.room(bytes_each)))?;
    let mut reader = ImageReader::with_format(Cursor::new(data), format);
    let mut limits = Limits::default();
    let side = options.limits.texels.min(65535) as u32;
    (limits.max_image_width, limits.max_image_height) = (Some(side), Some(side));
    limits.max_alloc = Some((MOST_PIXELS * TGA_EACH) as u64);
    reader.limits(limits);
    let image = reader.decode().map_err(refused)?;
    let samples = usize::from(image.color().channel_count());
    let (image, samples) = match samples == usize::from(image.color().bytes_per_pixel()) {
        true => (image, samples),
        false => (image.into_rgba8().into(), 4),
    };
    let mut row = Vec::new();
    for (y, bytes) in image.as_bytes().chunks_exact((size[0] as usize * samples).max(1)).enumerate() {
        row.clear();
        row.extend(bytes.chunks_exact(samples).map(files::pixel));
        each(y, &row);
    }
    Ok(())
}

/// Reads the first picture of a GIF file row by row.
fn gif_rows(
    data: &[u8],
    [width, height]: [u32; 2],
    options: &ReadOptions,
    each: &mut dyn FnMut(usize, &[[u8; 4]]),
) -> std::result::Result<(), String> {
    let side = options.limits.texels;
    if width as usize > side || height as usize > side {
        return Err(format!("{width} by {height} pixels, expected at most {side} a side"));
    }
    let mut reader = gif::DecodeOptions::new();
    reader.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = reader.read_info(data).map_err(|error| error.to_string())?;
    let frame = reader.next_frame_info().map_err(|error| error.to_string())?.ok_or("there is no picture inside")?;
    let [left, top, wide, tall] = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
    let (width, height, interlaced) = (width as usize, height as usize, frame.interlaced);
    let passes: &[(usize, usize)] = if interlaced { &[(0, 8), (4, 8), (2, 4), (1, 2)] } else { &[(0, 1)] };
    let (mut bytes, mut row) = (vec![0; wide * 4], vec![[0; 4]; width]);
    // Pixels that the picture does not cover are transparent.
    let clear = row.clone();
    (0..height).filter(|y| !(top..top + tall).contains(y)).for_each(|y| each(y, &clear));
    for y in passes.iter().flat_map(|(first, step)| (*first..tall).step_by(*step)) {
        // Indices beyond the palette leave the bytes as they are.
        bytes.fill(0);
        if !reader.fill_buffer(&mut bytes).map_err(|error| error.to_string())? {
            return Err("image truncated".to_owned());
        }
        let pixels = row.iter_mut().skip(left).zip(bytes.chunks_exact(4));
        pixels.for_each(|(pixel, bytes)| *pixel = files::pixel(bytes));
        if top + y < height {
            each(top + y, &row);
        }
    }
    Ok(())
}

fn name(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Gif => "GIF",
        _ => "TGA",
    }
}

/// A picture that is made smaller row by row. Rows may come in any order.
#[derive(Debug)]
pub(crate) struct Reduction {
    size: [u16; 2],
    light: [u64; 256],
    /// The first of the new columns and rows that the old ones are part of, and the shares of it and of the next.
    columns: Vec<(usize, [u64; 2])>,
    rows: Vec<(usize, [u64; 2])>,
    /// Red, green and blue by the weight, the weight, which is 255 alpha and 1, and the whole area, of each new pixel.
    sums: Vec<[u64; 5]>,
}

impl Reduction {
    /// Begins a picture of `size` that is made of one of the size `full`, which is at least as large.
    pub(crate) fn new(full: [u16; 2], size: [u16; 2]) -> Self {
        let [columns, rows] = [0, 1].map(|side| shares(full[side], size[side]));
        let sums = vec![[0; 5]; usize::from(size[0]) * usize::from(size[1])];
        Self { size, light: std::array::from_fn(|level| linear(level as u8).into()), columns, rows, sums }
    }

    /// Adds a row. Transparent pixels affect the colour of a new pixel only where all of its pixels are transparent: materials that
    /// ignore alpha show them. No sum is above 64 bits for pictures of the sizes that are read.
    pub(crate) fn add(&mut self, row: usize, pixels: &[[u8; 4]]) {
        let Some(&(first, shares)) = self.rows.get(row) else { return };
        let width = usize::from(self.size[0]).max(1);
        let light = |level: u8| self.light.get(usize::from(level)).copied().unwrap_or_default();
        for (sums, tall) in self.sums.chunks_exact_mut(width).skip(first).zip(shares).filter(|(_, tall)| *tall > 0) {
            for ((column, shares), &[r, g, b, alpha]) in self.columns.iter().zip(pixels) {
                let (r, g, b) = (light(r), light(g), light(b));
                for (sums, wide) in sums.get_mut(*column..).unwrap_or_default().iter_mut().zip(shares) {
                    if *wide > 0 {
                        let weight = tall * wide * (u64::from(alpha) * 255 + 1);
                        sums[0] += r * weight;
                        sums[1] += g * weight;
                        sums[2] += b * weight;
                        sums[3] += weight;
                        sums[4] += tall * wide;
                    }
                }
            }
        }
    }

    pub(crate) fn finish(self) -> Picture {
        let pixel = |[r, g, b, weight, area]: [u64; 5]| {
            let mean = |sum: u64| sum as f64 / (weight.max(1) as f64 * 65535.0);
            let colour = encoded([r, g, b].map(mean));
            let alpha = ((weight - area) / 255 + area / 2) / area.max(1);
            [colour.r, colour.g, colour.b, alpha as u8]
        };
        let [width, height] = self.size;
        Picture { width, height, pixels: self.sums.into_iter().map(pixel).collect() }
    }
}

/// Returns a picture with at most as many pixels a side.
pub(crate) fn reduced(picture: &Picture, size: [u16; 2]) -> Picture {
    let mut reduction = Reduction::new([picture.width, picture.height], size);
    let rows = picture.pixels.chunks(usize::from(picture.width).max(1));
    rows.enumerate().for_each(|(row, pixels)| reduction.add(row, pixels));
    reduction.finish()
}

/// Returns for every old pixel of a side the first of the at most two new ones that it is part of, and its shares of both.
fn shares(full: u16, side: u16) -> Vec<(usize, [u64; 2])> {
    let [full, side] = [u64::from(full), u64::from(side).max(1)];
    let share =
        |new: u64, old: u64| ((new + 1) * full).min((old + 1) * side).saturating_sub((new * full).max(old * side));
    let part_of = |old: u64| (old * side / full, [0, 1].map(|next| share(old * side / full + next, old)));
    (0..full).map(part_of).map(|(new, shares)| (new as usize, shares)).collect()
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
        let read = |bytes: &[u8], memory| {
            let mut pixels = Vec::new();
            let options = ReadOptions::default();
            rows(bytes, ImageFormat::Tga, (&options, &Memory::new(memory)), &mut |_, row| pixels.extend(row.to_vec()))?;
            Ok::<_, Error>(pixels)
        };
        assert_eq!(read(&bytes, 0).unwrap(), [[1, 2, 3, 255], [4, 5, 6, 255]], "small pictures need no memory");
        assert!(read(&bytes[..19], 0).is_err());
        // 256 by 256 pixels in run lengths.
        let mut runs = header(0, 10, 24);
        runs.truncate(TGA_HEADER);
        (runs[12..16]).copy_from_slice(&[0, 1, 0, 1]);
        runs.extend([255, 3, 2, 1].repeat(512));
        assert_eq!(read(&runs, 1 << 20).unwrap(), [[1, 2, 3, 255]; 1 << 16]);
        assert_eq!(read(&runs, 800).unwrap_err().to_string(), "TGA: pixels: expected at most 100, found 65536");
    }

    #[test]
    fn a_new_pixel_is_the_mean_of_the_light_of_its_area() {
        let [black, white, clear] = [[0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 0]];
        let picture = Picture { width: 3, height: 2, pixels: vec![black, white, clear, black, white, clear] };
        // The first pixel covers a black one and half of a white one: a third of the light. The second is white, and opaque in a third.
        let small = reduced(&picture, [2, 1]);
        assert_eq!(small.pixels, [[156, 156, 156, 255], [255, 255, 255, 85]]);
        let hidden = Picture { width: 2, height: 1, pixels: vec![[0, 90, 0, 0]; 2] };
        assert_eq!(reduced(&hidden, [1, 1]).pixels, [[0, 90, 0, 0]], "an opaque material shows it");
        assert_eq!(reduced(&picture, [3, 2]).pixels[..2], picture.pixels[..2]);
    }
}
