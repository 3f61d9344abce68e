//! Pictures to files and back: PNG, and GIF for moving ones.
//!
//! A PNG holds exactly the pixels of the framebuffer. A GIF holds at most 256 colours per frame: a frame with more is
//! reduced to the nearest of a palette made for it.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use keitai_render::Framebuffer;

use crate::error::Error;

/// A reference picture larger than this is not one of ours; 64 MiB of pixels.
const LARGEST_REFERENCE: u64 = 64 << 20;

/// Writes a PNG.
pub(crate) fn write_png(path: &Path, picture: &Framebuffer) -> Result<(), Error> {
    let file = File::create(path).map_err(|error| Error::write(path, error))?;
    encode(file, picture).map_err(|error| Error::write(path, error))
}

fn encode(to: impl Write, picture: &Framebuffer) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(BufWriter::new(to), picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb_bytes(picture))?;
    writer.finish()
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

/// Reads a PNG of any colour type, without its transparency.
pub(crate) fn read_png(path: &Path) -> Result<Framebuffer, Error> {
    let file = File::open(path).map_err(|error| Error::read(path, error))?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| Error::read(path, error))?;
    let size = reader.output_buffer_size().unwrap_or(usize::MAX);
    if size as u64 > LARGEST_REFERENCE {
        return Err(Error::read(path, "the picture is too large"));
    }
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(|error| Error::read(path, error))?;
    let samples = frame.color_type.samples();
    let mut picture = Framebuffer::new(frame.width, frame.height);
    for (pixel, sample) in picture.pixels_mut().iter_mut().zip(bytes.chunks_exact(samples)) {
        *pixel = match *sample {
            [grey] | [grey, _] => u32::from_be_bytes([0, grey, grey, grey]),
            [r, g, b] | [r, g, b, _] => u32::from_be_bytes([0, r, g, b]),
            _ => 0,
        };
    }
    Ok(picture)
}

/// Writes a PNG under the first free of `keitai-0001.png`, `keitai-0002.png` and so on in `folder`.
pub(crate) fn write_screenshot(folder: &Path, picture: &Framebuffer) -> Result<PathBuf, Error> {
    let (path, file) = create_numbered(folder, "png")?;
    encode(file, picture).map_err(|error| Error::write(&path, error))?;
    Ok(path)
}

/// The first free of `keitai-0001`, `keitai-0002` and so on with this ending in `folder`.
pub(crate) fn create_numbered(folder: &Path, ending: &str) -> Result<(PathBuf, File), Error> {
    for number in 1..=9999 {
        let path = folder.join(format!("keitai-{number:04}.{ending}"));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::write(&path, error)),
        }
    }
    Err(Error::write(&folder.join(format!("keitai-9999.{ending}")), "all names are taken"))
}

/// A moving picture being written.
pub(crate) struct Gif {
    path: PathBuf,
    encoder: gif::Encoder<BufWriter<File>>,
    width: u16,
    height: u16,
    /// Hundredths of a second times three per frame, so that 30 frames last a second exactly.
    thirds: u32,
}

impl Gif {
    /// Begins a file that plays for ever.
    pub(crate) fn create(path: &Path, width: u32, height: u32) -> Result<Self, Error> {
        let file = File::create(path).map_err(|error| Error::write(path, error))?;
        Self::begin(path, file, width, height)
    }

    /// The same with a file that is open already.
    pub(crate) fn begin(path: &Path, file: File, width: u32, height: u32) -> Result<Self, Error> {
        let (Ok(width), Ok(height)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(Error::write(path, "a GIF is at most 65535 pixels wide and high"));
        };
        let mut encoder =
            gif::Encoder::new(BufWriter::new(file), width, height, &[]).map_err(|error| Error::write(path, error))?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(|error| Error::write(path, error))?;
        Ok(Self { path: path.to_owned(), encoder, width, height, thirds: 0 })
    }

    /// Adds a frame that lasts a thirtieth of a second, as nearly as hundredths allow.
    pub(crate) fn add(&mut self, picture: &Framebuffer) -> Result<(), Error> {
        self.add_for(picture, 1)
    }

    /// Adds a frame that lasts so many thirtieths.
    pub(crate) fn add_for(&mut self, picture: &Framebuffer, ticks: u32) -> Result<(), Error> {
        let mut frame = gif::Frame::from_rgb_speed(self.width, self.height, &rgb_bytes(picture), 10);
        let before = self.thirds / 3;
        self.thirds += 10 * ticks;
        frame.delay = (self.thirds / 3 - before) as u16;
        self.encoder.write_frame(&frame).map_err(|error| Error::write(&self.path, error))
    }
}

/// Where two pictures of one size differ: how many pixels, and the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Number of pixels that differ.
    pub(crate) pixels: usize,
    /// The first of them, from the top.
    pub(crate) first: (u32, u32),
    /// What the first picture has there, 0xRRGGBB.
    pub(crate) ours: u32,
    /// What the second has there.
    pub(crate) theirs: u32,
}

/// Compares two pictures of one size; `None` when they are equal.
pub(crate) fn difference(ours: &Framebuffer, theirs: &Framebuffer) -> Option<Difference> {
    let pairs = || ours.pixels().iter().zip(theirs.pixels());
    let (at, (&mine, &other)) = pairs().enumerate().find(|(_, (a, b))| a != b)?;
    let (at, width) = (at as u32, ours.width().max(1));
    Some(Difference {
        pixels: pairs().filter(|(a, b)| a != b).count(),
        first: (at % width, at / width),
        ours: mine,
        theirs: other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for one test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("keitai-picture-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn gradient(width: u32, height: u32) -> Framebuffer {
        let mut picture = Framebuffer::new(width, height);
        for (i, pixel) in (0_u32..).zip(picture.pixels_mut()) {
            *pixel = i.wrapping_mul(0x0001_0305) & 0x00FF_FFFF;
        }
        picture
    }

    #[test]
    fn a_png_holds_the_same_pixels() {
        let folder = folder("png");
        let picture = gradient(5, 3);
        write_png(&folder.join("a.png"), &picture).unwrap();
        assert_eq!(read_png(&folder.join("a.png")).unwrap(), picture);
        assert_eq!(difference(&picture, &picture), None);

        let mut other = picture.clone();
        other.pixels_mut()[7] ^= 0x100;
        other.pixels_mut()[9] ^= 1;
        let found = difference(&picture, &other).unwrap();
        assert_eq!((found.pixels, found.first, found.ours ^ found.theirs), (2, (2, 1), 0x100));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_screenshot_never_overwrites() {
        let folder = folder("screenshot");
        std::fs::write(folder.join("keitai-0002.png"), b"mine").unwrap();
        let names = [1, 3].map(|number| folder.join(format!("keitai-000{number}.png")));
        for name in names {
            assert_eq!(write_screenshot(&folder, &gradient(2, 2)).unwrap(), name);
        }
        assert_eq!(std::fs::read(folder.join("keitai-0002.png")).unwrap(), b"mine");
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(write_screenshot(&folder, &gradient(2, 2)).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn thirty_frames_of_a_gif_last_a_second() {
        let folder = folder("gif");
        let path = folder.join("a.gif");
        let mut gif = Gif::create(&path, 4, 4).unwrap();
        for _ in 0..30 {
            gif.add(&gradient(4, 4)).unwrap();
        }
        drop(gif);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(File::open(&path).unwrap()).unwrap();
        let (mut frames, mut hundredths) = (0, 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames += 1;
            hundredths += frame.delay;
        }
        assert_eq!((frames, hundredths), (30, 100));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
