//! Writing pictures: PNG, and GIF for moving ones.
//!
//! A PNG holds exactly the pixels of the framebuffer. A GIF holds at most 256 colours per frame: a frame with more is
//! reduced to the nearest colours of a palette of its own.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use keitai_files::{self as files, FileFault, Overwrite};
use keitai_render::Framebuffer;

use crate::error::{Error, Result};

/// Most bytes of decoded pixels: 4096 x 4096 of four samples.
const LARGEST_PICTURE: u64 = 64 << 20;

/// Writes a PNG. `inputs` are the files that the program reads.
///
/// # Errors
/// When the file cannot be written, or may not be overwritten.
pub fn write_png(path: &Path, picture: &Framebuffer, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<()> {
    let bytes = encode_png(picture).map_err(|error| Error::write(path, error))?;
    files::write(path, &bytes, overwrite, inputs).map_err(|fault| Error::output(path, fault))
}

/// Returns the bytes of a PNG.
///
/// # Errors
/// When the picture has no pixels.
pub fn encode_png(picture: &Framebuffer) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(Error::game)?;
    writer.write_image_data(&rgb_bytes(picture)).map_err(Error::game)?;
    writer.finish().map_err(Error::game)?;
    Ok(bytes)
}

/// A PNG whose header was read. Its size is known before memory is taken for its pixels.
pub struct PngReader<'a>(png::Reader<Cursor<&'a [u8]>>);

impl<'a> PngReader<'a> {
    /// Reads the header of a PNG of any colour type.
    ///
    /// # Errors
    /// When the bytes are no PNG.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        // Compressed texts and profiles may be of any size.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let reader = decoder.read_info().map_err(Error::game)?;
        // The decoder panics on a palette that ends within a colour.
        match &reader.info().palette {
            Some(palette) if palette.len() > 768 || !palette.len().is_multiple_of(3) => Err(Error::game(format!(
                "the palette has {} bytes, expected 3 for each of up to 256 colours",
                palette.len()
            ))),
            _ => Ok(Self(reader)),
        }
    }

    /// Returns width and height, pixels.
    pub fn size(&self) -> (u32, u32) {
        self.0.info().size()
    }

    /// Decodes the pixels, without their transparency.
    ///
    /// # Errors
    /// When the picture is damaged, or larger than 4096 x 4096 pixels.
    pub fn decode(mut self) -> Result<Framebuffer> {
        let (width, height) = self.size();
        let size = self.0.output_buffer_size().filter(|size| *size as u64 <= LARGEST_PICTURE);
        let mut bytes = vec![0; size.ok_or_else(|| Error::game("the picture is too large"))?];
        let frame = self.0.next_frame(&mut bytes).map_err(Error::game)?;
        let mut picture = Framebuffer::new(width, height);
        let samples = bytes.chunks_exact(frame.color_type.samples());
        for (pixel, sample) in picture.pixels_mut().iter_mut().zip(samples) {
            *pixel = match *sample {
                [grey] | [grey, _] => u32::from_be_bytes([0, grey, grey, grey]),
                [r, g, b] | [r, g, b, _] => u32::from_be_bytes([0, r, g, b]),
                _ => 0,
            };
        }
        Ok(picture)
    }
}

fn rgb_bytes(picture: &Framebuffer) -> Vec<u8> {
    picture
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b]
        })
        .collect()
}

/// Writes a PNG under the first unused of the names `keitai-0001.png`, `keitai-0002.png` and so on in `folder`. Returns
/// its path.
///
/// # Errors
/// When the file cannot be written.
pub fn write_screenshot(folder: &Path, picture: &Framebuffer) -> Result<PathBuf> {
    let bytes = encode_png(picture).map_err(|error| Error::write(folder, error))?;
    write_numbered(folder, "png", &bytes)
}

