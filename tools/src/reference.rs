//! Reference pictures: reading PNG and BMP files, and comparing pictures pixel by pixel.

use std::path::Path;

use keitai_exchange::picture::{self, PictureFile};
use keitai_formats::ReadOptions;
use keitai_render::Framebuffer;

use crate::error::Error;
use crate::session::Session;

/// Reads a PNG or BMP picture of any colours. Transparency is ignored.
pub(crate) fn load(session: &Session, path: &Path) -> Result<Framebuffer, Error> {
    let options = ReadOptions::UNLIMITED;
    let picture = match picture::load(&session.read(path)?, &options, session.memory())
        .map_err(|error| Error::read(path, error))?
    {
        PictureFile::Indexed(report) => report.document.picture(),
        PictureFile::Colours(picture) => picture,
    };
    let mut loaded = Framebuffer::new(picture.width.into(), picture.height.into());
    for (pixel, [r, g, b, _]) in loaded.pixels_mut().iter_mut().zip(picture.pixels) {
        *pixel = u32::from_be_bytes([0, r, g, b]);
    }
    Ok(loaded)
}

/// The difference of two pictures of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Number of pixels that differ.
    pub(crate) pixels: usize,
    /// Place of the first pixel that differs, from the top.
    pub(crate) first: (u32, u32),
    /// Colour of that pixel in the first picture, 0xRRGGBB.
    pub(crate) ours: u32,
    /// Colour of that pixel in the second picture, 0xRRGGBB.
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
