//! Pictures of the tests: reading, writing and comparing them.

use keitai_render::Framebuffer;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;

/// A picture of 24-bit pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub width: usize,
    /// 0xRRGGBB, row by row.
    pub pixels: Vec<u32>,
}

impl Picture {
    /// Reads a PNG file.
    ///
    /// # Panics
    /// When the file is not a PNG, or does not have 8 bits per channel.
    pub fn read(path: &Path) -> Self {
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
        Self { width: frame.width as usize, pixels: pixels.map(pack).collect() }
    }

    /// Writes a PNG file, and makes its folder when there is none.
    ///
    /// # Panics
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) {
        let folder = path.parent().expect("a file in a folder");
        fs::create_dir_all(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let file = File::create(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let height = self.pixels.len() / self.width;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
        encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
    }

    /// Returns the number of pixels that differ from those of a picture of the same size.
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn different_from(&self, other: &Self) -> usize {
        assert_eq!((self.width, self.pixels.len()), (other.width, other.pixels.len()), "size");
        self.pixels.iter().zip(&other.pixels).filter(|(a, b)| a != b).count()
    }
}

impl From<&Framebuffer> for Picture {
    fn from(frame: &Framebuffer) -> Self {
        Self { width: frame.width() as usize, pixels: frame.pixels().to_vec() }
    }
}
