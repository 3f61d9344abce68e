//! Reference pictures and backgrounds, from PNG and BMP files.

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
