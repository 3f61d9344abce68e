//! Writing pictures: PNG, and GIF for moving ones.
//!
//! A PNG holds exactly the pixels of the framebuffer. A GIF holds at most 256 colours per frame: a frame with more is
//! reduced to the nearest colours of a palette of its own.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::files::{self, FileFault, Overwrite};
use keitai_formats::DRAWN;
use keitai_render::Framebuffer;
use keitai_runtime::TickRate;

use crate::error::{Error, Result};
use crate::locate::safe;

/// Writes a PNG. `inputs` are the files that the program reads.
///
/// # Errors
/// When the file cannot be written, or may not be overwritten.
pub fn write_png(path: &Path, picture: &Framebuffer, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<()> {
    let bytes = encode_png(picture).map_err(|error| Error::write(path, error))?;
    files::write(path, &bytes, overwrite, inputs).map_err(|fault| Error::output(path, fault))
}

/// Returns the bytes of a PNG, which has the mark of a drawn picture.
///
/// # Errors
/// When the picture has no pixels.
pub fn encode_png(picture: &Framebuffer) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let [keyword, text] = DRAWN.map(str::to_owned);
    encoder.add_text_chunk(keyword, text).map_err(Error::game)?;
    let mut writer = encoder.write_header().map_err(Error::game)?;
    writer.write_image_data(&rgb_bytes(picture)).map_err(Error::game)?;
    writer.finish().map_err(Error::game)?;
    Ok(bytes)
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

/// Writes a screenshot of the game `name` in the current folder, under the first unused of the names `name-0001.png`, `name-0002.png`
/// and so on. Returns the file or the error, as the end of a message.
pub fn keep_screenshot(name: &str, picture: &Framebuffer) -> String {
    let folder = Path::new(".");
    let bytes = encode_png(picture).map_err(|error| Error::write(folder, error));
    match bytes.and_then(|bytes| write_numbered(folder, name, "png", &bytes)) {
        Ok(path) => format!("wrote {}", path.display()),
        Err(error) => error.to_string(),
    }
}

/// Writes a file under the first unused of the names `name-0001`, `name-0002` and so on with this ending in `folder`.
/// Other characters of `name` than letters, digits, `-` and `_` become `-`. Returns the file's path.
///
/// # Errors
/// When the file cannot be written, or all names up to 9999 are in use.
pub fn write_numbered(folder: &Path, name: &str, ending: &str, bytes: &[u8]) -> Result<PathBuf> {
    first_unused(folder, name, &format!(".{ending}"), |path| files::write(path, bytes, Overwrite::Refuse, &[]))
}

/// Makes a file or a folder under the first unused of the names `name-0001`, `name-0002` and so on with this ending in `folder`.
/// Returns its path.
pub(crate) fn first_unused(
    folder: &Path,
    name: &str,
    ending: &str,
    make: impl Fn(&Path) -> Result<(), FileFault>,
) -> Result<PathBuf> {
    let name: String = if name.is_empty() { "game".to_owned() } else { name.chars().map(safe).collect() };
    let path = |number: u32| folder.join(format!("{name}-{number:04}{ending}"));
    for number in 1..=9999 {
        let path = path(number);
        match make(&path) {
            Ok(()) => return Ok(path),
            Err(FileFault::Exists) => {}
            Err(fault) => return Err(Error::write(&path, fault)),
        }
    }
    Err(Error::write(&path(9999), "all names are in use"))
}

/// A moving picture that is being encoded.
pub struct Gif {
    encoder: gif::Encoder<Vec<u8>>,
    width: u16,
    height: u16,
    /// Time of all frames so far, thirds of a millisecond: a second of ticks lasts exactly one second.
    thirds: u64,
}

impl fmt::Debug for Gif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gif").field("width", &self.width).field("height", &self.height).finish_non_exhaustive()
    }
}

impl Gif {
    /// Begins a moving picture of 30 ticks a second that repeats for ever.
    ///
    /// # Errors
    /// When a side is longer than 65535 pixels.
    pub fn new(width: u32, height: u32) -> Result<Self> {
        let (width, height) = sides(width, height)?;
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[]).map_err(Error::game)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(Error::game)?;
        Ok(Self { encoder, width, height, thirds: 0 })
    }

    /// Ends the moving picture and returns the bytes of its file.
    pub fn finish(self) -> Result<Vec<u8>> {
        self.encoder.into_inner().map_err(Error::game)
    }

    /// Adds a frame of several ticks, as nearly as hundredths of a second allow. A frame is shown for at most 655.35 seconds; the
    /// rest is left out.
    pub fn add(&mut self, picture: &Framebuffer, ticks: u32) -> Result<()> {
        self.add_frame(GifFrame::new(picture)?, ticks)
    }

    /// Adds an encoded frame of several ticks, as [`Self::add`] does.
    ///
    /// # Errors
    /// When the frame has another size.
    pub fn add_frame(&mut self, frame: GifFrame, ticks: u32) -> Result<()> {
        let GifFrame(mut frame) = frame;
        if (frame.width, frame.height) != (self.width, self.height) {
            return Err(Error::game("all frames of a GIF have the same size"));
        }
        // Thirty thirds of a millisecond are a hundredth of a second.
        let before = self.thirds / 30;
        let after = self.thirds.saturating_add(u64::from(TickRate::default().thirds()) * u64::from(ticks));
        frame.delay = u16::try_from(after / 30 - before).unwrap_or(u16::MAX);
        self.thirds = after;
        self.encoder.write_lzw_pre_encoded_frame(&frame).map_err(Error::game)
    }
}

