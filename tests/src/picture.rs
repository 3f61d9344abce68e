//! PNG files of the tests.

use keitai_render::Framebuffer;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;

/// Reads a PNG file.
///
/// # Panics
/// When the file is not a PNG, or does not have 8 bits per channel.
pub fn read_png(path: &Path) -> Framebuffer {
    let file = BufReader::new(File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
    let pack = |p: &[u8]| match *p {
        [r, g, b, ..] => u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b),
        _ => u32::from(p[0]) * 0x01_0101,
    };
    let mut picture = Framebuffer::new(frame.width, frame.height);
    picture.pixels_mut().iter_mut().zip(pixels).for_each(|(pixel, bytes)| *pixel = pack(bytes));
    picture
}

/// Writes a PNG file, and makes its folder when there is none.
///
/// # Panics
/// When the file cannot be written.
pub fn write_png(picture: &Framebuffer, path: &Path) {
    let folder = path.parent().expect("a file in a folder");
    fs::create_dir_all(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let file = File::create(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut encoder = png::Encoder::new(BufWriter::new(file), picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let bytes: Vec<u8> = picture.pixels().iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
    encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
}