/// Writes a file under the first unused of the names `keitai-0001`, `keitai-0002` and so on with this ending in `folder`.
/// Returns its path.
///
/// # Errors
/// When the file cannot be written, or all names up to 9999 are in use.
pub fn write_numbered(folder: &Path, ending: &str, bytes: &[u8]) -> Result<PathBuf> {
    for number in 1..=9999 {
        let path = folder.join(format!("keitai-{number:04}.{ending}"));
        match files::write(&path, bytes, Overwrite::Refuse, &[]) {
            Ok(()) => return Ok(path),
            Err(FileFault::Exists) => {}
            Err(fault) => return Err(Error::write(&path, fault)),
        }
    }
    Err(Error::write(&folder.join(format!("keitai-9999.{ending}")), "all names are in use"))
}

/// A moving picture that is being encoded.
pub struct Gif {
    encoder: gif::Encoder<Vec<u8>>,
    width: u16,
    height: u16,
    /// Time of all frames so far, 1/300 s: 30 frames last exactly one second.
    thirds: u32,
}

impl Gif {
    /// Begins a moving picture that repeats for ever.
    ///
    /// # Errors
    /// When a side is longer than 65535 pixels.
    pub fn new(width: u32, height: u32) -> Result<Self> {
        let (Ok(width), Ok(height)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(Error::game("a GIF is at most 65535 pixels wide and high"));
        };
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[]).map_err(Error::game)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(Error::game)?;
        Ok(Self { encoder, width, height, thirds: 0 })
    }

    /// Ends the moving picture and returns the bytes of its file.
    ///
    /// # Errors
    /// When the last frame cannot be encoded.
    pub fn finish(self) -> Result<Vec<u8>> {
        self.encoder.into_inner().map_err(Error::game)
    }

    /// Adds a frame of 1/30 s, as nearly as hundredths allow.
    ///
    /// # Errors
    /// When the frame cannot be encoded.
    pub fn add(&mut self, picture: &Framebuffer) -> Result<()> {
        self.add_for(picture, 1)
    }

    /// Adds a frame of `ticks`/30 s.
    ///
    /// # Errors
    /// When the frame cannot be encoded.
    pub fn add_for(&mut self, picture: &Framebuffer, ticks: u32) -> Result<()> {
        let mut frame = gif::Frame::from_rgb_speed(self.width, self.height, &rgb_bytes(picture), 10);
        let before = self.thirds / 3;
        self.thirds += 10 * ticks;
        frame.delay = (self.thirds / 3 - before) as u16;
        self.encoder.write_frame(&frame).map_err(Error::game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a PNG of 4 x 1 pixels with a palette of these bytes.
    fn png_with_palette(palette: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 4, 1);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Two);
        encoder.set_palette(palette.to_vec());
        encoder.write_header().unwrap().write_image_data(&[0b00_01_10_11]).unwrap();
        bytes
    }

    #[test]
    fn a_palette_that_ends_within_a_colour_is_refused() {
        let whole: Vec<u8> = (0..12).collect();
        let picture = PngReader::open(&png_with_palette(&whole)).unwrap().decode().unwrap();
        assert_eq!(picture.pixels(), [0x00_01_02, 0x03_04_05, 0x06_07_08, 0x09_0A_0B]);
        let cut = (0..140).collect::<Vec<u8>>();
        let error = PngReader::open(&png_with_palette(&cut)).err().unwrap();
        assert!(error.to_string().contains("140 bytes"), "{error}");
    }

    #[test]
    fn a_screenshot_never_overwrites() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        std::fs::write(path.join("keitai-0002.png"), b"mine").unwrap();
        let names = [1, 3].map(|number| path.join(format!("keitai-000{number}.png")));
        for name in names {
            assert_eq!(write_screenshot(&path, &Framebuffer::new(2, 2)).unwrap(), name);
        }
        assert_eq!(std::fs::read(path.join("keitai-0002.png")).unwrap(), b"mine");
        let file_as_folder = path.join("keitai-0002.png");
        assert_eq!(write_screenshot(&file_as_folder, &Framebuffer::new(2, 2)).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn thirty_frames_of_a_gif_last_a_second() {
        let mut gif = Gif::new(4, 4).unwrap();
        for _ in 0..30 {
            gif.add(&Framebuffer::new(4, 4)).unwrap();
        }
        let bytes = gif.finish().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let (mut frames, mut hundredths) = (0, 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames += 1;
            hundredths += frame.delay;
        }
        assert_eq!((frames, hundredths), (30, 100));
    }
}