/// A frame of a moving picture, encoded before its turn: frames do not depend on each other, so that several threads can
/// encode them.
#[derive(Debug)]
pub struct GifFrame(gif::Frame<'static>);

impl GifFrame {
    /// Reduces a picture to at most 256 colours and compresses it.
    ///
    /// # Errors
    /// When a side is longer than 65535 pixels.
    pub fn new(picture: &Framebuffer) -> Result<Self> {
        let (width, height) = sides(picture.width(), picture.height())?;
        let reduced = || gif::Frame::from_rgb_speed(width, height, &rgb_bytes(picture), 10);
        let mut frame = exact((width, height), picture.pixels()).unwrap_or_else(reduced);
        frame.make_lzw_pre_encoded();
        Ok(Self(frame))
    }
}

/// Returns a frame with all colours of a picture, from the darkest red on; `None` when there are more than 256. The
/// encoder finds the same palette, but looks up each pixel in two trees. Here a row of equal pixels is looked up once.
fn exact((width, height): (u16, u16), pixels: &[u32]) -> Option<gif::Frame<'static>> {
    const COLOUR: u32 = 0xFF_FFFF;
    let runs = || pixels.chunk_by(|a, b| a == b).filter_map(|run| Some((run.first()? & COLOUR, run.len())));
    let mut colours = BTreeSet::new();
    for (colour, _) in runs() {
        if colours.insert(colour) && colours.len() > 256 {
            return None;
        }
    }
    let colours: Vec<u32> = colours.into_iter().collect();
    let index = |colour| colours.binary_search(&colour).map_or(0, |index| index as u8);
    let mut indices = Vec::with_capacity(pixels.len());
    runs().for_each(|(colour, length)| indices.resize(indices.len() + length, index(colour)));
    let palette: Vec<u8> = colours.iter().flat_map(|colour| colour.to_be_bytes().into_iter().skip(1)).collect();
    Some(gif::Frame::from_palette_pixels(width, height, indices, palette, None))
}

fn sides(width: u32, height: u32) -> Result<(u16, u16)> {
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(Error::game("a GIF is at most 65535 pixels wide and high")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_file_never_overwrites() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("tin-hop-0002.png"), b"mine").unwrap();
        for name in ["tin-hop-0001.png", "tin-hop-0003.png"] {
            assert_eq!(write_numbered(folder.path(), "tin/hop", "png", b"new").unwrap(), path(name));
        }
        assert_eq!(std::fs::read(path("tin-hop-0002.png")).unwrap(), b"mine");
        assert_eq!(write_numbered(&path("tin-hop-0002.png"), "hop", "png", b"").unwrap_err().exit_code(), 3);
        assert_eq!(write_numbered(folder.path(), "", "gif", b"").unwrap(), path("game-0001.gif"));
    }

    #[test]
    fn a_frame_of_few_colours_is_that_of_the_encoder() {
        let mut picture = Framebuffer::new(40, 30);
        for colours in [1, 7, 256, 257] {
            for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
                *pixel = 0xFF00_0000 | (index as u32 / 3 % colours).wrapping_mul(0x9E37_79B1) & 0xFF_FFFF;
            }
            let theirs = gif::Frame::from_rgb_speed(40, 30, &rgb_bytes(&picture), 10);
            let ours = exact((40, 30), picture.pixels());
            assert_eq!(ours.is_some(), colours <= 256);
            if let Some(ours) = ours {
                assert_eq!((ours.buffer, ours.palette, ours.transparent), (theirs.buffer, theirs.palette, None));
                assert_eq!((ours.width, ours.height), (theirs.width, theirs.height));
            }
        }
    }

    fn delays(frames: usize, ticks: u32) -> Vec<u16> {
        let mut gif = Gif::new(4, 4).unwrap();
        (0..frames).for_each(|_| gif.add(&Framebuffer::new(4, 4), ticks).unwrap());
        let bytes = gif.finish().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        std::iter::from_fn(|| decoder.read_next_frame().unwrap().map(|frame| frame.delay)).collect()
    }

    #[test]
    fn a_second_of_ticks_is_a_second_of_a_gif_and_a_frame_lasts_at_most_65535_hundredths() {
        assert!(delays(2, u32::MAX).into_iter().all(|delay| delay == u16::MAX));
        let delays = delays(30, 1);
        assert_eq!((delays.len(), delays.iter().sum()), (30, 100));
    }
}
